// SPDX-License-Identifier: Apache-2.0
//
// Describes a breakdown: each group compared with the reference group, and the rates of all groups.

import type { Breakdown } from '../audit/report.js';
import { getSuppressed } from '../audit/suppressed-cells.js';
import { whyNothingToCompare } from '../claims/absent.js';
import { chosen, getVerdict } from '../claims/verdict.js';
import type { Estimate } from '../core/estimate.js';
import { showCount, showGroup, showPoints } from '../document/format.js';
import { type Block, type Cell, type Document, type DocumentTable, getFormat, notes } from '../document/model.js';
import type { Metric } from '../metrics/metric.js';
import { essentialDisparities, knownMetrics, rankDisparities } from './ranking.js';
import type { Report } from './report.js';

/** Describes the breakdown at this position in the report. */
export function describeBreakdown(report: Report, breakdown: Breakdown, index: number): Document {
  const { by, reference, groups } = breakdown;
  return {
    name: `breakdown-${index}`,
    title: `By ${by.join(' and ')}, compared with ${reference}`,
    blocks: [
      ...comparisons(report, breakdown),
      rateTable(report, breakdown),
      countTable(report, breakdown),
      ...notes(
        'Small groups (*)',
        groups.flatMap(({ name, warning }) => (warning === undefined ? [] : [`${name}: ${warning}`])),
      ),
      ...detectable(report, breakdown),
      ...notes('Undefined (–)', getReasons(breakdown)),
      ...notes('Not computed', notComputed(breakdown)),
      ...notes('Tie', getTie(breakdown)),
    ],
  };
}

function comparisons(report: Report, breakdown: Breakdown): Block[] {
  const why = whyNothingToCompare(breakdown.groups.length, getSuppressed(report, breakdown.by));
  if (why !== undefined) return [{ texts: [why] }];
  const { disparities, outcome } = report;
  const essential = essentialDisparities(disparities, outcome);
  const others = knownMetrics(disparities, outcome).filter((each) => !essential.includes(each));
  const by = breakdown.by.join(' and ');
  return [
    disparityTable(`Compared with ${breakdown.reference}, by ${by}`, breakdown, essential),
    { ...disparityTable(`${others.length} more disparities by ${by}`, breakdown, others), isFolded: true },
  ];
}

function disparityTable(caption: string, breakdown: Breakdown, metrics: readonly Metric[]): DocumentTable {
  const [first] = rankDisparities(breakdown, metrics);
  const values = new Map(breakdown.comparisons.map(({ id, disparities }) => [id, disparities]));
  return {
    caption: `${caption} (differences in percentage points)`,
    heading: 'Group',
    columns: metrics.map((metric) => ({ heading: metric.title, format: getFormat(metric), hasTest: true })),
    rows: (first?.groups ?? []).map(({ id, group, warning }) => ({
      name: showGroup(group, warning),
      group,
      cells: metrics.map(({ name }) => chosen(values.get(id)?.[name] ?? { value: Number.NaN })),
    })),
  };
}

// A table with all rates is not a search for the largest gap among them.
const unadjusted = ' (intervals and p-values of each rate alone, unadjusted)';

function rateTable({ rates, overall, uncertainty }: Report, { by, groups, spreads }: Breakdown): DocumentTable {
  const metrics = knownMetrics(rates);
  const getCells = ({ counts, rates: values }: Breakdown['groups'][number]) => [
    counts.rows,
    ...metrics.map(({ name }) => values[name]),
  ];
  return {
    caption: `Rates by ${by.join(' and ')}${uncertainty === null ? '' : unadjusted}`,
    heading: 'Group',
    isTurned: true,
    columns: [
      { heading: 'Rows', format: 'count' },
      ...metrics.map((metric) => ({ heading: metric.title, format: getFormat(metric), hasTest: true })),
    ],
    rows: [
      { name: 'All rows', cells: getCells(overall) },
      ...groups.map((group) => ({
        name: showGroup(group.name, group.warning),
        group: group.name,
        cells: getCells(group),
      })),
      {
        name: 'Largest gap (points)',
        isSummary: true,
        cells: [undefined, ...metrics.map((metric) => getGap(spreads[metric.name]))],
      },
    ],
  };
}

const counts = [
  ['rows', 'Rows'],
  ['instances', 'Weight'],
  ['positives', 'Positive outcomes'],
  ['predictedPositives', 'Positive decisions'],
  ['truePositives', 'True positives'],
  ['falsePositives', 'False positives'],
  ['trueNegatives', 'True negatives'],
  ['falseNegatives', 'False negatives'],
] as const;

function countTable({ overall }: Report, { by, groups }: Breakdown): DocumentTable {
  const isWeighted = overall.counts.instances !== overall.counts.rows;
  const known = counts.filter(
    ([name]) => Number.isFinite(overall.counts[name]) && (name !== 'instances' || isWeighted),
  );
  return {
    caption: `Counts by ${by.join(' and ')}`,
    heading: 'Group',
    isFolded: true,
    columns: known.map(([, heading]) => ({ heading, format: 'count' })),
    rows: [{ ...overall, name: 'All rows', warning: undefined }, ...groups].map((group) => ({
      name: showGroup(group.name, group.warning),
      ...(group.id !== overall.id && { group: group.name }),
      cells: known.map(([name]) => group.counts[name]),
    })),
  };
}

const getGap = (spread: Breakdown['spreads'][string] | undefined): Cell =>
  spread && { ...spread.difference, format: 'points' };

/** Describes the smallest differences that the tests detect, for gaps that may be due to chance. */
function detectable({ disparities, outcome }: Report, breakdown: Breakdown): Block[] {
  const metrics = essentialDisparities(disparities, outcome);
  const texts = breakdown.comparisons.flatMap(({ group, disparities: values }) => {
    const matches = metrics.flatMap((metric) => {
      const text = isOpen(values[metric.name], metric) ? showDetectable(values[metric.name]) : '';
      return text === '' ? [] : [`${metric.title.toLowerCase()} ${text}`];
    });
    return matches.length === 0 ? [] : [`${group}: ${matches.join(', ')}`];
  });
  return notes('Minimum detectable differences (points, 80% power of one unadjusted test)', texts);
}

/** Whether no gap is compatible with the data. */
const isOpen = (estimate: Estimate | undefined, { ideal }: Metric): boolean =>
  estimate !== undefined && !['gap', 'undefined'].includes(getVerdict(estimate, ideal));

/** Returns the minimum detectable differences as "-0.094 or +0.138"; empty if there are none. */
function showDetectable({ minimumDetectableDifference: ends = [0, 0] }: Partial<Estimate> = {}): string {
  const known = ends.filter((end) => Number.isFinite(end) && end !== 0);
  return known.map(showPoints).join(' or ');
}

/** Returns the reasons for undefined values, without repetition. */
function getReasons({ groups, comparisons }: Breakdown): string[] {
  const reasons = [
    ...groups.flatMap(({ rates }) => Object.values(rates).map(({ reason }) => reason)),
    ...comparisons.flatMap(({ group, disparities }) =>
      Object.values(disparities).map(({ reason }) => reason && `${reason} (${group})`),
    ),
  ];
  return [...new Set(reasons.filter((reason) => reason !== undefined))];
}

/** Returns a sentence if groups are as large as the reference group, so that only names decide the default. */
function getTie({ groups, referenceId }: Breakdown): string[] {
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

/** Returns which intervals and tests are missing because there are too many groups. */
function notComputed({ spreads }: Breakdown): string[] {
  const why = Object.values(spreads)
    .filter(({ difference: { ci } }) => ci === undefined)
    .map(({ difference: { warning } }) => warning);
  return [...new Set(why)]
    .filter((warning) => warning?.startsWith('no interval and no test'))
    .map((warning) => `Largest gap and ratio: ${warning}`);
}
