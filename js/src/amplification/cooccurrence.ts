// SPDX-License-Identifier: Apache-2.0
//
// The accumulator behind the bias-amplification metrics, over the core's Cooccurrence: labels in, bits
// kept, from which every pair and combination can be counted.

import { FairwasmError } from '../core/error.js';
import { companionOf, Handle } from '../core/handle.js';
import { requireBoolean, requireOptions, requireTexts } from '../core/options.js';
import { Staging } from '../core/staging.js';
import type { NumberColumn } from '../data/column.js';
import { toWeights } from '../data/weights.js';
import type { Cooccurrence as WasmCooccurrence } from '../wasm/amplification.mjs';
import { type LabelColumn, LabelEncoder, type LabelRows } from './labels.js';
import type { Wasm } from './module.js';

/** What a co-occurrence accumulator counts. */
export interface CooccurrenceColumns {
  /** Names of the attributes, such as groups of people; left out: learned from the rows. */
  attributes?: readonly string[] | undefined;
  /** Names of the tasks, such as objects or labels to predict; left out: learned from the rows. */
  tasks?: readonly string[] | undefined;
  /** Whether the rows have predicted attributes: needed for tasks that amplify attributes. */
  attributePrediction?: boolean;
  /** Whether the rows have predicted tasks: needed for attributes that amplify tasks. */
  taskPrediction?: boolean;
}

/** Rows for a co-occurrence accumulator: the columns it was made with, all of one length. */
export interface CooccurrenceRows {
  attribute: LabelColumn;
  task: LabelColumn;
  attributePrediction?: LabelColumn | undefined;
  taskPrediction?: LabelColumn | undefined;
  /**
   * What each row counts, 0 or more; left out: 1. A row of weight 3 counts like three rows; in a bootstrap it
   * is one row, which is drawn with its weight.
   */
  weight?: NumberColumn | undefined;
}

/** The four kinds of labels. Attributes share their names with their predictions, and so do tasks. */
export type LabelKind = 'attribute' | 'task' | 'attributePrediction' | 'taskPrediction';

const kinds: readonly LabelKind[] = ['attribute', 'task', 'attributePrediction', 'taskPrediction'];

// A chunk of rows stays in the second-level cache between the copy and the core that reads it.
const chunkBytes = 1 << 18;
const rowsPerWord = 64;
const weightBytes = 8;

/** Counts which attributes and tasks go together. Make one with `fair.cooccurrence(…)`. */
export class Cooccurrence {
  readonly #wasm: Wasm;
  readonly #handle: Handle<WasmCooccurrence>;
  readonly #columns: CooccurrenceColumns;
  readonly #attributes: LabelEncoder;
  readonly #tasks: LabelEncoder;

  /** @internal */
  constructor(wasm: Wasm, columns: CooccurrenceColumns, stored?: WasmCooccurrence) {
    requireColumns(columns);
    this.#wasm = wasm;
    this.#columns = columns;
    this.#attributes = new LabelEncoder('attribute', columns.attributes, 'category');
    this.#tasks = new LabelEncoder('task', columns.tasks, 'error');
    this.#handle = new Handle(stored ?? new wasm.Cooccurrence(this.#schema()));
    if (stored) this.#learnNames();
  }

  /** @internal */
  get wasm(): Wasm {
    return this.#wasm;
  }

  /** @internal The accumulator, for the metrics that are derived from it. */
  get handle(): WasmCooccurrence {
    return this.#handle.object;
  }

  /** The attributes, in the order of all matrices. */
  get attributes(): readonly string[] {
    return [...this.#attributes.names];
  }

  /** The tasks, in the order of all matrices. */
  get tasks(): readonly string[] {
    return [...this.#tasks.names];
  }

  /** Whether the rows have predicted attributes. */
  get hasAttributePrediction(): boolean {
    return this.#has('attributePrediction');
  }

  /** How many rows were counted. */
  get rows(): number {
    return this.#handle.object.rows();
  }

  /** The sum of their weights; without weights their number. */
  get weight(): number {
    return this.#handle.object.weight();
  }

  /**
   * Adds rows. All or nothing: whatever is thrown, the accumulator is as it was before.
   *
   * @throws FairwasmError `shapeMismatch` where columns differ in length or a row in width,
   *   `invalidArgument` for values that are not 0 or 1, for unknown names and for weights below 0,
   *   `missingValue` for a missing task; each names the column and the row.
   */
  update(rows: CooccurrenceRows): void {
    requireOptions('update', rows, [...kinds, 'weight']);
    const encoders = [this.#attributes, this.#tasks];
    const marks = encoders.map((encoder) => encoder.mark());
    let scratch: WasmCooccurrence | undefined;
    try {
      const read = this.#read(rows);
      const weights = toWeights(rows.weight, read.get('attribute')?.rows ?? 0);
      scratch = new this.#wasm.Cooccurrence(this.#schema());
      this.#addChunks(scratch, read, weights);
      this.#handle.object.merge(scratch);
    } catch (error) {
      encoders.forEach((encoder, i) => {
        encoder.rollback(marks[i] as number);
      });
      throw error;
    } finally {
      scratch?.delete();
    }
  }

  /** Adds the rows of another accumulator with the same predictions; names are matched. */
  merge(other: Cooccurrence): void {
    const { object } = this.#handle;
    object.merge(companionOf(object, other, Cooccurrence, 'other', 'a Cooccurrence'));
    this.#learnNames();
  }

  /** Forgets all rows; the names stay known. */
  reset(): void {
    this.#handle.object.reset();
  }

  /** The accumulator as bytes, to be stored or sent to another worker. */
  toBytes(): Uint8Array {
    return this.#handle.object.toBytes();
  }

  /** @internal Use `fair.cooccurrenceFromBytes()`. */
  static fromBytes(wasm: Wasm, bytes: Uint8Array): Cooccurrence {
    if (!(bytes instanceof Uint8Array)) {
      throw new FairwasmError('invalidArgument', {
        argument: 'bytes',
        expected: 'a Uint8Array',
        actual: typeof bytes,
      });
    }
    const stored = wasm.Cooccurrence.fromBytes(bytes) as WasmCooccurrence;
    const { hasAttributePrediction, hasTaskPrediction } = stored.schema();
    return new Cooccurrence(
      wasm,
      { attributePrediction: hasAttributePrediction, taskPrediction: hasTaskPrediction },
      stored,
    );
  }

  /** Frees its WebAssembly memory at once; otherwise that happens when it is garbage-collected. */
  [Symbol.dispose](): void {
    this.#handle.dispose();
  }

  #schema() {
    return {
      attributes: [...this.#attributes.names],
      tasks: [...this.#tasks.names],
      hasAttributePrediction: this.#columns.attributePrediction ?? false,
      hasTaskPrediction: this.#columns.taskPrediction ?? false,
    };
  }

  #learnNames(): void {
    const { attributes, tasks } = this.#handle.object.schema();
    this.#attributes.learn(attributes);
    this.#tasks.learn(tasks);
  }

  #encoder(kind: LabelKind): LabelEncoder {
    return kind === 'attribute' || kind === 'attributePrediction' ? this.#attributes : this.#tasks;
  }

  #has(kind: LabelKind): boolean {
    return kind === 'attribute' || kind === 'task' || (this.#columns[kind] ?? false);
  }

  #read(rows: CooccurrenceRows): Map<LabelKind, LabelRows> {
    const read = new Map<LabelKind, LabelRows>();
    for (const kind of kinds) {
      const column = rows[kind];
      if ((column !== undefined && column !== null) !== this.#has(kind)) {
        throw new FairwasmError('invalidArgument', {
          argument: kind,
          expected: this.#has(kind)
            ? 'a column'
            : 'no such column: the accumulator was made without it',
          actual: this.#has(kind) ? 'none' : 'one',
        });
      }
      if (column === undefined) continue;
      const labels = this.#encoder(kind).read(column, kind);
      const expected = read.get('attribute')?.rows ?? labels.rows;
      if (labels.rows !== expected) {
        throw new FairwasmError('shapeMismatch', {
          argument: kind,
          expected: `${expected} rows, like attribute`,
          actual: String(labels.rows),
        });
      }
      read.set(kind, labels);
    }
    return read;
  }

  #addChunks(
    scratch: WasmCooccurrence,
    read: ReadonlyMap<LabelKind, LabelRows>,
    weights: Float64Array | undefined,
  ): void {
    const rows = read.get('attribute')?.rows ?? 0;
    const widths = [...read.keys()].map((kind) => this.#encoder(kind).names.length);
    const width = widths.reduce((sum, each) => sum + each, 0);
    const words = Math.max(1, Math.floor(chunkBytes / Math.max(1, width) / rowsPerWord));
    const chunk = Math.min(rows, words * rowsPerWord);
    const staging = new Staging(this.#wasm, Math.max(1, chunk * (width + weightBytes)));
    try {
      for (let first = 0; first < rows; first += chunk) {
        const end = Math.min(first + chunk, rows);
        this.#addChunk(scratch, read, weights?.subarray(first, end), [first, end], staging);
      }
    } finally {
      staging.dispose();
    }
  }

  #addChunk(
    scratch: WasmCooccurrence,
    read: ReadonlyMap<LabelKind, LabelRows>,
    weights: Float64Array | undefined,
    [first, end]: readonly [number, number],
    staging: Staging,
  ): void {
    const weight = weights && staging.copy(weights, 0); // first: they have to be aligned
    let offset = weights?.byteLength ?? 0;
    const address = (kind: LabelKind): number | undefined => {
      const labels = read.get(kind);
      if (!labels) return undefined;
      const bytes = labels.bytes(first, end, this.#encoder(kind).names.length);
      const pointer = staging.copy(bytes, offset);
      offset += bytes.length;
      return pointer;
    };
    const batch = {
      rows: end - first,
      attribute: address('attribute') as number,
      task: address('task') as number,
      attributePrediction: address('attributePrediction'),
      taskPrediction: address('taskPrediction'),
      weight,
    };
    try {
      scratch.update(batch);
    } catch (error) {
      throw error instanceof FairwasmError ? error.inRowsFrom(first) : error;
    }
  }
}

function requireColumns(columns: CooccurrenceColumns): void {
  const names = ['attributes', 'tasks'] as const;
  const flags = ['attributePrediction', 'taskPrediction'] as const;
  requireOptions('cooccurrence', columns, [...names, ...flags]);
  for (const name of names) if (columns[name] !== undefined) requireTexts(name, columns[name]);
  for (const name of flags) if (columns[name] !== undefined) requireBoolean(name, columns[name]);
}
