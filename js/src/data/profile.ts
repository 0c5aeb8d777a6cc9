// SPDX-License-Identifier: Apache-2.0
//
// Summarizes the columns of a table, to help choose among them: distinct values, missing values, and numeric ranges.
// One pass over codes; a column with many distinct numbers continues as a numeric column, without a string per row.

import { getMax } from '../core/extremes.js';
import { requireFunction, requireOptions } from '../core/options.js';
import type { CsvSource } from './byte-input.js';
import { type CodedBatch, type CsvOptions, csvOptionNames, isAmbiguous, requireCsvOptions } from './coded-csv.js';
import { type CodedColumn, isCoded, type NumberColumn } from './column.js';
import { readTable } from './files/read-table.js';
import { GrowingHistogram } from './growing-histogram.js';
import { areGrouped } from './intake/number-texts.js';
import { type Decision, type Intake, valueNotes, withDecisions } from './intake/record.js';
import { hasInvisible, isMissing, tidy, toCategory, type Value } from './value.js';

/** Summary of a column. */
export type ColumnProfile = TableProfile['columns'][number];

/** Summary of a table. */
export interface TableProfile {
  rows: number;
  columns: readonly {
    name: string;
    /** The distinct values by name, most frequent first; if there are more than 1000, only some of the first values. */
    values: readonly string[];
    /** Number of rows with each of {@link values}; if {@link hasMore}, only rows before the limit was reached. */
    counts: readonly number[];
    /** Place of each of {@link values} by its first row, from 0. */
    places: readonly number[];
    /** True if there are more values than {@link values} lists. */
    hasMore: boolean;
    /** Number of rows without a value. */
    missing: number;
    /** Smallest and largest value if all are finite numbers. */
    range: readonly [number, number] | undefined;
    /** Number of rows in ranges of equal width, for finite numbers; undefined if {@link range} is. */
    histogram: { from: number; width: number; counts: readonly number[] } | undefined;
  }[];
  /** The first rows for a preview, as category names; missing values are empty. */
  firstRows: readonly (readonly string[])[];
}

const optionNames = csvOptionNames.filter((name) => name !== 'columns').concat('onFirst');

/**
 * Reads a file once, in any supported format, and summarizes each column: use it to choose groups and labels. See
 * `readCsv` for formats and errors; values have the names that `toCategory` returns. Memory does not grow with the
 * file.
 *
 * @example
 * const { rows, columns } = await profileCsv('sex,age\nf,30\nm,NA\n');
 * columns[0].values; // ["f", "m"]
 * columns[1].missing; // 1
 */
export async function profileCsv(
  source: CsvSource,
  options: Omit<CsvOptions, 'columns'> & {
    /** Called with the profile of the first rows as soon as they are read, if there are more rows. */
    onFirst?: ((profile: TableProfile) => void) | undefined;
  } = {},
): Promise<TableProfile> {
  requireOptions('profileCsv', options, optionNames);
  const { onFirst, ...reading } = options;
  if (onFirst !== undefined) requireFunction('onFirst', onFirst);
  requireCsvOptions(reading);
  const profiler = new TableProfiler();
  const becomesNumbers = (name: string) => profiler.isMeasured(name);
  let batches = 0;
  let intake: Intake | undefined;
  const onIntake = (each: Intake) => {
    intake = each;
    reading.onIntake?.(each);
  };
  for await (const { columns } of readTable(source, {
    plainNumbers: true,
    ...reading,
    onIntake,
    forgetsTexts: true,
    becomesNumbers,
  })) {
    if (batches++ === 1) onFirst?.(profiler.profile());
    profiler.add(columns);
  }
  const profile = profiler.profile();
  const points = intake && isAmbiguous(intake) ? pointsIn(profile) : [];
  const decisions = [...points, ...profiler.decisions];
  if (intake && decisions.length > 0) onIntake(withDecisions(intake, decisions));
  return profile;
}

// In a file with semicolons, points may separate thousands.
const pointsIn = ({ columns }: TableProfile): Decision[] =>
  columns.flatMap(({ name, values, range }) => {
    if (range === undefined || !areGrouped(values)) return [];
    const example = values.find((text) => text.includes('.'));
    const note = `${name}: ${example} was read with a decimal point, not as thousands.`;
    return [{ note, option: 'decimal' }];
  });

const maxValues = 1000; // with more values, a column cannot be a group or a label
const shownRows = 5;
type Column = CodedColumn | NumberColumn;

/** @internal Profiles rows batch by batch; see {@link profileCsv}. */
export class TableProfiler {
  readonly #columns = new Map<string, ColumnProfiler>();
  readonly #firstRows: string[][] = [];
  #rows = 0;

  /** True if a column has more numbers than can be listed, and no other values so far. */
  isMeasured(name: string): boolean {
    return this.#columns.get(name)?.isMeasured ?? false;
  }

  add(columns: CodedBatch['columns']): void {
    const all = Object.entries(columns);
    const rows = getMax(
      all.map(([, column]) => getRows(column)),
      0,
    );
    for (let row = 0; row < rows && this.#firstRows.length < shownRows; row++)
      this.#firstRows.push(all.map(([, column]) => toCategory(valueAt(column, row)) ?? ''));
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

  get decisions(): Decision[] {
    return [...this.#columns].flatMap(([name, { missing, invisible }]) => valueNotes(name, missing, invisible));
  }

  #column(name: string): ColumnProfiler {
    const column = this.#columns.get(name) ?? new ColumnProfiler();
    this.#columns.set(name, column);
    return column;
  }
}

class ColumnProfiler {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<Value, string>(); // original values, while there are few
  #hasMore = false;
  #missing = 0;
  #isNumeric = true;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  readonly #histogram = new GrowingHistogram();

  /** The strings that mean a missing value. */
  readonly missing = new Set<string>();
  /** The values from which invisible characters were removed. */
  readonly invisible = new Set<string>();

  get isMeasured(): boolean {
    return this.#hasMore && this.#isNumeric;
  }

  add(column: Column): void {
    if (isCoded(column)) this.#addCoded(column);
    else if (this.isMeasured && column instanceof Float64Array) this.#addNumbers(column);
    else for (const value of column as Iterable<Value>) this.#add(value, 1);
  }

  profile(): Omit<ColumnProfile, 'name'> {
    const inFile = [...this.#counts].map(([value, count], place) => ({ value, count, place }));
    const byCount = inFile.sort((a, b) => b.count - a.count);
    const isNumeric = this.#isNumeric && this.#min <= this.#max;
    return {
      values: byCount.map(({ value }) => value),
      counts: byCount.map(({ count }) => count),
      places: byCount.map(({ place }) => place),
      hasMore: this.#hasMore,
      missing: this.#missing,
      range: isNumeric ? [this.#min, this.#max] : undefined,
      histogram: isNumeric ? this.#histogram.snapshot() : undefined,
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
    else this.#addNamed(this.#toName(value), rows);
  }

  // From here on, only the number matters, not the name of the value.
  #addLate(value: Value, rows: number): void {
    if (typeof value === 'number' && this.#isNumeric && Number.isFinite(value)) this.#addNumber(value, rows);
    else if (isMissing(value)) this.#missing += rows;
    else if (this.#isNumeric) this.#learn(toCategory(value) as string, rows);
  }

  #addNamed(name: string, rows: number): void {
    if (name === '') {
      this.#missing += rows;
      return;
    }
    const count = this.#counts.get(name);
    if (count === undefined) this.#learn(name, rows);
    else if (this.#isNumeric) this.#histogram.add(Number(name), rows);
    if (count !== undefined || this.#counts.size < maxValues) this.#counts.set(name, (count ?? 0) + rows);
    else this.#hasMore = true;
  }

  #toName(value: Value): string {
    const cached = this.#names.get(value);
    if (cached !== undefined) return cached;
    const name = toCategory(value) ?? '';
    if (typeof value !== 'object') this.#names.set(value, name);
    if (typeof value === 'string' && value !== name) {
      if (name !== '' && hasInvisible(value)) this.invisible.add(name);
      if (name === '' && tidy(value) !== '') this.missing.add(tidy(value));
    }
    return name;
  }

  #learn(name: string, rows: number): void {
    const number = Number(name);
    if (Number.isFinite(number)) this.#addNumber(number, rows);
    else this.#isNumeric = false;
  }

  #addNumber(number: number, rows: number): void {
    if (number < this.#min) this.#min = number;
    if (number > this.#max) this.#max = number;
    if (this.#isNumeric) this.#histogram.add(number, rows);
  }
}

const getRows = (column: Column): number => (isCoded(column) ? column.codes : (column as ArrayLike<Value>)).length;

const valueAt = (column: Column, row: number): Value =>
  isCoded(column) ? column.categories[Number(column.codes[row])] : (column as ArrayLike<Value>)[row];
