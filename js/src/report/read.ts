// SPDX-License-Identifier: Apache-2.0
//
// Reads a saved report, and restores the figures that JSON cannot represent. The file may come from anyone, so an
// incomplete report is rejected here and not by a chart that cannot be drawn.

import type { Breakdown, GroupReport } from '../audit/report.js';
import type { Conditional } from '../audit/within/conditional.js';
import { invalid } from '../core/error.js';
import { type Estimate, estimate, infiniteOddsRatio, infiniteRatio } from '../core/estimate.js';
import { isPlain, requireTexts } from '../core/options.js';
import type { ProbableImpact } from '../impact/proxy.js';
import { requireWhole } from './check.js';
import { embeddedIn } from './embedded.js';
import type { Report } from './report.js';

/**
 * Returns the report that {@link format} wrote as JSON or HTML, with NaN for undefined values and infinite ratios.
 *
 * @param text JSON, or HTML that holds it.
 *
 * @example
 * const report = reportExample(await load(), findExample('berkeley'));
 * const again = readReport(format(report, 'json')); // a file from yesterday, for example
 * again.rows === report.rows; // true
 *
 * @throws FairwasmError `invalidArgument` for text that is not JSON, HTML without a report, and JSON that is not a
 *   complete report; `expected` and `actual` name the first part that is wrong.
 */
export function readReport(text: string): Report {
  requireTexts('report', [text]);
  const isHtml = /^\ufeff?\s*</.test(text);
  return parsing(() => {
    const report = parsed(isHtml ? JSON.stringify(embeddedIn(text)) : text);
    requireWhole(report);
    return complete(report);
  });
}

/** @internal Parses JSON of a report or another result, with its numbers restored. */
export const parseStored = (text: string): unknown => parsing(() => parsed(text));

const parsed = (text: string): unknown => JSON.parse(text.replace(/^\ufeff/, ''), revived);

function parsing<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError) throw noJson(`invalid JSON: ${error.message}`);
    // A few kilobytes can nest deeper than the call stack allows.
    if (error instanceof RangeError) throw noJson('lists or objects that are nested too deeply');
    throw error;
  }
}

const noJson = (actual: string) => invalid('report', "JSON, as written by format(report, 'json')", actual);

const infinite: readonly unknown[] = [infiniteRatio, infiniteOddsRatio];

// Undefined and infinite values are null in JSON; see `format`.
function revived(this: unknown, key: string, value: unknown): unknown {
  if (value === null && key === 'value') {
    return infinite.includes((this as { reason?: unknown }).reason) ? Number.POSITIVE_INFINITY : Number.NaN;
  }
  // The threshold at which no one is selected is infinite; the report's own threshold is null if there is
  // none.
  const isStep = Object.hasOwn(this as object, 'truePositiveRate') || Object.hasOwn(this as object, 'probability');
  if (value === null && key === 'threshold' && isStep) return Number.POSITIVE_INFINITY;
  if (value === null && (key === 'pValue' || key === 'adjustedPValue')) return Number.NaN;
  if ((key === 'ci' || key === 'adjustedCi') && Array.isArray(value)) {
    return value.map((end, i) => end ?? (i === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY));
  }
  if (key === 'minimumDetectableDifference' && Array.isArray(value)) return value.map((end) => end ?? Number.NaN);
  if (key === 'ratio' && isPlain(value) && Object.hasOwn(value, 'weighted')) {
    return probableRatio(value as Partial<ProbableRatio>, this as Partial<Probable>);
  }
  if (key === 'counts' && isPlain(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, n]) => [name, n ?? Number.NaN]));
  }
  return value;
}

type Probable = ProbableImpact['categories'][number];
type ProbableRatio = NonNullable<Probable['ratio']>;

// A rate divided by a rate of 0 is infinite, unless it is 0 itself.
function probableRatio(
  { weighted, bounds, ...rest }: Partial<ProbableRatio>,
  { weightedRate, rateBounds }: Partial<Probable>,
) {
  const over = (ratio: number | undefined, rate: number | undefined) =>
    ratio ?? (rate !== undefined && rate > 0 ? Number.POSITIVE_INFINITY : Number.NaN);
  return {
    ...rest,
    weighted: over(weighted, weightedRate?.value),
    bounds: Array.isArray(bounds) ? bounds.map((bound: number, end) => over(bound, rateBounds?.[end])) : bounds,
  };
}

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
function complete(report: Report): Report {
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
