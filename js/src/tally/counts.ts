// SPDX-License-Identifier: Apache-2.0
//
// Names for the core's flat arrays of counts, rates, and disparities.

import type { Wasm } from '../core/module.js';

/** Sums of row weights, except `rows`. NaN if a column is missing. */
export interface Counts {
  /**
   * @asType integer
   * @minimum 0
   */
  rows: number;
  instances: number;
  /**
   * Effective sample size, (sum of weights)^2 / sum of squared weights: the number of equally weighted rows
   * with the same precision.
   */
  effectiveRows: number;
  positives: number;
  negatives: number;
  predictedPositives: number;
  predictedNegatives: number;
  truePositives: number;
  falsePositives: number;
  trueNegatives: number;
  falseNegatives: number;
  generalizedTruePositives: number;
  generalizedFalsePositives: number;
  generalizedTrueNegatives: number;
  generalizedFalseNegatives: number;
}

/** Splits a flat array into records of `names.length` values. */
export function toRecords(names: readonly string[], flat: Float64Array): Record<string, number>[] {
  const records: Record<string, number>[] = [];
  for (let first = 0; first < flat.length; first += names.length) {
    records.push(Object.fromEntries(names.map((name, i) => [name, flat[first + i] as number])));
  }
  return records;
}

/** Returns the counts of each group. The core's array also contains data about their variance. */
export function toCounts(wasm: Wasm, flat: Float64Array): Counts[] {
  const names = wasm.countNames();
  const groups = Array.from({ length: flat.length / wasm.countWidth }, (_, group) =>
    Object.fromEntries(names.map((name, i) => [name, flat[group * wasm.countWidth + i]])),
  );
  return groups as unknown as Counts[];
}
