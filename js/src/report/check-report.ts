// SPDX-License-Identifier: Apache-2.0
//
// Checks that a value is a report of this version of the format.

import { invalid } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import { outcomes } from '../metrics/outcome.js';
import type { Report } from './report.js';

/** The version of the format. */
export const reportVersion: Report['version'] = 2;

const listNames = ['breakdowns', 'warnings', 'labels', 'favorable', 'rates', 'disparities'] as const;

function refuse(expected: string, actual: string): never {
  throw invalid('report', expected, actual);
}

/** Throws `invalidArgument` for a value that is not a report, or a report of another version of the format. */
export function requireReport(report: unknown): asserts report is Report {
  if (!isPlain(report)) refuse('the result of audit.report()', shown(report));
  const given = report as Partial<Report>;
  if (given.format !== 'fairwasm-report') {
    refuse("a report with the format 'fairwasm-report'", `the format ${shown(given.format)}`);
  }
  if (given.version !== reportVersion) {
    refuse(`version ${reportVersion} of the format`, `version ${shown(given.version)}`);
  }
  const unexpected = listNames.find((name) => !Array.isArray(given[name]));
  if (unexpected !== undefined || !isPlain(given.overall) || !isPlain(given.columns)) {
    refuse('a complete report', `a report without ${unexpected ?? 'overall figures and columns'}`);
  }
  if (given.outcome !== undefined && !outcomes.includes(given.outcome)) {
    refuse(`an outcome of ${outcomes.join(' or ')}`, `the outcome ${shown(given.outcome)}`);
  }
}
