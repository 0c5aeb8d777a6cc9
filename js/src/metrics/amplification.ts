// SPDX-License-Identifier: Apache-2.0
//
// The rows of the table that compare predictions with the truth, for what goes with a group: by counts, and by what
// attackers learn.

import type { Metric } from './metric.js';

type AmplificationRow = Omit<Metric, 'kind' | 'direction' | 'ideal'>;
const amplification = (row: AmplificationRow): Metric => ({
  kind: 'amplification',
  direction: 'ideal',
  ideal: 0,
  ...row,
});

/** Of what goes with what, counted. */
export const countedAmplifications: readonly Metric[] = [
  amplification({
    name: 'BA_MALS',
    title: 'Bias amplification (MALS)',
    formula:
      "1/|T| sum over pairs with b(a, t) > 1/|A| of b'(a, t) - b(a, t), b = n(a, t) / sum over a of n(a, t)",
    range: [-1, 1],
    inputs: ['attribute', 'task', 'taskPrediction'],
    meaning:
      'For tasks that go with a group more than with others: how much larger its share is among predictions than in the data.',
    undefinedWhen: 'no tasks',
    reference: 'Zhao et al.: Men Also Like Shopping, 2017',
  }),
  amplification({
    name: 'DBA',
    title: 'Directional bias amplification',
    formula: "mean of y(a, t) (P(t' | a) - P(t | a)), y = 1 where P(a, t) > P(a) P(t), else -1",
    range: [-1, 1],
    inputs: ['attribute', 'task', 'taskPrediction'],
    meaning:
      'How much further predictions go, given the group, in the direction in which group and task already go together.',
    undefinedWhen: 'no attribute with rows',
    reference: 'Wang, Russakovsky: Directional Bias Amplification, 2021',
  }),
  amplification({
    name: 'MDBA',
    title: 'Multi-attribute bias amplification',
    formula: "mean of |P(m' | a) - P(m | a)| over all combinations m of tasks that occur",
    range: [0, 1],
    inputs: ['attribute', 'task', 'taskPrediction'],
    meaning:
      'How far predictions move, given the group, over every combination of tasks that occurs.',
    undefinedWhen: 'no combination of the sizes (the value is then 0)',
    reference: 'Zhao, Andrews, Xiang: Men Also Do Laundry, 2023',
  }),
  amplification({
    name: 'captionBiasAmplification',
    title: 'Mean bias amplification of captions',
    formula:
      "mean over pairs with b(o, g) > 1/|G| in training of b'(o, g) - b(o, g), b = c(o, g) / sum over g of c(o, g)",
    range: [-1, 1],
    inputs: ['captions'],
    meaning:
      'How much more often captions link objects to groups that training captions already linked them to.',
    undefinedWhen: 'no pairs that are biased in training',
    reference: 'Zhao et al.: Men Also Like Shopping, 2017; gender-neutral-captioning',
  }),
];

/** Of what can be guessed from what, by attackers that learn it. */
export const learnedAmplifications: readonly Metric[] = [
  amplification({
    name: 'leakage',
    title: 'Leakage',
    formula:
      'λ_M - λ_D: how well attackers do with predictions, less how well with labels made as wrong; they guess the outcome from a feature or, as in the paper, the attribute from the outcome',
    range: [-1, 1],
    inputs: ['attribute', 'label', 'prediction'],
    meaning:
      'How much more a model’s predictions and a protected attribute tell of each other than the truth does.',
    undefinedWhen: 'no rows for testing',
    reference: 'Wang et al.: Balanced Datasets Are Not Enough, 2019; bias_amplification',
  }),
  amplification({
    name: 'DPA',
    title: 'Directional predictability amplification',
    formula: '(λ_M - λ_D) / (λ_M + λ_D), from attribute to task and from task to attribute',
    range: [-1, 1],
    inputs: ['attribute', 'task', 'taskPrediction'],
    meaning:
      'How much better predictions than true values can be guessed from the other side, relative to how well both can.',
    undefinedWhen: 'neither attacker is right once',
    reference: 'bias_amplification',
  }),
  amplification({
    name: 'LIC',
    title: 'Leakage in captions',
    formula:
      'LIC_M - LIC_D, each the mean confidence of a text attacker in the true attribute where that is its answer',
    range: [-1, 1],
    inputs: ['captions', 'attribute'],
    meaning:
      'How much better a protected attribute can be guessed from generated captions than from human ones, once words that name it are masked.',
    undefinedWhen: 'no captions for testing',
    reference:
      'Hirota, Nakashima, Garcia: Quantifying Societal Bias Amplification in Image Captioning, 2022',
  }),
];
