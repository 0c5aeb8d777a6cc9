// SPDX-License-Identifier: Apache-2.0
//
// Findings of a report over all of its breakdowns: gaps between each group and the reference group in the rates of the
// summary, with the intervals and p-values that are adjusted for all of them.

import type { Breakdown } from '../audit/report.js';
import { hypotheses } from '../claims/adjust.js';
import { chosen, getVerdict, type Verdict } from '../claims/verdict.js';
import type { Estimate } from '../core/estimate.js';
import { getMax } from '../core/extremes.js';
import { type Metric, toZero } from '../metrics/metric.js';
import { groupMetricFor } from '../metrics/outcome-words.js';
import {
  essentialDisparities,
  knownMetrics,
  type RankedValue,
  ranked,
  rankGroups,
  severity,
  sureSeverity,
} from './ranking.js';
import type { Report } from './report.js';

/** The gaps of one breakdown in one rate. */
export interface Finding {
  breakdown: Breakdown;
  /** Position of the breakdown in the report. */
  place: number;
  rate: Metric;
  /** The difference of the rate from that of the reference group. */
  gap: Metric;
  /** Gaps that support a conclusion, even an inconclusive one: that of a large group first, then the most important. */
  gaps: readonly RankedValue[];
  /** Gaps whose interval is too wide for any conclusion. */
  scarce: readonly RankedValue[];
  /** The verdict on the first gap or, if there is none, on all groups; without intervals, whether there is a gap. */
  verdict: Verdict;
}

/**
 * Returns the gaps that a report searches, in order: certain gaps, inconclusive ones, and gaps that are significantly
 * small.
 */
export function getFindings(report: Report): Finding[] {
  const measures = getMeasures(report);
  const matches = report.breakdowns.flatMap((breakdown, place) =>
    measures.map(({ rate, gap }): Finding => {
      const items = breakdown.comparisons.length === 0 ? [] : getItems(report, breakdown, gap);
      const of = (...verdicts: Verdict[]) => items.filter(({ estimate }) => verdicts.includes(getVerdict(estimate)));
      const gaps = largestFirst(of('gap', 'small', 'inconclusive', 'unknown'), gap);
      const scarce = of('scarce');
      return { breakdown, place, rate, gap, gaps, scarce, verdict: judge(report, gaps, scarce) };
    }),
  );
  return matches.sort((a, b) => descending(getOrder(a), getOrder(b)));
}

type Measure = Pick<Finding, 'rate' | 'gap'>;

/** Differences of one rate among the disparities of the summary; without decisions, the difference of base rates. */
function getMeasures({ disparities, rates, outcome }: Report): Measure[] {
  const essential = essentialDisparities(disparities, outcome).flatMap((gap): Measure[] => {
    const rate = gap.ideal === 0 && gap.rate && groupMetricFor(gap.rate, outcome);
    return rate ? [{ rate, gap }] : [];
  });
  if (essential.length > 0) return essential;
  return knownMetrics(
    rates.filter((name) => name === 'baseRate'),
    outcome,
  ).map((rate) => ({ rate, gap: toZero({ ...rate, kind: 'disparity' }) }));
}

/**
 * Moves the largest group to the front whose certain gap is at least half of the largest one: a reader looks for groups
 * of many people.
 */
function largestFirst(gaps: readonly RankedValue[], gap: Metric): readonly RankedValue[] {
  const sure = ({ estimate }: RankedValue) => sureSeverity(estimate, gap);
  const min = getMax(gaps.map(sure)) / 2;
  const wide = gaps.filter((item) => sure(item) >= min && sure(item) > 0);
  const [first] = [...wide].sort((a, b) => b.rows - a.rows);
  return first ? [first, ...gaps.filter((item) => item !== first)] : gaps;
}

function getItems(report: Report, breakdown: Breakdown, gap: Metric): RankedValue[] {
  if (gap.name !== 'baseRate') return rankGroups(breakdown, gap);
  const reference = breakdown.groups.find(({ id }) => id === breakdown.referenceId);
  const second = chosen(reference?.rates.baseRate ?? { value: Number.NaN });
  const items = breakdown.groups
    .filter((group) => group !== reference)
    .map(({ id, name, counts, rates }): RankedValue => {
      const first = chosen(rates.baseRate ?? { value: Number.NaN });
      const warning = first.warning ?? second.warning;
      return { id, group: name, rows: counts.rows, warning, estimate: minus(first, second, report) };
    });
  return ranked(items, gap);
}

/**
 * Returns the difference of two base rates with Newcombe's interval, which combines Wilson's intervals of the rates.
 * Those of clustered rows may depend on each other, so their difference has no interval.
 */
function minus(first: Estimate, second: Estimate, { clusters }: Report): Estimate {
  const value = first.value - second.value;
  if (first.ci === undefined || second.ci === undefined || clusters !== undefined) return { value };
  const below = Math.hypot(first.value - first.ci[0], second.ci[1] - second.value);
  const above = Math.hypot(first.ci[1] - first.value, second.value - second.ci[0]);
  return { value, ci: [Math.max(-1, value - below), Math.min(1, value + above)] };
}

function judge(
  { uncertainty }: Report,
  gaps: readonly RankedValue[],
  scarce: readonly RankedValue[],
): Finding['verdict'] {
  const [first] = gaps;
  if (first === undefined) return scarce.length > 0 ? 'scarce' : 'undefined';
  if (uncertainty === null) return first.estimate.value === 0 ? 'small' : 'gap';
  const verdicts = gaps.map(({ estimate }) => getVerdict(estimate));
  return (['gap', 'unknown', 'inconclusive'] as const).find((each) => verdicts.includes(each)) ?? 'small';
}

/** Returns the number of comparisons for which the intervals and p-values of the findings are adjusted. */
export function countComparisons({ breakdowns, disparities, uncertainty, outcome }: Report): number {
  const essential = essentialDisparities(disparities, outcome).map(({ name }) => name);
  const each = Math.max(1, hypotheses(uncertainty?.simultaneous ? disparities : essential));
  return breakdowns.reduce((sum, { comparisons }) => sum + each * comparisons.length, 0);
}

/** Returns the distance from 0 that the intervals do not exclude. */
export const getWidest = (gaps: readonly RankedValue[]): number =>
  getMax(gaps.flatMap(({ estimate: { ci = [1, 1] } }) => ci.map(Math.abs)));

const verdicts: readonly Verdict[] = ['undefined', 'scarce', 'unknown', 'small', 'inconclusive', 'gap'];

// Gaps by single attributes come first, because those of their intersections are nearly always larger.
function getOrder({ verdict, breakdown, gap, gaps: [first] }: Finding): number[] {
  return [
    verdicts.indexOf(verdict),
    Number(breakdown.by.length === 1),
    Number(verdict === 'gap' && gap.leads === true),
    first ? sureSeverity(first.estimate, gap) : 0,
    first ? severity(first.estimate.value, gap) : 0,
  ];
}

const descending = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((order, each, i) => order || (b[i] as number) - each, 0);
