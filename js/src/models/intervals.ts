// SPDX-License-Identifier: Apache-2.0
//
// How sure shares and means of rows are.

import { type Estimate, estimate, fewCases } from '../core/estimate.js';
import { studentQuantile } from '../predictability/statistics.js';

/** erf: the series of Abramowitz and Stegun 7.1.6, all of whose terms are positive. */
function erf(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > 1e-17 * sum; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** What a normal variable stays within, in absolute value, with this probability. */
export function normalQuantile(within: number): number {
  let [low, high] = [0, 9];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (erf(middle / Math.SQRT2) < within) low = middle;
    else high = middle;
  }
  return high;
}

/** A share with Wilson's interval (1927); NaN with the reason where there is no row. */
export function shareOf(hits: number, rows: number, confidence: number, reason: string): Estimate {
  const z2 = normalQuantile(confidence) ** 2;
  const share = hits / rows;
  const center = (hits + z2 / 2) / (rows + z2);
  const reach = Math.sqrt(z2 * ((hits * (rows - hits)) / rows + z2 / 4)) / (rows + z2);
  // To the last digit the interval holds what was seen.
  const ci = [
    Math.min(share, Math.max(0, center - reach)),
    Math.max(share, Math.min(1, center + reach)),
  ];
  return estimate(share, () => reason, { ci: ci as [number, number] });
}

const manyDegrees = 2000; // beyond, Student's quantile is the normal one to 0.1 %

/** What Student's t stays within, in absolute value. */
export const quantileOf = (confidence: number, degrees: number): number =>
  studentQuantile(confidence, Math.min(degrees, manyDegrees));

/** The mean with Student's interval; none of values that are all alike, which tell nothing of others. */
export function meanOf(values: ArrayLike<number>, confidence: number, reason: string): Estimate {
  const rows = values.length;
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += values[i] as number;
  const mean = sum / rows;
  let squares = 0;
  let others = 0;
  for (let i = 0; i < rows; i++) {
    squares += ((values[i] as number) - mean) ** 2;
    if (values[i] !== values[0]) others++;
  }
  if (others === 0) return estimate(mean, () => reason);
  const reach = quantileOf(confidence, rows - 1) * Math.sqrt(squares / (rows - 1) / rows);
  const few = Math.min(others, rows - others) < fewCases && rows < 30;
  return estimate(mean, () => reason, {
    ci: [mean - reach, mean + reach],
    warning: few ? `${rows} rows, of which few differ: the interval is rough` : undefined,
  });
}
