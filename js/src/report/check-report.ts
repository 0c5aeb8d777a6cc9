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

/**
 * Throws `invalidArgument` for a value that is not a report, a report of another version of the format, or
 * one from fairwasm 0.1.0, in which groups had no ids and could not be distinguished if two had the same
 * name.
 */
export function requireReport(report: unknown): asserts report is Report {
  if (!isPlain(report)) refuse('the result of audit.report()', shown(report));
  const given = report as Partial<Report>;
  if (given.format !== 'fairwasm-report') {
    refuse("a report with the format 'fairwasm-report'", `the format ${shown(given.format)}`);
  }
  if (given.version !== reportVersion) {
    refuse(`version ${reportVersion} of the format`, `version ${shown(given.version)}`);
  }
  const stray = listNames.find((name) => !Array.isArray(given[name]));
  if (stray !== undefined || !isPlain(given.overall) || !isPlain(given.columns)) {
    refuse('a complete report', `a report without ${stray ?? 'overall figures and columns'}`);
  }
  if (given.outcome !== undefined && !outcomes.includes(given.outcome)) {
    refuse(`an outcome of ${outcomes.join(' or ')}`, `the outcome ${shown(given.outcome)}`);
  }
  (given.breakdowns as readonly unknown[]).forEach(requireBreakdown);
}

function requireBreakdown(breakdown: unknown): void {
  const { by, groups, comparisons, spreads } = Object(breakdown) as Partial<Report['breakdowns'][0]>;
  if (!Array.isArray(by) || !isPlain(spreads)) refuse('breakdowns by attribute', shown(breakdown));
  for (const list of [groups, comparisons]) {
    if (!Array.isArray(list) || !list.every(isPlain)) refuse('groups and comparisons', shown(list));
    if (list.every((each: { id?: unknown }) => typeof each.id === 'string')) continue;
    refuse(
      'groups with an id, to distinguish groups with the same name',
      'groups without ids: the report is from fairwasm 0.1.0. Create it again from the data',
    );
  }
}
