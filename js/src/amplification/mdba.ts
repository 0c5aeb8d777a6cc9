// SPDX-License-Identifier: Apache-2.0
//
// MDBA: bias amplification over combinations of tasks, as in Zhao, Andrews and Xiang, Men Also Do
// Laundry: Multi-Attribute Bias Amplification, 2023.

import { limitArguments } from '../core/arity.js';
import { type Estimate, estimate } from '../core/estimate.js';
import { inSlices, type RunOptions } from '../core/long-run.js';
import { requireOneOf, requireWhole } from '../core/options.js';
import type { CombinationRun } from '../wasm/amplification.js';
import type { Cooccurrence } from './cooccurrence.js';
import { type CheckedOptions, type DrawOptions, drawOptions } from './draws.js';
import {
  type Bidirectional,
  bothDirections,
  CooccurrenceMetric,
  type CooccurrenceMetricOptions,
  type Direction,
  type Matrix,
  namesOf,
} from './metric.js';

export interface MDBAOptions extends CooccurrenceMetricOptions {
  /** The smallest combinations to look at: this many tasks, 1 or more. 1 if left out. */
  minSize?: number | undefined;
  /** The largest combinations to look at. Default: any size. */
  maxSize?: number | undefined;
  /** More combinations that occur than this are refused. 2^20 if left out. */
  maxCombinations?: number | undefined;
}

/** What one combination of labels and the label it goes with add to the value. */
export interface CombinationAmplification {
  /** The attribute, or the task for `TtoA`. */
  from: string;
  /** The tasks, or the attributes for `TtoA`. */
  combination: readonly string[];
  /** y Δ, signed: above 0 where predictions are more biased than the truth. */
  change: number;
  /** |change| over the number of terms: its part in the value. */
  contribution: number;
  /** Rows with the combination, rows with `from`, with both, and with `from` and the prediction. */
  counts: { rows: number; from: number; together: number; predicted: number };
}

/**
 * Bias amplification over combinations: the value is the mean of the absolute changes. Chance makes it larger
 * than 0 even where nothing is amplified: `pValue` and `ci` say what is left beyond that, and where the
 * predictions amplify nothing the interval holds 0 as often as it promises.
 */
export interface MultiBiasAmplification extends Estimate {
  direction: Direction;
  /**
   * What the value comes to by chance alone: its mean over data in which truth and prediction of each row
   * are exchanged at random. Left out without draws.
   */
  byChance?: number;
  /** The variance of the signed changes (unbiased). */
  variance: Estimate;
  /** How many changes there are, one for each combination and label it goes with. */
  terms: number;
  /** How many combinations occur. */
  combinations: number;
  /** The twenty largest changes, largest first. */
  largest: readonly CombinationAmplification[];
}

/** Which combinations occur in the truth. */
export interface CombinationStats {
  totalCombinations: number;
  /** By size: how many there are. */
  bySize: Readonly<Record<number, number>>;
  /** By size: the first five in the order of the labels. */
  examples: Readonly<Record<number, readonly (readonly string[])[]>>;
}

// So much work is done before the clock is looked at: combinations times words of 64 rows.
const wordsPerStep = 1 << 19;

/**
 * Multi-attribute bias amplification: over every combination of tasks that occurs in the truth.
 *
 * @example
 * const counts = (await load()).cooccurrence({ taskPrediction: true });
 * const task = [[1, 1], [1, 0], [0, 1], [0, 0]]; // which of two objects are in the picture
 * const taskPrediction = [[1, 1], [1, 1], [0, 0], [0, 0]];
 * counts.update({ attribute: ['f', 'f', 'm', 'm'], task, taskPrediction });
 * const { value } = await new MDBA(counts).computeBiasAmp();
 * value; // 0.25
 */
export class MDBA extends CooccurrenceMetric {
  readonly minSize: number;
  readonly maxSize: number | undefined;
  readonly maxCombinations: number;

  /** @throws FairwasmError `invalidArgument` for sizes that are not whole numbers of 1 or more. */
  constructor(counts: Cooccurrence, options: MDBAOptions = {}, ...surplus: never[]) {
    super(counts, options, ...surplus);
    this.minSize = requireWhole('minSize', options.minSize ?? 1, 1);
    this.maxSize =
      options.maxSize === undefined ? undefined : requireWhole('maxSize', options.maxSize, 1);
    this.maxCombinations = requireWhole('maxCombinations', options.maxCombinations ?? 2 ** 20, 1);
  }

  /** @internal */
  protected override customOptions(): readonly string[] {
    return ['minSize', 'maxSize', 'maxCombinations'];
  }

  /** For single tasks: 1 where a pair stands together more often than by chance, else 0. */
  checkBias(direction: Direction = 'AtoT'): Matrix {
    requireOneOf('direction', direction, ['AtoT', 'TtoA']);
    const signs = this.referenceMatrix(direction, 'correlations');
    return signs.map((row) => row.map((sign) => (sign > 0 ? 1 : 0)));
  }

  /**
   * The mean of |y Δ| over all combinations m of tasks that occur and all attributes a with rows, and
   * the variance of y Δ: Δ(a, m) = P(m̂ | a) - P(m | a), y = 1 where P(a, m) > P(a) P(m), else -1.
   * `paper`: P(m | a) = n(a, m) / n(a). `bias_amplification`: 1 where n(a, m) > 0, else 0, which is
   * what its code comes to; its value only says how many pairs appear or vanish.
   *
   * The value lies between 0 and 1. Where no combination of the sizes occurs, value and variance are 0,
   * like in the package, and a reason says so; with a single term the variance is NaN.
   *
   * `draws` are data in which truth and prediction are exchanged, row by row, with a probability of one half:
   * as good as the given ones if predictions amplify nothing. `pValue` is the share of them, the given ones
   * included, whose value is as large; `ci` goes as far to either side of the value, between 0 and 1, as
   * the value of one of them reaches at most, at the confidence asked for.
   *
   * @throws FairwasmError `tooLarge` with an estimate where too many combinations occur, `invalidState`
   *   without rows, attributes, tasks or predicted tasks.
   */
  computeBiasAmp(options: DrawOptions = {}): Promise<MultiBiasAmplification> {
    return this.#amplification('AtoT', options);
  }

  /** Both directions: `TtoA` looks at combinations of attributes, given each task. */
  computeBiasAmpBidirectional(
    options: DrawOptions = {},
  ): Promise<Bidirectional<MultiBiasAmplification>> {
    return bothDirections((direction, half) => this.#amplification(direction, half), options);
  }

  /** The combinations of tasks that occur in the truth. Throws like {@link computeBiasAmp}. */
  async getAttributeCombinationStats(options: RunOptions = {}): Promise<CombinationStats> {
    const run = this.#run('AtoT', false, false);
    try {
      await inSlices(this.#stepsOf(run), options);
      const { combinations, bySize } = run.result();
      const tasks = this.counts.tasks;
      const names = (places: number[]) => places.map((place) => tasks[place] as string);
      return {
        totalCombinations: combinations,
        bySize: Object.fromEntries(bySize.map(({ size, count }) => [size, count])),
        examples: Object.fromEntries(
          bySize.map(({ size, examples }) => [size, examples.map(names)]),
        ),
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

  // A step of the walk, which returns the share that is done, and 1 only at its end.
  #stepsOf(run: CombinationRun): () => number {
    const words = Math.ceil(this.counts.rows / 64);
    const combinations = Math.max(1, Math.floor(wordsPerStep / words));
    return () => (run.advance(combinations) ? 1 : Math.min(run.progress(), 1 - Number.EPSILON));
  }

  async #amplification(
    direction: Direction,
    options: DrawOptions,
  ): Promise<MultiBiasAmplification> {
    const checked = drawOptions(options);
    const { draws } = checked;
    const names = namesOf(this.counts, direction);
    // Both are made before anything is awaited: what is counted later does not mix in.
    const run = this.#run(direction, true, false);
    let exchanged: CombinationRun | undefined;
    try {
      exchanged = draws > 0 ? this.#run(direction, true, true) : undefined;
      await inSlices(this.#stepsOf(run), {
        ...checked,
        onProgress: (done) => checked.onProgress?.(done / (1 + draws)),
      });
      const result = run.result();
      const drawn = await this.#byChance(exchanged, checked);
      const reason = 'no combination of these sizes occurs';
      const { byChance, extras } = besideChance(result.mean, drawn, checked.confidence);
      return {
        ...estimate(result.mean, () => reason, result.terms === 0 ? {} : extras),
        ...(result.terms === 0 ? { reason } : byChance !== undefined && { byChance }),
        direction,
        variance: estimate(result.variance, () => 'there is only one term'),
        terms: result.terms,
        combinations: result.combinations,
        largest: result.largest.map(({ from, combination, change, rows, fromRows, ...counts }) => ({
          from: names.from[from] as string,
          combination: combination.map((place) => names.to[place] as string),
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

  // The value in data that amplify nothing, draw by draw.
  async #byChance(
    exchanged: CombinationRun | undefined,
    options: CheckedOptions,
  ): Promise<number[]> {
    const { draws, seed } = options;
    const values: number[] = [];
    if (!exchanged) return values;
    const step = this.#stepsOf(exchanged);
    exchanged.exchange(seed, 0);
    const advance = () => {
      const done = step();
      if (done < 1) return (values.length + done) / draws;
      values.push(exchanged.result().mean);
      if (values.length < draws) exchanged.exchange(seed, values.length);
      return values.length / draws;
    };
    await inSlices(advance, {
      ...options,
      onProgress: (done) => options.onProgress?.((1 + done * draws) / (1 + draws)),
    });
    return values;
  }
}

/**
 * What chance alone says about a value between 0 and 1 that noise can only make larger: true and estimated
 * value differ by no more than the noise itself amounts to, |mean |d^| - mean |d|| <= mean |d^ - d|.
 */
function besideChance(value: number, byChance: readonly number[], confidence: number) {
  if (byChance.length === 0) return {};
  const ascending = [...byChance].sort((a, b) => a - b);
  const asLarge = ascending.filter((drawn) => drawn >= value).length;
  const margin = ascending[Math.ceil(confidence * (ascending.length + 1)) - 1] ?? 1;
  const ci: [number, number] = [Math.max(0, value - margin), Math.min(1, value + margin)];
  const pValue = (1 + asLarge) / (1 + ascending.length);
  const mean = ascending.reduce((sum, drawn) => sum + drawn, 0) / ascending.length;
  return { byChance: mean, extras: { ci, pValue } };
}

limitArguments(MDBA, {
  checkBias: 1,
  computeBiasAmp: 1,
  computeBiasAmpBidirectional: 1,
  getAttributeCombinationStats: 1,
});
