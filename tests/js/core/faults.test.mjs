// SPDX-License-Identifier: Apache-2.0
//
// Memory allocation failures: the call throws a FairwasmError, and existing objects stay usable.
import { FairwasmError } from 'fairwasm';
import { amplification, fair, getError, individual, scores, slices } from '../support.mjs';

const { grow } = WebAssembly.Memory.prototype;
afterEach(() => {
  WebAssembly.Memory.prototype.grow = grow;
});

/** No memory grows while `call` runs, including its promise. */
async function withoutGrowth(call) {
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
  };
  try {
    return await call();
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
}

const many = 2_000_000;
const numbers = (rows) => Float64Array.from({ length: rows }, (_, i) => (i % 97) / 97);
const bits = (rows) => Uint8Array.from({ length: rows }, (_, i) => (i * 7) % 2);
const names = (count) => Array.from({ length: count }, (_, i) => `name ${i}`);

/** @type {Record<string, { make: () => any, rows: (count: number) => object }>} */
const accumulators = {
  tally: {
    make: () => fair.tally({ groups: ['a'], label: true, prediction: true }),
    rows: (count) => ({
      groups: { a: names(count > 100 ? 200_000 : count) },
      label: bits(count > 100 ? 200_000 : count),
      prediction: bits(count > 100 ? 200_000 : count),
    }),
  },
  'exact scores': {
    make: () => scores.exactScores([], 1),
    rows: (count) => ({ label: bits(count), score: numbers(count) }),
  },
  'exact errors': {
    make: () => scores.exactErrors([]),
    rows: (count) => ({ label: numbers(count), prediction: numbers(count) }),
  },
  cooccurrence: {
    make: () => amplification.cooccurrence({ attributes: ['f', 'm'], tasks: ['x'] }),
    rows: (count) => ({ attribute: bits(2 * count), task: bits(count), weight: numbers(count) }),
  },
};

test.each(Object.entries(accumulators))(
  '%s: rejects the call that needs memory without changes',
  async (_, { make, rows }) => {
    const accumulator = make();
    accumulator.update(rows(5));
    const before = accumulator.toBytes();
    const much = rows(many);
    const error = await withoutGrowth(() => getError(() => accumulator.update(much)));
    expect(error).toMatchObject({ code: 'tooLarge' });
    expect(accumulator.toBytes()).toEqual(before);

    accumulator.update(rows(5));
    const twice = make();
    twice.update(rows(5));
    twice.update(rows(5));
    expect(accumulator.toBytes()).toEqual(twice.toBytes());
  },
);

/** @type {Record<string, () => unknown>} */
const calls = {
  'the consistency of a large matrix': () =>
    individual.consistency({ values: numbers(2 * many), columns: 2 }, bits(many)),
  'the worst slices of many rows': () => slices.worstSlices({ columns: { a: bits(many) }, error: numbers(many) }),
};

test.each(Object.entries(calls))('%s throws if memory runs out', async (_, call) => {
  const error = await withoutGrowth(() =>
    Promise.resolve()
      .then(call)
      .catch((thrown) => thrown),
  );
  expect(error).toBeInstanceOf(FairwasmError);
  expect(error).toMatchObject({ code: 'tooLarge' });
});
