// SPDX-License-Identifier: Apache-2.0
//
// Metrics of groups in a ranking, and of its quality, as in AIF360's RegressionDatasetMetric.

import { type FairwasmError, invalid } from '../core/error.js';
import { requireOptions, shown } from '../core/options.js';
import { getLength, type NumberColumn, toNumbers } from '../data/column.js';
import type { DatasetInput } from '../data/condition.js';
import { requireColumns } from '../data/named-columns.js';
import { RowMetric } from '../data/row-metric.js';
import { loadedRows, type Wasm } from '../individual/module.js';

/** A ranking: rows in their order, best first. */
export interface RegressionDatasetInput extends DatasetInput {
  /** Scores for the ranking. They are scaled to [0, 1] by their smallest and largest value, as in AIF360. */
  score: NumberColumn;
}

const comparedOptions = ['groups', 'unprivileged', 'privileged', 'weight'];

/**
 * Metrics of a ranking. Create one with `aif360.regressionDatasetMetric(…)`. Weights apply only to
 * numInstances.
 *
 * @example
 * const ranking = (await load()).regressionDatasetMetric({
 *   score: [0.9, 0.8, 0.6, 0.4, 0.1], // best first
 *   groups: { sex: ['m', 'm', 'm', 'f', 'f'] },
 * });
 * ranking.infeasibleIndex({ f: 0.5, m: 0.5 }); // { "index": 3, "positions": [1, 2, 3] }
 */
export class RegressionDatasetMetric extends RowMetric {
  readonly #wasm: Wasm;
  /** The scores, scaled to [0, 1]; all 0 if they are equal. */
  readonly scores: Float64Array;

  /**
   * Requires `await load()` first. Throws `invalidArgument` or `shapeMismatch` for columns that do not fit
   * together.
   */
  constructor(input: RegressionDatasetInput);
  /** @internal */
  constructor(input: RegressionDatasetInput, wasm: Wasm);
  constructor(input: RegressionDatasetInput, module?: Wasm) {
    const wasm = loadedRows.of(module);
    requireOptions('regressionDatasetMetric', input, [...comparedOptions, 'score']);
    requireColumns('groups', input.groups);
    super(input, getLength(input.score, 'score'));
    this.#wasm = wasm;
    this.scores = scaled(toNumbers(input.score, 'score'));
  }

  /**
   * Returns the number of groups, over every prefix of 1 … r - 1 rows, that have fewer rows in it than
   * floor(targetProportions[group] * rows of the prefix); groups are the categories of the first attribute.
   * Default of `r`: the number of rows. As in AIF360, the prefix of r rows itself is ignored, and beyond the
   * last row only the target grows; with r <= 1 there is no violation.
   *
   * Source: Yang and Stoyanovich: Measuring Fairness in Ranked Outputs, 2017.
   *
   * @throws FairwasmError `invalidArgument` if the groups of `targetProportions` are not those that
   *   occur, or `r` is not a whole number.
   */
  infeasibleIndex(
    targetProportions: Readonly<Record<string, number>>,
    r: number = this.scores.length,
  ): {
    /** Number of violations over all prefixes and groups. */
    index: number;
    /** Zero-based positions at which a prefix with a violation ends. */
    positions: number[];
  } {
    const [attribute] = this.rowGroups.attributes;
    const { codes, categories } = this.rowGroups.column(attribute ?? 'none');
    const given = Object.keys(targetProportions ?? {});
    const isComplete = given.length === categories.length && given.every((k) => categories.includes(k));
    if (!isComplete) {
      throw invalid(
        'targetProportions',
        `the existing groups: ${[...categories].sort().join(', ')}`,
        given.sort().join(', ') || 'none',
      );
    }
    const shares = Float64Array.from(categories, (name) => targetProportions[name] as number);
    const length = Math.max(0, requireWhole(r));
    return this.#wasm.infeasibleIndex(Uint32Array.from(codes), shares, length);
  }

  /**
   * Returns sum score_k / log2(k + 2) over the first `r` rows, k from 0; all rows by default. With
   * `normalized`, divided by the same sum over the `r` largest scores of `fullDataset`; NaN if those are all
   * 0 or r is 0. In [0, inf).
   *
   * Source: Järvelin and Kekäläinen: Cumulated Gain-Based Evaluation of IR Techniques, 2002.
   *
   * @throws FairwasmError `invalidArgument` for r < 0, or `normalized` without `fullDataset`.
   */
  discountedCumGain(options: { r?: number; normalized?: boolean; fullDataset?: RegressionDatasetMetric } = {}): number {
    requireOptions('discountedCumGain', options, ['r', 'normalized', 'fullDataset']);
    const { r = this.scores.length, normalized = false, fullDataset } = options;
    if (requireWhole(r) < 0) throw badLength('0 or more', r);
    const gain = this.#wasm.discountedCumulativeGain(this.scores, r);
    if (!normalized) return gain;
    if (!(fullDataset instanceof RegressionDatasetMetric)) {
      throw invalid(
        'fullDataset',
        'the metric of the full data set, by which to normalize',
        fullDataset === undefined ? 'none' : typeof fullDataset,
      );
    }
    const best = fullDataset.scores.toSorted().reverse();
    return gain / this.#wasm.discountedCumulativeGain(best, r);
  }
}

function badLength(expected: string, r: number): FairwasmError {
  return invalid('r', expected, shown(r));
}

function requireWhole(r: number): number {
  if (Number.isInteger(r) && r < 2 ** 32) return r;
  throw badLength('a whole number', r);
}

function scaled(scores: Float64Array): Float64Array {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    low = Math.min(low, score);
    high = Math.max(high, score);
  }
  const range = high === low ? 1 : high - low;
  return scores.map((score) => (score - low) / range);
}
