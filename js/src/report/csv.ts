// SPDX-License-Identifier: Apache-2.0
//
// The report as a tidy table, one number a row, for spreadsheets and statistics programs.

import Papa from 'papaparse';
import type { Breakdown, GroupReport, Report } from './report.js';
import { oneLine, type Shown } from './shown.js';

type Row = [
  breakdown: string,
  group: string,
  reference: string,
  metric: string,
  statistic: string,
  value: number | string,
  low: number | string,
  high: number | string,
  reason: string,
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
  'reason',
];

const finite = (value: number | undefined) => (Number.isFinite(value) ? (value as number) : '');

/**
 * The report as CSV. Columns: `breakdown` (its attributes; empty for all rows), `group` (empty for spreads),
 * `reference` (the group compared with; for disparities), `metric` and `statistic` (`count`, `rate`,
 * `disparity`, or a field of a spread such as `difference`), `value`, `low` and `high` (its interval, where
 * there is one), `reason` (why the value is undefined or infinite and therefore empty).
 *
 * Texts that a spreadsheet would take for a formula are preceded by an apostrophe.
 */
export function reportCsv(report: Report): string {
  const rows = [
    ...groupRows('', report.overall),
    ...report.breakdowns.flatMap((breakdown) => breakdownRows(breakdown)),
  ];
  return `${Papa.unparse([header, ...rows], { newline: '\n', escapeFormulae: true })}\n`;
}

function estimateRow(
  [breakdown, group, reference, metric, statistic]: [string, string, string, string, string],
  { value, interval, reason }: Shown,
): Row {
  const texts = [breakdown, group, reference].map(oneLine) as [string, string, string];
  const [low, high] = interval ?? [];
  return [
    ...texts,
    metric,
    statistic,
    finite(value),
    finite(low),
    finite(high),
    oneLine(reason ?? ''),
  ];
}

function groupRows(breakdown: string, { name, counts, rates }: GroupReport): Row[] {
  const known = Object.entries(counts).filter(([, count]) => !Number.isNaN(count));
  return [
    ...known.map(([count, value]) =>
      estimateRow([breakdown, name, '', count, 'count'], { value: value as number }),
    ),
    ...Object.entries(rates).map(([rate, estimate]) =>
      estimateRow([breakdown, name, '', rate, 'rate'], estimate),
    ),
  ];
}

function breakdownRows({ by, reference, groups, comparisons, spreads }: Breakdown): Row[] {
  const breakdown = by.join(', ');
  return [
    ...groups.flatMap((group) => groupRows(breakdown, group)),
    ...comparisons.flatMap(({ group, disparities }) =>
      Object.entries(disparities).map(([metric, estimate]) =>
        estimateRow([breakdown, group, reference, metric, 'disparity'], estimate),
      ),
    ),
    ...Object.entries(spreads).flatMap(([metric, spread]) =>
      Object.entries(spread).map(([statistic, estimate]) =>
        estimateRow([breakdown, '', '', metric, statistic], estimate),
      ),
    ),
  ];
}
