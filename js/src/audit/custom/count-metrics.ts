// SPDX-License-Identifier: Apache-2.0
//
// Further metrics of a group's counts, for reports that request them.

import { type Formula, parseFormula } from '../../metrics/formula.js';

/**
 * Metrics of a group's counts that have no upper limit, or that few audits need. Pass some of them to
 * `audit.customMetrics` or as `metrics` of a report; `fairwasm audit --metric treatmentEquality` adds one by its name.
 * All need a label and a prediction, and are NaN if their denominator is 0. With the counts TP, FP, TN, and FN:
 *
 * - `treatmentEquality`: FN / FP (Berk et al. 2021; TE of SageMaker Clarify is a difference of two groups)
 * - `conditionalAcceptance`: P / PP, actual by predicted positives (DCA of SageMaker Clarify)
 * - `conditionalRejection`: N / PN, actual by predicted negatives (DCR of SageMaker Clarify)
 * - `diagnosticOddsRatio`: TP * TN / (FP * FN) (Glas et al. 2003)
 * - `positiveLikelihoodRatio`: TPR / FPR, and `negativeLikelihoodRatio`: FNR / TNR
 * - `markedness`: PPV + NPV - 1, from -1 to 1 (Powers 2011)
 * - `criticalSuccessIndex`: TP / (P + FP), from 0 to 1, also the threat score
 *
 * @example
 * const { metrics } = audit.customMetrics({ treatmentEquality: countMetrics.treatmentEquality });
 * metrics[0].name; // "treatmentEquality"
 */
export const countMetrics = {
  treatmentEquality: parseFormula('FN / FP'),
  conditionalAcceptance: parseFormula('P / PP'),
  conditionalRejection: parseFormula('N / PN'),
  diagnosticOddsRatio: parseFormula('TP * TN / (FP * FN)'),
  positiveLikelihoodRatio: parseFormula('TPR / FPR'),
  negativeLikelihoodRatio: parseFormula('FNR / TNR'),
  markedness: parseFormula('PPV + NPV - 1'),
  criticalSuccessIndex: parseFormula('TP / (P + FP)'),
} as const satisfies Readonly<Record<string, Formula>>;
