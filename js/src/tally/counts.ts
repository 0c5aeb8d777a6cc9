// SPDX-License-Identifier: Apache-2.0
//
// The core's flat arrays of counts, rates and disparities, given their names.

import type { Wasm } from '../core/module.js';

/** Sums of instance weights, except `rows`. What the columns cannot tell is NaN. */
export interface Counts {
  rows: number;
  instances: number;
  /** (sum of weights)^2 / sum of squared weights: how many rows of equal weight would say as much. */
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

/** Splits a flat array into one record for each `names.length` values. */
export function toRecords(names: readonly string[], flat: Float64Array): Record<string, number>[] {
  const records: Record<string, number>[] = [];
  for (let first = 0; first < flat.length; first += names.length) {
    records.push(Object.fromEntries(names.map((name, i) => [name, flat[first + i] as number])));
  }
  return records;
}

/** The counts of each group. The core's array has more about it: how sure the counts are. */
export function toCounts(wasm: Wasm, flat: Float64Array): Counts[] {
  const names = wasm.countNames();
  const groups = Array.from({ length: flat.length / wasm.countWidth }, (_, group) =>
    Object.fromEntries(names.map((name, i) => [name, flat[group * wasm.countWidth + i]])),
  );
  return groups as unknown as Counts[];
}
