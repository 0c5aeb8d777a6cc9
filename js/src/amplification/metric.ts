// SPDX-License-Identifier: Apache-2.0
//
// The common base of the co-occurrence metrics: marginal, joint, and conditional probabilities of attributes and
// tasks, all from one accumulator.

import { invalid } from '../core/error.js';
import { getCompanion } from '../core/handle.js';
import { reportDone } from '../core/long-run.js';
import { requireOneOf, requireOptions, shown } from '../core/options.js';
import type { Direction } from '../metrics/amplification.js';
import { Cooccurrence, labelKinds } from './cooccurrence.js';
import type { DrawOptions } from './draws.js';

/** The definition to use: that of the metric's paper, or that of the Python package. */
export type AmplificationDefinition = 'paper' | 'bias_amplification';

export interface CooccurrenceMetricOptions {
  /**
   * `paper`: as published; 0/0 is undefined and excluded from means. `bias_amplification`: as computed by the Python
   * package of that name, for comparison. Default: `paper`.
   */
  definition?: 'paper' | 'bias_amplification' | undefined;
  /**
   * Rows of the training set, which determine the biased pairs or their direction. Default: the true labels of the
   * counted rows. Intervals do not resample training rows.
   */
  train?: Cooccurrence | undefined;
}

/** Which labels to use, true or predicted. Default: true. */
export interface LabelChoice {
  attribute?: 'true' | 'predicted' | undefined;
  task?: 'true' | 'predicted' | undefined;
}

/**
 * The base class of {@link BA_MALS}, {@link DBA}, and {@link MDBA}.
 *
 * @example
 * const counts = (await load()).cooccurrence({ taskPrediction: true });
 * counts.update({
 *   attribute: ['f', 'f', 'm', 'm'],
 *   task: ['cooks', 'cooks', 'cooks', 'rides'],
 *   taskPrediction: ['cooks', 'cooks', 'rides', 'rides'],
 * });
 * new DBA(counts).computePairProbs(); // [[0.5, 0], [0.25, 0.25]]
 */
export abstract class CooccurrenceMetric {
  /** The counts that the metric is computed from. */
  readonly counts: Cooccurrence;
  readonly definition: NonNullable<CooccurrenceMetricOptions['definition']>;
  readonly train: Cooccurrence | undefined;

  constructor(counts: Cooccurrence, options: CooccurrenceMetricOptions = {}) {
    this.counts = requireCounts(counts);
    requireOptions('options', options, ['definition', 'train', ...this.customOptions()]);
    const { definition = 'paper' } = options;
    this.definition = requireOneOf('definition', definition, ['paper', 'bias_amplification']);
    this.train = requireTrain(counts, options.train);
  }

  /** @internal Returns the names of the options that only this metric has. */
  protected customOptions(): readonly string[] {
    return [];
  }

  /** Returns P(a, t) = n(a, t) / n, attributes x tasks, each between 0 and 1. */
  computePairProbs(choice: LabelChoice = {}): number[][] {
    return this.pairMatrix(choice, 'pairProbs');
  }

  /** Returns the proportion of rows that have each label: the column means of a label matrix. */
  computeProbs(labels: 'attribute' | 'task' | 'attributePrediction' | 'taskPrediction'): number[] {
    requireOneOf('labels', labels, labelKinds);
    const totals = this.counts.wasm.labelTotals(this.counts.handle, labels);
    return Array.from(totals, (total) => total / this.counts.weight);
  }

  /**
   * Returns P(a | t), attributes x tasks, each between 0 and 1. With `paper`, n(a, t) / n(t), or NaN for a task
   * without rows. With `bias_amplification`, n(a, t) divided by the sum of the column, which is equal only if every
   * row has exactly one attribute; 0/0 is 0.
   */
  computeAgivenT(choice: LabelChoice = {}): number[][] {
    return this.pairMatrix(choice, 'fromGivenTo');
  }

  /**
   * Returns P(t | a), attributes x tasks, each between 0 and 1. With `paper`, n(a, t) / n(a), or NaN for an attribute
   * without rows. With `bias_amplification`, n(a, t) divided by the sum of the row, which is equal only if every row
   * has exactly one task; 0/0 is 0.
   */
  computeTgivenA(choice: LabelChoice = {}): number[][] {
    return this.pairMatrix(choice, 'toGivenFrom');
  }

  /** @internal */
  protected pairMatrix(
    choice: LabelChoice,
    matrix: 'pairProbs' | 'toGivenFrom' | 'fromGivenTo' | 'biasScores',
  ): number[][] {
    requireOptions('labels', choice, ['attribute', 'task']);
    const { attribute = 'true', task = 'true' } = choice;
    requireOneOf('attribute', attribute, ['true', 'predicted']);
    requireOneOf('task', task, ['true', 'predicted']);
    const values = this.counts.wasm.pairMatrix(
      this.counts.handle,
      attribute === 'true' ? 'attribute' : 'attributePrediction',
      task === 'true' ? 'task' : 'taskPrediction',
      matrix,
      this.definition,
    );
    return toMatrix(values, this.counts.attributes.length);
  }

  /** @internal */
  protected referenceMatrix(direction: Direction, matrix: 'biasedPairs' | 'correlations'): number[][] {
    const values = this.counts.wasm.referenceMatrix(
      this.counts.handle,
      this.train?.handle ?? null,
      direction,
      matrix,
      this.definition,
    );
    return toMatrix(values, getNames(this.counts, direction).from.length);
  }
}

/** @internal Returns `counts`, or throws if it is not a {@link Cooccurrence}. */
export function requireCounts(counts: Cooccurrence): Cooccurrence {
  if (counts instanceof Cooccurrence) return counts;
  throw invalid('counts', 'a Cooccurrence, such as the result of amplification.cooccurrence()', shown(counts));
}

/** @internal Returns `train`, or throws if it cannot be compared with `counts`. */
export function requireTrain(counts: Cooccurrence, train: Cooccurrence | undefined) {
  if (train) getCompanion(counts.handle, train, Cooccurrence, 'train', 'a Cooccurrence');
  return train;
}

/** Computes both directions; each accounts for half of the progress. */
export async function bothDirections<T>(
  compute: (direction: Direction, options: DrawOptions) => Promise<T>,
  options: DrawOptions,
): Promise<Record<Direction, T>> {
  const done = { AtoT: 0, TtoA: 0 };
  const start = (direction: Direction) =>
    compute(direction, {
      ...options,
      onProgress: (progress) => {
        done[direction] = progress.done;
        reportDone(options, (done.AtoT + done.TtoA) / 2);
      },
    });
  const [AtoT, TtoA] = await Promise.all([start('AtoT'), start('TtoA')]);
  return { AtoT, TtoA };
}

/** Returns the names on both sides of a direction. */
export function getNames({ attributes, tasks }: Cooccurrence, direction: Direction) {
  return direction === 'AtoT' ? { from: attributes, to: tasks } : { from: tasks, to: attributes };
}

/** Converts row-major values to an array for each row. */
export function toMatrix(values: ArrayLike<number>, rows: number): number[][] {
  const width = values.length / rows;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: width }, (_, column) => values[row * width + column] as number),
  );
}
