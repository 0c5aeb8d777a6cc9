// SPDX-License-Identifier: Apache-2.0
//
// The rows of the table for predicted numbers, of one group.

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
    meaning: 'Whether predicted numbers are too high for the group on average, or too low.',
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
    meaning: 'How far predicted numbers are from the true ones.',
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
    meaning: 'How far predicted numbers are from the true ones, squared: large errors count most.',
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
    meaning: 'The mean squared error in the unit of the numbers themselves.',
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
    meaning: 'How far predicted numbers are from the true ones, as a share of these.',
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
    meaning: 'The share of the variation in the group’s true numbers that predictions explain.',
    undefinedWhen: 'fewer than two rows, or the true numbers do not vary',
    reference: regression,
  }),
  quality({
    name: 'medianAbsoluteError',
    title: 'Median absolute error',
    formula: 'median of |y - p|; with weights the mean of the lower and the upper one',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'The error that half of the group’s predicted numbers stay below.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'maxError',
    title: 'Largest error',
    formula: 'largest |y - p|',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'How wrong the worst predicted number is.',
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
      'The share of the variation in the group’s true numbers that predictions explain, if they may all be too high or too low by the same number.',
    undefinedWhen: 'fewer than two rows, or the true numbers do not vary',
    reference: regression,
  }),
];
