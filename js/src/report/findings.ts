// SPDX-License-Identifier: Apache-2.0
//
// Findings of a report over all of its breakdowns: gaps between each group and the reference group in the rates of the
// summary, with the intervals and p-values that are adjusted for all of them.

import type { Breakdown } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import { getMax } from '../core/extremes.js';
import type { Metric } from '../metrics/metric.js';
import { toZero } from '../metrics/metric.js';
import { groupMetricFor } from '../metrics/outcome-words.js';
import {
  chosen,
  essentialDisparities,
  knownMetrics,
  type RankedValue,
  ranked,
  rankGroups,
  severity,
  sureSeverity,
} from './ranking.js';
import type { Report } from './report.js';

/** Gaps up to this difference between rates are small. */
export const smallGap = 0.05;

/** The gaps of one breakdown in one rate. */
export interface Finding {
  breakdown: Breakdown;
  /** Position of the breakdown in the report. */
  place: number;
  rate: Metric;
  /** The difference of the rate from that of the reference group. */
  gap: Metric;
  /** Gaps based on enough cases: that of a large group first, then the most important. */
  gaps: readonly RankedValue[];
  /** Groups with too few cases. */
  few: readonly RankedValue[];
  /** Whether the interval of the first gap excludes 0; without intervals, whether there is a gap. */
  verdict: 'gap' | 'inconclusive' | 'small';
}

/**
 * Returns the gaps that a report searches, in order: certain gaps, inconclusive ones, and gaps that are significantly
 * small.
 */
export function getFindings(report: Report): Finding[] {
  const measures = getMeasures(report);
  const found = report.breakdowns.flatMap((breakdown, place) =>
    measures.map(({ rate, gap }): Finding => {
      const items = breakdown.comparisons.length === 0 ? [] : getItems(report, breakdown, gap);
      const gaps = largestFirst(items.filter(isReliable), gap);
      const few = items.filter((item) => !isReliable(item));
      return { breakdown, place, rate, gap, gaps, few, verdict: getVerdict(report, gaps, gap) };
    }),
  );
  return found.sort((a, b) => descending(getOrder(a), getOrder(b)));
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

const isReliable = ({ warning, estimate }: RankedValue) => warning === undefined && Number.isFinite(estimate.value);

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

function getVerdict({ uncertainty }: Report, gaps: readonly RankedValue[], gap: Metric): Finding['verdict'] {
  const [first] = gaps;
  if (first === undefined) return 'inconclusive';
  if (uncertainty === null) return first.estimate.value === 0 ? 'small' : 'gap';
  if (sureSeverity(first.estimate, gap) > 0) return 'gap';
  return getWidest(gaps) <= smallGap ? 'small' : 'inconclusive';
}

/** Returns the distance from 0 that the intervals do not exclude. */
export const getWidest = (gaps: readonly RankedValue[]): number =>
  getMax(gaps.flatMap(({ estimate: { ci = [1, 1] } }) => ci.map(Math.abs)));

const verdicts = ['small', 'inconclusive', 'gap'];

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
