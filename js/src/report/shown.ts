// SPDX-License-Identifier: Apache-2.0
//
// Formats the parts of a report: numbers with their uncertainty, and names from files. All renderers use it,
// so that they agree.

import type { Breakdown, Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import type { Metric } from '../metrics/metric.js';

// Control characters can move a terminal's cursor or change its state; directional characters and invisible
// tags can disguise a text.
const unsafe =
  /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu;

/** Returns a string from the data as one line without control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').replace(unsafe, '\ufffd');
}

// Created once, on demand: creation takes far longer than formatting a number.
const formats = new Map<string, Intl.NumberFormat>();

function format(value: number, least: number, most: number): string {
  const key = `${least} ${most}`;
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  const known = formats.get(key) ?? new Intl.NumberFormat('en-US', digits);
  formats.set(key, known);
  return known.format(value);
}

/** Formats 7214 as "7,214"; weights have up to three decimals. */
export function showCount(count: number): string {
  // Most counts are whole numbers, for which commands need not load Intl, which takes 15 ms.
  if (!Number.isSafeInteger(count)) return format(count, 0, 3);
  const digits = String(Math.abs(count));
  const thousands = Array.from({ length: Math.ceil(digits.length / 3) }, (_, i) =>
    digits.slice(Math.max(0, digits.length - 3 * (i + 1)), digits.length - 3 * i),
  );
  return `${count < 0 ? '-' : ''}${thousands.reverse().join(',')}`;
}

/** Formats a number with three decimals, and with its sign if `isSigned`; "–" if it is undefined. */
export function showNumber(value: number, isSigned = false): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  const text = Math.abs(value) < 1e6 ? value.toFixed(3) : value.toExponential(2);
  if (Number(text) === 0) return '0.000'; // avoids -0.000
  return isSigned && value > 0 ? `+${text}` : text;
}

/**
 * Formats a number of any unit with at least three significant digits: "0.431", "0.0431", "12.34", "48,310";
 * with its sign if `isSigned`; "–" if it is undefined.
 */
export function showQuantity(value: number, isSigned = false): string {
  const size = Math.abs(value);
  if (!Number.isFinite(size) || size === 0) return showNumber(value, isSigned);
  if (size < 1e-6 || size >= 1e12)
    return `${isSigned && value > 0 ? '+' : ''}${value.toExponential(2)}`;
  const exponent = Number(size.toExponential().split('e')[1]);
  const decimals = exponent >= 0 ? Math.max(0, 3 - exponent) : 2 - exponent;
  const text = format(value, decimals, decimals);
  return isSigned && value > 0 ? `+${text}` : text;
}

/** Formats the value of a metric with three decimals, differences with their sign; "–" if it is undefined. */
export function showValue({ value }: Estimate, metric?: Metric): string {
  return showNumber(value, metric?.ideal === 0);
}

/** Formats the interval as "0.431–0.466", or "-0.021 to +0.034" for a difference; empty if there is none. */
export function showInterval({ ci }: Estimate, metric?: Metric): string {
  return ci
    ? ci.map((end) => showNumber(end, metric?.ideal === 0)).join(metric?.ideal === 0 ? ' to ' : '–')
    : '';
}

/** Formats the p-value of an estimate, adjusted if possible: "< 0.001" or "0.034"; empty if there is none. */
export function showProbability({ pValue, adjustedPValue }: Estimate): string {
  const p = adjustedPValue ?? pValue;
  if (p === undefined) return '';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** Formats it as "p < 0.001" or "p = 0.034". */
export function showTest(estimate: Estimate): string {
  const p = showProbability(estimate);
  return p && (p.startsWith('<') ? `p ${p}` : `p = ${p}`);
}

/** Returns a group's name, marked if the group has a warning; the mark is never on its own line. */
export const showGroup = (name: string, warning: string | undefined): string =>
  warning === undefined ? name : `${name}\u00a0*`;

/** Formats a confidence level as "95%". */
export const showConfidence = (confidence: number): string =>
  `${Number((confidence * 100).toPrecision(6))}%`;

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
    facts.push(['Left out', `${showCount(droppedRows)} rows with missing values`]);
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
