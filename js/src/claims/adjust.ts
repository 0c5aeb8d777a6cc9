// SPDX-License-Identifier: Apache-2.0
//
// Adjustment for multiple comparisons: a report makes many comparisons and shows the largest first, so its
// intervals and p-values account for their number. One rule for both (Šidák 1967) keeps them consistent.

import type { Estimate } from '../core/estimate.js';
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

/**
 * Returns the confidence level of each of `count` intervals that hold simultaneously at `confidence` (Šidák 1967), from
 * {@link adjustedFor}.
 */
export function confidenceOfEach(count: number, confidence: number): number {
  let [low, high] = [0, 1 - confidence];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (adjustedFor(count, middle) > 1 - confidence) high = middle;
    else low = middle;
  }
  return 1 - low;
}

/**
 * Returns an estimate with an interval and a p-value that are adjusted for `count` values, of which one is selected
 * after looking at all; unchanged if either interval is missing.
 */
export function among(alone: Estimate, count: number, adjustedCi: readonly [number, number] | undefined): Estimate {
  if (alone.ci === undefined || adjustedCi === undefined || adjustedCi.some(Number.isNaN)) return alone;
  const { pValue } = alone;
  const tested = pValue === undefined ? {} : { adjustedPValue: adjustedFor(count, pValue) };
  return { ...alone, adjustedCi: [...adjustedCi], ...tested };
}

/** Returns the number of hypotheses of the disparities: a difference and a ratio of one rate count as one. */
export const hypotheses = (disparities: readonly string[]): number =>
  new Set(disparities.map((name) => findGroupMetric(name)?.rate ?? name)).size;
