// SPDX-License-Identifier: Apache-2.0
//
// Selection rates of probable categories as sentences and a table: what is weighted never without what it can be.

import { requireOptions, requireParts, requireTexts } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import { oneLine } from '../document/format.js';
import { escapeMarkdown } from '../document/markdown.js';
import { heading, styleOf, type TextOptions } from '../document/terminal.js';
import { probablePanel } from '../report/panels/impact.js';
import { panelMarkdown } from '../report/panels/markdown.js';
import type { Panel } from '../report/panels/panel.js';
import { panelText } from '../report/panels/text.js';
import type { ProbableImpact } from './proxy.js';

/**
 * What {@link Impact.byProbability} gave, as sentences and a table.
 *
 * @example
 * const probabilities = { white: [0.2, 0.7, 0.9, 0.4], black: [0.8, 0.3, 0.1, 0.6] };
 * const report = (await load()).byProbability({ probabilities, selected: [0, 1, 1, 1] });
 * probableImpactPanel(report).tables[0]?.rows.length; // 2
 */
export function probableImpactPanel(report: ProbableImpact): Panel {
  return ofGiven('report', () => {
    requireParts(
      'report',
      report,
      ['cells', 'categories', 'notes'],
      'the result of byProbability()',
    );
    return { ...probablePanel(report), name: 'probable' };
  });
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
  return ofGiven('report', () => {
    requireOptions('probableImpactText', options, ['color', 'width']);
    requireTexts('source', [source]);
    const style = styleOf(options);
    const panel = panelText(probableImpactPanel(report), style);
    const top = heading(source, [['Reference', oneLine(report.reference)]], style);
    return `${[...top, '', ...panel].join('\n')}\n`;
  });
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
  return ofGiven('report', () => {
    requireTexts('source', [source]);
    const blocks = [`# ${escapeMarkdown(source)}`, ...panelMarkdown(probableImpactPanel(report))];
    return `${blocks.join('\n\n')}\n`;
  });
}
