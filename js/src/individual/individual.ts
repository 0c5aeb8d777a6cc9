// SPDX-License-Identifier: Apache-2.0
//
// The entry point of individual fairness: metrics that require the rows, their neighbors, and distances.

import { withBoundMethods } from '../core/bound-methods.js';
import { type Estimate, requireConfidence } from '../core/estimate.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { requireOptions } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import type { FeatureMatrix } from '../data/matrix.js';
import { consistency, consistencyEstimate } from './consistency.js';
import { type SampleDistortionInput, SampleDistortionMetric } from './distortion.js';
import { individualModule, loadedRows, type Wasm } from './module.js';
import { type Classifier, type OtDistance, type OtDistanceOptions, otDistance } from './transport.js';

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
   * Returns the consistency of labels among similar individuals: 1 - 1/n sum |y_i - mean of y over the `neighbors`
   * rows nearest to row i|, by Euclidean distance of the unscaled features. Row i itself is included, and ties are
   * broken by row number. It is 1 if every individual has the same label as its neighbors, and in [0, 1] for labels 0
   * and 1. Rows are unweighted. The result is exact; the search tree is fast if there are few features.
   *
   * Source: Zemel et al.: Learning Fair Representations, 2013; AIF360's `consistency`.
   *
   * @throws FairwasmError `shapeMismatch`; `invalidArgument` for values that are not finite numbers, or `neighbors`
   *   outside 1 … rows.
   */
  consistency(features: FeatureMatrix, label: NumberColumn, neighbors = 5): number {
    return consistency(this.#wasm, features, label, neighbors);
  }

  /**
   * Returns {@link consistency} with a confidence interval for samples of the same size. Terms of rows with common
   * neighbors are dependent, so the variance is a jackknife estimate: each row is removed in turn, and rows that had
   * it as a neighbor use their next one. On average it is not below the true variance (Efron and Stein 1981), so the
   * interval is conservative. A warning is added if fewer than 5 rows have one of the labels, or if there is no
   * interval.
   *
   * @throws FairwasmError like {@link consistency}, and `invalidArgument` for a confidence outside (0, 1).
   */
  consistencyEstimate(
    features: FeatureMatrix,
    label: NumberColumn,
    options: {
      /** Number of nearest rows, including the row itself. Default: 5. */
      neighbors?: number | undefined;
      /** Level of the confidence interval, in (0, 1). Default: 0.95. */
      confidence?: number | undefined;
    } = {},
  ): Estimate {
    requireOptions('consistencyEstimate', options, ['neighbors', 'confidence']);
    const confidence = requireConfidence(options.confidence);
    return consistencyEstimate(this.#wasm, features, label, options.neighbors ?? 5, confidence);
  }

  /**
   * Measures how far a transformation moved each individual: AIF360's SampleDistortionMetric.
   *
   * @throws FairwasmError `shapeMismatch` if the tables or columns differ in shape.
   */
  sampleDistortionMetric(input: SampleDistortionInput): SampleDistortionMetric {
    return new SampleDistortionMetric(input, this.#wasm);
  }

  /**
   * Returns the distance between predictions and true values, as the minimum cost of transforming one column into the
   * other: AIF360's `ot_distance`. Each value is used as a mass and, divided by the sum of its column, also as its
   * position. If a value is negative, the minimum is first subtracted from both columns. In [0, inf).
   *
   * With groups (`protAttr`) it returns a record with the distance within each group. In the modes `nominal` and
   * `ordinal` it returns a record by class, with [truth = class] compared with the class's column. Without a
   * `classifier`, in the modes `binary` and `continuous`, the prediction is the mean of the truth.
   *
   * @example
   * // individual: the result of `load()`.
   * individual.otDistance([1, 0, 1, 0], [0.5, 0.5, 0.5, 0.5]); // 0.25
   *
   * @throws FairwasmError `invalidArgument` for an unknown mode or favorable value, for more than two true values in
   *   binary mode (exactly two with groups), and for columns that are not the classes.
   */
  otDistance(
    groundTruth: CategoryColumn,
    classifier: Classifier | null,
    options?: OtDistanceOptions & { protAttr?: undefined; mode?: 'binary' | 'continuous' },
  ): number;
  /** Returns a record by group. */
  otDistance(
    groundTruth: CategoryColumn,
    classifier: Classifier | null,
    options: OtDistanceOptions & { protAttr: CategoryColumn; mode?: 'binary' | 'continuous' },
  ): Record<string, number>;
  /** Returns a record by class, or by class and group. */
  otDistance(
    groundTruth: CategoryColumn,
    classifier: Classifier | null,
    options: OtDistanceOptions & { mode: 'nominal' | 'ordinal' },
  ): Record<string, OtDistance>;
  /** Use this overload for options that are known only at run time. */
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
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Individual> {
  return withBoundMethods(new Individual(loadedRows.set(await loadModule(individualModule, options))));
}
