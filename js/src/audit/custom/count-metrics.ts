// SPDX-License-Identifier: Apache-2.0
//
// Further metrics of a group's counts, for reports that request them.

import type { CustomCountsMetric } from './custom-counts.js';

const quotient = (above: number, below: number) => (below === 0 ? Number.NaN : above / below);

/**
 * Metrics of a group's counts that have no upper limit, or that few audits need. Pass some of them to
 * `audit.customMetrics` or as `metrics` of a report; `fairwasm audit --metric treatmentEquality` adds one by its name.
 * All need a label and a prediction, and are NaN if their denominator is 0. With the counts TP, FP, TN, and FN:
 *
 * - `treatmentEquality`: FN / FP (Berk et al. 2021; TE of SageMaker Clarify is a difference of two groups)
 * - `conditionalAcceptance`: (TP + FN) / (TP + FP), actual by predicted positives (DCA of SageMaker Clarify)
 * - `conditionalRejection`: (TN + FP) / (TN + FN), actual by predicted negatives (DCR of SageMaker Clarify)
 * - `diagnosticOddsRatio`: TP TN / (FP FN) (Glas et al. 2003)
 * - `positiveLikelihoodRatio`: TPR / FPR, and `negativeLikelihoodRatio`: FNR / TNR
 * - `markedness`: PPV + NPV - 1, from -1 to 1 (Powers 2011)
 * - `criticalSuccessIndex`: TP / (TP + FP + FN), from 0 to 1, also the threat score
 *
 * @example
 * const { metrics } = audit.customMetrics({ treatmentEquality: countMetrics.treatmentEquality });
 * metrics[0].name; // "treatmentEquality"
 */
export const countMetrics = {
  treatmentEquality: (c) => quotient(c.falseNegatives, c.falsePositives),
  conditionalAcceptance: (c) => quotient(c.positives, c.predictedPositives),
  conditionalRejection: (c) => quotient(c.negatives, c.predictedNegatives),
  diagnosticOddsRatio: (c) => quotient(c.truePositives * c.trueNegatives, c.falsePositives * c.falseNegatives),
  positiveLikelihoodRatio: (c) => quotient(c.truePositives * c.negatives, c.positives * c.falsePositives),
  negativeLikelihoodRatio: (c) => quotient(c.falseNegatives * c.negatives, c.positives * c.trueNegatives),
  markedness: (c) =>
    quotient(c.truePositives, c.predictedPositives) + quotient(c.trueNegatives, c.predictedNegatives) - 1,
  criticalSuccessIndex: (c) => quotient(c.truePositives, c.positives + c.falsePositives),
} as const satisfies Readonly<Record<string, CustomCountsMetric>>;
