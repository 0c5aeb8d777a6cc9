// SPDX-License-Identifier: Apache-2.0
//
// The report as a tidy table with one value per row, for spreadsheets and statistics programs.

import type { ComparisonReport } from '../audit/comparison/comparison.js';
import type { Margins } from '../audit/equivalence-report.js';
import type { Breakdown, GroupReport } from '../audit/report.js';
import type { Conditional } from '../audit/within/conditional.js';
import type { Estimate } from '../core/estimate.js';
import { fromPlainData } from '../core/plain-data.js';
import { finite, getCsv } from '../document/csv.js';
import { oneLine } from '../document/format.js';
import type { Outcome } from '../metrics/outcome.js';
import { groupMetricFor } from '../metrics/outcome-words.js';
import { requireReport } from './check-report.js';
import { comparisonCsv, estimateColumns } from './comparison-csv.js';
import { conditionalEstimates, conditionalTitle } from './describe-conditional.js';
import type { Report } from './report.js';

type Row = [
  breakdown: string,
  group: string,
  reference: string,
  metric: string,
  statistic: string,
  value: number | string,
  low: number | string,
  high: number | string,
  pValue: number | string,
  adjustedPValue: number | string,
  reason: string,
  warning: string,
  minimumDetectableDecrease: number | string,
  minimumDetectableIncrease: number | string,
  marginLow: number | string,
  marginHigh: number | string,
  isEquivalent: string,
  adjustedLow: number | string,
  adjustedHigh: number | string,
];

const header = [
  ...estimateColumns,
  'minimum_detectable_decrease',
  'minimum_detectable_increase',
  'margin_low',
  'margin_high',
  'is_equivalent',
  'adjusted_low',
  'adjusted_high',
];

/**
 * Returns the report as CSV; for a comparison, see {@link comparisonCsv}. The columns are `breakdown` (its attributes;
 * empty for all rows), `group` (empty for spreads), `reference` (the reference group of a disparity), `metric`,
 * `statistic`, `value`, `low` and `high` (the confidence interval), `p_value` and `adjusted_p_value`, `reason` (why the
 * value is undefined or infinite, and therefore empty), `warning` (why the group's figures are unreliable),
 * `minimum_detectable_decrease` and `minimum_detectable_increase` (80% power), `margin_low`, `margin_high`, and
 * `is_equivalent` (for equivalence tests), and `adjusted_low` and `adjusted_high` (the interval that holds for all
 * comparisons together, like `adjusted_p_value`). The p-value tests "no difference", or for an equivalence "outside the
 * margin". `statistic` is `count`, `rate`, `disparity`, or a field of a spread such as `difference`; if requested, also
 * `shrunkenRate` and `equivalence`. Groups compared within strata have the breakdown `sex, within department` and the
 * statistics `gapOverAllRows`, `standardizedDifference`, `standardizedRatio`, `commonOddsRatio`, `sameOdds`, and
 * `sameOddsRatio`. If the report states the effect of a positive decision, there are two more columns: `outcome`
 * (`benefit` or `burden`) and `adverse` (for a disparity, the side of its ideal value on which the group is
 * disadvantaged: `above` or `below`; empty if neither is). Strings that a spreadsheet would treat as formulas are
 * preceded by an apostrophe.
 */
export function reportCsv(report: Report | ComparisonReport): string {
  return fromPlainData('report', () => {
    if (report?.format === 'fairwasm-comparison') return comparisonCsv(report);
    requireReport(report);
    const rows = [
      ...groupRows('', report.overall),
      ...report.breakdowns.flatMap((breakdown) => breakdownRows(breakdown, report.equivalenceMargins ?? {})),
      ...(report.conditional ?? []).flatMap(conditionalRows),
    ];
    const { outcome } = report;
    if (outcome === undefined) return getCsv([header, ...rows]);
    const completed = rows.map((row) => [...row, outcome, getSide(row, outcome)]);
    return getCsv([[...header, 'outcome', 'adverse'], ...completed]);
  });
}

// For a disparity, returns the side of its ideal value on which the group is disadvantaged.
function getSide(row: Row, outcome: Outcome): string {
  const [, , , metric, statistic] = row;
  const isDisparity = statistic === 'disparity' || statistic === 'equivalence';
  return (isDisparity && groupMetricFor(metric, outcome)?.adverse) || '';
}

function estimateRow(
  [breakdown, group, reference, metric, statistic]: [string, string, string, string, string],
  { value, ci, pValue, adjustedPValue, adjustedCi, minimumDetectableDifference, reason }: Estimate,
  warning = '',
  within: [low: number, high: number, isEquivalent: boolean] | [] = [],
): Row {
  const texts = [breakdown, group, reference].map(oneLine) as [string, string, string];
  const [low, high] = ci ?? [];
  const [decrease, increase] = minimumDetectableDifference ?? [];
  const [adjustedLow, adjustedHigh] = adjustedCi ?? [];
  const [marginLow, marginHigh, isEquivalent] = within;
  return [
    ...texts,
    metric,
    statistic,
    finite(value),
    finite(low),
    finite(high),
    finite(pValue),
    finite(adjustedPValue),
    oneLine(reason ?? ''),
    oneLine(warning),
    finite(decrease),
    finite(increase),
    finite(marginLow),
    finite(marginHigh),
    String(isEquivalent ?? ''),
    finite(adjustedLow),
    finite(adjustedHigh),
  ];
}

function groupRows(breakdown: string, { name, counts, rates, shrunken = {}, warning }: GroupReport): Row[] {
  const known = Object.entries(counts).filter(([, count]) => !Number.isNaN(count));
  return [
    ...known.map(([count, value]) =>
      estimateRow([breakdown, name, '', count, 'count'], { value: value as number }, warning),
    ),
    ...Object.entries(rates).map(([rate, estimate]) =>
      estimateRow([breakdown, name, '', rate, 'rate'], estimate, warning),
    ),
    ...Object.entries(shrunken).map(([rate, estimate]) =>
      estimateRow([breakdown, name, '', rate, 'shrunkenRate'], estimate, warning),
    ),
  ];
}

function breakdownRows({ by, reference, groups, comparisons, spreads }: Breakdown, margins: Margins): Row[] {
  const breakdown = by.join(', ');
  const warnings = new Map(groups.map(({ name, warning }) => [name, warning]));
  return [
    ...groups.flatMap((group) => groupRows(breakdown, group)),
    ...comparisons.flatMap(({ group, disparities }) =>
      Object.entries(disparities).map(([metric, estimate]) =>
        estimateRow([breakdown, group, reference, metric, 'disparity'], estimate, warnings.get(group)),
      ),
    ),
    ...comparisons.flatMap(({ group, equivalence = {} }) =>
      Object.entries(equivalence).map(([metric, { disparity, pValue, isEquivalent, reason }]) =>
        estimateRow(
          [breakdown, group, reference, metric, 'equivalence'],
          { ...disparity, pValue, ...(reason !== undefined && { reason }) },
          warnings.get(group),
          [...(margins[metric] as [number, number]), isEquivalent],
        ),
      ),
    ),
    ...Object.entries(spreads).flatMap(([metric, spread]) =>
      Object.entries(spread).map(([statistic, estimate]) =>
        estimateRow([breakdown, '', '', metric, statistic], estimate),
      ),
    ),
  ];
}

function conditionalRows(conditional: Conditional): Row[] {
  const { reference, comparisons } = conditional;
  const breakdown = conditionalTitle(conditional);
  return comparisons.flatMap(({ group, rates }) =>
    Object.entries(rates).flatMap(([rate, estimated]) =>
      conditionalEstimates(estimated).map(([statistic, estimate]) =>
        estimateRow([breakdown, group, reference, rate, statistic], estimate, estimate.warning),
      ),
    ),
  );
}
