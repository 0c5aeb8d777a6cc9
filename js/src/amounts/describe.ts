// SPDX-License-Identifier: Apache-2.0
//
// Describes amounts by group: a sentence per group, a chart of the gaps, and tables.

import { chosen, getVerdict } from '../claims/verdict.js';
import type { Estimate } from '../core/estimate.js';
import { requireParts } from '../core/options.js';
import { fromPlainData } from '../core/plain-data.js';
import {
  oneLine,
  showConfidence,
  showCount,
  showPercent,
  showQuantity,
  showRange,
  showRows,
} from '../document/format.js';
import { type Block, type Document, type DocumentTable, notes, reasonsIn } from '../document/model.js';
import type { AmountGroup, AmountReport } from './report.js';

type Compared = AmountGroup & { compared: NonNullable<AmountGroup['compared']> };

/**
 * Describes amounts by group.
 *
 * @example
 * const { amounts } = await load();
 * const report = amounts({ group: [...'ffmm'], amount: [14, 16, 19, 21], names: { amount: 'pay', group: 'sex' } });
 * describeAmounts(report).title; // "pay by sex"
 */
export function describeAmounts(report: AmountReport, source?: string): Document {
  return fromPlainData('report', () => {
    requireParts('report', report, ['groups', 'reference', 'names', 'probabilities'], 'amounts by group');
    const { names, groups, reference, rows, droppedRows, suppressed, suppressBelow = 0 } = report;
    const compared = groups.filter((group): group is Compared => group.compared !== undefined);
    const tables = [levels(report), gaps(report, compared), ...quantileTables(report, compared)];
    return {
      name: 'amounts',
      title: `${oneLine(names.amount)} by ${oneLine(names.group)}`,
      ...(source !== undefined && { source }),
      facts: [
        ['Rows', showCount(rows)],
        ['Reference', oneLine(reference)],
        ['Uncertainty', describeUncertainty(report)],
        ...(droppedRows > 0 ? [['Missing', `${showRows(droppedRows)} with missing values`] as const] : []),
        ...(suppressed.length > 0
          ? [
              [
                'Suppressed',
                `${suppressed.map(oneLine).join(', ')} (small groups, limit ${suppressBelow} rows)`,
              ] as const,
            ]
          : []),
      ],
      blocks: [
        ...summary(report, compared),
        ...(compared.length > 0
          ? [
              {
                caption: `Gap in the mean ${oneLine(names.amount)}: positive if the group has less than ${oneLine(reference)}`,
                format: 'percent' as const,
                dots: compared.map(({ name, compared: { mean }, ...group }) => ({
                  name,
                  value: chosen(mean.gap),
                  note: `n = ${showCount(group.rows)}`,
                })),
                mark: { value: 0, text: 'no gap' },
              },
            ]
          : []),
        ...tables,
        { style: 'faint', texts: methods(report) },
        ...(report.confidence === undefined ? [] : notes('Undefined or unreliable', reasonsIn(tables))),
      ],
    };
  });
}

const describeUncertainty = ({ confidence, hasClusters }: AmountReport): string =>
  confidence === undefined
    ? 'none, because the rows are a census'
    : `${showConfidence(confidence)} intervals, ${hasClusters ? 'with clusters as independent units' : 'for independent rows'}`;

function summary(report: AmountReport, compared: readonly Compared[]): Block[] {
  const reference = report.groups.find(({ name }) => name === report.reference);
  if (reference === undefined || compared.length === 0) {
    return [{ texts: ['There is only one group, so there is nothing to compare.'] }];
  }
  return [{ texts: compared.flatMap((group) => sentences(report, group, reference)) }];
}

function sentences(report: AmountReport, group: Compared, reference: AmountGroup): string[] {
  const { amount, group: attribute } = report.names;
  const of = (statistic: 'mean' | 'median') =>
    `By ${oneLine(attribute)}, the ${statistic} ${oneLine(amount)} is ${showQuantity(group[statistic].value)} for ` +
    `${oneLine(group.name)} (n = ${showCount(group.rows)}) and ${showQuantity(reference[statistic].value)} for ` +
    `${oneLine(reference.name)} (n = ${showCount(reference.rows)}): ${sayGap(group.compared[statistic].gap, report)}.`;
  return [of('mean'), of('median')];
}

function sayGap(gap: Estimate, { confidence }: AmountReport): string {
  const verdict = getVerdict(gap);
  if (verdict === 'undefined') return `no gap is defined, because ${gap.reason}`;
  const isUncertain = verdict !== 'gap' && verdict !== 'unknown';
  const remark = isUncertain ? ', which is not statistically significant' : '';
  return `a gap of ${showPercent(gap.value)}${showCertainty(gap, confidence)}${remark}`;
}

/** Returns " (95% CI 5.1%–32.3%)", with the interval adjusted for all comparisons of the report. */
function showCertainty(gap: Estimate, confidence: number | undefined): string {
  const { ci } = chosen(gap);
  if (ci === undefined || confidence === undefined) return '';
  return ` (${showConfidence(confidence)} CI ${showRange(ci.map(showPercent))})`;
}

const byGroup = <Group extends AmountGroup>(
  groups: readonly Group[],
  cells: (group: Group) => DocumentTable['rows'][0]['cells'],
): DocumentTable['rows'] => groups.map((group) => ({ name: group.name, group: group.name, cells: cells(group) }));

const levels = ({ groups, hasWeights, hasClusters }: AmountReport): DocumentTable => ({
  caption: 'Levels',
  heading: 'Group',
  columns: [
    { heading: 'Rows', format: 'count' },
    ...(hasWeights ? [{ heading: 'Weight', format: 'quantity' as const }] : []),
    ...(hasClusters ? [{ heading: 'Clusters', format: 'count' as const }] : []),
    { heading: 'Mean', format: 'quantity' },
    { heading: 'Median', format: 'quantity' },
    { heading: 'Geometric mean', format: 'quantity' },
  ],
  rows: byGroup(groups, (group) => [
    group.rows,
    ...(hasWeights ? [group.weight] : []),
    ...(hasClusters ? [group.clusters] : []),
    group.mean,
    group.median,
    group.geometricMean,
  ]),
});

const gaps = ({ reference }: AmountReport, compared: readonly Compared[]): DocumentTable => ({
  caption: `Gaps, compared with ${oneLine(reference)}; positive if the group has less`,
  heading: 'Group',
  columns: [
    { heading: 'Mean gap', format: 'percent', hasTest: true },
    { heading: 'Median gap', format: 'percent' },
    { heading: 'Gap in geometric means', format: 'percent', hasTest: true },
    { heading: 'Difference of means', format: 'change', hasTest: true },
    { heading: 'Difference of medians', format: 'change' },
    { heading: 'Ratio of means' },
    { heading: 'Probability of having more', format: 'percent', hasTest: true },
  ],
  rows: byGroup(compared, ({ compared: { mean, median, geometricMean, probabilityAbove } }) =>
    [mean.gap, median.gap, geometricMean.gap, mean.difference, median.difference, mean.ratio, probabilityAbove].map(
      chosen,
    ),
  ),
});

function quantileTables(report: AmountReport, compared: readonly Compared[]): DocumentTable[] {
  const { probabilities, groups, quantileType } = report;
  if (probabilities.length === 0) return [];
  const columns = probabilities.map((probability) => `${Number((100 * probability).toPrecision(6))}%`);
  return [
    {
      caption: `Quantiles (type ${quantileType})`,
      heading: 'Group',
      columns: columns.map((heading) => ({ heading, format: 'quantity' as const })),
      rows: byGroup(groups, ({ quantiles }) => quantiles),
    },
    ...(compared.length === 0
      ? []
      : [
          {
            caption: 'Gaps at quantiles',
            heading: 'Group',
            columns: columns.map((heading) => ({ heading, format: 'percent' as const })),
            rows: byGroup(compared, ({ compared: { quantiles } }) => quantiles.map(({ gap }) => chosen(gap))),
          },
        ]),
  ];
}

function methods(report: AmountReport): string[] {
  if (report.confidence === undefined) {
    return [
      'These are the amounts of everyone, so gaps have no sampling error. An interval would describe another population.',
    ];
  }
  const means = report.hasClusters ? 'CR2 with Satterthwaite’s degrees of freedom' : 'Welch';
  return [
    `Means: ${means}; gaps and ratios of means: Fieller. Medians and quantiles: order statistics. Probability of having more: Brunner and Munzel.`,
    `Intervals and p-values of gaps are simultaneous for the mean and the median of each group (${showCount(report.comparisons)} comparisons, Šidák). Those of levels are not adjusted.`,
    'A gap describes amounts. It does not show its cause.',
  ];
}
