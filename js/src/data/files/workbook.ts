// SPDX-License-Identifier: Apache-2.0
//
// The first sheet of an .xlsx workbook, by read-excel-file: its first row names the columns.

import { readSheet } from '../../vendor/read-excel-file.js';
import { badFile } from '../byte-input.js';
import type { CodedBatch } from '../coded-csv.js';
import { plainValue, type Wanted, wantedColumns } from './columns.js';

export async function* readWorkbook(
  bytes: ArrayBuffer,
  wanted: Wanted,
): AsyncGenerator<CodedBatch, void, undefined> {
  const [header = [], ...rows] = await readSheet(bytes).catch((error: unknown) => {
    throw badFile('an .xlsx workbook that is whole', whatIsWrong(error));
  });
  if (rows.length === 0) throw badFile('a header and at least one row of data', 'fewer rows');
  const names = header.map((name) => (name === null ? '' : String(name)));
  const columns = wantedColumns(names, wanted).map(([name, place]) => [
    name,
    rows.map((row, i) => plainValue(row[place], name, i)),
  ]);
  yield { firstRow: 0, columns: Object.fromEntries(columns) };
}

// A workbook is a ZIP archive, which says nothing to those who made it in a spreadsheet.
function whatIsWrong(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.includes('unzip') ? 'a damaged one, or the beginning of one' : message;
}
