// SPDX-License-Identifier: Apache-2.0
//
// Selection rates of probable categories as sentences and a table: what is weighted never without what it can be.

import { requireOptions, requireParts, requireTexts } from '../core/options.js';
import { escapeMarkdown } from '../report/markdown-parts.js';
import { panelMarkdown } from '../report/panels/markdown.js';
import type { Panel } from '../report/panels/panel.js';
import { panelText } from '../report/panels/text.js';
import { oneLine, showConfidence, showCount, showNumber } from '../report/shown.js';
import { heading, styleOf, type TextOptions } from '../report/terminal.js';
import type { ProbableCategory, ProbableImpact } from './proxy.js';

// What is undefined is null in a report that was saved as JSON.
const number = (value: number | null) => showNumber(value ?? Number.NaN);
const range = ([low, high]: readonly [number, number]) => `${number(low)} to ${number(high)}`;

/**
 * What {@link Impact.byProbability} gave, as sentences and a table.
 *
 * @example
 * const probabilities = { white: [0.2, 0.7, 0.9, 0.4], black: [0.8, 0.3, 0.1, 0.6] };
 * const report = (await load()).byProbability({ probabilities, selected: [0, 1, 1, 1] });
 * probableImpactPanel(report).tables[0]?.rows.length; // 2
 */
export function probableImpactPanel(report: ProbableImpact): Panel {
  requireParts('report', report, ['cells', 'categories', 'notes'], 'what byProbability() gives');
  const { applicants, selected, cells, categories, reference, confidence, notes } = report;
  const reasons = categories.flatMap(({ weightedRate }) => weightedRate.reason ?? []);
  return {
    name: 'probable',
    title: 'Selection rates by probable category',
    said: [
      ...notes,
      `${showCount(applicants)} applicants, of whom ${showCount(selected)} were selected, in ${showCount(cells)} ${cells === 1 ? 'cell' : 'cells'} of rows whose probabilities were made together.`,
      ...(reasons.length > 0 ? [`Undefined (–): ${reasons[0]}.`] : []),
    ],
    figures: [],
    tables: [
      {
        caption: `Ratios are to ${reference}; intervals and sampling at ${showConfidence(confidence)}`,
        headings: [
          'Category',
          'Expected applicants',
          'Expected selected',
          'Weighted rate',
          'Rate can be',
          'With sampling',
          'Weighted ratio',
          'Ratio can be',
        ],
        rows: categories.map((each) => ({
          name: each.name,
          group: each.name,
          cells: cellsOf(each),
        })),
      },
    ],
  };
}

function cellsOf(category: ProbableCategory): string[] {
  const { applicants, selected, weightedRate, rateBounds, rateInterval, ratio } = category;
  const { value, ci, reason } = weightedRate;
  const expected = [number(applicants), number(selected)];
  if (reason !== undefined) return [...expected, '–', '–', '–', '–', '–'];
  return [
    ...expected,
    ci ? `${number(value)} (${range(ci)})` : number(value),
    range(rateBounds),
    range(rateInterval),
    ratio ? number(ratio.weighted) : 'reference',
    ratio ? range(ratio.bounds) : 'reference',
  ];
}

/**
 * What {@link Impact.byProbability} gave, for a terminal.
 *
 * @example
 * const probabilities = { white: [0.2, 0.7, 0.9, 0.4], black: [0.8, 0.3, 0.1, 0.6] }; // of names and places
 * const report = (await load()).byProbability({ probabilities, selected: [0, 1, 1, 1] });
 * probableImpactText(report, 'Loans of 2024').includes('white'); // true
 */
export function probableImpactText(
  report: ProbableImpact,
  source: string,
  options: TextOptions = {},
): string {
  requireOptions('probableImpactText', options, ['color', 'width']);
  requireTexts('source', [source]);
  const style = styleOf(options);
  const panel = panelText(probableImpactPanel(report), style);
  const top = heading(source, [['Reference', oneLine(report.reference)]], style);
  return `${[...top, '', ...panel].join('\n')}\n`;
}

/**
 * The same as Markdown. Text from the data is escaped.
 *
 * @example
 * const probabilities = { white: [0.2, 0.7, 0.9, 0.4], black: [0.8, 0.3, 0.1, 0.6] };
 * const report = (await load()).byProbability({ probabilities, selected: [0, 1, 1, 1] });
 * probableImpactMarkdown(report, 'Loans of 2024').startsWith('# Loans of 2024'); // true
 */
export function probableImpactMarkdown(report: ProbableImpact, source: string): string {
  requireTexts('source', [source]);
  const blocks = [`# ${escapeMarkdown(source)}`, ...panelMarkdown(probableImpactPanel(report))];
  return `${blocks.join('\n\n')}\n`;
}
