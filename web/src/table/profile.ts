// SPDX-License-Identifier: Apache-2.0
//
// What a table's columns hold, for choosing among them: how many different values, which ones, how many
// are missing, whether they are numbers. Rows are forgotten as soon as they are counted.

import { plainNumber } from './digits.js';
import type { CodedTexts } from './read.js';

/** Beyond so many different values a column is not a choice of groups or labels any more. */
export const mostValues = 1000;

export interface ColumnProfile {
  name: string;
  /** The different values, most frequent first; cut off at {@link mostValues}. */
  values: readonly string[];
  /** Whether there were more values than {@link values} tells. */
  hasMore: boolean;
  missing: number;
  /** Smallest and largest value, where all are finite numbers. */
  range: readonly [number, number] | undefined;
  /** Whether these are numbers with a comma in the place of the point, which are text to everything else. */
  hasDecimalCommas: boolean;
}

export interface TableProfile {
  rows: number;
  columns: readonly ColumnProfile[];
  /** The first rows, to be looked at. */
  firstRows: readonly (readonly string[])[];
}

/** Rows by column; an empty text is a missing value. */
export type Batch = Readonly<Record<string, CodedTexts>>;

const shownRows = 5;
const numberWithComma = /^[+-]?\d*(,\d+)?$/;

class ColumnProfiler {
  readonly #counts = new Map<string, number>();
  #hasMore = false;
  #missing = 0;
  #isNumeric = true;
  #isNumericWithCommas = true;
  #hasCommas = false;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  add({ codes, categories }: CodedTexts): void {
    const rows = new Uint32Array(categories.length);
    for (let i = 0; i < codes.length; i++)
      rows[codes[i] as number] = (rows[codes[i] as number] as number) + 1;
    categories.forEach((value, i) => {
      this.#add(value, rows[i] as number);
    });
  }

  #add(value: string, rows: number): void {
    const count = this.#counts.get(value);
    if (rows === 0) return;
    if (value === '') this.#missing += rows;
    else if (count !== undefined) this.#counts.set(value, count + rows);
    else this.#addNew(value, rows);
  }

  profile(name: string): ColumnProfile {
    const byCount = [...this.#counts].sort(([, a], [, b]) => b - a);
    return {
      name,
      values: byCount.map(([value]) => value),
      hasMore: this.#hasMore,
      missing: this.#missing,
      hasDecimalCommas: this.#isNumericWithCommas && this.#hasCommas,
      range: this.#isNumeric && this.#min <= this.#max ? [this.#min, this.#max] : undefined,
    };
  }

  #addNew(value: string, rows: number): void {
    const number = plainNumber(value);
    if (number === undefined) this.#addOther(value);
    else this.#addNumber(number);
    if (this.#counts.size < mostValues) this.#counts.set(value, rows);
    else this.#hasMore = true;
  }

  #addOther(value: string): void {
    this.#isNumericWithCommas &&= numberWithComma.test(value);
    this.#hasCommas ||= value.includes(',');
    this.#addNumber(value.trim() === '' ? Number.NaN : Number(value));
  }

  #addNumber(number: number): void {
    this.#isNumeric &&= Number.isFinite(number);
    if (number < this.#min) this.#min = number;
    if (number > this.#max) this.#max = number;
  }
}

/** Counts batch by batch. */
export class TableProfiler {
  readonly #columns = new Map<string, ColumnProfiler>();
  readonly #firstRows: string[][] = [];
  #rows = 0;

  add(batch: Batch): void {
    const columns = Object.entries(batch);
    for (const [name, values] of columns) this.#column(name).add(values);
    const rows = columns[0]?.[1].codes.length ?? 0;
    for (let row = 0; row < rows && this.#firstRows.length < shownRows; row++) {
      this.#firstRows.push(
        columns.map(([, { codes, categories }]) => categories[codes[row] as number] ?? ''),
      );
    }
    this.#rows += rows;
  }

  profile(): TableProfile {
    return {
      rows: this.#rows,
      columns: [...this.#columns].map(([name, column]) => column.profile(name)),
      firstRows: this.#firstRows,
    };
  }

  #column(name: string): ColumnProfiler {
    const known = this.#columns.get(name);
    if (known) return known;
    const column = new ColumnProfiler();
    this.#columns.set(name, column);
    return column;
  }
}
