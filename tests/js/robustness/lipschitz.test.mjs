// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { getError, robustness } from '../support.mjs';

const bound = (...layers) => robustness.lipschitzBound(layers);

test('bounds dense layers, which match manual calculations', () => {
  const { value, product, perOutput, layers } = bound(
    {
      weights: [
        [3, 0],
        [0, 4],
      ],
      activation: 'relu',
    },
    { weights: { data: Float32Array.of(1, 0, 0, 1), shape: [2, 2] } },
  );
  expect(value).toBeCloseTo(4, 9);
  expect(value).toBeGreaterThanOrEqual(4);
  expect(perOutput).toBeCloseTo(4, 9);
  expect(product).toBeCloseTo(4, 9);
  expect([...layers].map((norm) => Math.round(norm))).toEqual([4, 1]);
});

test('names a layer whose inputs do not match the previous outputs', () => {
  const wide = {
    weights: [
      [1, 2, 3],
      [4, 5, 6],
    ],
  };
  expect(bound(wide, { weights: [[1, 1]] }).value).toBeGreaterThan(0);
  expect(getError(() => bound(wide, wide))).toMatchObject({ code: 'shapeMismatch', argument: 'layers[1]' });
});

// Rows of norm 1, like deel-lip's FrobeniusDense with disjoint neurons: the more parallel they are, the larger is their
// joint norm.
test('disjointNeurons follows from the last layer', () => {
  const alike = bound({
    weights: [
      [1, 0],
      [1, 0],
      [1, 0],
    ],
  });
  expect(alike).toMatchObject({ disjointNeurons: true, lipConst: alike.perOutput });
  expect(alike.perOutput).toBeCloseTo(1, 9);
  expect(alike.value).toBeCloseTo(Math.sqrt(3), 9);
  const orthogonal = bound({
    weights: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  });
  expect(orthogonal).toMatchObject({ disjointNeurons: false, lipConst: orthogonal.value });
});

test('selects the constant with the larger radii', () => {
  const entry = fc.integer({ min: -20, max: 20 }).map((n) => n / 8);
  const matrix = (rows, columns) =>
    fc.array(fc.array(entry, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows });
  fc.assert(
    fc.property(matrix(3, 4), matrix(3, 3), (first, last) => {
      const result = bound({ weights: first, activation: 'tanh' }, { weights: last });
      fc.pre(result.value > 0);
      const divisor = (disjoint) => (disjoint ? 2 * result.perOutput : Math.SQRT2 * result.value);
      expect(divisor(result.disjointNeurons)).toBe(Math.min(divisor(true), divisor(false)));
      expect(result.value).toBeLessThanOrEqual(result.product);
      expect(result.perOutput).toBeLessThanOrEqual(result.value);
    }),
    { numRuns: 50 },
  );
});

test('bounds convolutions with one and two dimensions, strides, paddings, and sizes', () => {
  const difference = { data: [1, -1], shape: [1, 1, 2] };
  expect(bound({ weights: difference, padding: 'circular', inputSize: 8 }).value).toBeCloseTo(2, 7);
  expect(bound({ weights: difference }).value).toBeCloseTo(2, 1);
  // Without overlap, every output has two separate inputs.
  expect(bound({ weights: difference, stride: 2 }).value).toBeCloseTo(Math.SQRT2, 7);
  const square = { data: [1, 1, 1, 1], shape: [1, 1, 2, 2] };
  const sized = { weights: square, padding: 'circular', inputSize: [4, 6] };
  expect(bound(sized).value).toBeCloseTo(4, 7);
  expect(bound({ ...sized, stride: [2, 1] }).value).toBeCloseTo(2 * Math.SQRT2, 7);
  expect(bound({ ...sized, stride: 2 }).value).toBeCloseTo(2, 7);
  expect(getError(() => bound({ ...sized, stride: 0 })).argument).toBe('layers[0].stride');
});

const dense = { weights: [[1]] };
const convolution = { weights: { data: [1, 2], shape: [1, 1, 1, 2] } };
test.each([
  ['no layers', [], 'invalidState', 'layers'],
  ['an unknown activation', [{ ...dense, activation: 'gelu' }], 'invalidArgument', 'layers[0].activation'],
  ['infinite weights', [{ weights: [[Infinity]] }], 'invalidArgument', 'layers[0]'],
  ['no weights', [{ weights: { data: [], shape: [0, 3] } }], 'shapeMismatch', 'layers[0]'],
  ['one axis', [{ weights: [1, 2] }], 'shapeMismatch', 'layers[0]'],
  ['five axes', [{ weights: { data: [1], shape: [1, 1, 1, 1, 1] } }], 'shapeMismatch', 'layers[0]'],
  ['a stride for a dense layer', [{ ...dense, stride: 2 }], 'invalidArgument', 'layers[0].stride'],
  ['a stride of 0', [{ ...convolution, stride: 0 }], 'invalidArgument', 'layers[0].stride'],
  ['three strides', [{ ...convolution, stride: [1, 1, 1] }], 'invalidArgument', 'layers[0].stride'],
  ['one of two sizes', [{ ...convolution, inputSize: 5 }], 'invalidArgument', 'layers[0].inputSize'],
  ['an unknown padding', [{ ...convolution, padding: 'same' }], 'invalidArgument', 'layers[0].padding'],
])('rejects %s', (_name, layers, code, argument) => {
  expect(getError(() => bound(...layers))).toMatchObject({ code, argument });
});
