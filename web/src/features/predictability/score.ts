// SPDX-License-Identifier: Apache-2.0
//
// The score of attackers, in words and in its unit, and the settings that differ from the defaults.

import { type Unit, valueText } from '../../widgets/number.js';
import type { More, Setting } from './protocol.js';

type Metric = More['metric'];

interface Score {
  /** The name in the form. */
  title: string;
  /** The noun for a value. */
  label: string;
  /** The label of an axis. */
  axis: string;
}

export const scores: Readonly<Record<Metric, Score>> = {
  accuracy: { title: 'Accuracy', label: 'accuracy', axis: 'correct answers' },
  mse: { title: '1 / mean squared error', label: '1 / mean squared error', axis: '1 / mean squared error' },
  bce: { title: '1 / cross-entropy', label: '1 / cross-entropy', axis: '1 / cross-entropy' },
};

export const losses: Readonly<Record<More['loss'], string>> = {
  suitable: 'Default for the column',
  bce: 'Cross-entropy of each output (bce)',
  'cross-entropy': 'Cross-entropy of the categories',
  mse: 'Squared error (mse)',
};

/** Stages that were stored before this choice existed have no score. */
const getMetric = ({ more }: Setting): Metric => more?.metric ?? 'accuracy';

export const getScore = (setting: Setting): Score => scores[getMetric(setting)];

/** The score of an attacker as text. */
export const lambdaUnit = (setting: Setting): Unit => (getMetric(setting) === 'accuracy' ? 'share' : 'number');

/** The difference between two attackers. */
export const leakageUnit = (setting: Setting): 'number' | 'points' =>
  setting.measure === 'leakage' && lambdaUnit(setting) === 'share' ? 'points' : 'number';

/** For axes with little space: whole percentages. */
export const tickText = (setting: Setting) => (value: number) =>
  valueText(value, lambdaUnit(setting)).replace(/\.0(?=\D)/, '');

/** One sentence for each setting that differs from its default. */
export function unusual(setting: Setting): string[] {
  const { metric, threshold, aggregate, loss } = { ...usual, ...setting.more };
  const scored = threshold ? 'their answers' : 'their outputs as they are, not as answers';
  return [
    ...(metric === usual.metric && threshold === usual.threshold
      ? []
      : [`Attackers’ score: ${scores[metric].label} of ${scored}.`]),
    ...(aggregate === usual.aggregate ? [] : ['The value is the median over trials, not the mean.']),
    ...(loss === usual.loss ? [] : [`Loss: ${lossSaid[loss]}.`]),
  ];
}

/** The package's defaults. */
export const usual = {
  metric: 'accuracy',
  threshold: true,
  aggregate: 'mean',
  loss: 'suitable',
} as const satisfies Partial<More>;

const lossSaid: Readonly<Record<More['loss'], string>> = {
  suitable: 'the default for the column',
  bce: 'the cross-entropy of each output',
  'cross-entropy': 'the cross-entropy of the categories',
  mse: 'the squared error',
};
