// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for certified robustness of networks.

import { type Metric, rowsWith, unbounded } from './metric.js';

const serrurier = 'Serrurier et al.: Achieving Robustness in Classification Using Optimal Transport, 2021; deel-lip';
const certificate = rowsWith({
  ...{ kind: 'certificate', range: [0, 1], direction: 'higher', inputs: ['label', 'score'] },
  undefinedWhen: 'no rows',
  reference: serrurier,
});

export const certificateMetrics: readonly Metric[] = [
  certificate({
    name: 'binaryProvableRobustAccuracy',
    title: 'Provable robust accuracy, binary',
    formula: 'proportion of rows with score * (+1 or -1, by the label) / L > epsilon',
    meaning: 'Proportion of decisions that are correct and remain correct for every change of the input up to epsilon.',
  }),
  certificate({
    name: 'binaryProvableAvgRobustness',
    title: 'Provable average robustness, binary',
    formula: 'mean of max(score * (+1 or -1, by the label) / L, 0)',
    range: unbounded,
    meaning: 'Average change of the input up to which decisions remain correct.',
  }),
  certificate({
    name: 'categoricalProvableRobustAccuracy',
    title: 'Provable robust accuracy, categorical',
    formula:
      "proportion of rows with (true class's score - largest other score) / (2 L, or √2 L for joint outputs) > epsilon",
    meaning: 'Proportion of decisions that are correct and remain correct for every change of the input up to epsilon.',
  }),
  certificate({
    name: 'categoricalProvableAvgRobustness',
    title: 'Provable average robustness, categorical',
    formula: "mean of max((true class's score - largest other score) / (2 L, or √2 L for joint outputs), 0)",
    range: unbounded,
    meaning: 'Average change of the input up to which decisions remain correct.',
  }),
];
