// SPDX-License-Identifier: Apache-2.0
//
// What every object has: names that come from files and people must not change it.

const { prototype } = Object;
const look = () =>
  new Map(
    Reflect.ownKeys(prototype).map((name) => [
      name,
      Object.getOwnPropertyDescriptor(prototype, name),
    ]),
  );
const before = look();

/** The names of what was added, taken away or has become another one since this was imported. */
export function changesOfPrototype() {
  const now = look();
  const names = [...new Set([...before.keys(), ...now.keys()])];
  return names.filter((name) => !isSame(before.get(name), now.get(name))).map(String);
}

const isSame = (one, other) =>
  ['value', 'get', 'set'].every((part) => Object.is(one?.[part], other?.[part]));
