// SPDX-License-Identifier: Apache-2.0
//
// The entry point `fairwasm/thresholds`: the cost of equalizing groups with group-specific thresholds.

import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { ScoreCurves } from './curves.js';
import { thresholdsModule, type Wasm } from './module.js';
import { reweighing } from './reweighing.js';
import type { ThresholdRows } from './rows.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const thresholds = await load();
 * const curves = thresholds.curves({
 *   score: [0.9, 0.6, 0.4, 0.2, 0.8, 0.5, 0.3, 0.1],
 *   label: [1, 1, 0, 0, 1, 0, 1, 0],
 *   groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
 * });
 * const { value, groups } = curves.optimum({ constraint: 'equalOpportunity' });
 * [value, groups.map(({ thresholds }) => thresholds[0].threshold)]; // [0.875, [0.6, 0.3]]
 */
export class Thresholds {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Returns the scores by group, from rows or row counts; all results about thresholds follow from them.
   *
   * @throws FairwasmError `shapeMismatch` for columns of different lengths, `missingValue` or `invalidArgument` with
   * the row
   *   for a missing label or an invalid score, `tooLarge` for more than 1,000 groups.
   */
  curves(rows: ThresholdRows): ScoreCurves {
    return ScoreCurves.of(this.#wasm, rows);
  }

  /**
   * Returns weights that make outcome and group independent, one for each row: n_g n_y / (n n_gy) for a row
   * of group g with outcome y, where n are sums of weights, times the row's own weight. Their sum equals that
   * of the original weights. A model trained with these weights is fitted to equal base rates in all groups and needs
   * no group-specific thresholds.
   *
   * Source: Kamiran and Calders: Data preprocessing techniques for classification without discrimination,
   * 2012; AIF360's `Reweighing`, for any number of groups.
   *
   * @throws FairwasmError as {@link curves}.
   */
  reweighing(rows: Pick<ThresholdRows, 'label' | 'groups' | 'weight' | 'favorable'>): Float64Array {
    return reweighing(rows);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const thresholds = await load();
 * const sex = ['m', 'm', 'm', 'f', 'f', 'f'];
 * const weights = thresholds.reweighing({ label: [1, 1, 0, 1, 0, 0], groups: { sex } });
 * Array.from(weights); // [0.75, 0.75, 1.5, 1.5, 0.75, 0.75]
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason
 * if it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Thresholds> {
  return withBoundMethods(new Thresholds(await loadModule(thresholdsModule, options)));
}
