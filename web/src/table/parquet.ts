// SPDX-License-Identifier: Apache-2.0
//
// Parquet files as batches of text columns, like those of a CSV file. Loaded when the first one is opened;
// see docs/decisions/021-parquet.md.

import { type CsvBatch, FairwasmError } from 'fairwasm';
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { ReadOptions } from './read.js';

const rowsInBatch = 1 << 16;

/** Throws FairwasmError: `invalidArgument`, `file` where no column is to blame. */
export async function* readParquet(
  file: Blob,
  { columns, onProgress }: ReadOptions,
): AsyncGenerator<CsvBatch, void, undefined> {
  onProgress?.(0); // reading begins: from here on it can be told whether it gets any further
  const source: AsyncBuffer = {
    byteLength: file.size,
    slice: (start, end) => file.slice(start, end).arrayBuffer(),
  };
  const metadata = await readable(() => parquetMetadataAsync(source));
  const names = columns ?? columnsOf(metadata);
  requireColumns(names, columnsOf(metadata));
  requireRows(metadata);
  let firstRow = 0;
  for (const { num_rows } of metadata.row_groups) {
    const end = firstRow + Number(num_rows);
    const rows = await readable(
      () =>
        new Promise<unknown[][]>((resolve, reject) => {
          const range = { rowStart: firstRow, rowEnd: end, columns: [...names] };
          const options = { file: source, metadata, compressors, ...range };
          parquetRead({ ...options, onComplete: resolve }).catch(reject);
        }),
    );
    onProgress?.((file.size * end) / Number(metadata.num_rows));
    for (let start = 0; start < rows.length; start += rowsInBatch) {
      yield toBatch(names, rows.slice(start, start + rowsInBatch), firstRow + start);
    }
    firstRow = end;
  }
}

const columnsOf = ({ schema }: FileMetaData): string[] => {
  // The root's children, in a list that goes depth first.
  const names: string[] = [];
  for (let i = 1; i < schema.length; i = skip(schema, i)) names.push(schema[i]?.name ?? '');
  return names;
};

function skip(schema: FileMetaData['schema'], at: number): number {
  let next = at + 1;
  for (let child = 0; child < (schema[at]?.num_children ?? 0); child++) next = skip(schema, next);
  return next;
}

function toBatch(names: readonly string[], rows: unknown[][], firstRow: number): CsvBatch {
  const columns = names.map((name, i) => [name, rows.map((row) => textOf(row[i]))]);
  return { firstRow, columns: Object.fromEntries(columns) };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '');
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));
}

// What hyparquet throws are plain errors about bytes.
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw badFile('a Parquet file that is whole', why);
  }
}

function requireRows({ num_rows }: FileMetaData): void {
  if (Number(num_rows) === 0) throw badFile('at least one row of data', 'none');
}

function requireColumns(wanted: readonly string[], known: readonly string[]): void {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new FairwasmError('invalidArgument', {
    argument: unknown,
    expected: `one of the file’s columns (${known.slice(0, 40).join(', ')})`,
    actual: 'no such column',
  });
}

const badFile = (expected: string, actual: string) =>
  new FairwasmError('invalidArgument', { argument: 'file', expected, actual });
