// SPDX-License-Identifier: Apache-2.0
//
// Reads files as columns of text, in batches with bounded memory, in a browser tab, a worker, or Node. Counting uses
// coded-csv.ts instead, which does not create a string per field.

import { invalid } from '../core/error.js';
import { requireTexts, shown } from '../core/options.js';
import type { CsvSource } from './byte-input.js';
import { type CodedBatch, type CsvOptions, requireCsvOptions } from './coded-csv.js';
import { isCoded } from './column.js';
import { CategoryCodes } from './files/columns.js';
import { readTable } from './files/read-table.js';
import type { Value } from './value.js';

export type { CsvSource, Encoding } from './byte-input.js';
export type { CsvOptions } from './coded-csv.js';

/** Columns of text. */
export interface CsvBatch<Column = string[]> {
  /** Number of the first data row in the columns, counted from 0, without the header. */
  firstRow: number;
  /**
   * The number of each row in the file, if {@link CsvOptions.where} omits rows; `firstRow` does not count omitted rows.
   */
  rows?: Uint32Array | undefined;
  /** The values by column name, all columns of equal length, as written in the file. */
  columns: Record<string, Column>;
}

/** The distinct strings of a batch, and the index of each row's string. */
type CodedTexts = { codes: Uint32Array; categories: readonly string[] };

/**
 * Reads a CSV file with a header row. It also reads Parquet, Apache Arrow (IPC files and streams), JSON Lines, and
 * the first sheet of an .xlsx workbook, each optionally compressed with gzip or Zstandard. The format is detected
 * from the first bytes. Memory is limited to a few batches for CSV and JSON files of any length, and to a row group
 * for Parquet from a Blob; other formats are read as a whole. Files with a wrong checksum (gzip, Zstandard,
 * workbooks, and gzipped pages of Parquet) are rejected.
 *
 * Fields can be quoted; quoted fields can contain line breaks, delimiters, and doubled quotes. Lines end in LF, CRLF,
 * or CR; a carriage return at the end of a row's last field is part of the line end. Blank lines are skipped, except
 * between the rows of a file with a single column, in which they are missing values. A column without a name, such as
 * the row index that pandas writes, cannot be selected.
 *
 * With `coded: true`, columns are `{ codes, categories }`, which audits and tallies accept. Each distinct string is
 * created once per batch, which is several times faster if values repeat. Columns listed in `numbers` are numeric
 * instead, for scores and weights: a Float64Array, or a list of numbers and strings if other values occur among them.
 *
 * @example
 * const file = new Blob(['sex,age\nFemale,30\nMale,41\nFemale,NA\n']); // or a File that somebody chose
 * let women = 0;
 * for await (const { columns } of readCsv(file, { columns: ['sex'] })) {
 *   women += columns.sex.filter((sex) => sex === 'Female').length;
 * }
 * women; // 2
 *
 * @throws FairwasmError `invalidArgument`, whose `argument` is the column's name, or `file` if no single column is
 *   the cause: an unknown or ambiguous column; no header or no rows; a row with too few or too many fields, or with
 *   unmatched quotes; a binary file or an unsupported encoding; a damaged file; values other than strings, numbers,
 *   booleans, and dates. `tooLarge` for a row of more than 4 MiB, usually caused by an unclosed quote, or a JSON line
 *   of more than 4,194,304 characters.
 */
export function readCsv(
  source: CsvSource,
  options?: CsvOptions & { coded?: false | undefined },
): AsyncGenerator<CsvBatch, void, undefined>;
export function readCsv(
  source: CsvSource,
  options: CsvOptions & { coded: true; numbers?: undefined },
): AsyncGenerator<CsvBatch<{ codes: Uint32Array; categories: readonly string[] }>, void, undefined>;
export function readCsv(
  source: CsvSource,
  options: CsvOptions & { coded: true; numbers?: readonly string[] | undefined },
): AsyncGenerator<
  CsvBatch<{ codes: Uint32Array; categories: readonly string[] } | Float64Array | readonly Value[]>,
  void,
  undefined
>;
export async function* readCsv(
  source: CsvSource,
  options: CsvOptions & { coded?: boolean | undefined; numbers?: readonly string[] | undefined } = {},
): AsyncGenerator<CsvBatch<CodedTexts | Float64Array | readonly Value[] | string[]>, void, undefined> {
  requireCsvOptions(options, ['coded', 'numbers']);
  const { coded = false, numbers = [], ...reading } = options;
  requireTexts('numbers', numbers);
  if (typeof coded !== 'boolean' || (!coded && numbers.length > 0)) {
    throw invalid(
      'coded',
      typeof coded === 'boolean' ? 'true, but numbers are required' : 'true or false',
      shown(coded),
    );
  }
  const given = { ...reading, numbers, forgetsTexts: true };
  for await (const { firstRow, rows, columns } of readTable(source, given)) {
    const texts = Object.entries(columns).map(([name, column]) => {
      if (numbers.includes(name)) return [name, toNumbers(column)];
      return [name, coded ? codedTexts(column) : toTexts(column)];
    });
    yield { firstRow, ...(rows && { rows }), columns: Object.fromEntries(texts) };
  }
}

type Column = CodedBatch['columns'][string];

function toTexts(column: Column): string[] {
  if (!isCoded(column)) return Array.from(column as ArrayLike<Value>, (value) => (value === null ? '' : String(value)));
  const texts = column.categories.map(String);
  return Array.from(column.codes as Uint32Array, (code) => texts[code] as string);
}

function toNumbers(column: Column): Float64Array | readonly Value[] {
  if (isCoded(column)) return toTexts(column);
  return Array.isArray(column) ? column : Float64Array.from(column as ArrayLike<number>);
}

// The reader's next batch overwrites its codes.
function codedTexts(column: Column): CodedTexts {
  if (isCoded(column)) {
    return { codes: Uint32Array.from(column.codes as Uint32Array), categories: column.categories.map(String) };
  }
  const categories = new CategoryCodes();
  const codes = Uint32Array.from(toTexts(column), (text) => categories.getCode(text));
  return { codes, categories: categories.categories.map(String) };
}
