// SPDX-License-Identifier: Apache-2.0
//
// ignite's Precision, Recall, and Fbeta: for the positive class, for every class, or averaged over classes.

import { invalid } from '../core/error.js';
import { requireBoolean, requireOneOf, shown } from '../core/options.js';
import type { BaseMetricOptions, Sum, Sums } from './base-metric.js';
import { ClassMetric } from './class-metrics.js';
import { type Outputs, predictedClass, type ReadOutputs, requireClass, requireValues } from './outputs.js';

/**
 * The way in which a metric is averaged over classes or labels. `false`: no average (binary outputs: only class 1).
 * `null`: no average (binary outputs: both classes). `macro` or `true`: the mean. `weighted`: the mean weighted by how
 * often each class occurs. `micro`: all counts together. `samples`, for multilabel outputs: the mean over rows.
 */
export type Average = boolean | null | 'macro' | 'micro' | 'weighted' | 'samples';

const averages = ['macro', 'micro', 'weighted', 'samples'] as const;

function requireAverage(average: Average): Exclude<Average, true> {
  if (average === true) return 'macro';
  return average === false || average === null ? average : requireOneOf('average', average, averages);
}

// As in ignite, 0/0 is 0: a class that was never predicted has no correct predictions.
const shareOrZero = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const mean = (values: readonly number[]) => total(values) / values.length;

function divideEach(parts: Sum, wholes: Sum): number | number[] {
  if (typeof parts === 'number') return shareOrZero(parts, wholes as number);
  const all = [wholes].flat();
  return parts.map((part, i) => shareOrZero(part as number, (all[i] ?? 0) as number));
}

// The classes or labels at one position of a row.
interface Marks {
  truth: number[];
  predicted: number[];
}

function marksAt(outputs: ReadOutputs, row: number, position: number): Marks {
  const { kind, categories, positions, y, yPred } = outputs;
  if (kind === 'multiclass') {
    const predicted = [predictedClass(outputs, row, position)];
    return { truth: [requireClass(outputs, row, position)], predicted };
  }
  if (kind === 'binary') {
    const place = row * positions + position;
    return { truth: [Number(y.data[place])], predicted: [Number(yPred.data[place])] };
  }
  const labels = Array.from({ length: categories }, (_, label) => label);
  const has = (data: ArrayLike<unknown>) =>
    labels.filter((label) => Number(data[(row * categories + label) * positions + position]));
  return { truth: has(y.data), predicted: has(yPred.data) };
}

/** Counts by class or label, and counts for each position. */
interface ClassCounts {
  correct: number[];
  predicted: number[];
  actual: number[];
  /** For each position: the number of correct, predicted, and actual labels. */
  samples: [correct: number, predicted: number, actual: number][];
}

function countClasses(outputs: ReadOutputs, rows: readonly number[]): ClassCounts {
  requireValues(outputs, rows);
  const none = () => new Array<number>(outputs.categories).fill(0);
  const counts: ClassCounts = { correct: none(), predicted: none(), actual: none(), samples: [] };
  const add = (to: number[], marks: readonly number[]) => {
    for (const mark of marks) to[mark] = (to[mark] as number) + 1;
  };
  for (const row of rows) {
    for (let position = 0; position < outputs.positions; position++) {
      const { truth, predicted } = marksAt(outputs, row, position);
      const right = truth.filter((mark) => predicted.includes(mark));
      add(counts.correct, right);
      add(counts.predicted, predicted);
      add(counts.actual, truth);
      counts.samples.push([right.length, predicted.length, truth.length]);
    }
  }
  return counts;
}

/**
 * The base class of {@link Precision} and {@link Recall}.
 *
 * @example
 * const recall = new Recall();
 * recall.update([[1, 1, 1, 0], [1, 0, 1, 1]]);
 * recall.compute(); // 0.666…
 */
export abstract class PrecisionOrRecall<Output> extends ClassMetric<number | number[], Output> {
  protected readonly average: Exclude<Average, true>;

  constructor(
    options: BaseMetricOptions<Output> & {
      /** The average to compute. Default: false. */
      average?: Average | undefined;
    } = {},
  ) {
    super(options, ['average']);
    this.average = requireAverage(options.average ?? (options.average === null ? null : false));
  }

  /** Index of the denominator: 1 for predicted positives, 2 for actual positives. */
  protected abstract readonly whole: 1 | 2;

  protected override noSums(): Sums {
    return { _numerator: 0, _denominator: 0, _weight: 0 };
  }

  protected override sumRows(outputs: ReadOutputs, rows: readonly number[]): Sums {
    const { average, whole } = this;
    if (average === 'samples' && outputs.kind !== 'multilabel') {
      throw invalid(
        'average',
        "another value, because 'samples' requires multilabel data (isMultilabel)",
        `'samples' for ${outputs.kind} outputs`,
      );
    }
    const { correct, predicted, actual, samples } = countClasses(outputs, rows);
    const wholes = whole === 1 ? predicted : actual;
    if (average === 'samples') {
      const shares = samples.map((sample) => shareOrZero(sample[0], sample[whole]));
      return { _numerator: total(shares), _denominator: samples.length, _weight: 0 };
    }
    if (average === 'micro') {
      return { _numerator: total(correct), _denominator: total(wholes), _weight: 0 };
    }
    if (average === false && outputs.kind === 'binary') {
      const [right = 0, of = 0] = [correct[1], wholes[1]];
      return { _numerator: right, _denominator: of, _weight: 0 };
    }
    return { _numerator: correct, _denominator: wholes, _weight: average === 'weighted' ? actual : 0 };
  }

  protected override valueFrom({ _numerator, _denominator, _weight }: Sums): number | number[] {
    const shares = divideEach(_numerator as Sum, _denominator as Sum);
    if (this.average === 'macro') return mean([shares].flat());
    if (this.average !== 'weighted') return shares;
    const weights = [_weight as Sum].flat() as number[];
    const weighted = weights.map((weight, i) => weight * ([shares].flat()[i] as number));
    return shareOrZero(total(weighted), total(weights));
  }
}

/**
 * TP / (TP + FP), in [0, 1]: the proportion of predictions of a class that are correct; 0 if it is never predicted.
 * See {@link Average} for the classes.
 *
 * @example
 * const precision = new Precision();
 * precision.update([[1, 1, 1, 0], [1, 0, 1, 1]]);
 * precision.compute(); // 0.666…
 */
export class Precision<Output = Outputs> extends PrecisionOrRecall<Output> {
  protected override readonly whole = 1;

  override clone(): Precision<unknown> {
    return new Precision<unknown>({ isMultilabel: this.isMultilabel, average: this.average });
  }
}

/**
 * TP / (TP + FN), in [0, 1]: the proportion of a class that is predicted correctly; 0 if it never occurs. See
 * {@link Average} for the classes.
 *
 * @example
 * const recall = new Recall({ average: 'macro' });
 * recall.update([[1, 1, 0, 0], [1, 0, 0, 0]]);
 * recall.compute(); // 0.833…
 */
export class Recall<Output = Outputs> extends PrecisionOrRecall<Output> {
  protected override readonly whole = 2;

  override clone(): Recall<unknown> {
    return new Recall<unknown>({ isMultilabel: this.isMultilabel, average: this.average });
  }
}

/**
 * (1 + beta²) precision recall / (beta² precision + recall), in [0, 1]; 0 if both are 0. Its state is specific to
 * this library: ignite's Fbeta stores the states of a Precision and a Recall.
 *
 * @example
 * const f1 = new Fbeta(1, { average: false });
 * f1.update([[1, 1, 0, 0], [1, 0, 1, 0]]);
 * f1.compute(); // 0.5
 */
export class Fbeta<Output = Outputs> extends ClassMetric<number | number[], Output> {
  readonly #beta: number;
  readonly #average: boolean;

  /** @throws FairwasmError `invalidArgument` unless beta is positive. */
  constructor(
    beta: number,
    options: BaseMetricOptions<Output> & {
      /** True for the mean over the classes; false for each class (binary outputs: only class 1). Default: true. */
      average?: boolean | undefined;
    } = {},
  ) {
    super(options, ['average']);
    if (!(typeof beta === 'number' && beta > 0)) {
      throw invalid('beta', 'a number above 0', shown(beta));
    }
    this.#beta = beta;
    this.#average = requireBoolean('average', options.average ?? true);
  }

  override clone(): Fbeta<unknown> {
    const options = { isMultilabel: this.isMultilabel, average: this.#average };
    return new Fbeta<unknown>(this.#beta, options);
  }

  protected override noSums(): Sums {
    return { _true_positives: 0, _predicted_positives: 0, _actual_positives: 0 };
  }

  protected override sumRows(outputs: ReadOutputs, rows: readonly number[]): Sums {
    const { correct, predicted, actual } = countClasses(outputs, rows);
    const pick = (counts: number[]) => (outputs.kind === 'binary' ? [counts[1] as number] : counts);
    return { _true_positives: pick(correct), _predicted_positives: pick(predicted), _actual_positives: pick(actual) };
  }

  protected override valueFrom(sums: Sums): number | number[] {
    const { _true_positives, _predicted_positives, _actual_positives } = sums;
    const precisions = [divideEach(_true_positives as Sum, _predicted_positives as Sum)].flat();
    const recalls = [divideEach(_true_positives as Sum, _actual_positives as Sum)].flat();
    const square = this.#beta ** 2;
    const scores = precisions.map((precision, i) => {
      const recall = recalls[i] as number;
      return shareOrZero((1 + square) * precision * recall, square * precision + recall);
    });
    if (this.#average) return mean(scores);
    return scores.length === 1 ? (scores[0] as number) : scores;
  }
}
