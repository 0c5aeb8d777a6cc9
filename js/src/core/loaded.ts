// SPDX-License-Identifier: Apache-2.0
//
// Stores the result of an entry point's `load()` for classes that are created with `new`.

import { FairwasmError } from './error.js';
import { requireNoMore } from './options.js';

/** The WebAssembly of the latest `load()` of an entry point. */
export class Loaded<T extends object> {
  #value: T | undefined;
  readonly #known = new WeakSet<T>();

  /** @param entry Its name, such as `fairwasm/aif360`. */
  constructor(readonly entry: string) {}

  set(value: T): T {
    this.#known.add(value);
    this.#value = value;
    return value;
  }

  /**
   * Returns `given` if an entry point passed it to a constructor, or else the latest value. Anything else is a
   * surplus argument of `name`.
   */
  of(name: string, [given, ...surplus]: readonly (T | undefined)[]): T {
    const isKnown = given !== undefined && this.#known.has(given);
    requireNoMore(name, isKnown || given === undefined ? surplus : [given, ...surplus]);
    return isKnown ? given : this.get();
  }

  /** Throws `invalidState` before `load()` has completed. */
  get(): T {
    if (this.#value !== undefined) return this.#value;
    throw new FairwasmError('invalidState', {
      argument: this.entry,
      expected: '`await load()` before the first `new`',
      actual: 'a call of `new` without it',
    });
  }
}
