// SPDX-License-Identifier: Apache-2.0
//
// Quantiles of the normal and Student's distributions, and proportions and means with confidence intervals, for results
// that are computed outside the core.

import { type Estimate, estimate, fewCases } from './estimate.js';

/** Returns erf(x) from the series of Abramowitz and Stegun 7.1.6, whose terms are all positive. */
function erf(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > 1e-17 * sum; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/**
 * Returns the bound that the absolute value of a standard normal variable does not exceed, with probability `within`.
 */
export function normalQuantile(within: number): number {
  let [low, high] = [0, 9];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (erf(middle / Math.SQRT2) < within) low = middle;
    else high = middle;
  }
  return high;
}

// Returns the arctangent. Math.atan may differ in the last digit between engines, but sums, products, and roots do
// not: the angle is halved three times, so that its series is short.
function arcTangent(tangent: number): number {
  if (tangent > 1) return Math.PI / 2 - arcTangent(1 / tangent);
  let x = tangent;
  for (let i = 0; i < 3; i++) x /= 1 + Math.sqrt(1 + x * x);
  let sum = 0;
  for (let k = 27; k > 0; k -= 2) sum = 1 / k - x * x * sum;
  return 8 * x * sum;
}

// Returns P(|T| < t) for integer degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4).
function studentWithin(t: number, degrees: number): number {
  const tangent = t / Math.sqrt(degrees);
  const angle = arcTangent(tangent);
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = 1 / Math.sqrt(1 + 1 / (tangent * tangent));
  let term = degrees % 2 === 0 ? 1 : cosine;
  let sum = degrees === 1 ? 0 : term;
  for (let k = degrees % 2 === 0 ? 2 : 3; k <= degrees - 2; k += 2) {
    term *= ((k - 1) / k) * cosine * cosine;
    sum += term;
  }
  return degrees % 2 === 0 ? sine * sum : (2 / Math.PI) * (angle + sine * sum);
}

/** Returns the bound that the absolute value of Student's t does not exceed, with probability `within`. */
export function studentQuantile(within: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (studentWithin(high, degrees) < within) high *= 2;
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (studentWithin(middle, degrees) < within) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns Wilson's confidence interval (1927) of a proportion of `rows`, which may be an effective number. */
export function wilsonInterval(share: number, rows: number, z: number): [number, number] {
  const z2 = z ** 2;
  const center = (share * rows + z2 / 2) / (rows + z2);
  const reach = Math.sqrt(z2 * (share * (1 - share) * rows + z2 / 4)) / (rows + z2);
  // Rounding must not exclude the observed proportion from the interval.
  return [Math.min(share, Math.max(0, center - reach)), Math.max(share, Math.min(1, center + reach))];
}

/** Returns a proportion with Wilson's confidence interval, or NaN and the reason if there are no rows. */
export function proportion(hits: number, rows: number, confidence: number, reason: string): Estimate {
  const ci = wilsonInterval(hits / rows, rows, normalQuantile(confidence));
  return estimate(hits / rows, () => reason, { ci });
}

const manyDegrees = 2000; // from here on, Student's and normal quantiles differ by less than 0.1%

/**
 * Returns the bound that the absolute value of Student's t does not exceed, with probability `confidence`. Degrees of
 * freedom are rounded down.
 */
export const quantile = (confidence: number, degrees: number): number =>
  studentQuantile(confidence, Math.max(1, Math.min(Math.floor(degrees), manyDegrees)));

// With fewer rows, intervals of skewed values are too narrow in simulations: 89% to 94% contain the mean.
const minRowsOfMean = 15;

/**
 * Returns the mean with Student's t confidence interval, or without an interval if all values are equal. Toward the
 * longer tail, the interval extends further by Johnson's correction for skewness (1978).
 */
export function getMean(values: ArrayLike<number>, confidence: number, reason: string): Estimate {
  const rows = values.length;
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += values[i] as number;
  const mean = sum / rows;
  let squares = 0;
  let cubes = 0;
  let others = 0;
  for (let i = 0; i < rows; i++) {
    const away = (values[i] as number) - mean;
    squares += away ** 2;
    cubes += away ** 3;
    if (values[i] !== values[0]) others++;
  }
  if (others === 0) return estimate(mean, () => reason);
  const t = quantile(confidence, rows - 1);
  const reach = t * Math.sqrt(squares / (rows - 1) / rows);
  const shift = ((cubes / squares) * (1 + 2 * t ** 2)) / (6 * rows);
  const mostlyEqual = Math.min(others, rows - others) < fewCases && rows < 30;
  const few =
    rows < minRowsOfMean ? `only ${rows} rows` : mostlyEqual && `only ${rows} rows, nearly all with the same value`;
  return estimate(mean, () => reason, {
    ci: [mean - reach + Math.min(0, shift), mean + reach + Math.max(0, shift)],
    warning: few ? `${few}: the interval is approximate` : undefined,
  });
}
