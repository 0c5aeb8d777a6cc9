// SPDX-License-Identifier: Apache-2.0
//
// Gower's distance between rows (1971): for a numeric column, the difference divided by the column's range; for other
// columns, 0 if the values are equal, otherwise 1.

import { getName, isMissing, type Value } from '../data/value.js';
import type { Row } from './rows.js';

/** Returns the distance between two values of a column, from 0 to 1. */
export interface ColumnDistance {
  column: string;
  between(a: Value, b: Value): number;
}

const numerals: readonly string[] = ['number', 'bigint', 'string'];

export const toNumber = (value: Value): number => {
  const mayBeOne = numerals.includes(typeof value) || value instanceof Date;
  return mayBeOne && !isMissing(value) ? Number(value) : Number.NaN;
};

/** True if every nonmissing value is a number. */
export const isNumeric = (rows: readonly Row[], column: string): boolean =>
  rows.every((row) => isMissing(row[column]) || Number.isFinite(toNumber(row[column])));

/** Returns the distance functions of the columns, with the ranges of these rows. */
export const distancesIn = (rows: readonly Row[], columns: readonly string[]): ColumnDistance[] =>
  columns.map((column) => ({ column, between: distanceIn(rows, column) }));

function distanceIn(rows: readonly Row[], column: string): ColumnDistance['between'] {
  const range = isNumeric(rows, column) ? computeRange(rows, column) : 0;
  return (a, b) => {
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a) !== isMissing(b));
    if (range > 0) return Math.min(1, Math.abs(toNumber(a) - toNumber(b)) / range);
    return Number(getName(a) !== getName(b));
  };
}

function computeRange(rows: readonly Row[], column: string): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    const number = toNumber(row[column]);
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return high - low;
}

/** Returns the mean distance over columns, from 0 to 1. */
export function distanceBetween(distances: readonly ColumnDistance[], a: Row, b: Row): number {
  let sum = 0;
  for (const { column, between } of distances) sum += between(a[column], b[column]);
  return sum / distances.length;
}
