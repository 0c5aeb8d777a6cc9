// SPDX-License-Identifier: Apache-2.0
//
// Adds rows that the file reader has counted to an audit: row counts by combination of categories, with the
// first row of each in the file.

import { FairwasmError } from '../core/error.js';
import type { CountedBatch } from '../data/counting/counts.js';
import type { CountedRows } from '../tally/tally.js';
import type { Auditor } from './auditor.js';

type Roles = { label?: string | undefined; prediction?: string | undefined };

/** Returns whether a batch comes from the file reader; rows from users are not of this class. */
export const isCountedBatch = (batch: unknown): batch is CountedBatch =>
  typeof batch === 'object' && batch !== null && 'firstRows' in batch && 'names' in batch;

/**
 * Adds all rows. Errors name the first invalid row of the file, however the rows were counted.
 *
 * @throws FairwasmError as `Auditor.update` does, with the row in the file; earlier rows have then been counted.
 */
export function updateCounted(auditor: Auditor, batch: CountedBatch, columns: Roles, groups: readonly string[]): void {
  addPart(auditor, batch, { columns, groups, first: 0, end: batch.counts.length });
}

interface Part {
  columns: Roles;
  groups: readonly string[];
  first: number;
  end: number;
}

// Combinations are in the order of their first rows. If one is rejected, the first half is tried separately,
// then the second.
function addPart(auditor: Auditor, batch: CountedBatch, part: Part): void {
  const { first, end } = part;
  try {
    auditor.updateCounted(getRows(batch, part));
  } catch (error) {
    if (!(error instanceof FairwasmError) || error.row === undefined) throw error;
    // A surplus category occurs in no earlier row, whichever half is tried.
    if (end - first === 1 || error.code === 'tooLarge') {
      throw error.with({ row: batch.firstRows[first + error.row] });
    }
    const middle = Math.floor((first + end) / 2);
    addPart(auditor, batch, { ...part, end: middle });
    addPart(auditor, batch, { ...part, first: middle });
  }
}

function getRows(batch: CountedBatch, { columns, groups, first, end }: Part): CountedRows {
  const column = (name: string) => {
    const place = batch.names.indexOf(name);
    return {
      codes: (batch.codes[place] as Uint32Array).subarray(first, end),
      categories: batch.texts[place] as string[],
    };
  };
  const { label, prediction } = columns;
  return {
    groups: Object.fromEntries(groups.map((name) => [name, column(name)])),
    ...(label !== undefined && { label: column(label) }),
    ...(prediction !== undefined && { prediction: column(prediction) }),
    rows: batch.counts.subarray(first, end),
  };
}
