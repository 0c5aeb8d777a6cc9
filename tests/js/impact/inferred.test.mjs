// SPDX-License-Identifier: Apache-2.0
//
// Probabilities of categories from names and places.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { getError, impact } from '../support.mjs';

const tables = () => ({
  surname: { name: ['GARCIA', 'SMITH', 'LEE'], counts: { a: [9, 1, 4], b: [1, 9, 4] } },
  firstName: { name: ['Ana', 'Bo'], counts: { a: [30, 10], b: [10, 30] } },
  place: { name: ['t1', 't2', 'empty'], counts: { a: [50, 50, 0], b: [20, 80, 0] } },
});
const infer = (others) => impact.inferProbabilities(misuse({ tables: tables(), ...others }));

test('matches a manual calculation', () => {
  const { surname, place } = tables();
  const { probabilities, unmatched, unmatchedEverywhere } = impact.inferProbabilities({
    surname: ['García', 'smith', 'O’Nobody', ''],
    place: ['t1', 't2', 't2', 'empty'],
    tables: { surname, place },
  });
  const { a } = probabilities;
  // P(t1 | a) is 0.5, and P(t1 | b) 0.2.
  expect(a[0]).toBeCloseTo((0.9 * 0.5) / (0.9 * 0.5 + 0.1 * 0.2), 14);
  expect(a[1]).toBeCloseTo((0.1 * 0.5) / (0.1 * 0.5 + 0.9 * 0.8), 14);
  // Half of all surnames are a.
  expect(a[2]).toBeCloseTo(0.5 / (0.5 + 0.8), 14);
  expect(a[3]).toBe(0.5);
  expect(unmatched).toEqual({ surname: 0.5, place: 0.25 });
  expect(unmatchedEverywhere).toBe(0.25);
});

test('uses first names, double names, and equal names that are added up', () => {
  const { probabilities } = infer({
    surname: ['Garcia-Lee', 'Smith Garcia', 'Lee'],
    firstName: ['ANA', 'Bo', 'Zoe'],
    place: ['t1', 't1', 't1'],
  });
  expect(probabilities.a[0]).toBeCloseTo((0.9 * 0.75 * 0.5) / (0.9 * 0.75 * 0.5 + 0.1 * 0.25 * 0.2), 14);
  expect(probabilities.a[1]).toBeCloseTo((0.1 * 0.25 * 0.5) / (0.1 * 0.25 * 0.5 + 0.9 * 0.75 * 0.2), 14);
  const { probabilities: doubled } = impact.inferProbabilities({
    surname: ['Lee'],
    tables: { surname: { name: ['Lee', 'LEE'], counts: { a: [1, 2], b: [3, 0] } } },
  });
  expect(doubled.a[0]).toBe(0.5);
});

test('uses the surname alone if a place excludes its categories', () => {
  const { probabilities, contradictory } = impact.inferProbabilities({
    surname: ['x'],
    place: ['t'],
    tables: {
      surname: { name: ['x', 'y'], counts: { a: [1, 0], b: [0, 1] } },
      place: { name: ['t', 'u'], counts: { a: [0, 1], b: [1, 0] } },
    },
  });
  expect(probabilities.a[0]).toBe(1);
  expect(contradictory).toBe(1);
});

test('reads percentages of a census: numbers of people, and suppressed values', () => {
  const { probabilities } = impact.inferProbabilities({
    surname: ['Garcia', 'Rare', 'Nobody'],
    firstName: ['Ana', 'Bo', 'Ana'],
    tables: {
      surname: {
        name: ['GARCIA', 'RARE'],
        counts: { a: ['90', '40'], b: ['6', '(S)'], c: ['4', '(S)'] },
        people: [900, 100],
      },
      firstName: { name: ['Ana', 'Bo'], counts: { a: [50, 80], b: [30, 10], c: [20, 10] }, people: [100, 400] },
    },
  });
  // Ana is the name of 50 of 370 people of a, 30 of 70 of b, and 20 of 60 of c.
  const [ana, bo] = [
    [50 / 370, 30 / 70, 20 / 60],
    [320 / 370, 40 / 70, 40 / 60],
  ];
  const normalized = (surname, firstName) => {
    const products = surname.map((share, i) => share * firstName[i]);
    const sum = products.reduce((total, each) => total + each, 0);
    return products.map((each) => each / sum);
  };
  // RARE is 40, 30, and 30 percent; of 1000 people, 850, 84, and 66 belong to the categories.
  const expected = [
    normalized([0.9, 0.06, 0.04], ana),
    normalized([0.4, 0.3, 0.3], bo),
    normalized([0.85, 0.084, 0.066], ana),
  ];
  for (const [i, name] of ['a', 'b', 'c'].entries()) {
    for (const row of [0, 1, 2]) {
      expect(probabilities[name][row]).toBeCloseTo(expected[row][i], 14);
    }
  }
  const wrong = (others) =>
    getError(() =>
      infer({ surname: ['Lee'], tables: { surname: { name: ['LEE'], counts: { a: [1], b: [2] }, ...others } } }),
    );
  expect(wrong({ people: [-1] })).toMatchObject({ argument: 'tables.surname.people', row: 0 });
  expect(wrong({ people: [1, 2] })).toMatchObject({ code: 'shapeMismatch' });
  expect(wrong({ counts: { a: ['(D)'], b: [2] } })).toMatchObject({ argument: 'a', row: 0 });
});

test('gives probabilities that byProbability accepts', () => {
  const row = fc.record({
    surname: fc.constantFrom('Garcia', 'Smith', 'Lee', 'Other'),
    firstName: fc.constantFrom('Ana', 'Bo', 'Other'),
    place: fc.constantFrom('t1', 't2', 't3'),
    selected: fc.nat(1),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 5, maxLength: 40 }), (rows) => {
      const column = (name) => rows.map((each) => each[name]);
      fc.pre(new Set(column('selected')).size === 2);
      const { probabilities } = infer({
        surname: column('surname'),
        firstName: column('firstName'),
        place: column('place'),
      });
      probabilities.a.forEach((p, i) => {
        expect(p + probabilities.b[i]).toBeCloseTo(1, 12);
      });
      const { categories } = impact.byProbability({ probabilities, selected: column('selected') });
      expect(categories.map(({ name }) => name)).toEqual(['a', 'b']);
    }),
  );
});

test.each([
  ['place', { surname: ['x'], firstName: ['x'] }],
  ['firstName', { surname: ['x'], firstName: ['x', 'y'], place: ['t1'] }],
  ['inferProbabilities', { surname: ['x'], names: ['x'] }],
  ['tables.place.counts', { place: ['t1'], table: { name: ['t1'], counts: { a: [1], c: [1] } } }],
  ['b', { place: ['t1'], table: { name: ['t1'], counts: { a: [1], b: [-1] } } }],
])('rejects %s: %j', (argument, /** @type {any} */ { table, ...input }) => {
  const { surname } = tables();
  const given = table ? { tables: { surname, place: table } } : {};
  const call = () => infer({ surname: ['x'], ...given, ...input });
  expect(getError(call)).toMatchObject({ argument });
});
