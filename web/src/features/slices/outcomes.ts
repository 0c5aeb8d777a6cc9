// SPDX-License-Identifier: Apache-2.0
//
// The value that a question counts in each row: undefined if the question excludes the row, or if a value is missing.

import { sameCategory } from 'fairwasm';
import type { Choice } from '../../table/choice.js';
import type { CodedTexts } from '../../table/read.js';
import type { Question } from './questions.js';

/** The value for a row; undefined if the question excludes it. */
export type RowReader = (row: number) => { observed: number; expected: number } | undefined;

/** Returns the function that computes the value of `question` from the columns of a row. */
export function rowReader(
  columns: Readonly<Record<string, CodedTexts>>,
  { prediction, label, score, threshold, favorable }: Choice,
  question: Question,
): RowReader {
  const column = (name: string | undefined) => {
    const found = name === undefined ? undefined : columns[name];
    return found && ((row: number) => found.categories[found.codes[row] as number] as string);
  };
  const [decisions, outcomes, scores] = [column(prediction), column(label), column(score)];
  const answers = new Map<string | undefined, boolean>();
  const isFavorable = (value: string | undefined): boolean => {
    const known = answers.get(value) ?? sameCategory(value, favorable);
    answers.set(value, known);
    return known;
  };
  return (row) => {
    const used = [decisions, outcomes, scores].map((getText) => getText?.(row));
    if (used.includes('')) return undefined;
    const [decision, outcome, scored] = used;
    const value = Number(scored);
    const selected = decisions ? isFavorable(decision) : value >= (threshold ?? Number.NaN);
    const isTrue = outcomes !== undefined && isFavorable(outcome);
    const observe = (holds: boolean) => ({ observed: holds ? 1 : 0, expected: value });
    switch (question) {
      case 'minSelected':
        return observe(!selected);
      case 'maxSelected':
        return observe(selected);
      case 'maxErrors':
        return observe(selected !== isTrue);
      case 'mostFalsePositives':
        return isTrue ? undefined : observe(selected);
      case 'mostFalseNegatives':
        return isTrue ? observe(!selected) : undefined;
      default:
        return observe(isTrue);
    }
  };
}
