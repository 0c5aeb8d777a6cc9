// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for the calibration of scores, in addition to those in scores.ts.

import type { Metric } from './metric.js';

type QualityRow = Omit<Metric, 'kind'>;
const quality = (row: QualityRow): Metric => ({ kind: 'quality', ...row });

const noSlope =
  'no actual positives or no actual negatives, a score of 0 or 1, or the scores of the two outcomes do not overlap';
type RecalibrationRow = Omit<Metric, 'kind' | 'range' | 'direction' | 'inputs' | 'reference'>;
const recalibration = (row: RecalibrationRow): Metric => ({
  kind: 'quality',
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  direction: 'ideal',
  inputs: ['label', 'score'],
  reference: 'Van Calster et al.: Calibration: the Achilles Heel of Predictive Analytics, 2019',
  ...row,
});

export const calibrationMetrics: readonly Metric[] = [
  quality({
    name: 'maximumCalibrationError',
    title: 'Maximum calibration error',
    formula: 'largest |mean score - proportion of favorable outcomes| of a bin of scores',
    range: [0, 1],
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'Largest distance between scores and outcomes in any bin.',
    undefinedWhen: 'no rows',
    reference:
      'Naeini et al.: Obtaining Well Calibrated Probabilities Using Bayesian Binning, 2015',
  }),
  recalibration({
    name: 'calibrationInTheLarge',
    title: 'Calibration in the large',
    formula: 'the maximum likelihood estimate of a in P(favorable) = σ(a + logit score)',
    ideal: 0,
    meaning: 'Whether scores are too low (above 0) or too high (below 0) for the group on average.',
    undefinedWhen: 'no actual positives or no actual negatives, or a score of 0 or 1',
  }),
  recalibration({
    name: 'calibrationIntercept',
    title: 'Calibration intercept',
    formula:
      'the maximum likelihood estimate of a, jointly with b, in P(favorable) = σ(a + b logit score)',
    ideal: 0,
    meaning: 'How far probabilities are above or below one half at a score of one half.',
    undefinedWhen: noSlope,
  }),
  recalibration({
    name: 'calibrationSlope',
    title: 'Calibration slope',
    formula:
      'the maximum likelihood estimate of b, jointly with a, in P(favorable) = σ(a + b logit score)',
    ideal: 1,
    meaning:
      'Whether scores are too extreme (below 1) or not extreme enough (above 1) for the group.',
    undefinedWhen: noSlope,
  }),
];
