// SPDX-License-Identifier: Apache-2.0
//
// Rows in the form that all models accept: objects with a value for each column.

import { type FairwasmError, invalid } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import { type CategoryColumn, getLength, isCoded, toIndexable } from '../data/column.js';
import { requireRows as requireSameRows } from '../data/condition.js';
import type { Value } from '../data/value.js';

/** One row. */
export type Row = Readonly<Record<string, Value>>;

/**
 * Returns rows from columns of equal length.
 *
 * @example
 * toRows({ age: [40, 20], sex: ['f', 'm'] }); // [{ "age": 40, "sex": "f" }, { "age": 20, "sex": "m" }]
 *
 * @throws FairwasmError `shapeMismatch` if columns differ in length; `invalidArgument` if a value is not a column.
 */
export function toRows(columns: Readonly<Record<string, CategoryColumn>>): Row[] {
  if (!isPlain(columns)) throw noRows('an object of columns', shown(columns));
  const names = Object.keys(columns);
  const [first] = names;
  if (first === undefined) throw noRows('at least one column', 'none');
  const count = getLength(columns[first] as CategoryColumn, first);
  const readers = names.map((name) => getReader(columns[name] as CategoryColumn, name, count));
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(names.map((name, i) => [name, (readers[i] as Reader)(row)])),
  );
}

type Reader = (row: number) => Value;

function getReader(column: CategoryColumn, name: string, rows: number): Reader {
  const values = toIndexable(isCoded(column) ? column.codes : column, name);
  requireSameRows(name, values.length, rows, 'values, one per row');
  if (!isCoded(column)) return (row) => values[row];
  return (row) => column.categories[Number(values[row])];
}

/** Throws `invalidArgument` unless `rows` is an array of objects. */
export function requireRows(rows: readonly Row[]): void {
  if (!Array.isArray(rows)) throw noRows('an array of rows, such as the result of toRows(columns)', shown(rows));
  const invalidIndex = rows.findIndex((row) => typeof row !== 'object' || row === null);
  if (invalidIndex < 0) return;
  throw invalid('rows', 'an object in every row', shown(rows[invalidIndex]), invalidIndex);
}

/** Throws `invalidArgument` if no row has the column. */
export function requireColumn(argument: string, rows: readonly Row[], column: string): void {
  if (rows.length === 0 || rows.some((row) => Object.hasOwn(row, column))) return;
  throw invalid(argument, `one of the columns ${Object.keys(rows[0] as Row).join(', ')}`, shown(column));
}

function noRows(expected: string, actual: string): FairwasmError {
  return invalid('rows', expected, actual);
}
