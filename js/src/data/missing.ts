// SPDX-License-Identifier: Apache-2.0
//
// Leaves out rows in which a label, prediction, score or weight is missing. Missing groups stay: they
// are a category of their own.

import type { TallyRows } from '../tally/tally.js';
import {
  type CategoryColumn,
  isCoded,
  isMissing,
  type NumberColumn,
  toIndexable,
  type Value,
} from './column.js';

const needed = ['label', 'prediction', 'score', 'weight'] as const;

function at(column: CategoryColumn | NumberColumn, name: string): (row: number) => Value {
  if (isCoded(column)) return (row) => column.categories[column.codes[row] as number];
  const values = toIndexable(column, name);
  return (row) => values[row];
}

function pick<T extends CategoryColumn | NumberColumn>(
  column: T,
  name: string,
  rows: readonly number[],
) {
  const value = at(column, name);
  return rows.map(value);
}

export interface CompleteRows {
  rows: TallyRows;
  /** How many rows were left out. */
  dropped: number;
  /** Which row of the input each row was; left out where nothing was dropped. */
  origins?: readonly number[];
}

/** The rows in which nothing that is needed is missing. */
export function keepCompleteRows(rows: TallyRows): CompleteRows {
  const present = needed.filter((name) => rows[name] !== undefined);
  const columns = present.map((name) => at(rows[name] as CategoryColumn, name));
  const first = rows[present[0] as 'label'] as CategoryColumn;
  const length = isCoded(first)
    ? first.codes.length
    : toIndexable(first, present[0] as string).length;
  const kept: number[] = [];
  for (let row = 0; row < length; row++) {
    if (columns.every((value) => !isMissing(value(row)))) kept.push(row);
  }
  if (kept.length === length) return { rows, dropped: 0 };
  const groups = Object.entries(rows.groups ?? {}).map(([name, column]) => [
    name,
    pick(column, name, kept),
  ]);
  const others = present.map((name) => [name, pick(rows[name] as CategoryColumn, name, kept)]);
  return {
    rows: { ...Object.fromEntries(others), groups: Object.fromEntries(groups) },
    dropped: length - kept.length,
    origins: kept,
  };
}
