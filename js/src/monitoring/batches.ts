// SPDX-License-Identifier: Apache-2.0
//
// Counts of batches, passed directly or computed from rows.

import { invalid } from '../core/error.js';
import { isPlain, requireWhole, shown } from '../core/options.js';
import { CategoryEncoder, groupEncoder } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type Favorable, getFavorable } from '../data/favorable.js';

/** The numbers of rows and cases of a group in a batch. Cases are selections, errors, or refusals. */
export interface BatchCounts {
  rows: number;
  cases: number;
}

/** A batch of a stream. */
export interface MonitoredBatch {
  /** Counts by group. */
  counts: Readonly<Record<string, BatchCounts>>;
  /** Time of the batch: a number, or text that sorts by time, such as `2026-03-14`. Required to merge streams. */
  at?: number | string | undefined;
}

/** Columns of a stream, for {@link Monitor.addRows}. */
export interface MonitoredRows {
  group: CategoryColumn;
  /** The outcome of each row. */
  outcome: CategoryColumn;
  /** The outcome whose rate is monitored. Not needed for common pairs, such as yes and no. */
  favorable?: Favorable | undefined;
  /** The batch of each row, such as a date; batches are sorted by this value. */
  batch?: CategoryColumn | undefined;
  /** Instead of `batch`: consecutive batches of this number of rows. Default: 100. */
  batchSize?: number | undefined;
}

/** Returns a copy of the batch. Throws `invalidArgument` for anything but counts by group; the core checks them. */
export function requireBatch(batch: MonitoredBatch): MonitoredBatch {
  if (!isPlain(batch) || !isPlain(batch.counts)) {
    throw invalid('batch', 'an object such as { counts: { f: { rows: 20, cases: 3 } } }', shown(batch));
  }
  const { at } = batch;
  const isTime = typeof at === 'string' || Number.isFinite(at);
  if (at !== undefined && !isTime) throw invalid('at', 'a number or a string', shown(at));
  const counts = Object.entries(batch.counts).map(([name, each]): [string, BatchCounts] => {
    if (!isPlain(each)) throw invalid('counts', `rows and cases of '${name}'`, shown(each));
    const { rows, cases } = each;
    for (const [argument, count] of [
      ['rows', rows],
      ['cases', cases],
    ] as const) {
      requireWhole(argument, count, 0);
    }
    if (cases > rows) throw invalid('cases', `at most the ${rows} rows of '${name}'`, shown(cases));
    return [name, { rows, cases }];
  });
  return { counts: Object.fromEntries(counts), ...(at !== undefined && { at }) };
}

/** Counts rows by batch and group. Throws like {@link CategoryEncoder}. */
export function countBatches({ group, outcome, favorable, batch, batchSize = 100 }: MonitoredRows): MonitoredBatch[] {
  const groups = groupEncoder('group');
  const outcomes = new CategoryEncoder('outcome', [], 'error');
  const groupCodes = groups.encode(group);
  const outcomeCodes = outcomes.encode(outcome);
  const rows = groupCodes.length;
  requireRows('outcome', outcomeCodes.length, rows);
  const cases = new Set(getFavorable(favorable, outcomes.categories).map((name) => outcomes.categories.indexOf(name)));
  const { codes, times } = batch === undefined ? inTurn(rows, batchSize) : byTime(batch, rows);
  const counts = times.map(() => groups.categories.map(() => ({ rows: 0, cases: 0 })));
  for (let row = 0; row < rows; row++) {
    const own = counts[codes[row] as number]?.[groupCodes[row] as number] as BatchCounts;
    own.rows++;
    if (cases.has(outcomeCodes[row] as number)) own.cases++;
  }
  return counts.map((each, i) => ({
    counts: Object.fromEntries(groups.categories.map((name, g) => [name, each[g] as BatchCounts])),
    ...(batch !== undefined && { at: times[i] as number | string }),
  }));
}

function inTurn(rows: number, batchSize: number) {
  requireWhole('batchSize', batchSize, 1);
  const codes = Uint32Array.from({ length: rows }, (_, row) => Math.floor(row / batchSize));
  return { codes, times: Array.from({ length: Math.ceil(rows / batchSize) }, (_, i) => i) };
}

function byTime(batch: CategoryColumn, rows: number) {
  const encoder = new CategoryEncoder('batch', [], 'error');
  const given = encoder.encode(batch);
  requireRows('batch', given.length, rows);
  const numbers = encoder.categories.map(Number);
  const areNumbers = !numbers.some(Number.isNaN);
  const times: readonly (number | string)[] = areNumbers ? numbers : encoder.categories;
  const sorted = sortTimes([...new Set(times)]);
  const placeByTime = new Map(sorted.map((time, place) => [time, place]));
  const places = times.map((time) => placeByTime.get(time) as number);
  return { codes: Uint32Array.from(given, (code) => places[code] as number), times: sorted };
}

/** Sorts times: numbers before strings. */
export const sortTimes = <T extends number | string>(times: readonly T[]): T[] =>
  times.toSorted((a, b) => {
    if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
    return a < b ? -1 : a > b ? 1 : 0;
  });
