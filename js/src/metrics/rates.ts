// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for rates, which are proportions of one group.

import { type Metric, rowsWith } from './metric.js';

const hardt = 'Hardt, Price, Srebro: Equality of Opportunity in Supervised Learning, 2016';
const dwork = 'Dwork et al.: Fairness Through Awareness, 2012';
const chouldechova = 'Chouldechova: Fair Prediction with Disparate Impact, 2017';
const pleiss = 'Pleiss et al.: On Fairness and Calibration, 2017';
const vanRijsbergen = 'van Rijsbergen: Information Retrieval, 1979';
const brodersen = 'Brodersen et al.: The Balanced Accuracy and Its Posterior Distribution, 2010';
const youden = 'Youden: Index for Rating Diagnostic Tests, 1950';
const confusion = 'Confusion matrix, as in AIF360';

const rate = rowsWith({
  ...{ kind: 'rate', range: [0, 1], direction: 'higher', inputs: ['label', 'prediction'] },
  reference: confusion,
});

/** The name of a rate of one group, such as `selectionRate`. */
export type RateName =
  | 'baseRate'
  | 'selectionRate'
  | 'truePositiveRate'
  | 'falsePositiveRate'
  | 'trueNegativeRate'
  | 'falseNegativeRate'
  | 'positivePredictiveValue'
  | 'negativePredictiveValue'
  | 'falseDiscoveryRate'
  | 'falseOmissionRate'
  | 'accuracy'
  | 'errorRate'
  | 'generalizedTruePositiveRate'
  | 'generalizedFalsePositiveRate'
  | 'generalizedTrueNegativeRate'
  | 'generalizedFalseNegativeRate'
  | 'f1Score'
  | 'balancedAccuracy'
  | 'informedness';

/** In display order. */
export const rates: readonly (Metric & { name: RateName })[] = [
  rate({
    name: 'baseRate',
    title: 'Base rate',
    formula: '(TP + FN) / all',
    direction: 'none',
    inputs: ['label'],
    meaning: 'Proportion of the group whose true outcome is positive.',
    undefinedWhen: 'no rows',
  }),
  rate({
    name: 'selectionRate',
    title: 'Selection rate',
    formula: '(TP + FP) / all',
    direction: 'none',
    inputs: ['prediction'],
    meaning: 'Proportion of the group that receives the positive decision.',
    undefinedWhen: 'no rows',
    reference: dwork,
  }),
  rate({
    name: 'truePositiveRate',
    title: 'True positive rate',
    formula: 'TP / (TP + FN)',
    meaning: 'Proportion predicted positive among those whose true outcome is positive.',
    undefinedWhen: 'no actual positives',
    reference: hardt,
  }),
  rate({
    name: 'falsePositiveRate',
    title: 'False positive rate',
    formula: 'FP / (FP + TN)',
    direction: 'lower',
    meaning: 'Proportion incorrectly predicted positive among those whose true outcome is negative.',
    undefinedWhen: 'no actual negatives',
    reference: hardt,
  }),
  rate({
    name: 'trueNegativeRate',
    title: 'True negative rate',
    formula: 'TN / (TN + FP)',
    meaning: 'Proportion predicted negative among those whose true outcome is negative.',
    undefinedWhen: 'no actual negatives',
  }),
  rate({
    name: 'falseNegativeRate',
    title: 'False negative rate',
    formula: 'FN / (TP + FN)',
    direction: 'lower',
    meaning: 'Proportion incorrectly predicted negative among those whose true outcome is positive.',
    undefinedWhen: 'no actual positives',
  }),
  rate({
    name: 'positivePredictiveValue',
    title: 'Positive predictive value',
    formula: 'TP / (TP + FP)',
    meaning: 'Proportion whose true outcome is positive among those predicted positive.',
    undefinedWhen: 'no predicted positives',
    reference: chouldechova,
  }),
  rate({
    name: 'negativePredictiveValue',
    title: 'Negative predictive value',
    formula: 'TN / (TN + FN)',
    meaning: 'Proportion whose true outcome is negative among those predicted negative.',
    undefinedWhen: 'no predicted negatives',
    reference: chouldechova,
  }),
  rate({
    name: 'falseDiscoveryRate',
    title: 'False discovery rate',
    formula: 'FP / (TP + FP)',
    direction: 'lower',
    meaning: 'Proportion whose true outcome is negative among those predicted positive.',
    undefinedWhen: 'no predicted positives',
  }),
  rate({
    name: 'falseOmissionRate',
    title: 'False omission rate',
    formula: 'FN / (TN + FN)',
    direction: 'lower',
    meaning: 'Proportion whose true outcome is positive among those predicted negative.',
    undefinedWhen: 'no predicted negatives',
  }),
  rate({
    name: 'accuracy',
    title: 'Accuracy',
    formula: '(TP + TN) / all',
    meaning: 'Proportion of the group that is predicted correctly.',
    undefinedWhen: 'no rows',
  }),
  rate({
    name: 'errorRate',
    title: 'Error rate',
    formula: '(FP + FN) / all',
    direction: 'lower',
    meaning: 'Proportion of the group that is predicted incorrectly.',
    undefinedWhen: 'no rows',
  }),
  rate({
    name: 'generalizedTruePositiveRate',
    title: 'Generalized true positive rate',
    formula: 'mean score of actual positives',
    inputs: ['label', 'score'],
    meaning: 'Mean score of those whose true outcome is positive.',
    undefinedWhen: 'no actual positives',
    reference: pleiss,
  }),
  rate({
    name: 'generalizedFalsePositiveRate',
    title: 'Generalized false positive rate',
    formula: 'mean score of actual negatives',
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'Mean score of those whose true outcome is negative.',
    undefinedWhen: 'no actual negatives',
    reference: pleiss,
  }),
  rate({
    name: 'generalizedTrueNegativeRate',
    title: 'Generalized true negative rate',
    formula: '1 - mean score of actual negatives',
    inputs: ['label', 'score'],
    meaning: 'How far below 1, on average, scores are among those whose true outcome is negative.',
    undefinedWhen: 'no actual negatives',
    reference: pleiss,
  }),
  rate({
    name: 'generalizedFalseNegativeRate',
    title: 'Generalized false negative rate',
    formula: '1 - mean score of actual positives',
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'How far below 1, on average, scores are among those whose true outcome is positive.',
    undefinedWhen: 'no actual positives',
    reference: pleiss,
  }),
  rate({
    name: 'f1Score',
    title: 'F1 score',
    formula: '2 TP / (2 TP + FP + FN)',
    meaning:
      'Harmonic mean of two proportions: actual positives among those predicted positive, and those predicted positive among actual positives.',
    undefinedWhen: 'no actual or predicted positives',
    reference: vanRijsbergen,
  }),
  rate({
    name: 'balancedAccuracy',
    title: 'Balanced accuracy',
    formula: '(TPR + TNR) / 2',
    meaning: 'Mean of the proportions predicted correctly among actual positives and among actual negatives.',
    undefinedWhen: 'no actual positives or no actual negatives',
    reference: brodersen,
  }),
  rate({
    name: 'informedness',
    range: [-1, 1],
    title: 'Informedness',
    formula: 'TPR - FPR',
    meaning:
      'How much more often actual positives receive the positive decision than actual negatives: 1 for a perfect decision, 0 if it ignores the outcome, below 0 if it is reversed.',
    undefinedWhen: 'no actual positives or no actual negatives',
    reference: youden,
  }),
];
