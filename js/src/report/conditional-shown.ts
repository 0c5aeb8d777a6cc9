// SPDX-License-Identifier: Apache-2.0
//
// Comparisons within strata for reports: the same terms and tables in every format.

import type { Conditional, ConditionalRate, ConditionalVerdict } from '../audit/conditional.js';
import type { Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import { showCount, showInterval, showProbability, showValue } from '../document/format.js';
import { findGroupMetric } from '../metrics/group.js';
import type { Metric } from '../metrics/metric.js';

/**
 * A table with row names on the left. The first line of a cell is its value; further lines show its
 * uncertainty.
 */
export interface ShownTable {
  title: string;
  /** Headings of the names and of the cells. */
  headings: readonly string[];
  rows: readonly { name: string; cells: readonly (readonly string[])[] }[];
}

const verdicts: Readonly<Record<ConditionalVerdict, string>> = {
  holds: 'holds',
  reversed: 'reverses',
  vanishes: 'not shown within',
  appears: 'shown only within',
  inconclusive: 'inconclusive',
  undefined: '–',
};

/** Explains the columns of {@link conditionalTables}. */
export const conditionalNote =
  'Within strata: the gap if both groups had the same distribution over strata as all rows. Common odds ratio: ' +
  'Mantel-Haenszel estimate; its p is for equal odds in every stratum (Cochran-Mantel-Haenszel test), and “p of one ratio” ' +
  'is for the same odds ratio in all strata (Breslow-Day test with Tarone’s correction).';

const difference: Pick<Metric, 'ideal'> = { ideal: 0 };
const signed = (estimate: Estimate) => [
  showValue(estimate, difference as Metric),
  showInterval(estimate, difference as Metric),
];
const titleOf = (rate: string) => findGroupMetric(rate)?.title ?? rate;

/** "sex, within department". */
export const conditionalTitle = ({ by, within }: Conditional): string =>
  `${by.join(' and ')}, within ${within.join(' and ')}`;

/** Returns tables of the gaps within strata, and of the first rate's gaps by stratum. */
export function conditionalTables(conditional: Conditional): ShownTable[] {
  const { reference, comparisons, strata } = conditional;
  const [first] = Object.keys(comparisons[0]?.rates ?? {});
  if (first === undefined) return [];
  const rows = comparisons.flatMap(({ group, rates }) =>
    Object.entries(rates).map(([rate, found]) => ({
      name: `${titleOf(rate)} of ${group}`,
      cells: gapCells(found),
    })),
  );
  const title = conditionalTitle(conditional);
  const byStratum = strata.map(({ name, rows: count }, i) => ({
    name,
    cells: [
      [showCount(count)],
      ...comparisons.map(({ rates }) => signed(rates[first]?.strata[i] as Estimate)),
    ],
  }));
  return [
    {
      title: `Gaps by ${title}, compared with ${reference}`,
      headings: [
        'Difference',
        'Over all rows',
        'Within strata',
        'The gap',
        'Common odds ratio',
        'p',
        'p of one ratio',
      ],
      rows,
    },
    {
      title: `${titleOf(first)} in each stratum: difference from ${reference}`,
      headings: ['Stratum', 'Rows', ...comparisons.map(({ group }) => group)],
      rows: byStratum,
    },
  ];
}

const gapCells = (found: ConditionalRate): string[][] => [
  signed(found.difference),
  signed(found.standardizedDifference),
  [verdicts[found.verdict]],
  [showValue(found.commonOddsRatio), showInterval(found.commonOddsRatio)],
  [showProbability(found.sameOdds)],
  [showProbability(found.sameOddsRatio)],
];

/** Returns notes on the tables: what they omit, and what is based on few rows. */
export function conditionalNotes({ comparisons, strata }: Conditional): string[] {
  const notes = comparisons.flatMap(({ group, rates }) =>
    Object.entries(rates).flatMap(([rate, found]) => {
      const what = `${titleOf(rate)} of ${group}`;
      const { comparedStrata, groupShare, referenceShare, sameOdds, sameOddsRatio } = found;
      const percent = (share: number) => `${(share * 100).toFixed(0)}%`;
      const left =
        comparedStrata < strata.length
          ? [
              `${what}: ${comparedStrata} of ${strata.length} strata have both, with ${percent(groupShare)} of the group ` +
                `and ${percent(referenceShare)} of the reference`,
            ]
          : [];
      const tests = [found.standardizedDifference, sameOdds, sameOddsRatio];
      const warnings = tests.flatMap(({ warning = [] }) => warning);
      return [...left, ...[...new Set(warnings)].map((warning) => `${what}: ${warning}`)];
    }),
  );
  return [...new Set(notes)];
}

/** Returns the estimates of each comparison by name, for a table with one value per row. */
export function conditionalEstimates(
  found: ConditionalRate,
): (readonly [name: string, Estimate])[] {
  const { difference: gap, standardizedDifference, standardizedRatio, commonOddsRatio } = found;
  return [
    ['gapOverAllRows', gap],
    ['standardizedDifference', standardizedDifference],
    ['standardizedRatio', standardizedRatio],
    ['commonOddsRatio', commonOddsRatio],
    ['sameOdds', found.sameOdds],
    ['sameOddsRatio', found.sameOddsRatio],
  ];
}

/** Returns the comparisons within strata, if they were requested. */
export const conditionalsOf = ({ conditional = [] }: Report): readonly Conditional[] =>
  conditional.filter(({ comparisons }) => comparisons.length > 0);
