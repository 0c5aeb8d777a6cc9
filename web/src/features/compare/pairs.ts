// SPDX-License-Identifier: Apache-2.0
//
// The estimates of two audits, group by group.

import type { Breakdown, Estimate, Metric } from 'fairwasm';

export interface Pair {
  group: string;
  first: Estimate | undefined;
  second: Estimate | undefined;
}

/** Returns every group of either audit. */
export function getPairs(first: Breakdown, second: Breakdown, metric: Metric): Pair[] {
  const [a, b] = [getValues(first, metric), getValues(second, metric)];
  return [...new Set([...a.keys(), ...b.keys()])].map((group) => ({
    group,
    first: a.get(group),
    second: b.get(group),
  }));
}

function getValues(breakdown: Breakdown, { kind, name }: Metric): Map<string, Estimate> {
  const values =
    kind === 'disparity'
      ? breakdown.comparisons.map(({ group, disparities }) => [group, disparities[name]] as const)
      : breakdown.groups.map(({ name: group, rates }) => [group, rates[name]] as const);
  return new Map(values.flatMap(([group, estimate]) => (estimate ? [[group, estimate]] : [])));
}
