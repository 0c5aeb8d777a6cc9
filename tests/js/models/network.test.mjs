// SPDX-License-Identifier: Apache-2.0
//
// Certified networks: the numbers before the last operator equal those in the runtime, and the observed slope is at
// most the bound from the weights, with equality if it is attained.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openNetwork, toRows } from 'fairwasm/models';
import { runCommand } from '../cli/command.mjs';
import { robustness } from '../support.mjs';
import { filled, forest, network, people } from './models.mjs';
import { model, node, tensor, value } from './onnx.mjs';

const golden = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8')).models;

/** Applies `work` to the opened file. */
async function using(file, work) {
  const opened = await openNetwork(robustness, file);
  try {
    return await work(opened);
  } finally {
    opened[Symbol.dispose]();
  }
}

/**
 * @param {number[]} weights
 * @param {{ last?: string, outputs?: number }} [end]
 */
const dense = (weights, { last, outputs = 2 } = {}) =>
  model({
    nodes: [node('Gemm', ['x', 'w'], [last ? 'z' : 'y'], { transB: 1 }), ...(last ? [node(last, ['z'], ['y'])] : [])],
    inputs: [value('x', 'float', [null, 2])],
    outputs: [value('y', 'float', [null, outputs])],
    weights: [tensor('w', { dims: [outputs, 2], floats: weights })],
  });
const columns = { a: [0, 1, 2, 5, -3, 4], b: [1, 0, -2, 4, 2, 2] };
const points = toRows(columns);
const features = ['a', 'b'];

describe('scores', () => {
  test('are the inputs of a sigmoid', () =>
    using(network(), async (opened) => {
      expect(opened.bound).toMatchObject({ before: 'Sigmoid', output: 'z' });
      const { data, shape } = await opened.scores(people, { features: filled.network });
      expect(shape).toEqual([people.length, 1]);
      golden.network.scores.forEach((score, i) => {
        expect(1 / (1 + Math.exp(-data[i]))).toBeCloseTo(score, 5);
      });
    }));

  test('are the inputs of softmax for each class, or the outputs without softmax', async () => {
    const expected = columns.a.flatMap((a, i) => [3 * a + columns.b[i], 4 * columns.b[i]]);
    for (const last of ['Softmax', undefined]) {
      await using(dense([3, 1, 0, 4], { last }), async (opened) => {
        const { data, shape } = await opened.scores(points, { features });
        expect(shape).toEqual([6, 2]);
        expect([...data]).toEqual(expected);
      });
    }
  });
});

describe('the steepest observed slope', () => {
  test('of one dense layer is its norm, which few pairs of rows attain', () =>
    using(dense([3, 0, 0, 4]), async (opened) => {
      const near = { a: [0, 1, 3], b: [0, 0.01, 0.02] }; // almost parallel to a
      const rows = toRows(near);
      const seen = await opened.steepestSlope(rows, { features });
      expect(seen.value).toBeCloseTo(4, 3);
      expect(seen.perOutput).toBeCloseTo(4, 3);
      expect(opened.bound.value).toBeGreaterThanOrEqual(seen.value);
      const scores = await opened.scores(rows, { features });
      const inputs = near.a.map((a, i) => [a, near.b[i]]);
      expect(robustness.steepestSlope({ inputs, outputs: scores }).value).toBeLessThan(3.1);
    }));

  test('of a network with ReLU is between the slopes of its rows and the bound of its weights', () =>
    using(network(), async (opened) => {
      const seen = await opened.steepestSlope(people, { features: filled.network });
      const outputs = await opened.scores(people, { features: filled.network });
      const inputs = people.map(({ age, income, sex }) => [age, income, Number(sex === 'female')]);
      const pairs = robustness.steepestSlope({ inputs, outputs });
      expect(seen.value).toBeGreaterThanOrEqual(pairs.value * 0.999);
      expect(seen.value).toBeLessThanOrEqual(opened.bound.value);
      expect(seen.value).toBeGreaterThan(0.3 * opened.bound.value);
    }));

  test('reports progress and can be canceled', () =>
    using(network(), async (opened) => {
      const shares = [];
      const onProgress = ({ done }) => shares.push(done);
      await opened.steepestSlope(people, { features: filled.network }, { onProgress });
      expect(shares).toEqual(shares.toSorted((a, b) => a - b)); // although the network is queried twice
      expect(shares.some((share) => share >= 0.5)).toBe(true);
      const signal = AbortSignal.abort(new Error('enough'));
      const slope = opened.steepestSlope(people, { features: filled.network }, { signal });
      await expect(slope).rejects.toThrow('enough');
    }));

  test('of a constant is 0, also for a single row', async () => {
    await using(dense([0, 0, 0, 0]), async (opened) => {
      expect((await opened.steepestSlope(points, { features })).value).toBe(0);
    });
    await using(dense([3, 0, 0, 4]), async (opened) => {
      expect((await opened.steepestSlope([{ a: 1, b: 1 }], { features })).value).toBeCloseTo(4, 3);
    });
  });
});

describe('on the command line', () => {
  let folder;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fairwasm-network-'));
    writeFileSync(join(folder, 'two.onnx'), dense([3, 0, 0, 4], { last: 'Softmax' }));
    writeFileSync(join(folder, 'forest.onnx'), forest());
    writeFileSync(join(folder, 'points.csv'), 'y,a,b,sex\n1,0,1,f\n0,1,0,f\n0,2,-2,m\n1,5,4,m\n1,-3,2,m\n0,4,2,f\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const fairwasm = (...args) => runCommand(['robustness', ...args], { cwd: folder });
  const asked = ['points.csv', '--label', 'y', '--group', 'sex', '--model', 'two.onnx'];

  test('bounds a network file without rows', () => {
    const { stdout, stderr, status } = fairwasm('--model', 'two.onnx');
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toBe(`Lipschitz constant of two.onnx

  All outputs together at most 4, each by itself at most 4.
  Scores are taken before the last operator, Softmax.

  Layers and their spectral norms:
     Operator   Norm
  w      Gemm  4.000
`);
    const { network: none, ...bound } = JSON.parse(fairwasm('--model', 'two.onnx', '--format', 'json').stdout);
    expect(none).toBeUndefined();
    expect(bound).toMatchObject({ name: 'two.onnx', before: 'Softmax', atLeast: null });
  });

  test('certifies decisions about rows like scores', () => {
    const { stdout, stderr, status } = fairwasm(...asked, '--features', 'a,b', '--format', 'json');
    expect([stderr, status]).toEqual(['', 0]);
    const report = JSON.parse(stdout);
    // Scores (3 a, 4 b); each output by itself is as steep as both, so margins are divided by √2 · 4.
    expect(report.lipConst).toBeCloseTo(4, 6);
    expect(report.disjointNeurons).toBe(false);
    const margins = [4, 3, 14, 1, 17, 4];
    const radii = margins.map((margin) => margin / (Math.SQRT2 * 4));
    const mean = radii.reduce((sum, radius) => sum + radius, 0) / 6;
    expect(report.overall.averageRobustness.value).toBeCloseTo(mean, 6);
    expect(report.breakdowns[0].groups.map(({ name }) => name)).toEqual(['f', 'm']);
    expect(report.network.atLeast.value).toBeCloseTo(4, 3);
    expect(report.network.atMost.value).toBeGreaterThanOrEqual(report.network.atLeast.value);
    expect(report.network.layers.map(({ operator }) => operator)).toEqual(['Gemm']);
  });

  test('finds and prints the mapping of columns, within the width of a terminal', () => {
    const { stdout, stderr, status } = fairwasm(...asked);
    expect(status).toBe(0);
    expect(stderr).toContain('all numeric columns, in the order of the table (a,b)');
    expect(stdout).toContain('Lipschitz constant of two.onnx');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test.each([
    [['--model', 'forest.onnx'], 1, 'forest.onnx: expected one input and one output, got 1 inputs and 2 outputs'],
    [['--model', 'none.onnx'], 1, 'none.onnx: file not found'],
    [['--model', 'two.onnx', '--label', 'y'], 2, '--label requires a file of rows'],
    [[...asked, '--lipschitz', '1'], 2, '--model cannot be combined with --lipschitz'],
    [[...asked, '--joint'], 2, '--model cannot be combined with --joint'],
    [[...asked, '--features', 'a'], 1, "input 'x': expected 2 columns of numbers"],
    [[...asked, '--features', 'a,sex'], 1, 'line 2, column sex'],
    [['points.csv', '--label', 'z', '--model', 'two.onnx'], 1, 'a column of the file: y, a, b, sex'],
    [['points.csv', '--label', 'y', '--features', 'a', '--lipschitz', '1'], 2, '--features requires --model'],
    [['points.csv', '--label', 'y'], 2, 'pass --lipschitz'],
  ])('rejects %j', (args, code, sentence) => {
    const { stderr, status } = fairwasm(...args);
    expect(stderr).toContain(sentence);
    expect(status).toBe(code);
  });
});
