// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for statistics of clustered rows: the jackknife computes a statistic without each cluster.

import { invalid } from '../core/error.js';
import { type Estimate, type EstimateExtras, estimate } from '../core/estimate.js';
import { getMax, getMin } from '../core/extremes.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type MissingTexts, usualMissingTexts } from '../data/value.js';
import type { MainModule as Core, Tally as CoreTally } from '../wasm/core.js';
import type { Tally } from './tally.js';

/** Columns of clusters, such as people, prompts, or annotators. */
export interface ClusterOptions {
  /**
   * Rows of the same cluster, such as those of a person, are not independent. Intervals and tests are then those of the
   * jackknife over clusters. Default: rows are independent.
   */
  cluster?: CategoryColumn | undefined;
  /**
   * A second clustering that crosses the first, such as the annotator of each row: two-way clusters (Cameron, Gelbach,
   * Miller 2011). Default: none.
   */
  crossedCluster?: CategoryColumn | undefined;
}

/** @internal The names of {@link ClusterOptions}. */
export const clusterOptions = ['cluster', 'crossedCluster'];

/** @internal Kinds of statistics, by the core's names. */
export type Statistic = 'signed' | 'positive' | 'skewed' | 'atMostOne' | 'share';

/** @internal The function of the core. */
export type ClusteredInterval = Pick<Core, 'clusteredInterval'>;

/** @internal The code of each row by clustering. */
export interface Clustering {
  codes: Codes;
  count: number;
}

// With more clusters, random sets of clusters are omitted, so that large files take seconds.
const maxSets = 200;
const fewClusters = 10;
const dominantShare = 0.5;

/** @internal Throws `invalidArgument` for a second clustering without a first. */
export function requireFirstCluster({ cluster, crossedCluster }: ClusterOptions): void {
  if (cluster !== undefined || crossedCluster === undefined) return;
  throw invalid('cluster', 'the option cluster in addition to crossedCluster', 'undefined');
}

/** @internal Returns one clustering; or two, and their intersection. Throws for missing values and other lengths. */
export function clusterings(
  { cluster, crossedCluster }: ClusterOptions,
  rows: number,
  missingTexts: MissingTexts = usualMissingTexts,
): Clustering[] {
  const read = (name: string, column: CategoryColumn): Clustering => {
    const encoder = new CategoryEncoder(name, [], 'error', { missingTexts });
    const codes = encoder.encode(column);
    requireRows(name, codes.length, rows);
    return { codes, count: encoder.categories.length };
  };
  requireFirstCluster({ cluster, crossedCluster });
  if (cluster === undefined) return [];
  const first = read('cluster', cluster);
  if (crossedCluster === undefined) return [first];
  return crossed(first, read('crossedCluster', crossedCluster));
}

/** Returns two clusterings and their intersection, with codes in order of first appearance. */
function crossed(first: Clustering, second: Clustering): Clustering[] {
  const rows = first.codes.length;
  const codes = new Uint32Array(rows);
  // The first row of each cluster of `second` within the current cluster of `first`.
  const firstRows = new Uint32Array(second.count).fill(rows);
  for (const row of sortedRows(first)) {
    const index = second.codes[row] as number;
    const known = firstRows[index] as number;
    if (first.codes[known] !== first.codes[row]) firstRows[index] = row;
    codes[row] = firstRows[index] as number;
  }
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const firstRow = codes[row] as number;
    codes[row] = firstRow === row ? count++ : (codes[firstRow] as number);
  }
  return [first, second, { codes, count }];
}

/** Returns the rows in order of their codes, and those of one code in their order. */
function sortedRows({ codes, count }: Clustering): Uint32Array {
  const next = new Uint32Array(count + 1);
  for (let row = 0; row < codes.length; row++) (next[(codes[row] as number) + 1] as number)++;
  for (let code = 0; code < count; code++) next[code + 1] = (next[code] as number) + (next[code + 1] as number);
  const rows = new Uint32Array(codes.length);
  for (let row = 0; row < rows.length; row++) rows[(next[codes[row] as number] as number)++] = row;
  return rows;
}

/** @internal Returns {@link clusterings} of clusters with these keys. */
export function keyedClusterings(keys: readonly BigUint64Array[]): Clustering[] {
  const [first, second] = keys.map(numbered);
  if (first === undefined) return [];
  return second === undefined ? [first] : crossed(first, second);
}

/** @internal Returns codes of keys in order of first appearance. */
export function numbered<Key extends string | number | bigint>(
  keys: ArrayLike<Key>,
): { codes: Uint32Array; count: number } {
  const indexByKey = new Map<Key, number>();
  const codes = new Uint32Array(keys.length);
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row] as Key;
    const index = indexByKey.get(key) ?? indexByKey.size;
    indexByKey.set(key, index);
    codes[row] = index;
  }
  return { codes, count: indexByKey.size };
}

type Values = ArrayLike<number>;

/** @internal Statistics of all rows, and of the rows without each cluster. */
export class Jackknife {
  readonly #wasm: ClusteredInterval;
  readonly #values: Values;
  readonly #replicates: readonly Values[];
  readonly #counts: Uint32Array;
  readonly #confidence: number;
  /** Number of clusters: the smaller one of two clusterings. */
  readonly clusters: number;

  private constructor(
    wasm: ClusteredInterval,
    values: Values,
    ways: readonly (readonly Values[])[],
    { clusters, confidence }: { clusters: number; confidence: number },
  ) {
    this.#wasm = wasm;
    this.#values = values;
    this.#replicates = ways.flat();
    this.#counts = Uint32Array.from(ways, ({ length }) => length);
    this.#confidence = confidence;
    this.clusters = clusters;
  }

  /** @param compute Returns statistics of the given rows, always in the same order; NaN for undefined ones. */
  static fromRows(
    wasm: ClusteredInterval,
    ways: readonly Clustering[],
    compute: (rows: Uint32Array) => Values,
    confidence: number,
  ): Jackknife {
    const all = Uint32Array.from(ways[0]?.codes ?? [], (_, row) => row);
    const replicates = ways.map((way) => computeReplicates(way, compute));
    const clusters = getMin(ways.map(({ count }) => count));
    return new Jackknife(wasm, compute(all), replicates, { clusters, confidence });
  }

  /** @param compute Returns statistics of a tally of the core with the same categories. */
  static fromTally(
    wasm: ClusteredInterval,
    { handle, clusters = 0 }: Pick<Tally, 'handle' | 'clusters'>,
    compute: (tally: CoreTally) => Values,
    confidence: number,
  ): Jackknife {
    const sets = Math.min(clusters, maxSets);
    const replicates = Array.from({ length: sets }, (_, set) => {
      const rest = handle.withoutClusters(set, sets) as CoreTally;
      try {
        return compute(rest);
      } finally {
        rest.delete();
      }
    });
    return new Jackknife(wasm, compute(handle), [replicates], { clusters, confidence });
  }

  /**
   * Returns the interval of a function of the statistics, its test, and why it is unreliable or missing.
   *
   * @param max The largest possible magnitude.
   */
  bound(
    getValue: (values: Values) => number,
    statistic: Statistic,
    { confidence = this.#confidence, max = Number.POSITIVE_INFINITY } = {},
  ): EstimateExtras {
    const value = getValue(this.#values);
    const { low, high, pValue, clusters, largest } = this.#wasm.clusteredInterval(
      value,
      Float64Array.from(this.#replicates, (values) => getValue(values)),
      this.#counts,
      statistic,
      confidence,
    );
    const isTested = statistic === 'signed' || statistic === 'positive';
    return {
      ci: [Math.max(-max, low), Math.min(max, high)],
      ...(isTested && { pValue }),
      warning: Number.isNaN(low) ? whyNone : getWarning(clusters, largest),
    };
  }

  /** Returns an estimate of independent rows with the interval of clustered rows, and with its test if it has one. */
  estimate(known: Estimate, getValue: (values: Values) => number, statistic: Statistic): Estimate {
    const { pValue, ...rest } = this.bound(getValue, statistic);
    const extras = known.pValue === undefined ? rest : { ...rest, pValue };
    return estimate(known.value, () => known.reason as string, extras);
  }

  /**
   * Returns the largest difference between the statistics at some places, or their smallest ratio, with an interval
   * from the joint intervals of all pairs (Šidák 1967).
   *
   * @param max The largest possible difference.
   * @param comparisons Number of gaps that the interval must hold for simultaneously.
   */
  gap(
    known: Estimate,
    indices: readonly number[],
    isRatio: boolean,
    { max = Number.POSITIVE_INFINITY, comparisons = 1 } = {},
  ): Estimate {
    const defined = indices.filter((index) => Number.isFinite(this.#values[index]));
    const pairs = defined.flatMap((one, i) => defined.slice(i + 1).map((two) => [one, two] as const));
    const confidence = this.#confidence ** (1 / (pairs.length * comparisons));
    const ends = pairs.map(([one, two]) => {
      const [low, high] = this.bound(
        (values) => {
          const [a, b] = [values[one] as number, values[two] as number];
          return isRatio ? a / b : a - b;
        },
        isRatio ? 'positive' : 'signed',
        { confidence },
      ).ci as readonly [number, number];
      const [from, to] = isRatio ? [Math.log(low), Math.log(high)] : [low, high];
      return [Math.max(0, from, -to), Math.max(-from, to)] as const;
    });
    const low = getMax(ends.map(([nearest]) => nearest));
    const high = getMax(ends.map(([, farthest]) => farthest));
    const ci = isRatio ? ([Math.exp(-high), Math.exp(-low)] as const) : ([low, Math.min(high, max)] as const);
    const isKnown = pairs.length > 0 && !Number.isNaN(low + high);
    return estimate(known.value, () => known.reason as string, isKnown ? { ci } : { warning: noGap });
  }
}

/** @internal Fields of clustered rows next to a value without an interval. */
export const noInterval: EstimateExtras = { warning: 'no interval: rows of one cluster are not independent' };

/** @internal Returns a value of clustered rows without an interval. */
export const withoutInterval = ({ value, reason }: Estimate): Estimate =>
  estimate(value, () => reason as string, noInterval);

const noGap = 'no interval: a group has none';
const whyNone = 'no interval: fewer than two clusters, or the value is the same without each of them';

function getWarning(clusters: number, largest: number): string | undefined {
  if (clusters < fewClusters) return `${clusters} clusters: the interval is approximate`;
  return largest > dominantShare ? `one cluster accounts for ${Math.round(100 * largest)}% of the variance` : undefined;
}

/** Returns the statistics without each cluster, or without each set of clusters. */
function computeReplicates({ codes, count }: Clustering, compute: (rows: Uint32Array) => Values): Values[] {
  const sets = Math.min(count, maxSets);
  // Consecutive clusters may be similar, so that their order must not determine the sets.
  const order = Array.from({ length: count }, (_, code) => code).sort((a, b) => mixed(a) - mixed(b) || a - b);
  const setOf = new Uint32Array(count);
  order.forEach((code, index) => {
    setOf[code] = index % sets;
  });
  return Array.from({ length: sets }, (_, set) => {
    const kept = new Uint32Array(codes.length);
    let length = 0;
    for (let row = 0; row < codes.length; row++) {
      kept[length] = row;
      if (setOf[codes[row] as number] !== set) length++;
    }
    return compute(kept.subarray(0, length));
  });
}

// The last steps of MurmurHash3.
function mixed(code: number): number {
  let hash = code + 1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** @internal Returns the given rows of codes or numbers. */
export function takeRows<T extends Codes | Float64Array>(column: T, rows: Uint32Array): T {
  const taken = new (column.constructor as new (length: number) => T)(rows.length);
  for (let i = 0; i < rows.length; i++) taken[i] = column[rows[i] as number] as number;
  return taken;
}
