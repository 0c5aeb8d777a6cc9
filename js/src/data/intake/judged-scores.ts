// SPDX-License-Identifier: Apache-2.0
//
// Scores in the CSV files of promptfoo, which are 0 after an error: nothing was judged, so they are missing.

import { type CodedColumn, isCoded, type NumberColumn } from '../column.js';
import type { Value } from '../value.js';
import type { Decision } from './record.js';

/** True if a value means that a test could not be judged. */
export const isError = (value: Value): boolean => typeof value === 'string' && value.trim().toLowerCase() === 'error';

/** Returns the decisions to read errors as missing values, from the number of rows by column. */
export const errorNotes = (rowsByColumn: ReadonlyMap<string, number>): Decision[] =>
  [...rowsByColumn].flatMap(([name, rows]) => {
    if (rows === 0) return [];
    const note = `${name}: ${rows} ${rows === 1 ? 'row' : 'rows'} with ERROR instead of a result: read as missing values.`;
    return [{ note, option: 'blanks' as const }];
  });

type Column = CodedColumn | NumberColumn;
type Columns = Readonly<Record<string, Column>>;

/** The scores of a file. Each prompt and provider has a status and a score with the same number in their names. */
export class JudgedScores {
  /** The columns to read: the requested columns, and the status for each score. */
  readonly columns: readonly string[];
  readonly #added: ReadonlySet<string>;
  readonly #rows = new Map<string, number>(); // with an error, by score

  constructor(fields: readonly string[], columns: readonly string[] = fields.filter((name) => name !== '')) {
    const scores = columns.filter((name) => /^Score(?: \(\d+\))?$/.test(name) && fields.includes(statusOf(name)));
    for (const name of scores) this.#rows.set(name, 0);
    this.#added = new Set(scores.map(statusOf).filter((name) => !columns.includes(name)));
    this.columns = [...columns, ...this.#added];
  }

  /** Returns a batch with missing scores after errors. */
  withoutErrors<Batch extends { columns: Columns }>(batch: Batch): Batch {
    const columns = Object.entries(batch.columns).flatMap(([name, column]): [string, Column][] => {
      if (this.#added.has(name)) return [];
      const rows = this.#rows.get(name);
      const errors = rows === undefined ? [] : errorRows(batch.columns[statusOf(name)] as Column);
      if (rows === undefined || errors.length === 0) return [[name, column]];
      this.#rows.set(name, rows + errors.length);
      return [[name, withoutRows(column, errors)]];
    });
    return { ...batch, columns: Object.fromEntries(columns) };
  }

  get decisions(): Decision[] {
    return errorNotes(this.#rows);
  }
}

const statusOf = (score: string): string => score.replace('Score', 'Status');

/** Returns the rows of a column with an error. */
export function errorRows(column: Column): number[] {
  if (!isCoded(column)) return [];
  const isWrong = column.categories.map((value) => isError(value as Value));
  return Array.from(column.codes as Uint32Array).flatMap((code, row) => (isWrong[code] ? [row] : []));
}

function withoutRows(column: Column, rows: readonly number[]): Column {
  if (!isCoded(column)) {
    const values = Array.from(column as ArrayLike<Value>);
    for (const row of rows) values[row] = null;
    return values as Column;
  }
  const codes = Uint32Array.from(column.codes as Uint32Array);
  for (const row of rows) codes[row] = column.categories.length;
  return { codes, categories: [...column.categories, ''] } as Column;
}
