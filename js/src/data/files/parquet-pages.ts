// SPDX-License-Identifier: Apache-2.0
//
// The pages of one column of a Parquet row group, checked before they are decoded, so that a damaged file causes an
// error. hyparquet reads headers and decompresses; runs are decoded here, see `parquet-runs.ts`.

import {
  byteStreamSplit,
  type convert,
  type DataReader,
  type DecodedArray,
  decompressPage,
  deltaBinaryUnpack,
  deltaByteArray,
  deltaLengthByteArray,
  type Encoding,
  type PageHeader,
  parquetHeader,
  readPlain,
} from '../../vendor/hyparquet.js';
import type { Codes } from '../column.js';
import { RunReader } from './parquet-runs.js';

/** hyparquet's description of a column. */
export type ColumnDecoder = Parameters<typeof convert>[1];

/** The values of a page without nulls. */
export type PageValues = { codes: Codes } | { plain: DecodedArray };

export type Page =
  | { kind: 'dictionary'; entries: DecodedArray }
  | {
      kind: 'data';
      rows: number;
      /** 1 for each row with a value, otherwise 0; omitted if all rows have one. */
      defined?: Uint8Array | undefined;
      values: PageValues;
    };

export interface ColumnShape {
  decoder: ColumnDecoder;
  /** True if values may be null. */
  isOptional: boolean;
  /** Number of rows of the row group. */
  rows: number;
}

/** Throws an Error with any message if the bytes are invalid. Never reads the same byte twice. */
export function* getPages(chunk: Uint8Array, shape: ColumnShape): Generator<Page, void> {
  let left = shape.rows;
  for (const { header, bytes } of rawPages(chunk)) {
    const page = getPage(header, bytes, shape, left);
    if (!page) continue;
    yield page;
    if (page.kind === 'data') left -= page.rows;
    if (left === 0) return;
  }
  throw new Error(`a column ends ${left} rows before its row group`);
}

/** hyparquet's reader, which cannot move backward and therefore cannot loop. */
class ForwardReader implements DataReader {
  readonly view: DataView;
  #offset = 0;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.view = new DataView(buffer, byteOffset, byteLength);
  }

  get offset(): number {
    return this.#offset;
  }

  set offset(offset: number) {
    this.#offset = requireCount(offset - this.#offset, 2 ** 31) + this.#offset;
  }
}

interface RawPage {
  header: PageHeader;
  bytes: Uint8Array;
}

function* rawPages(chunk: Uint8Array): Generator<RawPage, void> {
  const reader = new ForwardReader(chunk);
  while (reader.offset < chunk.length) {
    const header = parquetHeader(reader);
    const start = reader.offset;
    reader.offset += header.compressed_page_size;
    if (reader.offset > chunk.length) throw new Error('a page goes beyond its column');
    requireCount(header.uncompressed_page_size, 2 ** 31);
    yield { header, bytes: chunk.subarray(start, reader.offset) };
  }
}

function getPage(header: PageHeader, bytes: Uint8Array, shape: ColumnShape, left: number): Page | undefined {
  if (header.type === 'DICTIONARY_PAGE') return getDictionary(header, bytes, shape);
  if (header.type === 'DATA_PAGE') return getData(header, bytes, shape, left);
  if (header.type === 'DATA_PAGE_V2') return dataOfVersion2(header, bytes, shape, left);
  return undefined; // pages of other kinds may be skipped
}

function getDictionary(header: PageHeader, bytes: Uint8Array, { decoder }: ColumnShape): Page {
  const content = decompressed(bytes, header.uncompressed_page_size, decoder);
  const count = header.dictionary_page_header?.num_values ?? -1;
  return { kind: 'dictionary', entries: plainValues(content, count, decoder) };
}

function getData(header: PageHeader, bytes: Uint8Array, shape: ColumnShape, left: number): Page {
  const { num_values: rows = -1, encoding } = header.data_page_header ?? {};
  requireCount(rows, left);
  let content = decompressed(bytes, header.uncompressed_page_size, shape.decoder);
  let defined: Uint8Array | undefined;
  if (shape.isOptional) {
    const length = getView(content).getUint32(0, true);
    defined = levels(content.subarray(4, 4 + length), rows);
    content = content.subarray(4 + length);
  }
  return dataPage(rows, defined, content, encoding, shape.decoder);
}

// Levels precede the values, uncompressed.
function dataOfVersion2(
  header: PageHeader,
  bytes: Uint8Array,
  { decoder, isOptional }: ColumnShape,
  left: number,
): Page {
  const details = header.data_page_header_v2;
  const rows = details?.num_values ?? -1;
  requireCount(rows, left);
  const repeats = requireCount(details?.repetition_levels_byte_length ?? 0, bytes.length);
  const definitions = requireCount(details?.definition_levels_byte_length ?? 0, bytes.length);
  const start = repeats + definitions;
  const defined = isOptional ? levels(bytes.subarray(repeats, start), rows) : undefined;
  const rest = bytes.subarray(start);
  const content =
    details?.is_compressed === false ? rest : decompressed(rest, header.uncompressed_page_size - start, decoder);
  return dataPage(rows, defined, content, details?.encoding, decoder);
}

function dataPage(
  rows: number,
  defined: Uint8Array | undefined,
  content: Uint8Array,
  encoding: Encoding | undefined,
  decoder: ColumnDecoder,
): Page {
  const count = defined ? defined.reduce((sum, one) => sum + one, 0) : rows;
  return { kind: 'data', rows, defined, values: getValues(content, count, encoding, decoder) };
}

// Returns 1 or 0 per row for an optional column that is not nested. Most pages contain no null.
function levels(bytes: Uint8Array, rows: number): Uint8Array | undefined {
  const defined = new Uint8Array(rows);
  const runs = new RunReader(bytes, 1);
  if (runs.isAll(1, rows)) return undefined;
  runs.decode(defined);
  return defined;
}

function getValues(
  content: Uint8Array,
  count: number,
  encoding: Encoding | undefined,
  decoder: ColumnDecoder,
): PageValues {
  if (count === 0) return { plain: [] };
  if (encoding === 'PLAIN') return { plain: plainValues(content, count, decoder) };
  if (encoding === 'RLE_DICTIONARY' || encoding === 'PLAIN_DICTIONARY') {
    const width = content[0] ?? 0;
    const codes = new (width <= 8 ? Uint8Array : Uint32Array)(count);
    new RunReader(content.subarray(1), width).decode(codes);
    return { codes };
  }
  if (encoding === 'RLE' && decoder.type === 'BOOLEAN') {
    const truths = new Uint8Array(count);
    const length = getView(content).getUint32(0, true);
    new RunReader(content.subarray(4, 4 + length), 1).decode(truths);
    return { plain: Array.from(truths, Boolean) };
  }
  return { plain: rareValues(content, count, encoding, decoder) };
}

const widths: Record<string, number> = { INT32: 4, INT64: 8, INT96: 12, FLOAT: 4, DOUBLE: 8 };

// The count is checked against the number of bytes before memory is allocated.
function plainValues(content: Uint8Array, count: number, { type, element }: ColumnDecoder) {
  const width = type === 'FIXED_LEN_BYTE_ARRAY' ? element.type_length : widths[type];
  const min = type === 'BOOLEAN' ? 1 / 8 : (width ?? 4);
  requireCount(count, Math.floor(content.length / Math.max(min, 1 / 8)));
  return readPlain(new ForwardReader(content), type, count, element.type_length);
}

function rareValues(
  content: Uint8Array,
  count: number,
  encoding: Encoding | undefined,
  { type, element }: ColumnDecoder,
): DecodedArray {
  const reader = new ForwardReader(content);
  if (encoding === 'BYTE_STREAM_SPLIT') {
    requireCount(count, content.length);
    return byteStreamSplit(reader, count, type, element.type_length);
  }
  if (encoding === 'DELTA_BINARY_PACKED') {
    const numbers = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count);
    deltaBinaryUnpack(reader, count, numbers);
    return numbers;
  }
  const texts: Uint8Array[] = new Array(count);
  if (encoding === 'DELTA_LENGTH_BYTE_ARRAY') deltaLengthByteArray(reader, count, texts);
  else if (encoding === 'DELTA_BYTE_ARRAY') deltaByteArray(reader, count, texts);
  else throw new Error(`values are in an unknown encoding, ${encoding}`);
  return texts;
}

function decompressed(bytes: Uint8Array, length: number, { codec, compressors }: ColumnDecoder): Uint8Array {
  if (requireCount(length, 2 ** 31) === 0) return new Uint8Array(); // an empty page is not compressed
  return decompressPage(bytes, length, codec, compressors);
}

const getView = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

/** Validates a number from a file, which may have any type. Throws an Error. */
export function requireCount(count: number, max: number): number {
  if (Number.isInteger(count) && count >= 0 && count <= max) return count;
  throw new Error(`a count of ${count}, although at most ${max} is possible`);
}
