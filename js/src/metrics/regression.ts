// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for regression predictions of one group.

import { type Metric, real, rowsWith, unbounded } from './metric.js';

const regression = 'As in scikit-learn, by group as in fairlearn';
const quality = rowsWith({
  ...{ kind: 'quality', range: unbounded, direction: 'lower', inputs: ['label', 'prediction'] },
  undefinedWhen: 'no rows',
  reference: regression,
});

export const regressionMetrics: readonly Metric[] = [
  quality({
    name: 'meanError',
    title: 'Mean error',
    formula: 'mean of p - y',
    range: real,
    direction: 'ideal',
    ideal: 0,
    meaning:
      'Average error of predictions in the group: above 0 if predictions are too high, below 0 if they are too low.',
  }),
  quality({
    name: 'meanAbsoluteError',
    title: 'Mean absolute error',
    formula: 'mean of |y - p|',
    meaning: 'Average distance between predictions and targets.',
  }),
  quality({
    name: 'meanSquaredError',
    title: 'Mean squared error',
    formula: 'mean of (y - p)^2',
    meaning: 'Average squared distance between predictions and targets: large errors count most.',
  }),
  quality({
    name: 'rootMeanSquaredError',
    title: 'Root mean squared error',
    formula: 'sqrt of the mean of (y - p)^2',
    meaning: 'The square root of the mean squared error, in the unit of the targets.',
  }),
  quality({
    name: 'meanAbsolutePercentageError',
    title: 'Mean absolute percentage error',
    formula: 'mean of |y - p| / |y|, |y| at least 2^-52',
    meaning: 'Average distance between predictions and targets, as a proportion of the targets.',
  }),
  quality({
    name: 'r2Score',
    title: 'R²',
    formula: '1 - sum of (y - p)^2 / sum of (y - mean of y)^2',
    range: [Number.NEGATIVE_INFINITY, 1],
    direction: 'higher',
    meaning: 'Proportion of the variance of the group’s targets that the predictions explain.',
    undefinedWhen: 'fewer than two rows, or the targets do not vary',
  }),
  quality({
    name: 'medianAbsoluteError',
    title: 'Median absolute error',
    formula: 'median of |y - p|; with weights, the mean of the lower and the upper median',
    meaning: 'The error that half of the group’s predictions do not exceed.',
  }),
  quality({
    name: 'pinballLoss',
    title: 'Pinball loss',
    formula: 'mean of alpha (y - p) if y >= p, or else (1 - alpha) (p - y)',
    meaning:
      'Quality of predictions as estimates of the alpha-quantile of the targets: at 0.9, nine of ten targets should be at or below their prediction.',
    reference: `${regression}; Koenker and Bassett 1978`,
  }),
  quality({
    name: 'maxError',
    title: 'Largest error',
    formula: 'largest |y - p|',
    meaning: 'The largest error of a prediction.',
  }),
  quality({
    name: 'explainedVariance',
    title: 'Explained variance',
    formula: '1 - variance of (y - p) / variance of y',
    range: [Number.NEGATIVE_INFINITY, 1],
    direction: 'higher',
    meaning:
      'Proportion of the variance of the group’s targets that the predictions explain, ignoring a constant error.',
    undefinedWhen: 'fewer than two rows, or the targets do not vary',
  }),
];
