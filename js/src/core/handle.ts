// SPDX-License-Identifier: Apache-2.0
//
// Ownership of C++ objects. Public classes hold a Handle, never the Embind object itself: it is freed
// by dispose(), by `using`, or at the latest when the owner is collected; and using it afterwards is a
// clear error instead of a stray pointer.

import type { ClassHandle } from '../wasm/core.mjs';
import { FairwasmError } from './error.js';

const registry = new FinalizationRegistry((object: ClassHandle) => object.delete());

/** Owns one C++ object. */
export class Handle<T extends ClassHandle> {
  #object: T | undefined;

  constructor(object: T) {
    this.#object = object;
    registry.register(this, object, this);
  }

  /** The object; throws `invalidState` after {@link dispose}. */
  get object(): T {
    if (this.#object) return this.#object;
    throw new FairwasmError('invalidState', {
      argument: 'this',
      expected: 'an object in use',
      actual: 'one that was disposed of',
    });
  }

  /** Frees the object and takes over `next`. */
  replace(next: T): void {
    this.dispose();
    this.#object = next;
    registry.register(this, next, this);
  }

  /** Frees the object; calling it again does nothing. */
  dispose(): void {
    if (!this.#object) return;
    registry.unregister(this);
    this.#object.delete();
    this.#object = undefined;
  }
}
