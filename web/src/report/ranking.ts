// SPDX-License-Identifier: Apache-2.0
//
// What to look at first: the disparities of a breakdown in the order of how far they are from ideal,
// and the widest rate.

import {
  type Breakdown,
  type Estimate,
  findMetric,
  type Metric,
  type Report,
  severity,
} from 'fairwasm';

/** Fewer rows than this, and a group's figures may be chance. */
export const fewRows = 30;

/** One group's value of one metric. */
export interface Item {
  group: string;
  rows: number;
  estimate: Estimate;
}

export interface Finding extends Item {
  metric: Metric;
}

/** The metrics of the table, for names it does not know left out. */
export const known = (names: readonly string[]): Metric[] =>
  names.flatMap((name) => findMetric(name) ?? []);

// Groups with few rows come after all others, and undefined values last of all.
function urgency(metric: Metric, { estimate, rows }: Item): number {
  if (Number.isNaN(estimate.value)) return -2;
  return severity(estimate.value, metric) - (rows < fewRows ? 1 : 0);
}

/** Each compared group's value of a disparity, the worst first; see {@link urgency}. */
export function disparityItems(breakdown: Breakdown, metric: Metric): Item[] {
  const rows = new Map(breakdown.groups.map(({ name, counts }) => [name, counts.rows]));
  return breakdown.comparisons
    .map(({ group, disparities }) => ({
      group,
      rows: rows.get(group) ?? 0,
      estimate: disparities[metric.name] ?? { value: Number.NaN, reason: 'not computed' },
    }))
    .sort((a, b) => urgency(metric, b) - urgency(metric, a));
}

/** Each group's value of a rate, the highest first, undefined ones last. */
export function rateItems(breakdown: Breakdown, metric: Metric): Item[] {
  const order = ({ estimate }: Item) =>
    Number.isNaN(estimate.value) ? Number.NEGATIVE_INFINITY : estimate.value;
  return breakdown.groups
    .map(({ name, counts, rates }) => ({
      group: name,
      rows: counts.rows,
      estimate: rates[metric.name] ?? { value: Number.NaN, reason: 'not computed' },
    }))
    .sort((a, b) => order(b) - order(a));
}

/** For each disparity the group that is furthest from ideal; the worst disparity first. */
export function findings(report: Report, breakdown: Breakdown): Finding[] {
  return known(report.disparities)
    .flatMap((metric) => {
      const [worst] = disparityItems(breakdown, metric);
      return worst && !Number.isNaN(worst.estimate.value) ? { ...worst, metric } : [];
    })
    .sort((a, b) => urgency(b.metric, b) - urgency(a.metric, a));
}

/** The rate in which the groups lie furthest apart, of those that tell right from wrong if there are any. */
export function widestRate(report: Report, breakdown: Breakdown): Metric | undefined {
  const width = ({ name }: Metric) => breakdown.spreads[name]?.difference.value || 0;
  const all = known(report.rates);
  const telling = all.filter(({ direction }) => direction !== 'none');
  return (telling.length > 0 ? telling : all).reduce<Metric | undefined>(
    (best, metric) => (best && width(best) >= width(metric) ? best : metric),
    undefined,
  );
}
