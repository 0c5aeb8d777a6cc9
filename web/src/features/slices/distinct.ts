// SPDX-License-Identifier: Apache-2.0
//
// Different groups among the slices of a search, whose first hundred are often one group with further conditions.

import type { WorstSlices } from 'fairwasm/slices';

type WorstSlice = WorstSlices['slices'][number];

/** Two groups are different if at most this proportion of the smaller one is in both. */
export const maxOverlap = 0.5;

const maxShown = 10;

/** The worst slices, without those that overlap with a worse one, and the number of these. */
export interface DistinctSlices extends WorstSlices {
  omitted: number;
}

/** Keeps the worst slice of each group of overlapping ones. */
export function getDistinct(found: WorstSlices): DistinctSlices {
  const { slices } = found;
  const kept: number[] = [];
  let omitted = 0;
  for (const [i, slice] of slices.entries()) {
    if (kept.length === maxShown) break;
    if (kept.every((other) => getOverlap(slice, slices[other] as WorstSlice, other) <= maxOverlap)) kept.push(i);
    else omitted += 1;
  }
  const shown = kept.map((i) => {
    const slice = slices[i] as WorstSlice;
    return { ...slice, sharedRows: kept.map((other) => slice.sharedRows[other] as number) };
  });
  return { ...found, slices: shown, omitted };
}

/** `place`: the position of the other slice in the list. */
const getOverlap = ({ rows, sharedRows }: WorstSlice, other: WorstSlice, place: number): number =>
  (sharedRows[place] as number) / Math.min(rows, other.rows);
