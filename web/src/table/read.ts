// SPDX-License-Identifier: Apache-2.0
//
// Reads the rows of a table of any format in batches, with normalized values and with numeric columns in ranges. Each
// distinct text is processed once per batch, because columns repeat few texts.

import { type CsvBatch, type CsvOptions, readCsv, type toCategory } from 'fairwasm';
import type { Bins } from './bins.js';
import { naming } from './names.js';

type Value = Parameters<typeof toCategory>[0];

/** Receives the number of bytes that were read. */
export type OnRead = (progress: { done: number }) => void;

export interface ReadOptions extends Pick<CsvOptions, 'recode' | 'blanks' | 'largest'> {
  /** Default: all. */
  columns?: readonly string[] | undefined;
  onProgress?: OnRead | undefined;
  bins?: Bins | undefined;
}

/** Index of each row's text. */
export interface CodedTexts {
  codes: Uint32Array;
  categories: readonly string[];
}

/** Numbers; other values may occur among them. */
export type Numbers = Float64Array | readonly Value[];

export type CodedBatch = CsvBatch<CodedTexts>;
export type MixedBatch = CsvBatch<CodedTexts | Numbers>;

/** Returns the columns in `numbers` as numbers. */
export async function* readMixed(
  file: Blob,
  numbers: readonly string[],
  { bins = {}, ...options }: ReadOptions = {},
): AsyncGenerator<MixedBatch, void, undefined> {
  const named = naming();
  const isCut = ([name, limits]: [string, readonly number[]]) =>
    limits.length > 0 && (options.columns ?? [name]).includes(name);
  const cut = Object.entries(bins).filter(isCut);
  const plain = { ...options, plainNumbers: true };
  const reading = { ...plain, ...(cut.length > 0 && { bins: Object.fromEntries(cut) }) };
  for await (const { firstRow, columns } of readCsv(file, { ...reading, numbers, coded: true })) {
    const taken = Object.entries(columns).map(([name, column]) => {
      if (!isCoded(column)) return [name, column];
      const { codes, categories } = column;
      return [name, { codes, categories: named(name, categories) }];
    });
    yield { firstRow, columns: Object.fromEntries(taken) };
  }
}

export const readCodes = (file: Blob, options?: ReadOptions) =>
  readMixed(file, [], options) as AsyncGenerator<CodedBatch, void, undefined>;

export const isCoded = (column: CodedTexts | Numbers): column is CodedTexts => 'codes' in column;

/** Reads the table with one string per row. */
export async function* readRows(file: Blob, options: ReadOptions = {}): AsyncGenerator<CsvBatch, void, undefined> {
  for await (const { firstRow, columns } of readCodes(file, options)) {
    const texts = Object.entries(columns).map(([name, column]) => [name, getTexts(column)]);
    yield { firstRow, columns: Object.fromEntries(texts) };
  }
}

const getTexts = ({ codes, categories }: CodedTexts): string[] =>
  Array.from(codes, (code) => categories[code] as string);
