// SPDX-License-Identifier: Apache-2.0
//
// Methods that reject surplus positional arguments. JavaScript ignores them, so a call in another library's
// style would compute something else without an error.

import { requireNoMore } from './options.js';

/**
 * @internal Makes the methods of a class throw `invalidArgument` for more arguments than they declare. `most` has the
 * number for methods with default values or rest parameters, which `length` does not count.
 */
export function limitArguments(type: { readonly prototype: object }, max: Readonly<Record<string, number>> = {}): void {
  const methods = Object.getOwnPropertyDescriptors(type.prototype);
  for (const [name, property] of Object.entries(methods)) {
    const method: unknown = property.value;
    if (typeof method !== 'function' || name === 'constructor') continue;
    const { length } = method;
    const limit = max[name] ?? length;
    const limited = function (this: unknown, ...given: unknown[]): unknown {
      requireNoMore(name, given.slice(limit));
      return method.apply(this, given);
    };
    Object.defineProperties(limited, { name: { value: name }, length: { value: length } });
    Object.defineProperty(type.prototype, name, { ...property, value: limited });
  }
}
