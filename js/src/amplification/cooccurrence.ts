// SPDX-License-Identifier: Apache-2.0
//
// The accumulator behind the bias-amplification metrics, over the core's Cooccurrence: labels in, bits
// kept, from which every pair and combination can be counted.

import { Accumulator, inChunks, requireBytes } from '../core/accumulator.js';
import { limitArguments } from '../core/arity.js';
import { invalid, shapeMismatch } from '../core/error.js';
import { companionOf } from '../core/handle.js';
import { requireBoolean, requireOptions, requireTexts } from '../core/options.js';
import type { Staging } from '../core/staging.js';
import type { NumberColumn } from '../data/column.js';
import { toWeights } from '../data/weights.js';
import { countsOfRows } from '../tally/counted-rows.js';
import type { Cooccurrence as WasmCooccurrence } from '../wasm/amplification.js';
import { type LabelColumn, LabelEncoder, type LabelRows } from './labels.js';
import type { Wasm } from './module.js';

/** What a co-occurrence accumulator counts. */
export interface CooccurrenceColumns {
  /** Names of the attributes, such as groups of people. Default: learned from the rows. */
  attributes?: readonly string[] | undefined;
  /** Names of the tasks, such as objects or labels to predict. Default: learned from the rows. */
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

/** Rows that were counted elsewhere: `rows[i]` of them are alike. */
export interface CountedCooccurrence extends CooccurrenceRows {
  /** How many rows each is, a whole number from 0. */
  rows: NumberColumn;
}

/** The four kinds of labels. Attributes share their names with their predictions, and so do tasks. */
export type LabelKind = 'attribute' | 'task' | 'attributePrediction' | 'taskPrediction';

export const labelKinds: readonly LabelKind[] = [
  'attribute',
  'task',
  'attributePrediction',
  'taskPrediction',
];

// A chunk of rows stays in the second-level cache between the copy and the core that reads it.
const chunkBytes = 1 << 18;
const rowsPerWord = 64;
const numberBytes = 8;

/**
 * Counts which attributes and tasks go together. Make one with `amplification.cooccurrence(…)`.
 *
 * @example
 * const counts = (await load()).cooccurrence({ taskPrediction: true });
 * counts.update({
 *   attribute: ['f', 'f', 'm', 'm'],
 *   task: ['cooks', 'rides', 'cooks', 'rides'],
 *   taskPrediction: ['cooks', 'cooks', 'rides', 'rides'],
 * });
 * [counts.rows, counts.tasks]; // [4, ["cooks", "rides"]]
 */
export class Cooccurrence extends Accumulator<WasmCooccurrence> {
  readonly #wasm: Wasm;
  readonly #columns: CooccurrenceColumns;
  readonly #attributes: LabelEncoder;
  readonly #tasks: LabelEncoder;

  /** @internal */
  constructor(wasm: Wasm, columns: CooccurrenceColumns, stored?: WasmCooccurrence) {
    requireColumns(columns);
    const times = [columns.attributePrediction ? 2 : 1, columns.taskPrediction ? 2 : 1] as const;
    const room = (own: number, others: LabelEncoder, each: number): number =>
      Math.floor((wasm.maxColumns - others.names.length * each) / own);
    const attributes: LabelEncoder = new LabelEncoder(
      'attribute',
      columns.attributes,
      'category',
      () => room(times[0], tasks, times[1]),
    );
    const tasks: LabelEncoder = new LabelEncoder('task', columns.tasks, 'error', () =>
      room(times[1], attributes, times[0]),
    );
    super(stored ?? new wasm.Cooccurrence(schemaOf(columns, attributes, tasks)));
    this.#wasm = wasm;
    this.#columns = columns;
    this.#attributes = attributes;
    this.#tasks = tasks;
    if (stored) this.#learnNames();
  }

  /** @internal */
  get wasm(): Wasm {
    return this.#wasm;
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
    return this.handle.rows();
  }

  /** The sum of their weights; without weights their number. */
  get weight(): number {
    return this.handle.weight();
  }

  /**
   * Adds rows. All or nothing: whatever is thrown, the accumulator is as it was before.
   *
   * @throws FairwasmError `shapeMismatch` where columns differ in length or a row in width,
   *   `invalidArgument` for values that are not 0 or 1, for unknown names and for weights below 0,
   *   `missingValue` for a missing task; each names the column and the row.
   */
  update(rows: CooccurrenceRows): void {
    requireOptions('update', rows, [...labelKinds, 'weight']);
    this.#add(rows, () => undefined);
  }

  /**
   * Adds rows that were counted elsewhere: one of count n is n rows, in intervals and p-values too, and takes the room
   * of n: a bit a column. `weight` is that of each of them. All or nothing.
   *
   * @throws FairwasmError as {@link update}, and for what is no number of rows: `invalidArgument` for a fraction, a
   *   negative number or one beyond 2^53, with its row, `missingValue`, `shapeMismatch`, and `tooLarge` for more than
   *   2^32 - 1 rows in all.
   */
  updateCounted(counted: CountedCooccurrence): void {
    requireOptions('updateCounted', counted, [...labelKinds, 'weight', 'rows']);
    this.#add(counted, (length) => countsOfRows(counted.rows, length));
  }

  #add(rows: CooccurrenceRows, timesOf: (length: number) => Float64Array | undefined): void {
    this.transact(
      [this.#attributes, this.#tasks],
      () => {
        const labels = this.#read(rows);
        const length = labels.get('attribute')?.rows ?? 0;
        return { labels, weights: toWeights(rows.weight, length), times: timesOf(length) };
      },
      () => new this.#wasm.Cooccurrence(schemaOf(this.#columns, this.#attributes, this.#tasks)),
      (scratch, read) => this.#addChunks(scratch, read),
    );
  }

  /** Adds the rows of another accumulator with the same predictions; names are matched. */
  merge(other: Cooccurrence): void {
    this.handle.merge(companionOf(this.handle, other, Cooccurrence, 'other', 'a Cooccurrence'));
    this.#learnNames();
  }

  /** @internal Use `amplification.cooccurrenceFromBytes()`. */
  static fromBytes(wasm: Wasm, bytes: Uint8Array): Cooccurrence {
    const stored = wasm.Cooccurrence.fromBytes(requireBytes(bytes)) as WasmCooccurrence;
    const { hasAttributePrediction, hasTaskPrediction } = stored.schema();
    return new Cooccurrence(
      wasm,
      { attributePrediction: hasAttributePrediction, taskPrediction: hasTaskPrediction },
      stored,
    );
  }

  #learnNames(): void {
    const { attributes, tasks } = this.handle.schema();
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
    for (const kind of labelKinds) {
      const column = rows[kind];
      if ((column !== undefined && column !== null) !== this.#has(kind)) {
        throw invalid(
          kind,
          this.#has(kind) ? 'a column' : 'no such column: the accumulator was made without it',
          this.#has(kind) ? 'none' : 'one',
        );
      }
      if (column === undefined) continue;
      const labels = this.#encoder(kind).read(column, kind);
      const expected = read.get('attribute')?.rows ?? labels.rows;
      if (labels.rows !== expected) {
        throw shapeMismatch(kind, `${expected} rows, like attribute`, String(labels.rows));
      }
      read.set(kind, labels);
    }
    return read;
  }

  #addChunks(scratch: WasmCooccurrence, read: ReadRows): void {
    const { labels } = read;
    const rows = labels.get('attribute')?.rows ?? 0;
    const widths = [...labels.keys()].map((kind) => this.#encoder(kind).names.length);
    const width = widths.reduce((sum, each) => sum + each, 0);
    const words = Math.max(1, Math.floor(chunkBytes / Math.max(1, width) / rowsPerWord));
    const chunk = Math.min(rows, words * rowsPerWord);
    const all = { rows, most: Math.max(1, chunk), bytes: chunk * (width + 2 * numberBytes) };
    inChunks(this.#wasm, all, (first, count, staging) => {
      this.#addChunk(scratch, read, [first, first + count], staging);
    });
  }

  #addChunk(
    scratch: WasmCooccurrence,
    { labels: read, weights, times }: ReadRows,
    [first, end]: readonly [number, number],
    staging: Staging,
  ): void {
    let offset = 0;
    const numbers = (values: Float64Array | undefined): number | undefined => {
      if (!values) return undefined;
      const pointer = staging.copy(values.subarray(first, end), offset);
      offset += (end - first) * numberBytes;
      return pointer;
    };
    const weight = numbers(weights); // numbers first: they have to be aligned
    const counts = numbers(times);
    const address = (kind: LabelKind): number | undefined => {
      const labels = read.get(kind);
      if (!labels) return undefined;
      const bytes = labels.bytes(first, end, this.#encoder(kind).names.length);
      const pointer = staging.copy(bytes, offset);
      offset += bytes.length;
      return pointer;
    };
    const staged = {
      rows: end - first,
      attribute: address('attribute') as number,
      task: address('task') as number,
      attributePrediction: address('attributePrediction'),
      taskPrediction: address('taskPrediction'),
      weight,
    };
    if (counts === undefined) scratch.update(staged);
    else scratch.updateCounted(staged, counts);
  }
}

/** Rows that were read. */
interface ReadRows {
  labels: ReadonlyMap<LabelKind, LabelRows>;
  weights: Float64Array | undefined;
  /** Of rows that were counted elsewhere, how many each is. */
  times: Float64Array | undefined;
}

function schemaOf(columns: CooccurrenceColumns, attributes: LabelEncoder, tasks: LabelEncoder) {
  return {
    attributes: [...attributes.names],
    tasks: [...tasks.names],
    hasAttributePrediction: columns.attributePrediction ?? false,
    hasTaskPrediction: columns.taskPrediction ?? false,
  };
}

function requireColumns(columns: CooccurrenceColumns): void {
  const names = ['attributes', 'tasks'] as const;
  const flags = ['attributePrediction', 'taskPrediction'] as const;
  requireOptions('cooccurrence', columns, [...names, ...flags]);
  for (const name of names) if (columns[name] !== undefined) requireTexts(name, columns[name]);
  for (const name of flags) if (columns[name] !== undefined) requireBoolean(name, columns[name]);
}

limitArguments(Cooccurrence);
