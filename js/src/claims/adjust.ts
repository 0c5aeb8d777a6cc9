// SPDX-License-Identifier: Apache-2.0
//
// Adjustment for multiple comparisons: a report makes many comparisons and shows the largest first, so its
// intervals and p-values account for their number. One rule for both (Šidák 1967) keeps them consistent.

import { findGroupMetric } from '../metrics/group.js';

/**
 * Returns the p-value of one of `count` hypotheses, adjusted for all of them: 1 - (1 - p)^count, in [0, 1].
 * It uses only doubling and addition, which preserves small p-values and rounds identically in every engine,
 * unlike a power.
 */
export function adjustedFor(count: number, pValue: number): number {
  let any = 0;
  let power = pValue;
  for (let left = count; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) any += power * (1 - any);
    power += power * (1 - power);
  }
  return any;
}

/** Returns the number of hypotheses of the disparities: a difference and a ratio of one rate count as one. */
export const hypotheses = (disparities: readonly string[]): number =>
  new Set(disparities.map((name) => findGroupMetric(name)?.rate ?? name)).size;
