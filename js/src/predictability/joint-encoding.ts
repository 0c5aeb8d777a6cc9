// SPDX-License-Identifier: Apache-2.0
//
// Encodes the same columns of several parts (training and test rows) jointly, so that a code has the same meaning in
// each part.

import { FairwasmError, invalid, tooLarge } from '../core/error.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import { type CategoryColumn, isCoded, isForeign, toIndexable } from '../data/column.js';

/** One column of categories, or several by name. */
export type Task = CategoryColumn | Readonly<Record<string, CategoryColumn>>;

// A column with more categories is assumed to be numeric.
const maxCategories = 1000;

function isColumn(task: Task): task is CategoryColumn {
  return Array.isArray(task) || ArrayBuffer.isView(task) || isCoded(task) || isForeign(task);
}

export function getColumns(task: Task, argument: string): [name: string, column: CategoryColumn][] {
  if (typeof task !== 'object' || task === null) {
    toIndexable(task, argument); // throws an error with the expected type
  }
  if (isColumn(task)) return [[argument, task]];
  const entries = Object.entries(task);
  if (entries.length > 0) return entries;
  throw invalid(argument, 'a column, or columns by name', 'none');
}

// Compares categories: numbers by size before strings by characters, such as 0 before 1, 9 before 10, "no" before
// "yes".
function inOrder(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y || (a < b ? -1 : 1);
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  return a < b ? -1 : 1;
}

/** True if the column is numeric because at least one category has a fraction. Integers can be codes of categories. */
export const areNumbers = (categories: readonly string[]): boolean => categories.some(isFraction);

/** True if the string is a finite number with a fraction. */
export function isFraction(category: string): boolean {
  const value = category.trim() === '' ? Number.NaN : Number(category);
  return Number.isFinite(value) && !Number.isInteger(value);
}

const tooMany = (name: string): FairwasmError =>
  tooLarge(name, `at most ${maxCategories} categories; numbers are given as { values, width }`, 'more of them');

/** Encodes columns of the same meaning with shared codes. */
export function encodeTogether(
  columns: readonly CategoryColumn[],
  name: string,
  missing: 'category' | 'error',
  names: readonly string[],
): { codes: Uint32Array[]; categories: string[] } {
  const encoder = new CategoryEncoder(name, [], missing, { max: () => maxCategories });
  const encoded = columns.map((column, i) => {
    try {
      return encoder.encode(column);
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      if (error.code === 'tooLarge') throw tooMany(name);
      throw error.with({ argument: names[i] as string });
    }
  });
  const { categories } = encoder;
  const order = [...categories].sort(inOrder);
  const place = categories.map((category) => order.indexOf(category));
  const codes = encoded.map((column: Codes) => Uint32Array.from(column, (code) => place[code] as number));
  return { codes, categories: order };
}

/** Returns the column with the name of the label's column. */
export function requireColumn(entry: [string, CategoryColumn] | undefined, name: string, of: string) {
  if (entry) return entry[1];
  throw invalid(of, `a column '${name}', as in the label`, 'none');
}

/** Returns the name of a part's column for errors. */
export const inPart = (part: number, column: string) => (part === 0 ? column : `test.${column}`);
