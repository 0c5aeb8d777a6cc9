// SPDX-License-Identifier: Apache-2.0
//
// Columns in the form that slices use: values in an order that does not depend on the rows, and numbers with many
// values as ranges.

import { CategoryEncoder, type Codes, missingCategory } from '../data/category.js';
import { placesIn } from '../data/codes.js';
import { type CategoryColumn, isCoded, toIndexable } from '../data/column.js';
import { isMissing, reading } from '../data/value.js';

/** A column's values, and a code for each row. */
export interface SliceColumn {
  name: string;
  codes: Codes;
  values: readonly string[];
  /** Upper limits of the ranges, except the last; undefined if values are not binned. */
  limits?: readonly number[];
}

/**
 * Encodes a column. `counts` are the numbers of rows per entry, if any; numbers with more than `bins` values are
 * binned.
 */
export function sliceColumn(name: string, column: CategoryColumn, counts: Float64Array, bins: number): SliceColumn {
  const numbers = isCoded(column) ? undefined : toNumbers(name, column);
  const limits = numbers && computeLimits(numbers, counts, bins);
  if (limits) return inRanges(name, numbers, limits);
  const encoder = new CategoryEncoder(name, [], 'category');
  const codes = encoder.encode(column);
  if (isCoded(column)) return { name, codes, values: encoder.categories };
  const values = [...encoder.categories].sort(byValue);
  const indices = placesIn(values, encoder.categories);
  return { name, codes: codes.map((code) => indices[code] as number), values };
}

// Matches numbers in usual notation; 007 and 02139 are names.
const numberText = /^\s*[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && numberText.test(value) ? Number(value) : undefined;
}

/** Returns the column as numbers, with NaN for missing values; undefined if a value is not a number. */
function toNumbers(name: string, column: CategoryColumn): Float64Array | undefined {
  return reading(name, () => {
    const values = toIndexable(column, name);
    const numbers = new Float64Array(values.length);
    for (let row = 0; row < values.length; row++) {
      const value = values[row];
      const number = isMissing(value) ? Number.NaN : toNumber(value);
      if (number === undefined || Math.abs(number) === Number.POSITIVE_INFINITY) return undefined;
      numbers[row] = number;
    }
    return numbers;
  });
}

/**
 * Returns the largest value of each range except the last, for ranges with about the same number of rows; undefined
 * if there are at most `bins` distinct numbers.
 */
function computeLimits(numbers: Float64Array, counts: Float64Array, bins: number): readonly number[] | undefined {
  const { values, rowsUpTo } = distribution(numbers, counts);
  if (values.length <= bins) return undefined;
  const rows = rowsUpTo.at(-1) as number;
  const indices = Array.from({ length: bins - 1 }, (_, i) => findPlace(rowsUpTo, ((i + 1) * rows) / bins));
  return [...new Set(indices)]
    .filter((index) => index < values.length - 1)
    .map((position) => values[position] as number);
}

/**
 * Returns the distinct numbers in ascending order, and for each number the number of rows that do not exceed it.
 */
function distribution(numbers: Float64Array, counts: Float64Array) {
  const isCounted = counts.length > 0;
  const sorted = numbers.filter((number, entry) => !Number.isNaN(number) && (!isCounted || counts[entry] !== 0)).sort();
  const values = sorted.filter((number, i) => number !== sorted[i - 1]);
  const rowsUpTo = new Float64Array(values.length);
  if (isCounted) {
    numbers.forEach((number, entry) => {
      const index = findPlace(values, number);
      if (values[index] === number) (rowsUpTo[index] as number) += counts[entry] as number;
    });
  } else {
    let position = -1;
    for (const number of sorted) {
      if (position < 0 || number !== values[position]) position++;
      (rowsUpTo[position] as number) += 1;
    }
  }
  for (let i = 1; i < rowsUpTo.length; i++) (rowsUpTo[i] as number) += rowsUpTo[i - 1] as number;
  return { values, rowsUpTo };
}

/** Returns the index of the first element that is not below `number`. */
function findPlace(ascending: ArrayLike<number>, number: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function inRanges(name: string, numbers: Float64Array, limits: readonly number[]): SliceColumn {
  const ranges = limits.length + 1;
  const codes = Uint8Array.from(numbers, (number) => (Number.isNaN(number) ? ranges : findPlace(limits, number)));
  const values = Array.from({ length: ranges }, (_, i) => rangeName(limits[i - 1], limits[i]));
  const isAllKnown = !codes.includes(ranges);
  return { name, codes, values: isAllKnown ? values : [...values, missingCategory], limits };
}

function rangeName(above: number | undefined, upTo: number | undefined): string {
  if (above === undefined) return upTo === undefined ? 'any number' : `≤ ${upTo}`;
  return upTo === undefined ? `> ${above}` : `(${above}, ${upTo}]`;
}

// Sorts numbers first, in ascending order, then strings, then missing values.
function byValue(a: string, b: string): number {
  const [one, other] = [toNumber(a), toNumber(b)];
  if (one !== undefined && other !== undefined && one !== other) return one - other;
  const rank = (name: string, number: number | undefined) =>
    name === missingCategory ? 2 : number === undefined ? 1 : 0;
  return rank(a, one) - rank(b, other) || (a < b ? -1 : a > b ? 1 : 0);
}
