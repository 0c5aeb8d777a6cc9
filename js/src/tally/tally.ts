// SPDX-License-Identifier: Apache-2.0
//
// The accumulator behind every group metric, over the core's Tally: columns in, sums per combination of
// groups and labels out. All group metrics are functions of a tally.

import { FairwasmError } from '../core/error.js';
import { Handle } from '../core/handle.js';
import type { Wasm } from '../core/module.js';
import { Staging } from '../core/staging.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import { type CategoryColumn, lengthOf, type NumberColumn, toNumbers } from '../data/column.js';
import type { Tally as WasmTally } from '../wasm/core.mjs';

/** Which columns a tally counts. At least one of `label` and `prediction`. */
export interface TallyColumns {
  /** Names of the group attributes; none: only all rows together. */
  groups?: readonly string[];
  /** Whether there are true labels. */
  label?: boolean;
  /** Whether there are predicted labels (or decisions). */
  prediction?: boolean;
  /** Whether there are scores: estimated probabilities of the favorable label. */
  score?: boolean;
}

/** Rows for a tally: the columns that its {@link TallyColumns} announced, all of one length. */
export interface TallyRows {
  groups?: Readonly<Record<string, CategoryColumn>> | undefined;
  label?: CategoryColumn | undefined;
  prediction?: CategoryColumn | undefined;
  score?: NumberColumn | undefined;
  /** Instance weights; left out: every row weighs 1. */
  weight?: NumberColumn | undefined;
}

/** Rows that were counted elsewhere, by a GROUP BY for instance: `rows[i]` of them are alike. */
export interface CountedRows extends Omit<TallyRows, 'score' | 'weight'> {
  rows: NumberColumn;
}

interface EncodedRows {
  rows: number;
  attributes: Codes[];
  label: Codes | undefined;
  prediction: Codes | undefined;
  score: Float64Array | undefined;
  weight: Float64Array | undefined;
}

const countSums = 3; // rows, weight and squared weight: the first sums of a cell
const widestRow = 8; // bytes of one value at most

/** Counts rows by group, true label and predicted label. Make one with `fair.tally()`. */
export class Tally {
  readonly #wasm: Wasm;
  readonly #handle: Handle<WasmTally>;
  readonly #attributes: CategoryEncoder[];
  readonly #labels: CategoryEncoder;
  readonly #columns: Required<TallyColumns>;

  /** @internal */
  constructor(wasm: Wasm, columns: TallyColumns, stored?: WasmTally) {
    this.#wasm = wasm;
    this.#columns = { groups: [], label: false, prediction: false, score: false, ...columns };
    this.#attributes = this.#columns.groups.map(
      (name) => new CategoryEncoder(name, [], 'category'),
    );
    this.#labels = new CategoryEncoder('label', [], 'error');
    this.#handle = new Handle(stored ?? new wasm.Tally(this.#schema()));
    if (stored) this.#learnCategories();
  }

  /** @internal The accumulator, for the families that derive metrics from it. */
  get handle(): WasmTally {
    return this.#handle.object;
  }

  /** The group attributes, each with the categories seen so far in the order of their first row. */
  get groups(): { name: string; categories: readonly string[] }[] {
    return this.#attributes.map(({ name, categories }) => ({ name, categories: [...categories] }));
  }

  /** The labels seen so far, among true labels and predictions. */
  get labels(): readonly string[] {
    return [...this.#labels.categories];
  }

  /** Which columns are counted. */
  get columns(): Readonly<Required<TallyColumns>> {
    return this.#columns;
  }

  /**
   * Adds rows. All or nothing: whatever is thrown, the tally is as it was before.
   *
   * @throws FairwasmError `shapeMismatch` where columns differ in length, `missingValue` for a missing
   *   label, prediction, score or weight, `invalidArgument` for a number that is not finite; each names
   *   the column and the row.
   */
  update(rows: TallyRows): void {
    this.#transact(() => {
      const encoded = this.#encode(rows);
      return this.#scratch((scratch) => this.#addChunks(scratch, encoded));
    });
  }

  /** Adds rows that were counted elsewhere. All or nothing, like {@link update}. */
  addCounted(counted: CountedRows): void {
    this.#transact(() => {
      const encoded = this.#encode({ ...counted, weight: counted.rows });
      return this.#scratch((scratch) => scratch.add(this.#sumsOfCounted(encoded)));
    });
  }

  /** Adds the rows of another tally of the same columns. Categories are matched by name. */
  merge(other: Tally): void {
    this.#handle.object.merge(other.handle);
    this.#learnCategories();
  }

  /** Forgets all rows; the categories seen stay known. */
  reset(): void {
    this.#handle.object.reset();
  }

  /** The tally as bytes, to be stored or sent to another worker. */
  toBytes(): Uint8Array {
    return this.#handle.object.toBytes();
  }

  /** @internal Use `fair.tallyFromBytes()`. */
  static fromBytes(wasm: Wasm, bytes: Uint8Array): Tally {
    if (!(bytes instanceof Uint8Array)) {
      throw new FairwasmError('invalidArgument', {
        argument: 'bytes',
        expected: 'a Uint8Array',
        actual: typeof bytes,
      });
    }
    const stored = wasm.Tally.fromBytes(bytes) as WasmTally;
    const { attributes, hasLabel, hasPrediction, hasScore } = stored.schema();
    const groups = attributes.map(({ name }) => name);
    return new Tally(
      wasm,
      { groups, label: hasLabel, prediction: hasPrediction, score: hasScore },
      stored,
    );
  }

  /** Frees its WebAssembly memory at once; otherwise that happens when it is garbage-collected. */
  [Symbol.dispose](): void {
    this.#handle.dispose();
  }

  #schema() {
    return {
      attributes: this.#attributes.map(({ name, categories }) => ({ name, categories })),
      labels: this.#labels.categories,
      hasLabel: this.#columns.label,
      hasPrediction: this.#columns.prediction,
      hasScore: this.#columns.score,
    };
  }

  #learnCategories(): void {
    const { attributes, labels } = this.#handle.object.schema();
    attributes.forEach(({ categories }, i) => {
      for (const category of categories) this.#attributes[i]?.codeOf(category);
    });
    for (const label of labels) this.#labels.codeOf(label);
  }

  // Rows are counted in a scratch tally, which is merged only when all of them were good.
  #transact(count: () => WasmTally): void {
    const encoders = [...this.#attributes, this.#labels];
    const marks = encoders.map((encoder) => encoder.mark());
    try {
      const scratch = count();
      try {
        this.#handle.object.merge(scratch);
      } finally {
        scratch.delete();
      }
    } catch (error) {
      encoders.forEach((encoder, i) => {
        encoder.rollback(marks[i] as number);
      });
      throw error;
    }
  }

  #scratch(fill: (scratch: WasmTally) => void): WasmTally {
    const scratch = new this.#wasm.Tally(this.#schema());
    try {
      fill(scratch);
      return scratch;
    } catch (error) {
      scratch.delete();
      throw error;
    }
  }

  #encode(rows: TallyRows): EncodedRows {
    const length = this.#requireColumns(rows);
    const { label, prediction, score } = this.#columns;
    return {
      rows: length,
      attributes: this.#attributes.map((encoder) =>
        encoder.encode(rows.groups?.[encoder.name] as CategoryColumn),
      ),
      label: label ? this.#encodeLabels(rows.label, 'label') : undefined,
      prediction: prediction ? this.#encodeLabels(rows.prediction, 'prediction') : undefined,
      score: score ? toNumbers(rows.score as NumberColumn, 'score') : undefined,
      weight: rows.weight === undefined ? undefined : toNumbers(rows.weight, 'weight'),
    };
  }

  // True labels and predictions share their categories, but errors must name the right one.
  #encodeLabels(column: CategoryColumn | undefined, name: string): Codes {
    try {
      return this.#labels.encode(column as CategoryColumn);
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      throw new FairwasmError(error.code, { ...error, argument: name });
    }
  }

  /** Checks that the announced columns are there, no others, and equally long; returns the length. */
  #requireColumns(rows: TallyRows): number {
    const { groups, label, prediction, score } = this.#columns;
    const unknown = Object.keys(rows.groups ?? {}).filter((name) => !groups.includes(name));
    const columns: [string, boolean, CategoryColumn | NumberColumn | undefined][] = [
      ...groups.map((name): [string, true, CategoryColumn | undefined] => [
        name,
        true,
        rows.groups?.[name],
      ]),
      ['label', label, rows.label],
      ['prediction', prediction, rows.prediction],
      ['score', score, rows.score],
      ...unknown.map((name): [string, false, CategoryColumn | undefined] => [
        name,
        false,
        rows.groups?.[name],
      ]),
    ];
    if (rows.weight !== undefined) columns.push(['weight', true, rows.weight]);
    let length: number | undefined;
    for (const [name, announced, column] of columns) {
      if (announced !== (column !== undefined)) {
        throw new FairwasmError('invalidArgument', {
          argument: name,
          expected: announced ? 'a column' : 'no such column: the tally was made without it',
          actual: announced ? 'none' : 'one',
        });
      }
      if (column === undefined) continue;
      const rowsHere = lengthOf(column, name);
      length ??= rowsHere;
      if (rowsHere !== length) {
        throw new FairwasmError('shapeMismatch', {
          argument: name,
          expected: `${length} rows, like ${columns[0]?.[0]}`,
          actual: String(rowsHere),
        });
      }
    }
    return length ?? 0;
  }

  #addChunks(scratch: WasmTally, encoded: EncodedRows): void {
    const chunk = Math.min(this.#wasm.tallyChunkRows, encoded.rows);
    const columns = encoded.attributes.length + 4;
    const staging = new Staging(this.#wasm, Math.max(1, columns * chunk * widestRow));
    try {
      for (let first = 0; first < encoded.rows; first += chunk) {
        this.#addChunk(scratch, encoded, first, Math.min(chunk, encoded.rows - first), staging);
      }
    } finally {
      staging.dispose();
    }
  }

  #addChunk(
    scratch: WasmTally,
    encoded: EncodedRows,
    first: number,
    rows: number,
    staging: Staging,
  ): void {
    let offset = 0;
    const address = (values: Codes | Float64Array): number => {
      const pointer = staging.copy(values.subarray(first, first + rows), offset);
      offset += rows * widestRow; // keeps every column aligned
      return pointer;
    };
    const codes = (column: Codes) => ({
      pointer: address(column),
      bytes: column.BYTES_PER_ELEMENT as 1 | 4,
    });
    try {
      scratch.update({
        rows,
        attributes: encoded.attributes.map(codes),
        label: encoded.label && codes(encoded.label),
        prediction: encoded.prediction && codes(encoded.prediction),
        weight: encoded.weight && address(encoded.weight),
        score: encoded.score && address(encoded.score),
      });
    } catch (error) {
      throw error instanceof FairwasmError ? error.inRowsFrom(first) : error;
    }
  }

  #sumsOfCounted(encoded: EncodedRows): Float64Array {
    const axes: [Codes | undefined, number][] = [
      ...encoded.attributes.map((codes, i): [Codes, number] => [
        codes,
        this.#attributes[i]?.categories.length ?? 0,
      ]),
      [encoded.label, this.#labels.categories.length],
      [encoded.prediction, this.#labels.categories.length],
    ];
    const cells = axes.reduce((count, [codes, size]) => count * (codes ? size : 1), 1);
    const width = this.#wasm.tallySums;
    const sums = new Float64Array(cells * width);
    for (let row = 0; row < encoded.rows; row++) {
      const count = requireCount(encoded.weight?.[row] as number, row);
      let cell = 0;
      for (const [codes, size] of axes) if (codes) cell = cell * size + (codes[row] as number);
      for (let sum = 0; sum < countSums; sum++) {
        sums[cell * width + sum] = (sums[cell * width + sum] as number) + count;
      }
    }
    return sums;
  }
}

function requireCount(count: number, row: number): number {
  if (Number.isInteger(count) && count >= 0) return count;
  throw new FairwasmError('invalidArgument', {
    argument: 'rows',
    expected: 'a whole number of rows, 0 or more',
    actual: String(count),
    row,
  });
}
