// SPDX-License-Identifier: Apache-2.0
//
// A report as it was saved, read again: every figure as it was, also those that JSON has no number for. Whoever saved
// it may have been anybody: what is not a whole report is refused here, and not by a picture that cannot be drawn.

import type { Breakdown, Report } from '../audit/report.js';
import { FairwasmError } from '../core/error.js';
import { infiniteRatio } from '../core/estimate.js';
import { isPlain, shown } from '../core/options.js';
import { requireReport } from './given.js';

/**
 * The report that `reportJson` wrote, with its figures as they were: NaN where a value is undefined, and infinity.
 *
 * @param text JSON.
 * @throws FairwasmError `invalidArgument` for text that is no JSON, and for JSON that is no whole report of this version
 *   of the format; `expected` and `actual` say which part is not as it should be.
 */
export function readReport(text: string): Report {
  const report = parsed(text);
  requireReport(report);
  requireFigures(report);
  return report;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, revived);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FairwasmError('invalidArgument', {
      argument: 'report',
      expected: 'JSON, as reportJson() writes it',
      actual: `text that is none: ${error.message}`,
    });
  }
}

// JSON has null for what is undefined or infinite; see reportJson.
function revived(this: unknown, key: string, value: unknown): unknown {
  if (value === null && key === 'value') {
    return (this as { reason?: unknown }).reason === infiniteRatio
      ? Number.POSITIVE_INFINITY
      : Number.NaN;
  }
  if (value === null && (key === 'pValue' || key === 'adjustedPValue')) return Number.NaN;
  if (key === 'ci' && Array.isArray(value)) {
    const [low, high] = value;
    return [low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY];
  }
  if (key === 'counts' && isPlain(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, n]) => [name, n ?? Number.NaN]));
  }
  return value;
}

function requireFigures(report: Report): void {
  requireGroup(report, 'overall', report.overall);
  for (const breakdown of report.breakdowns) requireBreakdown(report, breakdown);
}

function requireBreakdown(report: Report, breakdown: Breakdown): void {
  const { by, reference, referenceId, groups, spreads, comparisons } = breakdown;
  const where = `the breakdown by ${by.map(String).join(', ')}`;
  if (![...by, reference, referenceId].every(isText)) refuse(where, 'a name that is no text');
  for (const group of groups) requireGroup(report, where, group);
  for (const rate of report.rates) {
    const spread = Object(spreads[rate]);
    for (const name of ['min', 'max', 'difference', 'ratio']) {
      requireEstimate(`${where}, ${rate}.${name}`, spread[name]);
    }
  }
  for (const { group, disparities } of comparisons) {
    if (!isText(group)) refuse(where, 'a compared group without a name');
    requireEstimates(`${where}, ${group}`, disparities, report.disparities);
  }
}

function requireGroup(report: Report, where: string, group: Report['overall']): void {
  const { name, categories, counts, rates } = group;
  if (!isText(name) || !isPlain(categories) || !isPlain(counts)) {
    refuse(where, 'a group without name, categories and counts');
  }
  const stray = Object.entries(counts).find(([, count]) => typeof count !== 'number');
  if (stray) refuse(`${where}, ${name}`, `${stray[0]} = ${shown(stray[1])}`);
  requireEstimates(`${where}, ${name || 'all rows'}`, rates, report.rates);
}

function requireEstimates(where: string, values: unknown, names: readonly string[]): void {
  for (const name of names) requireEstimate(`${where}, ${name}`, Object(values)[name]);
}

function requireEstimate(where: string, estimate: unknown): void {
  const { value, ci, reason, warning } = Object(estimate) as Record<string, unknown>;
  const isInterval = Array.isArray(ci) && ci.every((end) => typeof end === 'number');
  if (typeof value !== 'number') refuse(where, `the value ${shown(value)}`);
  if (ci !== undefined && !isInterval) refuse(where, `the interval ${shown(ci)}`);
  if (![reason ?? '', warning ?? ''].every(isText)) refuse(where, 'a reason that is no text');
}

const isText = (value: unknown): value is string => typeof value === 'string';

function refuse(where: string, actual: string): never {
  throw new FairwasmError('invalidArgument', {
    argument: 'report',
    expected: `a whole report; ${where}`,
    actual,
  });
}
