// SPDX-License-Identifier: Apache-2.0
//
// Parquet files as counts of combinations, without storing a value per row: each row group is counted separately,
// here or by workers, from the codes of its dictionaries.

import { FairwasmError } from '../../core/error.js';
import { type Progress, untilAborted } from '../../core/long-run.js';
import type { StartWorker } from '../../core/platform-types.js';
import type { Readable } from '../byte-input.js';
import { type Codes, isCoded } from '../column.js';
import { getCombinations } from '../counting/combinations.js';
import { CountingPool, inOrder, type Team } from '../counting/counting-pool.js';
import { type CombinationCounts, type CountedBatch, merged, type PartCounts } from '../counting/counts.js';
import { getRefusal, type Refusal } from '../counting/range.js';
import type { Value } from '../value.js';
import { CategoryCodes, type Wanted } from './columns.js';
import { type ColumnValues, openParquet, read } from './parquet.js';

/** The counts of a row group, or the reason why one of its rows was rejected. */
type GroupCounts = { counts: CombinationCounts } | { refusal: Refusal };

/** A file whose footer has been read. */
interface ParquetCounts {
  /** The requested column names. */
  names: string[];
  /** Number of rows of each row group. */
  rows: readonly number[];
  count(group: number): Promise<GroupCounts>;
}

/** Throws like `readCsv` if there is nothing to count; errors about individual rows are reported with their row group. */
export async function openParquetCounts(file: Readable, wanted: Wanted): Promise<ParquetCounts> {
  const { groups, columns } = await openParquet(file, { columns: wanted.columns });
  const rows = groups.map((group) => Number(group.num_rows));
  return {
    names: columns.map(({ name }) => name),
    rows,
    count: async (i) => {
      const firstRow = rows.slice(0, i).reduce((sum, each) => sum + each, 0);
      try {
        const coded: CodedValues[] = [];
        for (const column of columns) {
          const ofGroup = { ...column, categories: new CategoryCodes(), isNarrow: true };
          coded.push(getCoded(await read(file, groups[i] as (typeof groups)[0], ofGroup, firstRow)));
        }
        return { counts: getCounts(coded, rows[i] as number) };
      } catch (error) {
        return { refusal: getRefusal(error) };
      }
    },
  };
}

/** How to count row groups. */
interface CountOptions extends Wanted {
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
  workers?: number | undefined;
  startWorker?: StartWorker | undefined;
}

/** Counts the rows of a file; see `readCsv` for errors. Yields a single batch if there are few combinations. */
export async function* countParquet(
  file: Readable,
  options: CountOptions,
): AsyncGenerator<CountedBatch, void, undefined> {
  options.onProgress?.({ done: 0, total: file.byteLength });
  const table = await openParquetCounts(file, options);
  const { names } = table;
  yield* merged(getGroups(file, table, options), (counts) => ({ ...counts, names }));
}

async function* getGroups(
  file: Readable,
  table: ParquetCounts,
  { columns, workers = 0, startWorker, onProgress, signal }: CountOptions,
): AsyncGenerator<PartCounts, void, undefined> {
  const all = table.rows.reduce((sum, each) => sum + each, 0);
  const max = Math.min(workers, table.rows.length);
  const team: Team<number, GroupCounts> =
    max > 0
      ? new CountingPool(max, { kind: 'parquet', columns }, file, startWorker)
      : { count: table.count, ahead: 1, stop() {} };
  try {
    let done = 0;
    for (const [group, counting] of inOrder([...table.rows.keys()], team)) {
      const counted = await untilAborted(counting, signal);
      if ('refusal' in counted) throw new FairwasmError(counted.refusal.code, counted.refusal.details);
      yield counted;
      done += table.rows[group] as number;
      onProgress?.({ done: (file.byteLength * done) / all, total: file.byteLength });
      signal?.throwIfAborted();
    }
  } finally {
    team.stop();
  }
}

function getCounts(columns: readonly CodedValues[], rows: number): CombinationCounts {
  const counted = columns.map(({ codes, texts }) => ({ codes, categories: texts.length }));
  return { rows, texts: columns.map(({ texts }) => texts), ...getCombinations(counted, rows) };
}

interface CodedValues {
  codes: Codes;
  texts: string[];
}

// Encodes values by their strings, as if the file were CSV.
function getCoded(values: ColumnValues): CodedValues {
  if (isCoded(values)) return { codes: values.codes as Codes, texts: values.categories.map(String) };
  const categories = new CategoryCodes();
  const codes = Uint32Array.from(values as ArrayLike<Value>, (value) =>
    categories.getCode(value === null || Number.isNaN(value) ? '' : (value as number)),
  );
  return { codes, texts: categories.categories.map(String) };
}
