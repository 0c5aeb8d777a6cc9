// SPDX-License-Identifier: Apache-2.0
//
// The report as a tidy table, one number a row, for spreadsheets and statistics programs.

import type { Group } from '../audit/group.js';
import type { Breakdown, Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import Papa from '../vendor/papaparse.js';
import { requireReport } from './given.js';
import { oneLine } from './shown.js';

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
];

const header = [
  'breakdown',
  'group',
  'reference',
  'metric',
  'statistic',
  'value',
  'low',
  'high',
  'p_value',
  'adjusted_p_value',
  'reason',
  'warning',
];

const finite = (value: number | undefined) => (Number.isFinite(value) ? (value as number) : '');

/**
 * The report as CSV. Columns: `breakdown` (its attributes; empty for all rows), `group` (empty for spreads),
 * `reference` (the group compared with; for disparities), `metric` and `statistic` (`count`, `rate`,
 * `disparity`, or a field of a spread such as `difference`), `value`, `low` and `high` (its interval),
 * `p_value` and `adjusted_p_value` (of the test of "no difference"; each where there is one), `reason` (why
 * the value is undefined or infinite and therefore empty), `warning` (why the group's numbers say little).
 *
 * Texts that a spreadsheet would take for a formula are preceded by an apostrophe.
 */
export function reportCsv(report: Report): string {
  requireReport(report);
  const rows = [
    ...groupRows('', report.overall),
    ...report.breakdowns.flatMap((breakdown) => breakdownRows(breakdown)),
  ];
  return `${Papa.unparse([header, ...rows], { newline: '\n', escapeFormulae: true })}\n`;
}

function estimateRow(
  [breakdown, group, reference, metric, statistic]: [string, string, string, string, string],
  { value, ci, pValue, adjustedPValue, reason }: Estimate,
  warning = '',
): Row {
  const texts = [breakdown, group, reference].map(oneLine) as [string, string, string];
  const [low, high] = ci ?? [];
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
  ];
}

function groupRows(breakdown: string, { name, counts, rates, warning }: Group): Row[] {
  const known = Object.entries(counts).filter(([, count]) => !Number.isNaN(count));
  return [
    ...known.map(([count, value]) =>
      estimateRow([breakdown, name, '', count, 'count'], { value: value as number }, warning),
    ),
    ...Object.entries(rates).map(([rate, estimate]) =>
      estimateRow([breakdown, name, '', rate, 'rate'], estimate, warning),
    ),
  ];
}

function breakdownRows({ by, reference, groups, comparisons, spreads }: Breakdown): Row[] {
  const breakdown = by.join(', ');
  const warnings = new Map(groups.map(({ name, warning }) => [name, warning]));
  return [
    ...groups.flatMap((group) => groupRows(breakdown, group)),
    ...comparisons.flatMap(({ group, disparities }) =>
      Object.entries(disparities).map(([metric, estimate]) =>
        estimateRow(
          [breakdown, group, reference, metric, 'disparity'],
          estimate,
          warnings.get(group),
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
