// SPDX-License-Identifier: Apache-2.0
//
// AUCs of overlapping identities, and their power means.

import fc from 'fast-check';
import { getError, scores } from '../support.mjs';

const rows = () => ({
  label: [1, 0, 1, 0, 1, 0],
  score: [0.9, 0.8, 0.3, 0.2, 0.6, 0.6],
  identities: { a: [1, 1, 1, 0, 0, 0], b: [true, false, true, true, false, true] },
});

test('matches a manual calculation', () => {
  const areas = scores.subgroupAreas(rows());
  // Positives 0.9, 0.3, 0.6; negatives 0.8, 0.2, 0.6.
  expect(areas.overall.value).toBeCloseTo((3 + 1 + 1.5) / 9, 15);
  const [a, b] = areas.identities;
  expect(a).toMatchObject({ name: 'a', rows: 3 });
  expect(a.subgroup.value).toBe(0.5); // 0.9 and 0.3 compared with 0.8
  expect(a.bpsn.value).toBe(0); // 0.6 compared with 0.8
  expect(a.bnsp.value).toBe(0.75); // 0.9 and 0.3 compared with 0.2 and 0.6
  expect(b.subgroup.value).toBe(0.75); // 0.9 and 0.3 compared with 0.2 and 0.6
  expect(b.bpsn.value).toBe(0.75); // 0.6 compared with 0.2 and 0.6
  expect(b.bnsp.value).toBe(0.5); // 0.9 and 0.3 compared with 0.8
  expect(areas.bpsn.value).toBe(0);
  const mean = ((0.5 ** -5 + 0.75 ** -5) / 2) ** (-1 / 5);
  expect(areas.subgroup.value).toBeCloseTo(mean, 15);
  expect(areas.final.value).toBeCloseTo((areas.overall.value + 2 * mean) / 4, 15);
  expect(scores.subgroupAreas(rows(), { power: 1 }).bnsp.value).toBeCloseTo(0.625, 15);
});

test('an undefined AUC makes one mean undefined and is omitted from the other', () => {
  const { label, score } = rows();
  const identities = { a: [1, 1, 1, 0, 0, 0], positives: [1, 0, 1, 0, 0, 0] };
  const areas = scores.subgroupAreas({ label, score, identities });
  expect(areas.identities[1].subgroup.reason).toBe('the rows of positives lack an outcome');
  expect(areas.subgroup).toMatchObject({ value: Number.NaN, reason: 'an AUC is undefined' });
  expect(areas.final.value).toBeNaN();
  expect(areas.ofDefined.subgroup.value).toBeCloseTo(0.5, 15);
  const none = scores.subgroupAreas({ label, score, identities: {} });
  expect(none.final.reason).toBe('no identity');
  expect(none.overall.value).toBe(areas.overall.value);
});

test('does not depend on the order of rows or identities', () => {
  const someRows = fc.array(
    fc.record({
      label: fc.integer({ min: 0, max: 1 }),
      score: fc.integer({ min: -9, max: 9 }),
      a: fc.boolean(),
      b: fc.boolean(),
      weight: fc.integer({ min: 0, max: 4 }),
    }),
    { minLength: 1, maxLength: 40 },
  );
  const getAreas = (given, names) => {
    const pick = (name) => given.map((row) => row[name]);
    const identities = Object.fromEntries(names.map((name) => [name, pick(name)]));
    const { label, score, weight } = Object.fromEntries(['label', 'score', 'weight'].map((name) => [name, pick(name)]));
    const areas = scores.subgroupAreas({ label, score, weight, identities });
    return areas.identities.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  };
  fc.assert(
    fc.property(someRows, (given) => {
      expect(getAreas(given.toReversed(), ['b', 'a'])).toEqual(getAreas(given, ['a', 'b']));
    }),
    { numRuns: 60 },
  );
});

test('rejects invalid input with column and row', () => {
  const refused = (changed, options) => getError(() => scores.subgroupAreas({ ...rows(), ...changed }, options));
  expect(refused({ identities: { a: [1, 0, 2, 0, 0, 0] } })).toMatchObject({ argument: 'a', row: 2 });
  expect(refused({ identities: { a: [1, 0] } })).toMatchObject({ code: 'shapeMismatch', argument: 'a' });
  expect(refused({ score: Float64Array.of(1, 2, 3, Number.NaN, 4, 5) })).toMatchObject({
    ...{ argument: 'score', row: 3 },
  });
  expect(refused({ weight: [1, -1, 1, 1, 1, 1] })).toMatchObject({ argument: 'weight', row: 1 });
  expect(refused({ groups: {} })).toMatchObject({ argument: 'subgroupAreas' });
  for (const power of [0, Number.NaN, '5']) {
    expect(refused({}, { power })).toMatchObject({ argument: 'power' });
  }
  expect(refused({}, { p: -5 }).actual).toContain('p');
});
