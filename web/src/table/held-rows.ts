// SPDX-License-Identifier: Apache-2.0
//
// All rows of a table, as models take them, kept for the next question about the same file. For workers.

import { readCsv } from 'fairwasm';
import { type Row, rowsOf } from 'fairwasm/models';

/** A file comes as another object with each question. */
export const getKey = ({ name, size, lastModified }: File) =>
  JSON.stringify([name, size, lastModified]);

let held: { key: string; rows: readonly Row[] } | undefined;

export async function rowsOfFile(file: File): Promise<readonly Row[]> {
  const key = getKey(file);
  if (held?.key === key) return held.rows;
  const rows: Row[] = [];
  for await (const { columns } of readCsv(file)) {
    for (const row of rowsOf(columns)) rows.push(row);
  }
  held = { key, rows };
  return rows;
}
