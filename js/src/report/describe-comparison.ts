// SPDX-License-Identifier: Apache-2.0
//
// Describes a comparison of two models for the same rows: whose decisions change, and which gaps become wider or narrower.

import {
  type ComparisonReport,
  essentialRates,
  type PairedBreakdown,
  rateTitle,
} from '../audit/comparison/comparison.js';
import type { PairedDecisions, PairedGap, PairedGroup, PairedRate } from '../audit/comparison/paired-results.js';
import { whyNothingToCompare } from '../claims/absent.js';
import { chosen } from '../claims/verdict.js';
import type { Estimate } from '../core/estimate.js';
import {
  oneLine,
  showConfidence,
  showCount,
  showGroup,
  showNumber,
  showRange,
  showRows,
  showTest,
} from '../document/format.js';
import { type Document, type DocumentTable, type Fact, notes } from '../document/model.js';
import { outcomeWords } from './outcome-facts.js';

/** Describes the comparison. */
export function describeComparison(report: ComparisonReport): Document {
  const { names, overall, breakdowns, source } = report;
  return {
    name: 'comparison',
    title: `${names.b} instead of ${names.a}, for the same rows`,
    source: source ?? 'Comparison',
    facts: getFacts(report),
    blocks: [
      { texts: [decisionsSentence(overall, report)] },
      ...breakdowns.map((breakdown, i) => breakdownSection(report, breakdown, i)),
    ],
  };
}

function breakdownSection(report: ComparisonReport, breakdown: PairedBreakdown, i: number): Document {
  const { by, reference, groups } = breakdown;
  const why = whyNothingToCompare(groups.length);
  return {
    name: `comparison-${i}`,
    title: `By ${by.join(' and ')}, compared with ${reference}`,
    blocks: [
      why === undefined ? { style: 'list', texts: gapSentences(report, breakdown) } : { texts: [why] },
      decisionTable(report, breakdown),
      changeTable(report, breakdown),
      ...(why === undefined ? [gapTable(report, breakdown)] : []),
      ...notes('Small groups (*)', getWarnings(breakdown)),
      ...notes('Undefined (–)', getReasons(breakdown)),
    ],
  };
}

const showDifference = ({ value }: Estimate): string => showNumber(value, true);

const showInterval = ({ ci }: Estimate): string => showRange((ci ?? []).map((end) => showNumber(end, true)));

/** Returns the facts about a comparison, as pairs of a heading and a text. */
function getFacts(report: ComparisonReport): Fact[] {
  const { rows, instances, droppedRows, warnings = [], names, columns } = report;
  const { favorable, confidence } = report;
  const weighing = instances === rows ? '' : `, with a total weight of ${showCount(instances)}`;
  const facts: Fact[] = [['Rows', showCount(rows) + weighing]];
  if (droppedRows > 0) facts.push(['Omitted', `${showRows(droppedRows)} with missing values`]);
  for (const warning of warnings) facts.push(['Warning', oneLine(warning)]);
  facts.push(['Before', oneLine(names.a)], ['After', oneLine(names.b)]);
  for (const [role, column] of Object.entries(columns)) {
    facts.push([`${role.charAt(0).toUpperCase()}${role.slice(1)}`, oneLine(column)]);
  }
  const { positive, facts: ofOutcome } = outcomeWords(report);
  facts.push([positive === 'positive' ? 'Positive' : 'Favorable', favorable.map(oneLine).join(', ')]);
  for (const fact of ofOutcome) facts.push(fact);
  facts.push(
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

const toDecision = (report: Pick<ComparisonReport, 'outcome'>): string =>
  report.outcome === 'burden' ? 'burden' : `${outcomeWords(report).positive} decision`;

/** "84 of 1,200 rows change: 30 gain the favorable decision, 54 lose it." */
function decisionsSentence(
  { decisions }: Pick<PairedGroup, 'decisions'>,
  report: Pick<ComparisonReport, 'outcome'>,
): string {
  const { rows, instances, onlyA, onlyB } = decisions;
  const what = instances === rows ? 'rows' : 'the weight of all rows';
  const all = showCount(instances);
  if (onlyA + onlyB === 0) return `The decision changes for none of ${all} ${what}.`;
  const whom = `${showCount(onlyB)} gain the ${toDecision(report)}, ${showCount(onlyA)} lose it.`;
  return `The decision changes for ${showCount(onlyA + onlyB)} of ${all} ${what}: ${whom}`;
}

function decisionTable(report: ComparisonReport, { groups }: PairedBreakdown): DocumentTable {
  const isBurden = report.outcome === 'burden';
  const getCells = ({ rows, onlyA, onlyB }: PairedDecisions) => [rows, onlyB, onlyA];
  const headings = ['Rows', isBurden ? 'Burdened' : 'Gained', isBurden ? 'Freed' : 'Lost'];
  return {
    caption: `Rows that gained the ${toDecision(report)}, and rows that lost it`,
    heading: 'Group',
    columns: headings.map((heading) => ({ heading, format: 'count' })),
    rows: groups.map((group) => ({ name: groupName(group), group: group.name, cells: getCells(group.decisions) })),
  };
}

const groupName = ({ name, warning }: Pick<PairedGroup, 'name' | 'warning'>) => showGroup(name, warning);

function changeTable(report: ComparisonReport, { by, groups }: PairedBreakdown): DocumentTable {
  const all = [{ ...report.overall, name: 'All rows' }, ...groups];
  return {
    caption: `Rates by ${by.join(' and ')} before and after, and the change`,
    heading: 'Rate',
    columns: [
      { heading: 'Before' },
      { heading: 'After' },
      { heading: 'Change', format: 'difference' },
      { heading: 'p', format: 'p' },
    ],
    rows: report.rates.flatMap((name) =>
      all.flatMap((group) => {
        const estimated: PairedRate | undefined = group.rates[name];
        if (estimated === undefined) return [];
        const change = chosen(estimated.difference);
        return {
          name: `${rateTitle(name)}: ${groupName(group)}`,
          ...(group.id !== report.overall.id && { group: group.name }),
          cells: [estimated.a.value, estimated.b.value, change, change],
        };
      }),
    ),
  };
}

function gapTable(report: ComparisonReport, breakdown: PairedBreakdown): DocumentTable {
  const { groups, reference, referenceId } = breakdown;
  const others = groups.filter(({ id }) => id !== referenceId);
  return {
    caption: `Gaps to ${reference} before and after, and the change`,
    heading: 'Gap',
    columns: [
      { heading: 'Before', format: 'difference' },
      { heading: 'After', format: 'difference' },
      { heading: 'Change', format: 'difference' },
      { heading: 'p', format: 'p' },
      { heading: 'The gap' },
    ],
    rows: report.rates.flatMap((name) =>
      others.flatMap((group) => {
        const estimated: PairedGap | undefined = group.gaps[name];
        if (estimated === undefined) return [];
        const { a, b, verdict, ...gap } = estimated;
        const change = chosen(gap.change);
        return {
          name: `${rateTitle(name)}: ${groupName(group)}`,
          group: group.name,
          cells: [a.value, b.value, change, change, verdicts[verdict]],
        };
      }),
    ),
  };
}

const verdicts = {
  wider: 'became wider',
  narrower: 'became narrower',
  reversed: 'changed sides',
  inconclusive: 'inconclusive',
  undefined: 'undefined',
} as const;

/**
 * Returns a sentence for each changed gap of a breakdown in the rates of the summary, significant ones first.
 */
function gapSentences(report: ComparisonReport, breakdown: PairedBreakdown): string[] {
  const matches = essentialRates(report.rates, report.outcome).flatMap((name) =>
    breakdown.groups.flatMap(({ name: group, gaps }) => {
      const gap = gaps[name];
      if (gap === undefined) return [];
      const { verdict } = gap;
      const what = `${rateTitle(name)} of ${group}`;
      const between = `from ${showDifference(gap.a)} to ${showDifference(gap.b)}`;
      const [label, shown] = verdict === 'reversed' ? ['change', gap.change] : ['size', gap.widening];
      const interval = showInterval(chosen(shown));
      const surety = `${label} ${showDifference(shown)}, ${showConfidence(report.confidence)} interval ${interval}, ${showTest(shown)}`;
      const isSure = verdict !== 'inconclusive' && verdict !== 'undefined';
      return isSure ? [`${what}: the gap ${verdicts[verdict]}, ${between} (${surety}).`] : [];
    }),
  );
  return matches.length > 0 ? matches : ['No gap in the rates of the summary became significantly wider or narrower.'];
}

function getReasons({ groups }: PairedBreakdown): string[] {
  const reasons = groups.flatMap(({ rates }) => Object.values(rates).flatMap(({ a, b }) => [a.reason, b.reason]));
  return [...new Set(reasons.filter((reason) => reason !== undefined))];
}

const getWarnings = ({ groups }: PairedBreakdown): string[] =>
  groups.flatMap(({ name, warning }) => (warning === undefined ? [] : [`${name}: ${warning}`]));
