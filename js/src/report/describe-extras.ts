// SPDX-License-Identifier: Apache-2.0
//
// Describes the additions to a report, in display order, each by its own family.

import { describeAmplification } from '../amplification/describe.js';
import type { ComparisonReport } from '../audit/comparison.js';
import type { Document } from '../document/model.js';
import { describeImpact, describeProbableImpact, describeScoreImpact } from '../impact/describe.js';
import { describeLeakage } from '../predictability/describe.js';
import { describeRobustness } from '../robustness/describe.js';
import { describeScores } from '../scores/describe-scores.js';
import { describeSlices } from '../slices/describe.js';
import { describeFrontier, describeThresholds } from '../thresholds/describe.js';
import { requireExtras } from './check.js';
import { describeComparison } from './describe-comparison.js';
import { describeCustom } from './describe-custom.js';
import { describeVersion } from './describe-version.js';
import type { Report } from './report.js';

/**
 * Describes each addition to the report: sentences, charts, and tables.
 *
 * @throws FairwasmError `invalidArgument` for an incomplete result.
 */
export function describeExtras(report: Report): Document[] {
  if (report.extras === undefined) return [];
  requireExtras(report.extras);
  // Both describe the same decisions, so their effect is described only once.
  const said = (each: ComparisonReport): ComparisonReport =>
    each.outcome === undefined && report.outcome ? { ...each, outcome: report.outcome } : each;
  const { customMetrics, scores, thresholds, comparison, version } = report.extras;
  const { slices, frontier, amplification, leakage, robustness } = report.extras;
  const { impact, impactScores, impactByProbability } = report.extras;
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
    amplification && describeAmplification(amplification, 10),
    leakage && describeLeakage(leakage),
    robustness && describeRobustness(robustness),
  ].filter((section) => section !== undefined);
}
