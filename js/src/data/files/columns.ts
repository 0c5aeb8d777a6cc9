// SPDX-License-Identifier: Apache-2.0
//
// Shared by the readers of all formats: selection of the requested columns, and codes for categories that arrive one
// by one.

import { invalid } from '../../core/error.js';
import { indexOfColumn } from '../coded-csv.js';
import type { CodedColumn, NumericArray } from '../column.js';
import { distinctNames } from '../intake/layout.js';
import { type NumberMarks, notationNote, numberTexts } from '../intake/number-texts.js';
import type { Decision } from '../intake/record.js';
import { isMissing, tidy, type Value } from '../value.js';

/** The columns of a file to read. */
export interface Wanted {
  /** Default: all columns with a name. */
  columns?: readonly string[] | undefined;
  /** The numeric columns; the others are categories. */
  numbers?: readonly string[] | undefined;
  /** Called with the decisions about the names of the columns. */
  onNames?: ((decisions: readonly Decision[]) => void) | undefined;
}

/** Returns the requested names, each with its index in the file. Throws `invalidArgument` for an unknown column. */
export function wantedColumns(allowed: readonly string[], { columns, onNames }: Wanted): [string, number][] {
  const { names, decisions } = distinctNames(allowed);
  onNames?.(decisions);
  const requested = new Set(columns ?? names.filter((name) => name !== ''));
  return [...requested].map((name) => [name, indexOfColumn(tidy(name), names)]);
}

type Category = CodedColumn['categories'][number];

/** Assigns codes to categories in order of first appearance. */
export class CategoryCodes {
  readonly categories: Category[] = [];
  readonly #codes = new Map<Category, number>();

  getCode(category: Category): number {
    let code = this.#codes.get(category);
    if (code === undefined) {
      code = this.categories.length;
      this.#codes.set(category, code);
      this.categories.push(category);
    }
    return code;
  }
}

/**
 * Returns a value of any format as a value of the package: dates become ISO 8601 strings, without the time at
 * midnight.
 */
export function plainValue(value: unknown, column: string, row: number): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Date) return dateText(value);
  throw invalid(
    column,
    'a string, a number, a boolean, or a date in every row',
    Array.isArray(value) ? 'a list' : 'an object',
    row,
  );
}

/** Returns a column with plain values; purely numeric columns are returned unchanged. */
export function plainColumn(values: ArrayLike<unknown>, name: string, firstRow: number) {
  if (Array.isArray(values) && values.every((value) => typeof value === 'number')) return values;
  const column: Value[] = [];
  for (let i = 0; i < values.length; i++) column.push(plainValue(values[i], name, firstRow + i));
  return column;
}

/** Converts numbers in human-readable notation if the column is numeric; adds a decision. */
export function numberedColumns(
  values: Value[],
  name: string,
  { numbers, ...marks }: Wanted & NumberMarks,
  decisions: Decision[],
): Value[] {
  if (!numbers?.includes(name)) return values;
  const isText = (value: Value): value is string => typeof value === 'string' && !isMissing(value);
  const texts = numberTexts([...new Set(values.filter(isText))], marks);
  if (!texts || (texts.isPercent && values.some((value) => typeof value === 'number'))) return values;
  decisions.push(notationNote(name, texts));
  return values.map((value) => (isText(value) ? Number(texts.plain(value)) : value));
}

export const isNumeric = (values: unknown): values is NumericArray =>
  ArrayBuffer.isView(values) && !(values instanceof BigInt64Array || values instanceof BigUint64Array);

export const dateText = (date: Date): string =>
  Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('T00:00:00.000Z', '');
