// SPDX-License-Identifier: Apache-2.0
//
// The bias scan in the package: results, the absence of results, progress, and cancellation.

import { mulberry32 } from '../../random-numbers.mjs';
import { aif360, getError } from '../support.mjs';

function getRows(count, lift) {
  const random = mulberry32(7);
  const pick = (names) => Array.from({ length: count }, () => names[Math.floor(random() * names.length)]);
  const race = pick(['a', 'b', 'c']);
  const sex = pick(['f', 'm']);
  const expectations = Float64Array.from({ length: count }, () => 0.2 + 0.4 * random());
  const isHit = (row) => race[row] === 'b' && sex[row] === 'f';
  const observations = Array.from(expectations, (p, row) => (random() < p * (isHit(row) ? lift : 1) ? 'yes' : 'no'));
  return { attributes: { race, sex }, observations, expectations };
}

const fast = { numIters: 4, replications: 19, seed: 3, favorableValue: 'yes' };

test('finds a planted subgroup with a small p-value', async () => {
  const input = getRows(1500, 1.8);
  const found = await aif360.biasScan(input, { ...fast, overpredicted: false });
  expect(found.subset).toEqual({ race: ['b'], sex: ['f'] });
  expect(found.pValue).toBe(1 / 20);
  expect(found.observed).toBeGreaterThan(found.expected);
  const again = await aif360.biasScan(input, { ...fast, overpredicted: false });
  expect(again).toEqual(found);
});

test('finds the opposite subgroup in the other direction', async () => {
  const found = await aif360.biasScan(getRows(1500, 0.3), fast);
  expect(found.subset).toEqual({ race: ['b'], sex: ['f'] });
  expect(found.observed).toBeLessThan(found.expected);
});

test('reports no evidence against correct expectations', async () => {
  const found = await aif360.biasScan(getRows(600, 1), { ...fast, replications: 39 });
  expect(found.pValue).toBeGreaterThan(0.05);
});

test('reports progress from above 0 to 1, and stops when aborted', async () => {
  const input = getRows(400, 1.5);
  const seen = [];
  await aif360.biasScan(input, { ...fast, onProgress: ({ done }) => seen.push(done) });
  expect(seen.at(-1)).toBe(1);
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  const controller = new AbortController();
  const scan = aif360.biasScan(input, {
    ...fast,
    replications: 100_000,
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(scan).rejects.toMatchObject({ name: 'AbortError' });
});

test('scans nominal outcomes class by class', async () => {
  const { attributes, observations, expectations } = getRows(500, 1.8);
  const no = expectations.map((p) => 1 - p);
  const { favorableValue, ...options } = fast;
  const input = { attributes, observations, expectations: { yes: expectations, no } };
  const all = await aif360.biasScan(input, { ...options, mode: 'nominal', overpredicted: false });
  expect(Object.keys(all)).toEqual(['no', 'yes']);
  const one = await aif360.biasScan(input, { ...options, mode: 'nominal', overpredicted: false, favorableValue });
  expect(one).toEqual(all.yes);
});

test('scans numbers by their means', async () => {
  const { attributes, expectations } = getRows(600, 1);
  const random = mulberry32(11);
  const isHit = (row) => attributes.race[row] === 'c';
  const observations = expectations.map((mean, row) => mean * (isHit(row) ? 2 : 1) + 0.1 * random());
  const found = await aif360.biasScan(
    { attributes, observations, expectations },
    { ...fast, favorableValue: 'high', mode: 'continuous', scoring: 'Gaussian', overpredicted: false },
  );
  expect(found.subset).toEqual({ race: ['c'] });
  // If low values are favorable, "over-predicted" is the other direction.
  const turned = await aif360.biasScan(
    { attributes, observations, expectations },
    { ...fast, favorableValue: 'low', mode: 'continuous', scoring: 'Gaussian', overpredicted: true },
  );
  expect(turned).toEqual(found);
});

test('MDSSClassificationMetric scans in the direction of its group', async () => {
  const { attributes, observations, expectations } = getRows(800, 1.8);
  const metric = aif360.mdssClassificationMetric({
    ...{ label: observations, score: expectations, groups: attributes, favorable: 'yes' },
  });
  const { subset } = await metric.biasScan({ privileged: false, numIters: 4, replications: 0 });
  expect(subset).toEqual({ race: ['b'], sex: ['f'] });
});

test('rejects invalid options', async () => {
  const input = getRows(20, 1);
  const call = (options, change) => aif360.biasScan({ ...input, ...change }, { ...fast, ...options });
  await expect(call({ scoring: 'Some' })).rejects.toMatchObject({ argument: 'scoring' });
  await expect(call({ scoring: 'BerkJones' })).rejects.toMatchObject({ argument: 'alpha' });
  await expect(call({ numIters: 0 })).rejects.toMatchObject({ argument: 'numIters' });
  await expect(call({ replications: 1.5 })).rejects.toMatchObject({ argument: 'replications' });
  await expect(call({ favorableValue: 'maybe' })).rejects.toMatchObject({ argument: 'favorableValue' });
  await expect(call({}, { expectations: [2] })).rejects.toMatchObject({ code: 'shapeMismatch' });
  const tooMuch = input.expectations.map(() => 2);
  await expect(call({}, { expectations: tooMuch })).rejects.toMatchObject({ row: 0 });
  expect(getError(() => aif360.mdssClassificationMetric({ label: [0, 1], score: [0.1], groups: {} }))).toMatchObject({
    code: 'shapeMismatch',
    argument: 'score',
  });
});
