// SPDX-License-Identifier: Apache-2.0
//
// How a report's parts are shown to people: numbers, names from files, and what is worst first. The
// renderers share it, so that text, Markdown and page say the same.

import type { Estimate } from '../group/estimate.js';
import { findMetric, type Metric } from '../metrics/table.js';
import type { Breakdown, Report } from './report.js';

/** An estimate that may come with an interval. */
export type Shown = Estimate & { interval?: readonly [number, number] };

// Control characters can move a terminal's cursor or change its state, directional ones and invisible
// tags can make a text look like another one.
const unsafe =
  /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu;

/** Text from elsewhere as one line without control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').replace(unsafe, '\ufffd');
}

/** 7214 as "7,214"; weights with up to three decimals. */
export function showCount(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

function showNumber(value: number, metric: Metric | undefined): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  const text = Math.abs(value) < 1e6 ? value.toFixed(3) : value.toExponential(2);
  if (Number(text) === 0) return '0.000'; // never -0.000
  return metric?.ideal === 0 && value > 0 ? `+${text}` : text;
}

/** A metric's value with three decimals, differences with their sign; "–" where it is undefined. */
export function showValue({ value }: Shown, metric?: Metric): string {
  return showNumber(value, metric);
}

/** The interval as "[0.431, 0.466]", or nothing. */
export function showInterval({ interval }: Shown, metric?: Metric): string {
  return interval ? `[${interval.map((end) => showNumber(end, metric)).join(', ')}]` : '';
}

/**
 * How far a disparity is from its ideal, from 0 to 1, on one scale for differences and ratios: a ratio
 * counts as 1 minus itself or its inverse, whichever is below 1. NaN for what is undefined.
 */
export function severity(value: number, metric: Metric): number {
  if (metric.ideal !== 1) return Math.abs(value - (metric.ideal ?? 0));
  return 1 - Math.min(value, 1 / value);
}

/** Sorts the most severe first, what is undefined last. */
export function worstFirst<T>(items: readonly T[], severityOf: (item: T) => number): T[] {
  const key = (item: T) => (Number.isNaN(severityOf(item)) ? -1 : severityOf(item));
  return [...items].sort((a, b) => key(b) - key(a));
}

/** One disparity of one breakdown: all groups, the worst first. */
export interface RankedDisparity {
  metric: Metric;
  groups: { group: string; estimate: Estimate }[];
}

/** The disparities of a breakdown, the one with the worst group first. */
export function rankDisparities(breakdown: Breakdown, names: readonly string[]): RankedDisparity[] {
  const ranked = names.map((name): RankedDisparity => {
    const metric = findMetric(name) as Metric;
    const groups = breakdown.comparisons.map(({ group, disparities }) => ({
      group,
      estimate: disparities[name] as Estimate,
    }));
    const sorted = worstFirst(groups, ({ estimate }) => severity(estimate.value, metric));
    return { metric, groups: sorted };
  });
  return worstFirst(ranked, ({ metric, groups }) =>
    severity(groups[0]?.estimate.value ?? Number.NaN, metric),
  );
}

/** What was audited, as pairs of a heading and a text: the facts above every report. */
export function factsOf(report: Report): [heading: string, text: string][] {
  const { rows, instances, droppedRows, favorable, labels, threshold, columns } = report;
  const weighing = instances === rows ? '' : `, weighing ${showCount(instances)} together`;
  const quoted = (texts: readonly string[]) => texts.map(oneLine).join(', ');
  const facts: [string, string][] = [['Rows', showCount(rows) + weighing]];
  if (droppedRows > 0)
    facts.push(['Left out', `${showCount(droppedRows)} rows with missing values`]);
  for (const [role, column] of Object.entries(columns)) {
    facts.push([`${role.charAt(0).toUpperCase()}${role.slice(1)}`, oneLine(column)]);
  }
  if (threshold !== null) facts.push(['Threshold', `favorable from a score of ${threshold} on`]);
  const others = labels.filter((label) => !favorable.includes(label));
  const against = others.length > 0 ? ` (not: ${quoted(others)})` : '';
  facts.push(['Favorable', quoted(favorable) + against]);
  return facts;
}

/** The reasons why values of a breakdown are undefined, each once. */
export function reasonsOf({ groups, comparisons }: Breakdown): string[] {
  const reasons = [
    ...groups.flatMap(({ rates }) => Object.values(rates).map(({ reason }) => reason)),
    ...comparisons.flatMap(({ group, disparities }) =>
      Object.values(disparities).map(({ reason }) => reason && `${reason} (${group})`),
    ),
  ];
  return [...new Set(reasons.filter((reason) => reason !== undefined))];
}
