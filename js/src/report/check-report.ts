// SPDX-License-Identifier: Apache-2.0
//
// Checks that a value is a report of this version of the format.

import type { Report } from '../audit/report.js';
import { invalid } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import { outcomes } from '../metrics/outcome.js';

/** The version of the format. */
export const reportVersion: Report['version'] = 2;

const listNames = [
  'breakdowns',
  'warnings',
  'labels',
  'favorable',
  'rates',
  'disparities',
] as const;

function refuse(expected: string, actual: string): never {
  throw invalid('report', expected, actual);
}

/**
 * Throws `invalidArgument` for what is no report, a report of another version of the format, or one that fairwasm
 * 0.1.0 made: groups had no ids there, and could not be told apart where two had one name.
 */
export function requireReport(report: unknown): asserts report is Report {
  if (!isPlain(report)) refuse('what audit.report() returns', shown(report));
  const given = report as Partial<Report>;
  if (given.format !== 'fairwasm-report') {
    refuse("a report, of the format 'fairwasm-report'", `the format ${shown(given.format)}`);
  }
  if (given.version !== reportVersion) {
    refuse(`version ${reportVersion} of the format`, `version ${shown(given.version)}`);
  }
  const stray = listNames.find((name) => !Array.isArray(given[name]));
  if (stray !== undefined || !isPlain(given.overall) || !isPlain(given.columns)) {
    refuse('a whole report', `one without ${stray ?? 'overall figures and columns'}`);
  }
  if (given.outcome !== undefined && !outcomes.includes(given.outcome)) {
    refuse(`an outcome of ${outcomes.join(' or ')}`, `the outcome ${shown(given.outcome)}`);
  }
  (given.breakdowns as readonly unknown[]).forEach(requireBreakdown);
}

function requireBreakdown(breakdown: unknown): void {
  const { by, groups, comparisons, spreads } = Object(breakdown) as Partial<
    Report['breakdowns'][0]
  >;
  if (!Array.isArray(by) || !isPlain(spreads)) refuse('breakdowns by attribute', shown(breakdown));
  for (const list of [groups, comparisons]) {
    if (!Array.isArray(list) || !list.every(isPlain)) refuse('groups and comparisons', shown(list));
    if (list.every((each: { id?: unknown }) => typeof each.id === 'string')) continue;
    refuse(
      'groups with an id, which tells apart those of one name',
      'groups without: the report is of fairwasm 0.1.0. Make it again from the data',
    );
  }
}
