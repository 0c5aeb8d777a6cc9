// SPDX-License-Identifier: Apache-2.0
//
// The base class of ignite's metrics: batches are added, a few sums are kept, and a value is computed from them. A
// metric whose state is sums can be computed by group, merged, and exchanged. Custom metrics extend this class.

import { corruptBytes, FairwasmError, incompatible, invalid, invalidState, shapeMismatch } from '../core/error.js';
import { requireBoolean, requireFunction, requireIterable, requireOptions, shown } from '../core/options.js';
import { getParts, type Outputs, type ReadBatch } from './outputs.js';
import type { TensorInput } from './tensor.js';

/** A sum, or sums in nested arrays. */
export type Sum = number | readonly Sum[];

/** The state of a metric, with the names of ignite's `state_dict`. */
export type Sums = Readonly<Record<string, Sum>>;

/** State in ignite's format, for exchange with ignite: the sums of each rank. */
export interface StateDict {
  __metric_state_per_rank: readonly Sums[];
}

/** Options of metrics, whose batches have groups for metrics by subgroup. */
export interface BaseMetricOptions<Output = Outputs, Batch = Outputs> {
  /** Whether the data are multilabel: a 0 or 1 for each label of each row. Default: false. */
  isMultilabel?: boolean | undefined;
  /** Converts the argument of `update` to a batch. */
  outputTransform?: ((output: Output) => Batch) | undefined;
}

const examples = '_num_examples';

const isNone = (sum: Sum): boolean => sum === 0;

/** Returns a + b, element by element; 0 can be added to any shape. Throws `shapeMismatch` if the shapes differ. */
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
  /** The kind of rows, if the metric distinguishes kinds. */
  kind: string | undefined;
  hasRows: boolean;
}

/**
 * The base class of these metrics; see {@link Accuracy} for an example of creating one.
 *
 * @example
 * const accuracy = new Accuracy(); // a metric of this kind
 * accuracy.update([[1, 0, 1], [1, 1, 1]]); // y_pred, y
 * accuracy.update([[0], [0]]);
 * accuracy.compute(); // 0.75
 */
export abstract class BaseMetric<Value, Output = Outputs> {
  /** Whether the data are multilabel. */
  readonly isMultilabel: boolean;
  readonly #transform: (output: Output) => Outputs;
  #state: State | undefined;

  /** @throws FairwasmError `invalidArgument` for unknown options. */
  constructor(options: BaseMetricOptions<Output> = {}) {
    requireOptions('options', options, ['isMultilabel', 'outputTransform']);
    const { isMultilabel, outputTransform } = options;
    this.isMultilabel = requireBoolean('isMultilabel', isMultilabel ?? false);
    if (outputTransform !== undefined) requireFunction('outputTransform', outputTransform);
    this.#transform = outputTransform ?? ((output) => output as unknown as Outputs);
  }

  // ---- Members for custom metrics to implement ----

  /** Returns an empty metric of the same kind. */
  abstract clone(): BaseMetric<Value, unknown>;

  /** Returns the sums of no rows; 0 stands for sums of any shape. Their names are those of the state dictionary. */
  protected abstract noSums(): Sums;

  /** Returns the sums of some rows of a batch. Throws for values that the metric does not accept. */
  protected abstract sumRows(batch: ReadBatch, rows: readonly number[]): Sums;

  /** Returns the value for the sums of at least one row. */
  protected abstract valueFrom(sums: Sums): Value;

  /** Reads a batch. Throws `shapeMismatch` if the shapes do not match. */
  abstract read(yPred: TensorInput, y: TensorInput): ReadBatch;

  /** Returns the kind of rows in a batch, for metrics that require all batches to have the same kind. */
  protected getKind(_batch: ReadBatch): string | undefined {
    return undefined;
  }

  /** Returns the names of sums that may be negative. */
  protected signedSums(): readonly string[] {
    return [];
  }

  // ---- Members of all metrics ----

  /** Adds a batch. Throws a FairwasmError for invalid shapes or values, and then changes nothing. */
  update(output: Output): void {
    const { yPred, y } = getParts(this.#transform(output));
    const batch = this.read(yPred, y);
    const rows: number[] = [];
    for (let row = 0; row < batch.rows; row++) rows.push(row);
    this.prepare(batch, rows)();
  }

  /** Adds all batches of an iterable, which replaces ignite's engine. Stops at the first batch that is rejected. */
  async updateAll(batches: Iterable<Output> | AsyncIterable<Output>): Promise<this> {
    requireIterable('batches', batches, 'an iterable of batches');
    for await (const batch of batches) this.update(batch);
    return this;
  }

  /** Returns the value so far. Throws `invalidState` without rows. */
  compute(): Value {
    if (this.#state?.hasRows) return this.valueFrom(this.#state.sums);
    throw invalidState('rows', 'at least one row before the value is computed', 'none');
  }

  /** Removes all rows and forgets their kind. */
  reset(): void {
    this.#state = undefined;
  }

  /** True if any row has been added. */
  get hasRows(): boolean {
    return this.#state?.hasRows ?? false;
  }

  /**
   * Adds the rows of another metric of the same kind, for example from another worker. If it throws, nothing changes.
   */
  merge(other: BaseMetric<Value, never>): void {
    this.prepareMerge(other)();
  }

  /** Returns the sums so far. As in ignite, the kind of rows is not stored. */
  stateDict(): StateDict {
    const sums = Object.entries(this.#state?.sums ?? this.noSums());
    return { __metric_state_per_rank: [Object.fromEntries(sums.map(([name, sum]) => [name, structuredClone(sum)]))] };
  }

  /**
   * Replaces the sums with those of a {@link stateDict} from fairwasm or ignite, summed over all its ranks. Throws
   * `corruptBytes` for anything else, and if the ranks do not match.
   */
  loadStateDict(dict: StateDict): void {
    this.prepareState(dict)();
  }

  /** @internal Checks and sums some rows of a batch; calling the result adds them. */
  prepare(batch: ReadBatch, rows: readonly number[]): () => void {
    if (rows.length === 0) return () => {};
    const kind = this.getKind(batch);
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
      throw incompatible('other', 'a metric of the same kind', 'another');
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
    const sums = this.#getSums(dict);
    if (!sums) {
      throw corruptBytes(
        'dict',
        `a state dictionary from several ranks, with ${Object.keys(this.noSums()).join(' and ')}`,
        shown(dict),
      );
    }
    // An array contains the sums of some rows, unless the number of rows is 0.
    const seen = examples in sums ? [sums[examples] as Sum] : Object.values(sums);
    const hasRows = seen.some((sum) => !isNone(sum));
    return () => {
      this.#state = { sums, kind: undefined, hasRows };
    };
  }

  // Returns undefined if the ranks do not belong to this metric, or if their shapes differ.
  #getSums(dict: StateDict): Sums | undefined {
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
