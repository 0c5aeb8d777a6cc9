// SPDX-License-Identifier: Apache-2.0
//
// How far apart two rows are, column by column (Gower 1971): numbers by their difference as a share of the column's
// range, others by whether they are the same.

import { isMissing, nameOf, type Value } from '../data/value.js';
import type { Row } from './rows.js';

/** How far apart values of a column are, 0 to 1. */
export interface ColumnDistance {
  column: string;
  between(a: Value, b: Value): number;
}

const numerals: readonly string[] = ['number', 'bigint', 'string'];

export const numberOf = (value: Value): number => {
  const mayBeOne = numerals.includes(typeof value) || value instanceof Date;
  return mayBeOne && !isMissing(value) ? Number(value) : Number.NaN;
};

/** Whether every value that is not missing is a number. */
export const isNumeric = (rows: readonly Row[], column: string): boolean =>
  rows.every((row) => isMissing(row[column]) || Number.isFinite(numberOf(row[column])));

/** Distances in the columns, as ranges of these rows have them. */
export const distancesIn = (rows: readonly Row[], columns: readonly string[]): ColumnDistance[] =>
  columns.map((column) => ({ column, between: distanceIn(rows, column) }));

function distanceIn(rows: readonly Row[], column: string): ColumnDistance['between'] {
  const range = isNumeric(rows, column) ? rangeOf(rows, column) : 0;
  return (a, b) => {
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a) !== isMissing(b));
    if (range > 0) return Math.min(1, Math.abs(numberOf(a) - numberOf(b)) / range);
    return Number(nameOf(a) !== nameOf(b));
  };
}

function rangeOf(rows: readonly Row[], column: string): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    const number = numberOf(row[column]);
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return high - low;
}

/** The mean over columns, 0 to 1. */
export function distanceBetween(distances: readonly ColumnDistance[], a: Row, b: Row): number {
  let sum = 0;
  for (const { column, between } of distances) sum += between(a[column], b[column]);
  return sum / distances.length;
}
