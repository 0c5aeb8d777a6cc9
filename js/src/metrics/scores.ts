// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for the scores of one group, with the confidence intervals that the tally of
// scores computes.

import { type Metric, rowsWith, unbounded } from './metric.js';

const measure = rowsWith({
  ...{ kind: 'quality', range: [0, 1], direction: 'lower', inputs: ['label', 'score'] },
  undefinedWhen: 'no rows',
});

/** The name of a score statistic of one group, such as `areaUnderCurve`. */
export type ScoreMetricName =
  | 'areaUnderCurve'
  | 'averagePrecision'
  | 'brierScore'
  | 'logLoss'
  | 'expectedCalibrationError'
  | 'giniIndex';

export const scoreMetrics: readonly (Metric & { name: ScoreMetricName })[] = [
  measure({
    name: 'areaUnderCurve',
    title: 'Area under the ROC curve',
    formula: 'P(score of a positive outcome > score of a negative outcome) + half of P(equal)',
    direction: 'higher',
    meaning: 'Separation of positive from negative outcomes by scores in the group.',
    undefinedWhen: 'no actual positives or no actual negatives',
    reference: 'Hanley, McNeil: The Meaning and Use of the Area under a ROC Curve, 1982',
  }),
  measure({
    name: 'averagePrecision',
    title: 'Average precision',
    formula: 'sum over distinct scores, from the highest, of (gain in recall) * precision',
    direction: 'higher',
    meaning: 'Proportion of positive outcomes among the top scores, averaged over all positive outcomes.',
    undefinedWhen: 'no actual positives',
    reference: 'scikit-learn, average_precision_score',
  }),
  measure({
    name: 'brierScore',
    title: 'Brier score',
    formula: 'mean of (score - outcome)^2',
    meaning: 'Mean squared distance between scores and outcomes.',
    reference: 'Brier: Verification of Forecasts Expressed in Terms of Probability, 1950',
  }),
  measure({
    name: 'logLoss',
    title: 'Log loss',
    formula: 'mean of -ln of the probability of the true outcome, at least 2^-52',
    range: unbounded,
    meaning: 'Improbability of the true outcomes according to the scores.',
    reference: 'Good: Rational Decisions, 1952',
  }),
  measure({
    name: 'expectedCalibrationError',
    title: 'Expected calibration error',
    formula: 'mean over rows of |mean score - proportion of positive outcomes| of the row’s bin of scores',
    meaning: 'Average distance between scores and the proportion of positive outcomes at these scores.',
    reference: 'Naeini et al.: Obtaining Well Calibrated Probabilities Using Bayesian Binning, 2015',
  }),
  measure({
    name: 'giniIndex',
    title: 'Gini index of scores',
    formula: 'mean over all pairs of rows of |score - other score| / (2 * mean score)',
    meaning: 'Inequality of scores within the group; 0 if all are equal.',
    undefinedWhen: 'no rows, or all scores are 0',
    reference: 'Gini: Variabilità e mutabilità, 1912',
  }),
];
