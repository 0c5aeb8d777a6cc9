// SPDX-License-Identifier: Apache-2.0
//
// Stores the result of an entry point's `load()` for classes that are created with `new`.

import { invalidState } from './error.js';

/** The WebAssembly of the latest `load()` of an entry point. */
export class Loaded<T extends object> {
  #value: T | undefined;
  readonly #modules = new WeakSet<T>();

  /** @param entry Its name, such as `fairwasm/aif360`. */
  constructor(readonly entry: string) {}

  set(value: T): T {
    this.#modules.add(value);
    this.#value = value;
    return value;
  }

  /** Returns `module` if an entry point passed it to a constructor, otherwise the latest value. */
  of(module: T | undefined): T {
    return module !== undefined && this.#modules.has(module) ? module : this.get();
  }

  /** Throws `invalidState` before `load()` has completed. */
  get(): T {
    if (this.#value !== undefined) return this.#value;
    throw invalidState(this.entry, '`await load()` before the first `new`', 'a call of `new` before it');
  }
}
