// SPDX-License-Identifier: Apache-2.0
//
// Files as columns of text, batch by batch with bounded memory: the same in a browser tab, in a worker and in Node. What
// is counted goes by coded-csv.ts, without a string a field.

import { invalid } from '../core/error.js';
import { requireNumber, requireTexts, shown } from '../core/options.js';
import type { CsvSource } from './byte-input.js';
import { type CodedBatch, type CsvOptions, requireCsvOptions } from './coded-csv.js';
import { type CodedColumn, isCoded } from './column.js';
import { CategoryCodes } from './files/columns.js';
import { readTable } from './files/read-table.js';
import type { Value } from './value.js';

export type { CsvSource, Encoding } from './byte-input.js';
export type { CsvOptions } from './coded-csv.js';

/** Columns of text. */
export interface CsvBatch<Column = string[]> {
  /** The data row that each column starts with. Rows are counted from 0, without the header. */
  firstRow: number;
  /** The values by column name, all equally many, as they stand in the file. */
  columns: Record<string, Column>;
}

/** Texts of a batch, each once, and which one every row has. */
type CodedTexts = CodedColumn & { codes: Uint32Array; categories: readonly string[] };

/** Numbers of a batch, among which texts may stand that are none. */
type Numbers = Float64Array | readonly Value[];

/**
 * The line of the file in which a data row stands, as editors and spreadsheets number it: the header is line 1.
 * Programs (and the `row` of every FairwasmError) count rows of data from 0. Blank lines and line breaks
 * within quotes, which are no rows, are not counted.
 *
 * @example
 * const row = 0; // the `row` of an error: the first row of data
 * lineNumber(row); // 2
 */
export function lineNumber(row: number): number {
  return requireNumber('row', row) + 2;
}

/**
 * Reads a CSV file with a header row, and files of other formats as if they had been written as CSV: Parquet, Apache
 * Arrow (IPC files and streams), newline-delimited JSON, and the first sheet of an .xlsx workbook, each also compressed
 * with gzip or Zstandard. The first bytes say which it is. Memory stays at a few batches however long a CSV or JSON file
 * is, and at a row group of Parquet from a Blob; the others are read whole. What a checksum shows to be damaged is refused:
 * gzip, Zstandard, workbooks, and gzipped pages of Parquet have one.
 *
 * Fields may be quoted and then hold line breaks, delimiters and doubled quotes. Lines end in LF, CRLF or
 * CR; a carriage return at the end of a row's last field counts as part of the line's end. Blank lines
 * are no rows, except between the rows of a file with a single column, where they are missing values.
 * A column without a name, such as the row index that pandas writes, cannot be asked for.
 *
 * With `coded: true` columns are `{ codes, categories }`, as audits and tallies take them: each text is there once a batch,
 * which is several times faster where values repeat. Columns that `numbers` names are numbers instead, as audits take scores
 * and weights: a Float64Array, or a list of numbers and texts where other values stand among them.
 *
 * @example
 * const file = new Blob(['sex,age\nFemale,30\nMale,41\nFemale,NA\n']); // or a File that somebody chose
 * let women = 0;
 * for await (const { columns } of readCsv(file, { columns: ['sex'] })) {
 *   women += columns.sex.filter((sex) => sex === 'Female').length;
 * }
 * women; // 2
 *
 * @throws FairwasmError `invalidArgument`; its `argument` is the column's name, or `file` where no single
 *   column is to blame: an unknown or ambiguous column; no header or no rows; a row with too few or too
 *   many fields, or with quotes that do not match; a binary file or one in another encoding; a damaged
 *   file; values that are neither texts, numbers, truth values nor dates. `tooLarge` for a row of more than 4 MiB, as
 *   a quote makes that is not closed, or a line of more than 4,194,304 characters of JSON.
 */
export function readCsv(
  source: CsvSource,
  options?: CsvOptions & { coded?: false | undefined },
): AsyncGenerator<CsvBatch, void, undefined>;
export function readCsv(
  source: CsvSource,
  options: CsvOptions & { coded: true; numbers?: undefined },
): AsyncGenerator<CsvBatch<CodedTexts>, void, undefined>;
export function readCsv(
  source: CsvSource,
  options: CsvOptions & { coded: true; numbers?: readonly string[] | undefined },
): AsyncGenerator<CsvBatch<CodedTexts | Numbers>, void, undefined>;
export async function* readCsv(
  source: CsvSource,
  options: CsvOptions & {
    coded?: boolean | undefined;
    numbers?: readonly string[] | undefined;
  } = {},
): AsyncGenerator<CsvBatch<CodedTexts | Numbers | string[]>, void, undefined> {
  requireCsvOptions(options, ['coded', 'numbers']);
  const { coded = false, numbers = [], ...reading } = options;
  requireTexts('numbers', numbers);
  if (typeof coded !== 'boolean' || (!coded && numbers.length > 0)) {
    throw invalid(
      'coded',
      typeof coded === 'boolean' ? 'true, where numbers are asked for' : 'true or false',
      shown(coded),
    );
  }
  const given = { ...reading, numbers, forgetsTexts: true };
  for await (const { firstRow, columns } of readTable(source, given)) {
    const texts = Object.entries(columns).map(([name, column]) => {
      if (numbers.includes(name)) return [name, numbersOf(column)];
      return [name, coded ? codedTexts(column) : textsOf(column)];
    });
    yield { firstRow, columns: Object.fromEntries(texts) };
  }
}

type Column = CodedBatch['columns'][string];

function textsOf(column: Column): string[] {
  if (!isCoded(column)) {
    return Array.from(column as ArrayLike<Value>, (value) => (value === null ? '' : String(value)));
  }
  const texts = column.categories.map(String);
  return Array.from(column.codes as Uint32Array, (code) => texts[code] as string);
}

function numbersOf(column: Column): Numbers {
  if (isCoded(column)) return textsOf(column);
  return Array.isArray(column) ? column : Float64Array.from(column as ArrayLike<number>);
}

// Codes of the reader are overwritten by its next batch.
function codedTexts(column: Column): CodedTexts {
  if (isCoded(column)) {
    return {
      codes: Uint32Array.from(column.codes as Uint32Array),
      categories: column.categories.map(String),
    };
  }
  const categories = new CategoryCodes();
  const codes = Uint32Array.from(textsOf(column), (text) => categories.codeOf(text));
  return { codes, categories: categories.categories.map(String) };
}
