// SPDX-License-Identifier: Apache-2.0
//
// The order of results on the page, based on the package's ranking of disparities.

import type { Breakdown, Metric } from 'fairwasm';
import type { RankedValue } from '#fairwasm/report/ranking.js';

/** Each group's value of a rate, the highest first, undefined values last. */
export function rateItems(breakdown: Breakdown, metric: Metric): RankedValue[] {
  const order = ({ estimate }: RankedValue) =>
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
