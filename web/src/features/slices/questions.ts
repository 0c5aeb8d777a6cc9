// SPDX-License-Identifier: Apache-2.0
//
// The questions of a search for subgroups, and its results.

import type { BiasScanResult } from 'fairwasm/aif360';
import type { Proxies } from 'fairwasm/slices';
import type { Choice } from '../../table/choice.js';
import { getOutcome, type Outcome } from '../../table/outcome.js';
import type { TableProfile } from '../../table/profile.js';
import type { DistinctSlices } from './distinct.js';

/** The counted value in rows, for slices by any column of the file. */
export type SliceQuestion = 'minSelected' | 'maxSelected' | 'maxErrors' | 'mostFalsePositives' | 'mostFalseNegatives';

/** Whether scores are too high or too low for the chosen groups; this depends on the expected outcomes. */
export type ScoreQuestion = 'scoreTooHigh' | 'scoreTooLow';

/** The selected rows and the counted value. */
export type Question = SliceQuestion | ScoreQuestion;

/** True if the search covers all columns. */
export const isOfSlices = (question: Question): question is SliceQuestion => !question.startsWith('score');

/**
 * The result of a search: slices of all columns (none if no column can define any) with the notes
 * about omitted columns, or subgroups of the chosen groups.
 */
export type Answered =
  | { slices: DistinctSlices | undefined; omitted: readonly string[]; found?: undefined }
  | { found: readonly Found[]; slices?: undefined };

/** A subgroup, and the rows in which it was found. */
export interface Found extends BiasScanResult {
  /** The searched rows: those outside of the subgroups found before. */
  searched: number;
  /** The observed proportion in all of them. */
  share: number;
}

/** A found group: the category of each column in its conditions, as a search describes it. */
export interface FoundGroup {
  /** Name of the column to add. */
  name: string;
  title: string;
  conditions: Readonly<Record<string, string>>;
}

/** The category of the rows outside of a group. */
export const others = 'all others';

declare module '../../worker/requests.js' {
  interface Requests {
    scan: {
      /** `without`: columns that define no groups. */
      request: { file: Blob; choice: Choice; question: Question; without: readonly string[] };
      result: Answered;
    };
    proxies: {
      /** `columns`: the columns that may reveal the group, alone or up to `maxColumns` together. */
      request: { file: Blob; choice: Choice; group: string; columns: readonly string[]; maxColumns: number };
      result: Proxies;
    };
    mark: { request: { file: Blob; group: FoundGroup }; result: { file: Blob; profile: TableProfile } };
  }
}

/** The number of combinations of 1 to `maxColumns` of `columns` columns. */
export const countCombinations = (columns: number, maxColumns: number): number =>
  [columns, (columns * (columns - 1)) / 2, (columns * (columns - 1) * (columns - 2)) / 6]
    .slice(0, maxColumns)
    .reduce((sum, count) => sum + count, 0);

/** A question and its answer. */
export interface KeptAnswer {
  question: Question;
  answered: Answered;
}

interface Asked {
  title: string;
  /** The name of the counted value, for the table. */
  counted: string;
  /** The name of the value that it is compared with. */
  expected: string;
}

const rateOfAll = 'In all rows';

const questions: Readonly<Record<Question, Asked>> = {
  minSelected: {
    title: 'Who receives the positive decision least often?',
    counted: 'Without the positive decision',
    expected: rateOfAll,
  },
  maxSelected: {
    title: 'Who receives the positive decision most often?',
    counted: 'Positive decisions',
    expected: rateOfAll,
  },
  maxErrors: { title: 'Whose predictions are wrong most often?', counted: 'Errors', expected: rateOfAll },
  mostFalsePositives: {
    title: 'Who most often gets a false positive prediction?',
    counted: 'False positives',
    expected: rateOfAll,
  },
  mostFalseNegatives: {
    title: 'Who most often gets a false negative prediction?',
    counted: 'False negatives',
    expected: rateOfAll,
  },
  scoreTooHigh: {
    title: 'For whom are scores too high?',
    counted: 'Positive outcomes',
    expected: 'Expected from scores',
  },
  scoreTooLow: {
    title: 'For whom are scores too low?',
    counted: 'Positive outcomes',
    expected: 'Expected from scores',
  },
};

// If a positive decision is known to be a benefit, it is called favorable.
const benefitTexts: typeof burdenTexts = {
  minSelected: { title: 'Who receives the favorable decision least often?', counted: 'Without the favorable decision' },
  maxSelected: { title: 'Who receives the favorable decision most often?', counted: 'Favorable decisions' },
  mostFalsePositives: { title: 'Who most often gets a false favorable prediction?' },
  mostFalseNegatives: { title: 'Who most often gets a false unfavorable prediction?' },
  scoreTooHigh: { counted: 'Favorable outcomes' },
  scoreTooLow: { counted: 'Favorable outcomes' },
};

// If a positive decision is a burden, the question is who bears it.
const burdenTexts: Readonly<Partial<Record<Question, Partial<Asked>>>> = {
  minSelected: { title: 'Who receives the burden least often?', counted: 'Spared' },
  maxSelected: { title: 'Who receives the burden most often?', counted: 'Burdens' },
  mostFalsePositives: { title: 'Who most often receives the burden by mistake?' },
  mostFalseNegatives: { title: 'Who is most often spared although the outcome is positive?' },
};

/** The question as a sentence. */
export const getAsked = (question: Question, outcome: Outcome | undefined): Asked => ({
  ...questions[question],
  ...(outcome === 'burden' && burdenTexts[question]),
  ...(outcome === 'benefit' && benefitTexts[question]),
});

/** The questions that a file with these columns permits, the most important first. */
export function possibleQuestions(choice: Choice): Question[] {
  const { prediction, label, score, threshold } = choice;
  const hasDecisions = prediction !== undefined || threshold !== undefined;
  const outcome = getOutcome(choice);
  const isBurden = outcome === 'burden';
  const errors = isBurden
    ? (['mostFalsePositives', 'maxErrors', 'mostFalseNegatives'] as const)
    : (['maxErrors', 'mostFalsePositives', 'mostFalseNegatives'] as const);
  return [
    ...(hasDecisions && label ? errors : []),
    ...(hasDecisions && outcome !== 'benefit' ? (['maxSelected'] as const) : []),
    ...(hasDecisions && outcome !== 'burden' ? (['minSelected'] as const) : []),
    ...(score && label ? (['scoreTooHigh', 'scoreTooLow'] as const) : []),
  ];
}
