// SPDX-License-Identifier: Apache-2.0
//
// Counts of batches, passed directly or computed from rows.

import { invalid } from '../core/error.js';
import { isPlain, requireNumber, requireWhole, shown } from '../core/options.js';
import { CategoryEncoder, groupEncoder } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type Favorable, getFavorable } from '../data/favorable.js';
import type { DateOrder } from '../data/intake/options.js';
import { timeAxis } from '../data/intake/times.js';

/**
 * The numbers of rows and cases of a group in a batch. Cases are selections, errors, or refusals; they are not whole if
 * each row is a cluster, whose proportion of cases counts.
 */
export interface BatchCounts {
  rows: number;
  cases: number;
}

/** A batch of a stream. */
export interface MonitoredBatch {
  /** Counts by group. */
  counts: Readonly<Record<string, BatchCounts>>;
  /**
   * Time of the batch: a number, a date or period such as `2026-03-14`, `2026-W11`, or `Q1 2026`, or a numbered name.
   * Batches with other names are in the order in which they are added. Required to merge streams.
   */
  at?: number | string | undefined;
}

/** Columns of a stream, for {@link Monitor.addRows}. */
export interface MonitoredRows {
  group: CategoryColumn;
  /** The outcome of each row. */
  outcome: CategoryColumn;
  /** The outcome whose rate is monitored. Not needed for common pairs, such as yes and no. */
  favorable?: Favorable | undefined;
  /**
   * The batch of each row: a number, a date or period, or a numbered name, by which batches are sorted. Batches with
   * other names are in the order of their first occurrence.
   */
  batch?: CategoryColumn | undefined;
  /** Instead of `batch`: consecutive batches of this number of rows. Default: 100. */
  batchSize?: number | undefined;
  /** The order of day and month in batches such as 1/2/2024. Default: detected. */
  dateOrder?: 'dmy' | 'mdy' | undefined;
  /**
   * The person or other unit to which each row belongs. Rows of a unit in a batch count as one row, with their
   * proportion of cases. Default: every row is a unit.
   */
  cluster?: CategoryColumn | undefined;
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
    requireWhole('rows', rows, 0);
    if (!(requireNumber('cases', cases) >= 0)) throw invalid('cases', 'a number of at least 0', shown(cases));
    if (cases > rows) throw invalid('cases', `at most the ${rows} rows of '${name}'`, shown(cases));
    return [name, { rows, cases }];
  });
  return { counts: Object.fromEntries(counts), ...(at !== undefined && { at }) };
}

/**
 * Counts rows by batch and group.
 *
 * @throws FairwasmError like {@link CategoryEncoder}; `invalidArgument` for a cluster in several batches or groups, whose
 *   rows are not independent, and for dates whose order of day and month is not clear.
 */
export function countBatches(columns: MonitoredRows): MonitoredBatch[] {
  const { group, outcome, favorable, batch, batchSize = 100, dateOrder, cluster } = columns;
  const groups = groupEncoder('group');
  const outcomes = new CategoryEncoder('outcome', [], 'error');
  const groupCodes = groups.encode(group);
  const outcomeCodes = outcomes.encode(outcome);
  const rows = groupCodes.length;
  requireRows('outcome', outcomeCodes.length, rows);
  const cases = new Set(getFavorable(favorable, outcomes.categories).map((name) => outcomes.categories.indexOf(name)));
  const { codes, times } = batch === undefined ? inTurn(rows, batchSize) : byTime(batch, rows, dateOrder);
  const weights = cluster === undefined ? undefined : clusterWeights(cluster, codes, groupCodes);
  const counts = times.map(() => groups.categories.map(() => ({ rows: 0, cases: 0 })));
  for (let row = 0; row < rows; row++) {
    const count = counts[codes[row] as number]?.[groupCodes[row] as number] as BatchCounts;
    const weight = weights?.[row] ?? 1;
    count.rows += weight;
    if (cases.has(outcomeCodes[row] as number)) count.cases += weight;
  }
  return counts.map((each, i) => ({
    counts: Object.fromEntries(
      groups.categories.map((name, g) => [name, cluster === undefined ? each[g] : wholeRows(each[g] as BatchCounts)]),
    ) as Record<string, BatchCounts>,
    ...(batch !== undefined && { at: times[i] as number | string }),
  }));
}

// The weights of the rows of a cluster add up to 1, except for rounding.
function wholeRows({ rows, cases }: BatchCounts): BatchCounts {
  const whole = Math.round(rows);
  return { rows: whole, cases: Math.min(cases, whole) };
}

/** Returns the weight of each row: 1 divided by the rows of its cluster. */
function clusterWeights(cluster: CategoryColumn, batches: Uint32Array, groups: ArrayLike<number>): Float64Array {
  const encoder = new CategoryEncoder('cluster', [], 'error');
  const clusters = encoder.encode(cluster);
  requireRows('cluster', clusters.length, batches.length);
  const sizes = new Uint32Array(encoder.categories.length);
  const firstRows = new Map<number, number>();
  for (let row = 0; row < batches.length; row++) {
    const code = clusters[row] as number;
    const first = firstRows.get(code) ?? row;
    firstRows.set(code, first);
    sizes[code] = (sizes[code] as number) + 1;
    const name = shown(encoder.categories[code]);
    if (batches[row] !== batches[first])
      throw invalid(
        'cluster',
        'clusters in one batch each: use longer batches, or keep one batch per cluster',
        name,
        row,
      );
    if (groups[row] !== groups[first]) throw invalid('cluster', 'clusters in one group each', name, row);
  }
  return Float64Array.from(clusters, (code) => 1 / (sizes[code] as number));
}

function inTurn(rows: number, batchSize: number) {
  requireWhole('batchSize', batchSize, 1);
  const codes = Uint32Array.from({ length: rows }, (_, row) => Math.floor(row / batchSize));
  return { codes, times: Array.from({ length: Math.ceil(rows / batchSize) }, (_, i) => i) };
}

function byTime(batch: CategoryColumn, rows: number, dateOrder: DateOrder | undefined) {
  const encoder = new CategoryEncoder('batch', [], 'error');
  const given = encoder.encode(batch);
  requireRows('batch', given.length, rows);
  const occurring = [...new Set(given)];
  const names = occurring.map((code) => encoder.categories[code] as string);
  const numbers = names.map(Number);
  const areNumbers = !numbers.some(Number.isNaN);
  const all: readonly (number | string)[] = areNumbers ? numbers : names;
  const axis = timeAxis('batch', names, dateOrder) ?? names.map((_, i) => i);
  const order = axis.map((at, i) => [at, i] as const).sort(([a], [b]) => a - b);
  const times = [...new Set(order.map(([, i]) => all[i] as number | string))];
  const placeByTime = new Map(times.map((time, index) => [time, index]));
  const places = new Map(occurring.map((code, i) => [code, placeByTime.get(all[i] as number | string)]));
  return { codes: Uint32Array.from(given, (code) => places.get(code) as number), times };
}

/** Returns the times in order, within a calendar year if they have no year; undefined if their order is not clear. Throws `invalidArgument` like {@link timeAxis}. */
export function sortTimes(times: readonly (number | string)[]): (number | string)[] | undefined {
  if (new Set(times.map((time) => typeof time)).size > 1) return undefined;
  const axis = timeAxis('at', times, undefined, false);
  const order = axis?.map((at, i) => [at, i] as const).sort(([a], [b]) => a - b);
  return order?.map(([, i]) => times[i] as number | string);
}
