// SPDX-License-Identifier: Apache-2.0
//
// Tables as people have them, from which columns are taken by name: an object of columns, an array of
// row objects, or a table of another library, none of which has to be installed.

import { FairwasmError } from '../core/error.js';
import type { ArrayLikeColumn, CategoryColumn, Value } from './column.js';

export type Table =
  | Readonly<Record<string, CategoryColumn>>
  | readonly Readonly<Record<string, Value>>[]
  | ArrowTable
  | ArqueroTable
  | DataFrame;

/** A table of Apache Arrow. */
export interface ArrowTable {
  getChild(name: string): ArrayLikeColumn | null;
}

/** A table of Arquero; of one that is filtered or ordered, the rows that it shows, in its order. */
export interface ArqueroTable {
  array(name: string): unknown;
  columnNames(): string[];
}

/** A data frame of Danfo.js. */
export interface DataFrame {
  column(name: string): ArrayLikeColumn;
  columns: readonly string[];
}

const hasMethod = (table: object, name: string) =>
  typeof (table as Record<string, unknown>)[name] === 'function';

const isArrow = (table: Table): table is ArrowTable => hasMethod(table, 'getChild');

const isArquero = (table: Table): table is ArqueroTable =>
  hasMethod(table, 'array') && hasMethod(table, 'columnNames');

const isDataFrame = (table: Table): table is DataFrame =>
  hasMethod(table, 'column') && 'columns' in table && Array.isArray(table.columns);

function isRows(table: Table): table is readonly Readonly<Record<string, Value>>[] {
  return Array.isArray(table);
}

function noColumn(name: string, known: readonly string[]): FairwasmError {
  return new FairwasmError('invalidArgument', {
    argument: name,
    expected: known.length > 0 ? `one of the columns ${known.join(', ')}` : 'a column of the table',
    actual: 'no such column',
  });
}

function requireName(name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw noColumn(name, known);
}

/** A column of the table. Throws `invalidArgument` where there is none of that name. */
export function columnOf(table: Table, name: string): CategoryColumn {
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
    // A row may lack the field (a missing value), but not every row.
    if (table.length > 0 && !table.some((row) => Object.hasOwn(row, name))) {
      throw noColumn(name, Object.keys(table[0] ?? {}));
    }
    return table.map((row) => row[name]);
  }
  const columns = table as Readonly<Record<string, CategoryColumn>>;
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column) return column;
  throw noColumn(name, Object.keys(columns));
}
