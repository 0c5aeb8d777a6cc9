// SPDX-License-Identifier: Apache-2.0
//
// WebAssembly memory is released: after many objects of a class have been created and dropped in any way, or have been
// rejected half-way, the used memory stays constant after the first ones.
//
// FAIRWASM_OBJECTS=100000 npm test -- js tests/js/core/memory.test.mjs creates this many objects of every class, in
// about an hour.

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { present } from '../../present.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const few = 100;
const count = Number(process.env.FAIRWASM_OBJECTS ?? few);
const between = Math.max(25, count / 400); // between garbage collections, each of which scans everything that is loaded
if (count === few) console.log(`${few} objects of a class; FAIRWASM_OBJECTS=100000 makes as many`);

// Memories of the loaded modules.
const memories = [];
const { instantiate } = WebAssembly;
const watched = async (module, imports) => {
  const instance = await instantiate(/** @type {WebAssembly.Module} */ (module), imports);
  const isMemory = (value) => value instanceof WebAssembly.Memory;
  memories.push(...Object.values(instance.exports).filter(isMemory));
  return instance;
};
Reflect.set(WebAssembly, 'instantiate', watched);
const { accumulators, call, entryPoints, holders } = await import('../samples.mjs');
WebAssembly.instantiate = instantiate;

// Finds the end of everything ever written: the heap above it is zero. The memory itself grows in megabytes and would
// hide small leaks.
const zeros = Buffer.alloc(1 << 16);
function getTop({ buffer }) {
  let block = buffer.byteLength - zeros.length;
  while (zeros.equals(new Uint8Array(buffer, block, zeros.length))) block -= zeros.length;
  return block + new Uint8Array(buffer, block, zeros.length).findLastIndex((byte) => byte !== 0);
}
const size = () => memories.reduce((sum, memory) => sum + getTop(memory), 0);

// Functions that return disposable objects. Runtimes of models are excluded, because their memory belongs to another
// library.
/** @type {[name: string, make: () => any][]} */
const makers = [];
for (const [path, entryPoint] of Object.entries(entryPoints)) {
  for (const [name, args] of Object.entries(entryPoint.calls)) {
    if (/^(load|open)/.test(name)) continue;
    const given = await args();
    const object = await call(entryPoint, name, given);
    if (typeof object?.[Symbol.dispose] !== 'function') continue;
    object[Symbol.dispose]();
    makers.push([`${name} ${path}`, () => call(entryPoint, name, given)]);
  }
}
/** @type {[name: string, make: () => any][]} */
const filled = [
  ...Object.entries(accumulators).map(([name, { make }]) => ({ name, make })),
  ...Object.entries(holders).map(([name, make]) => ({ name, make })),
].map(({ name, make }) => [`${name}, with rows`, make]);

// Rejected calls; the last argument is invalid.
/** @type {[name: string, work: () => void][]} */
const thrown = Object.entries(accumulators).map(([name, { make, rows }]) => [
  name,
  () => {
    const given = rows();
    const object = make();
    try {
      const last = present(Object.keys(given).at(-1));
      object.update(Object.assign(Array.isArray(given) ? [...given] : given, { [last]: Symbol('s') }));
    } finally {
      object[Symbol.dispose]();
    }
  },
]);

// As TypeScript compiles it for engines that do not support it yet, such as Node 20.
const using = new Function('make', ts.transpile('{ using object = make(); }', { target: ts.ScriptTarget.ES2022 }));
// The end of the heap depends on the garbage collector, so undisposed objects may need this much more in total.
const unruly = 1 << 18;
/** @type {Record<string, [release: (object: any) => void, most: number]>} */
const drop = {
  using: [(object) => using(() => object), 0],
  '[Symbol.dispose]()': [(object) => object[Symbol.dispose](), 0],
  neither: [() => {}, unruly],
};

/** Returns the growth of used memory while objects are created, after the first quarter of them. */
async function getGrowth(work, { collects = false } = {}) {
  let before = 0;
  for (let i = 0; i < count; i++) {
    await work();
    if (collects && i % between === between - 1) {
      collect();
      await setImmediate(); // lets finalizers run
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
      const growth = await getGrowth(work, { collects: how === 'neither' });
      expect(growth).toBeLessThanOrEqual(most);
    },
    3_600_000,
  );
});

test.each(thrown)(
  'rows that %s rejects',
  async (_, refused) => {
    const work = () => expect(refused).toThrow(expect.objectContaining({ name: 'FairwasmError' }));
    expect(await getGrowth(work)).toBe(0);
  },
  3_600_000,
);

// Must be last: written memory stays nonzero and would hide what the tests above look for.
test('detects a memory leak', () => {
  const before = size();
  const kept = Array.from({ length: 500 }, () => filled.map(([, make]) => make())).flat();
  expect(size()).toBeGreaterThan(before);
  for (const object of kept) object[Symbol.dispose]();
});
