// SPDX-License-Identifier: Apache-2.0
//
// Columns in all accepted forms: arrays, typed arrays, Arrow-like vectors, and dictionary-coded columns. Each is
// converted to an indexable object, or to codes with their categories.

import { type FairwasmError, invalid, missingValue, shapeMismatch } from '../core/error.js';
import { shown } from '../core/options.js';
import { arrowValues } from './arrow.js';
import { getKey, getName, isMissing, type MissingTexts, reading, usualMissingTexts, type Value } from './value.js';

export type { Value };

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

/** Encoded values. */
export type CodedColumn = Extract<CategoryColumn, { codes: unknown }>;

/** Codes in the core's form. */
export type Codes = Uint8Array | Uint32Array;

/** Columns of other libraries, which do not need to be installed. */
export type ArrayLikeColumn =
  /** Any object with `toArray()`: Arrow vectors, Arquero columns. */
  | { toArray(): ArrayLike<Value> }
  /** Any object with `dataSync()`: tensors of TensorFlow.js. */
  | { dataSync(): ArrayLike<Value> }
  /** Any object whose `values` are an array: series of Danfo.js. */
  | { values: ArrayLike<Value> | readonly unknown[] };

/** A column of categories: groups, labels, predictions. */
export type CategoryColumn =
  | readonly Value[]
  | NumericArray
  | BigInt64Array
  | BigUint64Array
  | ArrayLikeColumn
  /**
   * Encoded values: `categories[codes[row]]`. This is the fastest form if codes are a Uint8Array or a Uint32Array,
   * which need no lookup. Other arrays of codes are copied.
   */
  | {
      codes: readonly number[] | NumericArray | BigInt64Array | BigUint64Array;
      categories: readonly (string | number | boolean)[];
    };

/** A column of numbers: weights, scores. Strings are parsed; `true` is 1 and `false` is 0. */
export type NumberColumn = readonly Value[] | NumericArray | ArrayLikeColumn;

export function isCoded(column: unknown): column is CodedColumn {
  return typeof column === 'object' && column !== null && 'codes' in column;
}

const isArray = (column: unknown): column is ArrayLike<Value> =>
  Array.isArray(column) || (ArrayBuffer.isView(column) && !(column instanceof DataView));

// Returns the values of another library's column.
function getContent(column: object, name: string): unknown {
  const oneByOne = arrowValues(column, name);
  if (oneByOne) return oneByOne;
  if ('toArray' in column && typeof column.toArray === 'function') return column.toArray();
  if ('dataSync' in column && typeof column.dataSync === 'function') return column.dataSync();
  // A plain object with `values` is an object of columns, or a matrix.
  const isPlain = Object.getPrototypeOf(column) === Object.prototype;
  return 'values' in column && !isPlain ? column.values : undefined;
}

/** True if it has the form of another library's column. */
export function isForeign(column: object): column is ArrayLikeColumn {
  return isArray(getContent(column, 'column'));
}

/** Returns an array whose buffer has not been transferred; otherwise it would appear empty. */
export function requireAttached<T extends ArrayLike<unknown>>(array: T, argument: string): T {
  if (!ArrayBuffer.isView(array) || array.byteLength > 0) return array;
  try {
    new Uint8Array(array.buffer);
    return array;
  } catch {
    throw invalid(
      argument,
      'an array with a buffer that was not transferred',
      'an array whose buffer was transferred, for example to a worker',
    );
  }
}

/** Returns the column as an object with a length and indices. Throws `invalidArgument` for anything else. */
export function toIndexable(column: unknown, name: string): ArrayLike<Value> {
  if (isArray(column)) return requireAttached(column, name);
  const isObject = typeof column === 'object' && column !== null;
  const content = isObject ? reading(name, () => getContent(column, name)) : undefined;
  if (!isArray(content)) {
    throw invalid(name, 'an array, a typed array, or an object with toArray(), dataSync(), or values', shown(column));
  }
  requireOneEach(column as object, content, name);
  return requireAttached(content, name);
}

// Several numbers per row are the bits of an unsupported type.
function requireOneEach(column: object, content: ArrayLike<unknown>, argument: string): void {
  const { length } = column as { length?: unknown };
  if (typeof length !== 'number' || length === content.length) return;
  throw shapeMismatch(argument, `one value for each of ${length} rows`, `${content.length} values`);
}

/** Returns the number of rows of the column. */
export function getLength(column: CategoryColumn | NumberColumn, name: string): number {
  const values = reading(name, () => (isCoded(column) ? column.codes : column));
  return toIndexable(values, name).length;
}

function toNumber(value: unknown, missing: MissingTexts): number {
  if (typeof value === 'number') return value;
  const isNumber = typeof value === 'bigint' || typeof value === 'boolean';
  if (isNumber) return Number(value);
  if (typeof value !== 'string' || isMissing(value, missing)) return Number.NaN;
  const number = Number(value);
  return Number.isNaN(number) ? Number(getKey(getName(value) as string)) : number;
}

/** Returns the column as finite numbers. Throws `missingValue` or `invalidArgument` with the row. */
export function toNumbers(column: NumberColumn, name: string, missing: MissingTexts = usualMissingTexts): Float64Array {
  // The core checks that they are finite.
  if (column instanceof Float64Array) return requireAttached(column, name);
  const values = toIndexable(column, name);
  return reading(name, () => {
    const numbers = new Float64Array(values.length);
    for (let row = 0; row < values.length; row++) {
      const value = values[row];
      const number = toNumber(value, missing);
      if (!Number.isFinite(number)) throw notANumber(value, name, row, missing);
      numbers[row] = number;
    }
    return numbers;
  });
}

/**
 * Returns `numbers` if all of them are valid.
 *
 * @throws FairwasmError `invalidArgument` with the row of the first that is not.
 */
export function requireEach(
  numbers: Float64Array,
  argument: string,
  expected: string,
  isValid: (number: number) => boolean,
): Float64Array {
  const row = numbers.findIndex((number) => !isValid(number));
  if (row < 0) return numbers;
  throw invalid(argument, expected, String(numbers[row]), row);
}

export const isNonnegative = (number: number): boolean => number >= 0 && number < Number.POSITIVE_INFINITY;

const withComma = /^\s*[+-]?\d*(?:,\d+)+\s*$/;
const withPercent = /^\s*[\d.,]+\s*%\s*$/;

const expectedNumber = (text: string): string => {
  if (withComma.test(text))
    return "numbers in one format: pass the decimal mark ('.' or ',') or the thousands separator if the comma is one";
  if (withPercent.test(text)) return 'a finite number, or percent in every row';
  return 'a finite number';
};

function notANumber(value: unknown, argument: string, row: number, texts: MissingTexts): FairwasmError {
  const missing = isMissing(value, texts);
  const isText = typeof value === 'string' && value !== '';
  return (missing ? missingValue : invalid)(
    argument,
    isText ? expectedNumber(value) : 'a finite number',
    missing ? `a missing value${isText ? ` (${shown(value)})` : ''}` : shown(value),
    row,
  );
}
