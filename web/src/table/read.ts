// SPDX-License-Identifier: Apache-2.0
//
// A table's rows batch by batch, whatever its format; numeric columns in the ranges asked for.

import { type CsvBatch, readCsv } from 'fairwasm';
import { type Bins, inRanges } from './bins.js';

export interface ReadOptions {
  /** Left out: all. */
  columns?: readonly string[] | undefined;
  onProgress?: ((bytesRead: number) => void) | undefined;
}

const parquetMagic = 'PAR1';

export async function* readRows(
  file: Blob,
  { bins = {}, ...options }: ReadOptions & { bins?: Bins } = {},
): AsyncGenerator<CsvBatch, void, undefined> {
  const batches = (await isParquet(file))
    ? (await import('./parquet.js')).readParquet(file, options)
    : readCsv(file, options);
  for await (const batch of batches) yield inRanges(batch, bins);
}

/** Whether the file says of itself that it is one. */
export const isParquet = async (file: Blob) =>
  (await file.slice(0, parquetMagic.length).text()) === parquetMagic;
