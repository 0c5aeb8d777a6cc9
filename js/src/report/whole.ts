// SPDX-License-Identifier: Apache-2.0
//
// Whether a report that came from elsewhere is whole: every field that is shown is there, and of its kind.

import type { Breakdown, GroupReport, Report } from '../audit/report.js';
import { FairwasmError } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import { requireReport } from './given.js';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isNumbers: Check = (value) => Array.isArray(value) && value.every(isNumber);
const isPair: Check = (value) => isNumbers(value) && (value as unknown[]).length === 2;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const recordOf =
  (check: Check): Check =>
  (value) =>
    isPlain(value) && Object.values(value).every(check);
const shaped =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isPlain(value) && strayOf(value, shape) === undefined;

/** The field that is not of its kind. */
const strayOf = (value: object, shape: Readonly<Record<string, Check>>): string | undefined =>
  Object.keys(shape).find((name) => !shape[name]?.((value as Record<string, unknown>)[name]));

const estimate = {
  value: isNumber,
  ci: optional(isPair),
  pValue: optional(isNumber),
  adjustedPValue: optional(isNumber),
  leastDetectable: optional(isNumber),
  warning: optional(isText),
  reason: optional(isText),
};
const isEstimate = shaped(estimate);
const isVerdict: Check = (value) =>
  ['shown', 'larger', 'open', 'undefined'].includes(value as string);

const fields = {
  source: orNull(isText),
  about: optional(isText),
  columns: recordOf(isText),
  threshold: orNull(isNumber),
  rows: isNumber,
  instances: isNumber,
  clusters: optional(isNumber),
  droppedRows: isNumber,
  warnings: isTexts,
  uncertainty: orNull(
    shaped({ confidence: isNumber, draws: isNumber, seed: isNumber, simultaneous: isFlag }),
  ),
  labels: isTexts,
  favorable: isTexts,
  rates: isTexts,
  disparities: isTexts,
  equivalenceMargins: optional(recordOf(isPair)),
};

const group = {
  id: isText,
  name: isText,
  categories: recordOf(isText),
  counts: recordOf(isNumber),
  warning: optional(isText),
  shrunken: optional(recordOf(isEstimate)),
};

const spread = shaped({
  min: isEstimate,
  max: isEstimate,
  difference: isEstimate,
  ratio: isEstimate,
  differenceToOverall: isEstimate,
  ratioToOverall: isEstimate,
});

const equivalence = shaped({
  disparity: isEstimate,
  pValue: isNumber,
  isEquivalent: isFlag,
  verdict: isVerdict,
  reason: optional(isText),
});

const countNames = ['rows', 'instances', 'effectiveRows', 'truePositives', 'falsePositives'];

/** Throws `invalidArgument` that says which field is missing or of another kind. */
export function requireWhole(report: unknown): asserts report is Report {
  requireReport(report);
  requireFields('the report', report, fields);
  requireGroup(report, 'all rows', report.overall);
  for (const breakdown of report.breakdowns) requireBreakdown(report, breakdown);
}

function requireBreakdown(report: Report, breakdown: Breakdown): void {
  const { by, groups, spreads, comparisons } = breakdown;
  const where = `the breakdown by ${[by].flat().map(shown).join(', ')}`;
  requireFields(where, breakdown, { by: isTexts, reference: isText, referenceId: isText });
  for (const each of groups) requireGroup(report, where, each);
  requireAll(`${where}, spreads`, spreads, report.rates, spread);
  const margins = Object.keys(report.equivalenceMargins ?? {});
  for (const each of comparisons) {
    const whose = `${where}, ${shown(each.group)}`;
    requireFields(whose, each, { id: isText, group: isText, disparities: isPlain });
    requireAll(whose, each.disparities, report.disparities, isEstimate);
    if (margins.length > 0) requireAll(whose, each.equivalence, margins, equivalence);
  }
  const ids = new Set(groups.map(({ id }) => id));
  const isKnown = [breakdown.referenceId, ...comparisons.map(({ id }) => id)].every((id) =>
    ids.has(id),
  );
  if (!isKnown) refuse(where, 'an id that no group has');
}

function requireGroup(report: Report, where: string, each: GroupReport): void {
  const whose = `${where}, ${shown(each?.name)}`;
  requireFields(whose, each, group);
  requireAll(whose, each.counts, countNames, isNumber);
  requireAll(whose, each.rates, report.rates, isEstimate);
}

function requireFields(
  where: string,
  value: unknown,
  shape: Readonly<Record<string, Check>>,
): void {
  if (!isPlain(value)) refuse(where, shown(value));
  const stray = strayOf(value, shape);
  if (stray === undefined) return;
  refuse(`${where}, ${stray}`, shown((value as Record<string, unknown>)[stray]));
}

function requireAll(where: string, values: unknown, names: readonly string[], check: Check): void {
  const all = Object(values) as Record<string, unknown>;
  const stray = names.find((name) => !Object.hasOwn(all, name) || !check(all[name]));
  if (stray !== undefined) refuse(`${where}, ${stray}`, shown(all[stray]));
}

function refuse(where: string, actual: string): never {
  throw new FairwasmError('invalidArgument', {
    argument: 'report',
    expected: `a whole report; ${where}`,
    actual,
  });
}
