// SPDX-License-Identifier: Apache-2.0
//
// MDBA: bias amplification over combinations of tasks, as in Zhao, Andrews, and Xiang, Men Also Do Laundry:
// Multi-Attribute Bias Amplification, 2023.

import { type Estimate, estimate } from '../core/estimate.js';
import { inSlices, partOfRun, type RunOptions } from '../core/long-run.js';
import { requireOneOf, requireWhole } from '../core/options.js';
import type { Direction } from '../metrics/amplification.js';
import type { CombinationRun } from '../wasm/amplification.js';
import type { Cooccurrence } from './cooccurrence.js';
import { type CheckedDrawOptions, type DrawOptions, drawOptions } from './draws.js';
import { bothDirections, CooccurrenceMetric, type CooccurrenceMetricOptions, getNames } from './metric.js';

export interface MDBAOptions extends CooccurrenceMetricOptions {
  /** Minimum number of tasks in a combination, at least 1. Default: 1. */
  minSize?: number | undefined;
  /** Maximum number of tasks in a combination. Default: unlimited. */
  maxSize?: number | undefined;
  /** Maximum number of combinations; `tooLarge` is thrown beyond it. Default: 2^20. */
  maxCombinations?: number | undefined;
}

/**
 * Bias amplification over combinations: the mean of the absolute changes. Chance makes it positive even if nothing is
 * amplified; use `pValue` and `ci` to judge the rest. If the predictions amplify nothing, the interval contains 0
 * with at least the given confidence.
 */
export interface MultiBiasAmplification extends Estimate {
  direction: Direction;
  /**
   * Mean of the value under chance: over data in which the label and the prediction of each row are randomly swapped.
   * Omitted without draws.
   */
  byChance?: number;
  /** The variance of the signed changes (unbiased). */
  variance: Estimate;
  /** Number of changes: one for each combination and label on the other side. */
  terms: number;
  /** Number of combinations that occur. */
  combinations: number;
  /** The twenty largest changes, largest first. */
  largest: readonly {
    /** The attribute, or the task for `TtoA`. */
    from: string;
    /** The tasks, or the attributes for `TtoA`. */
    combination: readonly string[];
    /** y Δ, signed: positive if predictions are more biased than the labels. */
    change: number;
    /** Contribution to the value: the absolute value of `change`, divided by the number of terms. */
    contribution: number;
    /** Number of rows with the combination, with `from`, with both, and with `from` and the predicted combination. */
    counts: { rows: number; from: number; together: number; predicted: number };
  }[];
}

// Work per step before the clock is checked: combinations times words of 64 rows.
const wordsPerStep = 1 << 19;

/**
 * Multi-attribute bias amplification: over every combination of tasks that occurs in the labels.
 *
 * @example
 * const counts = (await load()).cooccurrence({ taskPrediction: true });
 * const task = [[1, 1], [1, 0], [0, 1], [0, 0]]; // which of two objects are in the image
 * const taskPrediction = [[1, 1], [1, 1], [0, 0], [0, 0]];
 * counts.update({ attribute: ['f', 'f', 'm', 'm'], task, taskPrediction });
 * const { value } = await new MDBA(counts).computeBiasAmp();
 * value; // 0.25
 */
export class MDBA extends CooccurrenceMetric {
  readonly minSize: number;
  readonly maxSize: number | undefined;
  readonly maxCombinations: number;

  /** @throws FairwasmError `invalidArgument` for sizes that are not positive integers. */
  constructor(
    counts: Cooccurrence,
    options: CooccurrenceMetricOptions & {
      /** Minimum number of tasks in a combination, at least 1. Default: 1. */
      minSize?: number | undefined;
      /** Maximum number of tasks in a combination. Default: unlimited. */
      maxSize?: number | undefined;
      /** Maximum number of combinations; `tooLarge` is thrown beyond it. Default: 2^20. */
      maxCombinations?: number | undefined;
    } = {},
  ) {
    super(counts, options);
    this.minSize = requireWhole('minSize', options.minSize ?? 1, 1);
    this.maxSize = options.maxSize === undefined ? undefined : requireWhole('maxSize', options.maxSize, 1);
    this.maxCombinations = requireWhole('maxCombinations', options.maxCombinations ?? 2 ** 20, 1);
  }

  /** @internal */
  protected override customOptions(): readonly string[] {
    return ['minSize', 'maxSize', 'maxCombinations'];
  }

  /** Returns, for single tasks, 1 if a pair occurs more often than by chance, otherwise 0. */
  checkBias(direction: Direction = 'AtoT'): number[][] {
    requireOneOf('direction', direction, ['AtoT', 'TtoA']);
    const signs = this.referenceMatrix(direction, 'correlations');
    return signs.map((row) => row.map((sign) => (sign > 0 ? 1 : 0)));
  }

  /**
   * Returns the mean of |y Δ| over all combinations m of tasks that occur and all attributes a with rows, and the
   * variance of y Δ. Δ(a, m) = P(m̂ | a) - P(m | a); y = 1 if P(a, m) > P(a) P(m), otherwise -1. With `paper`, P(m |
   * a) = n(a, m) / n(a). With `bias_amplification`, it is 1 if n(a, m) > 0, otherwise 0, which is what that package's
   * code computes: its value only counts the pairs that appear or disappear.
   *
   * The value is between 0 and 1. If no combination of these sizes occurs, value and variance are 0, as in the
   * package, and a reason is given; with a single term the variance is NaN.
   *
   * In each draw, the label and the prediction of each row are swapped with probability one half, which changes
   * nothing if predictions amplify nothing. `pValue` is the proportion of draws, including the given data, whose
   * value is at least as large. `ci` extends the value on both sides by the quantile of the draws' values at the
   * given confidence, limited to [0, 1].
   *
   * @throws FairwasmError `tooLarge` with an estimate if too many combinations occur, `invalidState` without rows,
   *   attributes, tasks, or predicted tasks.
   */
  computeBiasAmp(options: DrawOptions = {}): Promise<MultiBiasAmplification> {
    return this.#amplification('AtoT', options);
  }

  /** Returns both directions. `TtoA` uses combinations of attributes, given each task. */
  computeBiasAmpBidirectional(options: DrawOptions = {}): Promise<Record<Direction, MultiBiasAmplification>> {
    return bothDirections((direction, half) => this.#amplification(direction, half), options);
  }

  /** Returns the combinations of tasks that occur in the labels. Throws like {@link computeBiasAmp}. */
  async getAttributeCombinationStats(options: RunOptions = {}): Promise<{
    totalCombinations: number;
    /** Number of combinations by size. */
    bySize: Readonly<Record<number, number>>;
    /** The first five combinations of each size, in label order. */
    examples: Readonly<Record<number, readonly (readonly string[])[]>>;
  }> {
    const run = this.#run('AtoT', false, false);
    try {
      await inSlices(this.#toSteps(run), options);
      const { combinations, bySize } = run.result();
      const tasks = this.counts.tasks;
      const names = (indices: number[]) => indices.map((index) => tasks[index] as string);
      return {
        totalCombinations: combinations,
        bySize: Object.fromEntries(bySize.map(({ size, count }) => [size, count])),
        examples: Object.fromEntries(bySize.map(({ size, examples }) => [size, examples.map(names)])),
      };
    } finally {
      run.delete();
    }
  }

  #run(direction: Direction, predictions: boolean, exchanging: boolean): CombinationRun {
    return new this.counts.wasm.CombinationRun(this.counts.handle, this.train?.handle ?? null, {
      direction,
      definition: this.definition,
      minSize: this.minSize,
      maxSize: this.maxSize ?? 0,
      maxCombinations: this.maxCombinations,
      predictions,
      exchanging,
    });
  }

  // Returns a step function, which returns the completed fraction, and 1 only at the end.
  #toSteps(run: CombinationRun): () => number {
    const words = Math.ceil(this.counts.rows / 64);
    const combinations = Math.max(1, Math.floor(wordsPerStep / words));
    return () => (run.advance(combinations) ? 1 : Math.min(run.progress(), 1 - Number.EPSILON));
  }

  async #amplification(direction: Direction, options: DrawOptions): Promise<MultiBiasAmplification> {
    const checked = drawOptions(options);
    const { draws } = checked;
    const names = getNames(this.counts, direction);
    // Both runs are created before the first await, so that rows added later are not included.
    const run = this.#run(direction, true, false);
    let exchanged: CombinationRun | undefined;
    try {
      exchanged = draws > 0 ? this.#run(direction, true, true) : undefined;
      await inSlices(this.#toSteps(run), partOfRun(checked, 0, 1 / (1 + draws)));
      const result = run.result();
      const drawn = await this.#byChance(exchanged, checked);
      const reason = 'no combination of these sizes occurs';
      const { byChance, extras } = compareWithChance(result.mean, drawn, checked.confidence);
      return {
        ...estimate(result.mean, () => reason, result.terms === 0 ? {} : extras),
        ...(result.terms === 0 ? { reason } : byChance !== undefined && { byChance }),
        direction,
        variance: estimate(result.variance, () => 'there is only one term'),
        terms: result.terms,
        combinations: result.combinations,
        largest: result.largest.map(({ from, combination, change, rows, fromRows, ...counts }) => ({
          from: names.from[from] as string,
          combination: combination.map((index) => names.to[index] as string),
          change,
          contribution: Math.abs(change) / result.terms,
          counts: { rows, from: fromRows, ...counts },
        })),
      };
    } finally {
      run.delete();
      exchanged?.delete();
    }
  }

  // Computes the value for data without amplification, draw by draw.
  async #byChance(exchanged: CombinationRun | undefined, options: CheckedDrawOptions): Promise<number[]> {
    const { draws, seed } = options;
    const values: number[] = [];
    if (!exchanged) return values;
    const step = this.#toSteps(exchanged);
    exchanged.exchange(seed, 0);
    const advance = () => {
      const done = step();
      if (done < 1) return (values.length + done) / draws;
      values.push(exchanged.result().mean);
      if (values.length < draws) exchanged.exchange(seed, values.length);
      return values.length / draws;
    };
    await inSlices(advance, partOfRun(options, 1 / (1 + draws), 1));
    return values;
  }
}

/**
 * Returns the results by chance alone for a value between 0 and 1 that noise can only increase. True and estimated
 * value differ by at most the noise itself: |mean |d^| - mean |d|| <= mean |d^ - d|.
 */
function compareWithChance(value: number, byChance: readonly number[], confidence: number) {
  if (byChance.length === 0) return {};
  const ascending = [...byChance].sort((a, b) => a - b);
  const asLarge = ascending.filter((drawn) => drawn >= value).length;
  const margin = ascending[Math.ceil(confidence * (ascending.length + 1)) - 1] ?? 1;
  const ci: [number, number] = [Math.max(0, value - margin), Math.min(1, value + margin)];
  const pValue = (1 + asLarge) / (1 + ascending.length);
  const mean = ascending.reduce((sum, drawn) => sum + drawn, 0) / ascending.length;
  return { byChance: mean, extras: { ci, pValue } };
}
