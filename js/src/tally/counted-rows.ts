// SPDX-License-Identifier: Apache-2.0
//
// Rows that were counted elsewhere: how many are alike, and the sums of their weights and scores, checked. What they
// are, groups and labels, is read like any other column; see tally.ts.

import { type FairwasmError, invalid, shapeMismatch } from '../core/error.js';
import { shown } from '../core/options.js';
import { type NumberColumn, toNumbers } from '../data/column.js';
import { maxWeight } from '../data/weights.js';
import type { TallyRows } from './rows.js';

/** Rows that were counted elsewhere, by a GROUP BY for instance: `rows[i]` of them are alike. */
export interface CountedRows extends Omit<TallyRows, 'score' | 'weight' | 'cluster'> {
  rows: NumberColumn;
  /** Of the weights w of the `rows[i]` rows, Σ w and Σ w²; left out: every row weighs 1. */
  weights?: { sum: NumberColumn; squares: NumberColumn } | undefined;
  /**
   * Of their scores s, Σ w s, Σ (w s)² and Σ w · w s, which may be left out where every row weighs 1; needed where the
   * tally has scores.
   */
  scores?:
    | { sum: NumberColumn; squares: NumberColumn; weighted?: NumberColumn | undefined }
    | undefined;
}

/** The sums of a cell in the order of tally.hpp: rows, weight, squared weight, and three of scores, if there are any. */
export type CountedSums = readonly Float64Array[];

/**
 * The sums of counted rows, `length` of them.
 *
 * @throws FairwasmError `invalidArgument` for what is no number of rows and for sums that no such rows can have,
 *   `missingValue` for one that is missing, `shapeMismatch` for columns of several lengths; each with the row.
 */
export function sumsOfCounted(
  counted: Pick<CountedRows, 'rows' | 'weights' | 'scores'>,
  length: number,
): CountedSums {
  const { weights, scores } = counted;
  const read = (values: NumberColumn, name: string) => finite(values, name, length);
  const rows = countsOfRows(counted.rows, length);
  const sum = weights ? read(weights.sum, 'weight') : rows;
  const squares = weights ? read(weights.squares, 'squared weight') : rows;
  requirePossible(rows, sum, squares, 'weight');
  if (!scores) return [rows, sum, squares];
  const score = read(scores.sum, 'score');
  const squaredScore = read(scores.squares, 'squared score');
  requirePossible(rows, score, squaredScore, 'score');
  if (weights && !scores.weighted) throw noColumn();
  const weighted = scores.weighted ? read(scores.weighted, 'score by weight') : score;
  return [rows, sum, squares, score, squaredScore, weighted];
}

/**
 * How many rows each stands for, and the sums of their weights, as accumulators of numbers take them.
 *
 * @throws FairwasmError as {@link sumsOfCounted}.
 */
export function alikeRows(
  counted: Pick<CountedRows, 'rows' | 'weights'>,
  length: number,
): {
  weight: Float64Array | undefined;
  alike: { counts: Float64Array; squares: Float64Array | undefined };
} {
  const [counts, sum, squares] = sumsOfCounted(counted, length) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const isWeighted = counted.weights !== undefined;
  return {
    weight: isWeighted ? sum : undefined,
    alike: { counts, squares: isWeighted ? squares : undefined },
  };
}

/**
 * How many rows each stands for, where that is all that is known of them.
 *
 * @throws FairwasmError as {@link sumsOfCounted}.
 */
export function countsOfRows(rows: NumberColumn, length: number): Float64Array {
  return finite(rows, 'rows', length).map(requireCount);
}

/** The number of rows that are alike, 0 to 2^53: beyond it not every whole number is one. */
export function requireCount(count: number, row: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw invalid('rows', 'a whole number of rows, from 0 to 9007199254740991', shown(count), row);
}

function finite(column: NumberColumn, argument: string, length: number): Float64Array {
  const numbers = toNumbers(column, argument);
  if (numbers.length !== length) {
    throw shapeMismatch(
      argument,
      `${length} values, like the other columns`,
      String(numbers.length),
    );
  }
  const row = numbers.findIndex((number) => !Number.isFinite(number));
  if (row < 0) return numbers;
  throw invalid(argument, 'a finite number', shown(numbers[row]), row);
}

const rounding = 1e-6; // relative; far more than sums of 2^53 rows are off

// Of any n numbers, (Σ x)² <= n Σ x²; of weights, which are not negative, Σ w² <= (Σ w)² as well.
function requirePossible(
  rows: Float64Array,
  sums: Float64Array,
  squares: Float64Array,
  argument: 'weight' | 'score',
): void {
  const row = sums.findIndex((sum, i) => {
    const [count, square] = [rows[i] as number, squares[i] as number];
    const isOfItsKind =
      argument === 'score' ||
      (sum >= 0 && sum <= count * maxWeight && square <= sum * sum * (1 + rounding));
    return !(isOfItsKind && sum * sum <= count * square * (1 + rounding));
  });
  if (row < 0) return;
  throw invalid(
    argument,
    `a sum and a sum of squares that ${rows[row]} rows can have`,
    `${sums[row]} and ${squares[row]}`,
    row,
  );
}

function noColumn(): FairwasmError {
  return invalid('scores', 'the sum of scores by squared weight too, as there are weights', 'none');
}
