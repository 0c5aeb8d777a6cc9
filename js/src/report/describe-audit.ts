// SPDX-License-Identifier: Apache-2.0
//
// Describes an audit: its summary, each breakdown, additions, methods, and metrics.

import { showConfidence, showCount } from '../document/format.js';
import type { Document, Fact } from '../document/model.js';
import { describeBreakdown } from './describe-breakdown.js';
import { outcomeWords } from './outcome-facts.js';
import { essentialDisparities, knownMetrics } from './ranking.js';
import type { Report } from './report.js';
import { describeSummary } from './summary.js';

/** Describes a report like {@link describeReport}, with `extras` instead of the sections of its additions. */
export function describeAudit(report: Report, extras: readonly Document[] = []): Document {
  return {
    name: 'audit',
    title: 'Audit',
    source: report.source,
    facts: getFacts(report),
    blocks: [
      describeSummary(report),
      ...getNotes(report),
      ...report.breakdowns.map((breakdown, i) => describeBreakdown(report, breakdown, i)),
      ...extras,
      ...getMethods(report),
      glossary(report),
    ],
  };
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function getFacts(report: Report): Fact[] {
  const { rows, instances, favorable, labels, threshold, columns, clusters, warnings } = report;
  const { positive, facts: ofOutcome } = outcomeWords(report);
  const weighing = instances === rows ? '' : `, with a total weight of ${showCount(instances)}`;
  const named = columns.cluster === undefined ? '' : ` (${columns.cluster})`;
  const grouped = clusters === undefined ? '' : ` of ${showCount(clusters)} clusters${named}`;
  const skipped = warnings.map(blankRowsIn).find((text) => text !== undefined);
  const otherNames = labels.filter((label) => !favorable.includes(label));
  const against = otherNames.length > 0 ? ` (not: ${otherNames.join(', ')})` : '';
  return [
    ['Rows', showCount(rows) + grouped + weighing + (skipped ? `; ${skipped.toLowerCase()}` : '')],
    ...Object.entries(columns).map(([role, column]): Fact => [capitalized(role), column]),
    ...(threshold === null ? [] : [['Threshold', `${positive} if the score is at least ${threshold}`] as const]),
    [capitalized(positive), favorable.join(', ') + against],
    ...ofOutcome,
  ];
}

const blankRowsIn = (note: string): string | undefined => /^(.*blank rows? (?:was|were) skipped)\.$/.exec(note)?.[1];

const getNotes = ({ notes }: Report): Document[] =>
  notes ? [{ name: 'notes', title: 'Notes', blocks: [{ texts: notes.split(/\r?\n/) }] }] : [];

/** Describes the methods for intervals and tests, and the origin of the report. */
function getMethods({ uncertainty, rows, overall, clusters, provenance }: Report): Document[] {
  const facts: Fact[] = [];
  if (uncertainty !== null) {
    const { confidence, draws, seed, simultaneous } = uncertainty;
    const { effectiveRows } = overall.counts;
    const weights =
      effectiveRows < rows * (1 - 1e-9)
        ? `; the effective sample size of the weighted rows is ${showCount(Math.round(effectiveRows))}`
        : '';
    const clustered =
      clusters === undefined ? '' : '; from variances between clusters, because rows of one cluster are dependent';
    const together = simultaneous
      ? 'all groups, breakdowns, and disparities'
      : 'all groups, breakdowns, and disparities of the summary';
    const exact =
      `Fisher’s exact (mid-p) or chi-squared test, adjusted for ${together}; ` +
      `for the largest gap of a rate: permutation test (${showCount(draws)} draws, seed ${seed}), or Tukey’s range test if there are many rows`;
    const fromIntervals = `1 minus the confidence at which the interval reaches no difference, adjusted for ${together}`;
    facts.push(
      [
        'Intervals',
        `${showConfidence(confidence)}: Wilson’s method for proportions of rows, Newcombe’s for differences, and methods derived from ` +
          `them${weights}${clustered}; intervals of disparities hold for ${together} simultaneously (Šidák)`,
      ],
      ['p', `For the hypothesis of no difference: ${clusters === undefined ? exact : fromIntervals}`],
    );
  }
  if (provenance !== undefined) {
    const { date, version, where, data } = provenance;
    facts.push(['Made', `${date}, by fairwasm ${version}, on ${where}`]);
    if (data !== undefined) {
      const { name, bytes, sha256 } = data;
      facts.push(['Data', `${name}, ${showCount(bytes)} bytes, SHA-256 ${sha256}`]);
    }
  }
  return facts.length === 0 ? [] : [{ name: 'method', title: 'Methods', facts, blocks: [] }];
}

/** Explains the metrics in the report. */
function glossary({ rates, disparities, outcome }: Report): Document {
  const metrics = [...essentialDisparities(disparities, outcome), ...knownMetrics(rates, outcome)];
  return {
    name: 'metrics',
    title: 'About the metrics',
    isFolded: true,
    facts: metrics.map(({ title, formula, ideal, adverse, meaning }): Fact => {
      const worse = adverse === undefined ? '' : `; the group is at a disadvantage ${adverse} that`;
      const equal = ideal === undefined ? '' : ` The value for equal groups is ${ideal}${worse}.`;
      return [title, `${formula}. ${meaning}${equal}`];
    }),
    blocks: [],
  };
}
