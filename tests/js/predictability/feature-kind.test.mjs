// SPDX-License-Identifier: Apache-2.0

import { getError, predictability } from '../support.mjs';

// An attribute with noise, and outcomes that depend on the attribute: distinct fractions.
let state = 7;
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
};
const attribute = Array.from({ length: 200 }, () => (random() < 0.5 ? 0 : 1));
const noisy = attribute.map((a) => a + random());
const label = attribute.map((a) => (random() < (a ? 0.7 : 0.3) ? 1 : 0));
const prediction = attribute.map((a) => (random() < (a ? 0.9 : 0.1) ? 1 : 0));
const given = { label, prediction, trials: 2, epochs: 10 };
const here = { workers: 0 };
const getLeakage = async (change) => (await predictability.leakage({ ...given, ...change }, here)).value;

test('treats a column with fractions as numeric in every format', async () => {
  const asNumbers = await getLeakage({ feature: { values: noisy, width: 1 } });
  const texts = noisy.map(String);
  const coded = { codes: Uint32Array.from(noisy.keys()), categories: texts };
  for (const feature of [noisy, Float64Array.from(noisy), texts, coded]) {
    expect(await getLeakage({ feature })).toBe(asNumbers);
  }
  expect(await getLeakage({ feature: noisy, featureKind: 'categorical' })).not.toBe(asNumbers);
});

test('treats integers as categories unless numbers are requested', async () => {
  const steps = noisy.map((value) => Math.floor(4 * value));
  const names = steps.map((value) => `step ${value}`);
  expect(await getLeakage({ feature: steps })).toBe(await getLeakage({ feature: names }));
  const asNumbers = await getLeakage({ feature: { values: steps, width: 1 } });
  expect(await getLeakage({ feature: steps, featureKind: 'numeric' })).toBe(asNumbers);
});

test('combines columns of both kinds', async () => {
  const pair = { values: noisy.flatMap((value, i) => [value, attribute[i]]), width: 2 };
  const columns = { noisy, attribute };
  expect(await getLeakage({ feature: columns })).toBe(await getLeakage({ feature: pair }));
});

test('rejects text among numbers, and kinds that do not apply', async () => {
  const broken = [...noisy.slice(1).map(String), 'about 2'];
  await expect(getLeakage({ feature: broken })).rejects.toMatchObject({
    code: 'invalidArgument',
    argument: 'feature',
    row: 199,
  });
  await expect(getLeakage({ feature: noisy, featureKind: 'floats' })).rejects.toMatchObject({
    argument: 'featureKind',
  });
  const direction = 'attribute-from-outcome';
  expect(getError(() => predictability.leakageMetric({ direction, featureKind: 'numeric' }))).toMatchObject({
    argument: 'featureKind',
  });
});
