// SPDX-License-Identifier: Apache-2.0
//
// All rows of a table in the form that models accept, kept for the next request about the same file. For workers.

import { readCsv } from 'fairwasm';
import { type Row, toRows } from 'fairwasm/models';

/** Each request contains a new object for the same file. */
export const getKey = ({ name, size, lastModified }: File) => JSON.stringify([name, size, lastModified]);

let held: { key: string; rows: readonly Row[] } | undefined;

export async function rowsOfFile(file: File): Promise<readonly Row[]> {
  const key = getKey(file);
  if (held?.key === key) return held.rows;
  const rows: Row[] = [];
  for await (const { columns } of readCsv(file, { plainNumbers: true })) {
    for (const row of toRows(columns)) rows.push(row);
  }
  held = { key, rows };
  return rows;
}
