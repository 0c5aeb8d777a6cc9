// SPDX-License-Identifier: Apache-2.0
//
// Metrics of kept rows without each cluster. Kept rows are not copied: the rows of a cluster get a
// separate group, which is ignored.

import { type ClusteredInterval, type Clustering, Jackknife } from '../tally/jackknife.js';

interface Grouped {
  /** The group of each row. */
  codes: Uint32Array;
  groups: number;
  confidence: number | undefined;
  /** Returns each metric's values of groups, and of all rows. */
  getValues: (codes: Uint32Array, groups: number) => Float64Array;
}

/** Returns the jackknife over clusters; undefined for independent rows, and if no intervals are requested. */
export function clusteredValues(
  wasm: ClusteredInterval,
  clusters: readonly Clustering[],
  { codes, groups, confidence, getValues }: Grouped,
): Jackknife | undefined {
  if (clusters.length === 0 || confidence === undefined) return undefined;
  const compute = (kept: Uint32Array): Float64Array => {
    const byGroup = new Uint32Array(codes.length).fill(groups);
    const overall = new Uint32Array(codes.length).fill(1);
    for (const row of kept) {
      byGroup[row] = codes[row] as number;
      overall[row] = 0;
    }
    const own = getValues(byGroup, groups + 1);
    const all = getValues(overall, 2);
    const values = new Float64Array((own.length / (groups + 2)) * (groups + 1));
    for (let metric = 0; metric * 3 < all.length; metric++) {
      const first = metric * (groups + 1);
      values.set(own.subarray(metric * (groups + 2)).subarray(0, groups), first);
      values[first + groups] = all[3 * metric] as number;
    }
    return values;
  };
  return Jackknife.fromRows(wasm, clusters, compute, confidence);
}
