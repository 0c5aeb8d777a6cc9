// SPDX-License-Identifier: Apache-2.0
//
// Formats the parts of a report: numbers with their uncertainty, and names from files. All renderers use it,
// so that they agree.

import type { Breakdown, Report } from '../audit/report.js';
import { oneLine, showConfidence, showCount } from '../document/format.js';
import type { Metric } from '../metrics/metric.js';

/** Describes the methods for intervals and tests, as pairs of a heading and a text. */
function methodsOf({ uncertainty, rows, overall, clusters }: Report): [string, string][] {
  if (uncertainty === null) return [];
  const { confidence, draws, seed, simultaneous } = uncertainty;
  const { effectiveRows } = overall.counts;
  const weights =
    effectiveRows < rows * (1 - 1e-9)
      ? `; the effective sample size of the weighted rows is ${showCount(Math.round(effectiveRows))}`
      : '';
  const clustered =
    clusters === undefined
      ? ''
      : '; from variances between clusters, because rows of one cluster are dependent';
  const together = simultaneous
    ? 'all groups, breakdowns, and disparities'
    : 'all groups, breakdowns, and disparities of the summary';
  const exact =
    `Fisher’s exact (mid-p) or chi-squared test, adjusted for ${together}; ` +
    `for the largest gap of a rate: permutation test (${showCount(draws)} draws, seed ${seed}), or Tukey’s range test if there are many rows`;
  const fromIntervals = `1 minus the confidence at which the interval reaches no difference, adjusted for ${together}`;
  return [
    [
      'Intervals',
      `${showConfidence(confidence)}: Wilson’s method for proportions of rows, Newcombe’s for differences, and methods derived from ` +
        `them${weights}${clustered}; intervals of disparities hold for ${together} simultaneously (Šidák)`,
    ],
    ['p', `For the hypothesis of no difference: ${clusters === undefined ? exact : fromIntervals}`],
  ];
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the name of a positive label, and its effect on people if known. */
export function outcomeWords({ outcome }: Pick<Report, 'outcome'>): {
  positive: 'favorable' | 'positive';
  facts: [heading: string, text: string][];
} {
  if (outcome === undefined) return { positive: 'favorable', facts: [] };
  const text =
    outcome === 'burden'
      ? 'A burden: people prefer not to receive the positive decision'
      : 'A benefit: people prefer to receive the positive decision';
  return { positive: outcome === 'burden' ? 'positive' : 'favorable', facts: [['Outcome', text]] };
}

/** Returns the value for equal groups and, if known, the side on which the group is at a disadvantage. */
export const showIdeal = ({ ideal, adverse }: Metric): string =>
  adverse === undefined ? String(ideal) : `${ideal}; worse ${adverse}`;

/** Returns the facts above every report, as pairs of a heading and a text. */
export function factsOf(report: Report): [heading: string, text: string][] {
  const { rows, instances, droppedRows, favorable, labels, threshold, columns, about } = report;
  const { positive, facts: ofOutcome } = outcomeWords(report);
  const { clusters } = report;
  const weighing = instances === rows ? '' : `, with a total weight of ${showCount(instances)}`;
  const quoted = (texts: readonly string[]) => texts.map(oneLine).join(', ');
  const named = columns.cluster === undefined ? '' : ` (${oneLine(columns.cluster)})`;
  const grouped = clusters === undefined ? '' : ` of ${showCount(clusters)} clusters${named}`;
  const facts: [string, string][] = [['Rows', showCount(rows) + grouped + weighing]];
  if (droppedRows > 0)
    facts.push(['Omitted', `${showCount(droppedRows)} rows with missing values`]);
  for (const [role, column] of Object.entries(columns)) {
    facts.push([capitalized(role), oneLine(column)]);
  }
  if (threshold !== null)
    facts.push(['Threshold', `${positive} if the score is at least ${threshold}`]);
  const others = labels.filter((label) => !favorable.includes(label));
  const against = others.length > 0 ? ` (not: ${quoted(others)})` : '';
  facts.push([capitalized(positive), quoted(favorable) + against], ...ofOutcome);
  for (const warning of report.warnings) facts.push(['Warning', oneLine(warning)]);
  if (about) facts.push(['Note', oneLine(about)]);
  return [...facts, ...methodsOf(report), ...provenanceOf(report)];
}

/** Returns time, place, and input of the report. */
function provenanceOf({ provenance }: Report): [string, string][] {
  if (provenance === undefined) return [];
  const { date, version, where, data } = provenance;
  const made: [string, string] = ['Made', oneLine(`${date}, by fairwasm ${version}, on ${where}`)];
  if (data === undefined) return [made];
  const { name, bytes, sha256 } = data;
  return [made, ['Data', oneLine(`${name}, ${showCount(bytes)} bytes, SHA-256 ${sha256}`)]];
}

/** Returns the reasons for undefined values of a breakdown, without repetition. */
export function reasonsOf({ groups, comparisons }: Breakdown): string[] {
  const reasons = [
    ...groups.flatMap(({ rates }) => Object.values(rates).map(({ reason }) => reason)),
    ...comparisons.flatMap(({ group, disparities }) =>
      Object.values(disparities).map(({ reason }) => reason && `${reason} (${group})`),
    ),
  ];
  return [...new Set(reasons.filter((reason) => reason !== undefined))];
}

/** Returns the groups of a breakdown with unreliable figures, with the reason. */
export function warningsOf({ groups }: Breakdown): [group: string, warning: string][] {
  return groups.flatMap(({ name, warning }): [string, string][] =>
    warning === undefined ? [] : [[name, warning]],
  );
}

/** Returns a sentence if groups are as large as the reference group, so that only names decide the default. */
export function tieOf({ groups, referenceId }: Breakdown): string[] {
  const [first] = groups;
  const tied = groups.filter(({ counts }) => counts.rows === first?.counts.rows);
  if (first === undefined || tied.length < 2 || first.id !== referenceId) return [];
  const names = tied.slice(0, 3).map(({ name }) => name);
  const others = tied.length > 3 ? ` and ${showCount(tied.length - 3)} more` : '';
  return [
    `${names.join(', ')}${others} have the most rows, ${showCount(first.counts.rows)} each; ` +
      'by default, the first by name is the reference group',
  ];
}

/** Returns which intervals and tests of a breakdown are missing because it has too many groups. */
export function notComputed({ spreads }: Breakdown): string[] {
  const gaps = Object.values(spreads).flatMap(({ difference }) => difference);
  const why = gaps.filter(({ ci }) => ci === undefined).map(({ warning }) => warning);
  const found = [...new Set(why)].filter((warning) =>
    warning?.startsWith('no interval and no test'),
  );
  return found.map((warning) => `Largest gap and ratio: ${warning}`);
}

/** Returns a sentence with the number of disparities that a summary omits; empty if none. */
export function omission(shown: number, { disparities }: Report): string {
  const left = disparities.length - shown;
  return left > 0 ? `${showCount(left)} more disparities are in the JSON and CSV reports.` : '';
}
