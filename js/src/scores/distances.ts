// SPDX-License-Identifier: Apache-2.0
//
// Distances between the distributions of a number in groups: for all pairs of groups, and for each group and
// all other rows.

import { type Estimate, estimate } from '../core/estimate.js';
import type { NamedGroup } from '../data/named-group.js';

/** The distances between two groups. */
export interface GroupDistance extends NamedGroup {
  /** The categories of the other group; absent for all other rows. */
  other?: NamedGroup['categories'];
  /**
   * Largest distance between the two cumulative distributions, in [0, 1]. Kolmogorov 1933, Smirnov 1939. Its
   * confidence interval, like that of the other distance, is the distance plus or minus the sampling error in
   * 95 of 100 draws of Brownian bridges (Donsker 1952), cut off at 0: it contains 0 if the distributions may
   * be equal, and is conservative otherwise.
   */
  kolmogorovSmirnov: Estimate;
  /**
   * Area between the two cumulative distributions, in the unit of the numbers, at least 0. Kantorovich 1942.
   */
  wasserstein: Estimate;
}

/** A pair of group indices; the second is -1 for all other rows. */
export type GroupPair = readonly [one: number, other: number];

/**
 * Returns the pairs in the order of the core: the first group with all after it, the second …, then each with
 * the rest.
 */
export function getPairs(count: number): GroupPair[] {
  const indices = Array.from({ length: count }, (_, i) => i);
  const pairs = indices.flatMap((i) => indices.slice(i + 1).map((j): GroupPair => [i, j]));
  return [...pairs, ...indices.map((i): GroupPair => [i, -1])];
}

const reason = () => 'a side has no rows with a weight above 0';
const without = 'no interval: a side has fewer than two rows, all numbers are equal, or there are more than 64 groups';

/** Returns the two distances at an index of {@link getPairs}. */
export function distancesAt(flat: Float64Array, position: number) {
  const [ks, low, high, area, min, max] = flat.subarray(6 * position) as unknown as Six;
  return { kolmogorovSmirnov: bounded(ks, low, high), wasserstein: bounded(area, min, max) };
}

/** Returns the area between ROC curves at an index of {@link getPairs}. */
export function curveDistanceAt(flat: Float64Array, position: number): Estimate {
  const [area, low, high] = flat.subarray(3 * position) as unknown as [number, number, number];
  return bounded(
    area,
    low,
    high,
    () => 'a side has no rows with one of the outcomes',
    'no interval: a side has fewer than two rows with one of the outcomes, or there are more than 64 groups',
  );
}

type Six = [number, number, number, number, number, number];

const bounded = (value: number, low: number, high: number, whyUndefined = reason, warning = without): Estimate =>
  Number.isNaN(low) && !Number.isNaN(value)
    ? estimate(value, whyUndefined, { warning })
    : estimate(value, whyUndefined, { ci: [low, high] });

/** Returns the result of `make` for pairs of groups that have rows, and for each group and the rest. */
export function betweenGroups<Distance>(
  groups: readonly NamedGroup[],
  hasRows: readonly boolean[],
  make: (place: number) => Distance,
): (Distance & Pick<GroupDistance, keyof NamedGroup | 'other'>)[] {
  return getPairs(groups.length).flatMap(([one, other], index) => {
    if (!hasRows[one] || (other >= 0 && !hasRows[other])) return [];
    const against = groups[other];
    const { categories, name } = groups[one] as NamedGroup;
    return [{ categories, name, ...(against && { other: against.categories }), ...make(index) }];
  });
}
