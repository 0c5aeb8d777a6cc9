// SPDX-License-Identifier: Apache-2.0
//
// ONNX models: scores equal those of ONNX Runtime's native build, and mismatched or invalid models give an error with
// the name and place.

import { readFileSync } from 'node:fs';
import { FairwasmError } from 'fairwasm';
import { openModel, suggestFeatures, toRows } from 'fairwasm/models';
import { misuse } from '../../misuse.mjs';
import { filled, forest, linear, network, people, pipeline, zipped } from './models.mjs';
import { bytes, model, node, tensor, value } from './onnx.mjs';

const makers = { linear, forest, network, pipeline };
const golden = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8'));

// Registered before the runtime is loaded, which creates a separate memory.
const memories = [];
const { Memory } = WebAssembly;
function watched(descriptor) {
  const memory = new Memory(descriptor);
  memories.push(memory);
  return memory;
}
Reflect.set(WebAssembly, 'Memory', watched);
const heapBytes = () => Math.max(...memories.map(({ buffer }) => buffer.byteLength));

/** Opens a model from `bytes` for the duration of `use`. */
async function using(bytes, use) {
  const opened = await openModel(bytes);
  try {
    return await use(opened);
  } finally {
    opened[Symbol.dispose]();
  }
}

async function getError(promise) {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(FairwasmError);
  return error;
}

describe('scores', () => {
  test.each(Object.keys(golden.models))('of a %s equal those of the native runtime', (name) =>
    using(makers[name](), async (opened) => {
      const features = filled[name];
      const scores = await opened.scores(people, { features });
      expect(scores).toHaveLength(people.length);
      golden.models[name].scores.forEach((expected, i) => {
        expect(Math.abs(scores[i] - expected)).toBeLessThan(1e-6);
      });
      if (!golden.models[name].labels) return;
      expect(await opened.labels(people, { features })).toEqual(golden.models[name].labels);
    }),
  );

  test('of a logistic regression match a manual calculation', () =>
    using(linear(), async (opened) => {
      const rows = [
        { age: 40, income: 0 },
        { age: 20, income: 10 },
      ];
      const [first, second] = await opened.scores(rows, { features: filled.linear });
      expect(first).toBeCloseTo(1 / (1 + Math.exp(-1)), 6); // 0.05 * 40 - 1
      expect(second).toBeCloseTo(1 / (1 + Math.exp(3)), 6); // 0.05 * 20 - 0.3 * 10 - 1
      const rejected = await opened.scores(rows, { features: filled.linear, class: 0 });
      expect(rejected[0]).toBeCloseTo(1 - first, 6);
    }));

  test('do not depend on the batch size of the exported model', async () => {
    for (const rows of [1, 7, 'batch']) {
      await using(network({ rows }), async (opened) => {
        const scores = await opened.scores(people, { features: filled.network });
        expect(scores[59]).toBeCloseTo(golden.models.network.scores[59], 6);
        expect(scores).toHaveLength(60);
      });
    }
  });

  test('are computed from a network’s outputs by an activation', async () => {
    const features = filled.network;
    await using(network({ last: null }), async (opened) => {
      const scores = await opened.scores(people, { features, activation: 'sigmoid' });
      scores.forEach((score, i) => {
        expect(score).toBeCloseTo(golden.models.network.scores[i], 6);
      });
    });
    const two = model({
      nodes: [node('Gemm', ['x', 'w'], ['y'], {})],
      inputs: [value('x', 'float', [null, 1])],
      outputs: [value('y', 'float', [null, 3])],
      weights: [tensor('w', { dims: [1, 3], floats: [0, 1, 2] })],
    });
    await using(two, async (opened) => {
      const scores = await opened.scores([{ x: 1 }], { features: ['x'], activation: 'softmax', class: 2 });
      expect(scores[0]).toBeCloseTo(Math.exp(2) / (1 + Math.E + Math.exp(2)), 12);
      const { message } = await getError(opened.scores([{ x: 1 }], { features: ['x'] }));
      expect(message).toContain('class: expected the index of the class whose scores to use, from 0 to 2');
    });
  });

  test('report progress, and stop when canceled', () =>
    using(linear(), async (opened) => {
      const rows = Array.from({ length: 20_000 }, (_, i) => people[i % 60]);
      const shares = [];
      const controller = new AbortController();
      const options = { features: filled.linear };
      await opened.scores(rows, options, { onProgress: ({ done }) => shares.push(done) });
      expect(shares.at(-1)).toBe(1);
      expect(shares.length).toBeGreaterThan(5);
      expect(shares).toEqual([...shares].sort((a, b) => a - b));
      const { signal } = controller;
      const cancelled = opened.scores(rows, options, {
        signal,
        onProgress: () => controller.abort(new Error('enough')),
      });
      await expect(cancelled).rejects.toThrow('enough');
    }));

  test('are empty without rows', () =>
    using(linear(), async (opened) => {
      expect(await opened.scores([], { features: filled.linear })).toHaveLength(0);
      expect(await opened.labels([], { features: filled.linear })).toEqual([]);
    }));

  test('treat missing values as NaN', () =>
    using(linear(), async (opened) => {
      const rows = [
        { age: null, income: 1 },
        { age: '40', income: '0' },
      ];
      const scores = await opened.scores(rows, { features: filled.linear });
      expect(scores[0]).toBeNaN();
      expect(scores[1]).toBeCloseTo(1 / (1 + Math.exp(-1)), 6);
    }));
});

describe('mismatched data', () => {
  const refusal = (options, rows = people) => using(linear(), (opened) => getError(opened.scores(rows, options)));

  test('names the input and the column', async () => {
    expect(await refusal({ features: ['age'] })).toMatchObject({
      code: 'shapeMismatch',
      message: "input 'x': expected 2 columns of numbers, got 1: age",
    });
    expect((await refusal({ features: ['age', 'wage'] })).message).toBe(
      "input 'x': expected one of the columns age, income, sex, region, got 'wage'",
    );
    expect(await refusal({ features: ['age', 'sex'] })).toMatchObject({
      argument: 'sex',
      row: 0,
      message: "sex: expected a number for the model's input 'x', got 'female' (row 0)",
    });
    expect((await refusal({ features: { y: ['age'] } })).message).toContain("expected options among x, got 'y'");
    expect((await refusal({ features: ['age', { column: 'sex' }] })).message).toContain(
      'names of columns, or { column, equals }',
    );
    expect((await refusal({ feature: ['age'] })).message).toContain("did you mean 'features'?");
    expect((await refusal({ features: filled.linear }, [misuse(1)])).argument).toBe('rows');
  });

  test('distinguishes integers and booleans from other values', () => {
    const whole = model({
      nodes: [node('Cast', ['n'], ['c'], { to: 1 }), node('Identity', ['c'], ['y'])],
      inputs: [value('n', 'int64', [null, 1])],
      outputs: [value('y', 'float', [null, 1])],
    });
    return using(whole, async (opened) => {
      const rows = [{ n: 3 }, { n: true }, { n: '4' }];
      expect([...(await opened.scores(rows, { features: ['n'] }))]).toEqual([3, 1, 4]);
      const { message } = await getError(opened.scores([{ n: 1 }, { n: 1.5 }], { features: ['n'] }));
      expect(message).toBe("n: expected a whole number for the model's input 'n', got 1.5 (row 1)");
      const { code } = await getError(opened.scores([{ n: 'NA' }, { n: 1 }], { features: ['n'] }));
      expect(code).toBe('missingValue');
    });
  });

  test('explains how to export a model without ZipMap, whose labels are still available', () =>
    using(zipped(), async (opened) => {
      const { message } = await getError(opened.scores(people, { features: filled.linear }));
      expect(message).toContain("options={'zipmap': False}");
      expect(await opened.labels(people, { features: filled.linear })).toEqual(golden.models.linear.labels);
    }));

  test('requires the output and the class if they are ambiguous', () =>
    using(linear(), async (opened) => {
      const scores = (more) => opened.scores(people, { features: filled.linear, ...more });
      expect((await getError(scores({ output: 'p' }))).message).toContain('one of label, probabilities');
      expect((await getError(scores({ output: 'label' }))).message).toContain('which is of int64');
      expect((await getError(scores({ class: 'yes' }))).message).toContain('one of 0, 1');
      expect((await getError(scores({ activation: 'tanh' }))).argument).toBe('activation');
    }));

  test('rejects a disposed model', async () => {
    const opened = await openModel(linear());
    opened[Symbol.dispose]();
    opened[Symbol.dispose]();
    expect((await getError(opened.scores(people, { features: filled.linear }))).code).toBe('invalidState');
  });
});

describe('invalid files', () => {
  const whole = network();

  test.each([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('age,income\n1,2\n')],
    ['a truncated file', whole.slice(0, whole.length >> 1)],
    ['a claimed length of 2 GB', Uint8Array.from([0x3a, 0xff, 0xff, 0xff, 0xff, 0x07, 0])],
    ['an endless length', Uint8Array.from([0x3a, ...Array(12).fill(0xff)])],
  ])('rejects %s', async (_, bytes) => {
    expect((await getError(openModel(bytes))).code).toBe('corruptBytes');
  });

  test('rejects every truncated file', async () => {
    // The versions of operators follow the graph; without them, the runtime rejects the file.
    for (let length = 0; length < whole.length; length += 7) {
      const error = await getError(openModel(whole.slice(0, length)));
      expect(['corruptBytes', 'invalidArgument']).toContain(error.code);
    }
  });

  test('does not load weights from other files', async () => {
    const outside = (path) =>
      model({
        nodes: [node('Gemm', ['x', 'w'], ['y'])],
        inputs: [value('x', 'float', [null, 2])],
        outputs: [value('y', 'float', [null, 1])],
        weights: [tensor('w', { dims: [2, 1], floats: [1, 2], external: path })],
      });
    const { message } = await getError(openModel(outside('../../etc/passwd')));
    expect(message).toContain("the weight 'w' in another file");
    const constant = model({
      nodes: [node('Constant', [], ['y'], { value: { tensor: { dims: [1, 1], floats: [1], external: '/x' } } })],
      inputs: [value('x', 'float', [null, 2])],
      outputs: [value('y', 'float', [null, 1])],
    });
    expect((await getError(openModel(constant))).message).toContain('another file');
  });

  test('does not load weights from functions or training data, and rejects a second graph', async () => {
    const content = { dims: [1, 1], floats: [1], external: '/x' };
    const constant = node('Constant', [], ['c'], { value: { tensor: content } });
    const graph = bytes(1, constant);
    for (const [extra, sentence] of [
      [bytes(25, bytes(7, constant)), 'another file'],
      [bytes(20, bytes(1, graph)), 'another file'],
      [bytes(7, graph), 'several graphs'],
    ]) {
      const file = Uint8Array.from([...linear(), ...extra]);
      expect((await getError(openModel(file))).message).toContain(sentence);
    }
  });

  test('rejects weights that claim more numbers than there are', async () => {
    const claims = model({
      nodes: [node('Gemm', ['x', 'w'], ['y'])],
      inputs: [value('x', 'float', [null, 2])],
      outputs: [value('y', 'float', [null, 1])],
      weights: [tensor('w', { dims: [500_000_000, 1], floats: [1, 2] })],
    });
    expect((await getError(openModel(claims))).message).toContain('claims 500000000 numbers in 8 bytes');
  });

  test('names unsupported operators', async () => {
    const strange = model({
      nodes: [node('Divine', ['x'], ['y'])],
      inputs: [value('x', 'float', [null, 2])],
      outputs: [value('y', 'float', [null, 1])],
    });
    expect((await getError(openModel(strange))).message).toContain('Divine');
  });

  test('reports an error for a model that needs 16 GB, and opens others afterwards', async () => {
    const hungry = model({
      nodes: [node('Expand', ['x', 'size'], ['y'])],
      inputs: [value('x', 'float', [null, 1])],
      outputs: [value('y', 'float', [null, null])],
      weights: [tensor('size', { dims: [2], ints: [1, 4_000_000_000] })],
    });
    await using(hungry, async (opened) => {
      expect((await getError(opened.scores([{ x: 1 }], { features: ['x'] }))).argument).toBe('model');
    });
    await using(linear(), async (opened) => {
      expect(await opened.scores(people, { features: filled.linear })).toHaveLength(60);
    });
  });
});

test('needs no more memory if a model is opened and closed repeatedly', async () => {
  const large = model({
    nodes: [node('MatMul', ['x', 'w'], ['y'])],
    inputs: [value('x', 'float', [null, 2])],
    outputs: [value('y', 'float', [null, 500_000])],
    weights: [tensor('w', { dims: [2, 500_000], floats: Array(1e6).fill(0.5) })],
  });
  const use = () => using(large, (opened) => opened.scores([{ a: 1, b: 2 }], { features: ['a', 'b'], class: 3 }));
  for (let i = 0; i < 5; i++) await use();
  const before = heapBytes();
  expect(before).toBeGreaterThan(1e6);
  for (let i = 0; i < 50; i++) await use();
  // WebAssembly's memory never shrinks, so 50 models of 4 MB each would be visible.
  expect(heapBytes()).toBe(before);
});

describe('mapping of columns to inputs', () => {
  test('matches the names of inputs', () =>
    using(pipeline(), async ({ inputs }) => {
      const rows = people.map(({ region, ...others }) => ({ ...others, 'Home region': region }));
      const { features, notes } = suggestFeatures(inputs, rows);
      expect(features).toEqual({ ...filled.pipeline, home_region: ['Home region'] });
      expect(notes).toEqual([]);
    }));

  test('matches the number of columns, with a note', () =>
    using(linear(), async ({ inputs }) => {
      expect(suggestFeatures(inputs, people)).toEqual({
        features: { x: ['age', 'income'] },
        notes: ['x: all numeric columns, in the order of the table'],
      });
      /** @type {import('fairwasm/models').ModelInput[]} */
      const eight = [{ name: 'x', type: 'float32', width: 8, shape: [undefined, 8] }];
      const { features } = suggestFeatures(eight, people);
      expect(features.x).toHaveLength(8);
      expect(features.x[2]).toEqual({ column: 'sex', equals: 'female' });
      expect(features.x[4]).toEqual({ column: 'region', equals: 'east' });
      const { features: none, notes } = suggestFeatures(inputs, people, { except: ['age'] });
      expect(none).toEqual({ x: [] });
      expect(notes[0]).toContain('x takes 2 numbers, but the table has 1 numeric column and 6 distinct ');
    }));
});

test('converts columns to rows', async () => {
  const columns = { a: [1, 2], b: { codes: Uint8Array.of(1, 0), categories: ['x', 'y'] } };
  expect(toRows(columns)).toEqual([
    { a: 1, b: 'y' },
    { a: 2, b: 'x' },
  ]);
  expect(() => toRows({ a: [1], b: [1, 2] })).toThrow('b: expected 1 values, one per row, got 2');
  expect(() => toRows({})).toThrow('at least one column');
  expect(() => toRows(misuse([1]))).toThrow('an object of columns');
});
