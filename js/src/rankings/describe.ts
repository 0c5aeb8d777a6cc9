// SPDX-License-Identifier: Apache-2.0
//
// Describes shares and rankings as sentences and tables.

import type { Estimate } from '../core/estimate.js';
import { requireParts } from '../core/options.js';
import { showConfidence, showCount, showInterval, showNumber, showTest } from '../document/format.js';
import { type Document, type DocumentTable, notes, reasonsIn } from '../document/model.js';
import type { RankedGroup, RankingReport } from './ranking.js';
import type { ShareReport } from './shares.js';

type GroupExposure = RankedGroup['exposure']['logarithmic'];

/** Describes shares: the test, a chart of the ratios, and a table of the groups. */
export function describeShares(report: ShareReport): Document {
  requireParts('report', report, ['groups', 'totalVariation'], 'the result of shares()');
  const { rows, unknown, groups, totalVariation, confidence, clusters, referenceRows } = report;
  const table: DocumentTable = {
    caption: 'Shares of groups',
    heading: 'Group',
    columns: [
      { heading: 'Rows', format: 'count' },
      { heading: 'Share', format: 'percent' },
      { heading: 'Reference', format: 'percent' },
      { heading: 'Ratio' },
      { heading: 'Difference', format: 'points', hasTest: true },
      { heading: 'Missing members', format: 'count' },
    ],
    rows: groups.map(({ name, share, expected, ratio, difference, missing, ...group }) => ({
      name,
      group: name,
      cells: [group.rows, share, expected, ratio, difference, missing],
    })),
  };
  return {
    name: 'shares',
    title: 'Shares compared with a reference',
    facts: [
      ['Rows', showCount(rows)],
      ...(clusters === undefined ? [] : [['Clusters', showCount(clusters)] as const]),
      ['Reference', referenceRows === undefined ? 'fixed' : `a sample of ${showCount(referenceRows)} rows`],
    ],
    blocks: [
      {
        texts: [
          getTestSentence(report),
          `Total variation distance: ${withInterval(totalVariation)}, the smallest proportion of rows that must change group to obtain the reference shares.`,
        ],
      },
      {
        caption: 'Share of the group divided by its reference share',
        dots: groups.map(({ name, ratio, ...group }) => ({ name, value: ratio, note: `n = ${showCount(group.rows)}` })),
        mark: { value: 1, text: 'reference' },
      },
      table,
      {
        style: 'faint',
        texts: [
          `Intervals (${showConfidence(confidence)}) and p-values hold jointly for all groups (${clusters === undefined ? 'Goodman 1965, Bonferroni' : 'Bonferroni, with clusters as independent units'}).`,
          ...(unknown === undefined ? [] : [`Rows without a group, which are excluded: ${showCount(unknown)}.`]),
        ],
      },
      ...notes('Undefined or unreliable', reasonsIn([table])),
    ],
  };
}

function withInterval(estimate: ShareReport['totalVariation']): string {
  const interval = showInterval(estimate);
  return `${showNumber(estimate.value)}${interval && ` (${interval})`}`;
}

function getTestSentence({ test, pearson, rows }: ShareReport): string {
  if (rows === 0) return 'The input has no rows.';
  if (pearson === undefined || test === undefined) {
    return 'There is no joint test of all shares, because rows of a cluster are not independent. The p-values of the groups are adjusted.';
  }
  const { method, pValue } = test;
  const name = method === 'exact' ? 'exact test' : `Pearson’s test, ${pearson.degrees} degrees of freedom`;
  const few =
    method === 'pearson' && pearson.smallestExpected < 5
      ? `; approximate, because a group has only ${showNumber(pearson.smallestExpected)} expected rows`
      : '';
  return `Test of equal shares: ${showTest({ pValue })} (${name}${few}).`;
}

/** Describes rankings: a chart of exposure, and tables of exposure, top positions, pairs, and tests of prefixes. */
export function describeRankings(report: RankingReport): Document {
  requireParts('report', report, ['groups', 'ndkl', 'queries'], 'the result of rankings()');
  const { rows, queries, tied, missing, reference, confidence, ndkl } = report;
  const shares = Object.entries(reference ?? {}).map(([name, share]) => `${name} ${showNumber(share)}`);
  const tables = [exposures(report), ...meritTables(report), tops(report), pairs(report)];
  return {
    name: 'rankings',
    title: 'Groups in rankings',
    facts: [
      ['Rows', showCount(rows)],
      ['Lists', showCount(queries)],
      ['Reference', reference === undefined ? 'the shares of each list' : shares.join(', ')],
    ],
    blocks: [
      {
        texts: [
          `Normalized discounted Kullback-Leibler divergence (NDKL) from the reference shares: ${withInterval(ndkl)}; 0 if every prefix has the reference shares.`,
        ],
      },
      {
        caption: 'Exposure per row relative to all rows',
        dots: report.groups.map(({ name, exposure, ...group }) => ({
          name,
          value: joint(exposure.logarithmic.relativePerRow),
          note: `n = ${showCount(group.rows)}`,
        })),
        mark: { value: 1, text: 'all rows' },
      },
      ...tables,
      prefixTable(report),
      {
        style: 'faint',
        texts: [
          queries < 2
            ? 'There are no intervals, because they require at least two lists.'
            : `Intervals: ${showConfidence(confidence)}, with lists as clusters. Tested columns, each by itself: intervals and p-values hold jointly for all groups.`,
          ...(missing
            ? [
                `Positions without a row: ${showCount(missing.positions)}, in ${showCount(missing.lists)} lists. ` +
                  'Exposure and the top use the positions given; prefixes, pairs, and NDKL use only the rows present.',
              ]
            : []),
          ...(tied > 0 ? [`Rows that share their position with another row: ${showCount(tied)}.`] : []),
        ],
      },
      ...(queries < 2 ? [] : notes('Undefined or unreliable', reasonsIn(tables))),
    ],
  };
}

/** Returns the estimate with the interval and p-value that hold jointly for all groups. */
const joint = ({ adjustedCi, adjustedPValue, ...alone }: Estimate): Estimate =>
  adjustedCi === undefined
    ? alone
    : { ...alone, ci: adjustedCi, ...(adjustedPValue !== undefined && { pValue: adjustedPValue }) };

const byGroup = (
  { groups }: RankingReport,
  cells: (group: RankedGroup) => DocumentTable['rows'][0]['cells'],
): DocumentTable['rows'] => groups.map((group) => ({ name: group.name, group: group.name, cells: cells(group) }));

const exposureColumns = [
  { heading: 'Exposure' },
  { heading: 'Relative exposure', hasTest: true },
  { heading: 'Geometric exposure' },
  { heading: 'Relative geometric exposure', hasTest: true },
];

function exposures(report: RankingReport): DocumentTable {
  const cells = ({ perRow, relativePerRow }: GroupExposure) => [perRow, joint(relativePerRow)];
  return {
    caption: `Exposure per row, and relative to all rows; geometric with patience ${report.patience}`,
    heading: 'Group',
    columns: [{ heading: 'Rows', format: 'count' }, ...exposureColumns],
    rows: byGroup(report, ({ rows, exposure }) => [rows, ...cells(exposure.logarithmic), ...cells(exposure.geometric)]),
  };
}

function meritTables(report: RankingReport): DocumentTable[] {
  if (report.groups.every(({ exposure }) => exposure.logarithmic.perMerit === undefined)) return [];
  const cells = ({ perMerit, relativePerMerit }: GroupExposure) => [
    perMerit,
    relativePerMerit && joint(relativePerMerit),
  ];
  return [
    {
      caption: 'Exposure per unit of relevance, and relative to all rows',
      heading: 'Group',
      columns: [...exposureColumns],
      rows: byGroup(report, ({ exposure }) => [...cells(exposure.logarithmic), ...cells(exposure.geometric)]),
    },
  ];
}

const tops = (report: RankingReport): DocumentTable => ({
  caption: `The first ${showCount(report.top)} positions, and prefixes below the reference shares`,
  heading: 'Group',
  columns: [
    { heading: 'Rows in the top', format: 'quantity' },
    { heading: 'Expected', format: 'quantity' },
    { heading: 'Skew', format: 'difference', hasTest: true },
    { heading: 'Infeasible prefixes', format: 'count' },
    { heading: 'In lists', format: 'count' },
  ],
  rows: byGroup(report, ({ top, skew, infeasible }) => [
    top.rows,
    top.expected,
    joint(skew),
    infeasible.prefixes,
    infeasible.lists,
  ]),
});

function pairs(report: RankingReport): DocumentTable {
  const hasRelevance = report.groups.some((group) => group.favoredAtEqualRelevance !== undefined);
  return {
    caption: 'Probability of being ranked above a row of another group',
    heading: 'Group',
    columns: [
      { heading: 'All pairs', format: 'percent', hasTest: true },
      ...(hasRelevance ? [{ heading: 'Equal relevance', format: 'percent' as const, hasTest: true }] : []),
    ],
    rows: byGroup(report, ({ favored, favoredAtEqualRelevance }) => [
      joint(favored),
      ...(favoredAtEqualRelevance ? [joint(favoredAtEqualRelevance)] : []),
    ]),
  };
}

const prefixTable = (report: RankingReport): DocumentTable => ({
  caption: `Tests for too few rows in each of the first ${showCount(report.depth)} prefixes, compared with a random order`,
  heading: 'Group',
  columns: [
    { heading: 'Lists', format: 'count' },
    { heading: `Lists with p ≤ ${Number((1 - report.confidence).toPrecision(6))}`, format: 'count' },
    { heading: 'Smallest adjusted p', format: 'p' },
    { heading: 'Its prefix', format: 'count' },
  ],
  rows: byGroup(report, ({ prefixTests: { lists, rejected, adjustedPValue, position } }) => [
    lists,
    rejected,
    { value: adjustedPValue, pValue: adjustedPValue },
    position,
  ]),
});
