// SPDX-License-Identifier: Apache-2.0
//
// A table of whatever format as CSV, for what reads nothing else.

import { isParquet } from './format.js';
import { type ReadOptions, readRows } from './read.js';

/** The file itself where it is text; otherwise these columns of it. */
export async function asCsv(file: Blob, options: ReadOptions): Promise<Blob> {
  if (!(await isParquet(file))) return file;
  const lines: string[] = [];
  for await (const { columns } of readRows(file, options)) {
    const values = Object.values(columns);
    if (lines.length === 0) lines.push(csvLine(Object.keys(columns)));
    for (let row = 0; row < (values[0]?.length ?? 0); row++) {
      lines.push(csvLine(values.map((column) => column[row] as string)));
    }
  }
  return new Blob([lines.join('\n')]);
}

/** One row, every field quoted. */
export const csvLine = (fields: readonly string[]): string =>
  fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
