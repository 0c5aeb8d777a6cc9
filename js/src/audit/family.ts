// SPDX-License-Identifier: Apache-2.0
//
// Multiplicity: how many comparisons a report makes among which it then chooses what to show first, and the intervals and
// p-values that account for that number. One rule for both (Šidák 1967), so that they agree.

import { findGroupMetric } from '../metrics/group.js';

/**
 * The p-value of one of `count` hypotheses, adjusted for all of them: 1 - (1 - p)^count, in [0, 1]. Doubles and adds, which
 * keeps small p-values and which every engine rounds in the same way, unlike a power.
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

/** How many hypotheses the disparities are about: a difference and a ratio of one rate are about the same. */
export const hypotheses = (disparities: readonly string[]): number =>
  new Set(disparities.map((name) => findGroupMetric(name)?.rate ?? name)).size;
