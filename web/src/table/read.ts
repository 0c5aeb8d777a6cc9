// SPDX-License-Identifier: Apache-2.0
//
// A table's rows batch by batch, whatever its format: values under the names by which they are compared,
// numeric columns in the ranges asked for. A text is looked at once a batch, not once a row.

import { type CsvBatch, readCsv } from 'fairwasm';
import { type Bins, rangeOf } from './bins.js';
import { naming } from './names.js';

export interface ReadOptions {
  /** Left out: all. */
  columns?: readonly string[] | undefined;
  onProgress?: ((bytesRead: number) => void) | undefined;
  bins?: Bins | undefined;
}

/** Which of the texts each row has. */
export interface CodedTexts {
  codes: Uint32Array;
  categories: readonly string[];
}

export type CodedBatch = CsvBatch<CodedTexts>;

export async function* readCodes(
  file: Blob,
  { bins = {}, ...options }: ReadOptions = {},
): AsyncGenerator<CodedBatch, void, undefined> {
  const named = naming();
  for await (const { firstRow, columns } of readCsv(file, { ...options, coded: true })) {
    const taken = Object.entries(columns).map(([name, { codes, categories }]) => {
      const rowOf = (text: number) => firstRow + codes.indexOf(text);
      const inRange = rangeOf(name, bins[name] ?? [], rowOf);
      return [name, { codes, categories: named(name, categories).map(inRange) }];
    });
    yield { firstRow, columns: Object.fromEntries(taken) };
  }
}

/** The same as a text a row. */
export async function* readRows(
  file: Blob,
  options: ReadOptions = {},
): AsyncGenerator<CsvBatch, void, undefined> {
  for await (const batch of readCodes(file, options)) yield rowsOf(batch);
}

export function rowsOf({ firstRow, columns }: CodedBatch): CsvBatch {
  const texts = Object.entries(columns).map(([name, column]) => [name, textsOf(column)]);
  return { firstRow, columns: Object.fromEntries(texts) };
}

const textsOf = ({ codes, categories }: CodedTexts): string[] =>
  Array.from(codes, (code) => categories[code] as string);
