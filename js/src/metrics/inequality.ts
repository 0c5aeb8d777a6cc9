// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for the inequality of benefits, over all rows and between groups.

import { type Metric, toZero, unbounded } from './metric.js';

const speicher = 'Speicher et al.: A Unified Approach to Quantifying Algorithmic Unfairness, 2018';

type InequalityRow = Pick<Metric, 'name' | 'title' | 'formula' | 'meaning'>;
const inequality = (row: InequalityRow): Metric =>
  toZero({
    kind: 'inequality',
    range: unbounded,
    inputs: ['label', 'prediction'],
    undefinedWhen: 'no rows, or all benefits are 0',
    reference: speicher,
    ...row,
  });
// The same index over all rows, and between groups of both kinds.
const everywhere = (name: string, title: string, formula: string, meaning: string): Metric[] => [
  inequality({ name, title, formula, meaning }),
  inequality({
    name: `betweenGroup${name[0]?.toUpperCase()}${name.slice(1)}`,
    title: `${title} between groups`,
    formula: `${title}, b replaced by its mean in U and in P`,
    meaning: 'The part of the inequality between the two compared groups.',
  }),
  inequality({
    name: `betweenAllGroups${name[0]?.toUpperCase()}${name.slice(1)}`,
    title: `${title} between all groups`,
    formula: `${title}, b replaced by its mean in each intersectional group of all attributes`,
    meaning: 'The part of the inequality between the intersectional groups of all attributes.',
  }),
];

export const inequalityMetrics: readonly Metric[] = [
  ...everywhere(
    'generalizedEntropyIndex',
    'Generalized entropy index',
    '1 / (n alpha (alpha - 1)) sum of ((b / mu)^alpha - 1); limits for alpha = 0 and 1',
    'Inequality of benefits among individuals; 0 if all are equal.',
  ),
  ...everywhere(
    'theilIndex',
    'Theil index',
    '1/n sum of b / mu ln(b / mu)',
    'Inequality of benefits among individuals: the generalized entropy index with alpha = 1.',
  ),
  ...everywhere(
    'coefficientOfVariation',
    'Coefficient of variation',
    'sqrt(2 * generalized entropy index of 2)',
    'Standard deviation of the benefits divided by their mean.',
  ),
];
