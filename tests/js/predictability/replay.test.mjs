// SPDX-License-Identifier: Apache-2.0
//
// Replays computed by hand; recorded ones are golden values.

import { misuse } from '../../misuse.mjs';
import { errorOf, replay } from '../support.mjs';

// One linear unit: p = w x + b, loss (p - y)^2.
/** @type {Omit<import('fairwasm/predictability').TrainingRecording, 'x' | 'y'>} */
const linear = {
  inputs: 1,
  outputs: 1,
  activations: ['identity'],
  weights: [1, 0.5],
  loss: 'mse',
  optimizer: 'sgd',
  learningRate: 0.1,
  epochs: 1,
  batchSize: 1,
  precision: 'float64',
};

test('a step follows the negative gradient', () => {
  const result = replay.training({ ...linear, x: [2], y: [0] });
  expect(Array.from(result.stepLosses)).toEqual([6.25]);
  expect(Array.from(result.epochLosses)).toEqual([6.25]);
  expect(result.outputs.map((all) => Array.from(all))[0]).toEqual([2.5]);
  expect(Array.from(result.weights[0])).toEqual([1, 0.5]);
  expect(result.weights[1][0]).toBeCloseTo(0, 14);
  expect(result.weights[1][1]).toBeCloseTo(0, 14);
});

test('composes permutations of rows one after another', () => {
  const three = { ...linear, x: [1, 2, 3], y: [0, 0, 0], epochs: 2, learningRate: 0 };
  const losses = (/** @type {number[][] | undefined} */ permutations = undefined) =>
    Array.from(replay.training({ ...three, permutations }).stepLosses, Math.sqrt);
  expect(losses()).toEqual([1.5, 2.5, 3.5, 1.5, 2.5, 3.5]);
  const turn = [1, 2, 0];
  expect(losses([turn, turn])).toEqual([2.5, 3.5, 1.5, 3.5, 1.5, 2.5]);
});

test('a batch of many rows is one step', () => {
  const rows = Array.from({ length: 600 }, (_, row) => row / 600);
  const all = { ...linear, x: rows, y: rows.map(() => 0), batchSize: 600, learningRate: 0 };
  const { stepLosses } = replay.training(all);
  const mean = rows.reduce((sum, x) => sum + (x + 0.5) ** 2, 0) / 600;
  expect(stepLosses).toHaveLength(1);
  expect(stepLosses[0]).toBeCloseTo(mean, 12);
});

test('float32 and float64 give different results', () => {
  const third = { ...linear, x: [1 / 3], y: [0] };
  const [single, double] = /** @type {const} */ (['float32', 'float64']).map(
    (precision) => replay.training({ ...third, precision }).outputs[0][0],
  );
  expect(double).toBe(1 / 3 + 0.5);
  expect(single).toBe(Math.fround(Math.fround(1 / 3) + 0.5));
});

test.each([
  ['permutations', { permutations: [[0, 1, 1]] }],
  ['permutations', { permutations: [[0, 1]] }],
  ['permutations', { permutations: [] }],
  ['permutations', { permutations: [['0', '1', '2']] }],
  ['permutations', { permutations: [3] }],
  ['permutations', { permutations: null }],
  ['permutations', { permutations: 'none' }],
  ['weights', { weights: [1] }],
  ['targets', { x: [1, 2, 3, 4] }],
  ['values', { inputs: 2, weights: [1, 1, 1] }],
])('rejects a mismatched %s', (argument, change) => {
  const recording = { ...linear, x: [1, 2, 3], y: [0, 0, 0], ...change };
  expect(errorOf(() => replay.training(misuse(recording))).argument).toBe(argument);
});

test('scores outputs in their precision', () => {
  const rows = { outputs: [0.5000000000000001, 0.2], target: [Uint32Array.of(1, 1)] };
  expect(replay.lambda(rows)).toBe(0);
  expect(replay.lambda({ ...rows, precision: 'float64' })).toBe(0.5);
  expect(replay.lambda({ ...rows, precision: 'float64', metric: 'mse', threshold: false })).toBe(
    2 / ((1 - 0.5000000000000001) ** 2 + 0.8 ** 2),
  );
});
