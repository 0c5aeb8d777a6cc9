// SPDX-License-Identifier: Apache-2.0
//
// The panels of the additions to a report, in display order.

import type { ComparisonReport } from '../../audit/comparison.js';
import type { Report } from '../../audit/report.js';
import { requireParts } from '../../core/options.js';
import { requireExtras } from '../check-extras.js';
import { requireWhole } from '../check-fields.js';
import { customPanel } from './custom.js';
import { impactPanel, impactScoresPanel, probablePanel } from './impact.js';
import { comparisonPanel, versionPanel } from './others.js';
import type { Panel } from './panel.js';
import {
  amplificationPanel,
  frontierPanel,
  leakagePanel,
  robustnessPanel,
  slicesPanel,
  thresholdsPanel,
} from './results.js';
import { scoresPanel } from './scores.js';

/**
 * Returns the display of each addition to the report: sentences, charts, and tables.
 *
 * @example
 * import { load } from 'fairwasm';
 * const audit = (await load()).audit({ label: [1, 0, 1, 1], prediction: [1, 1, 0, 1], groups: { sex: [...'ffmm'] } });
 * const report = audit.report({ metrics: { missed: ({ falseNegatives, positives }) => falseNegatives / positives } });
 * const [panel] = panelsOf(report);
 * panel.tables[0].headings; // ["Group", "Rows", "Value", "Minus f"]
 *
 * @throws FairwasmError `invalidArgument` for an incomplete result.
 */
export function panelsOf(report: Report): Panel[] {
  requireParts('report', report, ['breakdowns'], 'a report');
  if (report.extras === undefined) return [];
  requireExtras(report.extras, requireWhole);
  // Both describe the same decisions, so their effect is described only once.
  const said = (each: ComparisonReport): ComparisonReport =>
    each.outcome === undefined && report.outcome ? { ...each, outcome: report.outcome } : each;
  const { customMetrics, scores, thresholds, comparison, version, slices } = report.extras;
  const { frontier, amplification, leakage, robustness } = report.extras;
  const { impact, impactScores, impactByProbability } = report.extras;
  return [
    customMetrics && customPanel(customMetrics),
    scores && scoresPanel(scores),
    comparison && comparisonPanel(said(comparison)),
    version && versionPanel(report, version),
    thresholds && thresholdsPanel(thresholds),
    frontier && frontierPanel(frontier),
    slices && slicesPanel(slices),
    impact && impactPanel(impact),
    impactScores && impactScoresPanel(impactScores),
    impactByProbability && probablePanel(impactByProbability),
    amplification && amplificationPanel(amplification),
    leakage && leakagePanel(leakage),
    robustness && robustnessPanel(robustness),
  ].filter((panel) => panel !== undefined);
}
