// SPDX-License-Identifier: Apache-2.0
//
// How far groups lie apart in the distribution of some number: every two of them, and each against all other rows.

import { type Estimate, estimate } from '../core/estimate.js';

type Categories = Readonly<Record<string, string>>;

/** Two groups, and how far they lie apart. */
export interface GroupDistance {
  categories: Categories;
  /** Of the group compared with; left out: all other rows. */
  other?: Categories;
  /** Largest distance of the two cumulative distributions, in [0, 1]. Kolmogorov 1933, Smirnov 1939. */
  kolmogorovSmirnov: Estimate;
  /** Area between the two cumulative distributions, in the unit of the numbers, 0 or more. Kantorovich 1942. */
  wasserstein: Estimate;
}

/** A pair of places among the groups; the second is -1 for all other rows. */
export type Pair = readonly [one: number, other: number];

/** In the order of the core: the first group with all after it, the second …, then each with the rest. */
export function pairsOf(count: number): Pair[] {
  const places = Array.from({ length: count }, (_, i) => i);
  const pairs = places.flatMap((i) => places.slice(i + 1).map((j): Pair => [i, j]));
  return [...pairs, ...places.map((i): Pair => [i, -1])];
}

// Samples of one distribution lie apart, too, the more so the fewer rows they have.
const warning = 'no interval: two samples lie apart where groups are alike, too';
const reason = () => 'a side has no rows with a weight above 0';

/** The two distances that the core has for a place of {@link pairsOf}. */
export function distancesAt(flat: Float64Array, place: number) {
  const [ks, wasserstein] = flat.subarray(2 * place) as unknown as [number, number];
  return {
    kolmogorovSmirnov: estimate(ks, reason, { warning }),
    wasserstein: estimate(wasserstein, reason, { warning }),
  };
}

/** Pairs of groups that have rows, and against the rest, with what `make` says of each. */
export function betweenGroups<Distance>(
  groups: readonly Categories[],
  hasRows: readonly boolean[],
  make: (place: number) => Distance,
): (Distance & { categories: Categories; other?: Categories })[] {
  return pairsOf(groups.length).flatMap(([one, other], place) => {
    if (!hasRows[one] || (other >= 0 && !hasRows[other])) return [];
    const against = groups[other];
    const categories = groups[one] as Categories;
    return [{ categories, ...(against && { other: against }), ...make(place) }];
  });
}
