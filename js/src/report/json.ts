// SPDX-License-Identifier: Apache-2.0
//
// The report as JSON. JSON has no NaN and no infinity; both become null, next to the reason that every such
// estimate has. Counts that need a missing column are also null.

import type { ComparisonReport } from '../audit/comparison.js';
import { requireParts } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import type { Report } from './report.js';

/**
 * Returns the report, or the comparison, as indented JSON with a final line break.
 *
 * @example
 * const report = reportExample(await load(), findExample('berkeley'));
 * JSON.parse(reportJson(report)).breakdowns.length; // 3
 */
export function reportJson(report: Report | ComparisonReport): string {
  return ofGiven('report', () => {
    requireParts('report', report, ['format'], 'the result of report()');
    return `${JSON.stringify(report, null, 2)}\n`;
  });
}
