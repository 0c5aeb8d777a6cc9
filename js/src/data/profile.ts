// SPDX-License-Identifier: Apache-2.0
//
// What a table's columns hold, for choosing among them: how many different values, which ones, how many are missing,
// whether they are numbers. One pass over codes; a column of ever new numbers goes on as numbers, without a text a row.

import { requireFunction, requireOptions } from '../core/options.js';
import type { CsvSource } from './byte-input.js';
import { type CodedBatch, type CsvOptions, requireIntake } from './coded-csv.js';
import { type CodedColumn, isCoded, type NumberColumn } from './column.js';
import { readTable } from './files/read-table.js';
import { GrowingHistogram, type Histogram } from './growing-histogram.js';
import { categoryOf, isMissing, type Value } from './value.js';

/** What a column holds. */
export interface ColumnProfile {
  name: string;
  /** The different values under their names, most frequent first; of more than 1000, some that came early. */
  values: readonly string[];
  /** How many rows have each of {@link values}; once there are more of them, of the rows before that. */
  counts: readonly number[];
  /** Whether there are more values than {@link values} tells. */
  hasMore: boolean;
  /** How many rows have no value. */
  missing: number;
  /** Smallest and largest value, where all are finite numbers. */
  range: readonly [number, number] | undefined;
  /** Of finite numbers, how many rows lie in each of some ranges of equal width; undefined where {@link range} is. */
  histogram: Histogram | undefined;
  /** Whether these are numbers with a comma in the place of the point, which are text to everything else. */
  hasDecimalCommas: boolean;
}

/** What a table holds. */
export interface TableProfile {
  rows: number;
  columns: readonly ColumnProfile[];
  /** The first rows as they are called, to be looked at; missing values are empty. */
  firstRows: readonly (readonly string[])[];
}

/** How a table is looked at. */
export interface ProfileOptions extends Omit<CsvOptions, 'columns' | 'decimal'> {
  /** Gets the profile of the first rows, as soon as they are read, where there are more. */
  onFirst?: ((profile: TableProfile) => void) | undefined;
}

const optionNames = Object.keys({
  delimiter: true,
  thousands: true,
  encoding: true,
  skipLines: true,
  header: true,
  names: true,
  sheet: true,
  onIntake: true,
  onProgress: true,
  signal: true,
  wasm: true,
  onFirst: true,
} satisfies Record<keyof ProfileOptions, true>);

/**
 * Reads a file once, whatever its format, and says what each column holds: a start for choosing groups and labels. See
 * `readCsv` for what a file is, and what is refused; values are called as `categoryOf` calls them. Memory does not grow
 * with the file.
 *
 * @example
 * const { rows, columns } = await profileCsv('sex,age\nf,30\nm,NA\n');
 * columns[0].values; // ["f", "m"]
 * columns[1].missing; // 1
 */
export async function profileCsv(
  source: CsvSource,
  options: ProfileOptions = {},
): Promise<TableProfile> {
  requireOptions('profileCsv', options, optionNames);
  const { onFirst, ...reading } = options;
  if (onFirst !== undefined) requireFunction('onFirst', onFirst);
  requireIntake(reading);
  const profiler = new TableProfiler();
  const becomesNumbers = (name: string) => profiler.isMeasured(name);
  let batches = 0;
  for await (const { columns } of readTable(source, {
    ...reading,
    forgetsTexts: true,
    becomesNumbers,
  })) {
    if (batches++ === 1) onFirst?.(profiler.profile());
    profiler.add(columns);
  }
  return profiler.profile();
}

const maxValues = 1000; // beyond, a column is not a choice of groups or labels any more
const shownRows = 5;
const numberWithComma = /^[+-]?\d*(,\d+)?$/;
type Column = CodedColumn | NumberColumn;

/** @internal Profiles rows batch by batch; see {@link profileCsv}. */
export class TableProfiler {
  readonly #columns = new Map<string, ColumnProfiler>();
  readonly #firstRows: string[][] = [];
  #rows = 0;

  /** Whether a column has more numbers than could be listed, and nothing else so far. */
  isMeasured(name: string): boolean {
    return this.#columns.get(name)?.isMeasured ?? false;
  }

  add(columns: CodedBatch['columns']): void {
    const all = Object.entries(columns);
    const rows = Math.max(0, ...all.map(([, column]) => rowsOf(column)));
    for (let row = 0; row < rows && this.#firstRows.length < shownRows; row++)
      this.#firstRows.push(all.map(([, column]) => categoryOf(valueAt(column, row)) ?? ''));
    for (const [name, column] of all) this.#column(name).add(column);
    this.#rows += rows;
  }

  profile(): TableProfile {
    return {
      rows: this.#rows,
      columns: [...this.#columns].map(([name, column]) => ({ name, ...column.profile() })),
      firstRows: [...this.#firstRows],
    };
  }

  #column(name: string): ColumnProfiler {
    const column = this.#columns.get(name) ?? new ColumnProfiler();
    this.#columns.set(name, column);
    return column;
  }
}

class ColumnProfiler {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<Value, string>(); // of values that came, as long as there are few
  #hasMore = false;
  #missing = 0;
  #isNumeric = true;
  #isNumericWithCommas = true;
  #hasCommas = false;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  readonly #histogram = new GrowingHistogram();

  get isMeasured(): boolean {
    return this.#hasMore && this.#isNumeric;
  }

  add(column: Column): void {
    if (isCoded(column)) this.#addCoded(column);
    else if (this.isMeasured && column instanceof Float64Array) this.#addNumbers(column);
    else for (const value of column as Iterable<Value>) this.#add(value, 1);
  }

  profile(): Omit<ColumnProfile, 'name'> {
    const byCount = [...this.#counts].sort(([, a], [, b]) => b - a);
    const isNumeric = this.#isNumeric && this.#min <= this.#max;
    return {
      values: byCount.map(([value]) => value),
      counts: byCount.map(([, count]) => count),
      hasMore: this.#hasMore,
      missing: this.#missing,
      range: isNumeric ? [this.#min, this.#max] : undefined,
      histogram: isNumeric ? this.#histogram.snapshot() : undefined,
      hasDecimalCommas: this.#isNumericWithCommas && this.#hasCommas,
    };
  }

  #addCoded({ codes, categories }: CodedColumn): void {
    const rows = new Float64Array(categories.length);
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i] as number;
      rows[code] = (rows[code] as number) + 1;
    }
    for (let code = 0; code < rows.length; code++)
      if (rows[code] !== 0) this.#add(categories[code], rows[code] as number);
  }

  #addNumbers(numbers: Float64Array): void {
    let [min, max] = [this.#min, this.#max];
    let finite = true;
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i] as number;
      finite &&= Math.abs(number) < Number.POSITIVE_INFINITY;
      if (number < min) min = number;
      if (number > max) max = number;
    }
    [this.#min, this.#max] = [min, max];
    if (min <= max) this.#histogram.addAll(numbers, min, max);
    if (finite) return;
    for (const number of numbers) if (!Number.isFinite(number)) this.#add(number, 1);
  }

  #add(value: Value, rows: number): void {
    if (this.#hasMore) this.#addLate(value, rows);
    else this.#addNamed(this.#nameOf(value), rows);
  }

  // Which of them it is does not matter any more, only whether it is one and, among numbers, which number.
  #addLate(value: Value, rows: number): void {
    if (typeof value === 'number' && this.#isNumeric && Number.isFinite(value))
      this.#addNumber(value, rows);
    else if (isMissing(value)) this.#missing += rows;
    else if (this.#isNumeric || (this.#isNumericWithCommas && this.#hasCommas))
      this.#learn(categoryOf(value) as string, rows);
  }

  #addNamed(name: string, rows: number): void {
    if (name === '') {
      this.#missing += rows;
      return;
    }
    const count = this.#counts.get(name);
    if (count === undefined) this.#learn(name, rows);
    else if (this.#isNumeric) this.#histogram.add(Number(name), rows);
    if (count !== undefined || this.#counts.size < maxValues)
      this.#counts.set(name, (count ?? 0) + rows);
    else this.#hasMore = true;
  }

  #nameOf(value: Value): string {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const name = categoryOf(value) ?? '';
    if (typeof value !== 'object') this.#names.set(value, name);
    return name;
  }

  #learn(name: string, rows: number): void {
    const number = Number(name);
    this.#isNumericWithCommas &&= numberWithComma.test(name);
    this.#hasCommas ||= name.includes(',');
    if (Number.isFinite(number)) this.#addNumber(number, rows);
    else this.#isNumeric = false;
  }

  #addNumber(number: number, rows: number): void {
    if (number < this.#min) this.#min = number;
    if (number > this.#max) this.#max = number;
    if (this.#isNumeric) this.#histogram.add(number, rows);
  }
}

const rowsOf = (column: Column): number =>
  (isCoded(column) ? column.codes : (column as ArrayLike<Value>)).length;

const valueAt = (column: Column, row: number): Value =>
  isCoded(column)
    ? column.categories[Number(column.codes[row])]
    : (column as ArrayLike<Value>)[row];
