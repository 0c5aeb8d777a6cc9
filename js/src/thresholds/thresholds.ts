// SPDX-License-Identifier: Apache-2.0
//
// The door of group thresholds: what it costs to equalize groups by giving each its own.

import { limitArguments } from '../core/arity.js';
import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { ScoreCurves } from './curves.js';
import { thresholdsModule, type Wasm } from './module.js';
import { reweighing } from './reweighing.js';
import type { ThresholdRows } from './rows.js';

/**
 * What {@link load} gives.
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
   * Scores by group, from rows or from counts of rows: all that thresholds can do follows from it.
   *
   * @throws FairwasmError `shapeMismatch` for columns of different lengths, `missingValue` or `invalidArgument` with the row
   *   for a label that is missing or a score that is no number, `tooLarge` for more than 1,000 groups.
   */
  curves(rows: ThresholdRows): ScoreCurves {
    return ScoreCurves.of(this.#wasm, rows);
  }

  /**
   * Weights under which outcome and group are independent, one for each row: n_g n_y / (n n_gy) for a row of group g with
   * outcome y, where n are sums of weights, times the row's own weight. They sum up to what the own weights do. A model
   * that is trained with them sees groups with equal shares of favorable outcomes, and needs no thresholds by group.
   *
   * Source: Kamiran and Calders: Data preprocessing techniques for classification without discrimination, 2012; AIF360's
   * `Reweighing`, for any number of groups.
   *
   * @throws FairwasmError as {@link curves}.
   */
  reweighing(rows: Parameters<typeof reweighing>[0]): Float64Array {
    return reweighing(rows);
  }
}

/**
 * Loads the WebAssembly of this door.
 *
 * @example
 * const thresholds = await load();
 * const sex = ['m', 'm', 'm', 'f', 'f', 'f'];
 * const weights = thresholds.reweighing({ label: [1, 1, 0, 1, 0, 0], groups: { sex } });
 * Array.from(weights); // [0.75, 0.75, 1.5, 1.5, 0.75, 0.75]
 *
 * @throws FairwasmError `loadFailed` where the file is not there or is not WebAssembly; the signal's reason
 *   where it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Thresholds> {
  return withBoundMethods(new Thresholds(await loadModule(thresholdsModule, options)));
}

limitArguments(Thresholds);
