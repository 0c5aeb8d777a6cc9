// SPDX-License-Identifier: Apache-2.0
//
// Completes a report from a file. A schema cannot require that every listed rate has a value in every group; what is
// missing is undefined here, and comparisons with groups that the file lacks are omitted.

import type { Conditional } from '../audit/conditional.js';
import type { Breakdown, GroupReport } from '../audit/report.js';
import { type Estimate, estimate } from '../core/estimate.js';
import type { Report } from './report.js';

const absent = (): Estimate => estimate(Number.NaN, () => 'missing from the file');

/** Returns the values, and an undefined one for each name that has none. */
const withAll = <T>(
  names: readonly string[],
  values: Readonly<Record<string, T>>,
  absentValue: () => T,
): Record<string, T> => {
  const missing = names.filter((name) => !Object.hasOwn(values, name));
  return { ...values, ...Object.fromEntries(missing.map((name) => [name, absentValue()])) };
};

/** Returns the report with every value that it names. */
export function complete(report: Report): Report {
  const { rates, disparities, conditional } = report;
  const { equivalenceMargins } = report;
  const isKnown = (margin: readonly number[]) => margin.every((end) => Number.isFinite(end));
  const known = Object.entries(equivalenceMargins ?? {}).filter(([, margin]) => isKnown(margin));
  const margins = known.map(([name]) => name);
  const group = (each: GroupReport) => ({ ...each, rates: withAll(rates, each.rates, absent) });
  const breakdown = (each: Breakdown): Breakdown => {
    const ids = new Set(each.groups.map(({ id }) => id));
    const comparisons = ids.has(each.referenceId) ? each.comparisons : [];
    return {
      ...each,
      groups: each.groups.map(group),
      spreads: withAll(rates, each.spreads, noSpread),
      comparisons: comparisons
        .filter(({ id }) => ids.has(id))
        .map(({ equivalence = {}, ...comparison }) => {
          const tests = Object.entries(equivalence).filter(([name]) => margins.includes(name));
          return {
            ...comparison,
            disparities: withAll(disparities, comparison.disparities, absent),
            ...(margins.length > 0 && { equivalence: withAll(margins, Object.fromEntries(tests), noEquivalence) }),
          };
        }),
    };
  };
  return {
    ...report,
    overall: group(report.overall),
    breakdowns: report.breakdowns.map(breakdown),
    ...(equivalenceMargins && { equivalenceMargins: Object.fromEntries(known) }),
    ...(conditional && { conditional: conditional.map(completeStrata) }),
    ...(report.extras && { extras: completeExtras(report.extras) }),
  };
}

const completeExtras = (extras: NonNullable<Report['extras']>) => ({
  ...extras,
  ...(extras.version && { version: { ...extras.version, report: complete(extras.version.report) } }),
});

const noSpread = () => ({
  min: absent(),
  max: absent(),
  difference: absent(),
  ratio: absent(),
  differenceToOverall: absent(),
  ratioToOverall: absent(),
});

const noEquivalence = () => ({
  disparity: absent(),
  pValue: Number.NaN,
  isEquivalent: false,
  verdict: 'undefined' as const,
  reason: 'missing from the file',
});

// A comparison has one difference for each stratum.
const completeStrata = (conditional: Conditional): Conditional => ({
  ...conditional,
  comparisons: conditional.comparisons.map((comparison) => ({
    ...comparison,
    rates: Object.fromEntries(
      Object.entries(comparison.rates).map(([name, rate]) => [
        name,
        { ...rate, strata: conditional.strata.map((_, i) => rate.strata[i] ?? absent()) },
      ]),
    ),
  })),
});
