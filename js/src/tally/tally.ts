// SPDX-License-Identifier: Apache-2.0
//
// The accumulator for all group metrics: it sums rows for each combination of groups and labels. All group metrics
// are functions of a tally.

import { Accumulator, inChunks, requireBytes } from '../core/accumulator.js';
import { FairwasmError, invalid, invalidState } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { shown } from '../core/options.js';
import type { Staging } from '../core/staging.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import { requireBelow, type UncheckedCodes } from '../data/codes.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { getMaxCategories } from '../data/intersections.js';
import { type MissingTexts, toMissingTexts } from '../data/value.js';
import type { Tally as WasmTally } from '../wasm/core.js';
import { toClusterKeys } from './cluster-keys.js';
import { type CountedRows, type CountedSums, sumsOfCounted } from './counted-rows.js';
import { requireColumns, requireNames, type TallyColumns, type TallyOptions, type TallyRows } from './rows.js';

export type { CountedRows, TallyColumns, TallyOptions, TallyRows };

/** @internal Constructor arguments for other parts of the package. */
export interface TallyInternals {
  /** A tally of the core, with its own columns. */
  stored?: WasmTally | undefined;
  /** Maximum number of distinct values of a group and of labels. Default: no limit. */
  max?: { groups: number; labels: number } | undefined;
}

/** @internal The core's description of the columns. */
export type TallySchema = ReturnType<WasmTally['schema']>;

interface EncodedRows {
  rows: number;
  attributes: Codes[];
  label: Codes | undefined;
  prediction: Codes | undefined;
  score: Float64Array | undefined;
  weight: Float64Array | undefined;
  cluster: BigUint64Array | undefined;
  /** Codes that may be out of range. */
  unchecked: readonly UncheckedCodes[];
}

/** The clusters of another tally: its cells, each with its position in this tally. */
interface MovedClusters {
  from: WasmTally;
  places: Uint32Array;
}

/** Returns the bytes of a column, padded so that 64-bit values can follow. */
const alignedBytes = (bytes: number): number => 8 * Math.ceil(bytes / 8);

/**
 * Counts rows by group, true label, and predicted label. Create one with `fair.tally()`.
 *
 * @example
 * const fair = await load();
 * const tally = fair.tally({ groups: ['sex'], label: true, prediction: true });
 * tally.update({ groups: { sex: ['f', 'm'] }, label: [1, 0], prediction: [1, 1] });
 * tally.groups; // [{ "name": "sex", "categories": ["f", "m"] }]
 * fair.auditTally(fair.tallyFromBytes(tally.toBytes())).frame('sex').groups.length; // 2
 */
export class Tally extends Accumulator {
  /** @internal */
  declare readonly coreType: WasmTally;
  readonly #wasm: Wasm;
  readonly #attributes: CategoryEncoder[];
  readonly #labels: CategoryEncoder;
  readonly #columns: Required<TallyColumns>;
  readonly #missingTexts: MissingTexts;

  /** @internal */
  constructor(wasm: Wasm, { missingValues, ...columns }: TallyOptions, { stored, max }: TallyInternals = {}) {
    const none = { groups: [], label: false, prediction: false, score: false, cluster: false };
    const known = { ...none, ...columns };
    const missingTexts = toMissingTexts(missingValues);
    const room = (own: CategoryEncoder, limit = Number.POSITIVE_INFINITY): number =>
      Math.min(limit, getMaxCategories(own, axes, wasm.maxTallyCells));
    const groups = { missingTexts, max: (own: CategoryEncoder) => room(own, max?.groups) };
    const attributes = requireNames(known.groups).map((name) => new CategoryEncoder(name, [], 'category', groups));
    const labels = new CategoryEncoder('label', [], 'error', { missingTexts, max: (own) => room(own, max?.labels) });
    const axes = [...attributes];
    for (const isCounted of [known.label, known.prediction]) if (isCounted) axes.push(labels);
    super(stored ?? new wasm.Tally(getSchema(known, attributes, [])));
    this.#wasm = wasm;
    this.#columns = known;
    this.#missingTexts = missingTexts;
    this.#attributes = attributes;
    this.#labels = labels;
    if (stored) this.#learnCategories();
  }

  /** The group attributes, each with the categories seen so far, in the order of their first row. */
  get groups(): { name: string; categories: readonly string[] }[] {
    return this.#attributes.map(({ name, categories }) => ({ name, categories: [...categories] }));
  }

  /** The labels seen so far among true labels and predictions. */
  get labels(): readonly string[] {
    return [...this.#labels.categories];
  }

  /** Number of clusters, such as people; undefined if clusters are not counted. */
  get clusters(): number | undefined {
    return this.#columns.cluster ? this.handle.clusterCount() : undefined;
  }

  /** The columns that are counted. */
  get columns(): Readonly<Required<Omit<TallyOptions, 'missingValues'>>> {
    return this.#columns;
  }

  /**
   * Adds rows. If a row is invalid, none is added, and the tally is unchanged.
   *
   * @example
   * // tally: as in the example of Tally.
   * tally.update({ groups: { sex: ['f', 'f'] }, label: [0, 1], prediction: [0, 1] });
   * fair.auditTally(tally).frame('sex').group({ sex: 'f' }).counts.rows; // 3
   *
   * @throws FairwasmError `shapeMismatch` if columns differ in length, `missingValue` for a missing label, prediction, score, or weight, `invalidArgument` for a number that is not finite; each names the column and the row.
   */
  update(rows: TallyRows): void {
    this.#count(rows, (scratch, encoded) => this.#addRows(scratch, encoded));
  }

  /**
   * Adds precomputed counts. If an entry is invalid, none is added; see {@link update}.
   *
   * @example
   * // tally: as in the example of Tally.
   * const [sex, label, prediction] = [['f', 'f', 'm'], [1, 0, 1], [1, 0, 0]];
   * tally.updateCounted({ groups: { sex }, label, prediction, rows: [120, 80, 200] }); // of SELECT …, count(*) … GROUP BY
   * fair.auditTally(tally).frame('sex').group({ sex: 'm' }).counts.rows; // 201
   *
   * @throws FairwasmError `invalidState` if clusters are counted, because counts do not identify them; `invalidArgument` for an invalid number of rows or impossible sums; `missingValue` for a missing sum.
   */
  updateCounted(counted: CountedRows): void {
    if (this.#columns.cluster) {
      throw invalidState('rows', 'rows, each with its cluster', 'row counts, which do not identify clusters');
    }
    const { rows, weights, scores, ...columns } = Object(counted) as CountedRows;
    const stated = { ...columns, score: scores?.sum };
    this.#count(stated, (scratch, encoded) =>
      scratch.updateCounted(this.#cellsOfCounted(encoded, sumsOfCounted({ rows, weights, scores }, encoded.rows))),
    );
  }

  /** Returns the name that the tally uses for an attribute's value; undefined if the value did not occur. */
  findCategory(attribute: string, value: unknown): string | undefined {
    return this.#attributes.find(({ name }) => name === attribute)?.find(value);
  }

  /**
   * Adds the rows of another tally with the same columns. Categories are matched by value: 1 in one tally
   * equals true in another.
   *
   * @example
   * // tally: as in the example of Tally.
   * const elsewhere = fair.tally({ groups: ['sex'], label: true, prediction: true });
   * elsewhere.update({ groups: { sex: ['x'] }, label: [1], prediction: [0] }); // in a worker, on another day
   * tally.merge(elsewhere);
   * tally.groups[0].categories; // ["f", "m", "x"]
   *
   * @throws FairwasmError `incompatible` if the columns differ; the tally is then unchanged.
   */
  merge(other: Tally): void {
    if (!(other instanceof Tally)) throw invalid('other', 'a tally', shown(other));
    const { handle } = other;
    const schema = this.#inOwnWords(handle.schema());
    const isAlike = JSON.stringify(schema) === JSON.stringify(handle.schema());
    if (isAlike && other.#wasm === this.#wasm) this.handle.merge(handle);
    else this.#mergeCopy(schema, other);
    this.#learnCategories();
  }

  /** Returns a separate tally with the same rows. */
  copy(): Tally {
    return Tally.fromBytes(this.#wasm, this.toBytes());
  }

  /** @internal Use `fair.tallyFromBytes()`. */
  static fromBytes(wasm: Wasm, bytes: Uint8Array): Tally {
    return Tally.#of(wasm, wasm.Tally.fromBytes(requireBytes(bytes)) as WasmTally);
  }

  /** @internal Returns a tally of these sums, {@link Wasm.tallySums} for each cell of the schema. */
  static fromSums(wasm: Wasm, schema: TallySchema, sums: Float64Array, clusters?: MovedClusters): Tally {
    const stored = new wasm.Tally(schema);
    try {
      stored.updateCounted(sums);
      if (clusters) stored.addOtherClusters(clusters.from, clusters.places);
      return Tally.#of(wasm, stored);
    } catch (error) {
      stored.delete();
      throw error;
    }
  }

  static #of(wasm: Wasm, stored: WasmTally): Tally {
    const { attributes, hasLabel, hasPrediction, hasScore, hasCluster } = stored.schema();
    const groups = attributes.map(({ name }) => name);
    const labels = { label: hasLabel, prediction: hasPrediction };
    const columns = { groups, ...labels, score: hasScore, cluster: hasCluster };
    return new Tally(wasm, columns, { stored });
  }

  #schema(): TallySchema {
    return getSchema(this.#columns, this.#attributes, this.#labels.categories);
  }

  #learnCategories(): void {
    const { attributes, labels } = this.handle.schema();
    attributes.forEach(({ categories }, i) => {
      this.#attributes[i]?.learn(categories);
    });
    this.#labels.learn(labels);
  }

  // Maps equal categories of another tally to the names in this one.
  #inOwnWords(schema: TallySchema): TallySchema {
    const attributes = schema.attributes.map(({ name, categories }) => {
      const own = this.#attributes.find((encoder) => encoder.name === name);
      return { name, categories: own?.namesFor(categories) ?? categories };
    });
    return { ...schema, attributes, labels: this.#labels.namesFor(schema.labels) };
  }

  #mergeCopy(schema: TallySchema, other: Tally): void {
    const sums = other.handle.sums();
    const copy = new this.#wasm.Tally(schema);
    try {
      copy.updateCounted(sums);
      if (schema.hasCluster) this.#copyClusters(copy, other, sums.length / this.#wasm.tallySums);
      this.handle.merge(copy);
    } finally {
      copy.delete();
    }
  }

  // Objects cannot be passed between WebAssembly instances, but bytes can.
  #copyClusters(copy: WasmTally, other: Tally, cells: number): void {
    const from = this.#wasm.Tally.fromBytes(other.toBytes()) as WasmTally;
    try {
      copy.addOtherClusters(
        from,
        Uint32Array.from({ length: cells }, (_, cell) => cell),
      );
    } finally {
      from.delete();
    }
  }

  #count(rows: TallyRows, add: (scratch: WasmTally, encoded: EncodedRows) => void): void {
    this.transact(
      [...this.#attributes, this.#labels],
      () => this.#encode(rows),
      () => new this.#wasm.Tally(this.#schema()),
      add,
    );
  }

  #encode(rows: TallyRows): EncodedRows {
    const length = requireColumns(this.#columns, rows);
    const { label, prediction, score, cluster } = this.#columns;
    const unchecked: UncheckedCodes[] = [];
    return {
      rows: length,
      attributes: this.#attributes.map((encoder) =>
        encoder.encode(rows.groups?.[encoder.name] as CategoryColumn, unchecked),
      ),
      label: label ? this.#encodeLabels(rows.label, 'label', unchecked) : undefined,
      prediction: prediction ? this.#encodeLabels(rows.prediction, 'prediction', unchecked) : undefined,
      score: score ? toNumbers(rows.score as NumberColumn, 'score', this.#missingTexts) : undefined,
      weight: rows.weight === undefined ? undefined : toNumbers(rows.weight, 'weight', this.#missingTexts),
      cluster: cluster ? toClusterKeys(rows.cluster as CategoryColumn, this.#missingTexts) : undefined,
      unchecked,
    };
  }

  // True labels and predictions share categories, but errors must name the correct column.
  #encodeLabels(column: CategoryColumn | undefined, name: string, unchecked: UncheckedCodes[]): Codes {
    const own: UncheckedCodes[] = [];
    try {
      const codes = this.#labels.encode(column as CategoryColumn, own);
      for (const each of own) unchecked.push({ ...each, argument: name });
      return codes;
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      throw error.with({ argument: name });
    }
  }

  // The core checks codes against the encoder's categories, which suffices if the encoder has no others.
  // After an error, columns are checked again in their order, so that the error does not depend on the order
  // in the core.
  #addRows(scratch: WasmTally, encoded: EncodedRows): void {
    for (const each of encoded.unchecked) if (each.below < each.known.length) requireBelow(each);
    try {
      this.#addChunks(scratch, encoded);
    } catch (error) {
      encoded.unchecked.forEach(requireBelow);
      throw error;
    }
  }

  #addChunks(scratch: WasmTally, encoded: EncodedRows): void {
    const { attributes, label, prediction, score, weight, cluster } = encoded;
    // Codes are small, and their counts have no rounding errors, so chunks do not affect the result.
    const factor = score || weight || cluster ? 1 : 4;
    const max = factor * this.#wasm.tallyChunkRows;
    const rows = Math.min(max, encoded.rows);
    const columns = [...attributes, label, prediction, score, weight, cluster];
    const bytes = columns.reduce(
      (sum, column) => sum + (column ? alignedBytes(rows * column.BYTES_PER_ELEMENT) : 0),
      0,
    );
    inChunks(this.#wasm, { rows: encoded.rows, max, bytes }, (first, count, staging) =>
      this.#addChunk(scratch, encoded, first, count, staging),
    );
  }

  #addChunk(scratch: WasmTally, encoded: EncodedRows, first: number, rows: number, staging: Staging): void {
    let offset = 0;
    const address = (values: Codes | Float64Array | BigUint64Array): number => {
      const pointer = staging.copy(values.subarray(first, first + rows), offset);
      offset += alignedBytes(rows * values.BYTES_PER_ELEMENT);
      return pointer;
    };
    const codes = (column: Codes) => ({ pointer: address(column), bytes: column.BYTES_PER_ELEMENT as 1 | 4 });
    scratch.update({
      rows,
      attributes: encoded.attributes.map(codes),
      label: encoded.label && codes(encoded.label),
      prediction: encoded.prediction && codes(encoded.prediction),
      weight: encoded.weight && address(encoded.weight),
      score: encoded.score && address(encoded.score),
      cluster: encoded.cluster && address(encoded.cluster),
    });
  }

  #cellsOfCounted(encoded: EncodedRows, sums: CountedSums): Float64Array {
    encoded.unchecked.forEach(requireBelow);
    const axes: [Codes | undefined, number][] = [
      ...encoded.attributes.map((codes, i): [Codes, number] => [codes, this.#attributes[i]?.categories.length ?? 0]),
      [encoded.label, this.#labels.categories.length],
      [encoded.prediction, this.#labels.categories.length],
    ];
    const size = axes.reduce((count, [codes, each]) => count * (codes ? each : 1), 1);
    const width = this.#wasm.tallySums;
    const cells = new Float64Array(size * width);
    for (let row = 0; row < encoded.rows; row++) {
      let cell = 0;
      for (const [codes, each] of axes) if (codes) cell = cell * each + (codes[row] as number);
      sums.forEach((values, sum) => {
        const at = cell * width + sum;
        cells[at] = (cells[at] as number) + (values[row] as number);
      });
    }
    return cells;
  }
}

function getSchema(
  { label, prediction, score, cluster }: Required<TallyColumns>,
  attributes: readonly CategoryEncoder[],
  labels: readonly string[],
): TallySchema {
  return {
    attributes: attributes.map(({ name, categories }) => ({ name, categories: [...categories] })),
    labels: [...labels],
    hasLabel: label,
    hasPrediction: prediction,
    hasScore: score,
    hasCluster: cluster,
  };
}
