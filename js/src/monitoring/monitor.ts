// SPDX-License-Identifier: Apache-2.0
//
// Monitors the gaps between rates on a stream of batches.

import { incompatible, invalid } from '../core/error.js';
import { type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import {
  requireArray,
  requireNumber,
  requireOptions,
  requireParts,
  requireTexts,
  requireWhole,
  shown,
} from '../core/options.js';
import { isEarlier, isOnAxis } from '../data/intake/times.js';
import {
  type BatchCounts,
  countBatches,
  type MonitoredBatch,
  type MonitoredRows,
  requireBatch,
  sortTimes,
} from './batches.js';
import type { Wasm } from './module.js';

/** A batch in a sequence. */
export interface MonitoredMoment {
  /** Number of batches up to and including this one. */
  batch: number;
  /** Time of the batch, if given. */
  at?: number | string;
}

/** The gap of one group: its rate minus the rate of the reference. */
export type MonitoredGap = MonitorReport['groups'][number];

/** The result of {@link Monitor.report}. */
export interface MonitorReport {
  format: 'fairwasm-monitoring';
  version: 1;
  reference: string;
  tolerance: number;
  confidence: number;
  batches: number;
  /** `added` if batches have names that are not times, so that they are in the order in which they were added. */
  order: 'time' | 'added';
  groups: readonly {
    name: string;
    /** Rows and cases of the group and of the reference. */
    counts: BatchCounts;
    referenceCounts: BatchCounts;
    /**
     * The mean rates of the group and of the reference over the batches so far, weighted by n n' / (n + n') for n and n'
     * rows of the groups in a batch; their difference is the gap.
     */
    rate: number;
    referenceRate: number;
    /** The mean gap over the batches so far, with these weights, and its interval. */
    gap: Estimate;
    /** The first batch at which the interval excluded all acceptable differences; absent if none did. */
    excludedAt?: MonitoredMoment;
    /** The first batch at which the interval contained only acceptable differences; absent if none did. */
    withinAt?: MonitoredMoment;
    /**
     * Expected number of additional rows of both groups until the interval is either outside or within the tolerance,
     * with the mean rates so far; 0 if it already is. NaN if no number of rows up to 10^12 is enough.
     */
    rowsNeeded: number;
    sequence: readonly (MonitoredMoment & { gap: Estimate })[];
  }[];
}

/**
 * Counts of a stream, and intervals for its gaps. Created by {@link Monitoring.monitor}.
 *
 * @example
 * const monitor = (await load()).monitor({ reference: 'm', tolerance: 0.05 });
 * for (let day = 1; day <= 30; day++) {
 *   monitor.update({ at: day, counts: { f: { rows: 50, cases: 10 }, m: { rows: 50, cases: 20 } } });
 * }
 * monitor.report().groups[0].excludedAt; // { "batch": 6, "at": 6 }
 */
export class Monitor {
  readonly #wasm: Wasm;
  readonly #options: Pick<MonitorReport, 'reference' | 'tolerance' | 'confidence'> & { looks: number };
  #batches: MonitoredBatch[] = [];
  /** The sums of all batches, so that {@link updateTo} takes the same time for every batch. */
  #totals = new Map<string, BatchCounts>();
  #lastTime: MonitoredBatch['at'];

  /** @internal */
  constructor(
    wasm: Wasm,
    options: { reference: string } & {
      [Name in 'tolerance' | 'confidence' | 'looks']?: number | undefined;
    },
  ) {
    requireOptions('monitor', options, ['reference', 'tolerance', 'confidence', 'looks']);
    const [reference] = requireTexts('reference', [options.reference]);
    const tolerance = requireNumber('tolerance', options.tolerance ?? 0);
    if (!(tolerance >= 0 && tolerance < 1)) {
      throw invalid('tolerance', 'a number of at least 0 and less than 1', shown(tolerance));
    }
    this.#wasm = wasm;
    this.#options = {
      reference: reference as string,
      tolerance,
      confidence: requireConfidence(options.confidence),
      looks: requireWhole('looks', options.looks ?? 200, 1, 100_000),
    };
  }

  /** The batches so far. Plain data, which {@link Monitor.merge} accepts. */
  get batches(): readonly MonitoredBatch[] {
    return structuredClone(this.#batches);
  }

  /**
   * Adds a batch from the counts of its rows.
   *
   * @throws FairwasmError `invalidArgument` for rows that are not integers, for more cases than rows, and for a time that
   *   is earlier than the last, or text if the others are numbers.
   */
  update(batch: MonitoredBatch): this {
    return this.#add([requireBatch(batch)]);
  }

  /**
   * Adds a batch from cumulative counts, such as those of a growing tally: the batch is the increase since the last
   * batch.
   *
   * @throws FairwasmError like {@link Monitor.update}, and `invalidArgument` for counts that have decreased.
   */
  updateTo(totals: MonitoredBatch): this {
    const { counts, ...when } = requireBatch(totals);
    const increase = Object.entries(counts).map(([name, { rows, cases }]) => {
      const { rows: earlier, cases: earlierCases } = this.#totals.get(name) ?? none;
      return [name, { rows: rows - earlier, cases: cases - earlierCases }] as const;
    });
    return this.update({ ...when, counts: Object.fromEntries(increase) });
  }

  /**
   * Adds the rows of columns, in batches.
   *
   * @throws FairwasmError `invalidArgument` or `missingValue`, with the row, for invalid values, and for batches that are
   *   earlier than the last; `shapeMismatch` for columns of different lengths.
   */
  addRows(rows: MonitoredRows): this {
    requireOptions('addRows', rows, [
      ...['group', 'outcome', 'favorable', 'batch', 'batchSize', 'dateOrder', 'cluster'],
    ]);
    return this.#add(countBatches(rows));
  }

  #add(batches: readonly MonitoredBatch[]): this {
    let last = this.#lastTime;
    for (const { at } of batches) {
      requireLater(last, at);
      last = at ?? last;
    }
    for (const batch of batches) {
      this.#batches.push(batch);
      addTo(this.#totals, batch);
    }
    this.#lastTime = last;
    return this;
  }

  /**
   * Merges the batches of another part of the stream, in time order; batches with the same time are combined.
   *
   * @throws FairwasmError `invalidArgument` for anything but batches; `incompatible` if batches have no time, or times whose
   *   order is not clear, because intervals depend on the order of batches.
   */
  merge(other: { readonly batches: readonly MonitoredBatch[] }): this {
    requireParts('other', other, ['batches'], 'a monitor, or an object with its batches');
    requireArray('other', other.batches, 'the batches of a monitor');
    const all = [...this.#batches, ...other.batches.map(requireBatch)];
    const invalidIndex = all.findIndex(({ at }) => at === undefined);
    if (invalidIndex >= 0) {
      throw incompatible(
        'other',
        'a time for each batch, because the order of batches determines when a gap is excluded',
        'a batch without a time',
      );
    }
    const byTime = new Map<number | string, MonitoredBatch[]>();
    for (const batch of all) {
      const at = batch.at as number | string;
      byTime.set(at, [...(byTime.get(at) ?? []), batch]);
    }
    const times = sortTimes([...byTime.keys()]);
    const indexByKey = new Map(times?.map((at, index) => [at, index]));
    const isInOrder = (batches: readonly MonitoredBatch[]) =>
      batches.every(({ at }, i) => i === 0 || getPlace(batches[i - 1] as MonitoredBatch) <= getPlace({ at }));
    const getPlace = ({ at }: Pick<MonitoredBatch, 'at'>) => indexByKey.get(at as number | string) as number;
    if (times === undefined || !isInOrder(this.#batches) || !isInOrder(other.batches)) {
      throw incompatible(
        'other',
        'batches with times of one kind, in order, such as numbers or dates with a year',
        [...byTime.keys()].slice(0, 3).map(shown).join(', '),
      );
    }
    this.#batches = times.map((at) => ({
      at,
      counts: Object.fromEntries(sumBatches(byTime.get(at) as MonitoredBatch[])),
    }));
    this.#totals = sumBatches(this.#batches);
    this.#lastTime = this.#batches.at(-1)?.at;
    return this;
  }

  /**
   * Returns the gap of each group with its confidence sequence.
   *
   * @throws FairwasmError `invalidArgument` if the reference does not occur.
   */
  report(): MonitorReport {
    const { reference, tolerance, confidence } = this.#options;
    const totals = this.#totals;
    if (!totals.has(reference)) {
      const known = [...totals.keys()].join(', ') || 'none';
      throw invalid('reference', `one of the groups: ${known}`, shown(reference));
    }
    const names = [...totals.keys()].filter((name) => name !== reference).toSorted();
    return {
      format: 'fairwasm-monitoring',
      version: 1,
      reference,
      tolerance,
      confidence,
      batches: this.#batches.length,
      order: isInTimeOrder(this.#batches) ? 'time' : 'added',
      groups: names.map((name) => this.#getGap(name, totals, names.length)),
    };
  }

  #getGap(name: string, totals: ReadonlyMap<string, BatchCounts>, groups: number): MonitoredGap {
    const { reference, tolerance, confidence, looks } = this.#options;
    const flat = Float64Array.from(
      this.#batches.flatMap(({ counts }) => {
        const [own, other] = [counts[name] ?? none, counts[reference] ?? none];
        return [own.rows, own.cases, other.rows, other.cases];
      }),
    );
    const result = this.#wasm.monitor(flat, { confidence: 1 - (1 - confidence) / groups, tolerance, looks });
    const toMoment = (batch: number): MonitoredMoment => {
      const { at } = this.#batches[batch - 1] as MonitoredBatch;
      return { batch, ...(at !== undefined && { at }) };
    };
    const sequence = Array.from(result.batch, (batch, i) => ({
      ...toMoment(batch),
      gap: estimate(result.value[i] as number, () => 'no batch has rows of both groups', {
        ci: [result.low[i] as number, result.high[i] as number],
      }),
    }));
    const { excludedAt, withinAt } = result;
    return {
      name,
      counts: totals.get(name) as BatchCounts,
      referenceCounts: totals.get(reference) as BatchCounts,
      rate: result.rate,
      referenceRate: result.otherRate,
      gap: sequence.at(-1)?.gap as Estimate,
      ...(!Number.isNaN(excludedAt) && { excludedAt: toMoment(excludedAt) }),
      ...(!Number.isNaN(withinAt) && { withinAt: toMoment(withinAt) }),
      rowsNeeded: result.rowsNeeded,
      sequence,
    };
  }
}

const none: BatchCounts = { rows: 0, cases: 0 };

/** Throws `invalidArgument` if a time is earlier than the last, or one is a number and the other text. */
function requireLater(last: MonitoredBatch['at'], at: MonitoredBatch['at']): void {
  if (last === undefined || at === undefined || last === at) return;
  if (typeof last !== typeof at) throw invalid('at', `a ${typeof last}, like the time of the last batch`, shown(at));
  if (isEarlier(at, last))
    throw invalid('at', `a time that is not earlier than the last batch, ${shown(last)}`, shown(at));
}

function isInTimeOrder(batches: readonly MonitoredBatch[]): boolean {
  const names = batches.flatMap(({ at }) => (typeof at === 'string' ? [at] : []));
  return names.length === 0 || isOnAxis([...new Set(names)]);
}

function addTo(sums: Map<string, BatchCounts>, { counts }: MonitoredBatch): void {
  for (const [name, { rows, cases }] of Object.entries(counts)) {
    const sum = sums.get(name) ?? none;
    sums.set(name, { rows: sum.rows + rows, cases: sum.cases + cases });
  }
}

function sumBatches(batches: readonly MonitoredBatch[]): Map<string, BatchCounts> {
  const sums = new Map<string, BatchCounts>();
  for (const batch of batches) addTo(sums, batch);
  return sums;
}
