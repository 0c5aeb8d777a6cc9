// SPDX-License-Identifier: Apache-2.0
//
// The door of the metrics of individuals: those that need the rows themselves, their neighbors and distances.

import { limitArguments } from '../core/arity.js';
import { withBoundMethods } from '../core/bound-methods.js';
import type { Estimate } from '../core/estimate.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import type { FeatureMatrix } from '../data/matrix.js';
import { type ConsistencyOptions, consistency, consistencyEstimate } from './consistency.js';
import { type SampleDistortionInput, SampleDistortionMetric } from './distortion.js';
import { individualModule, loadedRows, type Wasm } from './module.js';
import {
  type Classifier,
  type OtDistance,
  type OtDistanceOptions,
  otDistance,
} from './transport.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const individual = await load();
 * const incomes = [[20], [21], [40], [41]]; // a row for each person
 * individual.consistency(incomes, [0, 0, 1, 1], 2); // 1
 * individual.consistencyEstimate(incomes, [0, 1, 1, 1], { neighbors: 2 }).value; // 0.75
 */
export class Individual {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Are similar individuals labeled alike? 1 - 1/n sum |y_i - mean of y over the `neighbors` rows nearest
   * to row i|, by Euclidean distance of the features as they are, row i itself included; rows at equal
   * distance count in the order of their numbers. 1: every individual is labeled like its neighbors; in
   * [0, 1] for labels 0 and 1. Unweighted. Exact, by a search tree: fast where features are few.
   *
   * Source: Zemel et al.: Learning Fair Representations, 2013; AIF360's `consistency`.
   *
   * @throws FairwasmError `shapeMismatch`; `invalidArgument` for values that are not finite numbers, or
   *   `neighbors` beyond 1 … rows.
   */
  consistency(features: FeatureMatrix, label: NumberColumn, neighbors = 5): number {
    return consistency(this.#wasm, features, label, neighbors);
  }

  /**
   * {@link consistency} with its interval: how far it would vary with other rows, as many as these. Terms of rows
   * that have neighbors in common vary together, so the variance is that of the jackknife: each row is left out in
   * turn, and those that had it for a neighbor take their next one. On average that is not below the true variance
   * (Efron and Stein 1981), so the interval is rather too long than too short. A warning says where there are fewer
   * than 5 rows of one label, or why there is no interval.
   *
   * @throws FairwasmError as {@link consistency}, and `invalidArgument` for a confidence outside (0, 1).
   */
  consistencyEstimate(
    features: FeatureMatrix,
    label: NumberColumn,
    options?: ConsistencyOptions,
  ): Estimate {
    return consistencyEstimate(this.#wasm, features, label, options);
  }

  /**
   * How far a transformation moved each individual: AIF360's SampleDistortionMetric.
   *
   * @throws FairwasmError `shapeMismatch` where the tables or columns differ in shape.
   */
  sampleDistortionMetric(input: SampleDistortionInput): SampleDistortionMetric {
    return new SampleDistortionMetric(input, this.#wasm);
  }

  /**
   * How far predictions lie from the truth, as the least cost of turning one column into the other:
   * AIF360's `ot_distance`. Each value is taken as a mass, and, divided by the sum of its column, as its
   * position too; where a value is negative both columns are raised by the least first. In [0, inf).
   *
   * With groups (`protAttr`) a record of distances, each within its group. In the modes `nominal` and
   * `ordinal` a record by class: [truth = class] against the class's column. Without a `classifier` the
   * prediction is the mean of the truth, in the modes `binary` and `continuous`.
   *
   * @example
   * // individual: what `load()` gives.
   * individual.otDistance([1, 0, 1, 0], [0.5, 0.5, 0.5, 0.5]); // 0.25
   *
   * @throws FairwasmError `invalidArgument` for an unknown mode or favorable value, more than two true
   *   values in binary mode, other than two where there are groups, or columns that are not the classes.
   */
  otDistance(
    groundTruth: CategoryColumn,
    classifier: Classifier | null,
    options?: OtDistanceOptions & { protAttr?: undefined; mode?: 'binary' | 'continuous' },
  ): number;
  /** One for each group. */
  otDistance(
    groundTruth: CategoryColumn,
    classifier: Classifier | null,
    options: OtDistanceOptions & { protAttr: CategoryColumn; mode?: 'binary' | 'continuous' },
  ): Record<string, number>;
  /** One for each class, or for each class and group. */
  otDistance(
    groundTruth: CategoryColumn,
    classifier: Classifier | null,
    options: OtDistanceOptions & { mode: 'nominal' | 'ordinal' },
  ): Record<string, OtDistance>;
  /** Where the options are known at run time only. */
  otDistance(
    groundTruth: CategoryColumn,
    classifier: Classifier | null,
    options?: OtDistanceOptions,
  ): OtDistance | Record<string, OtDistance>;
  otDistance(
    groundTruth: CategoryColumn,
    classifier: Classifier | null,
    options?: OtDistanceOptions,
  ): OtDistance | Record<string, OtDistance> {
    return otDistance(this.#wasm, groundTruth, classifier, options);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const individual = await load();
 * const incomes = [[20], [21], [40], [41]];
 * individual.consistency(incomes, [0, 1, 1, 1], 2); // 0.75
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason
 *   where it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Individual> {
  return withBoundMethods(
    new Individual(loadedRows.set(await loadModule(individualModule, options))),
  );
}

limitArguments(Individual, { consistency: 3 });
