// SPDX-License-Identifier: Apache-2.0
//
// Searches a file's rows for the worst slices: all groups that any of its columns can define, chosen for comparison or
// not. The columns of the question define none, and neither do columns that determine a decision or an outcome.

import type { Slices } from 'fairwasm/slices';
import { determinedNotes, findDetermined } from '#fairwasm/slices/determined.js';
import type { Choice } from '../../table/choice.js';
import { type CodedTexts, readCodes } from '../../table/read.js';
import type { Progress } from '../../worker/requests.js';
import { getDistinct } from './distinct.js';
import { GrowingColumn } from './growing-column.js';
import { type RowReader, rowReader } from './outcomes.js';
import type { Answered, SliceQuestion } from './questions.js';

const roles = ['prediction', 'rival', 'label', 'score', 'weight', 'cluster'] as const;

// A search of randomly permuted errors takes nearly as long as the search itself.
const fewCells = 120_000;
const getPermutations = (cells: number): number => (cells <= fewCells ? 99 : 19);

// Most slices that a search lists are parts of each other.
const top = 200;

/**
 * Returns the worst slices of the whole file by columns other than those of its roles and `without`, and the notes about
 * columns that were omitted.
 */
export async function sliceRows(
  slices: Slices,
  file: Blob,
  choice: Choice,
  question: SliceQuestion,
  without: readonly string[],
  onProgress: (progress: Progress) => void,
): Promise<Extract<Answered, { omitted: unknown }>> {
  const columns = new Map<string, GrowingColumn>();
  const error: number[] = [];
  const people = new GrowingColumn();
  const outcomes = new Map(
    [choice.prediction, choice.label].flatMap((name) => (name === undefined ? [] : [[name, new GrowingColumn()]])),
  );
  const taken: readonly (string | undefined)[] = [...without, ...roles.map((role) => choice[role])];
  const reading = {
    bins: choice.bins,
    onProgress: ({ done }: { done: number }) => onProgress({ done, total: file.size }),
  };
  for await (const batch of readCodes(file, reading)) {
    const kept = keptRows(rowReader(batch.columns, choice, question), batch.columns, error);
    for (const [name, column] of Object.entries(batch.columns)) {
      if (name === choice.cluster) people.add(column, kept);
      outcomes.get(name)?.add(column, kept);
      if (taken.includes(name)) continue;
      const known = columns.get(name) ?? new GrowingColumn();
      columns.set(name, known);
      known.add(column, kept);
    }
  }
  const toCoded = (all: ReadonlyMap<string, GrowingColumn>) =>
    Object.fromEntries([...all].map(([name, column]) => [name, column.coded()]));
  const determined = findDetermined(toCoded(columns), { ...toCoded(outcomes), 'the counted value': error });
  for (const name of determined.keys()) columns.delete(name);
  const omitted = determinedNotes(determined);
  if (columns.size === 0 || error.length === 0) return { slices: undefined, omitted };
  const named = [...columns].map(([name, column]) => [name, column.column()] as const);
  const cluster = choice.cluster === undefined ? undefined : people.coded();
  const options = {
    top,
    permutations: getPermutations(error.length * columns.size),
    onProgress: ({ done }: { done: number }) => {
      const note = `Searching all columns: ${Math.floor(done * 100)}%`;
      onProgress({ done, total: 1, note });
    },
  };
  const found = await slices.worstSlices({ columns: Object.fromEntries(named), error, cluster }, options);
  return { slices: getDistinct(found), omitted };
}

// The rows that the question includes; `error` gets the value of each.
function keptRows(read: RowReader, columns: Readonly<Record<string, CodedTexts>>, error: number[]): Uint32Array {
  const length = Object.values(columns)[0]?.codes.length ?? 0;
  const rows = new Uint32Array(length);
  let kept = 0;
  for (let row = 0; row < length; row++) {
    const outcome = read(row);
    if (outcome === undefined) continue;
    error.push(outcome.observed);
    rows[kept++] = row;
  }
  return rows.subarray(0, kept);
}
