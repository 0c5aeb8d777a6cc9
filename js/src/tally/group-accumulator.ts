// SPDX-License-Identifier: Apache-2.0
//
// What the accumulators of numbers by group share: group columns become codes, rows cross in chunks, and
// a failed update leaves no trace.

import { FairwasmError } from '../core/error.js';
import { Handle } from '../core/handle.js';
import type { Wasm } from '../core/module.js';
import { Staging } from '../core/staging.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import { type GroupColumns, requireRows } from '../data/condition.js';
import type { ClassHandle } from '../wasm/core.mjs';

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

interface CoreAccumulator<Self> extends ClassHandle {
  attributes(): Attributes[];
  update(rows: CoreRows): void;
  merge(other: Self): void;
  reset(): void;
  toBytes(): Uint8Array;
}

/** @internal A class of the core. */
export interface CoreClass<Core> {
  new (attributes: Attributes[]): Core;
  fromBytes(bytes: Uint8Array): Core | null;
}

/** @internal Columns of one length. */
export interface NumberRows {
  groups: GroupColumns;
  label: Float64Array | Uint8Array;
  prediction: Float64Array;
  weight: Float64Array | undefined;
}

/** @internal Throws `invalidArgument` for anything but bytes. */
export function requireBytes(bytes: unknown): Uint8Array {
  if (bytes instanceof Uint8Array) return bytes;
  throw new FairwasmError('invalidArgument', {
    argument: 'bytes',
    expected: 'a Uint8Array',
    actual: typeof bytes,
  });
}

const widestValue = 8; // bytes

/** Rows by group, forgotten as soon as they are counted. */
export class GroupAccumulator<Core extends CoreAccumulator<Core>> {
  /** @internal */
  protected readonly wasm: Wasm;
  readonly #type: CoreClass<Core>;
  readonly #handle: Handle<Core>;
  readonly #encoders: CategoryEncoder[];

  /** @internal */
  constructor(wasm: Wasm, type: CoreClass<Core>, attributes: readonly string[], stored?: Core) {
    this.wasm = wasm;
    this.#type = type;
    const names = stored ? stored.attributes().map(({ name }) => name) : attributes;
    this.#encoders = names.map((name) => new CategoryEncoder(name, [], 'category'));
    this.#handle = new Handle(stored ?? new type(this.#attributes()));
    this.#learn();
  }

  /** The group attributes, each with the categories seen so far. */
  get groups(): { name: string; categories: readonly string[] }[] {
    return this.#attributes();
  }

  /** @internal */
  get handle(): Core {
    return this.#handle.object;
  }

  /** Forgets all rows; the categories seen stay known. */
  reset(): void {
    this.handle.reset();
  }

  /** Everything as bytes, to be stored or sent to another worker. */
  toBytes(): Uint8Array {
    return this.handle.toBytes();
  }

  /** Frees its WebAssembly memory at once; otherwise that happens when it is garbage-collected. */
  [Symbol.dispose](): void {
    this.#handle.dispose();
  }

  /** @internal Adds the rows of another, matching groups by name. */
  protected mergeCore(other: Core): void {
    for (const { name, categories } of other.attributes())
      this.#requireOneSpelling(name, categories);
    this.handle.merge(other);
    this.#learn();
  }

  /** @internal Adds rows. All or nothing. */
  protected add(rows: NumberRows): void {
    const marks = this.#encoders.map((encoder) => encoder.mark());
    try {
      const codes = this.#encode(rows);
      const scratch = new this.#type(this.#attributes());
      try {
        this.#addChunks(scratch, rows, codes);
        this.handle.merge(scratch);
      } finally {
        scratch.delete();
      }
    } catch (error) {
      this.#encoders.forEach((encoder, i) => {
        encoder.rollback(marks[i] as number);
      });
      throw error;
    }
  }

  /** @internal The categories of each group in a flat array of codes, `by` attributes a group. */
  protected groupsOf(codes: Uint32Array, by: readonly string[], count: number) {
    const categories = by.map((name) => this.groups.find((group) => group.name === name));
    return Array.from({ length: count }, (_, group) =>
      Object.fromEntries(
        by.map((name, i) => [
          name,
          categories[i]?.categories[codes[group * by.length + i] as number] as string,
        ]),
      ),
    );
  }

  #attributes(): Attributes[] {
    return this.#encoders.map(({ name, categories }) => ({ name, categories: [...categories] }));
  }

  #learn(): void {
    this.handle.attributes().forEach(({ categories }, i) => {
      this.#encoders[i]?.learn(categories);
    });
  }

  // The core matches categories by name alone.
  #requireOneSpelling(attribute: string, categories: readonly string[]): void {
    const encoder = this.#encoders.find(({ name }) => name === attribute);
    const names = encoder?.namesFor(categories) ?? categories;
    const place = names.findIndex((name, i) => name !== categories[i]);
    if (place < 0) return;
    throw new FairwasmError('incompatible', {
      argument: attribute,
      expected: `one spelling of each category, such as '${names[place]}'`,
      actual: `'${categories[place]}'`,
    });
  }

  #encode({ groups, label, prediction, weight }: NumberRows): Codes[] {
    const unknown = Object.keys(groups).find(
      (name) => !this.#encoders.some((encoder) => encoder.name === name),
    );
    if (unknown !== undefined) {
      throw new FairwasmError('invalidArgument', {
        argument: unknown,
        expected: `a column of ${this.#encoders.map(({ name }) => name).join(', ') || 'no group'}`,
        actual: 'another one',
      });
    }
    requireRows('prediction', prediction.length, label.length);
    if (weight) requireRows('weight', weight.length, label.length);
    return this.#encoders.map((encoder) => {
      const codes = encoder.encode(groups[encoder.name] as GroupColumns[string]);
      requireRows(encoder.name, codes.length, label.length);
      return codes;
    });
  }

  #addChunks(scratch: Core, rows: NumberRows, codes: readonly Codes[]): void {
    const chunk = Math.min(this.wasm.tallyChunkRows, rows.label.length);
    const staging = new Staging(this.wasm, Math.max(1, (codes.length + 3) * chunk * widestValue));
    try {
      for (let first = 0; first < rows.label.length; first += chunk) {
        this.#addChunk(scratch, rows, codes, { first, chunk }, staging);
      }
    } finally {
      staging.dispose();
    }
  }

  #addChunk(
    scratch: Core,
    rows: NumberRows,
    codes: readonly Codes[],
    { first, chunk }: { first: number; chunk: number },
    staging: Staging,
  ): void {
    const last = Math.min(first + chunk, rows.label.length);
    let offset = 0;
    const address = (values: Codes | Float64Array): number => {
      const pointer = staging.copy(values.subarray(first, last), offset);
      offset += chunk * widestValue; // keeps every column aligned
      return pointer;
    };
    try {
      scratch.update({
        rows: last - first,
        attributes: codes.map((column) => ({
          pointer: address(column),
          bytes: column.BYTES_PER_ELEMENT as 1 | 4,
        })),
        label: address(rows.label),
        prediction: address(rows.prediction),
        weight: rows.weight && address(rows.weight),
      });
    } catch (error) {
      throw error instanceof FairwasmError ? error.inRowsFrom(first) : error;
    }
  }
}
