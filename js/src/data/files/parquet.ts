// SPDX-License-Identifier: Apache-2.0
//
// Parquet files, read one row group at a time: hyparquet reads the footer, `parquet-pages.ts` the pages. Strings are
// converted once per dictionary, and rows are codes from the start. See docs/decisions/019-file-readers.md.

import { invalid } from '../../core/error.js';
import type { Progress } from '../../core/long-run.js';
import {
  type AsyncBuffer,
  type ColumnMetaData,
  convert,
  type DecodedArray,
  type FileMetaData,
  type ParquetParsers,
  parquetMetadataAsync,
  type RowGroup,
  type SchemaElement,
} from '../../vendor/hyparquet.js';
import { badFile, type Readable } from '../byte-input.js';
import type { CodedBatch } from '../coded-csv.js';
import { CategoryCodes, dateText, type Wanted, wantedColumns } from './columns.js';
import { type ColumnDecoder, type ColumnShape, getPages, requireCount } from './parquet-pages.js';
import { type ConvertedValues, type Dictionary, getDictionary, joined, numbersIf, toPiece } from './parquet-values.js';
import { type RandomAccess, readable } from './source.js';

const whole = 'a complete Parquet file';

/** Throws like `readCsv`; for bytes that are not a valid Parquet file, the error describes what is wrong. */
export async function* readParquet(
  file: RandomAccess,
  wanted: Wanted,
  onProgress?: (progress: Progress) => void,
): AsyncGenerator<CodedBatch, void, undefined> {
  onProgress?.({ done: 0, total: file.byteLength });
  const { rows, groups, columns } = await openParquet(file, wanted);
  let firstRow = 0;
  for (const group of groups) {
    const values: [string, ColumnValues][] = [];
    for (const column of columns) values.push([column.name, await read(file, group, column, firstRow)]);
    const end = firstRow + Number(group.num_rows);
    onProgress?.({ done: (file.byteLength * end) / rows, total: file.byteLength });
    if (end > firstRow) yield { firstRow, columns: Object.fromEntries(values) };
    firstRow = end;
  }
}

export type ColumnValues = CodedBatch['columns'][string];

/** Reads the footer of a file with rows. Throws like `readCsv`. */
export async function openParquet(file: Readable, wanted: Wanted) {
  const contents = await readable(whole, async () =>
    getContents(await parquetMetadataAsync(file as AsyncBuffer), wanted),
  );
  if (contents.rows === 0) throw badFile('at least one row of data', 'none');
  return contents;
}

function getContents({ num_rows: rows, schema, row_groups: groups }: FileMetaData, wanted: Wanted) {
  const elements = topElements(schema);
  const names = elements.map(({ name }) => name);
  const columns = wantedColumns(names, wanted).map(([name, index]) =>
    getColumn(name, elements[index] as SchemaElement, wanted),
  );
  for (const { num_rows: ofGroup } of groups) requireCount(Number(ofGroup), Number(rows));
  return { rows: Number(rows), groups, columns };
}

export interface ParquetColumn {
  name: string;
  element: SchemaElement;
  /** The categories of the column so far. */
  categories?: CategoryCodes | undefined;
  /** True if all its values are strings, which are read as codes. */
  isCoded: boolean;
  isNarrow?: boolean;
}

function getColumn(name: string, element: SchemaElement, { numbers = [] }: Wanted): ParquetColumn {
  const categories = numbers.includes(name) ? undefined : new CategoryCodes();
  return { name, element, categories, isCoded: categories !== undefined && isText(element) };
}

/** Reads a column of a row group, whose first row is `firstRow`. */
export async function read(
  file: Readable,
  group: RowGroup,
  column: ParquetColumn,
  firstRow: number,
): Promise<ColumnValues> {
  requireFlat(column, firstRow);
  const rows = Number(group.num_rows);
  const metadata = await readable(whole, () => getMetadata(group, column.element.name));
  const compressors = await getCompressors(metadata);
  const pieces = await readable(whole, async () => {
    const shape = getShape(metadata, column, rows, compressors);
    return [...getPieces(await getChunk(file, metadata), shape, column)];
  });
  return joined(pieces, rows, column, firstRow);
}

function* getPieces(
  chunk: Uint8Array,
  shape: ColumnShape,
  { categories, isCoded }: ParquetColumn,
): Generator<ConvertedValues, void> {
  const { decoder } = shape;
  const getValues = (stored: DecodedArray) => {
    const values = convert(stored, decoder);
    return isCoded ? Uint32Array.from(values as ArrayLike<number>) : numbersIf(values);
  };
  let dictionary: Dictionary | undefined;
  for (const page of getPages(chunk, shape)) {
    if (page.kind === 'data') yield toPiece(page, { dictionary, convert: getValues, isCoded, categories });
    else dictionary = getDictionary(getValues(page.entries), categories, isCoded);
  }
}

function getShape(
  { type, codec, path_in_schema: pathInSchema }: ColumnMetaData,
  { element, categories, isCoded }: ParquetColumn,
  rows: number,
  compressors: ColumnDecoder['compressors'],
): ColumnShape {
  const parsers = categories && isCoded ? { ...others, stringFromBytes: coder(categories) } : others;
  const schema = { pathInSchema, schemaPath: [], element, type };
  const decoder = { ...schema, codec, compressors, parsers } as unknown as ColumnDecoder;
  return { decoder, isOptional: element.repetition_type !== 'REQUIRED', rows };
}

// hyparquet includes Snappy. Other decompressors are loaded only if a file needs them: Brotli's dictionary alone
// takes milliseconds to unpack.
async function getCompressors({ codec }: ColumnMetaData): Promise<ColumnDecoder['compressors']> {
  if (codec === 'UNCOMPRESSED' || codec === 'SNAPPY') return undefined;
  return (await import('../../vendor/hyparquet-compressors.js')).compressors;
}

function getMetadata({ columns }: RowGroup, name: string): ColumnMetaData {
  for (const { meta_data: metadata, file_path: elsewhere } of columns) {
    const path = metadata?.path_in_schema;
    if (!metadata || path?.length !== 1 || path[0] !== name) continue;
    if (elsewhere) throw new Error('a column is in another file');
    return metadata;
  }
  throw new Error('a row group lacks a column or its metadata');
}

// A dictionary, if any, precedes the data.
async function getChunk(file: Readable, metadata: ColumnMetaData): Promise<Uint8Array> {
  const { dictionary_page_offset: dictionary, data_page_offset: data } = metadata;
  const start = Number(dictionary && dictionary < data ? dictionary : data);
  requireCount(start, file.byteLength);
  const end = start + Number(metadata.total_compressed_size);
  requireCount(end - start, file.byteLength - start);
  return new Uint8Array(await file.slice(start, end));
}

// Lists and records are rejected.
function requireFlat({ name, element }: ParquetColumn, row: number): void {
  const isList = element.repetition_type === 'REPEATED' || isListLike(element);
  if (!isList && element.type !== undefined) return;
  throw invalid(name, 'a string, a number, a boolean, or a date in every row', isList ? 'a list' : 'an object', row);
}

const isListLike = ({ converted_type: converted, logical_type: logical }: SchemaElement) =>
  converted === 'LIST' || logical?.type === 'LIST';

// Called once for each dictionary entry, or for each value without a dictionary.
function coder(categories: CategoryCodes): (bytes: Uint8Array | undefined) => number | undefined {
  const decoder = new TextDecoder();
  return (bytes) => bytes && categories.getCode(decoder.decode(bytes));
}

const others: Partial<ParquetParsers> = {
  stringFromBytes: (bytes) => bytes && new TextDecoder().decode(bytes),
  jsonFromBytes: (bytes) => bytes && new TextDecoder().decode(bytes),
  uuidFromBytes: (bytes) => bytes && Array.from(bytes, hexadecimal).join(''),
  timestampFromMilliseconds: (time: bigint) => dateText(new Date(Number(time))),
  timestampFromMicroseconds: (time: bigint) => dateText(new Date(Number(time / 1000n))),
  timestampFromNanoseconds: (time: bigint) => dateText(new Date(Number(time / 1000000n))),
  dateFromDays: (days: number) => dateText(new Date(days * 86400000)),
};

const hexadecimal = (byte: number, i: number) =>
  `${[4, 6, 8, 10].includes(i) ? '-' : ''}${byte.toString(16).padStart(2, '0')}`;

// Returns the root's children from the depth-first list; nested elements are parts of them.
function topElements(schema: FileMetaData['schema']): FileMetaData['schema'] {
  const matches: FileMetaData['schema'] = [];
  for (let i = 1; i < schema.length; i = after(schema, i)) matches.push(schema[i] as SchemaElement);
  return matches;
}

function after(schema: FileMetaData['schema'], at: number): number {
  let next = at + 1;
  for (let child = 0; child < (schema[at]?.num_children ?? 0) && next < schema.length; child++)
    next = after(schema, next);
  return next;
}

const notTexts = ['JSON', 'BSON', 'DECIMAL', 'INTERVAL'];
const textLogicalTypes = [undefined, 'STRING', 'ENUM'];

function isText({ type, converted_type: converted, logical_type: logical }: SchemaElement) {
  if (type !== 'BYTE_ARRAY') return false;
  return !notTexts.includes(converted ?? '') && textLogicalTypes.includes(logical?.type);
}
