// SPDX-License-Identifier: Apache-2.0
//
// Parquet files, a row group at a time, by hyparquet. Texts become codes where a page's dictionary is read: the rows of
// the page are then codes, and no text is looked at a second time. See docs/decisions/021-parquet.md.

import {
  type AsyncBuffer,
  type FileMetaData,
  type ParquetParsers,
  parquetMetadataAsync,
  parquetScan,
  type SchemaElement,
} from '../../vendor/hyparquet.js';
import { compressors } from '../../vendor/hyparquet-compressors.js';
import { badFile } from '../byte-input.js';
import type { CodedBatch } from '../coded-csv.js';
import type { NumericArray } from '../column.js';
import { dateText, plainColumn, TextCodes, type Wanted, wantedColumns } from './columns.js';
import { type RandomAccess, readable } from './source.js';

const whole = 'a Parquet file that is whole';

/** Throws as `readCsv` does; of bytes that are no such file, what hyparquet says of them. */
export async function* readParquet(
  file: RandomAccess,
  wanted: Wanted,
  onProgress?: (bytes: number) => void,
): AsyncGenerator<CodedBatch, void, undefined> {
  onProgress?.(0);
  const source = file as AsyncBuffer;
  const metadata = await readable(whole, () => parquetMetadataAsync(source));
  const rows = Number(metadata.num_rows);
  if (rows === 0) throw badFile('at least one row of data', 'none');
  const names = wantedColumns(topColumns(metadata), wanted).map(([name]) => name);
  const columns = await Promise.all(
    names.map(async (name) => ({ name, read: await readerOf(source, metadata, name, wanted) })),
  );
  let firstRow = 0;
  for (const group of metadata.row_groups) {
    const end = firstRow + Number(group.num_rows);
    const values: [string, Values][] = [];
    for (const { name, read } of columns) values.push([name, await read(firstRow, end)]);
    onProgress?.((file.byteLength * end) / rows);
    if (end > firstRow) yield { firstRow, columns: Object.fromEntries(values) };
    firstRow = end;
  }
}

type Values = CodedBatch['columns'][string];
type ReadColumn = (start: number, end: number) => Promise<Values>;

// Each column with texts of its own: a code means nothing in another one.
async function readerOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  name: string,
  { numbers = [] }: Wanted,
): Promise<ReadColumn> {
  const texts = new TextCodes();
  const isCoded = isText(metadata, name) && !numbers.includes(name);
  const parsers = isCoded ? { ...others, stringFromBytes: coder(texts) } : others;
  const options = { file, metadata, columns: [name], compressors, parsers, geoparquet: false };
  const scan = await readable(whole, () => parquetScan(options));
  return async (rowStart, rowEnd) => {
    const values = await readable(whole, () => scan.readColumn({ column: name, rowStart, rowEnd }));
    if (isCoded) return texts.column(values as number[]);
    return isNumeric(values) ? values : plainColumn(values, name, rowStart);
  };
}

// Called once for each entry of a dictionary, or for each value where there is none.
function coder(texts: TextCodes): (bytes: Uint8Array | undefined) => number | undefined {
  const decoder = new TextDecoder();
  return (bytes) => bytes && texts.codeOf(decoder.decode(bytes));
}

const others: Partial<ParquetParsers> = {
  jsonFromBytes: (bytes) => bytes && new TextDecoder().decode(bytes),
  timestampFromMilliseconds: (time: bigint) => dateText(new Date(Number(time))),
  timestampFromMicroseconds: (time: bigint) => dateText(new Date(Number(time / 1000n))),
  timestampFromNanoseconds: (time: bigint) => dateText(new Date(Number(time / 1000000n))),
  dateFromDays: (days: number) => dateText(new Date(days * 86400000)),
};

const isNumeric = (values: unknown): values is NumericArray =>
  ArrayBuffer.isView(values) &&
  !(values instanceof BigInt64Array || values instanceof BigUint64Array);

// Of the file's own columns, those within others being parts of them.
function topColumns({ schema }: FileMetaData): string[] {
  return topElements(schema).map(({ name }) => name);
}

function topElements(schema: FileMetaData['schema']): FileMetaData['schema'] {
  const found: FileMetaData['schema'] = [];
  // The root's children, in a list that goes depth first.
  for (let i = 1; i < schema.length; i = after(schema, i)) found.push(schema[i] as SchemaElement);
  return found;
}

function after(schema: FileMetaData['schema'], at: number): number {
  let next = at + 1;
  for (let child = 0; child < (schema[at]?.num_children ?? 0); child++) next = after(schema, next);
  return next;
}

const notTexts = ['JSON', 'BSON', 'DECIMAL', 'INTERVAL'];
const textLogicalTypes = [undefined, 'STRING', 'ENUM'];

function isText({ schema }: FileMetaData, column: string): boolean {
  const element = topElements(schema).find(({ name }) => name.trim() === column.trim());
  if (element?.type !== 'BYTE_ARRAY' || element.repetition_type === 'REPEATED') return false;
  const { converted_type: converted, logical_type: logical } = element;
  return !notTexts.includes(converted ?? '') && textLogicalTypes.includes(logical?.type);
}
