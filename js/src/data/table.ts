// SPDX-License-Identifier: Apache-2.0
//
// Tables as people have them, from which columns are taken by name: an object of columns, an array of
// row objects, or anything with `getChild(name)`, such as an Arrow table.

import { FairwasmError } from '../core/error.js';
import type { ArrayLikeColumn, CategoryColumn, Value } from './column.js';

export type Table =
  | Readonly<Record<string, CategoryColumn>>
  | readonly Readonly<Record<string, Value>>[]
  | { getChild(name: string): ArrayLikeColumn | null };

function hasChildren(table: Table): table is Extract<Table, { getChild: unknown }> {
  return 'getChild' in table && typeof table.getChild === 'function';
}

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

/** A column of the table. Throws `invalidArgument` where there is none of that name. */
export function columnOf(table: Table, name: string): CategoryColumn {
  if (hasChildren(table)) {
    const column = table.getChild(name);
    if (column) return column;
    throw noColumn(name, []);
  }
  if (isRows(table)) {
    // A row may lack the field (a missing value), but not every row.
    if (table.length > 0 && !table.some((row) => Object.hasOwn(row, name))) {
      throw noColumn(name, Object.keys(table[0] ?? {}));
    }
    return table.map((row) => row[name]);
  }
  const column = Object.hasOwn(table, name) ? table[name] : undefined;
  if (column) return column;
  throw noColumn(name, Object.keys(table));
}
