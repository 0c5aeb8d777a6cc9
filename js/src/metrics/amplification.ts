// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for bias amplification, from counts and from trained attackers.

import { type Metric, rowsWith, zeroIsIdeal } from './metric.js';

/** The direction to measure: attributes amplify predicted tasks, or tasks amplify predicted attributes. */
export type Direction = 'AtoT' | 'TtoA';

const amplification = rowsWith({
  ...{ kind: 'amplification', range: [-1, 1], ...zeroIsIdeal },
  inputs: ['attribute', 'task', 'taskPrediction'],
});

/** Metrics based on counts of associations. */
export const countedAmplifications: readonly Metric[] = [
  amplification({
    name: 'BA_MALS',
    title: 'Bias amplification (MALS)',
    formula: "1/|T| sum over pairs with b(a, t) > 1/|A| of b'(a, t) - b(a, t), b = n(a, t) / sum over a of n(a, t)",
    meaning:
      'Increase in a group’s proportion from the data to the predictions, for tasks that are associated with the group.',
    undefinedWhen: 'no tasks',
    reference: 'Zhao et al.: Men Also Like Shopping, 2017',
  }),
  amplification({
    name: 'DBA',
    title: 'Directional bias amplification',
    formula: "mean of y(a, t) (P(t' | a) - P(t | a)), y = 1 where P(a, t) > P(a) P(t), else -1",
    meaning: 'Amount by which predictions strengthen the existing association between group and task.',
    undefinedWhen: 'no attribute has rows',
    reference: 'Wang, Russakovsky: Directional Bias Amplification, 2021',
  }),
  amplification({
    name: 'MDBA',
    title: 'Multi-attribute bias amplification',
    formula: "mean of |P(m' | a) - P(m | a)| over all combinations m of tasks that occur",
    range: [0, 1],
    meaning: 'Amount by which predictions change the rates of each group, over all combinations of tasks that occur.',
    undefinedWhen: 'no combination has a size in the range (the value is then 0)',
    reference: 'Zhao, Andrews, Xiang: Men Also Do Laundry, 2023',
  }),
  amplification({
    name: 'captionBiasAmplification',
    command: 'captions',
    title: 'Mean bias amplification of captions',
    formula:
      "mean over pairs with b(o, g) > 1/|G| in training of b'(o, g) - b(o, g), b = c(o, g) / sum over g of c(o, g)",
    inputs: ['captions'],
    meaning:
      'Increase in the association of objects with groups over training captions, for pairs that are associated in training.',
    undefinedWhen: 'no pairs that are associated in training',
    reference: 'Zhao et al.: Men Also Like Shopping, 2017; gender-neutral-captioning',
  }),
];

/** Metrics based on trained attackers. */
export const learnedAmplifications: readonly Metric[] = [
  amplification({
    name: 'leakage',
    command: 'leakage',
    title: 'Leakage',
    formula:
      'λ_M - λ_D: quality of attackers on predictions minus quality on labels with the same number of errors; attackers predict the outcome from a feature or, as in the paper, the attribute from the outcome',
    inputs: ['attribute', 'label', 'prediction'],
    meaning:
      'Additional information about a protected attribute that a model’s predictions reveal compared with the true labels.',
    undefinedWhen: 'no rows for testing',
    reference: 'Wang et al.: Balanced Datasets Are Not Enough, 2019; bias_amplification',
  }),
  amplification({
    name: 'DPA',
    command: 'dpa',
    title: 'Directional predictability amplification',
    formula: '(λ_M - λ_D) / (λ_M + λ_D), from attribute to task and from task to attribute',
    meaning:
      'Gain in quality when predictions instead of true values are predicted from the attribute or task, relative to the total.',
    undefinedWhen: 'no attacker is ever correct',
    reference: 'bias_amplification',
  }),
  amplification({
    name: 'LIC',
    command: 'lic',
    title: 'Leakage in captions',
    formula:
      'LIC_M - LIC_D, each the mean confidence of a text attacker in the true attribute if its prediction is correct',
    inputs: ['captions', 'attribute'],
    meaning:
      'Gain in the prediction of a protected attribute from generated captions compared with human captions, after words that name it are masked.',
    undefinedWhen: 'no captions for testing',
    reference: 'Hirota, Nakashima, Garcia: Quantifying Societal Bias Amplification in Image Captioning, 2022',
  }),
  amplification({
    name: 'DBAC',
    command: 'dbac',
    title: 'Directional bias amplification in captions',
    formula:
      '(λ_M - λ_D) / (λ_M + λ_D), each λ the mean of P(true attribute | masked caption) · P(objects mentioned) / P(true attribute); from task to attribute likewise',
    inputs: ['captions', 'attribute', 'task'],
    meaning:
      'Increase, from human to generated captions, in the dependence of mentioned objects on the attribute shown in the image, and of the mentioned attribute on the objects shown.',
    undefinedWhen: 'no image has a category or combination of objects that captions mention',
    reference:
      'Nair, Tokas, Kerner: A Woman with a Knife or A Knife with a Woman? Measuring Directional Bias Amplification in Image Captions, 2026',
  }),
];
