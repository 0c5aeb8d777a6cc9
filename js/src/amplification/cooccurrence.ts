// SPDX-License-Identifier: Apache-2.0
//
// The accumulator for the bias-amplification metrics, backed by the core's Cooccurrence. It stores the labels as
// bits, from which every pair and combination can be counted.

import { Accumulator, inChunks, requireBytes } from '../core/accumulator.js';
import { invalid } from '../core/error.js';
import { getCompanion } from '../core/handle.js';
import { requireBoolean, requireOptions, requireTexts } from '../core/options.js';
import type { Staging } from '../core/staging.js';
import type { NumberColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { toWeights } from '../data/weights.js';
import { countsOfRows } from '../tally/counted-rows.js';
import type { Cooccurrence as WasmCooccurrence } from '../wasm/amplification.js';
import { type LabelColumn, LabelEncoder, type LabelRows } from './labels.js';
import type { Wasm } from './module.js';

/** The columns of a co-occurrence accumulator. */
export interface CooccurrenceColumns {
  /** Names of the attributes, such as groups of people. Default: learned from the rows. */
  attributes?: readonly string[] | undefined;
  /** Names of the tasks, such as objects or labels to predict. Default: learned from the rows. */
  tasks?: readonly string[] | undefined;
  /** Whether the rows have predicted attributes, which TtoA (tasks amplify attributes) requires. Default: false. */
  attributePrediction?: boolean;
  /** Whether the rows have predicted tasks, which AtoT (attributes amplify tasks) requires. Default: false. */
  taskPrediction?: boolean;
}

/** Rows for a co-occurrence accumulator: the columns that it was created with, all of equal length. */
export interface CooccurrenceRows {
  attribute: LabelColumn;
  task: LabelColumn;
  attributePrediction?: LabelColumn | undefined;
  taskPrediction?: LabelColumn | undefined;
  /**
   * Weight of each row, at least 0. Default: 1. A row of weight 3 counts as three rows in the estimates, but as one
   * row in the bootstrap.
   */
  weight?: NumberColumn | undefined;
}

/**
 * The four kinds of labels. Attributes and predicted attributes share their names, and so do tasks and predicted
 * tasks.
 */
export type LabelKind = 'attribute' | 'task' | 'attributePrediction' | 'taskPrediction';

export const labelKinds: readonly LabelKind[] = ['attribute', 'task', 'attributePrediction', 'taskPrediction'];

// A chunk of rows fits into the L2 cache, so that the core reads it from there after the copy.
const chunkBytes = 1 << 18;
const rowsPerWord = 64;
const numberBytes = 8;

/**
 * Counts the co-occurrences of attributes and tasks. Create one with `amplification.cooccurrence(…)`.
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
export class Cooccurrence extends Accumulator {
  /** @internal */
  declare readonly coreType: WasmCooccurrence;
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
    const attributes: LabelEncoder = new LabelEncoder('attribute', columns.attributes, 'category', () =>
      room(times[0], tasks, times[1]),
    );
    const tasks: LabelEncoder = new LabelEncoder('task', columns.tasks, 'error', () =>
      room(times[1], attributes, times[0]),
    );
    super(stored ?? new wasm.Cooccurrence(getSchema(columns, attributes, tasks)));
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

  /** The attributes, in the order of every matrix. */
  get attributes(): readonly string[] {
    return [...this.#attributes.names];
  }

  /** The tasks, in the order of every matrix. */
  get tasks(): readonly string[] {
    return [...this.#tasks.names];
  }

  /** Whether the rows have predicted attributes. */
  get hasAttributePrediction(): boolean {
    return this.#has('attributePrediction');
  }

  /** Number of rows. */
  get rows(): number {
    return this.handle.rows();
  }

  /** Sum of the weights, or the number of rows if there are no weights. */
  get weight(): number {
    return this.handle.weight();
  }

  /**
   * Adds rows. If it throws, the accumulator does not change.
   *
   * @throws FairwasmError `shapeMismatch` if columns differ in length or a row has the wrong width, `invalidArgument`
   *   for values that are not 0 or 1, unknown names, and negative weights, `missingValue` for a missing task; each
   *   names the column and the row.
   */
  update(rows: CooccurrenceRows): void {
    requireOptions('update', rows, [...labelKinds, 'weight']);
    this.#add(rows, () => undefined);
  }

  /**
   * Adds precomputed counts: an entry with count n is equivalent to n rows, also in intervals and p-values, and uses
   * the memory of n rows (one bit per column). `weight` is the weight of each of these rows. If it throws, the
   * accumulator does not change.
   *
   * @throws FairwasmError like {@link update}, and for invalid counts: `invalidArgument` for a fraction, a negative
   *   number, or a number above 2^53, with its row; `missingValue`; `shapeMismatch`; and `tooLarge` for more than
   *   2^32 - 1 rows in total.
   */
  updateCounted(
    counted: CooccurrenceRows & {
      /** Number of rows of each kind, a nonnegative integer. */
      rows: NumberColumn;
    },
  ): void {
    requireOptions('updateCounted', counted, [...labelKinds, 'weight', 'rows']);
    this.#add(counted, (length) => countsOfRows(counted.rows, length));
  }

  #add(rows: CooccurrenceRows, getTimes: (length: number) => Float64Array | undefined): void {
    this.transact(
      [this.#attributes, this.#tasks],
      () => {
        const labels = this.#read(rows);
        const length = labels.get('attribute')?.rows ?? 0;
        return { labels, weights: toWeights(rows.weight, length), times: getTimes(length) };
      },
      () => new this.#wasm.Cooccurrence(getSchema(this.#columns, this.#attributes, this.#tasks)),
      (scratch, read) => this.#addChunks(scratch, read),
    );
  }

  /** Adds the rows of another accumulator with the same kinds of predictions. Names are matched. */
  merge(other: Cooccurrence): void {
    this.handle.merge(getCompanion(this.handle, other, Cooccurrence, 'other', 'a Cooccurrence'));
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
          this.#has(kind) ? 'a column' : 'no such column; the accumulator was created without it',
          this.#has(kind) ? 'none' : 'one',
        );
      }
      if (column === undefined) continue;
      const labels = this.#encoder(kind).read(column, kind);
      const expected = read.get('attribute')?.rows ?? labels.rows;
      requireRows(kind, labels.rows, expected, 'rows, as in attribute');
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
    const all = { rows, max: Math.max(1, chunk), bytes: chunk * (width + 2 * numberBytes) };
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
    const weight = numbers(weights); // first, because numbers need alignment
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

/** Rows after parsing. */
interface ReadRows {
  labels: ReadonlyMap<LabelKind, LabelRows>;
  weights: Float64Array | undefined;
  /** Number of rows of each kind, for precomputed counts. */
  times: Float64Array | undefined;
}

function getSchema(columns: CooccurrenceColumns, attributes: LabelEncoder, tasks: LabelEncoder) {
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
