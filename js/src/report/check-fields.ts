// SPDX-License-Identifier: Apache-2.0
//
// Checks that a report from a file is complete: every displayed field exists and has the expected type.

import type { Conditional } from '../audit/conditional.js';
import type { Breakdown, GroupReport, Report } from '../audit/report.js';
import { invalid } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import { extraShapes, requireExtras } from './check-extras.js';
import { requireReport } from './check-report.js';
import {
  type Check,
  isEstimate,
  isFlag,
  isNumber,
  isPair,
  isText,
  isTexts,
  listOf,
  optional,
  orNull,
  recordOf,
  shaped,
} from './shapes.js';

const isVerdict: Check = (value) =>
  ['equivalent', 'larger', 'inconclusive', 'undefined'].includes(value as string);

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
  uncertainty: orNull({
    confidence: isNumber,
    draws: isNumber,
    seed: isNumber,
    simultaneous: isFlag,
  }),
  labels: isTexts,
  favorable: isTexts,
  rates: isTexts,
  disparities: isTexts,
  equivalenceMargins: optional(recordOf(isPair)),
  withheld: optional(isPlain),
  ...extraShapes,
};

const group = {
  id: isText,
  name: isText,
  categories: recordOf(isText),
  counts: recordOf(isNumber),
  warning: optional(isText),
  shrunken: optional(recordOf(isEstimate)),
};

const isSpread = shaped({
  min: isEstimate,
  max: isEstimate,
  difference: isEstimate,
  ratio: isEstimate,
  differenceToOverall: isEstimate,
  ratioToOverall: isEstimate,
});

const isEquivalence = shaped({
  disparity: isEstimate,
  pValue: isNumber,
  isEquivalent: isFlag,
  verdict: isVerdict,
  reason: optional(isText),
});

const isTest: Check = (value) =>
  isEstimate(value) && isNumber((value as { degrees?: unknown }).degrees);

const isConditionalRate = shaped({
  difference: isEstimate,
  standardizedDifference: isEstimate,
  standardizedRatio: isEstimate,
  commonOddsRatio: isEstimate,
  sameOdds: isTest,
  sameOddsRatio: isTest,
  verdict: isText,
  comparedStrata: isNumber,
  groupShare: isNumber,
  referenceShare: isNumber,
  strata: listOf(isEstimate),
});

const conditional = {
  by: isTexts,
  within: isTexts,
  reference: isText,
  referenceId: isText,
  strata: listOf(
    shaped({ id: isText, name: isText, categories: recordOf(isText), rows: isNumber }),
  ),
  comparisons: listOf(shaped({ id: isText, group: isText, rates: recordOf(isConditionalRate) })),
};

const countNames = ['rows', 'instances', 'effectiveRows', 'truePositives', 'falsePositives'];

/** Throws `invalidArgument` with the first field that is missing or has another type. */
export function requireWhole(report: unknown): asserts report is Report {
  requireReport(report);
  requireFields('the report', report, fields);
  requireGroup(report, 'all rows', report.overall);
  for (const breakdown of report.breakdowns) requireBreakdown(report, breakdown);
  requireConditionals(report.conditional);
  if (report.extras !== undefined) requireExtras(report.extras, requireWhole);
}

function requireConditionals(conditionals: unknown): void {
  if (conditionals === undefined) return;
  if (!Array.isArray(conditionals)) refuse('conditional', shown(conditionals));
  for (const each of conditionals as Conditional[]) {
    const where = `groups compared within ${[each?.within].flat().map(shown).join(', ')}`;
    requireFields(where, each, conditional);
    const isWhole = each.comparisons.every(({ rates }) =>
      Object.values(rates).every(({ strata }) => strata.length === each.strata.length),
    );
    if (!isWhole) refuse(where, 'strata without a difference');
  }
}

function requireBreakdown(report: Report, breakdown: Breakdown): void {
  const { by, groups, spreads, comparisons } = breakdown;
  const where = `the breakdown by ${[by].flat().map(shown).join(', ')}`;
  requireFields(where, breakdown, { by: isTexts, reference: isText, referenceId: isText });
  for (const each of groups) requireGroup(report, where, each);
  requireAll(`${where}, spreads`, spreads, report.rates, isSpread);
  const margins = Object.keys(report.equivalenceMargins ?? {});
  for (const each of comparisons) {
    const whose = `${where}, ${shown(each.group)}`;
    requireFields(whose, each, { id: isText, group: isText, disparities: isPlain });
    requireAll(whose, each.disparities, report.disparities, isEstimate);
    if (margins.length > 0) requireAll(whose, each.equivalence, margins, isEquivalence);
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
  const given = value as Record<string, unknown>;
  const stray = Object.keys(shape).find((name) => !shape[name]?.(given[name]));
  if (stray === undefined) return;
  refuse(`${where}, ${stray}`, shown(given[stray]));
}

// Absent optional results are validated too if their reasons are displayed.
function requireAll(where: string, values: unknown, names: readonly string[], check: Check): void {
  if (!isPlain(values)) refuse(where, shown(values));
  const all = values as Record<string, unknown>;
  const stray = [...names, ...Object.keys(all)].find(
    (name) => !Object.hasOwn(all, name) || !check(all[name]),
  );
  if (stray !== undefined) refuse(`${where}, ${stray}`, shown(all[stray]));
}

function refuse(where: string, actual: string): never {
  throw invalid('report', `a whole report; ${where}`, actual);
}
