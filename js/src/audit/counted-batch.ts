// SPDX-License-Identifier: Apache-2.0
//
// What the reader of files counted, added to an audit: rows by combination of categories, and where in the file each of
// them comes first.

import { FairwasmError } from '../core/error.js';
import type { CountedBatch } from '../data/counting/counts.js';
import type { CountedRows } from '../tally/tally.js';
import type { Auditor } from './auditor.js';

type Roles = { label?: string | undefined; prediction?: string | undefined };

/** Only the reader of files makes them: whoever gives rows of their own has no such class. */
export const isCountedBatch = (batch: unknown): batch is CountedBatch =>
  typeof batch === 'object' && batch !== null && 'firstRows' in batch && 'names' in batch;

/**
 * Adds all rows. What is wrong with some of them is said of the first one in the file, however they were counted.
 *
 * @throws FairwasmError as `Auditor.update` does, with the row in the file; some rows are counted then.
 */
export function updateCounted(
  auditor: Auditor,
  batch: CountedBatch,
  columns: Roles,
  groups: readonly string[],
): void {
  addPart(auditor, batch, { columns, groups, first: 0, end: batch.counts.length });
}

interface Part {
  columns: Roles;
  groups: readonly string[];
  first: number;
  end: number;
}

// Combinations come in the order of their first rows: where one of them is refused, those before the middle are tried
// by themselves, and then those behind it.
function addPart(auditor: Auditor, batch: CountedBatch, part: Part): void {
  const { first, end } = part;
  try {
    auditor.updateCounted(rowsOf(batch, part));
  } catch (error) {
    if (!(error instanceof FairwasmError) || error.row === undefined) throw error;
    // A category too many is none of the rows before it, whichever part is tried.
    if (end - first === 1 || error.code === 'tooLarge') {
      throw new FairwasmError(error.code, { ...error, row: batch.firstRows[first + error.row] });
    }
    const middle = Math.floor((first + end) / 2);
    addPart(auditor, batch, { ...part, end: middle });
    addPart(auditor, batch, { ...part, first: middle });
  }
}

function rowsOf(batch: CountedBatch, { columns, groups, first, end }: Part): CountedRows {
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
