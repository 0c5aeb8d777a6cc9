// SPDX-License-Identifier: Apache-2.0
//
// Random or changed Parquet files: read to their end, or rejected. Counts by row groups equal those of the read rows.

import { countTable } from '../../../dist/data/files/count-table.js';
import { acceptedLater, beginning, getColumns, require } from '../support.mjs';

const magic = [0x50, 0x41, 0x52, 0x31]; // PAR1, at both ends

async function counted(bytes, columns) {
  let rows = 0;
  for await (const { counts } of countTable(new Blob([bytes]), { columns, workers: 0 })) {
    for (const count of counts) rows += count;
  }
  return rows;
}

export async function fuzz(data) {
  if (data.length < magic.length) return;
  const bytes = beginning(data, magic);
  bytes.set(magic, bytes.length - magic.length);
  const read = await acceptedLater(() => getColumns(bytes));
  if (!read) return;
  const names = Object.keys(read);
  if (names.length === 0) return;
  const rows = await acceptedLater(() => counted(bytes, names));
  if (rows !== undefined) require(rows === read[names[0]].length, 'as many rows are counted as read');
}
