// SPDX-License-Identifier: Apache-2.0
//
// The rows of the table that say how far scores are from the probabilities they are taken for, beside the measures of
// scores.ts.

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
    formula: 'largest |mean score - share of favorable outcomes| of a bin of scores',
    range: [0, 1],
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'How far scores are from outcomes where they are furthest.',
    undefinedWhen: 'no rows',
    reference:
      'Naeini et al.: Obtaining Well Calibrated Probabilities Using Bayesian Binning, 2015',
  }),
  recalibration({
    name: 'calibrationInTheLarge',
    title: 'Calibration in the large',
    formula: 'the a that makes P(favorable) = σ(a + logit score) most likely',
    ideal: 0,
    meaning: 'Whether scores are too low for the group on the whole (above 0), or too high.',
    undefinedWhen: 'no actual positives or no actual negatives, or a score of 0 or 1',
  }),
  recalibration({
    name: 'calibrationIntercept',
    title: 'Calibration intercept',
    formula: 'the a that, with b, makes P(favorable) = σ(a + b logit score) most likely',
    ideal: 0,
    meaning: 'How far chances are above or below one half where the score says one half.',
    undefinedWhen: noSlope,
  }),
  recalibration({
    name: 'calibrationSlope',
    title: 'Calibration slope',
    formula: 'the b that, with a, makes P(favorable) = σ(a + b logit score) most likely',
    ideal: 1,
    meaning: 'Whether scores are too extreme for the group (below 1), or not extreme enough.',
    undefinedWhen: noSlope,
  }),
];
