// SPDX-License-Identifier: Apache-2.0
//
// Batches without some of their rows.

import type { CodedBatch } from '../coded-csv.js';
import { type CodedColumn, getLength, isCoded, type NumberColumn } from '../column.js';
import type { CountedBatch } from '../counting/counts.js';
import { only } from './selection.js';

type Column = CodedBatch['columns'][string];

/**
 * Returns a batch without the rows of `repeated`; undefined without other rows.
 *
 * @param earlier Number of rows that were omitted before the batch.
 */
export function withoutRows(
  { firstRow, rows, columns }: CodedBatch,
  repeated: readonly number[],
  earlier: number,
): CodedBatch | undefined {
  const isRepeated = new Set(repeated);
  const length = getLength(Object.values(columns)[0] as Column, 'row');
  const kept = Uint32Array.from({ length }, (_, row) => row).filter((row) => !isRepeated.has(row));
  if (kept.length === 0) return undefined;
  const entries = Object.entries(columns).map(([name, column]) => [name, keepRows(column, kept)]);
  return {
    firstRow: firstRow - earlier,
    rows: kept.map((row) => rows?.[row] ?? firstRow + row),
    columns: Object.fromEntries(entries),
  };
}

// Without names among them, numbers are numbers again.
function keepRows(column: Column, kept: Uint32Array): Column {
  const values = only(column, kept) as Column;
  if (isCoded(values)) return usedOnly(values);
  const isNumeric = Array.isArray(values) && values.every((value) => typeof value === 'number');
  return isNumeric ? (Float64Array.from(values) as NumberColumn) : values;
}

// An omitted name would otherwise be a category without rows.
function usedOnly({ codes, categories }: CodedColumn): CodedColumn {
  const used = [...new Set(codes as Uint32Array)];
  const indexByKey = new Map(used.map((code, index) => [code, index]));
  return {
    codes: Uint32Array.from(codes as Uint32Array, (code) => indexByKey.get(code) as number),
    categories: used.map((code) => categories[code] as string),
  };
}

/** Returns counts without the combinations at `repeated`, and the number of rows with these combinations. */
export function withoutCombinations(
  batch: CountedBatch,
  repeated: readonly number[],
): [batch: CountedBatch, rows: number] {
  const isKept = (_: unknown, i: number) => !repeated.includes(i);
  const rows = repeated.reduce((sum, i) => sum + (batch.counts[i] as number), 0);
  const rest = {
    ...batch,
    rows: batch.rows - rows,
    codes: batch.codes.map((codes) => codes.filter(isKept)),
    counts: batch.counts.filter(isKept),
    firstRows: batch.firstRows.filter(isKept),
  };
  return [rest, rows];
}
