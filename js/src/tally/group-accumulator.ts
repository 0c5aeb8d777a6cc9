// SPDX-License-Identifier: Apache-2.0
//
// The common base of accumulators of numbers by group: it encodes group columns, copies rows to the core in chunks,
// and changes nothing if an update fails.

import { Accumulator, type CoreAccumulator, inChunks } from '../core/accumulator.js';
import { incompatible, invalid, invalidState } from '../core/error.js';
import type { Memory, Wasm } from '../core/module.js';
import type { Staging } from '../core/staging.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { getMaxCategories } from '../data/intersections.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { type ClusteredInterval, clusterOptions, Jackknife } from './jackknife.js';
import { KeptRows } from './kept-rows.js';

interface Attributes {
  name: string;
  categories: string[];
}

interface CoreRows {
  rows: number;
  attributes: { pointer: number; bytes: 1 | 4 }[];
  label: number;
  prediction: number;
  weight?: number | undefined;
}

interface CoreRepeats {
  counts: number;
  squares?: number | undefined;
}

interface CoreOfGroups extends CoreAccumulator {
  attributes(): Attributes[];
  update(rows: CoreRows): void;
  /** Only for accumulators that accept precomputed counts. */
  updateCounted?(rows: CoreRows, repeats: CoreRepeats): void;
}

/** @internal A class of the core. */
export interface CoreClass<Core> {
  new (attributes: Attributes[]): Core;
  fromBytes(bytes: Uint8Array): Core | null;
  maxGroups(): number;
}

/** @internal Columns of equal length. */
export interface NumberRows {
  groups: Readonly<Record<string, CategoryColumn>>;
  label: Float64Array | Uint8Array;
  prediction: Float64Array;
  weight: Float64Array | undefined;
  /** Precomputed counts: number of rows per entry, and Σ w² if `weight` is Σ w. */
  repeats?: { counts: Float64Array; squares: Float64Array | undefined } | undefined;
  /** The cluster of each row, by clustering. Default: independent rows. */
  clusters?: readonly BigUint64Array[] | undefined;
}

/** @internal A module with such accumulators. */
export type GroupModule = Memory & Pick<Wasm, 'tallyChunkRows'>;

const widestValue = 8; // bytes
const maxNumbers = 5; // columns in addition to the groups

/**
 * The base class of accumulators of numbers by group.
 *
 * @example
 * const wages = (await load()).regressionTally(['sex']);
 * wages.update({ groups: { sex: ['f', 'm'] }, label: [20, 30], prediction: [18, 31] });
 * wages.groups; // [{ "name": "sex", "categories": ["f", "m"] }]
 */
export class GroupAccumulator extends Accumulator {
  /** @internal */
  declare readonly coreType: CoreOfGroups;
  readonly #wasm: GroupModule;
  readonly #type: CoreClass<CoreOfGroups>;
  readonly #encoders: CategoryEncoder[];
  readonly #kept: KeptRows;

  /** @internal */
  constructor(wasm: GroupModule, type: CoreClass<CoreOfGroups>, attributes: readonly string[], stored?: CoreOfGroups) {
    const names = stored ? stored.attributes().map(({ name }) => name) : attributes;
    const max = (own: CategoryEncoder): number => getMaxCategories(own, encoders, type.maxGroups());
    const encoders = names.map((name) => new CategoryEncoder(name, [], 'category', { max }));
    super(stored ?? new type(getAttributes(encoders)));
    this.#wasm = wasm;
    this.#type = type;
    this.#encoders = encoders;
    this.#kept = new KeptRows(stored && 0);
    this.#learn();
  }

  /** The group attributes, each with the categories seen so far. */
  get groups(): { name: string; categories: readonly string[] }[] {
    return getAttributes(this.#encoders);
  }

  /** @internal Whether the rows belong to clusters. */
  protected get isClustered(): boolean {
    return this.#kept.isClustered;
  }

  override reset(): void {
    super.reset();
    this.#kept.reset();
  }

  /**
   * Returns the contents as bytes, for storage or another worker. Throws `invalidState` if rows belong to clusters, which
   * bytes do not contain.
   */
  override toBytes(): Uint8Array {
    if (!this.isClustered) return super.toBytes();
    throw invalidState('cluster', 'rows without clusters, which bytes do not contain', 'clusters');
  }

  /** @internal Adds the rows of another accumulator, matching groups by name. */
  protected mergeCore(other: CoreOfGroups, owner: GroupAccumulator): void {
    this.#kept.requireAll(owner.#kept);
    const attributes = other.attributes();
    for (const { name, categories } of attributes) this.#requireOneSpelling(name, categories);
    this.handle.merge(other);
    this.#learn();
    const own = this.#encoders;
    this.#kept.merge(
      owner.#kept,
      own.map(({ categories }) => categories),
      own.map(({ name }) => attributes.find((each) => each.name === name)?.categories ?? []),
    );
  }

  /** @internal Adds rows. If a row is invalid, none is added. */
  protected add(rows: NumberRows): void {
    const { clusters = [], ...columns } = rows;
    this.#kept.requireWays(clusters.length);
    let codes: Codes[] = [];
    this.transact(
      this.#encoders,
      () => this.#encode(rows),
      () => new this.#type(getAttributes(this.#encoders)),
      (scratch, encoded) => {
        codes = encoded;
        this.#addChunks(scratch, rows, codes);
      },
    );
    this.#kept.add({ ...columns, codes, clusters });
  }

  /**
   * @internal Returns the jackknife over clusters; undefined for independent rows.
   *
   * @param compute Returns statistics of an accumulator with the same categories; NaN for undefined ones.
   */
  protected jackknife(
    wasm: ClusteredInterval,
    compute: (rows: this['coreType']) => ArrayLike<number>,
    confidence: number,
  ): Jackknife | undefined {
    if (!this.isClustered) return undefined;
    const { ways, take } = this.#kept.get();
    const computeFrom = (indices: Uint32Array) => {
      const { codes, ...columns } = take(indices);
      const rest = new this.#type(getAttributes(this.#encoders));
      try {
        this.#addChunks(rest, { groups: {}, ...columns }, codes);
        return compute(rest);
      } finally {
        rest.delete();
      }
    };
    return Jackknife.fromRows(wasm, ways, computeFrom, confidence);
  }

  /** @internal Returns the groups in a flat array of codes, `by` attributes per group. */
  protected getGroups(codes: Uint32Array, by: readonly string[], count: number): NamedGroup[] {
    const categories = by.map((name) => this.groups.find((group) => group.name === name));
    return Array.from({ length: count }, (_, group) =>
      toGroup(
        Object.fromEntries(
          by.map((name, i) => [name, categories[i]?.categories[codes[group * by.length + i] as number] as string]),
        ),
      ),
    );
  }

  #learn(): void {
    this.handle.attributes().forEach(({ categories }, i) => {
      this.#encoders[i]?.learn(categories);
    });
  }

  // The core matches categories only by name.
  #requireOneSpelling(attribute: string, categories: readonly string[]): void {
    const encoder = this.#encoders.find(({ name }) => name === attribute);
    const names = encoder?.namesFor(categories) ?? categories;
    const index = names.findIndex((name, i) => name !== categories[i]);
    if (index < 0) return;
    throw incompatible(attribute, `one spelling of each category, such as '${names[index]}'`, `'${categories[index]}'`);
  }

  #encode({ groups, label, prediction, weight, repeats, clusters = [] }: NumberRows): Codes[] {
    const unknown = Object.keys(groups).find((name) => !this.#encoders.some((encoder) => encoder.name === name));
    if (unknown !== undefined) {
      throw invalid(
        unknown,
        `a column of ${this.#encoders.map(({ name }) => name).join(', ') || 'no group'}`,
        'another column',
      );
    }
    requireRows('prediction', prediction.length, label.length);
    if (weight) requireRows('weight', weight.length, label.length);
    if (repeats) requireRows('rows', repeats.counts.length, label.length);
    clusters.forEach((keys, way) => {
      requireRows(clusterOptions[way] as string, keys.length, label.length);
    });
    return this.#encoders.map((encoder) => {
      const codes = encoder.encode(groups[encoder.name] as Readonly<Record<string, CategoryColumn>>[string]);
      requireRows(encoder.name, codes.length, label.length);
      return codes;
    });
  }

  #addChunks(scratch: CoreOfGroups, rows: NumberRows, codes: readonly Codes[]): void {
    const max = Math.max(1, Math.min(this.#wasm.tallyChunkRows, rows.label.length));
    const bytes = (codes.length + maxNumbers) * max * widestValue;
    const all = { rows: rows.label.length, max, bytes };
    inChunks(this.#wasm, all, (first, count, staging) =>
      this.#addChunk(scratch, rows, codes, { first, count }, staging),
    );
  }

  #addChunk(
    scratch: CoreOfGroups,
    rows: NumberRows,
    codes: readonly Codes[],
    { first, count }: { first: number; count: number },
    staging: Staging,
  ): void {
    let offset = 0;
    const address = (values: Codes | Float64Array): number => {
      const pointer = staging.copy(values.subarray(first, first + count), offset);
      offset += count * widestValue; // keeps every column aligned
      return pointer;
    };
    const staged = {
      rows: count,
      attributes: codes.map((column) => ({ pointer: address(column), bytes: column.BYTES_PER_ELEMENT as 1 | 4 })),
      label: address(rows.label),
      prediction: address(rows.prediction),
      weight: rows.weight && address(rows.weight),
    };
    const { repeats } = rows;
    if (!repeats) {
      scratch.update(staged);
      return;
    }
    const squares = repeats.squares && address(repeats.squares);
    scratch.updateCounted?.(staged, { counts: address(repeats.counts), squares });
  }
}

const getAttributes = (encoders: readonly CategoryEncoder[]): Attributes[] =>
  encoders.map(({ name, categories }) => ({ name, categories: [...categories] }));
