// SPDX-License-Identifier: Apache-2.0
//
// The entry point `fairwasm/thresholds`: the cost of equalizing groups with group-specific thresholds.
import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { requireOptions } from '../core/options.js';
import { getLength } from '../data/column.js';
import { RowGroups, requireRows } from '../data/condition.js';
import { requireColumns } from '../data/named-columns.js';
import { toWeights } from '../data/weights.js';
import { ScoreCurves } from './curves.js';
import { thresholdsModule, type Wasm } from './module.js';
import { getPositives, maxGroups, type ThresholdRows, toGroups } from './rows.js';

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

/** See {@link Thresholds.reweighing}. */
function reweighing(rows: Pick<ThresholdRows, 'label' | 'groups' | 'weight' | 'favorable'>): Float64Array {
  requireOptions('reweighing', rows, ['label', 'groups', 'weight', 'favorable']);
  requireColumns('groups', rows.groups);
  const columns = new RowGroups(rows.groups, getLength(rows.label, 'label'), maxGroups);
  const positive = getPositives(rows);
  const { group, groups } = toGroups(columns);
  requireRows('groups', group.length, positive.length);
  const own = toWeights(rows.weight, positive.length) ?? new Float64Array(positive.length).fill(1);
  const cells = new Float64Array(2 * groups.length);
  const getCell = (row: number) => 2 * (group[row] as number) + (positive[row] as number);
  own.forEach((weight, row) => {
    cells[getCell(row)] = (cells[getCell(row)] as number) + weight;
  });
  const outcomes = [0, 1].map((outcome) =>
    cells.reduce((sum, weight, cell) => (cell % 2 === outcome ? sum + weight : sum), 0),
  );
  const all = (outcomes[0] as number) + (outcomes[1] as number);
  const factors = cells.map((weight, cell) => {
    const ofGroup = weight + (cells[cell ^ 1] as number);
    return weight > 0 ? (ofGroup * (outcomes[cell % 2] as number)) / (all * weight) : 0;
  });
  return own.map((weight, row) => weight * (factors[getCell(row)] as number));
}
