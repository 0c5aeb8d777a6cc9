// SPDX-License-Identifier: Apache-2.0
//
// What to look at first: the disparities of a breakdown in the order of how far they are from equal.
// Groups too small to say much come after all others, so that chance leads no report.

import type { Estimate } from '../group/estimate.js';
import { findGroupMetric } from '../metrics/group.js';
import type { Metric } from '../metrics/metric.js';
import type { Breakdown } from './report.js';

/** One group's value of one metric. */
export interface Item {
  group: string;
  rows: number;
  /** Why the group's numbers say little, if they do. */
  warning?: string | undefined;
  estimate: Estimate;
}

/** One disparity of a breakdown with all groups that were compared, the one to look at first at the front. */
export interface RankedDisparity {
  metric: Metric;
  groups: readonly Item[];
}

/**
 * How far a disparity is from its ideal, from 0 to 1, on one scale for differences and ratios: a ratio
 * counts as 1 minus itself or its inverse, whichever is below 1. NaN for what is undefined.
 */
export function severity(value: number, metric: Metric): number {
  if (metric.ideal !== 1) return Math.abs(value - (metric.ideal ?? 0));
  return 1 - Math.min(value, 1 / value);
}

// Severity is 0 to 1, so that whatever has a warning lies below it, and the undefined below that.
function urgency(metric: Metric, item: Item | undefined): number {
  if (item === undefined || Number.isNaN(item.estimate.value)) return -2;
  return severity(item.estimate.value, metric) - (item.warning === undefined ? 0 : 1);
}

/** The metrics of that name, those that the table does not know left out. */
export const knownMetrics = (names: readonly string[]): Metric[] =>
  names.flatMap((name) => findGroupMetric(name) ?? []);

/**
 * The few disparities that a summary is about: those that the table of metrics marks as essential, or
 * all where it marks none of them.
 */
export function essentialDisparities(names: readonly string[]): Metric[] {
  const all = knownMetrics(names);
  const essential = all.filter((metric) => metric.essential);
  return essential.length > 0 ? essential : all;
}

/** Each compared group's value of a disparity, in the order in which to look at them. */
export function rankGroups({ groups, comparisons }: Breakdown, metric: Metric): Item[] {
  const byName = new Map(groups.map((group) => [group.name, group]));
  return comparisons
    .map(({ group, disparities }): Item => {
      const { counts, warning } = byName.get(group) ?? {};
      const estimate = disparities[metric.name] ?? { value: Number.NaN, reason: 'not computed' };
      return { group, rows: counts?.rows ?? 0, warning, estimate };
    })
    .sort((a, b) => urgency(metric, b) - urgency(metric, a));
}

/** Disparities in the order in which to look at them, each with its groups in theirs. */
export function rankDisparities(
  breakdown: Breakdown,
  metrics: readonly Metric[],
): RankedDisparity[] {
  return metrics
    .map((metric) => ({ metric, groups: rankGroups(breakdown, metric) }))
    .sort((a, b) => urgency(b.metric, b.groups[0]) - urgency(a.metric, a.groups[0]));
}
