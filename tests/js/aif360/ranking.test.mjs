// SPDX-License-Identifier: Apache-2.0

import { aif360, getError } from '../support.mjs';

const ranking = () => aif360.regressionDatasetMetric({ score: [9, 7, 5, 1], groups: { sex: ['m', 'm', 'm', 'f'] } });

test('scales scores and discounts lower ranks', () => {
  expect([...ranking().scores]).toEqual([1, 0.75, 0.5, 0]);
  expect(ranking().discountedCumGain()).toBeCloseTo(1 + 0.75 / Math.log2(3) + 0.25, 12);
  expect(ranking().discountedCumGain({ r: 1 })).toBe(1);
  expect(ranking().discountedCumGain({ normalized: true, fullDataset: ranking() })).toBe(1);
});

test('counts prefixes in which a group is underrepresented', () => {
  expect(ranking().infeasibleIndex({ f: 0.5, m: 0.5 })).toEqual({ index: 2, positions: [1, 2] });
  expect(ranking().infeasibleIndex({ f: 0.5, m: 0.5 }, 3)).toEqual({ index: 1, positions: [1] });
  expect(ranking().infeasibleIndex({ f: 0, m: 1 }, -4)).toEqual({ index: 0, positions: [] });
});

test('rejects invalid arguments', () => {
  const metric = ranking();
  const targets = { f: 0.5, m: 0.5 };
  expect(getError(() => metric.infeasibleIndex({ f: 1 }))).toMatchObject({ argument: 'targetProportions' });
  expect(getError(() => metric.infeasibleIndex({ ...targets, x: 0 }))).toMatchObject({ argument: 'targetProportions' });
  expect(getError(() => metric.infeasibleIndex(targets, 2.5))).toMatchObject({ argument: 'r' });
  expect(getError(() => metric.infeasibleIndex({ f: Number.NaN, m: 1 }))).toMatchObject({
    argument: 'targetProportions',
  });
  expect(getError(() => metric.discountedCumGain({ r: -1 }))).toMatchObject({ argument: 'r' });
  expect(getError(() => metric.discountedCumGain({ normalized: true }))).toMatchObject({ argument: 'fullDataset' });
  expect(getError(() => aif360.regressionDatasetMetric({ score: [1, 2], groups: { sex: [1] } }))).toMatchObject({
    code: 'shapeMismatch',
  });
  expect(getError(() => aif360.regressionDatasetMetric({ score: [1, 'x'], groups: {} }))).toMatchObject({ row: 1 });
});
