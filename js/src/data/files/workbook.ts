// SPDX-License-Identifier: Apache-2.0
//
// The first sheet of an .xlsx workbook, by read-excel-file: its first row names the columns.

import { readSheet } from '../../vendor/read-excel-file.js';
import { badFile } from '../byte-input.js';
import type { CodedBatch } from '../coded-csv.js';
import { plainValue, type Wanted, wantedColumns } from './columns.js';
import { readable } from './source.js';

export async function* readWorkbook(
  bytes: ArrayBuffer,
  wanted: Wanted,
): AsyncGenerator<CodedBatch, void, undefined> {
  const [header = [], ...rows] = await readable('an .xlsx workbook that is whole', () =>
    readSheet(bytes),
  );
  if (rows.length === 0) throw badFile('a header and at least one row of data', 'fewer rows');
  const names = header.map((name) => (name === null ? '' : String(name)));
  const columns = wantedColumns(names, wanted).map(([name, place]) => [
    name,
    rows.map((row, i) => plainValue(row[place], name, i)),
  ]);
  yield { firstRow: 0, columns: Object.fromEntries(columns) };
}
