// SPDX-License-Identifier: Apache-2.0
//
// The report as JSON: the Report itself. JSON has no NaN and no infinity; both become null, beside the
// reason that every such estimate carries. What the columns cannot tell (counts that need a score) is
// null as well.

import type { ComparisonReport } from '../audit/comparison.js';
import type { Report } from '../audit/report.js';
import { requireParts } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';

/**
 * The report, or the comparison, as indented JSON with a line break at its end.
 *
 * @example
 * const report = reportExample(await load(), findExample('berkeley'));
 * JSON.parse(reportJson(report)).breakdowns.length; // 3
 */
export function reportJson(report: Report | ComparisonReport): string {
  return ofGiven('report', () => {
    requireParts('report', report, ['format'], 'what report() gives');
    return `${JSON.stringify(report, null, 2)}\n`;
  });
}
