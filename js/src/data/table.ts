// SPDX-License-Identifier: Apache-2.0
//
// Tables in all accepted forms, from which columns are taken by name: an object of columns, an array of row objects,
// or a table of another library, which does not need to be installed.

import { type FairwasmError, invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import type { ArrayLikeColumn, CategoryColumn } from './column.js';
import { reading, type Value } from './value.js';

export type Table =
  | Readonly<Record<string, CategoryColumn>>
  | readonly object[]
  | { getChild(name: string): ArrayLikeColumn | null }
  | { array(name: string): unknown; columnNames(): string[] }
  | { column(name: string): ArrayLikeColumn; columns: readonly string[] };

/** The names of a table's columns, as far as its type declares them. */
export type ColumnOf<T extends Table> = T extends readonly (infer Row)[]
  ? keyof Row & string
  : T extends
        | { getChild(name: string): ArrayLikeColumn | null }
        | { array(name: string): unknown; columnNames(): string[] }
        | { column(name: string): ArrayLikeColumn; columns: readonly string[] }
    ? string
    : keyof T & string;

/** An Apache Arrow table. */
export interface ArrowTable {
  getChild(name: string): ArrayLikeColumn | null;
}

/** An Arquero table. If it is filtered or ordered, its visible rows are used in this order. */
export interface ArqueroTable {
  array(name: string): unknown;
  columnNames(): string[];
}

/** A Danfo.js data frame. */
export interface DataFrame {
  column(name: string): ArrayLikeColumn;
  columns: readonly string[];
}

const hasMethod = (table: object, name: string) => typeof (table as Record<string, unknown>)[name] === 'function';

const isArrow = (table: Table): table is ArrowTable => hasMethod(table, 'getChild');

const isArquero = (table: Table): table is ArqueroTable => hasMethod(table, 'array') && hasMethod(table, 'columnNames');

const isDataFrame = (table: Table): table is DataFrame =>
  hasMethod(table, 'column') && 'columns' in table && Array.isArray(table.columns);

function isRows(table: Table): table is readonly object[] {
  return Array.isArray(table);
}

function noColumn(name: string, names: readonly string[]): FairwasmError {
  return invalid(
    name,
    names.length > 0 ? `one of the columns ${names.join(', ')}` : 'a column of the table',
    'no such column',
  );
}

function requireTable(table: unknown): void {
  if (typeof table === 'object' && table !== null) return;
  throw invalid('table', 'an object of columns, an array of rows, or a table of another library', shown(table));
}

function requireText(name: unknown): void {
  if (typeof name === 'string') return;
  throw invalid('column', 'the name of a column', shown(name));
}

function requireName(name: string, names: readonly string[]): void {
  if (!names.includes(name)) throw noColumn(name, names);
}

function requireRow(row: unknown, i: number): Readonly<Record<string, Value>> {
  if (typeof row === 'object' && row !== null) return row as Record<string, Value>;
  throw invalid('table', 'an object in every row', shown(row), i);
}

/** Returns a column of the table. Throws `invalidArgument` if no column has the name. */
export function getColumn(table: Table, name: string): CategoryColumn {
  requireTable(table);
  requireText(name);
  if (isArrow(table)) {
    const column = table.getChild(name);
    if (column) return column;
    throw noColumn(name, []);
  }
  if (isArquero(table)) {
    requireName(name, table.columnNames());
    return table.array(name) as CategoryColumn;
  }
  if (isDataFrame(table)) {
    requireName(name, table.columns);
    return table.column(name);
  }
  if (isRows(table)) {
    const rows = table.map(requireRow);
    // A field may be missing in some rows, but not in every row.
    if (rows.length > 0 && !rows.some((row) => Object.hasOwn(row, name))) {
      throw noColumn(name, Object.keys(rows[0] ?? {}));
    }
    return reading(name, () => rows.map((row) => row[name]));
  }
  const columns = table as Readonly<Record<string, CategoryColumn>>;
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column) return column;
  throw noColumn(name, Object.keys(columns));
}
