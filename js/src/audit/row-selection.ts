// SPDX-License-Identifier: Apache-2.0
//
// Columns made from columns, and rows that are chosen by their values: ranges of a number as groups, and conditions.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import { type CategoryColumn, isCoded, type NumberColumn } from '../data/column.js';
import { categoryOf, keyOf, type Value } from '../data/value.js';

/** Rows of a file of any format: columns by name, starting at row `firstRow`. */
export interface RowBatch {
  firstRow: number;
  columns: Readonly<Record<string, CategoryColumn | NumberColumn>>;
}

/** Where ranges of a number end: each limit is in the range above it, or with `upTo` in the range below. */
export type BinLimits = readonly number[] | { readonly upTo: readonly number[] };

/** The operators of {@link RowCondition}. */
export const rowOperators = ['=', '!=', '<', '<=', '>', '>='] as const;

/** A condition on the values of a column. Missing values meet only `!=`. */
export interface RowCondition {
  column: string;
  operator: (typeof rowOperators)[number];
  /** For `=` any of these values, for `!=` none of them. */
  value: Value | readonly Value[];
}

/** The rows to audit, and the columns to cut into ranges. */
export interface RowSelection {
  /** Cuts numeric columns into ranges: `{ age: [18, 65] }`, or `{ age: { upTo: [25] } }` for 25 in the lower range. */
  bins?: Readonly<Record<string, BinLimits>> | undefined;
  /** Keeps the rows that meet all conditions. */
  where?: readonly RowCondition[] | undefined;
}

/** @internal Rows of a file of which some may be omitted. */
export interface SelectedBatch extends RowBatch {
  /** The number of each row in the file, from 0, if rows were omitted. */
  rows?: Uint32Array | undefined;
}

type Column = CategoryColumn | NumberColumn;

/** @internal Applies a selection to batches and adds up how many rows it keeps. Throws `invalidArgument` for limits that do not ascend. */
export async function* selected(
  batches: AsyncIterable<RowBatch>,
  { bins = {}, where = [] }: RowSelection,
  counts: { rows: number; all: number },
): AsyncGenerator<SelectedBatch, void, undefined> {
  const cuts = Object.entries(bins).map(([name, limits]) => [name, cutAt(name, limits)] as const);
  const tests = where.map(testOf);
  for await (const { firstRow, columns } of batches) {
    const kept = keptRows(columns, tests);
    const length = Math.max(0, ...Object.values(columns).map(lengthOf));
    counts.all += length;
    counts.rows += kept?.length ?? length;
    const changed = { ...columns };
    for (const [name, cut] of cuts) {
      const column = columns[name] as Column;
      changed[name] = mapped(column, (value, row) => cut(value, firstRow + row));
    }
    if (kept === undefined) yield { firstRow, columns: changed };
    else if (kept.length > 0) {
      const entries = Object.entries(changed).map(([name, column]) => [name, only(column, kept)]);
      yield {
        firstRow: 0,
        columns: Object.fromEntries(entries),
        rows: kept.map((row) => row + firstRow),
      };
    }
  }
}

/** @internal The columns that a selection needs. */
export const selectedBy = ({ bins = {}, where = [] }: RowSelection): string[] => [
  ...Object.keys(bins),
  ...where.map(({ column }) => column),
];

function cutAt(name: string, given: BinLimits): (value: Value, row: number) => Value {
  const isBelow = !Array.isArray(given);
  const limits = isBelow
    ? (given as { upTo: readonly number[] }).upTo
    : (given as readonly number[]);
  const isAscending =
    Array.isArray(limits) &&
    limits.length > 0 &&
    limits.every((limit, i) => Number.isFinite(limit) && (i === 0 || limit > limits[i - 1]));
  if (!isAscending)
    throw invalid(`bins of ${name}`, 'finite numbers in ascending order', shown(limits));
  const names = isBelow
    ? [
        `${limits[0]} and below`,
        ...limits.slice(1).map((limit, i) => `above ${limits[i]} to ${limit}`),
        `above ${limits.at(-1)}`,
      ]
    : [
        `below ${limits[0]}`,
        ...limits.slice(1).map((limit, i) => `${limits[i]} to below ${limit}`),
        `${limits.at(-1)} and above`,
      ];
  return (value, row) => {
    const text = categoryOf(value);
    if (text === undefined) return null;
    const number = Number(text);
    if (Number.isNaN(number))
      throw invalid(name, 'a number, to cut it into ranges', shown(text), row);
    return names[limits.filter((limit) => (isBelow ? limit < number : limit <= number)).length];
  };
}

type Test = readonly [column: string, matches: (value: Value) => boolean];

function testOf({ column, operator, value }: RowCondition): Test {
  const values = Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
  if (operator === '=' || operator === '!=') {
    const keys = new Set(values.map((each) => keyOf(categoryOf(each) ?? '')));
    const isAmong = (each: Value) => keys.has(keyOf(categoryOf(each) ?? ''));
    return [column, operator === '=' ? isAmong : (each) => !isAmong(each)];
  }
  const limit = Number(values[0]);
  if (values.length !== 1 || !Number.isFinite(limit))
    throw invalid(`where ${column}`, `one number after ${operator}`, shown(value));
  const compare = {
    '<': (number: number) => number < limit,
    '<=': (number: number) => number <= limit,
    '>': (number: number) => number > limit,
    '>=': (number: number) => number >= limit,
  }[operator];
  if (!compare)
    throw invalid(`where ${column}`, `one of ${rowOperators.join(' ')}`, shown(operator));
  return [column, (each) => compare(Number(categoryOf(each) ?? Number.NaN))];
}

/** Rows that pass all tests; undefined: all rows. */
function keptRows(columns: RowBatch['columns'], tests: readonly Test[]): Uint32Array | undefined {
  if (tests.length === 0) return undefined;
  const results = tests.map(([name, matches]) => mapped(columns[name] as Column, matches));
  const [first] = results;
  const kept: number[] = [];
  const length = first === undefined ? 0 : lengthOf(first);
  for (let row = 0; row < length; row++)
    if (results.every((result) => valueAt(result, row) === true)) kept.push(row);
  return Uint32Array.from(kept);
}

const lengthOf = (column: Column): number =>
  isCoded(column) ? column.codes.length : (column as ArrayLike<Value>).length;

const valueAt = (column: Column, row: number): Value =>
  isCoded(column)
    ? (column.categories[Number(column.codes[row])] as Value)
    : (column as ArrayLike<Value>)[row];

// A text is looked at once, however many rows have it.
function mapped(column: Column, change: (value: Value, row: number) => Value): Column {
  if (!isCoded(column)) return Array.from(column as ArrayLike<Value>, change);
  const codes = column.codes as ArrayLike<number>;
  const isUsed = new Map<number, number>();
  for (let row = 0; row < codes.length; row++)
    if (!isUsed.has(codes[row] as number)) isUsed.set(codes[row] as number, row);
  const categories = column.categories.map((each, code) => {
    const row = isUsed.get(code);
    return row === undefined ? '' : (change(each as Value, row) ?? '');
  });
  return { codes: column.codes, categories } as Column;
}

function only(column: Column, rows: Uint32Array): Column {
  if (!isCoded(column)) return Array.from(rows, (row) => valueAt(column, row));
  const codes = rows.map((row) => Number((column.codes as ArrayLike<number>)[row]));
  return { codes, categories: column.categories } as Column;
}
