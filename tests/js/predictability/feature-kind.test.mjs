// SPDX-License-Identifier: Apache-2.0

import { misuse } from '../../misuse.mjs';
import { errorOf, predictability } from '../support.mjs';

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
const leakageOf = async (change) =>
  (await predictability.leakage({ ...given, ...change }, here)).value;

test('treats a column with fractions as numeric in every format', async () => {
  const asNumbers = await leakageOf({ feature: { values: noisy, width: 1 } });
  const texts = noisy.map(String);
  const coded = { codes: Uint32Array.from(noisy.keys()), categories: texts };
  for (const feature of [noisy, Float64Array.from(noisy), texts, coded]) {
    expect(await leakageOf({ feature })).toBe(asNumbers);
  }
  expect(await leakageOf({ feature: noisy, featureKind: 'categorical' })).not.toBe(asNumbers);
});

test('treats integers as categories unless numbers are requested', async () => {
  const steps = noisy.map((value) => Math.floor(4 * value));
  const names = steps.map((value) => `step ${value}`);
  expect(await leakageOf({ feature: steps })).toBe(await leakageOf({ feature: names }));
  const asNumbers = await leakageOf({ feature: { values: steps, width: 1 } });
  expect(await leakageOf({ feature: steps, featureKind: 'numeric' })).toBe(asNumbers);
});

test('combines columns of both kinds', async () => {
  const pair = { values: noisy.flatMap((value, i) => [value, attribute[i]]), width: 2 };
  const columns = { noisy, attribute };
  expect(await leakageOf({ feature: columns })).toBe(await leakageOf({ feature: pair }));
});

test('rejects text among numbers, and kinds that do not apply', async () => {
  const broken = [...noisy.slice(1).map(String), 'about 2'];
  await expect(leakageOf({ feature: broken })).rejects.toMatchObject({
    code: 'invalidArgument',
    argument: 'feature',
    row: 199,
  });
  await expect(leakageOf({ feature: noisy, featureKind: 'floats' })).rejects.toMatchObject({
    argument: 'featureKind',
  });
  const direction = 'attribute-from-outcome';
  expect(
    errorOf(() => predictability.leakageMetric({ direction, featureKind: 'numeric' })),
  ).toMatchObject({ argument: 'featureKind' });
  expect(errorOf(() => predictability.dpaMetric(...misuse([{}, {}]))).expected).toBe(
    'no further positional arguments',
  );
});
