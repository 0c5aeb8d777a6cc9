// SPDX-License-Identifier: Apache-2.0
//
// Intervals of means of bounded values, such as proportions and costs, that hold jointly for the many groups and
// subgroups of a search: Hoeffding's bound (1963, theorem 1), for proportions known as Chernoff's. It holds for any
// number of people; in simulations, joint intervals from Student's t miss skewed costs in a third of data sets.

import { furthest } from './clustered.js';

/** @internal A mean of `rows` independent values between `low` and `high`. */
export interface BoundedMean {
  value: number;
  rows: number;
  low: number;
  high: number;
}

type Interval = [low: number, high: number];

/** @internal Returns the limit of the divergence at which `count` two-sided intervals hold jointly. */
export const getLimit = (count: number, confidence: number): number =>
  Math.log(2 * count) - Math.log(1 - confidence);

/** @internal Returns the interval of a mean, or undefined without rows and if all values are known to be equal. */
export function boundMean(
  { value, rows, low, high }: BoundedMean,
  limit: number,
): Interval | undefined {
  if (rows === 0 || low === high) return undefined;
  const place = Math.min(1, Math.max(0, (value - low) / (high - low)));
  const reach = (end: number) => low + (high - low) * furthest(place, end, limit / rows);
  // Rounding must not exclude the mean.
  return [Math.min(value, reach(0)), Math.max(value, reach(1))];
}

/**
 * @internal Returns the interval of a difference, combined from those of both means (Newcombe 1998; Zou and Donner
 * 2008).
 */
export function boundDifference(
  one: BoundedMean,
  other: BoundedMean,
  limit: number,
): Interval | undefined {
  const [first, second] = [boundMean(one, limit), boundMean(other, limit)];
  if (!first || !second) return undefined;
  const difference = one.value - other.value;
  const most = one.high - one.low;
  return [
    Math.max(-most, difference - Math.hypot(one.value - first[0], second[1] - other.value)),
    Math.min(most, difference + Math.hypot(first[1] - one.value, other.value - second[0])),
  ];
}
