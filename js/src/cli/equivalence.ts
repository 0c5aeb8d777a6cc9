// SPDX-License-Identifier: Apache-2.0
//
// Margins that gaps are held against: what --equivalence-margin and --fail-unless-equivalent name, and which groups
// of a report are not shown to be within.

import { marginOf } from '../audit/equivalence.js';
import { allDifferences } from '../audit/equivalence-report.js';
import type { Report } from '../audit/report.js';
import { FairwasmError } from '../core/error.js';
import { findGroupMetric } from '../metrics/group.js';
import { equivalenceConfidence, showMargin } from '../report/power-shown.js';
import { oneLine, showInterval, showTest } from '../report/shown.js';
import { requireNumber, requirePair, UsageError } from './command.js';
import type { Check } from './gate.js';
import { requireMetric } from './metric-name.js';

/** By disparity, or `differences`: what was asked for. */
export type AskedMargins = Readonly<Record<string, number>>;

/** Reads `0.05` and `disparateImpact=0.8`. Throws {@link UsageError} for what is no disparity, or no margin. */
export function parseMargins(option: string, texts: readonly string[] | undefined): AskedMargins {
  const margins: Record<string, number> = {};
  for (const text of texts ?? []) {
    const [asked, value] = text.includes('=') ? requirePair(option, text) : [undefined, text];
    const metric = asked === undefined ? undefined : requireMetric(asked);
    if (metric && metric.kind !== 'disparity') {
      throw new UsageError(
        `${option} takes disparities, such as statisticalParityDifference; ${metric.name} is none`,
      );
    }
    const name = metric?.name ?? allDifferences;
    if (Object.hasOwn(margins, name)) throw new UsageError(`${option} gives ${name} two margins`);
    margins[name] = requireMargin(option, value, metric?.ideal === 1);
  }
  return margins;
}

function requireMargin(option: string, text: string, isRatio: boolean): number {
  const margin = requireNumber(option, text);
  try {
    marginOf(margin, isRatio);
    return margin;
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    throw new UsageError(`${option} takes ${error.expected}, not '${text}'`);
  }
}

/**
 * All margins, those that are shown and those that are demanded. Throws {@link UsageError} where a disparity has two of
 * them: one with a margin of its own is not demanded within that of all differences.
 */
export function joinMargins(shown: AskedMargins, demanded: AskedMargins): AskedMargins {
  const isNamed = (name: string) => Object.hasOwn(demanded, name);
  const demandOf = (name: string) =>
    isNamed(name) || findGroupMetric(name)?.ideal !== 0 ? demanded[name] : demanded[allDifferences];
  const twice = Object.keys(shown).find((name) => {
    const demand = demandOf(name);
    return demand !== undefined && demand !== shown[name];
  });
  if (twice === undefined) return { ...shown, ...demanded };
  throw new UsageError(
    `--equivalence-margin and --fail-unless-equivalent give ${twice} different margins`,
  );
}

/** What of the demanded is not shown, and that the rest is. */
export function judgeEquivalence(report: Report, demanded: AskedMargins): Check[] {
  if (Object.keys(demanded).length === 0) return [];
  const limit = 'equivalence within the margins';
  const crossed = demandedNotShown(report, demanded);
  if (crossed.length === 0) return [{ limit, who: 'of all groups', verdict: 'kept', message: '' }];
  return crossed.map((message) => ({ limit, who: message, verdict: 'crossed', message }));
}

function demandedNotShown(report: Report, demanded: AskedMargins): string[] {
  const names = Object.entries(report.equivalenceMargins ?? {}).flatMap(([name, [low]]) =>
    Object.hasOwn(demanded, name) || (low < 0 && Object.hasOwn(demanded, allDifferences))
      ? name
      : [],
  );
  const hasOthers = report.breakdowns.some(({ comparisons }) => comparisons.length > 0);
  // A guard that has nothing to look at must not say that all is well.
  if (names.length === 0 || !hasOthers) {
    return ['equivalence could not be judged at all: there is nothing to compare'];
  }
  return names.flatMap((name) => notShown(report, name));
}

function notShown(report: Report, name: string): string[] {
  const margin = report.equivalenceMargins?.[name] as [number, number];
  return report.breakdowns.flatMap(({ by, reference, comparisons }) =>
    comparisons.flatMap(({ group, equivalence }) => {
      const found = equivalence?.[name];
      if (!found || found.isEquivalent) return [];
      const { disparity, pValue, reason } = found;
      const interval = showInterval(disparity, findGroupMetric(name));
      const why = Number.isNaN(pValue)
        ? (reason ?? 'undefined')
        : `its ${equivalenceConfidence(report)} interval is ${interval}, ${showTest({ value: 0, pValue })}`;
      return oneLine(
        `${name} of ${group} compared with ${reference} (by ${by.join(', ')}) is not shown to be within ` +
          `${showMargin(margin)}: ${why}`,
      );
    }),
  );
}
