// SPDX-License-Identifier: Apache-2.0
//
// The part of the table of metrics that audits are made of: rates of groups, and disparities between them.

import type { Metric } from './metric.js';

const hardt = 'Hardt, Price, Srebro: Equality of Opportunity in Supervised Learning, 2016';
const feldman = 'Feldman et al.: Certifying and Removing Disparate Impact, 2015';
const dwork = 'Dwork et al.: Fairness Through Awareness, 2012';
const chouldechova = 'Chouldechova: Fair Prediction with Disparate Impact, 2017';
const pleiss = 'Pleiss et al.: On Fairness and Calibration, 2017';
const vanRijsbergen = 'van Rijsbergen: Information Retrieval, 1979';
const brodersen = 'Brodersen et al.: The Balanced Accuracy and Its Posterior Distribution, 2010';
const youden = 'Youden: Index for Rating Diagnostic Tests, 1950';
const confusion = 'Confusion matrix, as in AIF360';

// A row of the table, of which the compiler keeps the name: types are made of it.
type Row<Kind extends Metric['kind'], Name extends string> = Metric & { kind: Kind; name: Name };
type RateRow<Name> = Omit<Metric, 'kind' | 'range' | 'name'> &
  Partial<Pick<Metric, 'range'>> & { name: Name };
const rate = <Name extends string>(row: RateRow<Name>): Row<'rate', Name> => ({
  kind: 'rate',
  range: [0, 1],
  ...row,
});
type DisparityRow<Name> = Omit<Metric, 'kind' | 'direction' | 'name'> & { name: Name };
const disparity = <Name extends string>(row: DisparityRow<Name>): Row<'disparity', Name> => ({
  kind: 'disparity',
  direction: 'ideal',
  ...row,
});

const rows = [
  rate({
    name: 'baseRate',
    title: 'Base rate',
    formula: '(TP + FN) / all',
    direction: 'none',
    inputs: ['label'],
    meaning: 'Share of the group whose true outcome is the favorable one.',
    undefinedWhen: 'no rows',
    reference: confusion,
  }),
  rate({
    name: 'selectionRate',
    title: 'Selection rate',
    formula: '(TP + FP) / all',
    direction: 'none',
    inputs: ['prediction'],
    meaning: 'Share of the group that gets the favorable decision.',
    undefinedWhen: 'no rows',
    reference: dwork,
  }),
  rate({
    name: 'truePositiveRate',
    title: 'True positive rate',
    formula: 'TP / (TP + FN)',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'Of those whose true outcome is favorable, the share predicted favorable.',
    undefinedWhen: 'no actual positives',
    reference: hardt,
  }),
  rate({
    name: 'falsePositiveRate',
    title: 'False positive rate',
    formula: 'FP / (FP + TN)',
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Of those whose true outcome is unfavorable, the share predicted favorable anyway.',
    undefinedWhen: 'no actual negatives',
    reference: hardt,
  }),
  rate({
    name: 'trueNegativeRate',
    title: 'True negative rate',
    formula: 'TN / (TN + FP)',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'Of those whose true outcome is unfavorable, the share predicted unfavorable.',
    undefinedWhen: 'no actual negatives',
    reference: confusion,
  }),
  rate({
    name: 'falseNegativeRate',
    title: 'False negative rate',
    formula: 'FN / (TP + FN)',
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Of those whose true outcome is favorable, the share that the prediction misses.',
    undefinedWhen: 'no actual positives',
    reference: confusion,
  }),
  rate({
    name: 'positivePredictiveValue',
    title: 'Positive predictive value',
    formula: 'TP / (TP + FP)',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'Of those predicted favorable, the share whose true outcome is favorable.',
    undefinedWhen: 'no predicted positives',
    reference: chouldechova,
  }),
  rate({
    name: 'negativePredictiveValue',
    title: 'Negative predictive value',
    formula: 'TN / (TN + FN)',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'Of those predicted unfavorable, the share whose true outcome is unfavorable.',
    undefinedWhen: 'no predicted negatives',
    reference: chouldechova,
  }),
  rate({
    name: 'falseDiscoveryRate',
    title: 'False discovery rate',
    formula: 'FP / (TP + FP)',
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Of those predicted favorable, the share whose true outcome is not.',
    undefinedWhen: 'no predicted positives',
    reference: confusion,
  }),
  rate({
    name: 'falseOmissionRate',
    title: 'False omission rate',
    formula: 'FN / (TN + FN)',
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Of those predicted unfavorable, the share whose true outcome is favorable.',
    undefinedWhen: 'no predicted negatives',
    reference: confusion,
  }),
  rate({
    name: 'accuracy',
    title: 'Accuracy',
    formula: '(TP + TN) / all',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'Share of the group that is predicted correctly.',
    undefinedWhen: 'no rows',
    reference: confusion,
  }),
  rate({
    name: 'errorRate',
    title: 'Error rate',
    formula: '(FP + FN) / all',
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Share of the group that is predicted incorrectly.',
    undefinedWhen: 'no rows',
    reference: confusion,
  }),
  rate({
    name: 'generalizedTruePositiveRate',
    title: 'Generalized true positive rate',
    formula: 'mean score of actual positives',
    direction: 'higher',
    inputs: ['label', 'score'],
    meaning: 'Mean score of those whose true outcome is favorable.',
    undefinedWhen: 'no actual positives',
    reference: pleiss,
  }),
  rate({
    name: 'generalizedFalsePositiveRate',
    title: 'Generalized false positive rate',
    formula: 'mean score of actual negatives',
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'Mean score of those whose true outcome is unfavorable.',
    undefinedWhen: 'no actual negatives',
    reference: pleiss,
  }),
  rate({
    name: 'generalizedTrueNegativeRate',
    title: 'Generalized true negative rate',
    formula: '1 - mean score of actual negatives',
    direction: 'higher',
    inputs: ['label', 'score'],
    meaning:
      'How far below 1, on average, scores are among those whose true outcome is unfavorable.',
    undefinedWhen: 'no actual negatives',
    reference: pleiss,
  }),
  rate({
    name: 'generalizedFalseNegativeRate',
    title: 'Generalized false negative rate',
    formula: '1 - mean score of actual positives',
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'How far below 1, on average, scores are among those whose true outcome is favorable.',
    undefinedWhen: 'no actual positives',
    reference: pleiss,
  }),
  rate({
    name: 'f1Score',
    title: 'F1 score',
    formula: '2 TP / (2 TP + FP + FN)',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning:
      'Harmonic mean of two shares: how many of those predicted favorable truly are, and how many of the truly favorable are predicted so.',
    undefinedWhen: 'no actual and no predicted positives',
    reference: vanRijsbergen,
  }),
  rate({
    name: 'balancedAccuracy',
    title: 'Balanced accuracy',
    formula: '(TPR + TNR) / 2',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning:
      'Mean of the shares predicted correctly among actual positives and among actual negatives.',
    undefinedWhen: 'no actual positives or no actual negatives',
    reference: brodersen,
  }),
  rate({
    name: 'informedness',
    range: [-1, 1],
    title: 'Informedness',
    aliases: ['Youden’s J', 'bookmaker informedness'],
    formula: 'TPR - FPR',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning:
      'How much more often the favorable decision goes to actual positives than to actual negatives: 1 if never wrong, 0 if the decision ignores the outcome, below 0 if it is turned around.',
    undefinedWhen: 'no actual positives or no actual negatives',
    reference: youden,
  }),
  disparity({
    name: 'statisticalParityDifference',
    essential: true,
    rate: 'selectionRate',
    title: 'Statistical parity difference',
    formula: 'selection rate of U - selection rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['prediction'],
    meaning:
      'Difference in the share that gets the favorable decision; below 0, the group gets it less often than the reference group.',
    undefinedWhen: 'one of the groups has no rows',
    reference: dwork,
  }),
  disparity({
    name: 'disparateImpact',
    essential: true,
    rate: 'selectionRate',
    title: 'Disparate impact',
    formula: 'selection rate of U / selection rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['prediction'],
    meaning:
      'The group’s chance of the favorable decision as a multiple of the reference group’s. US employment guidelines generally regard a ratio below 0.8 as evidence of adverse impact.',
    undefinedWhen: 'one of the groups has no rows, or nobody in either was selected',
    reference: feldman,
  }),
  disparity({
    name: 'equalOpportunityDifference',
    essential: true,
    rate: 'truePositiveRate',
    title: 'Equal opportunity difference',
    formula: 'true positive rate of U - true positive rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Among those whose true outcome is favorable, how much more likely the group is than the reference group to be predicted favorable.',
    undefinedWhen: 'one of the groups has no actual positives',
    reference: hardt,
  }),
  disparity({
    name: 'averageOddsDifference',
    essential: true,
    title: 'Average odds difference',
    formula: '((FPR of U - FPR of P) + (TPR of U - TPR of P)) / 2',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Mean of the differences in false positive rate and in true positive rate; differences of opposite sign can cancel out.',
    undefinedWhen: 'one of the groups has no actual positives or no actual negatives',
    reference: hardt,
  }),
  disparity({
    name: 'averageAbsOddsDifference',
    rates: ['falsePositiveRate', 'truePositiveRate'],
    title: 'Average absolute odds difference',
    formula: '(|FPR of U - FPR of P| + |TPR of U - TPR of P|) / 2',
    range: [0, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning: 'Mean of the absolute differences in false positive rate and in true positive rate.',
    undefinedWhen: 'one of the groups has no actual positives or no actual negatives',
    reference: hardt,
  }),
  disparity({
    name: 'equalizedOddsDifference',
    rates: ['falsePositiveRate', 'truePositiveRate'],
    title: 'Equalized odds difference',
    formula: 'max(|FPR of U - FPR of P|, |TPR of U - TPR of P|)',
    range: [0, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'The larger of the absolute differences in false positive rate and in true positive rate.',
    undefinedWhen: 'one of the groups has no actual positives or no actual negatives',
    reference: hardt,
  }),
  disparity({
    name: 'generalizedEqualizedOddsDifference',
    title: 'Generalized equalized odds difference',
    formula: 'max(|GFPR of U - GFPR of P|, |GTPR of U - GTPR of P|)',
    range: [0, 1],
    ideal: 0,
    inputs: ['label', 'score'],
    meaning:
      'The larger of the absolute differences in the mean score of actual negatives and of actual positives.',
    undefinedWhen: 'one of the groups has no actual positives or no actual negatives',
    reference: pleiss,
  }),
  disparity({
    name: 'averagePredictiveValueDifference',
    title: 'Average predictive value difference',
    formula: '((PPV of U - PPV of P) + (FOR of U - FOR of P)) / 2',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Mean of two differences: in how often a favorable prediction goes with a favorable outcome, and in how often an unfavorable one does.',
    undefinedWhen: 'one of the groups has no predicted positives or no predicted negatives',
    reference: chouldechova,
  }),
  disparity({
    name: 'falsePositiveRateDifference',
    essential: true,
    rate: 'falsePositiveRate',
    title: 'False positive rate difference',
    formula: 'false positive rate of U - false positive rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Among those whose true outcome is unfavorable, how much more likely the group is than the reference group to be predicted favorable anyway.',
    undefinedWhen: 'one of the groups has no actual negatives',
    reference: hardt,
  }),
  disparity({
    name: 'falseNegativeRateDifference',
    rate: 'falseNegativeRate',
    title: 'False negative rate difference',
    formula: 'false negative rate of U - false negative rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Among those whose true outcome is favorable, how much more likely the group is than the reference group to be missed.',
    undefinedWhen: 'one of the groups has no actual positives',
    reference: hardt,
  }),
  disparity({
    name: 'falseDiscoveryRateDifference',
    rate: 'falseDiscoveryRate',
    title: 'False discovery rate difference',
    formula: 'false discovery rate of U - false discovery rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Among those predicted favorable, how much more likely the prediction is to be wrong than in the reference group.',
    undefinedWhen: 'one of the groups has no predicted positives',
    reference: chouldechova,
  }),
  disparity({
    name: 'falseOmissionRateDifference',
    rate: 'falseOmissionRate',
    title: 'False omission rate difference',
    formula: 'false omission rate of U - false omission rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Among those predicted unfavorable, how much more likely the prediction is to be wrong than in the reference group.',
    undefinedWhen: 'one of the groups has no predicted negatives',
    reference: chouldechova,
  }),
  disparity({
    name: 'errorRateDifference',
    rate: 'errorRate',
    title: 'Error rate difference',
    formula: 'error rate of U - error rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning: 'How much more likely a wrong prediction is than in the reference group.',
    undefinedWhen: 'one of the groups has no rows',
    reference: confusion,
  }),
  disparity({
    name: 'falsePositiveRateRatio',
    rate: 'falsePositiveRate',
    title: 'False positive rate ratio',
    formula: 'false positive rate of U / false positive rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['label', 'prediction'],
    meaning:
      'Among those whose true outcome is unfavorable, how many times as likely the group is as the reference group to be predicted favorable anyway.',
    undefinedWhen: 'one of the groups has no actual negatives, or the rate is 0 in both',
    reference: hardt,
  }),
  disparity({
    name: 'falseNegativeRateRatio',
    rate: 'falseNegativeRate',
    title: 'False negative rate ratio',
    formula: 'false negative rate of U / false negative rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['label', 'prediction'],
    meaning:
      'Among those whose true outcome is favorable, how many times as likely the group is as the reference group to be missed.',
    undefinedWhen: 'one of the groups has no actual positives, or the rate is 0 in both',
    reference: hardt,
  }),
  disparity({
    name: 'falseDiscoveryRateRatio',
    rate: 'falseDiscoveryRate',
    title: 'False discovery rate ratio',
    formula: 'false discovery rate of U / false discovery rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['label', 'prediction'],
    meaning:
      'Among those predicted favorable, how many times as likely the prediction is to be wrong as in the reference group.',
    undefinedWhen: 'one of the groups has no predicted positives, or the rate is 0 in both',
    reference: chouldechova,
  }),
  disparity({
    name: 'falseOmissionRateRatio',
    rate: 'falseOmissionRate',
    title: 'False omission rate ratio',
    formula: 'false omission rate of U / false omission rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['label', 'prediction'],
    meaning:
      'Among those predicted unfavorable, how many times as likely the prediction is to be wrong as in the reference group.',
    undefinedWhen: 'one of the groups has no predicted negatives, or the rate is 0 in both',
    reference: chouldechova,
  }),
  disparity({
    name: 'errorRateRatio',
    rate: 'errorRate',
    title: 'Error rate ratio',
    formula: 'error rate of U / error rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['label', 'prediction'],
    meaning: 'How many times as likely a wrong prediction is as in the reference group.',
    undefinedWhen: 'one of the groups has no rows, or the rate is 0 in both',
    reference: confusion,
  }),
];

type NamesOf<Kind extends Metric['kind']> = Extract<(typeof rows)[number], { kind: Kind }>['name'];
/** The name of a rate of one group, such as `selectionRate`. */
export type RateName = NamesOf<'rate'>;
/** The name of a disparity between two groups, such as `disparateImpact`. */
export type DisparityName = NamesOf<'disparity'>;

/** Rates, then disparities, each in the order in which they are shown. */
export const groupMetrics: readonly Metric[] = rows;

const byName = new Map(groupMetrics.map((metric) => [metric.name, metric]));

/** The row of a rate or disparity, or undefined. */
export function findGroupMetric(name: string): Metric | undefined {
  return byName.get(name);
}
