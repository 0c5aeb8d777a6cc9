// SPDX-License-Identifier: Apache-2.0
//
// What ignite's metrics have in common: batches in, a few sums kept, a value out. Whatever keeps its state in
// sums can be taken by group, merged and exchanged; a metric of your own extends this class.

import { limitArguments } from '../core/arity.js';
import { FairwasmError, invalid, invalidState, shapeMismatch } from '../core/error.js';
import {
  requireBoolean,
  requireFunction,
  requireIterable,
  requireNoMore,
  requireOptions,
  shown,
} from '../core/options.js';
import { type Outputs, partsOf, type ReadBatch } from './outputs.js';
import type { TensorInput } from './tensor.js';

/** A sum, or sums in nested arrays. */
export type Sum = number | readonly Sum[];

/** What a metric has seen, under the names that ignite's `state_dict` gives it. */
export type Sums = Readonly<Record<string, Sum>>;

/** State as ignite stores it, so that it can be exchanged with it: the sums of each rank. */
export interface StateDict {
  __metric_state_per_rank: readonly Sums[];
}

export interface BaseMetricOptions<Output = Outputs> {
  /** Whether each row has several labels, each 0 or 1. */
  isMultilabel?: boolean | undefined;
  /** Makes a batch of what {@link BaseMetric.update} is given. */
  outputTransform?: ((output: Output) => Outputs) | undefined;
}

const examples = '_num_examples';

const isNone = (sum: Sum): boolean => sum === 0;

/** a + b, entry by entry; 0 fits anything. Throws `shapeMismatch` where the shapes differ. */
export function addSums(a: Sum, b: Sum): Sum {
  if (isNone(a)) return b;
  if (isNone(b)) return a;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (typeof a !== 'number' && typeof b !== 'number' && a.length === b.length) {
    return a.map((entry, i) => addSums(entry, b[i] as Sum));
  }
  const size = (sum: Sum) => (typeof sum === 'number' ? 'one value' : `${sum.length} categories`);
  throw shapeMismatch('yPred', size(a), size(b));
}

const addAll = (a: Sums, b: Sums): Sums =>
  Object.fromEntries(Object.entries(a).map(([name, sum]) => [name, addSums(sum, b[name] as Sum)]));

function isSum(value: unknown, signed: boolean): value is Sum {
  if (Array.isArray(value)) return value.every((entry) => isSum(entry, signed));
  return typeof value === 'number' && Number.isFinite(value) && (signed || value >= 0);
}

interface State {
  sums: Sums;
  /** What kind of rows it is of, where the metric minds. */
  kind: string | undefined;
  hasRows: boolean;
}

/**
 * The base of all metrics of this kind; see {@link Accuracy} for how one is made.
 *
 * @example
 * const accuracy = new Accuracy(); // a metric of this kind
 * accuracy.update([[1, 0, 1], [1, 1, 1]]); // y_pred, y
 * accuracy.update([[0], [0]]);
 * accuracy.compute(); // 0.75
 */
export abstract class BaseMetric<Value, Output = Outputs> {
  /** Whether each row has several labels. */
  readonly isMultilabel: boolean;
  readonly #transform: (output: Output) => Outputs;
  #state: State | undefined;

  /**
   * @param others Names of options that the subclass takes beside these.
   * @throws FairwasmError `invalidArgument` for options that are not known.
   */
  constructor(options: BaseMetricOptions<Output> = {}, others: readonly string[] = []) {
    // Classes without a constructor hand on whatever else they were given.
    if (!Array.isArray(others)) requireNoMore(new.target.name, [others]);
    requireOptions('options', options, ['isMultilabel', 'outputTransform', ...others]);
    const { isMultilabel, outputTransform } = options;
    this.isMultilabel = requireBoolean('isMultilabel', isMultilabel ?? false);
    if (outputTransform !== undefined) requireFunction('outputTransform', outputTransform);
    this.#transform = outputTransform ?? ((output) => output as unknown as Outputs);
  }

  // ---- What a metric of your own says ----

  /** A metric of the same kind that has seen nothing. */
  abstract clone(): BaseMetric<Value, unknown>;

  /** The sums of no rows; 0 stands for sums of any shape. Their names are those of the state dictionary. */
  protected abstract noSums(): Sums;

  /** The sums of some rows of a batch. Throws for values that it does not understand. */
  protected abstract sumRows(batch: ReadBatch, rows: readonly number[]): Sums;

  /** The value of the sums of at least one row. */
  protected abstract valueFrom(sums: Sums): Value;

  /** Reads a batch. Throws `shapeMismatch` where the shapes do not go together. */
  abstract read(yPred: TensorInput, y: TensorInput): ReadBatch;

  /** What kind of rows a batch is of, where all batches must be of one kind. */
  protected kindOf(_batch: ReadBatch): string | undefined {
    return undefined;
  }

  /** Which sums may be below 0. */
  protected signedSums(): readonly string[] {
    return [];
  }

  // ---- What all metrics do ----

  /** Adds a batch. Throws a FairwasmError for shapes or values that do not fit, and changes nothing then. */
  update(output: Output): void {
    const { yPred, y } = partsOf(this.#transform(output));
    const batch = this.read(yPred, y);
    const rows = Array.from({ length: batch.rows }, (_, row) => row);
    this.prepare(batch, rows)();
  }

  /** Adds all batches of an iterable, in the place of ignite's engine. Stops at the first that is refused. */
  async updateAll(batches: Iterable<Output> | AsyncIterable<Output>): Promise<this> {
    requireIterable('batches', batches, 'batches, one after the other');
    for await (const batch of batches) this.update(batch);
    return this;
  }

  /** The value so far. Throws `invalidState` where there was no row. */
  compute(): Value {
    if (this.#state?.hasRows) return this.valueFrom(this.#state.sums);
    throw invalidState('rows', 'at least one row before the value is computed', 'none');
  }

  /** Forgets all rows and what kind they were of. */
  reset(): void {
    this.#state = undefined;
  }

  /** Whether any row was seen. */
  get hasRows(): boolean {
    return this.#state?.hasRows ?? false;
  }

  /** Adds what another metric of the same kind has seen: in another worker, for instance. All or nothing. */
  merge(other: BaseMetric<Value, never>): void {
    this.prepareMerge(other)();
  }

  /** The sums so far. What kind of rows they are of is not stored, as in ignite. */
  stateDict(): StateDict {
    const sums = Object.entries(this.#state?.sums ?? this.noSums());
    return {
      __metric_state_per_rank: [
        Object.fromEntries(sums.map(([name, sum]) => [name, structuredClone(sum)])),
      ],
    };
  }

  /**
   * Replaces the sums by what {@link stateDict} gave, here or in ignite: the sums of all its ranks together.
   * Throws `corruptBytes` for anything else, and where the ranks do not go together.
   */
  loadStateDict(dict: StateDict): void {
    this.prepareState(dict)();
  }

  /** @internal Checks and sums some rows of a batch; they are added when the result is called. */
  prepare(batch: ReadBatch, rows: readonly number[]): () => void {
    if (rows.length === 0) return () => {};
    const kind = this.kindOf(batch);
    this.#requireKind(kind);
    const sums = addAll(this.#state?.sums ?? this.noSums(), this.sumRows(batch, rows));
    return () => {
      this.#state = { sums, kind, hasRows: true };
    };
  }

  /** @internal */
  prepareMerge(other: BaseMetric<Value, never>): () => void {
    const isAlike = other instanceof BaseMetric && other.constructor === this.constructor;
    if (!isAlike || other.isMultilabel !== this.isMultilabel) {
      throw new FairwasmError('incompatible', {
        argument: 'other',
        expected: 'a metric of the same kind',
        actual: 'another',
      });
    }
    const added = other.#state;
    if (!added) return () => {};
    this.#requireKind(added.kind);
    const sums = addAll(this.#state?.sums ?? this.noSums(), added.sums);
    const { kind = added.kind, hasRows = false } = this.#state ?? {};
    return () => {
      this.#state = { sums, kind, hasRows: hasRows || added.hasRows };
    };
  }

  /** @internal */
  prepareState(dict: StateDict): () => void {
    const sums = this.#sumsOf(dict);
    if (!sums) {
      throw new FairwasmError('corruptBytes', {
        argument: 'dict',
        expected: `a state dictionary of ranks with ${Object.keys(this.noSums()).join(' and ')}`,
        actual: shown(dict),
      });
    }
    // Arrays are the sums of some rows, unless the number of rows says that there were none.
    const seen = examples in sums ? [sums[examples] as Sum] : Object.values(sums);
    const hasRows = seen.some((sum) => !isNone(sum));
    return () => {
      this.#state = { sums, kind: undefined, hasRows };
    };
  }

  // Undefined where the ranks are none of this metric's, or differ in shape.
  #sumsOf(dict: StateDict): Sums | undefined {
    const ranks: unknown = dict?.__metric_state_per_rank;
    if (!Array.isArray(ranks) || ranks.length === 0) return undefined;
    if (!ranks.every((rank) => this.#fits(rank))) return undefined;
    try {
      return (ranks as Sums[]).reduce(addAll, this.noSums());
    } catch (error) {
      if (error instanceof FairwasmError) return undefined;
      throw error;
    }
  }

  #fits(rank: unknown): boolean {
    if (typeof rank !== 'object' || rank === null) return false;
    const names = Object.keys(this.noSums());
    const signed = this.signedSums();
    const isKnown = Object.keys(rank).every((name) => names.includes(name));
    const sums = rank as Readonly<Record<string, unknown>>;
    return isKnown && names.every((name) => isSum(sums[name], signed.includes(name)));
  }

  #requireKind(kind: string | undefined): void {
    const before = this.#state?.kind;
    if (before === undefined || kind === undefined || before === kind) return;
    throw invalid('yPred', before, kind);
  }
}

limitArguments(BaseMetric);
