// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for disparities between a group and the reference group.

import { type Metric, rowsWith, unbounded, zeroIsIdeal } from './metric.js';

const hardt = 'Hardt, Price, Srebro: Equality of Opportunity in Supervised Learning, 2016';
const feldman = 'Feldman et al.: Certifying and Removing Disparate Impact, 2015';
const dwork = 'Dwork et al.: Fairness Through Awareness, 2012';
const chouldechova = 'Chouldechova: Fair Prediction with Disparate Impact, 2017';
const pleiss = 'Pleiss et al.: On Fairness and Calibration, 2017';
const confusion = 'Confusion matrix, as in AIF360';

const disparity = rowsWith({
  ...{ kind: 'disparity', ...zeroIsIdeal, range: [-1, 1], inputs: ['label', 'prediction'] },
  undefinedWhen: 'one of the groups has no actual positives or no actual negatives',
  reference: hardt,
});
const ratio = rowsWith({
  ...{ kind: 'disparity', direction: 'ideal', ideal: 1, range: unbounded },
  inputs: ['label', 'prediction'],
  reference: hardt,
});

/** The name of a disparity between two groups, such as `disparateImpact`. */
export type DisparityName =
  | 'statisticalParityDifference'
  | 'disparateImpact'
  | 'equalOpportunityDifference'
  | 'averageOddsDifference'
  | 'averageAbsOddsDifference'
  | 'equalizedOddsDifference'
  | 'generalizedEqualizedOddsDifference'
  | 'averagePredictiveValueDifference'
  | 'falsePositiveRateDifference'
  | 'falseNegativeRateDifference'
  | 'falseDiscoveryRateDifference'
  | 'falseOmissionRateDifference'
  | 'errorRateDifference'
  | 'falsePositiveRateRatio'
  | 'falseNegativeRateRatio'
  | 'falseDiscoveryRateRatio'
  | 'falseOmissionRateRatio'
  | 'errorRateRatio';

/** In display order. */
export const disparities: readonly (Metric & { name: DisparityName })[] = [
  disparity({
    name: 'statisticalParityDifference',
    essential: true,
    rate: 'selectionRate',
    title: 'Statistical parity difference',
    formula: 'selection rate of U - selection rate of P',
    inputs: ['prediction'],
    meaning:
      'Difference in the proportion that receives the positive decision; below 0, the group receives it less often than the reference group.',
    undefinedWhen: 'one of the groups has no rows',
    reference: dwork,
  }),
  ratio({
    name: 'disparateImpact',
    essential: true,
    rate: 'selectionRate',
    title: 'Disparate impact',
    formula: 'selection rate of U / selection rate of P',
    inputs: ['prediction'],
    meaning:
      'The group’s chance of the positive decision as a multiple of the reference group’s. For benefits such as jobs, US guidelines generally regard a ratio below 0.8 as evidence of adverse impact.',
    undefinedWhen: 'one of the groups has no rows, or no one in either was selected',
    reference: feldman,
  }),
  disparity({
    name: 'equalOpportunityDifference',
    essential: true,
    rate: 'truePositiveRate',
    title: 'Equal opportunity difference',
    formula: 'true positive rate of U - true positive rate of P',
    meaning:
      'Among those whose true outcome is positive, how much more likely the group is than the reference group to be predicted positive.',
    undefinedWhen: 'one of the groups has no actual positives',
  }),
  disparity({
    name: 'averageOddsDifference',
    essential: true,
    title: 'Average odds difference',
    formula: '((FPR of U - FPR of P) + (TPR of U - TPR of P)) / 2',
    meaning:
      'Mean of the differences in false positive rate and in true positive rate; differences of opposite sign can cancel out.',
  }),
  disparity({
    name: 'averageAbsOddsDifference',
    rates: ['falsePositiveRate', 'truePositiveRate'],
    title: 'Average absolute odds difference',
    formula: '(|FPR of U - FPR of P| + |TPR of U - TPR of P|) / 2',
    range: [0, 1],
    meaning: 'Mean of the absolute differences in false positive rate and in true positive rate.',
  }),
  disparity({
    name: 'equalizedOddsDifference',
    rates: ['falsePositiveRate', 'truePositiveRate'],
    title: 'Equalized odds difference',
    formula: 'max(|FPR of U - FPR of P|, |TPR of U - TPR of P|)',
    range: [0, 1],
    meaning: 'The larger of the absolute differences in false positive rate and in true positive rate.',
  }),
  disparity({
    name: 'generalizedEqualizedOddsDifference',
    title: 'Generalized equalized odds difference',
    formula: 'max(|GFPR of U - GFPR of P|, |GTPR of U - GTPR of P|)',
    range: [0, 1],
    inputs: ['label', 'score'],
    meaning: 'The larger of the absolute differences in the mean score of actual negatives and of actual positives.',
    reference: pleiss,
  }),
  disparity({
    name: 'averagePredictiveValueDifference',
    title: 'Average predictive value difference',
    formula: '((PPV of U - PPV of P) + (FOR of U - FOR of P)) / 2',
    meaning: 'Mean of the differences in positive predictive value and in false omission rate.',
    undefinedWhen: 'one of the groups has no predicted positives or no predicted negatives',
    reference: chouldechova,
  }),
  disparity({
    name: 'falsePositiveRateDifference',
    essential: true,
    rate: 'falsePositiveRate',
    title: 'False positive rate difference',
    formula: 'false positive rate of U - false positive rate of P',
    meaning:
      'Among those whose true outcome is negative, how much more likely the group is than the reference group to be predicted positive anyway.',
    undefinedWhen: 'one of the groups has no actual negatives',
  }),
  disparity({
    name: 'falseNegativeRateDifference',
    rate: 'falseNegativeRate',
    title: 'False negative rate difference',
    formula: 'false negative rate of U - false negative rate of P',
    meaning:
      'Among those whose true outcome is positive, how much more likely the group is than the reference group to be missed.',
    undefinedWhen: 'one of the groups has no actual positives',
  }),
  disparity({
    name: 'falseDiscoveryRateDifference',
    rate: 'falseDiscoveryRate',
    title: 'False discovery rate difference',
    formula: 'false discovery rate of U - false discovery rate of P',
    meaning:
      'Among those predicted positive, how much more likely the prediction is to be wrong in the group than in the reference group.',
    undefinedWhen: 'one of the groups has no predicted positives',
    reference: chouldechova,
  }),
  disparity({
    name: 'falseOmissionRateDifference',
    rate: 'falseOmissionRate',
    title: 'False omission rate difference',
    formula: 'false omission rate of U - false omission rate of P',
    meaning:
      'Among those predicted negative, how much more likely the prediction is to be wrong in the group than in the reference group.',
    undefinedWhen: 'one of the groups has no predicted negatives',
    reference: chouldechova,
  }),
  disparity({
    name: 'errorRateDifference',
    rate: 'errorRate',
    title: 'Error rate difference',
    formula: 'error rate of U - error rate of P',
    meaning: 'How much more likely a wrong prediction is in the group than in the reference group.',
    undefinedWhen: 'one of the groups has no rows',
    reference: confusion,
  }),
  ratio({
    name: 'falsePositiveRateRatio',
    rate: 'falsePositiveRate',
    title: 'False positive rate ratio',
    formula: 'false positive rate of U / false positive rate of P',
    meaning:
      'Among those whose true outcome is negative, how many times as likely the group is as the reference group to be predicted positive anyway.',
    undefinedWhen: 'one of the groups has no actual negatives, or the rate is 0 in both',
  }),
  ratio({
    name: 'falseNegativeRateRatio',
    rate: 'falseNegativeRate',
    title: 'False negative rate ratio',
    formula: 'false negative rate of U / false negative rate of P',
    meaning:
      'Among those whose true outcome is positive, how many times as likely the group is as the reference group to be missed.',
    undefinedWhen: 'one of the groups has no actual positives, or the rate is 0 in both',
  }),
  ratio({
    name: 'falseDiscoveryRateRatio',
    rate: 'falseDiscoveryRate',
    title: 'False discovery rate ratio',
    formula: 'false discovery rate of U / false discovery rate of P',
    meaning:
      'Among those predicted positive, how many times as likely the prediction is to be wrong in the group as in the reference group.',
    undefinedWhen: 'one of the groups has no predicted positives, or the rate is 0 in both',
    reference: chouldechova,
  }),
  ratio({
    name: 'falseOmissionRateRatio',
    rate: 'falseOmissionRate',
    title: 'False omission rate ratio',
    formula: 'false omission rate of U / false omission rate of P',
    meaning:
      'Among those predicted negative, how many times as likely the prediction is to be wrong in the group as in the reference group.',
    undefinedWhen: 'one of the groups has no predicted negatives, or the rate is 0 in both',
    reference: chouldechova,
  }),
  ratio({
    name: 'errorRateRatio',
    rate: 'errorRate',
    title: 'Error rate ratio',
    formula: 'error rate of U / error rate of P',
    meaning: 'How many times as likely a wrong prediction is in the group as in the reference group.',
    undefinedWhen: 'one of the groups has no rows, or the rate is 0 in both',
    reference: confusion,
  }),
];
