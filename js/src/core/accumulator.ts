// SPDX-License-Identifier: Apache-2.0
//
// The common base of all accumulators: rows become sums in an object of the core and are not kept, other accumulators
// can be merged, and a failed call changes nothing.

import type { ClassHandle } from '../wasm/core.js';
import { FairwasmError, invalid } from './error.js';
import { Handle } from './handle.js';
import type { Memory } from './module.js';
import { shown } from './options.js';
import { Staging } from './staging.js';

/** An accumulator of the core. */
export interface CoreAccumulator extends ClassHandle {
  merge(other: ClassHandle): void;
  reset(): void;
  toBytes(): Uint8Array;
}

/** Learns names from rows, and can forget the names that it learned after a mark. */
export interface Learner {
  mark(): number;
  rollback(mark: number): void;
}

/** Returns `bytes` if they are bytes. Throws `invalidArgument` for anything else. */
export function requireBytes(bytes: unknown): Uint8Array {
  if (bytes instanceof Uint8Array) return bytes;
  throw invalid('bytes', 'a Uint8Array', shown(bytes));
}

/**
 * Passes rows to `add` in chunks of at most `most`, each with a buffer for its columns. Errors name the row
 * among all rows.
 */
export function inChunks(
  wasm: Memory,
  { rows, max, bytes }: { rows: number; max: number; bytes: number },
  add: (first: number, count: number, staging: Staging) => void,
): void {
  const staging = new Staging(wasm, Math.max(1, bytes));
  try {
    for (let first = 0; first < rows; first += max) {
      try {
        add(first, Math.min(max, rows - first), staging);
      } catch (error) {
        throw error instanceof FairwasmError ? error.inRowsFrom(first) : error;
      }
    }
  } finally {
    staging.dispose();
  }
}

/**
 * The base class of accumulators: rows become sums, which can be stored, and memory does not grow with the rows.
 *
 * @example
 * const tally = (await load()).tally({ prediction: true });
 * tally.update({ prediction: [1, 0, 1] });
 * tally.toBytes() instanceof Uint8Array; // true
 */
export abstract class Accumulator {
  /** @internal The type of the accumulator of the core. */
  declare readonly coreType: CoreAccumulator;
  readonly #handle: Handle<CoreAccumulator>;

  /** @internal */
  constructor(core: CoreAccumulator) {
    this.#handle = new Handle(core);
  }

  /** @internal The accumulator of the core, for derived metrics. */
  get handle(): this['coreType'] {
    return this.#handle.object;
  }

  /** Removes all rows; the names seen so far are kept. */
  reset(): void {
    this.handle.reset();
  }

  /** Returns the contents as bytes, for storage or another worker. */
  toBytes(): Uint8Array {
    return this.handle.toBytes();
  }

  /** Frees the WebAssembly memory immediately, without waiting for garbage collection. */
  [Symbol.dispose](): void {
    this.#handle.dispose();
  }

  /**
   * @internal Reads rows with `learners`, counts them into an empty accumulator, and merges it, completely or
   * not at all. `read` runs before `empty`, which needs the learned categories.
   */
  protected transact<Rows, Core extends CoreAccumulator>(
    learners: readonly Learner[],
    read: () => Rows,
    empty: () => Core,
    count: (scratch: Core, rows: Rows) => void,
  ): void {
    const marks = learners.map((learner) => learner.mark());
    let scratch: Core | undefined;
    try {
      const rows = read();
      scratch = empty();
      count(scratch, rows);
      this.handle.merge(scratch);
    } catch (error) {
      learners.forEach((learner, i) => {
        learner.rollback(marks[i] as number);
      });
      throw error;
    } finally {
      scratch?.delete();
    }
  }
}
