// SPDX-License-Identifier: Apache-2.0
//
// Validation of precomputed counts: numbers of equal rows, and sums of their weights and scores. Groups and
// labels are read like other columns; see tally.ts.

import { type FairwasmError, invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import { type NumberColumn, requireEach, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { maxWeight } from '../data/weights.js';
import type { TallyRows } from './rows.js';

/** Precomputed counts, for example from a GROUP BY: `rows[i]` rows have the same values. */
export interface CountedRows extends Omit<TallyRows, 'score' | 'weight' | 'cluster'> {
  rows: NumberColumn;
  /** Sums of the weights w of the `rows[i]` rows: Σ w and Σ w². Default: every row has weight 1. */
  weights?: { sum: NumberColumn; squares: NumberColumn } | undefined;
  /**
   * Sums of their scores s: Σ w s, Σ (w s)², and Σ w · w s; the last is optional if every row has weight 1.
   * Required if the tally has scores.
   */
  scores?: { sum: NumberColumn; squares: NumberColumn; weighted?: NumberColumn | undefined } | undefined;
}

/**
 * The sums of a cell in the order of tally.hpp: rows, weight, squared weight, and three sums of scores, if
 * any.
 */
export type CountedSums = readonly Float64Array[];

/**
 * Returns the sums of counted rows.
 *
 * @throws FairwasmError `invalidArgument` for an invalid number of rows or impossible sums, `missingValue` for a missing one, and `shapeMismatch` for columns of different lengths; each with the row.
 */
export function sumsOfCounted(counted: Pick<CountedRows, 'rows' | 'weights' | 'scores'>, length: number): CountedSums {
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
 * Returns the number of rows per entry and the sums of their weights, for accumulators of numbers.
 *
 * @throws FairwasmError like {@link sumsOfCounted}.
 */
export function toCountedRows(
  counted: Pick<CountedRows, 'rows' | 'weights'>,
  length: number,
): { weight: Float64Array | undefined; repeats: { counts: Float64Array; squares: Float64Array | undefined } } {
  const [counts, sum, squares] = sumsOfCounted(counted, length) as [Float64Array, Float64Array, Float64Array];
  const isWeighted = counted.weights !== undefined;
  return { weight: isWeighted ? sum : undefined, repeats: { counts, squares: isWeighted ? squares : undefined } };
}

/**
 * Returns the number of rows per entry, for counts without weights and scores.
 *
 * @throws FairwasmError like {@link sumsOfCounted}.
 */
export function countsOfRows(rows: NumberColumn, length: number): Float64Array {
  return finite(rows, 'rows', length).map(requireCount);
}

/** Validates a number of equal rows, from 0 to 2^53; larger doubles skip integers. */
export function requireCount(count: number, row: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw invalid('rows', 'a whole number of rows, from 0 to 9007199254740991', shown(count), row);
}

function finite(column: NumberColumn, argument: string, length: number): Float64Array {
  const numbers = toNumbers(column, argument);
  requireRows(argument, numbers.length, length, 'values, as in the other columns');
  return requireEach(numbers, argument, 'a finite number', Number.isFinite);
}

const rounding = 1e-6; // relative tolerance; far more than the rounding error of sums of 2^53 rows

// For any n numbers, (Σ x)² <= n Σ x²; for nonnegative weights, also Σ w² <= (Σ w)².
function requirePossible(
  rows: Float64Array,
  sums: Float64Array,
  squares: Float64Array,
  argument: 'weight' | 'score',
): void {
  const row = sums.findIndex((sum, i) => {
    const [count, square] = [rows[i] as number, squares[i] as number];
    const isOfItsKind =
      argument === 'score' || (sum >= 0 && sum <= count * maxWeight && square <= sum * sum * (1 + rounding));
    return !(isOfItsKind && sum * sum <= count * square * (1 + rounding));
  });
  if (row < 0) return;
  throw invalid(
    argument,
    `a sum and a sum of squares that are possible for ${rows[row]} rows`,
    `${sums[row]} and ${squares[row]}`,
    row,
  );
}

function noColumn(): FairwasmError {
  return invalid('scores', 'also the sum of scores by squared weight, because there are weights', 'none');
}
