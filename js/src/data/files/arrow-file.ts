// SPDX-License-Identifier: Apache-2.0
//
// Files and streams of Apache Arrow (IPC), read with flechette. Dictionaries are used as codes.

import { type Column, type Table, tableFromIPC } from '../../vendor/flechette.js';
import { badFile } from '../byte-input.js';
import type { CodedBatch } from '../coded-csv.js';
import { CategoryCodes, isNumeric, plainColumn, plainValue, type Wanted, wantedColumns } from './columns.js';
import { readable } from './source.js';

const dictionaryType = -1;
const numberTypes = { int: 2, float: 3 } as const;

/**
 * Yields the whole file as a single batch, because its columns are in memory in the form in which they are counted.
 */
export async function* readArrow(bytes: ArrayBuffer, wanted: Wanted): AsyncGenerator<CodedBatch, void, undefined> {
  const columns = await readable('a complete Arrow file or stream', async () => {
    const table = await getTable(bytes);
    requireWholeArrow(table, bytes.byteLength);
    if (table.numRows === 0) throw badFile('at least one row of data', 'none');
    return wantedColumns(table.names as string[], wanted).map(([name, index]) => {
      const column = table.getChildAt(index);
      if (holdsLists(column.type)) return [name, requireMissing(column, name)];
      const isCoded = column.type.typeId === dictionaryType && !wanted.numbers?.includes(name);
      return [name, isCoded ? coded(column, name) : plain(column, name)];
    });
  });
  yield { firstRow: 0, columns: Object.fromEntries(columns) };
}

async function getTable(bytes: ArrayBuffer) {
  const read = () => tableFromIPC(new Uint8Array(bytes), { useDate: true, useBigInt: false });
  try {
    return read();
  } catch (error) {
    if (!/compression codec/i.test((error as Error).message)) throw error;
    const { useCodecs } = await import('./arrow-codecs.js');
    useCodecs();
    return read();
  }
}

interface ArrowType {
  typeId: number;
  /** The type of the categories. */
  dictionary?: ArrowType;
  children?: readonly { type: ArrowType }[];
}

const listTypes = [12, 16, 17, 21, 25, 26]; // lists, fixed or large, views, and maps

const holdsLists = ({ typeId, dictionary, children = [] }: ArrowType): boolean =>
  listTypes.includes(typeId) ||
  (dictionary !== undefined && holdsLists(dictionary)) ||
  children.some(({ type }) => holdsLists(type));

interface KnownBatch {
  length: number;
  nullCount: number;
  isValid(index: number): boolean;
}

// A list is rejected without reading it, because it may claim any number of values, and null values take no bytes.
function requireMissing(column: Column<unknown>, name: string): null[] {
  let row = 0;
  for (const batch of column.data as unknown as KnownBatch[]) {
    for (let i = 0; i < batch.length; i++, row++) {
      if (batch.nullCount === 0 || batch.isValid(i)) plainValue([], name, row);
    }
  }
  return Array(row).fill(null);
}

const halfPrecision = 0; // stored as raw bits

// Integers and floating-point numbers without missing values are used unchanged. All other columns are read value by
// value, so the first list or object is rejected before memory for millions of them is allocated.
function plain(column: Column<unknown>, name: string) {
  const { typeId, precision } = column.type as { typeId: number; precision?: number };
  const isStored = typeId === numberTypes.int || (typeId === numberTypes.float && precision !== halfPrecision);
  if (!isStored || column.nullCount > 0) return Array.from(column, (value, row) => plainValue(value, name, row));
  const values = column.toArray();
  return isNumeric(values) ? values : plainColumn(values as ArrayLike<unknown>, name, 0);
}

interface DictionaryBatch {
  length: number;
  values: ArrayLike<number>;
  nullCount: number;
  isValid(index: number): boolean;
  dictionary: Iterable<unknown>;
}

// Each batch may have a separate dictionary.
function coded(column: Column<unknown>, name: string) {
  const texts = new CategoryCodes();
  const codes = new Uint32Array(column.length);
  let row = 0;
  for (const batch of column.data as unknown as DictionaryBatch[]) {
    const code = Array.from(batch.dictionary, (value) => {
      const known = plainValue(value, name, row);
      return texts.getCode(known === null ? '' : String(known)); // null becomes blank, which is missing
    });
    for (let i = 0; i < batch.length; i++) {
      const isKnown = batch.nullCount === 0 || batch.isValid(i);
      const result = isKnown ? code[batch.values[i] as number] : texts.getCode('');
      if (result === undefined) throw new Error(`a code beyond the ${code.length} categories`);
      codes[row++] = result;
    }
  }
  return { codes, categories: texts.categories };
}

// flechette trusts the declared lengths: for a batch of a hundred rows with forty numbers, sixty values would be
// undefined, and strings could overlap.

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
function requireWholeArrow({ numRows, children }: Table, bytes: number): void {
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
