// SPDX-License-Identifier: Apache-2.0
//
// The result of an entry point's `load()`: an object whose methods can be destructured.

/**
 * Binds the methods of an entry point to it, so that `const { leakage } = await load()` works. Getters and private
 * members do not change.
 */
export function withBoundMethods<Module extends object>(module: Module): Module {
  const methods = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(module));
  for (const [name, { value }] of Object.entries(methods)) {
    if (name === 'constructor' || typeof value !== 'function') continue;
    Object.defineProperty(module, name, { value: value.bind(module), enumerable: true });
  }
  return module;
}
