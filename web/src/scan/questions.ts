// SPDX-License-Identifier: Apache-2.0
//
// What a search for subgroups can be asked, and what it finds.

import type { BiasScanResult } from 'fairwasm/aif360';
import type { WorstSlices } from 'fairwasm/slices';
import type { Choice } from '../table/choice.js';
import { type Outcome, outcomeOf } from '../table/outcome.js';

/** What is counted in rows, of slices that any column of the file can name. */
export type SliceQuestion =
  | 'minSelected'
  | 'maxSelected'
  | 'maxErrors'
  | 'mostFalsePositives'
  | 'mostFalseNegatives';

/** On which side of the outcomes scores are, of the chosen groups: whether a number is too high depends on what is expected. */
export type ScoreQuestion = 'scoreTooHigh' | 'scoreTooLow';

/** Which rows are looked at and what is counted in them. */
export type Question = SliceQuestion | ScoreQuestion;

/** Whether it is asked of all columns. */
export const isOfSlices = (question: Question): question is SliceQuestion =>
  !question.startsWith('score');

/** What a search gives: slices of all columns, none where no column can name any; or subgroups of those chosen. */
export type Answered =
  | { slices: WorstSlices | undefined; found?: undefined }
  | { found: readonly Found[]; slices?: undefined };

/** A subgroup, and the part of the rows that it was found in. */
export interface Found extends BiasScanResult {
  /** Rows that were searched: those outside the subgroups found before. */
  searched: number;
  /** What is observed in all of them, as a share. */
  share: number;
}

declare module '../work/requests.js' {
  interface Requests {
    scan: { request: { file: Blob; choice: Choice; question: Question }; result: Answered };
  }
}

interface Asked {
  title: string;
  /** What is counted, for the table. */
  counted: string;
  /** What it is compared with. */
  expected: string;
}

const rateOfAll = 'In all rows';

const questions: Readonly<Record<Question, Asked>> = {
  minSelected: {
    title: 'Who receives the favorable decision least often?',
    counted: 'Without the favorable decision',
    expected: rateOfAll,
  },
  maxSelected: {
    title: 'Who receives the favorable decision most often?',
    counted: 'Favorable decisions',
    expected: rateOfAll,
  },
  maxErrors: {
    title: 'Whose predictions are wrong most often?',
    counted: 'Errors',
    expected: rateOfAll,
  },
  mostFalsePositives: {
    title: 'Who most often gets a false favorable prediction?',
    counted: 'False positives',
    expected: rateOfAll,
  },
  mostFalseNegatives: {
    title: 'Who most often gets a false unfavorable prediction?',
    counted: 'False negatives',
    expected: rateOfAll,
  },
  scoreTooHigh: {
    title: 'For whom are scores too high?',
    counted: 'Favorable outcomes',
    expected: 'Expected from scores',
  },
  scoreTooLow: {
    title: 'For whom are scores too low?',
    counted: 'Favorable outcomes',
    expected: 'Expected from scores',
  },
};

// Where a positive decision is a burden, what is asked about is who bears it.
const ofBurden: Readonly<Partial<Record<Question, Partial<Asked>>>> = {
  minSelected: { title: 'Who receives the burden least often?', counted: 'Spared' },
  maxSelected: { title: 'Who receives the burden most often?', counted: 'Burdens' },
  mostFalsePositives: { title: 'Who most often receives the burden by mistake?' },
  mostFalseNegatives: { title: 'Who is most often spared although the outcome is positive?' },
  scoreTooHigh: { counted: 'Positive outcomes' },
  scoreTooLow: { counted: 'Positive outcomes' },
};

/** The question in words. */
export const askedOf = (question: Question, outcome: Outcome): Asked => ({
  ...questions[question],
  ...(outcome === 'burden' && ofBurden[question]),
});

/** What can be asked of a file, given which columns there are, what matters most at the front. */
export function possibleQuestions(choice: Choice): Question[] {
  const { prediction, label, score, threshold } = choice;
  const hasDecisions = prediction !== undefined || threshold !== undefined;
  const isBurden = outcomeOf(choice) === 'burden';
  const errors = isBurden
    ? (['mostFalsePositives', 'maxErrors', 'mostFalseNegatives'] as const)
    : (['maxErrors', 'mostFalsePositives', 'mostFalseNegatives'] as const);
  return [
    ...(hasDecisions && label ? errors : []),
    ...(hasDecisions ? [isBurden ? ('maxSelected' as const) : ('minSelected' as const)] : []),
    ...(score && label ? (['scoreTooHigh', 'scoreTooLow'] as const) : []),
  ];
}
