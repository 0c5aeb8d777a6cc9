// SPDX-License-Identifier: Apache-2.0
//
// What the co-occurrence metrics have in common: probabilities of attributes and tasks, alone, together
// and given each other, all from one accumulator.

import { invalid } from '../core/error.js';
import { companionOf } from '../core/handle.js';
import { requireNoMore, requireOneOf, requireOptions, shown } from '../core/options.js';
import { Cooccurrence, type LabelKind, labelKinds } from './cooccurrence.js';
import type { DrawOptions } from './draws.js';

/** Whose definition: that of the paper a metric comes from, or what the package computes. */
export type Definition = 'paper' | 'bias_amplification';

/** What is asked: how attributes amplify predicted tasks, or tasks predicted attributes. */
export type Direction = 'AtoT' | 'TtoA';

export interface CooccurrenceMetricOptions {
  /**
   * `paper`, the default: as published; what is 0/0 is undefined and enters no mean.
   * `bias_amplification`: as the Python package of that name computes it, for comparison.
   */
  definition?: Definition | undefined;
  /**
   * Rows of the training set. They decide which pairs are biased, or in which direction; left out, the
   * true labels of the counted rows do. They are taken as given: intervals do not draw them anew.
   */
  train?: Cooccurrence | undefined;
}

/** Which labels to take, the true ones (the default) or the predicted. */
export interface LabelChoice {
  attribute?: 'true' | 'predicted' | undefined;
  task?: 'true' | 'predicted' | undefined;
}

/** A matrix with a row for each attribute and a column for each task, or the other way round. */
export type Matrix = number[][];

/** Base of {@link BA_MALS}, {@link DBA} and {@link MDBA}. */
export abstract class CooccurrenceMetric {
  /** What the metric is computed from. */
  readonly counts: Cooccurrence;
  readonly definition: Definition;
  readonly train: Cooccurrence | undefined;

  constructor(counts: Cooccurrence, options: CooccurrenceMetricOptions = {}, ...surplus: never[]) {
    requireNoMore(new.target.name, surplus);
    this.counts = requireCounts(counts);
    requireOptions('options', options, ['definition', 'train', ...this.customOptions()]);
    const { definition = 'paper' } = options;
    this.definition = requireOneOf('definition', definition, ['paper', 'bias_amplification']);
    this.train = requireTrain(counts, options.train);
  }

  /** @internal The names of the options that only this metric has. */
  protected customOptions(): readonly string[] {
    return [];
  }

  /** P(a, t) = n(a, t) / n, attributes x tasks, each between 0 and 1. */
  computePairProbs(choice: LabelChoice = {}): Matrix {
    return this.pairMatrix(choice, 'pairProbs');
  }

  /** The share of rows that have each label: the column means of one of the matrices of labels. */
  computeProbs(labels: LabelKind): number[] {
    requireOneOf('labels', labels, labelKinds);
    const totals = this.counts.wasm.labelTotals(this.counts.handle, labels);
    return Array.from(totals, (total) => total / this.counts.weight);
  }

  /**
   * P(a | t), attributes x tasks, each between 0 and 1. `paper`: n(a, t) / n(t), NaN for a task without
   * rows. `bias_amplification`: n(a, t) over the sum of the column, which is the same only where every
   * row has exactly one attribute, and 0 for 0/0.
   */
  computeAgivenT(choice: LabelChoice = {}): Matrix {
    return this.pairMatrix(choice, 'fromGivenTo');
  }

  /**
   * P(t | a), attributes x tasks, each between 0 and 1. `paper`: n(a, t) / n(a), NaN for an attribute
   * without rows. `bias_amplification`: n(a, t) over the sum of the row, which is the same only where
   * every row has exactly one task, and 0 for 0/0.
   */
  computeTgivenA(choice: LabelChoice = {}): Matrix {
    return this.pairMatrix(choice, 'toGivenFrom');
  }

  /** @internal */
  protected pairMatrix(
    choice: LabelChoice,
    matrix: 'pairProbs' | 'toGivenFrom' | 'fromGivenTo' | 'biasScores',
  ): Matrix {
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
  protected referenceMatrix(direction: Direction, matrix: 'biasedPairs' | 'correlations'): Matrix {
    const values = this.counts.wasm.referenceMatrix(
      this.counts.handle,
      this.train?.handle ?? null,
      direction,
      matrix,
      this.definition,
    );
    return toMatrix(values, namesOf(this.counts, direction).from.length);
  }
}

/** @internal `counts`, if that is what they are. */
export function requireCounts(counts: Cooccurrence): Cooccurrence {
  if (counts instanceof Cooccurrence) return counts;
  throw invalid(
    'counts',
    'a Cooccurrence, as amplification.cooccurrence() makes it',
    shown(counts),
  );
}

/** @internal `train`, if it can be compared with `counts`. */
export function requireTrain(counts: Cooccurrence, train: Cooccurrence | undefined) {
  if (train) companionOf(counts.handle, train, Cooccurrence, 'train', 'a Cooccurrence');
  return train;
}

/** A value for each direction. */
export interface Bidirectional<T> {
  /** Attributes amplify predicted tasks. */
  AtoT: T;
  /** Tasks amplify predicted attributes. */
  TtoA: T;
}

/** Computes both directions, of which each makes half of the progress. */
export async function bothDirections<T>(
  compute: (direction: Direction, options: DrawOptions) => Promise<T>,
  options: DrawOptions,
): Promise<Bidirectional<T>> {
  const done = { AtoT: 0, TtoA: 0 };
  const start = (direction: Direction) =>
    compute(direction, {
      ...options,
      onProgress: (share) => {
        done[direction] = share;
        options.onProgress?.((done.AtoT + done.TtoA) / 2);
      },
    });
  const [AtoT, TtoA] = await Promise.all([start('AtoT'), start('TtoA')]);
  return { AtoT, TtoA };
}

/** The names that a direction goes from and to. */
export function namesOf({ attributes, tasks }: Cooccurrence, direction: Direction) {
  return direction === 'AtoT' ? { from: attributes, to: tasks } : { from: tasks, to: attributes };
}

/** Row-major values as an array for each row. */
export function toMatrix(values: ArrayLike<number>, rows: number): Matrix {
  const width = values.length / rows;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: width }, (_, column) => values[row * width + column] as number),
  );
}
