// SPDX-License-Identifier: Apache-2.0
//
// By what attackers are scored, in words and in the unit that suits; and what of a measurement is not as it usually is.

import { type Unit, valueText } from '../parts/number.js';
import type { More, Setting } from './protocol.js';

type Metric = More['metric'];

interface Score {
  /** As it is chosen. */
  title: string;
  /** What a value is of. */
  said: string;
  /** Along an axis. */
  axis: string;
}

export const scores: Readonly<Record<Metric, Score>> = {
  accuracy: {
    title: 'Accuracy',
    said: 'accuracy',
    axis: 'correct answers',
  },
  mse: {
    title: '1 / mean squared error',
    said: '1 / mean squared error',
    axis: '1 / mean squared error',
  },
  bce: {
    title: '1 / cross-entropy',
    said: '1 / cross-entropy',
    axis: '1 / cross-entropy',
  },
};

export const losses: Readonly<Record<More['loss'], string>> = {
  suitable: 'Default for the column',
  bce: 'Cross-entropy of each output (bce)',
  'cross-entropy': 'Cross-entropy of the categories',
  mse: 'Squared error (mse)',
};

/** Stages that were kept before there was a choice have none. */
const metricOf = ({ more }: Setting): Metric => more?.metric ?? 'accuracy';

export const scoreOf = (setting: Setting): Score => scores[metricOf(setting)];

/** How good an attacker is, as text. */
export const lambdaUnit = (setting: Setting): Unit =>
  metricOf(setting) === 'accuracy' ? 'share' : 'number';

/** What lies between two attackers. */
export const leakageUnit = (setting: Setting): 'number' | 'points' =>
  setting.measure === 'leakage' && lambdaUnit(setting) === 'share' ? 'points' : 'number';

/** Of axes, where every digit takes room: whole percents. */
export const tickText = (setting: Setting) => (value: number) =>
  valueText(value, lambdaUnit(setting)).replace(/\.0(?=\D)/, '');

/** What is not as it usually is, a sentence each. */
export function unusual(setting: Setting): string[] {
  const { metric, threshold, aggregate, loss } = { ...usual, ...setting.more };
  const scored = threshold ? 'their answers' : 'their outputs as they are, not as answers';
  return [
    ...(metric === usual.metric && threshold === usual.threshold
      ? []
      : [`Attackers’ score: ${scores[metric].said} of ${scored}.`]),
    ...(aggregate === usual.aggregate
      ? []
      : ['The value is the median over trials, not the mean.']),
    ...(loss === usual.loss ? [] : [`Loss: ${lossSaid[loss]}.`]),
  ];
}

/** What the package does when it is not told. */
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
