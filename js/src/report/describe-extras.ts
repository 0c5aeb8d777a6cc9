// SPDX-License-Identifier: Apache-2.0
//
// Describes the additions to a report, in display order, each by its own family.

import { describeAmplification } from '../amplification/describe.js';
import type { ComparisonReport } from '../audit/comparison.js';
import type { Report } from '../audit/report.js';
import { requireParts } from '../core/options.js';
import type { Document } from '../document/model.js';
import {
  describeImpact,
  describeProbableImpact,
  describeScoreImpact,
  type ScoreImpact,
} from '../impact/describe.js';
import type { ProbableImpact } from '../impact/proxy.js';
import type { ImpactReport } from '../impact/tables.js';
import { describeLeakage } from '../predictability/describe.js';
import type { RobustnessReport } from '../robustness/certify-csv.js';
import { describeRobustness } from '../robustness/describe.js';
import { describeScores } from '../scores/describe-scores.js';
import { describeSlices } from '../slices/describe.js';
import type { WorstSlices } from '../slices/result.js';
import {
  describeFrontier,
  describeThresholds,
  type ThresholdReport,
} from '../thresholds/describe.js';
import { requireExtras } from './check-extras.js';
import { requireWhole } from './check-fields.js';
import { describeComparison } from './describe-comparison.js';
import { describeCustom } from './describe-custom.js';
import { describeVersion } from './describe-version.js';

// The shapes are those that `requireExtras` has checked: descriptions accept results without their other parts.
type Checked = Omit<NonNullable<Report['extras']>, keyof Results> & Results;
interface Results {
  thresholds?: ThresholdReport;
  slices?: WorstSlices;
  impact?: ImpactReport;
  impactScores?: ScoreImpact;
  impactByProbability?: ProbableImpact;
  robustness?: RobustnessReport;
}

/**
 * Describes each addition to the report: sentences, charts, and tables.
 *
 * @example
 * import { load } from 'fairwasm';
 * const audit = (await load()).audit({ label: [1, 0, 1, 1], prediction: [1, 1, 0, 1], groups: { sex: [...'ffmm'] } });
 * const report = audit.report({ metrics: { missed: ({ falseNegatives, positives }) => falseNegatives / positives } });
 * const [section] = describeExtras(report);
 * section.title; // "Custom metrics"
 *
 * @throws FairwasmError `invalidArgument` for an incomplete result.
 */
export function describeExtras(report: Report): Document[] {
  requireParts('report', report, ['breakdowns'], 'a report');
  if (report.extras === undefined) return [];
  requireExtras(report.extras, requireWhole);
  // Both describe the same decisions, so their effect is described only once.
  const said = (each: ComparisonReport): ComparisonReport =>
    each.outcome === undefined && report.outcome ? { ...each, outcome: report.outcome } : each;
  const extras = report.extras as Checked;
  const { customMetrics, scores, thresholds, comparison, version, slices, frontier } = extras;
  const { amplification, leakage, robustness, impact, impactScores, impactByProbability } = extras;
  return [
    customMetrics && describeCustom(customMetrics),
    scores && describeScores(scores),
    comparison && describeComparison(said(comparison)),
    version && describeVersion(report, version),
    thresholds && describeThresholds(thresholds),
    frontier && describeFrontier(frontier),
    slices && describeSlices(slices),
    impact && describeImpact(impact),
    impactScores && describeScoreImpact(impactScores),
    impactByProbability && describeProbableImpact(impactByProbability),
    amplification && describeAmplification(amplification),
    leakage && describeLeakage(leakage),
    robustness && describeRobustness(robustness),
  ].filter((section) => section !== undefined);
}
