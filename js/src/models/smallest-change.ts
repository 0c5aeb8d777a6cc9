// SPDX-License-Identifier: Apache-2.0
//
// The smallest change to a row that changes its decision: in as few columns as possible, to values that other rows
// have.

import { getMax } from '../core/extremes.js';
import { type RunOptions, reportDone } from '../core/long-run.js';
import { requireWhole } from '../core/options.js';
import { getName, isMissing, type Value } from '../data/value.js';
import { getThreshold, requirePredictionInput, requireRun } from './decisions.js';
import { type ColumnDistance, distancesIn, isNumeric, toNumber } from './distance.js';
import type { FlipOptions } from './flip.js';
import { computeScores } from './predict.js';
import { type Row, requireColumn } from './rows.js';

export interface SmallestChange {
  /** The original score and decision of the row. */
  score: number;
  favorable: boolean;
  /** The change, or undefined if no tested change alters the decision. */
  change:
    | {
        /** The score after the change. */
        score: number;
        /** Sum of Gower's distances over the changed columns, each from 0 to 1. */
        distance: number;
        differences: { column: string; from: Value; to: Value }[];
      }
    | undefined;
  /** Number of changed rows that the model scored. */
  tried: number;
  /**
   * True if all combinations of values were tested. If there are too many, each column is limited to values at equal
   * steps of rank, and a smaller change may exist.
   */
  complete: boolean;
}

const maxTried = 50_000; // per number of columns: a few seconds for a large model
const batch = 512;

interface Candidate {
  row: Row;
  distance: number;
  columns: readonly string[];
}

/**
 * Searches changes of one column, then of two, up to `most`, to values that the columns have in other rows. Among
 * changes in the fewest columns that alter the decision, it returns the one with the smallest sum of Gower's
 * distances.
 *
 * @example
 * const { change } = await smallestChange({
 *   predict: (asked) => asked.map(({ income }) => Number(income) / 10), // any model
 *   rows: toRows({ income: [4, 5, 9], age: [30, 40, 50] }),
 *   row: 0,
 *   columns: ['income', 'age'], // what the person can change
 * });
 * change?.differences; // [{ "column": "income", "from": 4, "to": 5 }]
 *
 * @throws FairwasmError `invalidArgument` if a row or column does not exist; the signal's reason if it is aborted.
 */
export async function smallestChange(
  options: Pick<FlipOptions, 'predict' | 'rows' | 'threshold'> & {
    /** The row to change, counted from 0. */
    row: number;
    /** The columns that may change. */
    columns: readonly string[];
    /** Maximum number of columns to change at once, 1 to 3. Default: 2. */
    most?: number | undefined;
  },
  run: RunOptions = {},
): Promise<SmallestChange> {
  requireRun(run);
  requirePredictionInput('smallestChange', options, ['row', 'columns', 'most', 'threshold']);
  const { predict, rows, columns } = options;
  const own = rows[requireWhole('row', options.row, 0, rows.length - 1)] as Row;
  const most = Math.min(requireWhole('most', options.most ?? 2, 1, 3), columns.length);
  for (const column of columns) requireColumn('columns', rows, column);
  const threshold = getThreshold(options);
  const [score = Number.NaN] = await computeScores(predict, [own], { signal: run.signal });
  const favorable = score >= threshold;
  const distances = distancesIn(rows, columns);
  const values = columns.map((column) => otherValues(rows, column, own[column]));
  let tried = 0;
  let complete = true;
  for (let size = 1; size <= most; size++) {
    const { candidates, isAll } = findCandidates(own, distances, values, size);
    complete &&= isAll;
    for (let from = 0; from < candidates.length; from += batch) {
      const part = candidates.slice(from, from + batch);
      const scores = await computeScores(
        predict,
        part.map(({ row }) => row),
        { signal: run.signal },
      );
      const result = scores.findIndex((each) => each >= threshold !== favorable);
      tried += result < 0 ? part.length : result + 1;
      reportDone(run, (size - 1 + from / candidates.length) / most);
      if (result < 0) continue;
      const { row, distance, columns: changed } = part[result] as Candidate;
      const differences = changed.map((column) => ({ column, from: own[column], to: row[column] }));
      const change = { score: scores[result] as number, distance, differences };
      return { score, favorable, change, tried, complete };
    }
  }
  return { score, favorable, change: undefined, tried, complete };
}

/** Returns the distinct other values of a column: numbers by size, others by name. */
function otherValues(rows: readonly Row[], column: string, own: Value): Value[] {
  const known = new Map<string, Value>();
  for (const row of rows) {
    const value = row[column];
    if (!isMissing(value)) known.set(getName(value) as string, value);
  }
  if (!isMissing(own)) known.delete(getName(own) as string);
  const named = [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  if (!isNumeric(rows, column)) return named;
  return named.sort((a, b) => toNumber(a) - toNumber(b));
}

/** Returns the changes of `size` columns, nearest first, reduced if there are too many. */
function findCandidates(
  own: Row,
  distances: readonly ColumnDistance[],
  values: readonly Value[][],
  size: number,
): { candidates: Candidate[]; isAll: boolean } {
  const sets = subsets(distances.length, size);
  const product = (set: readonly number[], limit: number) =>
    set.reduce((count, i) => count * Math.min(limit, (values[i] as Value[]).length), 1);
  const total = (limit: number) => sets.reduce((sum, set) => sum + product(set, limit), 0);
  let limit = getMax(
    values.map(({ length }) => length),
    1,
  );
  const isAll = total(limit) <= maxTried;
  while (limit > 1 && total(limit) > maxTried) limit = Math.floor(limit * 0.9);
  const chosen = values.map((list) => atEqualSteps(list, limit));
  const candidates = sets.flatMap((set) => listChanges(own, distances, chosen, set));
  candidates.sort((a, b) => a.distance - b.distance);
  return { candidates: candidates.slice(0, maxTried), isAll };
}

/** Returns at most `limit` of the values, including the first and the last. */
function atEqualSteps(list: readonly Value[], limit: number): Value[] {
  if (list.length <= limit) return [...list];
  const step = (list.length - 1) / Math.max(1, limit - 1);
  return Array.from({ length: limit }, (_, i) => list[Math.round(i * step)]);
}

function subsets(count: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  const first = Array.from({ length: Math.max(0, count - from) }, (_, i) => from + i);
  return first.flatMap((i) => subsets(count, size - 1, i + 1).map((rest) => [i, ...rest]));
}

function listChanges(
  own: Row,
  distances: readonly ColumnDistance[],
  values: readonly Value[][],
  set: readonly number[],
): Candidate[] {
  let changes: Candidate[] = [{ row: own, distance: 0, columns: [] }];
  for (const i of set) {
    const { column, between } = distances[i] as ColumnDistance;
    changes = changes.flatMap(({ row, distance, columns }) =>
      (values[i] as Value[]).map((value) => ({
        row: { ...row, [column]: value },
        distance: distance + between(own[column], value),
        columns: [...columns, column],
      })),
    );
  }
  return changes;
}
