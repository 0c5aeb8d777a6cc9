// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for regression predictions of one group.

import { type Metric, unbounded } from './metric.js';

type QualityRow = Omit<Metric, 'kind'>;
const quality = (row: QualityRow): Metric => ({ kind: 'quality', ...row });
const regression = 'As in scikit-learn, by group as in fairlearn';

export const regressionMetrics: readonly Metric[] = [
  {
    kind: 'quality',
    name: 'meanError',
    title: 'Mean error',
    formula: 'mean of p - y',
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    direction: 'ideal',
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Average error of predictions in the group: above 0 if predictions are too high, below 0 if they are too low.',
    undefinedWhen: 'no rows',
    reference: regression,
  },
  quality({
    name: 'meanAbsoluteError',
    title: 'Mean absolute error',
    formula: 'mean of |y - p|',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Average distance between predictions and targets.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'meanSquaredError',
    title: 'Mean squared error',
    formula: 'mean of (y - p)^2',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Average squared distance between predictions and targets: large errors count most.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'rootMeanSquaredError',
    title: 'Root mean squared error',
    formula: 'sqrt of the mean of (y - p)^2',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'The square root of the mean squared error, in the unit of the targets.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'meanAbsolutePercentageError',
    title: 'Mean absolute percentage error',
    formula: 'mean of |y - p| / |y|, |y| at least 2^-52',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Average distance between predictions and targets, as a proportion of the targets.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'r2Score',
    title: 'R²',
    formula: '1 - sum of (y - p)^2 / sum of (y - mean of y)^2',
    range: [Number.NEGATIVE_INFINITY, 1],
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'Proportion of the variance of the group’s targets that the predictions explain.',
    undefinedWhen: 'fewer than two rows, or the targets do not vary',
    reference: regression,
  }),
  quality({
    name: 'medianAbsoluteError',
    title: 'Median absolute error',
    formula: 'median of |y - p|; with weights, the mean of the lower and the upper median',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'The error that half of the group’s predictions do not exceed.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'pinballLoss',
    title: 'Pinball loss',
    formula: 'mean of alpha (y - p) if y >= p, or else (1 - alpha) (p - y)',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning:
      'Quality of predictions as estimates of the alpha-quantile of the targets: at 0.9, nine of ten targets should be at or below their prediction.',
    undefinedWhen: 'no rows',
    reference: `${regression}; Koenker and Bassett 1978`,
  }),
  quality({
    name: 'maxError',
    title: 'Largest error',
    formula: 'largest |y - p|',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'The largest error of a prediction.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'explainedVariance',
    title: 'Explained variance',
    formula: '1 - variance of (y - p) / variance of y',
    range: [Number.NEGATIVE_INFINITY, 1],
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning:
      'Proportion of the variance of the group’s targets that the predictions explain, ignoring a constant error.',
    undefinedWhen: 'fewer than two rows, or the targets do not vary',
    reference: regression,
  }),
];
