// SPDX-License-Identifier: Apache-2.0
//
// Intervals of slices whose rows belong to clusters, such as people with several rows.

import type { Clustering } from '../tally/jackknife.js';
import type { SliceRun } from '../wasm/slices.js';
import type { SliceColumn } from './columns.js';

type Slice = ReturnType<SliceRun['result']>['slices'][number];

const halvings = 60; // to full precision

// a ln(a / b) for proportions.
const part = (a: number, b: number): number => (a > 0 ? a * Math.log(a / b) : 0);

/** Returns the divergence (Kullback and Leibler) of two proportions. */
const getDivergence = (a: number, b: number): number => part(a, b) + part(1 - a, 1 - b);

/** @internal Returns the point between the mean and `end` (0 or 1) at which the divergence equals `limit`. */
export function furthest(mean: number, end: number, limit: number): number {
  let [inside, outside] = [mean, end];
  for (let i = 0; i < halvings; i++) {
    const middle = (inside + outside) / 2;
    if (getDivergence(mean, middle) <= limit) inside = middle;
    else outside = middle;
  }
  return outside;
}

/**
 * Returns the slice with its interval for clusters: Chernoff's with rows / k trials instead of the number of rows, where k
 * is the number of rows of its largest cluster. For a cluster with a <= k rows and errors of mean p, the moment generating
 * function of the sum is at most (1 - p + p exp(h k))^(a / k), and the bound uses no other property of rows.
 */
export function boundSlice(
  slice: Slice,
  columns: readonly SliceColumn[],
  { codes, count }: Clustering,
  { conjunctions, confidence }: { conjunctions: number; confidence: number },
): Slice {
  if (Number.isNaN(slice.low)) return slice;
  const conditions = Array.from(slice.columns, (index, i) => ({
    own: (columns[index] as SliceColumn).codes,
    value: slice.values[i],
  }));
  const rows = new Uint32Array(count);
  codes.forEach((cluster, row) => {
    if (!conditions.every(({ own, value }) => own[row] === value)) return;
    rows[cluster] = (rows[cluster] as number) + 1;
  });
  const max = rows.reduce((all, each) => Math.max(all, each), 0);
  const mean = slice.errors / slice.rows;
  const limit = (Math.log(2 * conjunctions) - Math.log(1 - confidence)) / (slice.rows / max);
  return { ...slice, low: furthest(mean, 0, limit), high: furthest(mean, 1, limit) };
}
