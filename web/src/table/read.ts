// SPDX-License-Identifier: Apache-2.0
//
// A table's rows batch by batch, whatever its format: values under the names by which they are compared,
// numeric columns in the ranges asked for. A text is looked at once a batch, not once a row.

import { type CsvBatch, type categoryOf, readCsv } from 'fairwasm';
import type { Bins } from './bins.js';
import { naming } from './names.js';

type Value = Parameters<typeof categoryOf>[0];

/** Receives the number of bytes that were read. */
export type OnRead = (progress: { done: number }) => void;

export interface ReadOptions {
  /** Default: all. */
  columns?: readonly string[] | undefined;
  onProgress?: OnRead | undefined;
  bins?: Bins | undefined;
}

/** Which of the texts each row has. */
export interface CodedTexts {
  codes: Uint32Array;
  categories: readonly string[];
}

/** Numbers, among which other values may stand. */
export type Numbers = Float64Array | readonly Value[];

export type CodedBatch = CsvBatch<CodedTexts>;
export type MixedBatch = CsvBatch<CodedTexts | Numbers>;

/** Columns that `numbers` names come as numbers. */
export async function* readMixed(
  file: Blob,
  numbers: readonly string[],
  { bins = {}, ...options }: ReadOptions = {},
): AsyncGenerator<MixedBatch, void, undefined> {
  const named = naming();
  const isCut = ([name, limits]: [string, readonly number[]]) =>
    limits.length > 0 && (options.columns ?? [name]).includes(name);
  const cut = Object.entries(bins).filter(isCut);
  const reading = { ...options, ...(cut.length > 0 && { bins: Object.fromEntries(cut) }) };
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

/** The same, with one string per row. */
export async function* readRows(
  file: Blob,
  options: ReadOptions = {},
): AsyncGenerator<CsvBatch, void, undefined> {
  for await (const { firstRow, columns } of readCodes(file, options)) {
    const texts = Object.entries(columns).map(([name, column]) => [name, textsOf(column)]);
    yield { firstRow, columns: Object.fromEntries(texts) };
  }
}

const textsOf = ({ codes, categories }: CodedTexts): string[] =>
  Array.from(codes, (code) => categories[code] as string);
