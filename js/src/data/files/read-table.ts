// SPDX-License-Identifier: Apache-2.0
//
// Files of any format as batches of coded columns and numbers. What a format needs is loaded when the first such file is
// opened.

import { loadText } from '../../core/text-module.js';
import type { CsvSource } from '../byte-input.js';
import { type CodedBatch, type CodedOptions, readCodedCsv } from '../coded-csv.js';
import { type FileFormat, formatOf } from './format.js';
import { begin, randomAccess, wholeOf } from './source.js';

type Options = CodedOptions;
type Batches = AsyncIterable<CodedBatch>;

/** Reads CSV, Parquet, Arrow, newline-delimited JSON or .xlsx, also within gzip or Zstandard. */
export async function* readTable(
  source: CsvSource,
  options: Options,
): AsyncGenerator<CodedBatch, void, undefined> {
  options.signal?.throwIfAborted();
  const begun = await begin(source, options.signal);
  for await (const batch of await readers[formatOf(begun.head)](begun.source, options)) {
    options.signal?.throwIfAborted();
    yield batch;
  }
}

const readers: Record<FileFormat, (source: CsvSource, options: Options) => Promise<Batches>> = {
  csv: async (source, options) => readCodedCsv(await loadText(options), source, options),
  'json-lines': async (source, options) => {
    const { readJsonLines } = await import('./json-lines.js');
    return readJsonLines(source, options, options);
  },
  parquet: async (source, options) => {
    const { readParquet } = await import('./parquet.js');
    return readParquet(await randomAccess(source), options, options.onProgress);
  },
  arrow: async (source, options) => {
    const { readArrow } = await import('./arrow-file.js');
    return readArrow(await wholeOf(source), options);
  },
  workbook: async (source, options) => {
    const { readWorkbook } = await import('./workbook.js');
    return readWorkbook(await wholeOf(source), options);
  },
  gzip: async (source, options) => {
    const { gunzipped } = await import('./decompress.js');
    return readTable(gunzipped(source), options);
  },
  zstd: async (source, options) => {
    const { unzstd } = await import('./decompress.js');
    return readTable(unzstd(source), options);
  },
};
