// SPDX-License-Identifier: Apache-2.0
//
// From what a decision does to people, and which of its errors hurts them more, to the measure with which a report begins.

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
