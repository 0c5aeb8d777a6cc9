// SPDX-License-Identifier: Apache-2.0
//
// Bootstrap samples of rows, or of clusters with all their rows.

import type { Wasm } from '../core/module.js';
import type { CategoryColumn } from '../data/column.js';
import { clusterings } from '../tally/jackknife.js';

/** The rows of each cluster. */
export type DrawnClusters = readonly Uint32Array[];

/** Returns the rows of each cluster; undefined for independent rows. Throws for missing values and other lengths. */
export function readClusters(cluster: CategoryColumn | undefined, rows: number): DrawnClusters | undefined {
  const [way] = clusterings({ cluster }, rows);
  if (way === undefined) return undefined;
  const members = Array.from({ length: way.count }, (): number[] => []);
  way.codes.forEach((code, row) => {
    (members[code] as number[]).push(row);
  });
  return members.map((own) => Uint32Array.from(own));
}

/** Returns the rows of a sample. */
export function drawRows(
  wasm: Wasm,
  rows: number,
  { seed, draw, clusters }: { seed: number; draw: number; clusters: DrawnClusters | undefined },
): Uint32Array {
  if (clusters === undefined) return wasm.drawnRows(rows, seed, draw);
  const drawn = Array.from(wasm.drawnRows(clusters.length, seed, draw), (cluster) => clusters[cluster] as Uint32Array);
  const all = new Uint32Array(drawn.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const own of drawn) {
    all.set(own, offset);
    offset += own.length;
  }
  return all;
}

/**
 * Returns the quantile of samples of clusters that corresponds to a quantile of an estimate: further from the median, as
 * Student's quantiles are (Hesterberg 2015).
 */
export function expandedQuantile(wasm: Wasm, quantile: number, clusters: DrawnClusters | undefined): number {
  const confidence = Math.abs(2 * quantile - 1);
  if (clusters === undefined || confidence === 0 || confidence === 1) return quantile;
  const tail = wasm.expandedTail(confidence, clusters.length);
  return quantile < 0.5 ? tail : 1 - tail;
}
