// SPDX-License-Identifier: Apache-2.0
//
// What to look at first: the disparities of a breakdown in the order of how far they are from equal for sure. As that is
// chosen after looking, intervals and p-values are those that hold for all comparisons of the report together.

import type { Breakdown } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import {
  requireArray,
  requireNumber,
  requireOneOf,
  requireParts,
  requireTexts,
} from '../core/options.js';
import type { Metric } from '../metrics/metric.js';
import { type Outcome, outcomes } from '../metrics/outcome.js';
import { groupMetricFor } from '../metrics/outcome-words.js';

/** One group's value of one metric. */
export interface Item {
  /** The {@link Group.id}. */
  id: string;
  group: string;
  rows: number;
  /** Why this number says little, if it does. */
  warning?: string | undefined;
  /** With the interval and p-value that account for the choice, where the report has them. */
  estimate: Estimate;
}

/**
 * @internal A number of which the report chose whether to show it, or where: its interval and p-value account for all
 * comparisons among which it was chosen. Where the report has none of that kind they are those of the number by itself.
 */
export function chosen(estimate: Estimate): Estimate {
  const { adjustedCi, adjustedPValue, ...alone } = estimate;
  if (adjustedCi === undefined) return estimate;
  return {
    ...alone,
    ci: adjustedCi,
    ...(adjustedPValue !== undefined && { pValue: adjustedPValue }),
  };
}

/** One disparity of a breakdown with all groups that were compared, the one to look at first at the front. */
export interface RankedDisparity {
  metric: Metric;
  groups: readonly Item[];
}

const requireMetric = (metric: Metric) =>
  requireParts('metric', metric, ['name'], 'a metric, as findMetric() gives it');

/**
 * How far a disparity is from its ideal, from 0 to 1, on one scale for differences and ratios: a ratio
 * counts as 1 minus itself or its inverse, whichever is below 1. NaN for what is undefined.
 *
 * @example
 * const [impact] = knownMetrics(['disparateImpact']);
 * [severity(0.5, impact), severity(2, impact)]; // [0.5, 0.5]
 */
export function severity(value: number, metric: Metric): number {
  requireMetric(metric);
  if (value === null) return Number.NaN; // what is undefined, in a report that was saved
  requireNumber('value', value);
  if (metric.ideal !== 1) return Math.abs(value - (metric.ideal ?? 0));
  return 1 - Math.min(value, 1 / value);
}

/**
 * How far a disparity is from its ideal for sure: the severity of the end of its interval that is nearer to
 * the ideal; 0 where the interval holds the ideal, or there is none.
 */
export function sureSeverity({ ci }: Estimate, metric: Metric): number {
  if (ci === undefined) return 0;
  const [low, high] = ci;
  const ideal = metric.ideal ?? 0;
  if (low <= ideal && high >= ideal) return 0;
  return severity(low > ideal ? low : high, metric);
}

// What is sure comes first, of what rests on enough cases; then, as severity is 0 to 1, what has a warning below
// all else, and the undefined below that.
function byUrgency(metric: Metric): (item: Item | undefined) => [number, number] {
  return (item) => {
    if (item === undefined || Number.isNaN(item.estimate.value)) return [-1, 0];
    const { estimate, warning } = item;
    const size = severity(estimate.value, metric) - (warning === undefined ? 0 : 1);
    return [warning === undefined ? sureSeverity(estimate, metric) : 0, size];
  };
}

const descending = ([a, b]: [number, number], [c, d]: [number, number]) => c - a || d - b;

/**
 * The metrics of that name, in the words of the report's `outcome`; those that the table does not know left out.
 *
 * @example
 * knownMetrics(['selectionRate', 'of my own']).map(({ title }) => title); // ["Selection rate"]
 */
export function knownMetrics(names: readonly string[], outcome?: Outcome): Metric[] {
  if (outcome !== undefined) requireOneOf('outcome', outcome, outcomes);
  return requireTexts('names', names).flatMap((name) => groupMetricFor(name, outcome) ?? []);
}

/**
 * The few disparities that a summary is about, given the report's `outcome`: those that the table of metrics marks as
 * essential, or all where it marks none of them.
 *
 * @example
 * const { breakdowns, outcome } = reportExample(await load(), findExample('compas'));
 * const names = Object.keys(breakdowns[0].comparisons[0].disparities);
 * essentialDisparities(names, outcome)[0].name; // "falsePositiveRateDifference"
 */
export function essentialDisparities(names: readonly string[], outcome?: Outcome): Metric[] {
  const all = knownMetrics(names, outcome);
  const essential = all.filter((metric) => metric.essential);
  return essential.length > 0 ? essential : all;
}

/**
 * Each compared group's value of a disparity, in the order in which to look at them.
 *
 * @example
 * const { breakdowns } = reportExample(await load(), findExample('compas'));
 * const [impact] = knownMetrics(['disparateImpact']);
 * const [first] = rankGroups(breakdowns[0], impact);
 * [first.group, first.estimate.value]; // ["African-American", 1.690…]
 */
export function rankGroups(breakdown: Breakdown, metric: Metric): Item[] {
  requireParts('breakdown', breakdown, ['groups', 'comparisons'], 'a breakdown of a report');
  requireMetric(metric);
  const { groups, comparisons } = breakdown;
  requireArray('groups', groups, 'the groups of a breakdown');
  requireArray('comparisons', comparisons, 'the comparisons of a breakdown');
  const urgency = byUrgency(metric);
  const rows = new Map(groups.map(({ id, counts }) => [id, counts.rows]));
  return comparisons
    .map(({ id, group, disparities }): Item => {
      const estimate = chosen(
        disparities[metric.name] ?? { value: Number.NaN, reason: 'not computed' },
      );
      return { id, group, rows: rows.get(id) ?? 0, warning: estimate.warning, estimate };
    })
    .sort((a, b) => descending(urgency(a), urgency(b)));
}

// What a summary of this outcome begins with, unless it is undefined or rests on few cases.
const begins = ({ metric, groups: [first] }: RankedDisparity): boolean =>
  metric.leads === true &&
  first !== undefined &&
  first.warning === undefined &&
  !Number.isNaN(first.estimate.value);

/**
 * Disparities in the order in which to look at them, each with its groups in theirs: those that lead, given what a
 * positive decision does to people, and then what is furthest from equal for sure.
 *
 * @example
 * const { breakdowns } = reportExample(await load(), findExample('compas'));
 * const metrics = knownMetrics(['disparateImpact', 'equalOpportunityDifference']);
 * const [worst] = rankDisparities(breakdowns[0], metrics);
 * [worst.metric.name, worst.groups[0].group]; // ["disparateImpact", "African-American"]
 */
export function rankDisparities(
  breakdown: Breakdown,
  metrics: readonly Metric[],
): RankedDisparity[] {
  requireArray('metrics', metrics, 'an array of metrics');
  return Array.from(metrics)
    .map((metric) => ({ metric, groups: rankGroups(breakdown, metric) }))
    .sort(
      (a, b) =>
        Number(begins(b)) - Number(begins(a)) ||
        descending(byUrgency(a.metric)(a.groups[0]), byUrgency(b.metric)(b.groups[0])),
    );
}

/** Says in which order they stand. */
export const orderNote = ([first]: readonly RankedDisparity[]): string =>
  first?.metric.leads
    ? 'Burdens that fall wrongly, then furthest from equal'
    : 'Furthest from equal';
