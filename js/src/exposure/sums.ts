// SPDX-License-Identifier: Apache-2.0
//
// Events and exposure in parts: rows become sums by group and cluster, which are all that the rates need.

import { invalid, invalidState } from '../core/error.js';
import { requireOptions, shown } from '../core/options.js';
import { toValues } from '../data/category.js';
import { isNonnegative, requireEach } from '../data/column.js';
import { requireFewGroups } from '../data/group-limit.js';
import { missingOptions, RoleColumns } from '../tally/role-columns.js';
import type { MainModule as Wasm } from '../wasm/repeated.js';
import { type ExposureInput, type ExposureReport, ratesPerExposure } from './rates.js';

/**
 * The sums of events and exposure by group and cluster. No rows are kept.
 *
 * @example
 * const repeated = await load();
 * const sums = repeated.exposureSums();
 * sums.update({ group: ['f', 'm'], events: [12, 6], exposure: [100, 120] });
 * sums.report().groups.map(({ rate }) => rate.value); // [0.12, 0.05]
 */
export class ExposureSums {
  readonly #wasm: Wasm;
  /** By group, then by cluster; without clusters, the cluster is empty. */
  readonly #sums = new Map<string, Map<string, [events: number, exposure: number]>>();
  #isClustered: boolean | undefined;
  #dropped = 0;

  /** @internal Use `repeated.exposureSums()`. */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /** Number of dropped rows. */
  get droppedRows(): number {
    return this.#dropped;
  }

  /**
   * Adds rows. All rows have clusters, or none has.
   *
   * @throws FairwasmError like `repeated.ratesPerExposure()`, and `invalidArgument` if only some updates have clusters.
   *   A failed call changes nothing.
   */
  update(rows: Pick<ExposureInput, 'group' | 'events' | 'exposure' | 'cluster' | 'missing' | 'missingValues'>): void {
    requireOptions('update', rows, ['group', 'events', 'exposure', 'cluster', ...missingOptions]);
    const { group, events, exposure, cluster } = rows;
    const columns = new RoleColumns({ group, events, exposure, cluster }, rows, ['group']);
    const isClustered = cluster !== undefined;
    if (this.#isClustered !== undefined && this.#isClustered !== isClustered) {
      throw invalid(
        'cluster',
        this.#isClustered ? 'a column, as in earlier rows' : 'no column, as in earlier rows',
        isClustered ? 'a column' : 'none',
      );
    }
    const groups = columns.sorted('group');
    requireFewGroups('group', new Set([...this.#sums.keys(), ...groups.names]).size);
    const clusters = columns.categories('cluster');
    const counted = columns.numbers('events');
    const exposed = columns.numbers('exposure');
    columns.reading(() => {
      requireAmounts('events', counted, !isClustered);
      requireAmounts('exposure', exposed, false);
    });
    for (let row = 0; row < columns.length; row++) {
      const name = groups.names[groups.codes[row] as number] as string;
      const key = isClustered ? (clusters.encoder.categories[clusters.codes[row] as number] as string) : '';
      this.#add(name, key, counted[row] as number, exposed[row] as number);
    }
    this.#dropped += columns.dropped;
    if (columns.length > 0) this.#isClustered = isClustered;
  }

  /**
   * Adds the sums of others; `other` is not changed.
   *
   * @throws FairwasmError `invalidArgument` for another object, or if only one of them has clusters.
   */
  merge(other: ExposureSums): void {
    if (!(other instanceof ExposureSums)) throw invalid('other', 'sums of repeated.exposureSums()', shown(other));
    if (other.#isClustered !== undefined) this.update(other.rows());
    this.#dropped += other.#dropped;
  }

  /** Returns the sums as rows, one per group and cluster, for storage and for {@link update} elsewhere. */
  rows(): Pick<ExposureInput, 'group' | 'events' | 'exposure' | 'cluster' | 'missing' | 'missingValues'> {
    const all = [...this.#sums].flatMap(([group, sums]) =>
      [...sums].map(([cluster, [events, exposure]]) => ({ group, cluster, events, exposure })),
    );
    return {
      group: toValues(all.map(({ group }) => group)),
      events: all.map(({ events }) => events),
      exposure: all.map(({ exposure }) => exposure),
      ...(this.#isClustered && { cluster: all.map(({ cluster }) => cluster) }),
    };
  }

  /**
   * Returns the rates of all rows; see `repeated.ratesPerExposure()`.
   *
   * @throws FairwasmError `invalidState` without rows; `invalidArgument` for an unknown reference or option.
   */
  report(options: Pick<ExposureInput, 'reference' | 'confidence'> = {}): ExposureReport {
    requireOptions('report', options, ['reference', 'confidence']);
    if (this.#isClustered === undefined) throw invalidState('rows', 'at least one row', 'none');
    const report = ratesPerExposure(this.#wasm, { ...this.rows(), ...options });
    return { ...report, droppedRows: this.#dropped };
  }

  #add(group: string, cluster: string, events: number, exposure: number): void {
    const sums = this.#sums.get(group) ?? new Map<string, [number, number]>();
    this.#sums.set(group, sums);
    const cached = sums.get(cluster);
    if (cached === undefined) {
      sums.set(cluster, [events, exposure]);
      return;
    }
    cached[0] += events;
    cached[1] += exposure;
  }
}

function requireAmounts(argument: string, amounts: Float64Array, isWhole: boolean): void {
  const expected = isWhole ? 'a nonnegative whole number (counts without clusters)' : 'a nonnegative number';
  const isValid = (amount: number) => isNonnegative(amount) && (!isWhole || Number.isInteger(amount));
  requireEach(amounts, argument, expected, isValid);
}
