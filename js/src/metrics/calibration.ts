// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for the calibration of scores, in addition to those in scores.ts.

import { type Metric, real, rowsWith, zeroIsIdeal } from './metric.js';

const noSlope =
  'no actual positives or no actual negatives, a score of 0 or 1, or the scores of the two outcomes do not overlap';
const recalibration = rowsWith({
  ...{ kind: 'quality', range: real, ...zeroIsIdeal, inputs: ['label', 'score'] },
  reference: 'Van Calster et al.: Calibration: the Achilles Heel of Predictive Analytics, 2019',
});

export const calibrationMetrics: readonly Metric[] = [
  {
    kind: 'quality',
    name: 'maximumCalibrationError',
    title: 'Maximum calibration error',
    formula: 'largest |mean score - proportion of positive outcomes| of a bin of scores',
    range: [0, 1],
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'Largest distance between mean score and outcome in any bin.',
    undefinedWhen: 'no rows',
    reference: 'Naeini et al.: Obtaining Well Calibrated Probabilities Using Bayesian Binning, 2015',
  },
  recalibration({
    name: 'calibrationInTheLarge',
    title: 'Calibration in the large',
    formula: 'the maximum likelihood estimate of a in P(positive) = σ(a + logit score)',
    meaning: 'Average error of scores in the group: above 0 if scores are too low, below 0 if they are too high.',
    undefinedWhen: 'no actual positives or no actual negatives, or a score of 0 or 1',
  }),
  recalibration({
    name: 'calibrationIntercept',
    title: 'Calibration intercept',
    formula: 'the maximum likelihood estimate of a, jointly with b, in P(positive) = σ(a + b logit score)',
    meaning: 'Log-odds of the positive outcome at a score of one half.',
    undefinedWhen: noSlope,
  }),
  recalibration({
    name: 'calibrationSlope',
    title: 'Calibration slope',
    formula: 'the maximum likelihood estimate of b, jointly with a, in P(positive) = σ(a + b logit score)',
    ideal: 1,
    meaning:
      'Spread of scores in the group: below 1 if scores are too extreme, above 1 if they are not extreme enough.',
    undefinedWhen: noSlope,
  }),
];
