// SPDX-License-Identifier: Apache-2.0
//
// ignite's metrics that can be taken by group: accuracy and selection rate. Their state is a few counts.

import { FairwasmError } from '../../core/error.js';
import {
  type Outputs,
  predictedClass,
  type ReadOutputs,
  readOutputs,
  requireValues,
} from './outputs.js';

/** State as ignite stores it, so that it can be exchanged with it. */
export interface StateDict {
  __metric_state_per_rank: readonly Readonly<Record<string, number | readonly number[]>>[];
}

export interface BaseMetricOptions<Output = Outputs> {
  /** Whether each row has several labels, each 0 or 1. */
  isMultilabel?: boolean | undefined;
  /** Makes a batch of what {@link BaseMetric.update} is given. */
  outputTransform?: ((output: Output) => Outputs) | undefined;
}

/** @internal Counts of some rows. */
export interface OutputCounts {
  counts: number[];
  examples: number;
}

interface State extends OutputCounts {
  type: string | undefined;
}

const noState = (): State => ({ counts: [], examples: 0, type: undefined });

/** What {@link Accuracy} and {@link SelectionRate} have in common. */
export abstract class BaseMetric<Value, Output = Outputs> {
  /** @internal */
  readonly isMultilabel: boolean;
  readonly #transform: (output: Output) => Outputs;
  #state = noState();

  constructor({ isMultilabel = false, outputTransform }: BaseMetricOptions<Output> = {}) {
    this.isMultilabel = isMultilabel;
    this.#transform = outputTransform ?? ((output) => output as unknown as Outputs);
  }

  /** Adds a batch. Throws a FairwasmError for shapes or values that do not fit, and changes nothing then. */
  update(output: Output): void {
    const outputs = this.#transform(output);
    const [yPred, y] = 'y' in outputs ? [outputs.yPred, outputs.y] : outputs;
    const read = readOutputs(yPred, y, this.isMultilabel);
    this.prepare(
      read,
      Array.from({ length: read.rows }, (_, row) => row),
    )();
  }

  /** Adds all batches of an iterable, in the place of ignite's engine. Stops at the first that is refused. */
  async updateAll(batches: Iterable<Output> | AsyncIterable<Output>): Promise<this> {
    for await (const batch of batches) this.update(batch);
    return this;
  }

  /** The value so far. Throws `invalidState` where there was no row. */
  compute(): Value {
    if (this.#state.examples > 0) return this.valueFrom(this.#state);
    throw new FairwasmError('invalidState', {
      argument: 'rows',
      expected: 'at least one row before the value is computed',
      actual: 'none',
    });
  }

  /** Forgets all rows and what kind they were of. */
  reset(): void {
    this.#state = noState();
  }

  /** @internal */
  get hasRows(): boolean {
    return this.#state.examples > 0;
  }

  /** The counts so far. What kind of rows they are of is not stored, as in ignite. */
  stateDict(): StateDict {
    const { counts, examples } = this.#state;
    const named = this.storedCounts(counts);
    return { __metric_state_per_rank: [{ ...named, _num_examples: examples }] };
  }

  /** Replaces the counts by what {@link stateDict} gave, here or in ignite. Throws `corruptBytes` otherwise. */
  loadStateDict(dict: StateDict): void {
    const stored = dict?.__metric_state_per_rank?.[0];
    const [name] = Object.keys(this.storedCounts([])) as [string];
    const counts = [stored?.[name] ?? Number.NaN].flat();
    const examples = Number(stored?._num_examples);
    if (![...counts, examples].every((count) => Number.isFinite(count) && count >= 0)) {
      throw new FairwasmError('corruptBytes', {
        argument: 'dict',
        expected: `a state dictionary with ${name} and _num_examples`,
        actual: JSON.stringify(dict) ?? String(dict),
      });
    }
    this.#state = { counts: examples > 0 ? counts : [], examples, type: undefined };
  }

  /** @internal A metric of the same kind that has seen nothing. */
  abstract clone(): BaseMetric<Value, unknown>;
  /** @internal */
  protected abstract countRows(outputs: ReadOutputs, rows: readonly number[]): OutputCounts;
  /** @internal */
  protected abstract valueFrom(counts: OutputCounts): Value;
  /** @internal */
  protected abstract storedCounts(counts: number[]): Record<string, number | number[]>;

  /** @internal Checks and counts some rows of a batch; they are added when the result is called. */
  prepare(outputs: ReadOutputs, rows: readonly number[]): () => void {
    if (rows.length === 0) return () => {};
    const type = `${outputs.kind} outputs of ${outputs.categories} categories`;
    const before = this.#state;
    if (before.type !== undefined && before.type !== type) {
      throw new FairwasmError('invalidArgument', {
        argument: 'yPred',
        expected: before.type,
        actual: type,
      });
    }
    requireValues(outputs, rows);
    const { counts, examples } = this.countRows(outputs, rows);
    if (before.counts.length > 0 && before.counts.length !== counts.length) {
      throw new FairwasmError('shapeMismatch', {
        argument: 'yPred',
        expected: `${before.counts.length} categories`,
        actual: String(counts.length),
      });
    }
    const added = counts.map((count, i) => count + (before.counts[i] ?? 0));
    return () => {
      this.#state = { counts: added, examples: before.examples + examples, type };
    };
  }
}

function isRight(outputs: ReadOutputs, row: number, position: number): boolean {
  const { kind, y, yPred, categories, positions } = outputs;
  if (kind === 'multiclass') {
    const label = Number(y.data[row * positions + position]);
    return predictedClass(outputs, row, position) === label;
  }
  if (kind === 'binary') {
    const place = row * positions + position;
    return Number(y.data[place]) === Number(yPred.data[place]);
  }
  const first = row * categories * positions + position;
  for (let label = 0; label < categories; label++) {
    const place = first + label * positions;
    if (Number(y.data[place]) !== Number(yPred.data[place])) return false;
  }
  return true;
}

/**
 * Share of right predictions, in [0, 1]: of values (binary), of positions whose class with the highest
 * score is the label (multi-class), or of rows all of whose labels are right (multi-label).
 */
export class Accuracy<Output = Outputs> extends BaseMetric<number, Output> {
  override clone(): Accuracy<unknown> {
    return new Accuracy<unknown>({ isMultilabel: this.isMultilabel });
  }

  protected override countRows(outputs: ReadOutputs, rows: readonly number[]): OutputCounts {
    let correct = 0;
    for (const row of rows) {
      for (let position = 0; position < outputs.positions; position++) {
        if (isRight(outputs, row, position)) correct++;
      }
    }
    return { counts: [correct], examples: rows.length * outputs.positions };
  }

  protected override valueFrom({ counts, examples }: OutputCounts): number {
    return (counts[0] as number) / examples;
  }

  protected override storedCounts(counts: number[]): Record<string, number> {
    return { _num_correct: counts[0] ?? 0 };
  }
}

/**
 * Shares of predictions, each in [0, 1]: of 0 and of 1 (binary), of each class (multi-class), or of the rows
 * that have each label (multi-label). True labels are checked and not used.
 */
export class SelectionRate<Output = Outputs> extends BaseMetric<number[], Output> {
  override clone(): SelectionRate<unknown> {
    return new SelectionRate<unknown>({ isMultilabel: this.isMultilabel });
  }

  protected override countRows(outputs: ReadOutputs, rows: readonly number[]): OutputCounts {
    const { kind, categories, positions, yPred } = outputs;
    const counts = new Array<number>(categories).fill(0);
    const count = (category: number) => {
      counts[category] = (counts[category] as number) + 1;
    };
    for (const row of rows) {
      for (let position = 0; position < positions; position++) {
        if (kind === 'multiclass') count(predictedClass(outputs, row, position));
        else if (kind === 'binary') count(Number(yPred.data[row * positions + position]));
        else {
          for (let label = 0; label < categories; label++) {
            if (Number(yPred.data[(row * categories + label) * positions + position])) count(label);
          }
        }
      }
    }
    return { counts, examples: rows.length * positions };
  }

  protected override valueFrom({ counts, examples }: OutputCounts): number[] {
    return counts.map((count) => count / examples);
  }

  protected override storedCounts(counts: number[]): Record<string, number | number[]> {
    return { _num_positives: counts.length > 0 ? [...counts] : 0 };
  }
}
