// SPDX-License-Identifier: Apache-2.0
//
// The order of results on the page, based on the package's ranking of disparities.

import {
  type Breakdown,
  essentialDisparities,
  knownMetrics,
  type Metric,
  type Report,
  rankDisparities,
  type rankGroups,
} from 'fairwasm';

/** A group's value, for rankings and charts. */
export type Item = ReturnType<typeof rankGroups>[number];

export interface Finding extends Item {
  metric: Metric;
}

/** Each group's value of a rate, the highest first, undefined values last. */
export function rateItems(breakdown: Breakdown, metric: Metric): Item[] {
  const order = ({ estimate }: Item) =>
    Number.isNaN(estimate.value) ? Number.NEGATIVE_INFINITY : estimate.value;
  return breakdown.groups
    .map(({ id, name, counts, rates, warning }) => ({
      id,
      group: name,
      rows: counts.rows,
      warning,
      estimate: rates[metric.name] ?? { value: Number.NaN, reason: 'not computed' },
    }))
    .sort((a, b) => order(b) - order(a));
}

/** For each essential disparity, the first group to show; the first disparity to show comes first. */
export function findings(report: Report, breakdown: Breakdown): Finding[] {
  const { disparities, outcome } = report;
  return rankDisparities(breakdown, essentialDisparities(disparities, outcome)).flatMap(
    ({ metric, groups: [worst] }) =>
      worst && !Number.isNaN(worst.estimate.value) ? { ...worst, metric } : [],
  );
}

/**
 * The first rate to show: for a burden, the rate of wrong burdens; otherwise the rate with the largest gap,
 * preferably one that compares decisions with outcomes.
 */
export function widestRate(report: Report, breakdown: Breakdown): Metric | undefined {
  const width = ({ name }: Metric) => breakdown.spreads[name]?.difference.value || 0;
  const all = knownMetrics(report.rates, report.outcome);
  const wrongly = all.find(({ name }) => name === 'falsePositiveRate');
  if (report.outcome === 'burden' && wrongly) return wrongly;
  const telling = all.filter(({ direction }) => direction !== 'none');
  return (telling.length > 0 ? telling : all).reduce<Metric | undefined>(
    (best, metric) => (best && width(best) >= width(metric) ? best : metric),
    undefined,
  );
}
