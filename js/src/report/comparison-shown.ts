// SPDX-License-Identifier: Apache-2.0
//
// Sentences and numbers of a comparison, shared by its renderers.

import {
  type ComparisonReport,
  essentialRates,
  type PairedBreakdown,
  rateTitle,
} from '../audit/comparison.js';
import type { PairedDecisions, PairedGap, PairedGroup } from '../audit/paired.js';
import type { Estimate } from '../core/estimate.js';
import {
  oneLine,
  showConfidence,
  showCount,
  showNumber,
  showTest,
  type showValue,
} from '../document/format.js';
import { outcomeWords } from './shown.js';

/** Formats a difference of two proportions with its sign: "+0.034". */
export const showDifference = ({ value }: Estimate): string => showNumber(value, true);

/**
 * Formats its confidence interval, adjusted for all comparisons like its p-value: "-0.021 to +0.034"; empty
 * if there is none.
 */
export const showDifferenceInterval = ({ ci, adjustedCi = ci }: Estimate): string =>
  adjustedCi ? adjustedCi.map((end) => showNumber(end, true)).join(' to ') : '';

/** Returns the facts about a comparison, as pairs of a heading and a text. */
export function comparisonFacts(report: ComparisonReport): [heading: string, text: string][] {
  const { rows, instances, droppedRows, names, columns, favorable, confidence } = report;
  const weighing = instances === rows ? '' : `, with a total weight of ${showCount(instances)}`;
  const facts: [string, string][] = [['Rows', showCount(rows) + weighing]];
  if (droppedRows > 0)
    facts.push(['Left out', `${showCount(droppedRows)} rows with missing values`]);
  facts.push(['Before', oneLine(names.a)], ['After', oneLine(names.b)]);
  for (const [role, column] of Object.entries(columns)) {
    facts.push([`${role.charAt(0).toUpperCase()}${role.slice(1)}`, oneLine(column)]);
  }
  const { positive, facts: ofOutcome } = outcomeWords(report);
  facts.push(
    [positive === 'positive' ? 'Positive' : 'Favorable', favorable.map(oneLine).join(', ')],
    ...ofOutcome,
    [
      'Intervals',
      `${showConfidence(confidence)}, for paired rows (Newcombe’s method for paired proportions and ` +
        'methods derived from it). Intervals and p-values are adjusted for all groups, breakdowns, and rates of the ' +
        'summary together (Šidák); those of other rates are adjusted for all rates',
    ],
    [
      'p',
      'For the hypothesis of no change: McNemar’s exact test if the rate is a proportion of the same rows, ' +
        'otherwise the p-value that corresponds to the interval',
    ],
  );
  return facts;
}

/** "84 of 1,200 rows change: 30 gain the favorable decision, 54 lose it." */
export function decisionsSentence(
  { decisions }: Pick<PairedGroup, 'decisions'>,
  outcome: ComparisonReport['outcome'],
): string {
  const { rows, instances, onlyA, onlyB } = decisions;
  const what = instances === rows ? 'rows' : 'the weight of all rows';
  const all = showCount(instances);
  if (onlyA + onlyB === 0) return `The decision changes for none of ${all} ${what}.`;
  const whom =
    outcome === 'burden'
      ? `${showCount(onlyB)} gain the burden, ${showCount(onlyA)} lose it.`
      : `${showCount(onlyB)} gain the favorable decision, ${showCount(onlyA)} lose it.`;
  return `The decision changes for ${showCount(onlyA + onlyB)} of ${all} ${what}: ${whom}`;
}

/** Returns who gains and who loses the favorable decision, as numbers with headings. */
export const decisionColumns = (
  outcome: ComparisonReport['outcome'],
): readonly [heading: string, of: (decisions: PairedDecisions) => number][] => [
  ['Rows', ({ rows }) => rows],
  [outcome === 'burden' ? 'Burdened' : 'Gained', ({ onlyB }) => onlyB],
  [outcome === 'burden' ? 'Freed' : 'Lost', ({ onlyA }) => onlyA],
];

const verdicts = {
  wider: 'became wider',
  narrower: 'became narrower',
  reversed: 'changed sides',
  inconclusive: 'inconclusive',
  undefined: 'undefined',
} as const;

/** Returns the change of a gap in a word or two. */
export const showGapVerdict = ({ verdict }: PairedGap): string => verdicts[verdict];

/** "+0.214 → +0.110". */
export const showPassage = ({ a, b }: { a: Estimate; b: Estimate }, show: typeof showValue) =>
  `${show(a)} → ${show(b)}`;

/**
 * Returns a sentence for each changed gap of a breakdown in the rates of the summary, significant ones first.
 */
export function gapSentences(report: ComparisonReport, breakdown: PairedBreakdown): string[] {
  const found = essentialRates(report.rates, report.outcome).flatMap((name) =>
    breakdown.groups.flatMap(({ name: group, gaps }) => {
      const gap = gaps[name];
      if (gap === undefined) return [];
      const { verdict } = gap;
      const what = `${rateTitle(name)} of ${group}`;
      const between = `from ${showPassage(gap, showDifference).replace('→', 'to')}`;
      const [label, shown] =
        verdict === 'reversed' ? ['change', gap.change] : ['size', gap.widening];
      const interval = showDifferenceInterval(shown);
      const surety = `${label} ${showDifference(shown)}, ${showConfidence(report.confidence)} interval ${interval}, ${showTest(shown)}`;
      const isSure = verdict !== 'inconclusive' && verdict !== 'undefined';
      return isSure ? [`${what}: the gap ${verdicts[verdict]}, ${between} (${surety}).`] : [];
    }),
  );
  return found.length > 0
    ? found
    : ['No gap in the rates of the summary became significantly wider or narrower.'];
}

/** Returns the reasons for undefined values, without repetition. */
export function comparisonReasons({ groups }: PairedBreakdown): string[] {
  const reasons = groups.flatMap(({ rates }) =>
    Object.values(rates).flatMap(({ a, b }) => [a.reason, b.reason]),
  );
  return [...new Set(reasons.filter((reason) => reason !== undefined))];
}

/** Returns the groups with unreliable figures, with the reason. */
export const comparisonWarnings = ({ groups }: PairedBreakdown): [string, string][] =>
  groups.flatMap(({ name, warning }): [string, string][] =>
    warning === undefined ? [] : [[name, warning]],
  );

/** Returns the notes above the tables. */
export const decisionsNote = (outcome: ComparisonReport['outcome']): string =>
  outcome === 'burden'
    ? 'Rows that gained the burden, and rows that lost it:'
    : 'Rows that gained the favorable decision, and rows that lost it:';
export const changesNote = 'Rates before → after, and the change:';
export const gapsNote = (reference: string) =>
  `Gaps to ${reference} before → after, and the change:`;
