// SPDX-License-Identifier: Apache-2.0
//
// Lipschitz bounds of ONNX networks: manual calculations for small networks, and never below the observed slopes of
// ONNX Runtime's results.

import { FairwasmError } from 'fairwasm';
import { networkBound, openModel } from 'fairwasm/models';
import fc from 'fast-check';
import { lehmer } from '../../random-numbers.mjs';
import { robustness } from '../support.mjs';
import { linear, network } from './models.mjs';
import { model, node, tensor, value } from './onnx.mjs';

const bound = (file) => networkBound(robustness, file);
const getMessage = (file) => {
  try {
    bound(file);
  } catch (error) {
    return error.message;
  }
  return 'no error';
};

function numbers(count, seed) {
  const uniform = lehmer(seed);
  return Array.from({ length: count }, () => 2 * uniform() - 1);
}

const dims = (tensorDims, seed) => ({
  dims: tensorDims,
  floats: numbers(
    tensorDims.reduce((a, b) => a * b, 1),
    seed,
  ),
});

/**
 * Returns a network with one input of the given sizes and one output of `outputs`.
 *
 * @param {number[][]} nodes
 * @param {Record<string, { dims: number[], floats?: number[], ints?: number[] }>} weights
 * @param {{ sizes?: number[], outputs?: number | null, opset?: number }} [shape]
 */
const made = (nodes, weights, { sizes = [4], outputs = 2, opset = 17 } = {}) =>
  model({
    opset,
    nodes,
    inputs: [value('x', 'float', [null, ...sizes])],
    outputs: [value('y', 'float', [null, outputs])],
    weights: Object.entries(weights).map(([name, content]) => tensor(name, content)),
  });

/** Returns the steepest slope between near and distant rows, computed by the runtime. */
async function getSlope(file, width, outputs) {
  const opened = await openModel(file);
  try {
    const inputs = Array.from({ length: 40 }, (_, i) => {
      const near = numbers(width, 7 + (i >> 1));
      return i % 2 ? near.map((each, k) => each + 0.01 * numbers(width, 90 + i)[k]) : near;
    });
    const names = Array.from({ length: width }, (_, i) => `f${i}`);
    const rows = inputs.map((values) => Object.fromEntries(names.map((name, i) => [name, values[i]])));
    const columns = [];
    for (let k = 0; k < outputs; k++) {
      const which = outputs === 1 ? {} : { class: k };
      columns.push(await opened.scores(rows, { features: names, ...which }));
    }
    return robustness.steepestSlope({ inputs, outputs: rows.map((_, i) => columns.map((c) => c[i])) });
  } finally {
    opened[Symbol.dispose]();
  }
}

const diagonal = { dims: [2, 2], floats: [3, 0, 0, 4] };
const two = { sizes: [2] };

describe('manual calculations', () => {
  test('a dense layer has its spectral norm in every storage order', () => {
    for (const [operator, attributes] of [
      ['Gemm', { transB: 1 }],
      ['Gemm', {}],
      ['MatMul', {}],
    ]) {
      const found = bound(made([node(operator, ['x', 'w'], ['y'], attributes)], { w: diagonal }, two));
      expect(found.value).toBeCloseTo(4, 9);
      expect(found.perOutput).toBeCloseTo(4, 9);
      expect(found.value).toBeGreaterThanOrEqual(4);
      expect(found.layers).toEqual([{ name: 'w', operator, norm: expect.closeTo(4, 9) }]);
      expect(found.before).toBeUndefined();
    }
    const wide = { dims: [1, 2], floats: [3, 4] };
    const gemm = node('Gemm', ['x', 'w'], ['y'], { transB: 1, alpha: { float: 2 } });
    expect(bound(made([gemm], { w: wide }, { sizes: [2], outputs: 1 })).value).toBeCloseTo(10, 9);
  });

  test('bounds consecutive layers together, like fairwasm/robustness', () => {
    const { value: found, before, layers } = bound(network());
    const w1 = [
      [0.02, 0.3, 1],
      [-0.03, 0.2, -0.5],
      [0.05, -0.1, 0.25],
      [0.01, -0.4, 0.75],
    ].map((row) => row.map(Math.fround));
    const w2 = [[1, -0.75, 0.5, -1.25]];
    const expected = robustness.lipschitzBound([{ weights: w1, activation: 'relu' }, { weights: w2 }]);
    expect(found).toBeCloseTo(expected.value, 9);
    expect(before).toBe('Sigmoid');
    expect(layers).toHaveLength(2);
  });

  test.each([
    ['a sum of branches', [node('Gemm', ['x', 'w'], ['h']), node('Add', ['h', 'x'], ['y'])], 5],
    [
      'a concatenation',
      [node('Gemm', ['x', 'w'], ['h']), node('Concat', ['h', 'x'], ['y'], { axis: 1 })],
      Math.sqrt(17),
    ],
    [
      'a bias after an activation',
      [node('Gemm', ['x', 'w'], ['h']), node('Relu', ['h'], ['r']), node('Add', ['r', 'b'], ['y'])],
      4,
    ],
    ['a scale', [node('Gemm', ['x', 'w'], ['h']), node('Mul', ['h', 's'], ['y'])], 12],
    ['a quotient', [node('Gemm', ['x', 'w'], ['h']), node('Div', ['h', 's'], ['y'])], 8],
    [
      'a sigmoid between layers',
      [node('Gemm', ['x', 'w'], ['h']), node('Sigmoid', ['h'], ['g']), node('Identity', ['g'], ['y'])],
      1,
    ],
    [
      'a normalization',
      [
        node('Gemm', ['x', 'w'], ['h']),
        node('BatchNormalization', ['h', 's', 'b', 'b', 'v'], ['y'], { epsilon: { float: 0 } }),
      ],
      4 * 1.5,
    ],
  ])('%s', (_, nodes, expected) => {
    const weights = {
      w: diagonal,
      s: { dims: [2], floats: [3, -0.5] },
      b: { dims: [2], floats: [1, 2] },
      v: { dims: [2], floats: [4, 1] },
    };
    expect(bound(made(nodes, weights, two)).value).toBeCloseTo(expected, 6);
  });

  test('pooling counts each number as often as windows overlap', () => {
    const pool = (operator, attributes) =>
      made(
        [node(operator, ['x'], ['p'], attributes), node('Flatten', ['p'], ['y'])],
        {},
        { sizes: [1, 4, 4], outputs: null },
      );
    const kernel = { kernel_shape: [2, 2] };
    expect(bound(pool('MaxPool', { ...kernel, strides: [2, 2] })).value).toBeCloseTo(1, 9);
    expect(bound(pool('MaxPool', { ...kernel, strides: [1, 1] })).value).toBeCloseTo(2, 9);
    expect(bound(pool('AveragePool', { ...kernel, strides: [2, 2] })).value).toBeCloseTo(0.5, 9);
    expect(bound(pool('GlobalAveragePool', {})).value).toBeCloseTo(1, 9);
    expect(getMessage(pool('MaxPool', { ...kernel, dilations: [2, 2] }))).toContain("'MaxPool'");
  });
});

// Gates as PyTorch's exporter writes them.
const siluNodes = [node('Sigmoid', ['h'], ['s']), node('Mul', ['h', 's'], ['a'])];
const geluNodes = [
  node('Div', ['h', 'root'], ['d']),
  node('Erf', ['d'], ['e']),
  node('Add', ['e', 'one'], ['o']),
  node('Mul', ['h', 'o'], ['m']),
  node('Mul', ['m', 'half'], ['a']),
];
const scalars = {
  root: { dims: [], floats: [Math.SQRT2] },
  one: { dims: [], floats: [1] },
  half: { dims: [], floats: [0.5] },
};
const dense = [node('Gemm', ['x', 'w1'], ['h'])];
const end = [node('Gemm', ['a', 'w2'], ['y'])];
const weights = { w1: dims([4, 6], 11), w2: dims([6, 2], 12) };
const residual = [
  node('Add', ['x', 'bias'], ['h']),
  node('Gemm', ['h', 'square'], ['k']),
  node('Tanh', ['k'], ['t']),
  node('Add', ['t', 'h'], ['a4']),
  node('Gemm', ['a4', 'w4'], ['y']),
];
const picture = { sizes: [1, 6, 6], outputs: 3 };
const convolutions = [
  node('Conv', ['x', 'c1'], ['h1'], { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }),
  node('Relu', ['h1'], ['r1']),
  node('Conv', ['r1', 'c2'], ['h2'], { kernel_shape: [3, 3], pads: [1, 1, 1, 1], strides: [2, 2] }),
  node('Conv', ['r1', 'c3'], ['h3'], { kernel_shape: [1, 1], strides: [2, 2] }),
  node('Add', ['h2', 'h3'], ['s1']),
  node('LeakyRelu', ['s1'], ['r2'], { alpha: { float: 0.1 } }),
  node('MaxPool', ['r2'], ['p'], { kernel_shape: [2, 2], strides: [1, 1] }),
  node('Flatten', ['p'], ['flat']),
  node('Gemm', ['flat', 'w'], ['y'], { transB: 1 }),
];

describe('observed slopes never exceed the bound', () => {
  test.each([
    ['SiLU', made([...dense, ...siluNodes, ...end], weights), 4, 2],
    ['GELU', made([...dense, ...geluNodes, ...end], { ...weights, ...scalars }), 4, 2],
    ['ReLU', made([...dense, node('Relu', ['h'], ['a']), ...end], weights), 4, 2],
    ['HardSwish', made([...dense, node('HardSwish', ['h'], ['a']), ...end], weights), 4, 2],
    ['Mish', made([...dense, node('Mish', ['h'], ['a']), ...end], weights, { opset: 18 }), 4, 2],
    ['a residual block', made(residual, { bias: dims([4], 3), square: dims([4, 4], 5), w4: dims([4, 2], 6) }), 4, 2],
    [
      'convolutions with a shortcut and pooling',
      made(
        convolutions,
        { c1: dims([2, 1, 3, 3], 21), c2: dims([3, 2, 3, 3], 22), c3: dims([3, 2, 1, 1], 23), w: dims([3, 12], 24) },
        picture,
      ),
      36,
      3,
    ],
  ])('%s', async (_, file, width, outputs) => {
    const upper = bound(file);
    const lower = await getSlope(file, width, outputs);
    expect(lower.value).toBeGreaterThan(0);
    expect(upper.value).toBeGreaterThanOrEqual(lower.value);
    expect(upper.perOutput).toBeGreaterThanOrEqual(lower.perOutput);
    expect(upper.value).toBeLessThan(40 * lower.value);
  });

  test('uses the constants of activations, rounded up', () => {
    const steepest = (f) => {
      let most = 0;
      for (let x = -8; x < 8; x += 1e-3) most = Math.max(most, Math.abs(f(x + 1e-5) - f(x)) / 1e-5);
      return most;
    };
    const sigmoid = (x) => 1 / (1 + Math.exp(-x));
    const byTanh = (x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
    const cases = {
      Mish: [(x) => x * Math.tanh(Math.log1p(Math.exp(x))), {}],
      Gelu: [byTanh, { approximate: 'tanh' }],
      HardSwish: [(x) => x * Math.max(0, Math.min(1, x / 6 + 0.5)), {}],
    };
    for (const [operator, [f, attributes]] of Object.entries(cases)) {
      const { value: constant } = bound(made([node(operator, ['x'], ['y'], attributes)], {}));
      expect(constant).toBeGreaterThanOrEqual(steepest(f) - 1e-6);
      expect(constant).toBeLessThan(1.002 * steepest(f));
    }
    const gated = bound(made([node('Sigmoid', ['x'], ['s']), node('Mul', ['x', 's'], ['y'])], {}));
    expect(gated.value).toBeGreaterThanOrEqual(steepest((x) => x * sigmoid(x)) - 1e-6);
    expect(gated.value).toBeLessThan(1.001 * steepest((x) => x * sigmoid(x)));
  });
});

describe('rejected networks', () => {
  test.each([
    ['trees and classifiers', linear(), '2 outputs'],
    ['an unknown operator', made([node('Softmax', ['x'], ['s']), node('Identity', ['s'], ['y'])], {}), "'Softmax'"],
    ['a product of two branches', made([node('Mul', ['x', 'x'], ['y'])], {}), "'Mul'"],
    ['a rounding', made([node('Cast', ['x'], ['i'], { to: 7 }), node('Cast', ['i'], ['y'], { to: 1 })], {}), "'Cast'"],
    [
      'a sum that copies numbers',
      made([node('GlobalAveragePool', ['x'], ['g']), node('Add', ['x', 'g'], ['y'])], {}, { sizes: [2, 3, 3] }),
      "'Add'",
    ],
    [
      'a constant that copies numbers',
      made([node('Add', ['x', 'c'], ['y'])], { c: { dims: [4], floats: [1, 2, 3, 4] } }, { sizes: [1] }),
      "'Add'",
    ],
    [
      'a grouped convolution',
      made([node('Conv', ['x', 'c'], ['y'], { group: 2 })], { c: dims([2, 1, 3, 3], 1) }, { sizes: [2, 6, 6] }),
      "'Conv'",
    ],
  ])('%s', (_, file, sentence) => {
    expect(getMessage(file)).toContain(sentence);
  });

  test('does not combine weights with a permutation between them', () => {
    // With a transposition between them, two layers are not consecutive, so their norms are multiplied.
    const square = { dims: [2, 2], floats: [0, 2, 0, 0] };
    const nodes = (between) => [
      node('MatMul', ['x', 'w'], ['h']),
      node(between, ['h'], ['t'], between === 'Transpose' ? { perm: [0, 1] } : {}),
      node('MatMul', ['t', 'w'], ['y']),
    ];
    expect(bound(made(nodes('Identity'), { w: square }, two)).value).toBeCloseTo(0, 6);
    expect(bound(made(nodes('Transpose'), { w: square }, two)).value).toBeCloseTo(4, 6);
  });
});

test('bounds a file with changed bytes or rejects it with a reason', () => {
  const whole = network();
  const spoiled = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
  let refused = 0;
  fc.assert(
    fc.property(spoiled, (changes) => {
      const file = whole.slice();
      for (const [place, byte] of changes) file[place] = byte;
      try {
        expect(bound(file).value).toBeGreaterThanOrEqual(0);
      } catch (error) {
        expect(error).toBeInstanceOf(FairwasmError);
        refused++;
      }
    }),
    { numRuns: 500 },
  );
  expect(refused).toBeGreaterThan(50);
});
