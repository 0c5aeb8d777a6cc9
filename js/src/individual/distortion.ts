// SPDX-License-Identifier: Apache-2.0
//
// How far a transformation of the data moved each individual, as in AIF360's SampleDistortionMetric.

import { FairwasmError, invalidState, shapeMismatch } from '../core/error.js';
import {
  type ConfidenceOptions,
  type Estimate,
  estimate,
  fewCases,
  readConfidence,
  requireConfidence,
} from '../core/estimate.js';
import { requireOneOf, requireOptions } from '../core/options.js';
import { Staging } from '../core/staging.js';
import type { DatasetInput } from '../data/condition.js';
import { type FeatureMatrix, type Matrix, toMatrix } from '../data/matrix.js';
import { requireColumns } from '../data/named-columns.js';
import { chosenGroup, type GroupChoice, RowMetric } from '../data/row-metric.js';
import { loadedRows, type Wasm } from './module.js';

/** Individuals before and after the transformation. */
export interface SampleDistortionInput extends DatasetInput {
  /** Features before the transformation, one row per individual. */
  features: FeatureMatrix;
  /** Features of the same individuals after the transformation. */
  distorted: FeatureMatrix;
}

/** The distance measure. */
export type DistanceKind =
  /** sqrt(sum (x - x')^2) */
  | 'euclidean'
  /** sum |x - x'| */
  | 'manhattan'
  /** sqrt((x - x')' S^-1 (x - x')), S the sample covariance of all rows, before and after together */
  | 'mahalanobis';

/** Distances of a group's rows, in row order, and the rows' weights. */
export interface WeightedDistances {
  distances: Float64Array;
  weights: Float64Array;
}

type Three = [low: number, high: number, rows: number];
type Six = [number, number, number, number, pValue: number, rows: number];

const noInterval = 'no interval: the distances of a group are equal, or it has fewer than two rows';
const mean = (sums: Float64Array) => (sums[2] as number) / (sums[0] as number);
const fewWarning = (rows: number): string | undefined =>
  rows < fewCases ? `few distances dominate: the effective sample size is ${rows.toFixed(1)}` : undefined;

type DistanceChoice = boolean | ({ privileged?: boolean | null | undefined } & { returned?: boolean }) | null;

// Returns the options in addition to the choice of a group.
const extra = <T extends object>(input: boolean | T | null | undefined): Partial<T> =>
  typeof input === 'object' && input !== null ? input : {};

const inputNames = ['groups', 'unprivileged', 'privileged', 'weight', 'features', 'distorted'];
const kinds = ['euclidean', 'manhattan', 'mahalanobis'] as const;
const chunkBytes = 1 << 18; // of each table; small enough for a processor's cache

/**
 * Distances between individuals before and after a transformation, by group. Create one with
 * `individual.sampleDistortionMetric(…)`. It reads its tables when the first distance is requested, so do not change
 * them before that.
 *
 * The distance methods return one distance for each of a group's rows, in order, and also the rows' weights with
 * `returned: true`. `total…` is the weighted sum (0 for an empty group), `average…` is that sum divided by the sum of
 * weights, and `maximum…` is the largest distance, ignoring weights. `mean…Difference` and `…Ratio` compare the
 * groups' averages, unprivileged with privileged. All values except differences are >= 0.
 *
 * @example
 * const metric = (await load()).sampleDistortionMetric({
 *   features: [[0, 0], [1, 1], [2, 2]],
 *   distorted: [[3, 4], [1, 1], [2, 3]],
 *   groups: { sex: ['f', 'f', 'm'] },
 *   unprivileged: [{ sex: 'f' }],
 *   privileged: [{ sex: 'm' }],
 * });
 * Array.from(metric.euclideanDistance()); // [5, 0, 1]
 * metric.average('manhattan', { privileged: false }); // 3.5
 *
 * @throws FairwasmError `invalidState` for the average of a group without weight and for the maximum of an empty
 *   group, where AIF360 also raises an error; `invalidArgument` for a group that was not named, and for a Mahalanobis
 *   distance if the covariance of the features cannot be inverted.
 */
export class SampleDistortionMetric extends RowMetric {
  readonly #wasm: Wasm;
  readonly #original: Matrix;
  readonly #distorted: Matrix;
  readonly #distances = new Map<DistanceKind, Float64Array>();

  /** Requires `await load()` first. Throws `invalidArgument` or `shapeMismatch` if tables do not match. */
  constructor(input: SampleDistortionInput);
  /** @internal */
  constructor(input: SampleDistortionInput, wasm: Wasm);
  constructor(input: SampleDistortionInput, module?: Wasm) {
    const wasm = loadedRows.of(module);
    requireOptions('sampleDistortionMetric', input, inputNames);
    requireColumns('groups', input.groups);
    const original = toMatrix(input.features, 'features');
    const distorted = toMatrix(input.distorted, 'distorted');
    if (original.rows !== distorted.rows || original.columns !== distorted.columns) {
      throw shapeMismatch(
        'distorted',
        `${original.rows} x ${original.columns} values, as in the features`,
        `${distorted.rows} x ${distorted.columns}`,
      );
    }
    super(input, original.rows);
    this.#wasm = wasm;
    this.#original = original;
    this.#distorted = distorted;
  }

  euclideanDistance(options: { privileged?: boolean | null | undefined } & { returned: true }): WeightedDistances;
  euclideanDistance(
    options?: boolean | ({ privileged?: boolean | null | undefined } & { returned?: false }) | null,
  ): Float64Array;
  euclideanDistance(options: DistanceChoice = {}): Float64Array | WeightedDistances {
    return this.#distance('euclidean', options);
  }

  manhattanDistance(options: { privileged?: boolean | null | undefined } & { returned: true }): WeightedDistances;
  manhattanDistance(
    options?: boolean | ({ privileged?: boolean | null | undefined } & { returned?: false }) | null,
  ): Float64Array;
  manhattanDistance(options: DistanceChoice = {}): Float64Array | WeightedDistances {
    return this.#distance('manhattan', options);
  }

  mahalanobisDistance(options: { privileged?: boolean | null | undefined } & { returned: true }): WeightedDistances;
  mahalanobisDistance(
    options?: boolean | ({ privileged?: boolean | null | undefined } & { returned?: false }) | null,
  ): Float64Array;
  mahalanobisDistance(options: DistanceChoice = {}): Float64Array | WeightedDistances {
    return this.#distance('mahalanobis', options);
  }

  /** Returns sum d w over a group's rows. */
  total(kind: DistanceKind, choice: GroupChoice = {}): number {
    return this.#sums(kind, choice).total;
  }

  /** Returns sum d w / sum w over a group's rows. */
  average(kind: DistanceKind, choice: GroupChoice = {}): number {
    const { total, weight } = this.#sums(kind, choice);
    if (weight === 0) throw getUndefined('average', 'a group with weight');
    return total / weight;
  }

  /** Returns the largest distance of a group's rows. */
  maximum(kind: DistanceKind, choice?: GroupChoice): number {
    const mask = this.getRows(chosenGroup(choice));
    const distances = this.#all(kind);
    let largest = -1;
    for (let row = 0; row < mask.length; row++) {
      if (mask[row]) largest = Math.max(largest, distances[row] as number);
    }
    if (largest < 0) throw getUndefined('maximum', 'a group with rows');
    return largest;
  }

  /**
   * Returns {@link average} with a confidence interval: Student's t for the logarithm of the mean, from the variation
   * of the rows, including their weights. It is NaN with a reason for a group without weight, for which
   * {@link average} throws. There is no interval if all distances are equal or a weight is negative.
   *
   * @throws FairwasmError `invalidArgument` for a group that was not named and for an unknown option.
   */
  averageEstimate(
    kind: DistanceKind,
    choice: boolean | ({ privileged?: boolean | null | undefined } & ConfidenceOptions) | null = {},
  ): Estimate {
    const confidence = requireConfidence(extra(choice).confidence);
    const sums = this.#meanSums(kind, chosenGroup(choice, ['confidence']));
    const [low, high, rows] = this.#wasm.meanIntervals(sums, confidence) as unknown as Three;
    const warning = Number.isNaN(low) ? noInterval : fewWarning(rows);
    return estimate(mean(sums), () => 'the group has no weight', { ci: [low, high], warning });
  }

  /**
   * Returns the average of the unprivileged group minus that of the privileged group, with a confidence interval and
   * p-value (Zou and Donner 2008). The p-value is 1 minus the confidence level at which the interval first reaches 0.
   */
  meanDifferenceEstimate(kind: DistanceKind, options: ConfidenceOptions = {}): Estimate {
    const { one, other, difference, pValue, rows } = this.#compared(kind, options);
    const value = mean(one) - mean(other);
    const warning = Number.isNaN(difference[0]) ? noInterval : fewWarning(rows);
    return estimate(value, () => 'a group has no weight', { ci: difference, pValue, warning });
  }

  /**
   * Returns the average of the unprivileged group divided by that of the privileged group, with a confidence
   * interval.
   */
  meanRatioEstimate(kind: DistanceKind, options: ConfidenceOptions = {}): Estimate {
    const { one, other, ratio, rows } = this.#compared(kind, options);
    const warning = Number.isNaN(ratio[0]) ? noInterval : fewWarning(rows);
    const reason = () => (mean(other) === 0 ? 'the privileged group was not moved' : 'a group has no weight');
    return estimate(mean(one) / mean(other), reason, { ci: ratio, warning });
  }

  totalEuclideanDistance(choice?: GroupChoice): number {
    return this.total('euclidean', choice);
  }

  totalManhattanDistance(choice?: GroupChoice): number {
    return this.total('manhattan', choice);
  }

  totalMahalanobisDistance(choice?: GroupChoice): number {
    return this.total('mahalanobis', choice);
  }

  averageEuclideanDistance(choice?: GroupChoice): number {
    return this.average('euclidean', choice);
  }

  averageManhattanDistance(choice?: GroupChoice): number {
    return this.average('manhattan', choice);
  }

  averageMahalanobisDistance(choice?: GroupChoice): number {
    return this.average('mahalanobis', choice);
  }

  maximumEuclideanDistance(choice?: GroupChoice): number {
    return this.maximum('euclidean', choice);
  }

  maximumManhattanDistance(choice?: GroupChoice): number {
    return this.maximum('manhattan', choice);
  }

  maximumMahalanobisDistance(choice?: GroupChoice): number {
    return this.maximum('mahalanobis', choice);
  }

  meanEuclideanDistanceDifference(): number {
    return this.difference((choice) => this.average('euclidean', choice));
  }

  meanManhattanDistanceDifference(): number {
    return this.difference((choice) => this.average('manhattan', choice));
  }

  meanMahalanobisDistanceDifference(): number {
    return this.difference((choice) => this.average('mahalanobis', choice));
  }

  meanEuclideanDistanceRatio(): number {
    return this.ratio((choice) => this.average('euclidean', choice));
  }

  meanManhattanDistanceRatio(): number {
    return this.ratio((choice) => this.average('manhattan', choice));
  }

  meanMahalanobisDistanceRatio(): number {
    return this.ratio((choice) => this.average('mahalanobis', choice));
  }

  #distance(kind: DistanceKind, options: DistanceChoice): Float64Array | WeightedDistances {
    const mask = this.getRows(chosenGroup(options, ['returned']));
    const distances = this.#all(kind).filter((_, row) => mask[row]);
    if (!extra(options).returned) return distances;
    const weights = Float64Array.from(mask, (_, row) => this.getWeight(row));
    return { distances, weights: weights.filter((_, row) => mask[row]) };
  }

  #sums(kind: DistanceKind, choice: GroupChoice): { total: number; weight: number } {
    const mask = this.getRows(chosenGroup(choice));
    const distances = this.#all(kind);
    let total = 0;
    let weight = 0;
    for (let row = 0; row < mask.length; row++) {
      if (!mask[row]) continue;
      total += (distances[row] as number) * this.getWeight(row);
      weight += this.getWeight(row);
    }
    return { total, weight };
  }

  #compared(kind: DistanceKind, options: ConfidenceOptions) {
    const confidence = readConfidence('options', options);
    const one = this.#meanSums(kind, false);
    const other = this.#meanSums(kind, true);
    const flat = this.#wasm.meanIntervals(Float64Array.from([...one, ...other]), confidence);
    const [low, high, min, max, pValue, rows] = flat as unknown as Six;
    const difference: [number, number] = [low, high];
    const ratio: [number, number] = [min, max];
    return { one, other, difference, ratio, pValue, rows };
  }

  // Returns the sums of w, w², w d, w² d, and w² d² that the core requires. AIF360 allows negative weights, but they
  // contain no information about the precision of a mean.
  #meanSums(kind: DistanceKind, privileged: boolean | undefined): Float64Array {
    const mask = this.getRows(privileged);
    const distances = this.#all(kind);
    let isNegative = false;
    let [weights, squares, total, weighted, weightedSquares] = [0, 0, 0, 0, 0];
    for (let row = 0; row < mask.length; row++) {
      if (!mask[row]) continue;
      const weight = this.getWeight(row);
      const distance = distances[row] as number;
      isNegative ||= weight < 0;
      weights += weight;
      squares += weight * weight;
      total += weight * distance;
      weighted += weight * weight * distance;
      weightedSquares += weight * weight * distance * distance;
    }
    const sums = Float64Array.of(weights, squares, total, weighted, weightedSquares);
    if (isNegative) sums.fill(Number.NaN, 3);
    return sums;
  }

  // Returns the distances of all rows, which are computed once; a group uses a part of them.
  #all(kind: DistanceKind): Float64Array {
    requireOneOf('kind', kind, kinds);
    const cached = this.#distances.get(kind);
    if (cached) return cached;
    const distances = this.#compute(kind);
    this.#distances.set(kind, distances);
    return distances;
  }

  #compute(kind: DistanceKind): Float64Array {
    const { rows, columns } = this.#original;
    const isWhole = kind === 'mahalanobis'; // the covariance is estimated from all rows
    const chunk = isWhole ? rows : Math.max(1, Math.floor(chunkBytes / (8 * Math.max(1, columns))));
    const bytes = Math.min(chunk, rows) * columns * 8;
    const staging = new Staging(this.#wasm, Math.max(1, 2 * bytes));
    const distances = new Float64Array(rows);
    try {
      for (let first = 0; first < rows; first += chunk) {
        const last = Math.min(rows, first + chunk);
        const part = ({ values }: Matrix) => values.subarray(first * columns, last * columns);
        const addresses = {
          original: staging.copy(part(this.#original), 0),
          distorted: staging.copy(part(this.#distorted), bytes),
        };
        distances.set(this.#chunk(kind, { ...addresses, rows: last - first, columns }, first), first);
      }
    } finally {
      staging.dispose();
    }
    return distances;
  }

  #chunk(kind: DistanceKind, chunk: Parameters<Wasm['euclideanDistances']>[0], first: number) {
    try {
      return this.#wasm[`${kind}Distances`](chunk);
    } catch (error) {
      throw error instanceof FairwasmError ? error.inRowsFrom(first) : error;
    }
  }
}

function getUndefined(statistic: string, expected: string): FairwasmError {
  return invalidState('privileged', `${expected}, because the ${statistic} is undefined otherwise`, 'none');
}
