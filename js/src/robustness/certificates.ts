// SPDX-License-Identifier: Apache-2.0
//
// The accumulator for all provable-robustness metrics, backed by the core's Certificates: it takes scores and returns
// counts of radii by group.

import { Accumulator, inChunks, requireBytes } from '../core/accumulator.js';
import { invalid, shapeMismatch } from '../core/error.js';
import { getCompanion } from '../core/handle.js';
import { requireOptions, requireTexts, requireWhole } from '../core/options.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import { type CategoryColumn, getLength, type NumberColumn } from '../data/column.js';
import { getMaxCategories } from '../data/intersections.js';
import { requireColumns } from '../data/named-columns.js';
import { toWeights } from '../data/weights.js';
import { type CountedRows, toCountedRows } from '../tally/counted-rows.js';
import type { Certificates as WasmCertificates } from '../wasm/robustness.js';
import type { Wasm } from './module.js';
import {
  type RadiusOptions,
  radiusOptions,
  requireNumbers,
  type ScoreMatrix,
  type StagedRows,
  toBinaryRows,
  toCategoricalRows,
} from './scores.js';
import { type RobustnessSummary, toSummary } from './summary.js';

/** Options for {@link Certificates}. */
export interface CertificatesOptions extends RadiusOptions {
  /** Number of classes of a categorical task. Default: a binary task, with one score per row. */
  classes?: number | undefined;
  /** Radii at which certified accuracy is exact, at least 0. Default: 36/255. */
  epsilons?: readonly number[] | undefined;
  /** Names of the group attributes. Default: none, so that all rows form one group. */
  groups?: readonly string[] | undefined;
}

/** Rows for {@link Certificates.update}, all of equal length. */
export interface CertificateRows {
  /**
   * True labels. Binary: 0 and 1, or -1 and 1, in the shape of the scores. Categorical: class indices, or one-hot
   * rows of 0 and 1, or of -1 and 1. Smoothed labels are rejected.
   */
  label: NumberColumn | ScoreMatrix;
  /**
   * The network's outputs before any softmax or sigmoid, because the Lipschitz constant applies to these outputs: a
   * column or a matrix for binary tasks, a matrix (rows, classes) for categorical tasks.
   */
  score: NumberColumn | ScoreMatrix;
  /** The group of each row, by attribute. */
  groups?: Readonly<Record<string, CategoryColumn>> | undefined;
  /**
   * Weight of each row, at least 0. Default: 1. Proportions and means are weighted; unlike deel-lip's `sample_weight`,
   * which never divides by the weights.
   */
  weight?: NumberColumn | undefined;
}

/** deel-lip's default radius: 36 of 255 gray levels. */
export const defaultEpsilon = 36 / 255;

// A chunk and its source must fit into the processor's cache together; otherwise its scores are loaded from memory
// twice.
const chunkBytes = 1 << 18;
const smallestChunk = 64;

/**
 * Counts certified radii by group. Create one with `robustness.certificates()`.
 *
 * @example
 * const certificates = (await load()).certificates({ lipConst: 1, classes: 2, epsilons: [0.25], groups: ['sex'] });
 * certificates.update({ label: [0, 1], score: [[2, 0], [0, 1]], groups: { sex: ['f', 'm'] } }); // batch by batch
 * certificates.update({ label: [0], score: [[0, 3]], groups: { sex: ['m'] } });
 * const { groups } = certificates.compute();
 * groups.map(({ name, certifiedAccuracy }) => [name, certifiedAccuracy[0].value]); // [["m", 0.5], ["f", 1]]
 */
export class Certificates extends Accumulator {
  /** @internal */
  declare readonly coreType: WasmCertificates;
  readonly #wasm: Wasm;
  readonly #attributes: CategoryEncoder[];
  /** Number of classes; 1 for a binary task. */
  readonly classes: number;
  /** The radii at which certified accuracy is exact. */
  readonly epsilons: readonly number[];

  /** @internal */
  constructor(wasm: Wasm, options: CertificatesOptions, stored?: WasmCertificates) {
    requireOptions('certificates', options, optionNames);
    const { classes = 1, epsilons = [defaultEpsilon], groups = [] } = options;
    const radii = requireNumbers('epsilons', epsilons);
    let maxGroups = 0; // the maximum depends on the number of radii, so the core checks it
    const max = (own: CategoryEncoder): number => getMaxCategories(own, attributes, maxGroups);
    const attributes = requireTexts('groups', groups).map((name) => new CategoryEncoder(name, [], 'category', { max }));
    if (options.classes !== undefined) requireWhole('classes', options.classes, 2);
    const task = classes === 1 ? ('binary' as const) : ('categorical' as const);
    const rule = { task, classes, ...radiusOptions(options) };
    super(stored ?? new wasm.Certificates(rule, Float64Array.from(radii), getSchema(attributes)));
    this.#wasm = wasm;
    this.classes = classes;
    this.epsilons = radii;
    this.#attributes = attributes;
    maxGroups = this.handle.maxGroups();
    if (stored) this.#learnCategories();
  }

  /** The group attributes, each with its categories in order of first appearance. */
  get groups(): { name: string; categories: readonly string[] }[] {
    return this.#attributes.map(({ name, categories }) => ({ name, categories: [...categories] }));
  }

  /**
   * Adds rows. If it throws, the counts do not change.
   *
   * @throws FairwasmError `shapeMismatch` if shapes differ, `invalidArgument` for labels or scores without a
   *   certificate (a row with two positive labels or none, smoothed labels, NaN); it names the row.
   */
  update(rows: CertificateRows): void {
    requireOptions('update', rows, ['label', 'score', 'groups', 'weight']);
    this.#add(rows, (count) => ({ weights: toWeights(rows.weight, count) }));
  }

  /**
   * Adds precomputed counts: an entry with count n is equivalent to n rows, also in intervals. If it throws, the
   * counts do not change.
   *
   * @throws FairwasmError like {@link update}, and for invalid counts: `invalidArgument` for a fraction, a negative
   *   number, or a number above 2^53, with its row, and for impossible sums of weights; `missingValue`;
   *   `shapeMismatch`; and `tooLarge` for more than 2^53 rows in total.
   */
  updateCounted(
    counted: Omit<CertificateRows, 'weight'> & {
      rows: NumberColumn;
      /** Σ w and Σ w² over the `rows[i]` rows. Default: every row has weight 1. */
      weights?: CountedRows['weights'];
    },
  ): void {
    requireOptions('updateCounted', counted, ['label', 'score', 'groups', 'rows', 'weights']);
    this.#add(counted, (count) => {
      const { weight: weights, repeats } = toCountedRows(counted, count);
      return { weights, repeats };
    });
  }

  #add(
    rows: Pick<CertificateRows, 'label' | 'score' | 'groups'>,
    counting: (count: number) => Pick<ReadRows, 'weights' | 'repeats'>,
  ): void {
    this.transact(
      this.#attributes,
      () => {
        const staged = this.#stage(rows);
        return { staged, groups: this.#encodeGroups(rows, staged.rows), ...counting(staged.rows) };
      },
      () => this.#empty(),
      (scratch, read) => addChunks(this.#wasm, scratch, read),
    );
  }

  /**
   * Adds the rows of others with the same task, constant, epsilons, and attributes; otherwise throws `incompatible`.
   */
  merge(other: Certificates): void {
    this.handle.merge(getCompanion(this.handle, other, Certificates, 'other', 'Certificates'));
    this.#learnCategories();
  }

  /** Returns all results for the rows so far, with confidence intervals, by group and between groups. */
  compute(
    options: {
      /** Attributes that define the groups. Default: all. */
      by?: string | readonly string[] | undefined;
      /** Number of bootstrap replicates, which half radii require; 0 omits their intervals. Default: 1000. */
      replicates?: number | undefined;
      /** Seed of the bootstrap. Default: 1. */
      seed?: number | undefined;
    } = {},
  ): RobustnessSummary {
    requireOptions('compute', options, ['by', 'replicates', 'seed']);
    const { replicates = 1000, seed = 1 } = options;
    requireWhole('replicates', replicates, 0, 2 ** 32 - 1);
    requireWhole('seed', seed, 0, 2 ** 32 - 1);
    const all = this.#attributes.map(({ name }) => name);
    const by = [...requireTexts('by', [options.by ?? all].flat())];
    const { handle } = this;
    return toSummary(this.#wasm, {
      attributes: this.groups,
      epsilons: this.epsilons,
      by,
      overall: handle.summary([], replicates, seed),
      groups: handle.summary(by, replicates, seed),
    });
  }

  /** @internal Use `robustness.certificatesFromBytes()`. */
  static fromBytes(wasm: Wasm, bytes: Uint8Array): Certificates {
    const stored = wasm.Certificates.fromBytes(requireBytes(bytes)) as WasmCertificates;
    const { task, classes, ...rest } = stored.rule();
    const groups = stored.attributes().map(({ name }) => name);
    const options = { ...rest, epsilons: [...stored.epsilons()], groups };
    return new Certificates(wasm, task === 'binary' ? options : { ...options, classes }, stored);
  }

  /** @internal Adds previously staged rows without groups. */
  updateStaged(staged: StagedRows): void {
    this.transact(
      [],
      () => ({ staged, groups: [], weights: undefined }),
      () => this.#empty(),
      (scratch, read) => addChunks(this.#wasm, scratch, read),
    );
  }

  /** @internal Returns the radius of each row. */
  radii(staged: StagedRows): Float64Array {
    const radii = new Float64Array(staged.rows);
    const all = { staged, groups: [], weights: undefined };
    forEachChunk(this.#wasm, all, ({ first, chunk }) => {
      const [rows, scores, scoreBytes, labels, labelBytes] = chunk;
      radii.set(this.handle.radii(rows, scores, scoreBytes, labels, labelBytes), first);
    });
    return radii;
  }

  #empty(): WasmCertificates {
    const { handle } = this;
    return new this.#wasm.Certificates(handle.rule(), handle.epsilons(), getSchema(this.#attributes));
  }

  #learnCategories(): void {
    this.handle.attributes().forEach(({ categories }, i) => {
      this.#attributes[i]?.learn(categories);
    });
  }

  #stage({ label, score }: Pick<CertificateRows, 'label' | 'score'>): StagedRows {
    if (this.classes === 1) return toBinaryRows(label, score);
    return toCategoricalRows(label, score, this.classes);
  }

  #encodeGroups({ groups = {} }: Pick<CertificateRows, 'groups'>, rows: number): Codes[] {
    requireColumns('groups', groups);
    const unknown = Object.keys(groups).find((name) => !this.#attributes.some((encoder) => encoder.name === name));
    if (unknown !== undefined) {
      throw invalid(unknown, 'no such column; the certificates were created without it', 'one');
    }
    return this.#attributes.map((encoder) => {
      const column = groups[encoder.name];
      const length = column === undefined ? undefined : getLength(column, encoder.name);
      if (column !== undefined && length === rows) return encoder.encode(column);
      throw (column === undefined ? invalid : shapeMismatch)(
        encoder.name,
        column === undefined ? 'a column' : `${rows} rows, as in the scores`,
        column === undefined ? 'none' : String(length),
      );
    });
  }
}

const getSchema = (attributes: readonly CategoryEncoder[]) =>
  attributes.map(({ name, categories }) => ({ name, categories }));

// Rows after parsing.
interface ReadRows {
  staged: StagedRows;
  groups: readonly Codes[];
  weights: Float64Array | undefined;
  /** For precomputed counts: the number of rows of each kind, and Σ w² if `weights` contains Σ w. */
  repeats?: ReturnType<typeof toCountedRows>['repeats'] | undefined;
}

function addChunks(wasm: Wasm, scratch: WasmCertificates, read: ReadRows): void {
  forEachChunk(wasm, read, ({ chunk, repeats }) => {
    if (repeats) scratch.updateCounted(...chunk, repeats);
    else scratch.update(...chunk);
  });
}

/** Rows in the module's memory, in the core's layout. */
interface StagedChunk {
  first: number;
  chunk: Parameters<WasmCertificates['update']>;
  repeats: { counts: number; squares: number | undefined } | undefined;
}

function forEachChunk(
  wasm: Wasm,
  { staged: { rows, classes, scores, labels }, groups, weights, repeats }: ReadRows,
  call: (staged: StagedChunk) => void,
): void {
  const labelWidth = labels.length / (rows || 1);
  const rowBytes = classes * scores.BYTES_PER_ELEMENT;
  const max = Math.max(smallestChunk, Math.floor(chunkBytes / rowBytes));
  const widest = Math.max(8 * classes, 8);
  const bytes = (5 + groups.length) * Math.min(rows, max) * widest;
  inChunks(wasm, { rows, max, bytes }, (first, count, staging) => {
    let offset = 0;
    const copy = (values: StagedRows['scores'] | StagedRows['labels'], width: number): number => {
      const pointer = staging.copy(values.subarray(first * width, (first + count) * width), offset);
      offset += count * widest; // keeps every column aligned
      return pointer;
    };
    call({
      first,
      chunk: [
        count,
        copy(scores, classes),
        scores.BYTES_PER_ELEMENT,
        copy(labels, labelWidth),
        labels.BYTES_PER_ELEMENT,
        weights ? copy(weights, 1) : 0,
        groups.map((codes) => ({ pointer: copy(codes, 1), bytes: codes.BYTES_PER_ELEMENT as 1 | 4 })),
      ],
      repeats: repeats && { counts: copy(repeats.counts, 1), squares: repeats.squares && copy(repeats.squares, 1) },
    });
  });
}

const optionNames = ['classes', 'epsilons', 'groups', 'lipConst', 'disjointNeurons'] as const;
