// SPDX-License-Identifier: Apache-2.0
//
// Derives the first measure of a report from the effect of a decision on people, and from the error that hurts them
// more.

import type { Choice } from '../../table/choice.js';
import type { Outcome } from '../../table/outcome.js';

export type Worse = NonNullable<Choice['worse']>;

/** The finding that a report lists first. */
export interface Goal {
  disparity: string;
  rate: string;
  /** Worded from the perspective of an affected person. */
  hint: string;
}

const goals: Readonly<Record<Worse, Omit<Goal, 'hint'>>> = {
  falsePositives: { disparity: 'falsePositiveRateDifference', rate: 'falsePositiveRate' },
  falseNegatives: { disparity: 'equalOpportunityDifference', rate: 'truePositiveRate' },
};

/** The consequence of each error for a person. */
export const errorTexts: Readonly<Record<Outcome | 'unknown', Readonly<Record<Worse, string>>>> = {
  benefit: {
    falseNegatives: 'Denied a benefit that they should have received',
    falsePositives: 'Given a benefit that harms them, such as a loan that they cannot repay',
  },
  burden: {
    falsePositives: 'Given a burden that they should not have received',
    falseNegatives: 'Spared when they should not have been, which harms others or denies them help',
  },
  unknown: {
    falseNegatives: 'Not given the positive decision although the true outcome is positive',
    falsePositives: 'Given the positive decision although the true outcome is negative',
  },
};

const begins: Readonly<Record<Worse, string>> = {
  falsePositives:
    'The report lists the gap in false positive rates first: the share of positive decisions among people whose true outcome is negative.',
  falseNegatives:
    'The report lists the gap in true positive rates first: the share of positive decisions among people whose true outcome is positive.',
};

/** Undefined if the user did not choose the worse error: the report then has its default order. */
export function getGoal({ worse, label, prediction }: Choice): Goal | undefined {
  if (worse === undefined || label === undefined || prediction === undefined) return undefined;
  return { ...goals[worse], hint: begins[worse] };
}
