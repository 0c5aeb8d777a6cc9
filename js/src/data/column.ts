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

/** Anything with `toArray()`: Arrow vectors, Arquero columns. */
export interface VectorColumn {
  toArray(): ArrayLike<Value>;
}

/** Anything with `dataSync()`: tensors of TensorFlow.js. */
export interface TensorColumn {
  dataSync(): ArrayLike<Value>;
}

/** Anything with an array as its `values`: series of Danfo.js. */
export interface SeriesColumn {
  values: ArrayLike<Value> | readonly unknown[];
}

/** Columns of other libraries, none of which has to be installed. */
export type ArrayLikeColumn = VectorColumn | TensorColumn | SeriesColumn;

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

const isArray = (column: unknown): column is ArrayLike<Value> =>
  Array.isArray(column) || (ArrayBuffer.isView(column) && !(column instanceof DataView));

// What a column of another library gives when it is asked for its values.
function contentOf(column: object): unknown {
  // Arrow's toArray() gives the bytes under a null, which may be anything; its iterator gives null.
  const { nullCount = 0 } = column as { nullCount?: number };
  if (nullCount > 0 && Symbol.iterator in column) return [...(column as Iterable<Value>)];
  if ('toArray' in column && typeof column.toArray === 'function') return column.toArray();
  if ('dataSync' in column && typeof column.dataSync === 'function') return column.dataSync();
  // A plain object with `values` is columns by name, or a matrix.
  const isPlain = Object.getPrototypeOf(column) === Object.prototype;
  return 'values' in column && !isPlain ? column.values : undefined;
}

/** Whether the columns of another library have this form. */
export function isForeign(column: object): column is ArrayLikeColumn {
  return isArray(contentOf(column));
}

/** The column as something with a length and indices. Throws `invalidArgument` for anything else. */
export function toIndexable(column: unknown, name: string): ArrayLike<Value> {
  if (isArray(column)) return column;
  const content = typeof column === 'object' && column !== null ? contentOf(column) : undefined;
  if (isArray(content)) return content;
  throw new FairwasmError('invalidArgument', {
    argument: name,
    expected: 'an array, a typed array, or something with toArray(), dataSync() or values',
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
