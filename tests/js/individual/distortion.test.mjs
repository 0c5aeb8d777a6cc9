// SPDX-License-Identifier: Apache-2.0
//
// Sample distortion in the package: chunks, groups, weights, and undefined results.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, individual } from '../support.mjs';

const input = (change) => ({
  features: [
    [0, 0],
    [1, 1],
    [2, 2],
    [0, 1],
  ],
  distorted: [
    [3, 4],
    [1, 1],
    [2, 1],
    [0, 3],
  ],
  groups: { sex: ['f', 'f', 'm', 'm'] },
  weight: [1, 3, 1, 1],
  privileged: [{ sex: 'm' }],
  unprivileged: [{ sex: 'f' }],
  ...change,
});

test('distances, sums, and comparisons match manual calculations', () => {
  const metric = individual.sampleDistortionMetric(input());
  expect([...metric.euclideanDistance()]).toEqual([5, 0, 1, 2]);
  expect([...metric.manhattanDistance({ privileged: false })]).toEqual([7, 0]);
  const { distances, weights } = metric.euclideanDistance({ privileged: false, returned: true });
  expect([[...distances], [...weights]]).toEqual([
    [5, 0],
    [1, 3],
  ]);
  expect(metric.totalEuclideanDistance()).toBe(8);
  expect(metric.averageEuclideanDistance({ privileged: false })).toBe(1.25);
  expect(metric.averageEuclideanDistance({ privileged: true })).toBe(1.5);
  expect(metric.maximumManhattanDistance()).toBe(7);
  expect(metric.meanEuclideanDistanceDifference()).toBe(-0.25);
  expect(metric.meanEuclideanDistanceRatio()).toBe(1.25 / 1.5);
  expect(metric.numInstances({ privileged: false })).toBe(4);
  expect(metric.total('euclidean', { privileged: true })).toBe(3);
});

test('does not depend on chunks for tables of any size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 7 }), (extra, columns) => {
      const rows = Math.floor(32768 / columns) * 2 + extra;
      const values = Float64Array.from({ length: rows * columns }, (_, i) => i % 1001);
      const moved = values.map((value, i) => value + (i % columns === 0 ? Math.floor(i / columns) : 0));
      const metric = individual.sampleDistortionMetric({
        ...{ features: { values, columns }, distorted: { values: moved, columns } },
        groups: { all: { codes: new Uint8Array(rows), categories: ['all'] } },
      });
      const distances = metric.euclideanDistance();
      expect(distances.length).toBe(rows);
      expect(distances.every((distance, row) => distance === row)).toBe(true);
    }),
    { numRuns: 8 },
  );
});

test('reports an invalid value with its row in the whole table, not in the chunk', () => {
  const values = new Float64Array(100_000);
  const distorted = values.slice();
  distorted[77_777] = Number.NaN;
  const metric = individual.sampleDistortionMetric({
    ...{ features: { values, columns: 1 }, distorted: { values: distorted, columns: 1 } },
    groups: {},
  });
  expect(getError(() => metric.totalManhattanDistance())).toMatchObject({ row: 77_777 });
  expect(getError(() => metric.totalMahalanobisDistance())).toMatchObject({ row: 77_777 });
});

test('gives reasons for undefined results', () => {
  const metric = individual.sampleDistortionMetric(input({ privileged: [] }));
  const group = { privileged: true };
  expect(metric.totalEuclideanDistance(group)).toBe(0);
  expect(getError(() => metric.averageEuclideanDistance(group))).toMatchObject({ code: 'invalidState' });
  expect(getError(() => metric.maximumEuclideanDistance(group))).toMatchObject({ code: 'invalidState' });
  expect(getError(() => metric.meanEuclideanDistanceRatio())).toMatchObject({ code: 'invalidState' });
  const nobody = individual.sampleDistortionMetric(input({ privileged: undefined }));
  expect(getError(() => nobody.totalEuclideanDistance(group))).toMatchObject({ argument: 'privileged' });
});

test('rejects mismatched inputs', () => {
  const call = (change) => getError(() => individual.sampleDistortionMetric(input(change)));
  expect(call({ distorted: [[1, 2]] })).toMatchObject({ code: 'shapeMismatch' });
  expect(call({ groups: { sex: ['f'] } })).toMatchObject({ code: 'shapeMismatch', argument: 'sex' });
  expect(call({ weight: [1, 2, 3] })).toMatchObject({ code: 'shapeMismatch', argument: 'weight' });
  expect(call({ weight: [1, 2, 3, Number.NaN] })).toMatchObject({ argument: 'weight', row: 3 });
  expect(call({ unprivileged: [{}] })).toMatchObject({ argument: 'unprivileged', row: 2 });
  expect(call({ privileged: [{ race: 1 }] })).toMatchObject({ argument: 'attribute' });
  expect(call({ privileged: { sex: 'm' } })).toMatchObject({ argument: 'condition' });
});

describe('confidence intervals of means', () => {
  const moves = [1, 2, 3, 4, 2, 4, 6, 8];
  const moved = (change) =>
    individual.sampleDistortionMetric({
      features: moves.map(() => [0]),
      distorted: moves.map((by) => [by]),
      groups: { g: moves.map((_, row) => (row < 4 ? 'a' : 'b')) },
      unprivileged: [{ g: 'b' }],
      privileged: [{ g: 'a' }],
      ...change,
    });

  // 1, 2, 3, 4: mean 2.5, variance 5/3, relative variance of the mean 1/15; 4 / (1 + 8/15) rows, three quarters of
  // which are degrees of freedom.
  test('the interval of a mean matches a manual calculation', () => {
    const { value, ci, warning } = moved().averageEstimate('euclidean', { privileged: true });
    expect(value).toBe(2.5);
    const v = (0.75 * 4) / (1 + 8 / 15);
    const z = 1.959963984540054;
    const t = z * (1 + (z * z + 1) / (4 * v) + (5 * z ** 4 + 16 * z * z + 3) / (96 * v * v));
    const factor = Math.exp(t / Math.sqrt(15));
    expect(present(ci)[0]).toBeCloseTo(2.5 / factor, 9);
    expect(present(ci)[1]).toBeCloseTo(2.5 * factor, 9);
    expect(warning).toMatch(/^few distances dominate/);
  });

  test('differences and ratios equal those of the point values and agree with their tests', () => {
    const metric = moved();
    const apart = metric.meanDifferenceEstimate('manhattan');
    const ratio = metric.meanRatioEstimate('manhattan');
    expect(apart.value).toBe(metric.meanManhattanDistanceDifference());
    expect(ratio.value).toBe(metric.meanManhattanDistanceRatio());
    expect(present(apart.ci)[0] < apart.value && apart.value < present(apart.ci)[1]).toBe(true);
    expect(present(apart.ci)[0] > 0).toBe(present(apart.pValue) < 0.05);
    expect(present(ratio.ci)[0] > 1).toBe(present(apart.ci)[0] > 0);
    const edge = metric.meanDifferenceEstimate('manhattan', { confidence: 1 - present(apart.pValue) });
    expect(present(edge.ci)[0]).toBeCloseTo(0, 6);
  });

  test('weights matter only by their ratios; without information there is no interval', () => {
    const light = moved({ weight: [1, 2, 1, 2, 1, 1, 1, 1] }).averageEstimate('euclidean');
    const heavy = moved({ weight: [10, 20, 10, 20, 10, 10, 10, 10] }).averageEstimate('euclidean');
    expect(present(heavy.ci)[0]).toBeCloseTo(present(light.ci)[0], 12);
    const empty = moved({ weight: [0, 0, 0, 0, 1, 1, 1, 1] });
    expect(empty.averageEstimate('euclidean', { privileged: true })).toEqual({
      value: Number.NaN,
      reason: 'the group has no weight',
    });
    expect(empty.meanDifferenceEstimate('euclidean').reason).toBe('a group has no weight');
    const below = moved({ weight: [-1, 2, 1, 2, 1, 1, 1, 1] }).averageEstimate('euclidean');
    expect(below.ci).toBeUndefined();
    const alike = moved({ distorted: moves.map(() => [3]) });
    expect(alike.averageEstimate('euclidean')).toEqual({ value: 3, warning: expect.stringMatching(/^no interval/) });
    const still = moved({ distorted: moves.map((by, row) => [row < 4 ? 0 : by]) });
    expect(still.meanRatioEstimate('euclidean')).toEqual({
      value: Number.POSITIVE_INFINITY,
      reason: 'the privileged group was not moved',
      warning: expect.any(String),
    });
  });

  test('reject unknown options', () => {
    expect(getError(() => moved().averageEstimate(misuse('chebyshev'))).argument).toBe('kind');
    expect(getError(() => moved().averageEstimate('euclidean', misuse({ priviliged: true }))).message).toMatch(
      /privileged/,
    );
    const sure = { confidence: 2 };
    expect(getError(() => moved().meanRatioEstimate('euclidean', sure)).argument).toBe('confidence');
    const unnamed = moved({ privileged: undefined });
    expect(getError(() => unnamed.meanDifferenceEstimate('euclidean')).argument).toBe('privileged');
  });
});
