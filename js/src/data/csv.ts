// SPDX-License-Identifier: Apache-2.0
//
// Files as columns of text, batch by batch with bounded memory: the same in a browser tab, in a worker and in Node. What is counted goes by coded-csv.ts, without a string a field.

import type { CsvSource } from './byte-input.js';
import { type CodedBatch, type CsvOptions, requireCsvOptions } from './coded-csv.js';
import { isCoded } from './column.js';
import { readTable } from './files/read-table.js';
import type { Value } from './value.js';

export type { CsvSource, Encoding } from './byte-input.js';
export type { CsvOptions } from './coded-csv.js';

/** Columns of text. */
export interface CsvBatch {
  /** The data row that each column starts with. Rows are counted from 0, without the header. */
  firstRow: number;
  /** The values by column name, all equally many, as they stand in the file. */
  columns: Record<string, string[]>;
}

/**
 * The line of the file in which a data row stands, as editors and spreadsheets number it: the header is line 1.
 * Programs (and the `row` of every FairwasmError) count rows of data from 0. Blank lines and line breaks
 * within quotes, which are no rows, are not counted.
 */
export function lineNumber(row: number): number {
  return row + 2;
}

/**
 * Reads a CSV file with a header row, and files of other formats as if they had been written as CSV: Parquet, Apache
 * Arrow (IPC files and streams), newline-delimited JSON, and the first sheet of an .xlsx workbook, each also compressed
 * with gzip or Zstandard. The first bytes say which it is. Memory stays at a few batches however long a CSV or JSON file
 * is, and at a row group of Parquet from a Blob; the others are read whole.
 *
 * Fields may be quoted and then hold line breaks, delimiters and doubled quotes. Lines end in LF, CRLF or
 * CR; a carriage return at the end of a row's last field counts as part of the line's end. Blank lines
 * are no rows, except between the rows of a file with a single column, where they are missing values.
 * A column without a name, such as the row index that pandas writes, cannot be asked for.
 *
 * @throws FairwasmError `invalidArgument`; its `argument` is the column's name, or `file` where no single
 *   column is to blame: an unknown or ambiguous column; no header or no rows; a row with too few or too
 *   many fields, or with quotes that do not match; a binary file or one in another encoding; a damaged
 *   file; values that are neither texts, numbers, truth values nor dates.
 */
export async function* readCsv(
  source: CsvSource,
  options: CsvOptions = {},
): AsyncGenerator<CsvBatch, void, undefined> {
  requireCsvOptions(options);
  for await (const { firstRow, columns } of readTable(source, { ...options, forgetsTexts: true })) {
    const texts = Object.entries(columns).map(([name, column]) => [name, textsOf(column)]);
    yield { firstRow, columns: Object.fromEntries(texts) };
  }
}

function textsOf(column: CodedBatch['columns'][string]): string[] {
  if (!isCoded(column)) {
    return Array.from(column as ArrayLike<Value>, (value) => (value === null ? '' : String(value)));
  }
  const texts = column.categories.map(String);
  return Array.from(column.codes as Uint32Array, (code) => texts[code] as string);
}
