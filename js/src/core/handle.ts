// SPDX-License-Identifier: Apache-2.0
//
// Ownership of C++ objects. Public classes have a Handle instead of an Embind object: it is freed by
// dispose(), by `using`, or on garbage collection, and later use is an error instead of an invalid pointer.

import type { ClassHandle } from '../wasm/core.js';
import { incompatible, invalid, invalidState } from './error.js';

// Cloudflare's workers lack it with older compatibility dates; there, only dispose() frees an object.
const registry =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry((object: ClassHandle) => object.delete());

/**
 * Returns the C++ object behind `other`, for use with `own`: of the same class, in the same memory.
 *
 * @param expected Describes the expected type: `a Tally`.
 * @throws FairwasmError `invalidArgument` for anything else, `incompatible` for an object of another `load()`, which
 *   has separate memory; use `toBytes()` to transfer it.
 */
export function getCompanion<T extends ClassHandle>(
  own: T,
  other: unknown,
  kind: abstract new (...args: never[]) => { readonly handle: T },
  argument: string,
  expected: string,
): T {
  if (!(other instanceof kind)) {
    throw invalid(
      argument,
      expected,
      other === null ? 'null' : typeof other === 'object' ? 'another object' : typeof other,
    );
  }
  const { handle } = other;
  if (handle instanceof (own.constructor as typeof Object)) return handle;
  throw incompatible(
    argument,
    `${expected} of the same load()`,
    'an object from another load() call; transfer it with toBytes()',
  );
}

/** Owns one C++ object. */
export class Handle<T extends ClassHandle> {
  #object: T | undefined;

  constructor(object: T) {
    this.#object = object;
    registry?.register(this, object, this);
  }

  /** The object; throws `invalidState` after {@link dispose}. */
  get object(): T {
    if (this.#object) return this.#object;
    throw invalidState('this', 'a disposed object', 'an object that is not disposed');
  }

  /** Frees the object and owns `next` instead. */
  replace(next: T): void {
    this.dispose();
    this.#object = next;
    registry?.register(this, next, this);
  }

  /** Frees the object; repeated calls do nothing. */
  dispose(): void {
    if (!this.#object) return;
    registry?.unregister(this);
    this.#object.delete();
    this.#object = undefined;
  }
}
