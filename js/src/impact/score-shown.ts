// SPDX-License-Identifier: Apache-2.0
//
// Groups by their scores as sentences and tables: whom cutoffs would approve, and how far mean scores lie apart.

import { requireParts } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import { escapeMarkdown } from '../document/markdown.js';
import { meansPanel, quantilesPanel } from '../report/panels/impact.js';
import { panelMarkdown } from '../report/panels/markdown.js';
import type { Panel } from '../report/panels/panel.js';
import type { MeanDifferences } from './mean-differences.js';
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
  /** Rows that were left out before, as they have no score or label; absent where none were. */
  droppedRows?: number;
  quantiles: readonly QuantileRatios[];
  means: MeanDifferences;
}

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
  return ofGiven('report', () => {
    requireParts(
      'report',
      report,
      ['quantiles', 'means', 'columns'],
      'the results of ratiosByQuantile() and meanDifferences() together',
    );
    return [quantilesPanel(report), meansPanel(report)];
  });
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
  return ofGiven('report', () => {
    const blocks = scoreImpactPanels(report).flatMap(panelMarkdown);
    return `${[`# ${escapeMarkdown(report.source)}`, ...blocks].join('\n\n')}\n`;
  });
}
