// SPDX-License-Identifier: Apache-2.0
//
// Columns as people have them: arrays, typed arrays, Arrow-like vectors, dictionary-coded columns. Each
// is reduced here to something that can be indexed, or to codes with their categories.

import { FairwasmError } from '../core/error.js';

/** One value of a column. Empty text, `null`, `undefined` and NaN are missing values. */
export type Value = string | number | boolean | bigint | null | undefined;

export type NumericArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** Values that were coded before: `categories[codes[row]]`. The fastest way in: nothing is looked up. */
export interface CodedColumn {
  codes: Uint8Array | Uint32Array;
  categories: readonly string[];
}

/** Anything with `toArray()`: Arrow vectors, Arquero and Danfo columns. */
export interface ArrayLikeColumn {
  toArray(): ArrayLike<Value>;
}

/** A column of categories: groups, labels, predictions. */
export type CategoryColumn =
  | readonly Value[]
  | NumericArray
  | BigInt64Array
  | BigUint64Array
  | ArrayLikeColumn
  | CodedColumn;

/** A column of numbers: weights, scores. Text is parsed. */
export type NumberColumn = readonly Value[] | NumericArray | ArrayLikeColumn;

export function isCoded(column: unknown): column is CodedColumn {
  return typeof column === 'object' && column !== null && 'codes' in column;
}

/** The column as something with a length and indices. Throws `invalidArgument` for anything else. */
export function toIndexable(column: unknown, name: string): ArrayLike<Value> {
  if (Array.isArray(column)) return column;
  if (ArrayBuffer.isView(column) && !(column instanceof DataView)) {
    return column as unknown as ArrayLike<Value>;
  }
  if (typeof column === 'object' && column !== null && 'toArray' in column) {
    const { toArray } = column;
    if (typeof toArray === 'function') return toIndexable(toArray.call(column), name);
  }
  throw new FairwasmError('invalidArgument', {
    argument: name,
    expected: 'an array, a typed array, or something with toArray()',
    actual: column === null ? 'null' : typeof column,
  });
}

/** How many rows the column has. */
export function lengthOf(column: CategoryColumn | NumberColumn, name: string): number {
  return isCoded(column) ? column.codes.length : toIndexable(column, name).length;
}

export function isMissing(value: Value): boolean {
  return value === null || value === undefined || value === '' || Number.isNaN(value);
}

function toNumber(value: Value): number {
  if (typeof value === 'string') return value.trim() === '' ? Number.NaN : Number(value);
  return isMissing(value) ? Number.NaN : Number(value);
}

/** The column as finite numbers. Throws `missingValue` or `invalidArgument` with the row. */
export function toNumbers(column: NumberColumn, name: string): Float64Array {
  if (column instanceof Float64Array) return column; // the core checks that they are finite
  const values = toIndexable(column, name);
  const numbers = new Float64Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    const number = toNumber(value);
    if (!Number.isFinite(number)) throw notANumber(value, name, row);
    numbers[row] = number;
  }
  return numbers;
}

function notANumber(value: Value, argument: string, row: number): FairwasmError {
  const missing = isMissing(value);
  return new FairwasmError(missing ? 'missingValue' : 'invalidArgument', {
    argument,
    expected: 'a finite number',
    actual: missing ? 'a missing value' : `'${value}'`,
    row,
  });
}
