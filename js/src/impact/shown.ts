// SPDX-License-Identifier: Apache-2.0
//
// What reports of adverse impact say, whatever they are written in: facts, headings, cells, and notes.

import type { Estimate } from '../core/estimate.js';
import {
  oneLine,
  showConfidence,
  showCount,
  showInterval,
  showNumber,
} from '../document/format.js';
import type { ComparedWith, FourFifths, RateComparison } from './four-fifths.js';
import type { ImpactCategory, ImpactTable } from './table.js';
import type { ImpactReport } from './tables.js';

// What is undefined is null in a report that was saved as JSON.
const isDefined = (value: number | null): value is number => value !== null && !Number.isNaN(value);
const number = (value: number | null, isSigned = false) =>
  showNumber(value ?? Number.NaN, isSigned);
const count = (value: number) => (isDefined(value) ? showCount(value) : '–');
const percent = (share: number) => (isDefined(share) ? `${(100 * share).toFixed(1)}%` : '–');

/** What was counted, as pairs of a heading and a text. */
export function factsOf(report: ImpactReport): [heading: string, text: string][] {
  const { rule, applicants, median, excludeBelow, suppressBelow, imputed, confidence } = report;
  const facts: [string, string][] = [];
  if (rule) {
    facts.push(['Rule', rule.name], ['Source', `${rule.source}; version of ${rule.date}`]);
    facts.push(['Limits', rule.limits]);
    if (rule.published) facts.push(['To publish', rule.published]);
  }
  facts.push(['Applicants', showCount(applicants)], ['Selected', selectedBy(report)]);
  if (report.droppedRows) {
    facts.push(['Missing', `${showCount(report.droppedRows)} rows with missing values`]);
  }
  if (median !== null) facts.push(['Median', `${median}, over all scores`]);
  if (excludeBelow !== null) {
    facts.push([
      'Left out',
      `from ratios: categories with less than ${Number((100 * excludeBelow).toPrecision(12))}% of all applicants`,
    ]);
  }
  if (suppressBelow) {
    const what = `counts below ${suppressBelow}, and numbers that would reveal them`;
    facts.push(['Suppressed', what]);
  }
  if (imputed.length > 0) facts.push(['Imputed', imputed.map(oneLine).join(', ')]);
  if (confidence !== null) {
    const how = 'simultaneous for the ratios of a table, whichever true rate is the highest';
    facts.push(['Intervals', `${showConfidence(confidence)}, ${how}`]);
  }
  // Absent from reports that older versions saved.
  for (const warning of report.warnings ?? []) facts.push(['Warning', oneLine(warning)]);
  return facts;
}

function selectedBy({ kind, outcomes }: ImpactReport): string {
  if (kind === 'score') return 'rows strictly above the median';
  const names = outcomes.map(({ name }) => oneLine(name)).join(', ');
  return kind === 'assigned' ? `each class separately: ${names}` : names;
}

/** A table's title: its attributes, and the class where there are several. */
export function titleOf({ by }: ImpactTable, outcome: string, report: ImpactReport): string {
  const attributes = `By ${by.map(oneLine).join(' and ')}`;
  return report.kind === 'assigned' ? `${attributes}: ${oneLine(outcome)}` : attributes;
}

/** A number with its interval beneath or beside it. */
export type ShownCell = readonly [value: string, interval?: string];

const estimateCell = (estimate: Estimate | null): ShownCell =>
  estimate ? [number(estimate.value), showInterval(estimate)] : ['–'];

const hits = (report: ImpactReport) => (report.kind === 'score' ? 'Above median' : 'Selected');

/** The columns of a table. */
export const categoryColumns = (
  report: ImpactReport,
): [heading: string, of: (category: ImpactCategory) => ShownCell][] => [
  ['Applicants', ({ applicants }) => [count(applicants)]],
  [hits(report), ({ selected }) => [count(selected)]],
  ['Rate', ({ rate }) => [number(rate)]],
  ['Share', ({ share }) => [percent(share)]],
  ['Impact ratio', ({ impactRatio }) => estimateCell(impactRatio)],
];

export const categoryName = (category: { name: string; isExcluded?: boolean }): string =>
  `${oneLine(category.name)}${category.isExcluded ? '\u00a0*' : ''}`;

const yesOrNo = (value: boolean | null | undefined) =>
  value === null || value === undefined ? '–' : value ? 'yes' : 'no';

const probability = (value: number) =>
  !isDefined(value) ? '–' : value < 0.001 ? '< 0.001' : value.toFixed(3);

const missing = (value: number) =>
  isDefined(value) ? showCount(Math.max(0, Math.ceil(value))) : '–';

/** The columns of a comparison; of `groups`, what is missing to the rate of all. */
export const comparisonColumns = (
  groups: FourFifths['groups'],
): [heading: string, of: (each: RateComparison) => ShownCell][] => [
  ['Ratio', ({ ratio }) => estimateCell(ratio)],
  ['Below 4/5', ({ belowFourFifths }) => [yesOrNo(belowFourFifths)]],
  ['Shortfall to 4/5', ({ shortfallToFourFifths }) => [missing(shortfallToFourFifths)]],
  ['Shortfall to parity', ({ shortfallToParity }) => [missing(shortfallToParity)]],
  ['Shortfall to pool', ({ group }) => [missing(poolOf(groups, group))]],
  ['One moved reverses', ({ flip }) => [yesOrNo(flip?.reverses)]],
  ['z', ({ z }) => [number(z, true)]],
  ['p of z', ({ zPValue }) => [probability(zPValue)]],
  ['p, Fisher', ({ fisher }) => [probability(fisher.twoSided)]],
  ['p, Yates', ({ yatesPValue }) => [probability(yatesPValue)]],
  ['Smallest cell', ({ smallestCell }) => [showCount(smallestCell)]],
];

const poolOf = (groups: FourFifths['groups'], name: string): number =>
  groups.find((each) => each.name === name)?.shortfallToPool ?? Number.NaN;

/** With whom groups are compared, and why. */
export const comparedTitle = ({ group }: ComparedWith, isReference: boolean): string =>
  `Compared with ${oneLine(group)}, ${isReference ? 'the reference' : 'the highest rate'}`;

/** What is to be said below a table. */
export function notesOf({ by, unknown, highest, categories }: ImpactTable): string[] {
  const notes: string[] = [];
  if (categories.length === 0) return ['The category of every applicant is unknown.'];
  if (unknown > 0) {
    const what = by.map(oneLine).join(' or ');
    notes.push(`${showCount(unknown)} of unknown ${what} are omitted.`);
  }
  if (categories.some(({ isExcluded }) => isExcluded)) {
    notes.push(
      '* Omitted from the ratios because its proportion is too small; its rate is still valid.',
    );
  }
  const hidden = categories.filter(({ isSuppressed }) => isSuppressed).length;
  if (hidden > 0)
    notes.push(
      `${showCount(hidden)} suppressed (–): ratios are relative to the highest rate shown.`,
    );
  if (highest.length > 0) notes.push(`Highest rate: ${highest.map(oneLine).join('; ')}.`);
  const reasons = categories.flatMap(({ impactRatio }) => impactRatio?.reason ?? []);
  if (reasons.length > 0)
    notes.push(`Undefined (–): ${[...new Set(reasons)].map(oneLine).join('; ')}.`);
  const warnings = categories.flatMap(({ impactRatio }) => impactRatio?.warning ?? []);
  return [...notes, ...[...new Set(warnings)].map(sentence)];
}

/** What is to be said below a comparison. */
export function comparisonNotes({ comparisons }: ComparedWith): string[] {
  const small = comparisons.some(({ smallestCell }) => smallestCell < 5);
  const reasons = comparisons.flatMap(({ group, reasons: why }) =>
    [...new Set(Object.values(why))].map((reason) => `${oneLine(reason)} (${oneLine(group)})`),
  );
  return [
    ...(small ? ['If the smallest cell is below 5, use Fisher’s test.'] : []),
    ...(reasons.length > 0 ? [`Undefined (–): ${reasons.join('; ')}.`] : []),
  ];
}

/** Where there are more than two groups, tests against the highest of them say too much. */
export const lookedNote =
  'The group with the highest rate was selected by looking at the data, so p-values against it are too small.';

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
