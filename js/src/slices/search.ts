// SPDX-License-Identifier: Apache-2.0
//
// Runs a slice search, from columns to the result, in steps that are short enough for a page.

import { FairwasmError } from '../core/error.js';
import { inSlices, partOfRun } from '../core/long-run.js';
import { Staging } from '../core/staging.js';
import { type Clustering, clusterings } from '../tally/jackknife.js';
import type { Table } from '../wasm/slices.js';
import { type SliceColumn, sliceColumn } from './columns.js';
import { rowErrors, type SliceInput } from './input.js';
import type { Wasm } from './module.js';
import { type CheckedSliceOptions, checkedOptions, type SliceOptions } from './options.js';
import { describe, type KnownOptions, type RunResult, type WorstSlices } from './result.js';

// Number of entries to count before the clock is checked; takes a few milliseconds.
const workPerStep = 2 ** 20;
// Fraction of the progress for reading the columns.
const readingShare = 0.1;

/** See {@link Slices.worstSlices}. */
export async function worstSlices(wasm: Wasm, input: SliceInput, options: SliceOptions): Promise<WorstSlices> {
  const requested = checkedOptions('worstSlices', options);
  // Permutations of rows ignore clusters.
  const checked = input?.cluster === undefined ? requested : { ...requested, permutations: 0 };
  const found = await search(wasm, 'worstSlices', input, checked, false);
  return describe(found.result, found.columns, found.known, found.clusters);
}

/** See {@link Slices.countSlices}. */
export async function countSlices(wasm: Wasm, input: SliceInput, options: SliceOptions) {
  const checked = checkedOptions('countSlices', options);
  const { result } = await search(wasm, 'countSlices', input, checked, true);
  const { seen: slices, positive, conjunctions } = result;
  return { slices, positive, conjunctions };
}

interface Found {
  result: RunResult;
  columns: readonly SliceColumn[];
  known: KnownOptions;
  clusters: Clustering | undefined;
}

async function search(
  wasm: Wasm,
  caller: string,
  input: SliceInput,
  options: CheckedSliceOptions,
  exhaustive: boolean,
): Promise<Found> {
  const { errors, counts, rows } = rowErrors(caller, input);
  const [clusters] = clusterings({ cluster: input.cluster }, errors.length);
  const names = Object.keys(input.columns);
  const known: KnownOptions = {
    ...options,
    minRows: options.minRows ?? Math.max(32, Math.ceil(rows / 100)),
    maxConditions: Math.min(options.maxConditions, names.length),
  };
  const table = new wasm.Table(errors, counts, known.minRows);
  try {
    const columns = await readColumns(wasm, table, input, counts, known);
    table.finish();
    const run = new wasm.SliceRun(table, { ...known, floor: 0, exhaustive });
    try {
      await inSlices(() => run.advance(workPerStep), partOfRun(known.run, readingShare, 1));
      return { result: run.result(), columns, known, clusters };
    } finally {
      run.delete();
    }
  } finally {
    table.delete();
  }
}

// Reads one column per step.
async function readColumns(
  wasm: Wasm,
  table: Table,
  { columns }: SliceInput,
  counts: Float64Array,
  { bins, run }: KnownOptions,
): Promise<SliceColumn[]> {
  const names = Object.keys(columns);
  const read: SliceColumn[] = [];
  const readNext = () => {
    const name = names[read.length] as string;
    const column = sliceColumn(name, columns[name] as SliceInput['columns'][string], counts, bins);
    addColumn(wasm, table, column);
    read.push(column);
    return read.length / names.length;
  };
  await inSlices(readNext, partOfRun(run, 0, readingShare));
  return read;
}

function addColumn(wasm: Wasm, table: Table, { name, codes, values }: SliceColumn): void {
  const staging = new Staging(wasm, Math.max(1, codes.byteLength));
  try {
    const pointer = staging.copy(codes, 0);
    table.addColumn({ pointer, bytes: codes.BYTES_PER_ELEMENT }, codes.length, values.length);
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    throw error.with({ argument: name }); // the core does not receive names
  } finally {
    staging.dispose();
  }
}
