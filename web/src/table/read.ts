// SPDX-License-Identifier: Apache-2.0
//
// A table's rows batch by batch, whatever its format: values under the names by which they are compared,
// numeric columns in the ranges asked for.

import { type CsvBatch, readCsv } from 'fairwasm';
import { type Bins, inRanges } from './bins.js';
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
  const named = naming();
  for await (const batch of readCsv(file, options)) yield inRanges(named(batch), bins);
}
