// SPDX-License-Identifier: Apache-2.0
//
// Ownership of C++ objects. Public classes hold a Handle, never the Embind object itself: it is freed
// by dispose(), by `using`, or at the latest when the owner is collected; and using it afterwards is a
// clear error instead of a stray pointer.

import type { ClassHandle } from '../wasm/core.js';
import { FairwasmError, invalid, invalidState } from './error.js';

const registry = new FinalizationRegistry((object: ClassHandle) => object.delete());

/**
 * The C++ object behind `other`, to be used together with `own`: of the same class, in the same memory.
 *
 * @param what What `other` has to be, in words: `a Tally`.
 * @throws FairwasmError `invalidArgument` for anything else, `incompatible` for an object of another
 *   `load()`, which has a memory of its own: `toBytes()` carries it over.
 */
export function companionOf<T extends ClassHandle>(
  own: T,
  other: unknown,
  kind: abstract new (...args: never[]) => { readonly handle: T },
  argument: string,
  what: string,
): T {
  if (!(other instanceof kind)) {
    throw invalid(
      argument,
      what,
      other === null ? 'null' : typeof other === 'object' ? 'another object' : typeof other,
    );
  }
  const { handle } = other;
  if (handle instanceof (own.constructor as typeof Object)) return handle;
  throw new FairwasmError('incompatible', {
    argument,
    expected: `${what} of the same load()`,
    actual: 'one of another load(); toBytes() carries it over',
  });
}

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
    throw invalidState('this', 'an object in use', 'one that was disposed');
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
