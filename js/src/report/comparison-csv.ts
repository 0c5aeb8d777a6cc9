// SPDX-License-Identifier: Apache-2.0
//
// A comparison as a tidy table with one value per row, for spreadsheets and statistics programs.

import type { ComparisonReport, PairedBreakdown } from '../audit/comparison/comparison.js';
import type { PairedGroup } from '../audit/comparison/paired-results.js';
import type { Estimate } from '../core/estimate.js';
import { finite, getCsv } from '../document/csv.js';
import { oneLine } from '../document/format.js';

/** The first columns of a table of estimates: what a value is, the value, its interval, and its p-value. */
export const estimateColumns: readonly string[] = [
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

const header = [...estimateColumns, 'adjusted_low', 'adjusted_high'];

type Row = (string | number)[];

/**
 * Returns the comparison as CSV with the columns `breakdown` (its attributes; empty for all rows), `group`, `reference`
 * (for gaps), `metric`, `statistic`, `value`, `low` and `high` (the confidence interval), `p_value` (for "no change"),
 * `adjusted_p_value`, `reason` (why the value is empty), `warning`, and `adjusted_low` and `adjusted_high` (the
 * interval that holds for all comparisons together, like `adjusted_p_value`). The statistics are `decisions` (with the
 * metrics rows, instances, both, onlyA, onlyB, and neither); `a`, `b`, and `change` for a rate; and `gapA`, `gapB`,
 * `gapChange`, and `widening` for a gap. If the comparison states the effect of a positive decision, there is a column
 * `outcome` (`benefit` or `burden`). Strings that a spreadsheet would treat as formulas are preceded by an apostrophe.
 */
export function comparisonCsv(report: ComparisonReport): string {
  const rows = [
    ...groupRows('', '', report.overall),
    ...report.breakdowns.flatMap(({ by, reference, groups }: PairedBreakdown) =>
      groups.flatMap((group) => groupRows(by.join(', '), reference, group)),
    ),
  ];
  const { outcome } = report;
  if (outcome === undefined) return getCsv([header, ...rows]);
  return getCsv([[...header, 'outcome'], ...rows.map((row) => [...row, outcome])]);
}

function groupRows(breakdown: string, reference: string, group: PairedGroup): Row[] {
  const row = (extras: string, metric: string, statistic: string, estimate: Estimate): Row => {
    const { value, ci = [], pValue, adjustedPValue, adjustedCi = [] } = estimate;
    const { reason = '', warning = group.warning ?? '' } = estimate;
    return [
      ...[breakdown, group.name, extras].map(oneLine),
      metric,
      statistic,
      finite(value),
      finite(ci[0]),
      finite(ci[1]),
      finite(pValue),
      finite(adjustedPValue),
      oneLine(reason),
      oneLine(warning),
      finite(adjustedCi[0]),
      finite(adjustedCi[1]),
    ];
  };
  return [
    ...Object.entries(group.decisions).map(([name, value]) => row('', name, 'decisions', { value: value as number })),
    ...Object.entries(group.rates).flatMap(([name, { a, b, difference }]) => [
      row('', name, 'a', a),
      row('', name, 'b', b),
      row('', name, 'change', difference),
    ]),
    ...Object.entries(group.gaps).flatMap(([name, { a, b, change, widening }]) => [
      row(reference, name, 'gapA', a),
      row(reference, name, 'gapB', b),
      row(reference, name, 'gapChange', change),
      row(reference, name, 'widening', widening),
    ]),
  ];
}
