// SPDX-License-Identifier: Apache-2.0
//
// Groups by their scores as sentences and tables: whom cutoffs would approve, and how far mean scores lie apart.

import { requireParts } from '../core/options.js';
import { escapeMarkdown } from '../report/markdown-parts.js';
import { panelMarkdown } from '../report/panels/markdown.js';
import type { Panel, PanelTable } from '../report/panels/panel.js';
import { oneLine, showCount, showNumber } from '../report/shown.js';
import type { MeanDifferences, StandardizedMeans } from './mean-differences.js';
import type { QuantileRatios } from './scores.js';

/** What {@link Impact.ratiosByQuantile} and {@link Impact.meanDifferences} gave of the same columns. */
export interface ScoreImpact {
  format: 'fairwasm-impact-scores';
  version: 1;
  /** What was counted: a file's name. */
  source: string;
  /** What the columns are called: `group`, `score`, and `label` where there is one. */
  columns: Readonly<Record<string, string>>;
  reference: string;
  lowerIsBetter: boolean;
  quantiles: readonly QuantileRatios[];
  means: MeanDifferences;
}

// What is undefined is null in a report that was saved as JSON.
const number = (value: number | null, isSigned = false) =>
  showNumber(value ?? Number.NaN, isSigned);

/**
 * Both as sentences and tables.
 *
 * @example
 * const what = { groups: { sex: ['f', 'f', 'm', 'm'] }, score: [610, 700, 640, 720], reference: 'm' };
 * const impact = await load();
 * const panels = scoreImpactPanels({
 *   ...{ format: 'fairwasm-impact-scores', version: 1, source: 'Loans of 2024' },
 *   ...{ columns: { group: 'sex', score: 'score' }, reference: 'm', lowerIsBetter: false },
 *   quantiles: impact.ratiosByQuantile({ ...what, quantiles: [0.5] }),
 *   means: impact.meanDifferences(what),
 * });
 * panels.map(({ name }) => name); // ["quantiles", "means"]
 */
export function scoreImpactPanels(report: ScoreImpact): Panel[] {
  requireParts(
    'report',
    report,
    ['quantiles', 'means', 'columns'],
    'what ratiosByQuantile() and meanDifferences() give, together',
  );
  const { reference, lowerIsBetter, quantiles, means, columns } = report;
  const end = lowerIsBetter ? 'lowest' : 'highest';
  const worse = means.disadvantaged.map(oneLine).join(', ');
  return [
    {
      name: 'quantiles',
      title: 'Adverse impact ratios by quantile',
      said: [
        `Approved are the rows with the ${end} ${columns.score}, as large a share of all as each table says; who has the same as the last of them is approved, too. A ratio is a group’s rate divided by that of ${reference}. There are no intervals: cutoffs are taken from the scores of these very people.`,
        ...undefinedRatios(quantiles),
      ],
      figures: [],
      tables: quantiles.map(quantileTable),
    },
    {
      name: 'means',
      title: 'Standardized mean differences',
      said: [
        `100 times the difference of means to ${reference}, divided by the standard deviation of all rows. ${worse === '' ? 'No group’s mean is worse.' : `Worse, as ${lowerIsBetter ? 'lower' : 'higher'} is better: ${worse}.`} There are no intervals: none is known that holds for every distribution of scores.`,
      ],
      figures: [],
      tables: [
        meansTable(`Of ${columns.score}`, means),
        ...(means.residual
          ? [meansTable(`Of residuals, ${columns.label} - ${columns.score}`, means.residual)]
          : []),
      ],
    },
  ];
}

/**
 * Both as Markdown. Text from the data is escaped.
 *
 * @example
 * const what = { groups: { sex: ['f', 'f', 'm', 'm'] }, score: [610, 700, 640, 720], reference: 'm' };
 * const impact = await load();
 * const text = scoreImpactMarkdown({
 *   ...{ format: 'fairwasm-impact-scores', version: 1, source: 'Loans of 2024' },
 *   ...{ columns: { group: 'sex', score: 'score' }, reference: 'm', lowerIsBetter: false },
 *   quantiles: impact.ratiosByQuantile({ ...what, quantiles: [0.5] }),
 *   means: impact.meanDifferences(what),
 * });
 * text.startsWith('# Loans of 2024'); // true
 */
export function scoreImpactMarkdown(report: ScoreImpact): string {
  const blocks = scoreImpactPanels(report).flatMap(panelMarkdown);
  return `${[`# ${escapeMarkdown(report.source)}`, ...blocks].join('\n\n')}\n`;
}

function undefinedRatios(quantiles: readonly QuantileRatios[]): string[] {
  const reasons = quantiles.flatMap(({ groups }) =>
    groups.flatMap(({ ratio }) => ratio?.reason ?? []),
  );
  return reasons.length === 0
    ? []
    : [`Undefined or infinite: ${[...new Set(reasons)].join('; ')}.`];
}

const quantileTable = ({ quantile, cutoff, approved, groups }: QuantileRatios): PanelTable => ({
  caption: `The best ${Number((100 * quantile).toPrecision(12))}%: ${showCount(approved)} approved, cutoff ${Number(cutoff.toPrecision(6))}`,
  headings: ['Group', 'Rows', 'Approved', 'Rate', 'Ratio'],
  rows: groups.map(({ name, rows, approved: passed, rate, ratio }) => ({
    name,
    group: name,
    cells: [
      showCount(rows),
      showCount(passed),
      number(rate),
      ratio ? number(ratio.value) : 'reference',
    ],
  })),
});

const meansTable = (
  caption: string,
  { standardDeviation, groups }: StandardizedMeans,
): PanelTable => ({
  caption: `${caption}; standard deviation ${Number(standardDeviation.toPrecision(4))}`,
  headings: ['Group', 'Mean', 'Standardized difference'],
  rows: groups.map(({ name, mean, difference }) => ({
    name,
    group: name,
    cells: [
      String(Number(mean.toPrecision(4))),
      difference ? number(difference.value, true) : 'reference',
    ],
  })),
});
