// SPDX-License-Identifier: Apache-2.0
//
// Detects changes of Object.prototype, which names from files and users must not cause.

const { prototype } = Object;
const look = () =>
  new Map(Reflect.ownKeys(prototype).map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)]));
const before = look();

/** Returns the names of properties that were added, removed, or changed since this module was imported. */
export function changesOfPrototype() {
  const now = look();
  const names = [...new Set([...before.keys(), ...now.keys()])];
  return names.filter((name) => !isSame(before.get(name), now.get(name))).map(String);
}

const isSame = (one, other) => ['value', 'get', 'set'].every((part) => Object.is(one?.[part], other?.[part]));
