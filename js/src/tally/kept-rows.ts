// SPDX-License-Identifier: Apache-2.0
//
// The rows of an accumulator that belong to clusters. They are kept, because the jackknife computes statistics without
// each cluster.

import { invalidState } from '../core/error.js';
import { placesIn } from '../data/codes.js';
import type { Codes } from '../data/column.js';
import { usualMissingTexts } from '../data/value.js';
import { toClusterKeys } from './cluster-keys.js';
import { type Clustering, type ClusterOptions, keyedClusterings, requireFirstCluster, takeRows } from './jackknife.js';

/** Columns of equal length. */
interface Columns {
  /** The category of each row, by attribute. */
  codes: readonly Codes[];
  label: Float64Array | Uint8Array;
  prediction: Float64Array;
  weight: Float64Array | undefined;
}

/** Rows with the clusters of each of them, by clustering. */
export interface KeptBatch extends Columns {
  clusters: readonly BigUint64Array[];
}

/** @internal Returns the keys of each clustering, none for independent rows. Throws as {@link toClusterKeys}. */
export function allClusterKeys({ cluster, crossedCluster }: ClusterOptions): BigUint64Array[] {
  requireFirstCluster({ cluster, crossedCluster });
  return Object.entries({ cluster, crossedCluster }).flatMap(([name, column]) =>
    column === undefined ? [] : [toClusterKeys(column, usualMissingTexts, name)],
  );
}

type Categories = readonly (readonly string[])[];

/** Batches of rows of the same clusterings. */
export class KeptRows {
  #batches: KeptBatch[] = [];
  /** Number of clusterings; undefined without rows. */
  #ways: number | undefined;

  /** @param ways Number of clusterings of the first rows, if there are some. */
  constructor(ways?: number) {
    this.#ways = ways;
  }

  get isClustered(): boolean {
    return (this.#ways ?? 0) > 0;
  }

  /** Throws `invalidState` if these rows have more or fewer clusterings than others. */
  requireWays(ways: number): void {
    if (this.#ways === undefined || this.#ways === ways) return;
    const [name, some] = this.#ways > 1 || ways > 1 ? ['crossedCluster', 2] : ['cluster', 1];
    throw invalidState(
      name as string,
      `${this.#ways < (some as number) ? 'no column' : 'a column'}, as for the rows before`,
      ways < (some as number) ? 'none' : 'a column',
    );
  }

  /** Throws `invalidState` if another accumulator has more or fewer clusterings. */
  requireAll(other: KeptRows): void {
    if (other.#ways !== undefined) this.requireWays(other.#ways);
  }

  /** Adds rows; they are copied, unless they are independent. */
  add({ codes, label, prediction, weight, clusters }: KeptBatch): void {
    if (label.length === 0) return;
    this.#ways = clusters.length;
    if (clusters.length === 0) return;
    this.#batches.push({
      codes: codes.map((column) => column.slice()),
      label: label.slice(),
      prediction: prediction.slice(),
      weight: weight?.slice(),
      clusters,
    });
  }

  /** Adds the rows of another accumulator. */
  merge(other: KeptRows, own: Categories, others: Categories): void {
    if (other.#ways === undefined) return;
    this.#ways = other.#ways;
    const indices = others.map((names, i) => placesIn(own[i] as readonly string[], names));
    for (const { codes, ...batch } of [...other.#batches]) {
      const moved = codes.map((column, i) => Uint32Array.from(column, (code) => indices[i]?.[code] as number));
      this.#batches.push({ ...batch, codes: moved });
    }
  }

  reset(): void {
    this.#batches = [];
    this.#ways = undefined;
  }

  /** Returns the clusterings, and a function that takes rows. */
  get(): { ways: Clustering[]; take: (rows: Uint32Array) => Columns } {
    const batches = this.#batches;
    const [first] = batches as [KeptBatch];
    const all = <T extends Column>(empty: T, get: (batch: KeptBatch) => ArrayLike<unknown>) =>
      joined(empty, batches.map(get));
    const codes = first.codes.map((_, i) => all(new Uint32Array(), (batch) => batch.codes[i] as Codes));
    const label = all(first.label, (batch) => batch.label);
    const prediction = all(first.prediction, (batch) => batch.prediction);
    const weight = batches.some((batch) => batch.weight)
      ? all(first.prediction, (batch) => batch.weight ?? batch.prediction.map(() => 1))
      : undefined;
    const keys = first.clusters.map((column, way) => all(column, (batch) => batch.clusters[way] as BigUint64Array));
    return {
      ways: keyedClusterings(keys),
      take: (rows) => ({
        codes: codes.map((column) => takeRows(column, rows)),
        label: takeRows(label, rows),
        prediction: takeRows(prediction, rows),
        weight: weight && takeRows(weight, rows),
      }),
    };
  }
}

type Column = Uint8Array | Uint32Array | Float64Array | BigUint64Array;

/** Returns a column of the type of `like` with all values. */
function joined<T extends Column>(like: T, parts: readonly ArrayLike<unknown>[]): T {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const column = new (like.constructor as new (length: number) => T)(length);
  let offset = 0;
  for (const part of parts) {
    column.set(part as never, offset);
    offset += part.length;
  }
  return column;
}
