// SPDX-License-Identifier: Apache-2.0
//
// Describes comparisons within strata.

import type { Conditional, ConditionalRate, ConditionalVerdict } from '../audit/within/conditional.js';
import type { Estimate } from '../core/estimate.js';
import { type Cell, type Document, type DocumentTable, notes } from '../document/model.js';
import { findGroupMetric } from '../metrics/group.js';
import type { Report } from './report.js';

const verdicts: Readonly<Record<ConditionalVerdict, string>> = {
  holds: 'holds',
  reversed: 'reverses',
  vanishes: 'not significant within',
  appears: 'significant only within',
  inconclusive: 'inconclusive',
  undefined: '–',
};

const explanation =
  'Within strata: the gap if both groups had the same distribution over strata as all rows. Common odds ratio: ' +
  'Mantel-Haenszel estimate; its p is for equal odds in every stratum (Cochran-Mantel-Haenszel test), and “p of one ratio” ' +
  'is for the same odds ratio in all strata (Breslow-Day test with Tarone’s correction). The intervals of both differences hold ' +
  'simultaneously for all rows of the table; odds ratios and p-values are those of each row by itself.';

const getTitle = (rate: string) => findGroupMetric(rate)?.title ?? rate;

/** "sex, within department". */
export const conditionalTitle = ({ by, within }: Conditional): string =>
  `${by.join(' and ')}, within ${within.join(' and ')}`;

/** Describes the gaps within strata at this position in the report, and those of the first rate by stratum. */
export function describeConditional(conditional: Conditional, index: number): Document {
  return {
    name: `within-${index}`,
    title: `By ${conditionalTitle(conditional)}`,
    blocks: [
      { texts: [explanation], style: 'faint' },
      ...getTables(conditional),
      ...notes('Few rows', getNotes(conditional)),
    ],
  };
}

function getTables(conditional: Conditional): DocumentTable[] {
  const { reference, comparisons, strata } = conditional;
  const [first] = Object.keys(comparisons[0]?.rates ?? {});
  if (first === undefined) return [];
  return [
    {
      caption: `Gaps by ${conditionalTitle(conditional)}, compared with ${reference}`,
      heading: 'Difference',
      columns: [
        { heading: 'Over all rows (points)', format: 'points' },
        { heading: 'Within strata (points)', format: 'points' },
        { heading: 'The gap' },
        { heading: 'Common odds ratio' },
        { heading: 'p', format: 'p' },
        { heading: 'p of one ratio', format: 'p' },
      ],
      rows: comparisons.flatMap(({ group, rates }) =>
        Object.entries(rates).map(([rate, estimated]) => ({
          name: `${getTitle(rate)} of ${group}`,
          cells: gapCells(estimated),
        })),
      ),
    },
    {
      caption: `${getTitle(first)} in each stratum: difference from ${reference} in points`,
      heading: 'Stratum',
      columns: [
        { heading: 'Rows', format: 'count' },
        ...comparisons.map(({ group }) => ({ heading: group, format: 'points' as const })),
      ],
      rows: strata.map(({ name, rows }, i) => ({
        name,
        cells: [rows, ...comparisons.map(({ rates }) => rates[first]?.strata[i])],
      })),
    },
  ];
}

const gapCells = (estimated: ConditionalRate): Cell[] => [
  estimated.difference,
  estimated.standardizedDifference,
  verdicts[estimated.verdict],
  estimated.commonOddsRatio,
  estimated.sameOdds,
  estimated.sameOddsRatio,
];

// Strata without both groups, and values based on few rows.
function getNotes({ comparisons, strata }: Conditional): string[] {
  const texts = comparisons.flatMap(({ group, rates }) =>
    Object.entries(rates).flatMap(([rate, estimated]) => {
      const what = `${getTitle(rate)} of ${group}`;
      const { comparedStrata, groupShare, referenceShare, sameOdds, sameOddsRatio } = estimated;
      const percent = (share: number) => `${(share * 100).toFixed(0)}%`;
      const left =
        comparedStrata < strata.length
          ? [
              `${what}: ${comparedStrata} of ${strata.length} strata have both, with ${percent(groupShare)} of the group ` +
                `and ${percent(referenceShare)} of the reference`,
            ]
          : [];
      const tests = [estimated.standardizedDifference, sameOdds, sameOddsRatio];
      const warnings = tests.flatMap(({ warning = [] }) => warning);
      return [...left, ...[...new Set(warnings)].map((warning) => `${what}: ${warning}`)];
    }),
  );
  return [...new Set(texts)];
}

/** Returns the estimates of each comparison by name, for a table with one value per row. */
export function conditionalEstimates(estimated: ConditionalRate): (readonly [name: string, Estimate])[] {
  const { difference: gap, standardizedDifference, standardizedRatio, commonOddsRatio } = estimated;
  return [
    ['gapOverAllRows', gap],
    ['standardizedDifference', standardizedDifference],
    ['standardizedRatio', standardizedRatio],
    ['commonOddsRatio', commonOddsRatio],
    ['sameOdds', estimated.sameOdds],
    ['sameOddsRatio', estimated.sameOddsRatio],
  ];
}

/** Returns the comparisons within strata, if they were requested. */
export const getConditionals = ({ conditional = [] }: Report): readonly Conditional[] =>
  conditional.filter(({ comparisons }) => comparisons.length > 0);
