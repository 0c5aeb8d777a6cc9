// SPDX-License-Identifier: Apache-2.0
//
// The report as Markdown with GitHub's tables, for pull requests, model cards, and wikis.

import type { ComparisonReport } from '../audit/comparison.js';
import { ofGiven } from '../core/plain-data.js';
import { documentMarkdown } from '../document/markdown.js';
import { describeAny } from './describe-any.js';
import type { Report } from './report.js';

/**
 * Returns the report, or the comparison, as Markdown. Strings from the data are escaped.
 *
 * @example
 * const report = reportExample(await load(), findExample('compas'));
 * reportMarkdown(report).split('\n')[0]; // "# COMPAS two-year recidivism by race, Broward County 2013-2014"
 */
export const reportMarkdown = (report: Report | ComparisonReport): string =>
  ofGiven('report', () => documentMarkdown(describeAny(report)));
