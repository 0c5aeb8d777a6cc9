// SPDX-License-Identifier: Apache-2.0
//
// The report for a terminal.

import type { ComparisonReport } from '../audit/comparison.js';
import { requireOptions } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import type { TextOptions } from '../document/terminal.js';
import { documentText } from '../document/text.js';
import { describeAny } from './describe-any.js';
import type { Report } from './report.js';

export type { TextOptions };

/**
 * Returns the report, or the comparison, as lines of at most `width` columns. Control characters in strings
 * from the data are removed.
 *
 * @example
 * const report = reportExample(await load(), findExample('berkeley'));
 * const lines = reportText(report, { width: 80 }).split('\n');
 * lines.every((line) => line.length <= 80); // true
 */
export const reportText = (report: Report | ComparisonReport, options: TextOptions = {}): string =>
  ofGiven('report', () => {
    requireOptions('reportText', options, ['color', 'width']);
    return documentText(describeAny(report), options);
  });
