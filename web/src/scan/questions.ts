// SPDX-License-Identifier: Apache-2.0
//
// What a search for subgroups can be asked, and what it finds.

import type { BiasScanResult } from 'fairwasm/aif360';
import type { Choice } from '../table/choice.js';

/** Which rows are looked at and what is counted in them. */
export type Question =
  | 'fewestSelected'
  | 'mostErrors'
  | 'mostFalsePositives'
  | 'mostFalseNegatives'
  | 'scoreTooHigh'
  | 'scoreTooLow';

/** A subgroup, and the part of the rows that it was found in. */
export interface Found extends BiasScanResult {
  /** Rows that were searched: those outside the subgroups found before. */
  searched: number;
  /** What is observed in all of them, as a share. */
  share: number;
}

interface Asked {
  title: string;
  /** What is counted, for the table. */
  counted: string;
  /** What it is compared with. */
  expected: string;
}

export const questions: Readonly<Record<Question, Asked>> = {
  fewestSelected: {
    title: 'Who gets the favorable decision least often?',
    counted: 'Favorable decisions',
    expected: 'Rate in all rows searched',
  },
  mostErrors: {
    title: 'Whose predictions are wrong most often?',
    counted: 'Errors',
    expected: 'Rate in all rows searched',
  },
  mostFalsePositives: {
    title: 'Who is most often predicted favorable wrongly?',
    counted: 'False positives',
    expected: 'Rate in all rows searched',
  },
  mostFalseNegatives: {
    title: 'Whose favorable outcome is most often missed?',
    counted: 'False negatives',
    expected: 'Rate in all rows searched',
  },
  scoreTooHigh: {
    title: 'For whom are scores too high?',
    counted: 'Favorable outcomes',
    expected: 'By the scores',
  },
  scoreTooLow: {
    title: 'For whom are scores too low?',
    counted: 'Favorable outcomes',
    expected: 'By the scores',
  },
};

/** What can be asked of a file, given which columns there are. */
export function possibleQuestions({ prediction, label, score, threshold }: Choice): Question[] {
  const hasDecisions = prediction !== undefined || threshold !== undefined;
  return [
    ...(hasDecisions && label
      ? (['mostErrors', 'mostFalsePositives', 'mostFalseNegatives'] as const)
      : []),
    ...(hasDecisions ? (['fewestSelected'] as const) : []),
    ...(score && label ? (['scoreTooHigh', 'scoreTooLow'] as const) : []),
  ];
}
