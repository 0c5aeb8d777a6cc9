// SPDX-License-Identifier: Apache-2.0
//
// How a comparison's parts are shown to people, in words that all of its renderers share.

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
  outcomeWords,
  showConfidence,
  showCount,
  showNumber,
  showTest,
  type showValue,
} from './shown.js';

/** A difference between two shares with its sign: "+0.034". */
export const showDifference = ({ value }: Estimate): string => showNumber(value, true);

/**
 * Its interval as "-0.021 to +0.034", which accounts for all comparisons as its p-value does; nothing where there is none.
 */
export const showDifferenceInterval = ({ ci, adjustedCi = ci }: Estimate): string =>
  adjustedCi ? adjustedCi.map((end) => showNumber(end, true)).join(' to ') : '';

/** What was compared, as pairs of a heading and a text. */
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
      `${showConfidence(confidence)}: both predictions are about the same rows (Newcombe’s for paired shares, and what ` +
        'follows from them). Intervals hold, and p-values are adjusted, for all groups, breakdowns, and rates of the ' +
        'summary together (Šidák); those of other rates, for all rates',
    ],
    [
      'p',
      'Of the hypothesis that nothing changed: McNemar’s exact test where a rate is a share of the same rows, ' +
        'otherwise that of the interval',
    ],
  );
  return facts;
}

/** "84 of 1,200 rows are decided otherwise: 30 gain the favorable decision, 54 lose it." */
export function decisionsSentence(
  { decisions }: Pick<PairedGroup, 'decisions'>,
  outcome: ComparisonReport['outcome'],
): string {
  const { rows, instances, onlyA, onlyB } = decisions;
  const what = instances === rows ? 'rows' : 'the weight of all rows';
  const all = showCount(instances);
  if (onlyA + onlyB === 0) return `None of ${all} ${what} is decided otherwise.`;
  const whom =
    outcome === 'burden'
      ? `the burden comes upon ${showCount(onlyB)}, ${showCount(onlyA)} are freed of it.`
      : `${showCount(onlyB)} gain the favorable decision, ${showCount(onlyA)} lose it.`;
  return `${showCount(onlyA + onlyB)} of ${all} ${what} ${onlyA + onlyB === 1 ? 'is' : 'are'} decided otherwise: ${whom}`;
}

/** Who gains the favorable decision, and who loses it, as numbers under these headings. */
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

/** What became of a gap, in a word or two. */
export const showGapVerdict = ({ verdict }: PairedGap): string => verdicts[verdict];

/** "+0.214 → +0.110". */
export const showPassage = ({ a, b }: { a: Estimate; b: Estimate }, show: typeof showValue) =>
  `${show(a)} → ${show(b)}`;

/** What became of the gaps of a breakdown in the rates of a summary, what is sure first. */
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
    : ['In the rates that a summary is about, no gap is shown to have become wider or narrower.'];
}

/** Why values are undefined, each once. */
export function comparisonReasons({ groups }: PairedBreakdown): string[] {
  const reasons = groups.flatMap(({ rates }) =>
    Object.values(rates).flatMap(({ a, b }) => [a.reason, b.reason]),
  );
  return [...new Set(reasons.filter((reason) => reason !== undefined))];
}

/** The groups whose numbers say little, with the reason. */
export const comparisonWarnings = ({ groups }: PairedBreakdown): [string, string][] =>
  groups.flatMap(({ name, warning }): [string, string][] =>
    warning === undefined ? [] : [[name, warning]],
  );

/** What stands above the tables. */
export const decisionsNote = (outcome: ComparisonReport['outcome']): string =>
  outcome === 'burden'
    ? 'Rows upon which the burden came, and rows that were freed of it:'
    : 'Rows that gained the favorable decision, and rows that lost it:';
export const changesNote = 'Every rate before → after, and the change:';
export const gapsNote = (reference: string) =>
  `Gaps to ${reference} before → after, and the change:`;
