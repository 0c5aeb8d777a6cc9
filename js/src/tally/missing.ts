// SPDX-License-Identifier: Apache-2.0
//
// Drops rows without a label, prediction, score, weight, or cluster. Rows without a group are kept; they form
// a category.

import { type CategoryColumn, isCoded, type NumberColumn, toIndexable, toNumbers, type Value } from '../data/column.js';
import { isMissing, type MissingTexts, reading } from '../data/value.js';
import { type CountedRows, requireCount } from './counted-rows.js';
import type { TallyRows } from './rows.js';

const needed = ['label', 'prediction', 'score', 'weight', 'cluster'] as const;

/** A column of any kind. */
export type AnyColumn = CategoryColumn | NumberColumn;

function at(column: AnyColumn, name: string): (row: number) => Value {
  if (isCoded(column)) {
    const codes = toIndexable(column.codes, name);
    return (row) => column.categories[Number(codes[row])];
  }
  const values = toIndexable(column, name);
  return (row) => values[row];
}

/** Returns the given rows of a column. */
export function pick(column: AnyColumn, name: string, rows: readonly number[]) {
  const value = at(column, name);
  if (!isCoded(column)) return rows.map(value);
  const codes = toIndexable(column.codes, name);
  // Categories that occur only in dropped rows are not learned.
  const lost = new Set(Array.from(codes, Number));
  for (const row of rows) lost.delete(Number(codes[row]));
  return {
    codes: rows.map((row) => codes[row]),
    categories: Array.from(column.categories, (each, code) => (lost.has(code) ? null : each)),
  };
}

/** Returns a function that tests for missing values and evaluates each distinct string once. */
function missingTest(texts: MissingTexts): (value: Value) => boolean {
  const answers = new Map<string, boolean>();
  return (value) => {
    if (typeof value !== 'string') return isMissing(value, texts);
    const cached = answers.get(value);
    if (cached !== undefined) return cached;
    const answer = isMissing(value, texts);
    answers.set(value, answer);
    return answer;
  };
}

/** Returns the rows in which none of the columns has a missing value. */
export function completeRows(
  columns: Readonly<Record<string, AnyColumn>>,
  length: number,
  texts: MissingTexts,
): number[] {
  const all: number[] = [];
  for (let row = 0; row < length; row++) all.push(row);
  return Object.entries(columns).reduce((left, [name, column]) => {
    const isAbsent = missingTest(texts);
    return reading(name, () => {
      const value = at(column, name);
      return left.filter((row) => !isAbsent(value(row)));
    });
  }, all);
}

export interface CompleteRows {
  rows: TallyRows;
  /** Number of dropped rows. */
  dropped: number;
  /** Input row number of each kept row; absent if none was dropped. */
  origins?: readonly number[];
}

/** Returns the complete rows among `length` rows. Columns have that length. */
export function keepCompleteRows(rows: TallyRows, length: number, texts: MissingTexts): CompleteRows {
  const present = needed.filter((name) => rows[name] !== undefined);
  const columns = Object.fromEntries(present.map((name) => [name, rows[name] as AnyColumn]));
  const complete = completeRows(columns, length, texts);
  if (complete.length === length) return { rows, dropped: 0 };
  const take = (name: string, column: AnyColumn) => reading(name, () => [name, pick(column, name, complete)]);
  const groups = Object.entries(rows.groups ?? {}).map(([name, column]) => take(name, column));
  const others = present.map((name) => take(name, rows[name] as AnyColumn));
  return {
    rows: { ...Object.fromEntries(others), groups: Object.fromEntries(groups) },
    dropped: length - complete.length,
    origins: complete,
  };
}

/**
 * Does the same for precomputed counts, where an entry stands for several rows. An entry is incomplete if a sum of
 * weights or scores is missing.
 */
export function keepCompleteCounts(
  { rows, weights, scores, ...columns }: CountedRows,
  length: number,
  texts: MissingTexts,
): Omit<CompleteRows, 'rows'> & { counted: CountedRows } {
  const stand = { ...columns, weight: weights?.sum, score: scores?.sum };
  const { rows: kept, origins } = keepCompleteRows(stand, length, texts);
  if (!origins) return { counted: { rows, weights, scores, ...columns }, dropped: 0 };
  const counts = toNumbers(rows, 'rows').map(requireCount);
  const all = counts.reduce((sum, each) => sum + each, 0);
  const take = (column: NumberColumn) => pick(column, 'rows', origins) as Value[];
  const left = origins.reduce((sum, row) => sum + (counts[row] as number), 0);
  const { groups, label, prediction } = kept;
  return {
    counted: {
      groups,
      label,
      prediction,
      rows: take(rows),
      weights: weights && { sum: take(weights.sum), squares: take(weights.squares) },
      scores: scores && {
        sum: take(scores.sum),
        squares: take(scores.squares),
        weighted: scores.weighted && take(scores.weighted),
      },
    },
    dropped: all - left,
    origins,
  };
}
