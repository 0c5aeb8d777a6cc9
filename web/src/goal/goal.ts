// SPDX-License-Identifier: Apache-2.0
//
// From what a decision does to people, and which of its errors hurts them more, to the measure with which a report begins,
// and to what cannot be had beside it. Each sentence is of published results: Chouldechova 2017; Kleinberg, Mullainathan
// and Raghavan 2017.

import type { Choice } from '../table/choice.js';
import type { Outcome } from '../table/outcome.js';

export type Worse = NonNullable<Choice['worse']>;

/** What a report begins with. */
export interface Goal {
  disparity: string;
  rate: string;
  /** In words that a person who is concerned would use. */
  said: string;
}

const goals: Readonly<Record<Worse, Omit<Goal, 'said'>>> = {
  falsePositives: { disparity: 'falsePositiveRateDifference', rate: 'falsePositiveRate' },
  falseNegatives: { disparity: 'equalOpportunityDifference', rate: 'truePositiveRate' },
};

/** What each error is to a person. */
export const errorTexts: Readonly<Record<Outcome, Readonly<Record<Worse, string>>>> = {
  benefit: {
    falseNegatives: 'To be refused what they should have got',
    falsePositives: 'To be given what they should not have got, such as a loan that ruins them',
  },
  burden: {
    falsePositives: 'To bear the burden wrongly',
    falseNegatives: 'To be spared wrongly, which harms others or denies them help',
  },
};

const begins: Readonly<Record<Worse, string>> = {
  falsePositives:
    'The report begins with the gap in false positive rates: of those whose true outcome is negative, how many were decided positive.',
  falseNegatives:
    'The report begins with the gap in true positive rates: of those whose true outcome is positive, how many were decided so.',
};

/** Undefined where nobody said which error hurts more: the report then begins as it always does. */
export function goalOf({ worse, label, prediction }: Choice): Goal | undefined {
  if (worse === undefined || label === undefined || prediction === undefined) return undefined;
  return { ...goals[worse], said: begins[worse] };
}

/** A short tree: what somebody is after, and the measure that fits it. */
export const questions: readonly (readonly [situation: string, measure: string])[] = [
  [
    'There is no true outcome, or it records past unfairness itself',
    'Selection rates: statistical parity difference, disparate impact.',
  ],
  [
    'The decision is a benefit, and who deserves it must not be passed over',
    'True positive rates: equal opportunity difference.',
  ],
  [
    'The decision is a burden, and nobody must bear it wrongly',
    'False positive rates: false positive rate difference.',
  ],
  [
    'A positive decision should mean the same, whoever gets it',
    'Precision: false discovery rate difference; with scores, calibration.',
  ],
];

export const impossible =
  'Where true outcomes are more frequent in one group than in another, these cannot all be equal at once: equal precision excludes ' +
  'equal error rates, and both exclude equal selection rates, but for a model without errors. Say first which matters.';
