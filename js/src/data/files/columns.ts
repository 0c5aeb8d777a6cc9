// SPDX-License-Identifier: Apache-2.0
//
// What readers of all formats share: which of a file's columns are asked for, and codes for categories that come one by one.

import { invalid } from '../../core/error.js';
import { indexOfColumn } from '../coded-csv.js';
import type { CodedColumn, NumericArray } from '../column.js';
import { distinctNames } from '../intake/layout.js';
import { type NumberMarks, numberTexts } from '../intake/number-texts.js';
import { isMissing, type Value } from '../value.js';

/** Which columns of a file are to be read. */
export interface Wanted {
  /** Left out: all that have a name. */
  columns?: readonly string[] | undefined;
  /** Of the columns, those that are numbers; the others are categories. */
  numbers?: readonly string[] | undefined;
  /** Gets what was decided about the names of the columns. */
  onNotes?: ((notes: readonly string[]) => void) | undefined;
}

/** The names asked for, each with its place in the file. Throws `invalidArgument` for a column that there is not. */
export function wantedColumns(
  known: readonly string[],
  { columns, onNotes }: Wanted,
): [string, number][] {
  const { names, notes } = distinctNames(known.map((name) => name.trim()));
  onNotes?.(notes);
  const asked = new Set(columns ?? names.filter((name) => name !== ''));
  return [...asked].map((name) => [name, indexOfColumn(name.trim(), names)]);
}

type Category = CodedColumn['categories'][number];

/** Categories as they come, each with the code that it had before. */
export class CategoryCodes {
  readonly categories: Category[] = [];
  readonly #codes = new Map<Category, number>();

  codeOf(category: Category): number {
    let code = this.#codes.get(category);
    if (code === undefined) {
      code = this.categories.length;
      this.#codes.set(category, code);
      this.categories.push(category);
    }
    return code;
  }
}

/** A value of any format as the package takes it: dates as their text in ISO 8601, without a time at midnight. */
export function plainValue(value: unknown, column: string, row: number): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Date) return dateText(value);
  throw invalid(
    column,
    'a text, a number, a truth value or a date in every row',
    Array.isArray(value) ? 'a list' : 'an object',
    row,
  );
}

/** The same of a column; one of numbers alone, as most are, is taken as it is. */
export function plainColumn(values: ArrayLike<unknown>, name: string, firstRow: number) {
  if (Array.isArray(values) && values.every((value) => typeof value === 'number')) return values;
  const column: Value[] = [];
  for (let i = 0; i < values.length; i++) column.push(plainValue(values[i], name, firstRow + i));
  return column;
}

/** Numbers that are written for people, if the column is one of numbers; adds a note. */
export function numberedColumns(
  values: Value[],
  name: string,
  { numbers, ...marks }: Wanted & NumberMarks,
  notes: string[],
): Value[] {
  if (!numbers?.includes(name)) return values;
  const isText = (value: Value): value is string => typeof value === 'string' && !isMissing(value);
  const texts = numberTexts([...new Set(values.filter(isText))], marks);
  if (!texts || (texts.isPercent && values.some((value) => typeof value === 'number')))
    return values;
  notes.push(`${name} has ${texts.said}.`);
  return values.map((value) => (isText(value) ? Number(texts.plain(value)) : value));
}

export const isNumeric = (values: unknown): values is NumericArray =>
  ArrayBuffer.isView(values) &&
  !(values instanceof BigInt64Array || values instanceof BigUint64Array);

export const dateText = (date: Date): string =>
  Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('T00:00:00.000Z', '');
