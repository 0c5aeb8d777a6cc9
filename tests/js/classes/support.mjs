// Shared by the multiclass tests: the entry point, and rows with multiclass labels.

import { load } from 'fairwasm/classes';
import fc from 'fast-check';
import { fair } from '../support.mjs';

export const classes = await load({ fair });
export { fair };

export const names = ['a', 'b', 'c'];

/** Rows of up to three classes in two groups, each with a weight and probabilities in twentieths. */
export const getRows = ({ weight = fc.integer({ min: 1, max: 4 }) } = {}) =>
  fc.array(
    fc.record({
      label: fc.constantFrom(...names),
      prediction: fc.constantFrom(...names),
      group: fc.constantFrom('x', 'y'),
      weight,
      shares: fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 })),
    }),
    { minLength: 1, maxLength: 40 },
  );

export const getColumns = (rows) => ({
  label: rows.map(({ label }) => label),
  prediction: rows.map(({ prediction }) => prediction),
  groups: { group: rows.map(({ group }) => group) },
  weight: rows.map(({ weight }) => weight),
  probabilities: rows.map(({ shares: [a, b] }) => [a / 20, b / 20, (20 - a - b) / 20]),
});

/** Every value of a frame, for groups, all rows, and spreads, by path. */
export function getValues(frame) {
  const all = {};
  const put = (path, { value }) => {
    all[path] = value;
  };
  for (const group of [frame.overall, ...frame.groups]) {
    for (const [name, each] of Object.entries(group.values)) put(`${group.name} ${name}`, each);
    for (const [name, list] of Object.entries(group.byClass)) {
      for (const [key, each] of Object.entries(list)) put(`${group.name} ${name} ${key}`, each);
    }
  }
  for (const name of frame.metrics) {
    for (const [member, each] of Object.entries(frame.spread(name))) put(`${name} ${member}`, each);
  }
  return all;
}

/** Throws if two records of numbers differ by more than rounding. */
export function expectAlike(one, other, digits = 11) {
  expect(Object.keys(one).sort()).toEqual(Object.keys(other).sort());
  for (const [path, value] of Object.entries(one)) {
    if (Number.isFinite(value)) expect([path, other[path]]).toEqual([path, expect.closeTo(value, digits)]);
    else expect([path, other[path]]).toEqual([path, value]);
  }
}
