// SPDX-License-Identifier: Apache-2.0
//
// Reads results of promptfoo and logs of Inspect as tables.

import { FairwasmError } from 'fairwasm';
import { tableFromLog } from 'fairwasm/repeated';
import { csvLine } from '../../table/csv-line.js';

/** Returns the log as CSV; undefined for any other file. */
export async function readLog(file: File): Promise<File | undefined> {
  try {
    const table = tableFromLog(await file.text());
    const columns = Object.values(table);
    const rows = columns[0]?.map((_, row) => columns.map((column) => `${column[row] ?? ''}`));
    const lines = [Object.keys(table), ...(rows ?? [])].map(csvLine);
    return new File([lines.join('\n')], file.name);
  } catch (error) {
    if (error instanceof FairwasmError) return undefined;
    throw error;
  }
}
