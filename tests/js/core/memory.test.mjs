// SPDX-License-Identifier: Apache-2.0
//
// WebAssembly memory is given back: however many objects of a class are made and dropped, and however they are dropped,
// or whether they are refused half-way, what is in use of it stays where the first of them brought it.
//
// FAIRWASM_OBJECTS=100000 npm test -- js tests/js/core/memory.test.mjs makes so many of every class, in about an hour.

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { present } from '../../present.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const few = 100;
const count = Number(process.env.FAIRWASM_OBJECTS ?? few);
const between = Math.max(25, count / 400); // collections of garbage, each of which looks at all that is loaded
if (count === few) console.log(`${few} objects of a class; FAIRWASM_OBJECTS=100000 makes as many`);

// The memories of the modules that are loaded here.
const memories = [];
const { instantiate } = WebAssembly;
const watched = async (module, imports) => {
  const instance = await instantiate(/** @type {WebAssembly.Module} */ (module), imports);
  const isMemory = (value) => value instanceof WebAssembly.Memory;
  memories.push(...Object.values(instance.exports).filter(isMemory));
  return instance;
};
Reflect.set(WebAssembly, 'instantiate', watched);
const { accumulators, call, doors, holders } = await import('../samples.mjs');
WebAssembly.instantiate = instantiate;

// Where what was ever written ends: the heap above it is zeros. The memory itself grows by millions of bytes at a time,
// and would hide a small leak for long.
const zeros = Buffer.alloc(1 << 16);
function topOf({ buffer }) {
  let block = buffer.byteLength - zeros.length;
  while (zeros.equals(new Uint8Array(buffer, block, zeros.length))) block -= zeros.length;
  return block + new Uint8Array(buffer, block, zeros.length).findLastIndex((byte) => byte !== 0);
}
const size = () => memories.reduce((sum, memory) => sum + topOf(memory), 0);

// Everything that gives something to be disposed of. What a runtime of models holds is not ours.
/** @type {[name: string, make: () => any][]} */
const makers = [];
for (const [path, door] of Object.entries(doors)) {
  for (const [name, args] of Object.entries(door.calls)) {
    if (/^(load|open)/.test(name)) continue;
    const given = await args();
    const object = await call(door, name, given);
    if (typeof object?.[Symbol.dispose] !== 'function') continue;
    object[Symbol.dispose]();
    makers.push([`${name} ${path}`, () => call(door, name, given)]);
  }
}
/** @type {[name: string, make: () => any][]} */
const filled = [
  ...Object.entries(accumulators).map(([name, { make }]) => ({ name, make })),
  ...Object.entries(holders).map(([name, make]) => ({ name, make })),
].map(({ name, make }) => [`${name}, with rows`, make]);

// What is refused on the way: the last thing given is not what is wanted.
/** @type {[name: string, work: () => void][]} */
const thrown = Object.entries(accumulators).map(([name, { make, rows }]) => [
  name,
  () => {
    const given = rows();
    const object = make();
    try {
      const last = present(Object.keys(given).at(-1));
      object.update(
        Object.assign(Array.isArray(given) ? [...given] : given, { [last]: Symbol('s') }),
      );
    } finally {
      object[Symbol.dispose]();
    }
  },
]);

// As TypeScript writes it for engines that cannot read it yet, Node 20 among them.
const using = new Function(
  'make',
  ts.transpile('{ using object = make(); }', { target: ts.ScriptTarget.ES2022 }),
);
// The heap's end waits for the collector, whose time is its own: what is dropped without a word may need this much more,
// not of each object, but of all together.
const unruly = 1 << 18;
/** @type {Record<string, [release: (object: any) => void, most: number]>} */
const drop = {
  using: [(object) => using(() => object), 0],
  '[Symbol.dispose]()': [(object) => object[Symbol.dispose](), 0],
  neither: [() => {}, unruly],
};

/** The growth of what is in use while objects are made, after the first quarter of them. */
async function growthOf(work, { collects = false } = {}) {
  let before = 0;
  for (let i = 0; i < count; i++) {
    await work();
    if (collects && i % between === between - 1) {
      collect();
      await setImmediate(); // finalizers have their turn
    }
    if (i === count / 4 - 1) before = size();
  }
  return size() - before;
}

describe.each([...makers, ...filled])('%s', (_, make) => {
  test.each(Object.entries(drop))(
    'dropped with %s',
    async (how, [release, most]) => {
      const work = async () => release(await make());
      const growth = await growthOf(work, { collects: how === 'neither' });
      expect(growth).toBeLessThanOrEqual(most);
    },
    3_600_000,
  );
});

test.each(thrown)(
  'rows that %s refuses',
  async (_, refused) => {
    const work = () => expect(refused).toThrow(expect.objectContaining({ name: 'FairwasmError' }));
    expect(await growthOf(work)).toBe(0);
  },
  3_600_000,
);

// Last: what was written stays written, and would hide what the tests above look for.
test('what is kept is seen', () => {
  const before = size();
  const kept = Array.from({ length: 500 }, () => filled.map(([, make]) => make())).flat();
  expect(size()).toBeGreaterThan(before);
  for (const object of kept) object[Symbol.dispose]();
});
