// SPDX-License-Identifier: Apache-2.0
//
// CSV files as columns of text, batch by batch with bounded memory: the same in a browser tab, in a worker and
// in Node. What is counted goes by coded-csv.ts, without a string a field.

import { loadText } from '../core/text-module.js';
import type { CsvSource } from './byte-input.js';
import { type CsvOptions, readCodedCsv, requireCsvOptions } from './coded-csv.js';
import type { CodedColumn } from './column.js';

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
 * Reads a CSV file with a header row. Memory stays at a few batches however long the file is.
 *
 * Fields may be quoted and then hold line breaks, delimiters and doubled quotes. Lines end in LF, CRLF or
 * CR; a carriage return at the end of a row's last field counts as part of the line's end. Blank lines
 * are no rows, except between the rows of a file with a single column, where they are missing values.
 * A column without a name, such as the row index that pandas writes, cannot be asked for.
 *
 * @throws FairwasmError `invalidArgument`; its `argument` is the column's name, or `file` where no single
 *   column is to blame: an unknown or ambiguous column; no header or no rows; a row with too few or too
 *   many fields, or with quotes that do not match; a binary file or one in another encoding.
 */
export async function* readCsv(
  source: CsvSource,
  options: CsvOptions = {},
): AsyncGenerator<CsvBatch, void, undefined> {
  requireCsvOptions(options);
  const wasm = await loadText(options);
  for await (const { firstRow, columns } of readCodedCsv(wasm, source, {
    ...options,
    forgetsTexts: true,
  })) {
    const texts = Object.entries(columns).map(([name, column]) => {
      const { codes, categories } = column as CodedColumn;
      return [name, Array.from(codes as Uint32Array, (code) => categories[code])];
    });
    yield { firstRow, columns: Object.fromEntries(texts) };
  }
}
