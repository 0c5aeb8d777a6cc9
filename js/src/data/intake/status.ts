// SPDX-License-Identifier: Apache-2.0
//
// Columns with the results of tests: PASS, FAIL, or ERROR. After an error nothing was judged, so the result is missing.

import type { CodedBatch } from '../coded-csv.js';
import type { CountedBatch } from '../counting/counts.js';
import type { Value } from '../value.js';
import { errorNotes, errorRows, isError } from './judged-scores.js';
import type { Decision } from './record.js';

const results = new Set(['pass', 'passed', 'fail', 'failed', 'error']);

/** True if a column has results of tests, by its first values. */
export function isStatus(name: string, sample: readonly string[]): boolean {
  const words = sample.map((text) => text.trim().toLowerCase());
  const isNamed = /^status\b/i.test(name);
  return (
    words.length > 0 && words.every((word) => results.has(word)) && (isNamed || words.some((word) => word !== 'error'))
  );
}

/** The errors in columns with results of tests. */
export class StatusErrors {
  readonly #rows = new Map<string, number>(); // with an error, by column

  addColumn(name: string): void {
    this.#rows.set(name, 0);
  }

  /** True if no error has occurred. */
  get isEmpty(): boolean {
    return [...this.#rows.values()].every((rows) => rows === 0);
  }

  /** Functions that replace errors by missing values, by column. */
  get writers(): [string, (value: Value) => Value][] {
    return [...this.#rows.keys()].map((name) => [name, (value) => (isError(value) ? '' : value)]);
  }

  /** Counts the errors of a batch. */
  add(batch: CodedBatch | CountedBatch): void {
    for (const [name, rows] of this.#rows) this.#rows.set(name, rows + countErrors(batch, name));
  }

  get decisions(): Decision[] {
    return errorNotes(this.#rows);
  }
}

function countErrors(batch: CodedBatch | CountedBatch, name: string): number {
  if ('names' in batch) {
    const column = batch.names.indexOf(name);
    const isWrong = batch.texts[column]?.map(isError) ?? [];
    return batch.counts.reduce((sum, rows, i) => sum + (isWrong[batch.codes[column]?.[i] as number] ? rows : 0), 0);
  }
  const column = batch.columns[name];
  return column === undefined ? 0 : errorRows(column).length;
}
