// SPDX-License-Identifier: Apache-2.0
//
// Equivalence margins: parses --equivalence-margin and --fail-unless-equivalent, and finds the groups without
// demonstrated equivalence.

import { getMargin } from '../../audit/equivalence.js';
import { allDifferences } from '../../audit/equivalence-report.js';
import { FairwasmError } from '../../core/error.js';
import { oneLine, showInterval, showTest } from '../../document/format.js';
import { findGroupMetric } from '../../metrics/group.js';
import { equivalenceConfidence, showMargin } from '../../report/describe-power.js';
import type { Report } from '../../report/report.js';
import { requireMetric } from '../metric/name.js';
import { requireNumber } from '../options/options.js';
import { requirePair, UsageError } from '../options/usage.js';
import type { Check } from './limits.js';

/** Requested margins by disparity, or for all `differences`. */
export type AskedMargins = Readonly<Record<string, number>>;

/**
 * Parses `0.05` and `disparateImpact=0.8`. Throws {@link UsageError} for an unknown disparity or an invalid
 * margin.
 */
export function parseMargins(option: string, texts: readonly string[] | undefined): AskedMargins {
  const margins: Record<string, number> = {};
  for (const text of texts ?? []) {
    const [asked, value] = text.includes('=') ? requirePair(option, text) : [undefined, text];
    const metric = asked === undefined ? undefined : requireMetric(asked);
    if (metric && metric.kind !== 'disparity') {
      throw new UsageError(
        `${option} requires a disparity, such as statisticalParityDifference; ${metric.name} is not a disparity`,
      );
    }
    const name = metric?.name ?? allDifferences;
    if (Object.hasOwn(margins, name))
      throw new UsageError(`${option} sets two margins for ${name}; remove one of them`);
    margins[name] = requireMargin(option, value, metric?.ideal === 1);
  }
  return margins;
}

function requireMargin(option: string, text: string, isRatio: boolean): number {
  const margin = requireNumber(option, text);
  try {
    getMargin(margin, isRatio);
    return margin;
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    throw new UsageError(`${option} requires ${error.expected}, got '${text}'`);
  }
}

/**
 * Joins the requested margins with those that are limits. Throws {@link UsageError} if a disparity has two
 * margins. A disparity with its own margin is not also limited by the margin for all differences.
 */
export function joinMargins(shown: AskedMargins, demanded: AskedMargins): AskedMargins {
  const isNamed = (name: string) => Object.hasOwn(demanded, name);
  const getDemand = (name: string) =>
    isNamed(name) || findGroupMetric(name)?.ideal !== 0 ? demanded[name] : demanded[allDifferences];
  const twice = Object.keys(shown).find((name) => {
    const demand = getDemand(name);
    return demand !== undefined && demand !== shown[name];
  });
  if (twice === undefined) return { ...shown, ...demanded };
  throw new UsageError(
    `--equivalence-margin and --fail-unless-equivalent set different margins for ${twice}; remove one of them`,
  );
}

/**
 * Checks the limits; returns one result for each group without demonstrated equivalence, and one for the
 * others.
 */
export function judgeEquivalence(report: Report, demanded: AskedMargins): Check[] {
  if (Object.keys(demanded).length === 0) return [];
  const limit = 'equivalence within the margins';
  const crossed = demandedNotShown(report, demanded);
  if (crossed.length === 0) return [{ limit, who: 'of all groups', verdict: 'kept', message: '' }];
  return crossed.map((message) => ({ limit, who: message, verdict: 'crossed', message }));
}

function demandedNotShown(report: Report, demanded: AskedMargins): string[] {
  const names = Object.entries(report.equivalenceMargins ?? {}).flatMap(([name, [low]]) =>
    Object.hasOwn(demanded, name) || (low < 0 && Object.hasOwn(demanded, allDifferences)) ? name : [],
  );
  const hasOthers = report.breakdowns.some(({ comparisons }) => comparisons.length > 0);
  // A check that compared nothing must fail.
  if (names.length === 0 || !hasOthers) {
    return ['equivalence could not be tested: the report has no groups to compare'];
  }
  return names.flatMap((name) => notShown(report, name));
}

function notShown(report: Report, name: string): string[] {
  const margin = report.equivalenceMargins?.[name] as [number, number];
  return report.breakdowns.flatMap(({ by, reference, comparisons }) =>
    comparisons.flatMap(({ group, equivalence }) => {
      const result = equivalence?.[name];
      if (!result || result.isEquivalent) return [];
      const { disparity, pValue, reason } = result;
      const interval = showInterval(disparity, findGroupMetric(name));
      const why = Number.isNaN(pValue)
        ? (reason ?? 'undefined')
        : `its ${equivalenceConfidence(report)} interval is ${interval}, ${showTest({ pValue })}`;
      return oneLine(
        `${name} of ${group} compared with ${reference} (by ${by.join(', ')}) is not significantly within ` +
          `${showMargin(margin)}: ${why}`,
      );
    }),
  );
}
