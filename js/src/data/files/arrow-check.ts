// SPDX-License-Identifier: Apache-2.0
//
// Checks that an Arrow table contains the declared values. flechette trusts the declared lengths: for a batch of a
// hundred rows with forty numbers, sixty values would be undefined, and strings could overlap.

import type { Table } from '../../vendor/flechette.js';

interface Batch {
  length: number;
  nullCount: number;
  type: { typeId: number; bitWidth?: number; stride?: number };
  validity?: Uint8Array;
  values?: ArrayLike<unknown> & { byteLength: number };
  offsets?: ArrayLike<number | bigint>;
  children?: readonly unknown[];
  dictionary?: { data: readonly Batch[]; length: number };
}

const nothing = 1;
const bits = 6;
const views = [23, 24]; // strings and binary views, with sixteen bytes each
const bytesOfView = 16;

// Rows of type Null take no bytes in the file, but memory once they are read. If another column has a bit per row,
// the number of bytes limits the number of rows.
const mostOfNothing = 2 ** 20;

/**
 * Throws if columns have fewer values than the table has rows, or if values are outside the available bytes.
 *
 * @param bytes Number of bytes of the file.
 */
export function requireWholeArrow({ numRows, children }: Table, bytes: number): void {
  for (const column of children) {
    if (column.length !== numRows) throw new Error(`${column.length} values in ${numRows} rows`);
    for (const batch of column.data as unknown as Batch[]) requireBatch(batch, bytes);
  }
}

function requireBatch(batch: Batch, bytes: number): void {
  const { length, nullCount, validity, dictionary } = batch;
  const stored = storedIn(batch) ?? Math.max(8 * bytes, mostOfNothing);
  if (!(length >= 0 && length <= stored)) throw new Error(`${length} values, but bytes for only ${stored}`);
  if (nullCount > 0 && validity && 8 * validity.length < length) {
    throw new Error(`${length} values, but validity bits for only ${8 * validity.length}`);
  }
  for (const each of dictionary?.data ?? []) requireBatch(each, bytes);
  requireOrder(batch);
}

/** Returns the number of values for which a batch has bytes; undefined if it has none. */
function storedIn({ type, values, offsets, children }: Batch): number | undefined {
  const { typeId, bitWidth, stride } = type;
  if (typeId === nothing) return undefined;
  if (offsets && values) return Math.max(0, offsets.length - 1);
  if (!values) return children ? undefined : 0;
  if (typeId === bits) return 8 * values.byteLength;
  if (views.includes(typeId)) return values.byteLength / bytesOfView;
  if (typeof stride === 'number') return values.byteLength / stride;
  return typeof bitWidth === 'number' ? (8 * values.byteLength) / bitWidth : values.length;
}

// Throws unless each string begins where the previous one ends, and the last ends within the bytes.
function requireOrder({ length, offsets, values }: Batch): void {
  if (!offsets || !values || length === 0) return;
  let last = offsets[0] as number | bigint;
  for (let i = 1; i <= length; i++) {
    const next = offsets[i] as number | bigint;
    if (!(next >= last)) throw new Error(`a string from byte ${last} to ${next}`);
    last = next;
  }
  if (!(last <= values.byteLength)) throw new Error(`a string up to byte ${last} of ${values.byteLength}`);
}
