// SPDX-License-Identifier: Apache-2.0
//
// Converts the values of pages to a column: dictionary codes are replaced by values or kept as codes, null rows are
// inserted, and the pieces of a row group's pages are joined.

import type { DecodedArray } from '../../vendor/hyparquet.js';
import type { CodedBatch } from '../coded-csv.js';
import { areBelow } from '../codes.js';
import type { Codes, NumericArray } from '../column.js';
import { type CategoryCodes, isNumeric, plainColumn } from './columns.js';
import type { Page } from './parquet-pages.js';

type DataPage = Extract<Page, { kind: 'data' }>;
type Values = NumericArray | unknown[];

/** For each row of a page: its value, undefined for null; or the code of its category. */
export type ConvertedValues = { values: Values } | { codes: Codes };

export interface Dictionary {
  /** For a column of strings that are categories: their codes. */
  entries: Values;
  /** The code of each entry, if the rows of a category column need no separate values. */
  codes?: Uint32Array | undefined;
  /** True if the code of each category equals that of the entry. */
  isInOrder?: boolean;
}

/** Repeated numbers are categories, except NaN. `entries` are codes if `isCoded`. */
export function getDictionary(entries: Values, categories: CategoryCodes | undefined, isCoded: boolean): Dictionary {
  if (isCoded) return { entries, isInOrder: isInOrder(entries as Uint32Array) };
  if (!categories || !isNumeric(entries)) return { entries };
  const getCode = (number: number) => categories.getCode(Number.isNaN(number) ? '' : number);
  const codes = Uint32Array.from(entries, getCode);
  return { entries, codes, isInOrder: isInOrder(codes) };
}

const isInOrder = (codes: Uint32Array): boolean => codes.every((code, i) => code === i);

export interface Conversion {
  dictionary: Dictionary | undefined;
  convert(stored: DecodedArray): Values;
  /** True if values are category codes. */
  isCoded: boolean;
  categories: CategoryCodes | undefined;
}

/** Throws an Error for a code that the dictionary does not contain. */
export function toPiece({ rows, defined, values }: DataPage, conversion: Conversion): ConvertedValues {
  const { dictionary, convert, isCoded, categories } = conversion;
  const isAllCodes = isCoded || ('codes' in values && dictionary?.codes !== undefined);
  const result = 'codes' in values ? lookedUp(dictionary, values.codes) : convert(values.plain);
  requireLength(result, defined ? undefined : rows);
  if (isAllCodes) return { codes: spreadCodes(result as Codes, defined, categories) };
  return { values: defined ? spread(result, defined) : result };
}

/** The column to build from pieces. */
export interface Whole {
  name: string;
  categories?: CategoryCodes | undefined;
  /** True if codes may stay bytes, because only the counter reads them. */
  isNarrow?: boolean | undefined;
}

/** Joins the pieces to one column. */
export function joined(
  pieces: readonly ConvertedValues[],
  rows: number,
  { name, categories, isNarrow = false }: Whole,
  firstRow: number,
): CodedBatch['columns'][string] {
  const codes = pieces.flatMap((piece) => ('codes' in piece ? [piece.codes] : []));
  if (categories && codes.length === pieces.length)
    return { codes: joinedCodes(codes, rows, isNarrow), categories: categories.categories };
  const all = pieces.map((piece) => getValues(piece, categories));
  const [first] = all;
  if (isNumeric(first) && all.every((values) => values.constructor === first.constructor))
    return all.length === 1 ? first : concatenated(all, emptyLike(first, rows));
  return plainColumn(
    all.flatMap((values) => Array.from<unknown>(values)),
    name,
    firstRow,
  );
}

function joinedCodes(pieces: readonly Codes[], rows: number, isNarrow: boolean): Codes {
  const Kind = isNarrow && pieces.every((codes) => codes instanceof Uint8Array) ? Uint8Array : Uint32Array;
  const [only] = pieces;
  if (pieces.length === 1 && only instanceof Kind) return only;
  return concatenated(pieces, new Kind(rows));
}

function getValues(piece: ConvertedValues, categories: CategoryCodes | undefined): Values {
  if ('values' in piece) return piece.values;
  return Array.from(piece.codes, (code) => categories?.categories[code]);
}

function concatenated<T extends NumericArray>(pieces: readonly Values[], out: T): T {
  let at = 0;
  for (const piece of pieces) {
    out.set(piece as NumericArray, at);
    at += piece.length;
  }
  return out;
}

const emptyLike = (like: NumericArray, length: number): NumericArray =>
  new (like.constructor as Float64ArrayConstructor)(length);

/** 64-bit integers become ordinary numbers if all are exactly representable. */
export function numbersIf(values: DecodedArray): Values {
  if (!(values instanceof BigInt64Array || values instanceof BigUint64Array)) return values as Values;
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < numbers.length; i++) {
    const number = Number(values[i]);
    if (!Number.isSafeInteger(number)) return Array.from<unknown>(values);
    numbers[i] = number;
  }
  return numbers;
}

function lookedUp(dictionary: Dictionary | undefined, codes: Codes): Values {
  if (!dictionary) throw new Error('a page comes before its dictionary');
  const entries = dictionary.codes ?? dictionary.entries;
  if (!areBelow(codes, entries.length)) throw new Error(`a code beyond its dictionary of ${entries.length} entries`);
  if (dictionary.isInOrder) return codes;
  const out = isNumeric(entries) ? emptyLike(entries, codes.length) : new Array(codes.length);
  for (let i = 0; i < codes.length; i++) out[i] = entries[codes[i] as number];
  return out;
}

function spread(values: Values, defined: Uint8Array): unknown[] {
  const out = new Array(defined.length);
  let at = 0;
  for (let row = 0; row < out.length; row++) if (defined[row]) out[row] = values[at++];
  return out;
}

// Null becomes blank, which is missing.
function spreadCodes(codes: Codes, defined: Uint8Array | undefined, categories: CategoryCodes | undefined): Codes {
  if (!defined) return codes;
  const blank = categories?.getCode('') ?? 0;
  const Kind = codes instanceof Uint8Array && blank < 256 ? Uint8Array : Uint32Array;
  const out = new Kind(defined.length).fill(blank);
  let at = 0;
  for (let row = 0; row < out.length; row++) if (defined[row]) out[row] = codes[at++] as number;
  return out;
}

function requireLength(values: Values, rows = values.length): void {
  if (values.length !== rows) throw new Error(`${values.length} values for ${rows} rows`);
}
