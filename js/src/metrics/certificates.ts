// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for certified robustness of networks.

import type { Metric } from './metric.js';

const serrurier =
  'Serrurier et al.: Achieving Robustness in Classification Using Optimal Transport, 2021; deel-lip';
type CertificateRow = Omit<Metric, 'kind' | 'direction' | 'inputs'>;
const certificate = (row: CertificateRow): Metric => ({
  kind: 'certificate',
  direction: 'higher',
  inputs: ['label', 'score'],
  ...row,
});

export const certificateMetrics: readonly Metric[] = [
  certificate({
    name: 'binaryProvableRobustAccuracy',
    title: 'Provable robust accuracy, binary',
    formula: 'proportion of rows with score * (+1 or -1, by the label) / L > epsilon',
    range: [0, 1],
    meaning:
      'Proportion of decisions that are correct and remain correct for every change of the input up to epsilon.',
    undefinedWhen: 'no rows',
    reference: serrurier,
  }),
  certificate({
    name: 'binaryProvableAvgRobustness',
    title: 'Provable average robustness, binary',
    formula: 'mean of max(score * (+1 or -1, by the label) / L, 0)',
    range: [0, Number.POSITIVE_INFINITY],
    meaning: 'Average change of the input up to which decisions remain correct.',
    undefinedWhen: 'no rows',
    reference: serrurier,
  }),
  certificate({
    name: 'categoricalProvableRobustAccuracy',
    title: 'Provable robust accuracy, categorical',
    formula:
      "proportion of rows with (true class's score - largest other score) / (2 L, or √2 L for joint outputs) > epsilon",
    range: [0, 1],
    meaning:
      'Proportion of decisions that are correct and remain correct for every change of the input up to epsilon.',
    undefinedWhen: 'no rows',
    reference: serrurier,
  }),
  certificate({
    name: 'categoricalProvableAvgRobustness',
    title: 'Provable average robustness, categorical',
    formula:
      "mean of max((true class's score - largest other score) / (2 L, or √2 L for joint outputs), 0)",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: 'Average change of the input up to which decisions remain correct.',
    undefinedWhen: 'no rows',
    reference: serrurier,
  }),
];
