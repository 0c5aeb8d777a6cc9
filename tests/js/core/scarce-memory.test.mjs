// SPDX-License-Identifier: Apache-2.0
//
// Calls every function of every entry point, and adds many rows, while WebAssembly memory is full except for blocks of
// less than 16 KiB and can grow at most a limited number of times. The call must be rejected as too large or succeed,
// and must give the correct numbers afterwards.

import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../dist/wasm/', import.meta.url);

// The exports that allocate and free memory have minified names; modules are identified by their size.
const allocators = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => {
      const code = readFileSync(new URL(name.replace('.wasm', '.js'), folder), 'utf8');
      const [, malloc] = code.match(/_malloc=\w+\.(\w+)/) ?? [];
      const [, free] = code.match(/_free=\w+\.(\w+)/) ?? [];
      return [readFileSync(new URL(name, folder)).length, { malloc, free }];
    }),
);
const sizes = new WeakMap();
const instances = [];
const { compile, instantiate } = WebAssembly;
Reflect.set(WebAssembly, 'compile', async (bytes) => {
  const module = await compile(bytes);
  sizes.set(module, bytes.byteLength);
  return module;
});
Reflect.set(WebAssembly, 'instantiate', async (module, imports) => {
  const instance = await instantiate(/** @type {WebAssembly.Module} */ (module), imports);
  const names = allocators.get(sizes.get(module));
  const exported = (name) => Reflect.get(instance.exports, name);
  if (names) instances.push({ take: exported(names.malloc), give: exported(names.free) });
  return instance;
});
const { call, entryPoints } = await import('../samples.mjs');
const main = await import('fairwasm');
const { amplification, fair, individual, robustness, scores, slices, thresholds } = await import('../support.mjs');
Object.assign(WebAssembly, { compile, instantiate });

const { grow } = WebAssembly.Memory.prototype;
afterEach(() => {
  WebAssembly.Memory.prototype.grow = grow;
});

/** Runs `work` while memory can grow `most` times; resolves with its result or error, and whether growth was denied. */
async function withGrowths(most, work) {
  let [left, isRefused] = [most, false];
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (left-- > 0) return grow.call(this, pages);
    isRefused = true;
    throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
  };
  try {
    return { value: await work(), isRefused };
  } catch (error) {
    return { error, isRefused };
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
}

const least = 1 << 14; // bytes

/** Allocates all memory in larger blocks; returns a function that frees them. */
function fill() {
  const taken = instances.map(({ take, give }) => {
    const blocks = [];
    for (let size = 1 << 24; size >= least; size >>= 1) {
      for (let at = take(size); at !== 0; at = take(size)) blocks.push(at);
    }
    return () => {
      for (const block of blocks) give(block);
    };
  });
  return () => {
    for (const giveBack of taken) giveBack();
  };
}

async function scarce(growths, work) {
  const { value: giveBack } = await withGrowths(0, fill);
  try {
    return await withGrowths(growths, work);
  } finally {
    giveBack();
  }
}

const isData = (value) =>
  Array.isArray(value) ||
  ArrayBuffer.isView(value) ||
  [Object.prototype, null].includes(value && Object.getPrototypeOf(value));

/** Returns a result as text, as far as it is data. */
async function told(value) {
  if (typeof value?.toBytes === 'function') return Buffer.from(value.toBytes()).toString('base64');
  if (typeof value?.[Symbol.asyncIterator] === 'function') {
    for await (const part of value) return JSON.stringify(part);
  }
  return JSON.stringify(value, (_, each) => {
    if (Number.isNaN(each)) return 'NaN';
    const isOfClass = typeof each === 'object' && !isData(each); // may reference the memory
    return isOfClass ? each.constructor.name : each;
  });
}

const maxGrowths = 12;

async function survives(make) {
  const right = await told(await (await make())());
  for (let growths = 0; ; growths++) {
    const work = await make();
    const { value, error, isRefused } = await scarce(growths, async () => told(await work()));
    if (error === undefined) expect(value).toBe(right);
    else {
      if (!(error instanceof main.FairwasmError)) throw error;
      expect(error.code).toBe('tooLarge');
      expect(isRefused).toBe(true);
    }
    expect(await told(await (await make())())).toBe(right);
    if (!isRefused) return;
    expect(growths).toBeLessThan(maxGrowths);
  }
}

// Functions that load or open create a separate memory or are runtimes of models.
const isHere = (name) => !/^(load|open)|Error$/.test(name);
const samples = Object.entries(entryPoints).flatMap(([path, entryPoint]) =>
  Object.entries(entryPoint.calls)
    .filter(([name]) => isHere(name))
    .map(([name, args]) => [`${name} ${path}`, entryPoint, name, args]),
);

test('watches all modules of the package', () => {
  expect(instances.length).toBeGreaterThanOrEqual(allocators.size - 1); // the text module is loaded with the first text
});

test.each(samples)('%s survives scarce memory', (_, entryPoint, name, args) =>
  survives(async () => {
    const given = await args();
    return () => call(entryPoint, name, given);
  }),
);

const many = 200_000;
const bits = Uint8Array.from({ length: many }, (_, i) => (i * 7) % 2);
const numbers = Float64Array.from({ length: many }, (_, i) => (i % 97) / 97);
const getNames = (count) => Array.from({ length: count }, (_, i) => `name ${i}`);
const ofAttribute = (count) => ({ a: Array.from({ length: 20_000 }, (_, i) => `n${i % count}`) });
const part = (column) => column.slice(0, 20_000);

/** @type {Record<string, [make: () => any, rows: () => object]>} */
const accumulators = {
  tally: [
    () => fair.tally({ groups: ['a'], label: true }),
    () => ({ groups: { a: getNames(20_000) }, label: part(bits) }),
  ],
  'binned scores': [
    () => fair.scoreTally(['a'], 1),
    () => ({ groups: ofAttribute(1000), label: part(bits), score: part(numbers) }),
  ],
  'regression errors': [
    () => fair.regressionTally(['a']),
    () => ({ groups: ofAttribute(20_000), label: part(numbers), prediction: part(numbers) }),
  ],
  'exact scores': [() => scores.exactScores([], 1), () => ({ label: bits, score: numbers })],
  'exact errors': [() => scores.exactErrors([]), () => ({ label: numbers, prediction: numbers })],
  certificates: [
    () => robustness.certificates({ lipConst: 1, groups: ['a'] }),
    () => ({ groups: ofAttribute(300), label: part(bits), score: part(numbers) }),
  ],
  cooccurrence: [
    () => amplification.cooccurrence({ attributes: ['f', 'm'], tasks: ['x', 'y'] }),
    () => ({ attribute: bits, task: bits, weight: numbers.subarray(0, many / 2) }),
  ],
};

test.each(Object.entries(accumulators))('many rows of %s survive scarce memory', async (_, [make, rows]) => {
  const given = rows();
  await survives(() => {
    const accumulator = make();
    return () => {
      accumulator.update(given);
      return accumulator;
    };
  });
});

/** @type {Record<string, () => unknown>} */
const calls = {
  'the consistency of a matrix': () =>
    individual.consistency({ values: numbers.subarray(0, 40_000), columns: 2 }, part(bits)),
  'the worst slices': () => slices.worstSlices({ columns: { a: bits }, error: numbers }, { permutations: 0 }),
  'curves of thresholds': async () => {
    const groups = { a: part(bits) };
    return thresholds.curves({ groups, label: part(bits), score: part(numbers) }).groups;
  },
  'text in a long row': () => main.profileCsv(`a,b\n1,${'x'.repeat(1_000_000)}\n`),
};
test.each(Object.entries(calls))('%s survives scarce memory', (_, work) => survives(() => work));
