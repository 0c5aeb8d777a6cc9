// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for individual fairness: rows that are close to each other, and rankings.

import { type Metric, toZero, unbounded } from './metric.js';

const sampleDistortion = 'AIF360, SampleDistortionMetric';
const distance = (name: string, title: string, formula: string): Metric => ({
  kind: 'individual',
  name,
  title,
  formula,
  range: unbounded,
  direction: 'lower',
  inputs: ['features'],
  meaning: 'Distance by which a transformation moved an individual’s features.',
  undefinedWhen: 'no rows',
  reference: sampleDistortion,
});

export const individualMetrics: readonly Metric[] = [
  {
    kind: 'individual',
    name: 'consistency',
    title: 'Consistency',
    formula: '1 - 1/n sum of |y - mean y of the k nearest rows|',
    range: [0, 1],
    direction: 'higher',
    inputs: ['label', 'features'],
    meaning: 'Similarity of the labels of individuals with similar features; 1 if they are equal.',
    undefinedWhen: 'no rows',
    reference: 'Zemel et al.: Learning Fair Representations, 2013',
  },
  distance('euclideanDistance', 'Euclidean distortion', "sqrt of the sum of (x - x')^2"),
  distance('manhattanDistance', 'Manhattan distortion', "sum of |x - x'|"),
  distance(
    'mahalanobisDistance',
    'Mahalanobis distortion',
    "sqrt of (x - x')^T C^-1 (x - x'), C the covariance of the features",
  ),
  toZero({
    kind: 'individual',
    name: 'otDistance',
    title: 'Optimal transport distance',
    formula: 'minimum cost of transporting the predictions, as masses, to the labels',
    range: unbounded,
    inputs: ['label', 'prediction'],
    meaning: 'Distance between predictions and true values, overall or within each group.',
    undefinedWhen: 'all values are 0',
    reference: 'AIF360, ot_distance',
  }),
  toZero({
    kind: 'ranking',
    name: 'infeasibleIndex',
    title: 'Infeasible index',
    formula: 'number of prefixes and groups with fewer rows than floor(target proportion * rows of the prefix)',
    range: unbounded,
    inputs: ['score', 'attribute'],
    meaning: 'Number of prefixes of the ranking in which a group falls short of its target proportion.',
    undefinedWhen: 'never',
    reference: 'Yang, Stoyanovich: Measuring Fairness in Ranked Outputs, 2017',
  }),
  {
    kind: 'ranking',
    name: 'discountedCumGain',
    title: 'Discounted cumulative gain',
    formula: 'sum of score_k / log2(k + 2) over the first r rows; normalized: over that of the r best',
    range: unbounded,
    direction: 'higher',
    inputs: ['score'],
    meaning: 'Quality of the top of the ranking; if normalized, as a proportion of the best possible.',
    undefinedWhen: 'the value is normalized and the best scores are all 0',
    reference: 'Järvelin, Kekäläinen: Cumulated Gain-Based Evaluation of IR Techniques, 2002',
  },
];
