// SPDX-License-Identifier: Apache-2.0
//
// Ranks the disparities of a breakdown by how far they are certainly from equal. Because the ranking looks at
// the data, intervals and p-values are adjusted for all comparisons of the report.

import type { Breakdown } from '../audit/report.js';
import { chosen, getVerdict } from '../claims/verdict.js';
import type { Estimate } from '../core/estimate.js';
import type { Metric } from '../metrics/metric.js';
import { groupMetricFor } from '../metrics/outcome-words.js';

/** One group's value of one metric. */
export interface RankedValue {
  /** The {@link Group.id}. */
  id: string;
  group: string;
  rows: number;
  /** The reason why the interval and the test are approximate: a remark, which changes neither order nor verdict. */
  warning?: string | undefined;
  /** The estimate, with the adjusted interval and p-value if the report has them. */
  estimate: Estimate;
}

/** One disparity of a breakdown with all compared groups, most important first. */
export interface RankedDisparity {
  metric: Metric;
  groups: readonly RankedValue[];
}

/**
 * Returns the distance of a disparity from its ideal, from 0 to 1, on one scale for differences and ratios:
 * for a ratio, 1 minus the ratio or its inverse, whichever is below 1. NaN for an undefined value.
 */
export function severity(value: number, metric: Metric): number {
  if (value === null) return Number.NaN; // An undefined value in a saved report.
  if (metric.ideal !== 1) return Math.abs(value - (metric.ideal ?? 0));
  return 1 - Math.min(value, 1 / value);
}

/**
 * Returns the certain distance of a disparity from its ideal: the severity of the end of its interval that is
 * nearer to the ideal; 0 if the interval contains the ideal or there is none.
 */
export function sureSeverity({ ci }: Estimate, metric: Metric): number {
  if (ci === undefined) return 0;
  const [low, high] = ci;
  const ideal = metric.ideal ?? 0;
  if (low <= ideal && high >= ideal) return 0;
  return severity(low > ideal ? low : high, metric);
}

// Significant values come first. Severity is 0 to 1, so values with too wide an interval are ranked below all other
// ones, and undefined values below those.
function byUrgency(metric: Metric): (item: RankedValue | undefined) => [number, number] {
  return (item) => {
    if (item === undefined || Number.isNaN(item.estimate.value)) return [-1, 0];
    const { estimate } = item;
    const size = severity(estimate.value, metric) - (isScarce(estimate, metric) ? 1 : 0);
    return [sureSeverity(estimate, metric), size];
  };
}

const isScarce = (estimate: Estimate, { ideal }: Metric) => getVerdict(estimate, ideal) === 'scarce';

const descending = ([a, b]: [number, number], [c, d]: [number, number]) => c - a || d - b;

/** Returns the metrics with these names, in the terms of the report's `outcome`; unknown names are omitted. */
export function knownMetrics(names: readonly string[], outcome?: 'benefit' | 'burden'): Metric[] {
  return names.flatMap((name) => groupMetricFor(name, outcome) ?? []);
}

/**
 * Returns the few disparities for a summary, given the report's `outcome`: those marked as essential in the
 * metrics table, or all if none is.
 */
export function essentialDisparities(names: readonly string[], outcome?: 'benefit' | 'burden'): Metric[] {
  const all = knownMetrics(names, outcome);
  const essential = all.filter((metric) => metric.essential);
  return essential.length > 0 ? essential : all;
}

/** Returns the value of a disparity for each compared group, most important first. */
export function rankGroups(breakdown: Breakdown, metric: Metric): RankedValue[] {
  const { groups, comparisons } = breakdown;
  const rows = new Map(groups.map(({ id, counts }) => [id, counts.rows]));
  const items = comparisons.map(({ id, group, disparities }): RankedValue => {
    const estimate = chosen(disparities[metric.name] ?? { value: Number.NaN, reason: 'not computed' });
    return { id, group, rows: rows.get(id) ?? 0, warning: estimate.warning, estimate };
  });
  return ranked(items, metric);
}

/** @internal Returns groups with the most important first. */
export function ranked(items: readonly RankedValue[], metric: Metric): RankedValue[] {
  const urgency = byUrgency(metric);
  return [...items].sort((a, b) => descending(urgency(a), urgency(b)));
}

// Disparities at the start of a summary for this outcome, unless they are undefined or based on too little data.
const begins = ({ metric, groups: [first] }: RankedDisparity): boolean =>
  metric.leads === true &&
  first !== undefined &&
  !Number.isNaN(first.estimate.value) &&
  !isScarce(first.estimate, metric);

/**
 * Ranks disparities and, within each, its groups: first the leading ones for the outcome, then the others by
 * their certain distance from equal.
 */
export function rankDisparities(breakdown: Breakdown, metrics: readonly Metric[]): RankedDisparity[] {
  return metrics
    .map((metric) => ({ metric, groups: rankGroups(breakdown, metric) }))
    .sort(
      (a, b) =>
        Number(begins(b)) - Number(begins(a)) ||
        descending(byUrgency(a.metric)(a.groups[0]), byUrgency(b.metric)(b.groups[0])),
    );
}
