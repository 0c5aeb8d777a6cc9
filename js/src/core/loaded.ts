// SPDX-License-Identifier: Apache-2.0
//
// What `load()` of an entry point leaves behind for classes that are made with `new`.

import { FairwasmError } from './error.js';

/** The WebAssembly that the latest `load()` of an entry point loaded, for its classes that are made with `new`. */
export class Loaded<T> {
  #value: T | undefined;

  /** @param entry Its name, such as `fairwasm/aif360`. */
  constructor(readonly entry: string) {}

  set(value: T): T {
    this.#value = value;
    return value;
  }

  /** Throws `invalidState` before a `load()` has ended. */
  get(): T {
    if (this.#value !== undefined) return this.#value;
    throw new FairwasmError('invalidState', {
      argument: this.entry,
      expected: '`await load()` before the first `new`',
      actual: 'a call of `new` without it',
    });
  }
}
