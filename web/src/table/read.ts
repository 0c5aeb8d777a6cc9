// SPDX-License-Identifier: Apache-2.0
//
// A table's rows batch by batch, whatever its format: values under the names by which they are compared,
// numeric columns in the ranges asked for.

import { type CsvBatch, readCsv } from 'fairwasm';
import { type Bins, inRanges } from './bins.js';
import { isParquet } from './format.js';
import { naming } from './names.js';

export interface ReadOptions {
  /** Left out: all. */
  columns?: readonly string[] | undefined;
  onProgress?: ((bytesRead: number) => void) | undefined;
}

export async function* readRows(
  file: Blob,
  { bins = {}, ...options }: ReadOptions & { bins?: Bins } = {},
): AsyncGenerator<CsvBatch, void, undefined> {
  const batches = (await isParquet(file))
    ? (await import('./parquet.js')).readParquet(file, options)
    : readCsv(file, options);
  const named = naming();
  for await (const batch of batches) yield inRanges(named(batch), bins);
}
