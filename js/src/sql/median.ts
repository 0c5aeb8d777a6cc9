// SPDX-License-Identifier: Apache-2.0
//
// The median of a column, computed in the database: rules for scores compare each row with the median of all rows.
// Many engines have only an approximate median, which is not used.

import { invalid } from '../core/error.js';
import { requireOneOf, requireOptions, requireTexts } from '../core/options.js';
import { type Counted, requireSource } from './counting.js';
import { type Dialect, dialectNames, dialects, type Writing } from './dialects.js';
import type { Statement } from './statement.js';
import { StatementWriter } from './statement-writer.js';

/** The rows and the numeric column of the median. */
export type MedianOf = Parameters<typeof medianStatement>[0];

const medianOptions = Object.keys({ table: true, query: true, where: true, column: true } satisfies Record<
  keyof MedianOf,
  true
>);

/**
 * Returns the statement for the exact median of a column: the mean of the two middle values if their number is even.
 * Its result is one number, `median`; NULL or no row if there are no numbers. NULL is skipped. Exclude NaN with
 * `where` or a query, because engines sort it in different places. A {@link statement} with `where: { score: { above:
 * median } }` then counts the rows above it.
 *
 * @example
 * const { text, columns } = medianStatement({ table: 'applicants', column: 'score' }, 'duckdb');
 * columns; // ["median"]
 *
 * @throws FairwasmError `invalidArgument` like {@link statement}, and for SQLite and MySQL, which have no exact
 *   median: count the rows by value instead, with the value as the label of a {@link statement}.
 */
export function medianStatement(
  options: Pick<Counted, 'table' | 'query' | 'where'> & { column: string },
  dialect: Dialect,
): Statement {
  requireOptions('medianStatement', options, medianOptions);
  requireSource(options);
  requireTexts('column', [options.column]);
  const writing = dialects[requireOneOf('dialect', dialect, dialectNames)];
  if (!writing.median) {
    throw invalid(
      'dialect',
      'an engine with an exact median; for other engines, count the rows by value',
      `'${dialect}', which has none`,
    );
  }
  return new MedianWriter(options, writing).statement();
}

class MedianWriter extends StatementWriter {
  readonly #what: MedianOf;

  constructor(options: MedianOf, writing: Writing) {
    super(writing, [options.column, ...Object.keys(options.where ?? {})]);
    this.#what = options;
  }

  statement(): Statement {
    const value = this.own('value');
    const column = this.writing.double(this.quote('column', this.#what.column));
    const median = this.writing.median?.(value) as string;
    // Window functions return the same value for every row, so one is kept.
    const distinct = / OVER \(\)$/.test(median) ? 'DISTINCT ' : '';
    const rows = `SELECT ${column} AS ${value}\n  FROM ${this.source(this.#what)}${this.where(this.#what)}`;
    const text = `SELECT ${distinct}${median} AS ${this.quote('column', 'median')}\nFROM (\n  ${rows}\n) AS ${this.own('rows')}`;
    return { text, parameters: this.given(), columns: ['median'] };
  }
}
