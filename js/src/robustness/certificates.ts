// SPDX-License-Identifier: Apache-2.0
//
// The accumulator behind every provable-robustness metric, over the core's Certificates: scores in, counted
// radii by group out.

import { Accumulator, inChunks, requireBytes } from '../core/accumulator.js';
import { limitArguments } from '../core/arity.js';
import { FairwasmError, invalid } from '../core/error.js';
import { companionOf } from '../core/handle.js';
import { requireOptions, requireTexts, requireWhole } from '../core/options.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import { type CategoryColumn, lengthOf, type NumberColumn } from '../data/column.js';
import { maxCategoriesOf } from '../data/intersections.js';
import { requireColumns } from '../data/named-columns.js';
import { toWeights } from '../data/weights.js';
import { alikeRows, type CountedRows } from '../tally/counted-rows.js';
import type { Certificates as WasmCertificates } from '../wasm/robustness.js';
import type { Wasm } from './module.js';
import {
  type Matrix,
  type RadiusOptions,
  radiusOptions,
  requireNumbers,
  type Scores,
  type StagedRows,
  toBinaryRows,
  toCategoricalRows,
} from './scores.js';
import { type RobustnessSummary, toSummary } from './summary.js';

/** What {@link Certificates} are to count. */
export interface CertificatesOptions extends RadiusOptions {
  /** Number of classes of a categorical task. Default: the task is binary, with one score a row. */
  classes?: number | undefined;
  /** Radii at which certified accuracy will be asked for, 0 or more; there it is exact. Left out: 36/255. */
  epsilons?: readonly number[] | undefined;
  /** Names of the group attributes; none: only all rows together. */
  groups?: readonly string[] | undefined;
}

/** Rows for {@link Certificates.update}, all of one length. */
export interface CertificateRows {
  /**
   * True labels. Binary: 0 and 1, or -1 and 1, in the shape of the scores. Categorical: class indices, or
   * one-hot rows of 0 and 1, or of -1 and 1. Smoothed labels are refused.
   */
  label: NumberColumn | Matrix;
  /** The network's outputs before any softmax or sigmoid, since the Lipschitz constant is theirs. */
  score: Scores;
  /** By attribute: which group a row belongs to. */
  groups?: Readonly<Record<string, CategoryColumn>> | undefined;
  /**
   * What each row counts, 0 or more; left out: 1. Shares of rows are then shares of the weights, and means are
   * weighted; unlike deel-lip's `sample_weight`, which never divides by the weights.
   */
  weight?: NumberColumn | undefined;
}

/** Rows that were counted elsewhere: `rows[i]` of them have this label, these scores and these groups. */
export interface CountedCertificates extends Omit<CertificateRows, 'weight'> {
  rows: NumberColumn;
  /** Of the weights w of the `rows[i]` rows, Σ w and Σ w². Default: every row weighs 1. */
  weights?: CountedRows['weights'];
}

/** How a summary is made. */
export interface SummaryOptions {
  /** Which attributes make the groups. Default: all of them. */
  by?: string | readonly string[] | undefined;
  /** Replicates of the bootstrap, which half radii need; left out: 1000. 0: their intervals are left out. */
  replicates?: number | undefined;
  /** Of the bootstrap. Default: 1. */
  seed?: number | undefined;
}

/** The radius at which deel-lip asks by default: 36 gray levels of 255. */
export const defaultEpsilon = 36 / 255;

// A chunk has to fit into the processor's cache beside what it is copied from, or its scores are fetched
// from memory twice.
const chunkBytes = 1 << 18;
const smallestChunk = 64;

/**
 * Counts provable radii by group. Make one with `robustness.certificates()`.
 *
 * @example
 * const certificates = (await load()).certificates({ lipConst: 1, classes: 2, epsilons: [0.25], groups: ['sex'] });
 * certificates.update({ label: [0, 1], score: [[2, 0], [0, 1]], groups: { sex: ['f', 'm'] } }); // batch by batch
 * certificates.update({ label: [0], score: [[0, 3]], groups: { sex: ['m'] } });
 * const { groups } = certificates.compute();
 * groups.map(({ name, certifiedAccuracy }) => [name, certifiedAccuracy[0].value]); // [["m", 0.5], ["f", 1]]
 */
export class Certificates extends Accumulator<WasmCertificates> {
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
    let maxGroups = 0; // what fits depends on how many radii are asked for: the core says it
    const most = (own: CategoryEncoder): number => maxCategoriesOf(own, attributes, maxGroups);
    const attributes = requireTexts('groups', groups).map(
      (name) => new CategoryEncoder(name, [], 'category', { most }),
    );
    if (options.classes !== undefined) requireWhole('classes', options.classes, 2);
    const task = classes === 1 ? ('binary' as const) : ('categorical' as const);
    const rule = { task, classes, ...radiusOptions(options) };
    super(stored ?? new wasm.Certificates(rule, Float64Array.from(radii), schemaOf(attributes)));
    this.#wasm = wasm;
    this.classes = classes;
    this.epsilons = radii;
    this.#attributes = attributes;
    maxGroups = this.handle.maxGroups();
    if (stored) this.#learnCategories();
  }

  /** The group attributes, each with the categories seen so far in the order of their first row. */
  get groups(): { name: string; categories: readonly string[] }[] {
    return this.#attributes.map(({ name, categories }) => ({ name, categories: [...categories] }));
  }

  /**
   * Adds rows. All or nothing: whatever is thrown, nothing was counted.
   *
   * @throws FairwasmError `shapeMismatch` where shapes differ, `invalidArgument` for labels or scores that
   *   have no certificate (a row with two positives or none, smoothed labels, NaN); it names the row.
   */
  update(rows: CertificateRows): void {
    requireOptions('update', rows, ['label', 'score', 'groups', 'weight']);
    this.#add(rows, (count) => ({ weights: toWeights(rows.weight, count) }));
  }

  /**
   * Adds rows that were counted elsewhere: one of count n is n rows, in intervals too. All or nothing.
   *
   * @throws FairwasmError as {@link update}, and for what is no number of rows: `invalidArgument` for a fraction, a
   *   negative number or one beyond 2^53, with its row, and for sums of weights that no such rows can have;
   *   `missingValue`, `shapeMismatch`, and `tooLarge` for more than 2^53 rows in all.
   */
  updateCounted(counted: CountedCertificates): void {
    requireOptions('updateCounted', counted, ['label', 'score', 'groups', 'rows', 'weights']);
    this.#add(counted, (count) => {
      const { weight: weights, alike } = alikeRows(counted, count);
      return { weights, alike };
    });
  }

  #add(
    rows: Pick<CertificateRows, 'label' | 'score' | 'groups'>,
    counting: (count: number) => Pick<ReadRows, 'weights' | 'alike'>,
  ): void {
    this.transact(
      this.#attributes,
      () => {
        const staged = this.#stage(rows);
        return {
          staged,
          groups: this.#encodeGroups(rows, staged.rows),
          ...counting(staged.rows),
        };
      },
      () => this.#empty(),
      (scratch, read) => addChunks(this.#wasm, scratch, read),
    );
  }

  /** Adds the rows of others with the same task, constant, epsilons and attributes; else `incompatible`. */
  merge(other: Certificates): void {
    this.handle.merge(companionOf(this.handle, other, Certificates, 'other', 'Certificates'));
    this.#learnCategories();
  }

  /** Everything that can be said about the rows so far, with intervals, by group and between groups. */
  compute(options: SummaryOptions = {}): RobustnessSummary {
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

  /** @internal Adds rows without groups that were staged before. */
  updateStaged(staged: StagedRows): void {
    this.transact(
      [],
      () => ({ staged, groups: [], weights: undefined }),
      () => this.#empty(),
      (scratch, read) => addChunks(this.#wasm, scratch, read),
    );
  }

  /** @internal Each row's radius. */
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
    return new this.#wasm.Certificates(
      handle.rule(),
      handle.epsilons(),
      schemaOf(this.#attributes),
    );
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
    const unknown = Object.keys(groups).find(
      (name) => !this.#attributes.some((encoder) => encoder.name === name),
    );
    if (unknown !== undefined) {
      throw invalid(unknown, 'no such column: the certificates were made without it', 'one');
    }
    return this.#attributes.map((encoder) => {
      const column = groups[encoder.name];
      const length = column === undefined ? undefined : lengthOf(column, encoder.name);
      if (column !== undefined && length === rows) return encoder.encode(column);
      throw new FairwasmError(column === undefined ? 'invalidArgument' : 'shapeMismatch', {
        argument: encoder.name,
        expected: column === undefined ? 'a column' : `${rows} rows, like the scores`,
        actual: column === undefined ? 'none' : String(length),
      });
    });
  }
}

const schemaOf = (attributes: readonly CategoryEncoder[]) =>
  attributes.map(({ name, categories }) => ({ name, categories }));

// Rows that were read, one after the other.
interface ReadRows {
  staged: StagedRows;
  groups: readonly Codes[];
  weights: Float64Array | undefined;
  /** Of rows that were counted elsewhere: how many each is, and Σ w² where `weights` has Σ w. */
  alike?: ReturnType<typeof alikeRows>['alike'] | undefined;
}

function addChunks(wasm: Wasm, scratch: WasmCertificates, read: ReadRows): void {
  forEachChunk(wasm, read, ({ chunk, alike }) => {
    if (alike) scratch.updateCounted(...chunk, alike);
    else scratch.update(...chunk);
  });
}

/** Rows in the memory of the module, as the core takes them. */
interface StagedChunk {
  first: number;
  chunk: Parameters<WasmCertificates['update']>;
  alike: { counts: number; squares: number | undefined } | undefined;
}

function forEachChunk(
  wasm: Wasm,
  { staged: { rows, classes, scores, labels }, groups, weights, alike }: ReadRows,
  call: (staged: StagedChunk) => void,
): void {
  const labelWidth = labels.length / (rows || 1);
  const rowBytes = classes * scores.BYTES_PER_ELEMENT;
  const most = Math.max(smallestChunk, Math.floor(chunkBytes / rowBytes));
  const widest = Math.max(8 * classes, 8);
  const bytes = (5 + groups.length) * Math.min(rows, most) * widest;
  inChunks(wasm, { rows, most, bytes }, (first, count, staging) => {
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
        groups.map((codes) => ({
          pointer: copy(codes, 1),
          bytes: codes.BYTES_PER_ELEMENT as 1 | 4,
        })),
      ],
      alike: alike && {
        counts: copy(alike.counts, 1),
        squares: alike.squares && copy(alike.squares, 1),
      },
    });
  });
}

const optionNames = ['classes', 'epsilons', 'groups', 'lipConst', 'disjointNeurons'] as const;

limitArguments(Certificates, { compute: 1 });
