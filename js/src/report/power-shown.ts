// SPDX-License-Identifier: Apache-2.0
//
// Minimum detectable differences, equivalence tests, and shrunken rates in reports, shared by the renderers.

import type { EquivalenceReport } from '../audit/equivalence-report.js';
import type { Breakdown, GroupReport, Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import { showConfidence, showCount } from '../document/format.js';
import type { Metric } from '../metrics/metric.js';
import { essentialDisparities, knownMetrics } from './ranking.js';
import { warningsOf } from './shown.js';

/** Explains the column "Minimum detectable". */
export const detectableNote =
  'Minimum detectable: the smallest decrease and increase that the test detects with 80% power in data of these sizes.';

/** The minimum detectable differences as "-0.094 or +0.138"; empty if there are none. */
export function showDetectable({ minimumDetectableDifference: ends = [0, 0] }: Estimate): string {
  const shown = ends.map((end) => (end < 0 ? '' : '+') + end.toFixed(3));
  return shown.filter((_, i) => (ends[i] as number) !== 0 && !Number.isNaN(ends[i])).join(' or ');
}

/** The minimum detectable differences of the groups with a warning, for the essential disparities. */
export function detectableOf({ disparities, outcome }: Report, breakdown: Breakdown): string[] {
  const small = new Set(warningsOf(breakdown).map(([group]) => group));
  const metrics = essentialDisparities(disparities, outcome);
  return breakdown.comparisons
    .filter(({ group }) => small.has(group))
    .flatMap(({ group, disparities: values }) => {
      const detectable = metrics.flatMap(({ name, title }) => {
        const text = showDetectable(values[name] ?? { value: Number.NaN });
        return text === '' ? [] : [`${title.toLowerCase()} ${text}`];
      });
      return detectable.length === 0 ? [] : [`${group}: ${detectable.join(', ')}`];
    });
}

/** The margin as "±0.05", that of a ratio as "0.8–1.25". */
export function showMargin([low, high]: readonly [number, number]): string {
  const [from, to] = [low, high].map((end) => Number(end.toPrecision(4)));
  return low < 0 ? `±${to}` : `${from}–${to}`;
}

/** The confidence level of the interval that an equivalence test compares with the margin. */
export const equivalenceConfidence = ({ uncertainty }: Report): string =>
  showConfidence(Math.max(0, 2 * (uncertainty?.confidence ?? 0) - 1));

/** The verdict in a word; "–" where it is undefined. */
export const showVerdict = ({ verdict }: EquivalenceReport): string =>
  verdict === 'undefined' ? '–' : verdict;

/** Explains the verdicts of equivalence tests. */
export const equivalenceNote = (report: Report): string => {
  const interval = `the ${equivalenceConfidence(report)} interval`;
  return (
    `Two one-sided tests (TOST). Equivalent: ${interval} is within the margin; larger: it is outside the margin; ` +
    'inconclusive: neither.'
  );
};

/** The disparities that have an equivalence test; only the essential ones if there are many. */
export function equivalenceMetrics({ equivalenceMargins = {}, outcome }: Report): Metric[] {
  const names = Object.keys(equivalenceMargins);
  return names.length > maxInSummary
    ? essentialDisparities(names, outcome)
    : knownMetrics(names, outcome);
}

const maxInSummary = 5;

/** One sentence per equivalence test: the number of equivalent groups, and the names of the others. */
export function equivalenceSentences(report: Report, { comparisons }: Breakdown): string[] {
  return equivalenceMetrics(report).map(({ name, title }) => {
    const margin = report.equivalenceMargins?.[name] as [number, number];
    const not = comparisons.filter(({ equivalence }) => !equivalence?.[name]?.isEquivalent);
    const count = `${comparisons.length - not.length} of ${comparisons.length}`;
    const named = not.slice(0, maxNamed).map(({ group }) => group);
    const more = not.length > maxNamed ? ` and ${showCount(not.length - maxNamed)} more` : '';
    const others = not.length === 0 ? '' : `; not for ${named.join('; ')}${more}`;
    const groups = comparisons.length === 1 ? 'group' : 'groups';
    return `${title} within ${showMargin(margin)}: equivalent for ${count} ${groups}${others}.`;
  });
}

/**
 * Returns a sentence with the number of equivalence tests that {@link equivalenceMetrics} omits; empty if
 * none.
 */
export function equivalenceOmission(report: Report): string {
  const all = Object.keys(report.equivalenceMargins ?? {}).length;
  const left = all - equivalenceMetrics(report).length;
  return left > 0
    ? `${showCount(left)} more disparities have equivalence tests; see the JSON or CSV report.`
    : '';
}

const maxNamed = 8;

/** Explains shrunken rates. */
export const shrunkenNote =
  'Shrunken rates, next to the raw ones: each is shrunk toward the overall rate (empirical Bayes), more for groups with ' +
  'fewer rows, because the extremes among many small groups are mostly chance.';

/** The reason why a breakdown has no shrunken rates; undefined if it has some or none were requested. */
export function whyNotShrunken({ groups }: Breakdown): string | undefined {
  const all = groups.flatMap(({ shrunken = {} }) => Object.values(shrunken));
  if (all.length === 0 || all.some(({ value }) => !Number.isNaN(value))) return undefined;
  return `No shrunken rates: ${all[0]?.reason}.`;
}

/** Whether a breakdown has shrunken rates to be shown. */
export const hasShrunken = ({ groups }: Breakdown): boolean =>
  groups.some(({ shrunken = {} }) =>
    Object.values(shrunken).some(({ value }) => !Number.isNaN(value)),
  );

/** The rates that a breakdown has shrunken. */
export const shrunkenMetrics = ({ groups }: Breakdown): Metric[] =>
  knownMetrics(Object.keys((groups[0] as GroupReport).shrunken ?? {}));
