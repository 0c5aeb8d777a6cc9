// SPDX-License-Identifier: Apache-2.0
//
// Derived columns, and rows selected by their values: ranges of a number or a date as groups, and conditions.

import { invalid } from '../../core/error.js';
import { getMax } from '../../core/extremes.js';
import { isPlain, requireTexts, shown } from '../../core/options.js';
import { type CategoryColumn, isCoded, type NumberColumn } from '../column.js';
import { getLooseKey, getName, isMissing, type MissingTexts, toCategory, type Value } from '../value.js';
import { type NumberMarks, numberTexts, requireOneMark } from './number-texts.js';
import type { DateOrder, IntakeOptions } from './options.js';
import { type BinLimits, getLimits, rangeNames } from './ranges.js';
import { ambiguousDate, type Period, periodReaders, type ReadPeriod } from './times.js';

/** Rows of a file of any format: columns by name, starting at row `firstRow`. */
export interface RowBatch {
  firstRow: number;
  columns: Readonly<Record<string, CategoryColumn | NumberColumn>>;
}

/** The operators of {@link RowCondition}. */
export const rowOperators: readonly RowCondition['operator'][] = ['=', '!=', '<', '<=', '>', '>='];

/** A condition on the values of a column. Missing values meet only `!=`. */
export type RowCondition = NonNullable<RowSelection['where']>[number];

/** The rows to read, and the columns to change. */
export type RowSelection = Pick<
  IntakeOptions,
  'blanks' | 'recode' | 'bins' | 'where' | 'omit' | 'largest' | 'dateOrder'
>;

/** @internal Rows of a file of which some may be omitted. */
export interface SelectedBatch extends RowBatch {
  /** The number of each row in the file, from 0, if rows were omitted. */
  rows?: Uint32Array | undefined;
}

type Column = CategoryColumn | NumberColumn;

/** @internal The number of rows that conditions kept, and of rows that were omitted, by the column that decided it. */
export interface KeptCount {
  rows: number;
  all: number;
  omitted: Map<string, number>;
}

/**
 * @internal Applies conditions and ranges to batches and counts the rows that it keeps. Row numbers of a batch do
 * not count omitted rows.
 *
 * @throws FairwasmError `invalidArgument` for limits that do not ascend, for values that are not numbers or dates where
 *   these are compared, and for dates whose order of day and month matters and is not clear.
 */
export async function* selected(
  batches: AsyncIterable<SelectedBatch>,
  { blanks = {}, recode = {}, bins = {}, where = [], omit = {}, dateOrder }: RowSelection,
  counts: KeptCount,
  marks: () => NumberMarks = () => ({}),
  missing?: MissingTexts,
): AsyncGenerator<SelectedBatch, void, undefined> {
  const cuts = Object.entries(bins).map(([name, limits]) => [name, cutAt(name, limits)] as const);
  const tests = [...where.map(getTest), ...Object.entries(omit).map((each) => getOmission(each, missing))];
  const readers = new Map<string, ColumnReader>();
  const readerOf = (name: string, column: Column): ColumnReader => {
    const reader = readers.get(name) ?? new ColumnReader(name, column, marks(), dateOrder);
    readers.set(name, reader);
    return reader;
  };
  for await (const { firstRow, rows: inFile, columns: given } of batches) {
    const getRow = (row: number) => inFile?.[row] ?? firstRow + row;
    const columns = { ...given };
    for (const [name, meaning] of Object.entries(blanks)) {
      const filled = (value: Value) => (isMissing(value, noTexts) ? meaning : value);
      columns[name] = mapped(columnIn(columns, name), filled);
    }
    for (const [name, values] of Object.entries(recode)) {
      const known = new Map(Object.entries(values).map(([value, to]) => [getName(value), to]));
      const named = (value: Value) => known.get(getName(value)) ?? value;
      columns[name] = mapped(columnIn(columns, name), named);
    }
    const results = tests.map(({ column: name, matches }) => {
      const column = columnIn(columns, name);
      const reader = readerOf(name, column);
      return mapped(column, (value, row) => matches(value, reader, getRow(row)));
    });
    const kept = results.length === 0 ? undefined : keptRows(results);
    countOmitted(results.slice(where.length), Object.keys(omit), counts.omitted);
    const length = getMax(Object.values(columns).map(getLength), 0);
    const changed = { ...columns };
    for (const [name, cut] of cuts) {
      const column = columnIn(columns, name);
      const reader = readerOf(name, column);
      changed[name] = mapped(column, (value, row) => cut(value, reader, getRow(row)));
    }
    const first = counts.rows;
    counts.all += length;
    counts.rows += kept?.length ?? length;
    if (kept === undefined) yield { firstRow, columns: changed, ...(inFile && { rows: inFile }) };
    else if (kept.length > 0) {
      const entries = Object.entries(changed).map(([name, column]) => [name, only(column, kept)]);
      const rows = kept.map(getRow);
      yield { firstRow: first, columns: Object.fromEntries(entries), rows };
    }
  }
}

/** @internal The columns that a selection needs. */
export const selectedBy = (selection: RowSelection): string[] => {
  const { blanks = {}, recode = {}, bins = {}, where = [], omit = {}, largest = {} } = selection;
  return [
    ...Object.keys(blanks),
    ...Object.keys(recode),
    ...Object.keys(bins),
    ...where.map(({ column }) => column),
    ...Object.keys(omit),
    ...Object.keys(largest),
  ];
};

const noTexts: MissingTexts = new Set();

function columnIn(columns: RowBatch['columns'], name: string): Column {
  if (Object.hasOwn(columns, name)) return columns[name] as Column;
  throw invalid(name, `one of the file’s columns (${Object.keys(columns).join(', ')})`, 'no such column');
}

/** Reads the values of a column as numbers or dates, in the notation of its first rows. */
class ColumnReader {
  readonly #name: string;
  readonly #texts: readonly string[];
  readonly #marks: NumberMarks;
  readonly #dateOrder: DateOrder | undefined;
  #number: ((value: Value) => number) | undefined;
  /** One reader, or one for each order of day and month while both fit all values. */
  #periods: readonly ReadPeriod[] | undefined;

  constructor(name: string, column: Column, marks: NumberMarks, dateOrder: DateOrder | undefined) {
    const values = isCoded(column) ? column.categories : (column as ArrayLike<Value>);
    const texts = Array.from(values as ArrayLike<Value>).flatMap((value) =>
      (typeof value === 'string' || value instanceof Date) && !isMissing(value) ? [textOf(value)] : [],
    );
    this.#name = name;
    this.#texts = [...new Set(texts)];
    this.#marks = marks;
    this.#dateOrder = dateOrder;
  }

  /** Returns the number that a value is; NaN for other values. */
  number(value: Value): number {
    this.#number ??= this.#numberReader();
    return this.#number(value);
  }

  #numberReader(): (value: Value) => number {
    const written = numberTexts(this.#texts, this.#marks);
    if (!written) requireOneMark(this.#name, this.#texts, this.#marks);
    const getNumber = (value: Value) => Number(toCategory(value) ?? Number.NaN);
    if (!written) return getNumber;
    return (value) => (typeof value === 'string' ? Number(written.plain(value)) : getNumber(value));
  }

  /** True if values are dates or periods, except those that are only digits. */
  get hasDates(): boolean {
    return this.#dateReaders.length > 0;
  }

  get #dateReaders(): readonly ReadPeriod[] {
    if (this.#periods) return this.#periods;
    const dates = this.#texts.filter((text) => Number.isNaN(Number(text)) && periodReaders([text]).length > 0);
    this.#periods = periodReaders(dates, this.#dateOrder);
    return this.#periods;
  }

  /**
   * Returns the result for the date of a value and the dates of limits; undefined if one is not a date.
   *
   * @throws FairwasmError `invalidArgument` if the result depends on which of day and month comes first.
   */
  compare<T>(value: Value, limits: readonly string[], getResult: Compare<T>, row: number): T | undefined {
    const text = textOf(value);
    const results: T[] = [];
    const readers = this.#dateReaders.filter((read) => {
      const date = read(text);
      const periods = limits.map(read);
      if (!date || periods.some((period) => period?.cycle !== date.cycle || !period)) return false;
      results.push(getResult(date, periods as Period[]));
      return true;
    });
    if (readers.length > 0) this.#periods = readers;
    if (results.some((result) => result !== results[0])) throw ambiguousDate(this.#name, text, row);
    return results[0];
  }
}

type Compare<T> = (date: Period, limits: readonly Period[]) => T;

const textOf = (value: Value): string => getName(value) ?? '';

const areDates = (limits: BinLimits): limits is readonly string[] =>
  Array.isArray(limits) && limits.length > 0 && limits.every((limit) => typeof limit === 'string');

function dateRangeNames(limits: readonly string[], argument: string): string[] {
  const starts = limits.map((limit) => {
    const readers = periodReaders([limit]);
    return readers.length === 1 ? (readers[0]?.(limit)?.start as number) : Number.NaN;
  });
  const isAscending = starts.every((start, i) => i === 0 || start > (starts[i - 1] as number));
  if (!isAscending || starts.some(Number.isNaN))
    throw invalid(argument, 'dates in ascending order, such as 2024-01-01', shown(limits));
  return [
    `before ${limits[0]}`,
    ...limits.slice(1).map((limit, i) => `${limits[i]} to before ${limit}`),
    `${limits.at(-1)} and later`,
  ];
}

type Cut = (value: Value, reader: ColumnReader, row: number) => Value;

const countReached = (date: Period, limits: readonly Period[]) =>
  limits.filter(({ start }) => start <= date.start).length;

function cutAt(name: string, input: BinLimits): Cut {
  const argument = `bins of ${name}`;
  const cannotCut = (kind: string, value: Value, row: number) =>
    invalid(name, `a column of ${kind}, to divide it into ranges`, shown(value), row);
  if (areDates(input)) {
    const names = dateRangeNames(input, argument);
    return (value, reader, row) => {
      if (isMissing(value)) return null;
      const index = reader.compare(value, input, countReached, row);
      if (index === undefined) throw cannotCut('dates', value, row);
      return names[index];
    };
  }
  const numbers = input as Exclude<BinLimits, readonly string[]>;
  const names = rangeNames(numbers, argument);
  const [limits, isBelow] = getLimits(numbers);
  return (value, reader, row) => {
    if (isMissing(value)) return null;
    // Dates are divided into years.
    const position =
      isBelow || !reader.hasDates ? undefined : reader.compare(value, limits.map(String), countReached, row);
    if (position !== undefined) return names[position];
    const number = reader.number(value);
    if (Number.isNaN(number)) throw cannotCut('numbers', value, row);
    return names[limits.filter((limit) => (isBelow ? limit < number : limit <= number)).length];
  };
}

interface Test {
  column: string;
  matches: (value: Value, reader: ColumnReader, row: number) => boolean;
}

const comparisons = {
  '<': ({ start }: Period, limit: Period) => start < limit.start,
  '<=': ({ start }: Period, limit: Period) => start < limit.end,
  '>': ({ start }: Period, limit: Period) => start >= limit.end,
  '>=': ({ start }: Period, limit: Period) => start >= limit.start,
};

const numberComparisons = {
  '<': (number: number, limit: number) => number < limit,
  '<=': (number: number, limit: number) => number <= limit,
  '>': (number: number, limit: number) => number > limit,
  '>=': (number: number, limit: number) => number >= limit,
};

const isPeriod = (text: string): boolean =>
  periodReaders([text]).some((read) => (read(text) as Period).cycle === undefined);

function getTest({ column, operator, value }: RowCondition): Test {
  const values = Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
  if (operator === '=' || operator === '!=') {
    const getKey = (each: Value) => getLooseKey(toCategory(each) ?? '');
    const keys = new Set(values.map(getKey));
    const periods = values.map(textOf).filter(isPeriod);
    const isIn = (date: Period, [period]: readonly Period[]) =>
      date.start >= (period as Period).start && date.start < (period as Period).end;
    const isOneOf = (each: Value, reader: ColumnReader, row: number) =>
      keys.has(getKey(each)) || periods.some((period) => reader.compare(each, [period], isIn, row));
    return { column, matches: (each, reader, row) => isOneOf(each, reader, row) === (operator === '=') };
  }
  if (!Object.hasOwn(comparisons, operator))
    throw invalid(`where ${column}`, `one of ${rowOperators.join(' ')}`, shown(operator));
  const limit = Number(values[0] ?? Number.NaN);
  const text = textOf(values[0]);
  if (values.length !== 1 || !(Number.isFinite(limit) || periodReaders([text]).length > 0))
    throw invalid(`where ${column}`, `one number or date after ${operator}`, shown(value));
  const meets: Compare<boolean> = (date, [period]) => comparisons[operator](date, period as Period);
  const matches = (each: Value, reader: ColumnReader, row: number) => {
    if (isMissing(each)) return false;
    const result = reader.hasDates ? reader.compare(each, [text], meets, row) : undefined;
    if (result !== undefined) return result;
    const kind = Number.isNaN(limit) || reader.hasDates ? 'dates' : 'numbers';
    const number = kind === 'numbers' ? reader.number(each) : Number.NaN;
    if (Number.isNaN(number))
      throw invalid(column, `a column of ${kind}, to compare it with ${text}`, shown(each), row);
    return numberComparisons[operator](number, limit);
  };
  return { column, matches };
}

function getOmission([column, values]: [string, readonly string[]], missing: MissingTexts | undefined): Test {
  const keys = new Set(values.map(getLooseKey));
  return { column, matches: (each) => !isMissing(each, missing) && !keys.has(getLooseKey(toCategory(each) ?? '')) };
}

// A row is counted for the first column that omits it.
function countOmitted(results: readonly Column[], names: readonly string[], omitted: Map<string, number>): void {
  const length = results[0] ? getLength(results[0]) : 0;
  for (let row = 0; row < length; row++) {
    const index = results.findIndex((result) => valueAt(result, row) !== true);
    const name = names[index];
    if (name !== undefined) omitted.set(name, (omitted.get(name) ?? 0) + 1);
  }
}

/** The rows for which all results are true. */
function keptRows(results: readonly Column[]): Uint32Array {
  const kept: number[] = [];
  const length = getLength(results[0] as Column);
  for (let row = 0; row < length; row++) if (results.every((result) => valueAt(result, row) === true)) kept.push(row);
  return Uint32Array.from(kept);
}

/** @internal Counts the categories of columns, to keep the largest. */
export class CategoryCounts {
  readonly #counts: ReadonlyMap<string, Map<string, number>>;

  constructor(names: readonly string[]) {
    this.#counts = new Map(names.map((name) => [name, new Map()]));
  }

  add(columns: RowBatch['columns']): void {
    for (const [name, counts] of this.#counts) {
      const column = columnIn(columns, name);
      const rows = new Map<Value | number, number>();
      const values = (isCoded(column) ? column.codes : column) as ArrayLike<Value>;
      for (let row = 0; row < values.length; row++) rows.set(values[row], (rows.get(values[row]) ?? 0) + 1);
      for (const [value, count] of rows) {
        const key = keyOfCategory(isCoded(column) ? (column.categories[Number(value)] as Value) : value);
        if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + count);
      }
    }
  }

  /** Returns a function that combines the other categories of a column, except missing values. */
  others(name: string, max: number): (value: Value) => Value {
    const counts = this.#counts.get(name) as Map<string, number>;
    const byCount = [...counts].sort(([, one], [, other]) => other - one);
    const kept = new Set(byCount.slice(0, max).map(([key]) => key));
    const isTaken = [...counts.keys()].includes('other');
    return (value) => {
      const key = keyOfCategory(value);
      return key === undefined || kept.has(key) ? value : isTaken ? 'all others' : 'other';
    };
  }
}

const keyOfCategory = (value: Value): string | undefined => {
  const category = toCategory(value);
  return category === undefined ? undefined : getLooseKey(category);
};

/** @internal Throws `invalidArgument` if the value of blanks is itself a missing value. */
export function requireMeanings(blanks: NonNullable<RowSelection['blanks']>): void {
  const [name, meaning] = Object.entries(blanks).find(([, each]) => typeof each !== 'string' || isMissing(each)) ?? [];
  if (name !== undefined) throw invalid(`blanks of ${name}`, 'a value', shown(meaning));
}

/** @internal Throws `invalidArgument` unless each value of a column has a name. */
export function requireNewNames(recode: NonNullable<RowSelection['recode']>): void {
  for (const [name, values] of Object.entries(recode))
    if (!isPlain(values) || Object.values(values).some((each) => typeof each !== 'string'))
      throw invalid(`recode of ${name}`, "names by value, such as { M: 'male' }", shown(values));
}

/** @internal Throws `invalidArgument` unless each column has a list of values. */
export function requireOmissions(omit: NonNullable<RowSelection['omit']>): void {
  for (const [name, values] of Object.entries(omit)) requireTexts(`omit of ${name}`, values);
}

/** @internal Throws `invalidArgument` for a number of categories that is not a whole number of at least 1. */
export function requireLargest(largest: NonNullable<RowSelection['largest']>): void {
  for (const [name, max] of Object.entries(largest)) {
    if (Number.isSafeInteger(max) && max > 0) continue;
    throw invalid(`largest of ${name}`, 'a whole number of at least 1', shown(max));
  }
}

const getLength = (column: Column): number =>
  isCoded(column) ? column.codes.length : (column as ArrayLike<Value>).length;

const valueAt = (column: Column, row: number): Value =>
  isCoded(column) ? (column.categories[Number(column.codes[row])] as Value) : (column as ArrayLike<Value>)[row];

/** @internal Changes the values of a column; each distinct string is changed only once. */
export function mapped(column: Column, change: (value: Value, row: number) => Value): Column {
  if (!isCoded(column)) return Array.from(column as ArrayLike<Value>, change);
  const codes = column.codes as ArrayLike<number>;
  const firstRows = new Int32Array(column.categories.length).fill(-1);
  for (let row = codes.length - 1; row >= 0; row--) firstRows[codes[row] as number] = row;
  const categories = column.categories.map((each, code) => {
    const row = firstRows[code] as number;
    return row < 0 ? '' : (change(each as Value, row) ?? '');
  });
  return { codes: column.codes, categories } as Column;
}

/** @internal Returns the values of these rows. */
export function only(column: Column, rows: Uint32Array): Column {
  if (!isCoded(column)) return Array.from(rows, (row) => valueAt(column, row));
  const codes = rows.map((row) => Number((column.codes as ArrayLike<number>)[row]));
  // Categories that occur only in omitted rows are not learned.
  const used = new Set(codes);
  return { codes, categories: Array.from(column.categories, (each, code) => (used.has(code) ? each : '')) } as Column;
}
