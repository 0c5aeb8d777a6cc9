// SPDX-License-Identifier: Apache-2.0
//
// Entropy indices, differential fairness, and rich subgroups in the package.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { aif360, eightRows, fair, getError } from '../support.mjs';

/** @param {import('fairwasm').AuditInput<string>} columns */
function getTally({ groups, label, prediction, weight }) {
  const tally = fair.tally({ groups: Object.keys(groups), label: true, prediction: true });
  tally.update({ groups, label, prediction, weight });
  return tally;
}

const binary = fc.constantFrom(0, 1);
const row = fc.record({ sex: binary, race: fc.constantFrom('a', 'b', 'c'), y: binary, p: binary });
const table = fc
  .array(row, { minLength: 2, maxLength: 60 })
  .map((rows) => ({
    groups: { sex: rows.map(({ sex }) => sex), race: rows.map(({ race }) => race) },
    label: rows.map(({ y }) => y),
    prediction: rows.map(({ p }) => p),
  }));

test('computes indices that match manual calculations', () => {
  const tally = getTally(eightRows()); // benefits 0 0 1 1 1 1 2 2
  expect(aif360.generalizedEntropyIndex(tally, ['1'])).toBe(0.25);
  expect(aif360.theilIndex(tally, ['1'])).toBeCloseTo(Math.LN2 / 2, 15);
  expect(aif360.coefficientOfVariation(tally, ['1'])).toBe(Math.SQRT1_2);
  expect(aif360.coefficientOfVariation(tally, ['1'], [[{ race: 'a' }], []])).toBeCloseTo(1, 15);
});

test('returns nonnegative indices, at most as large between groups as between individuals', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(0.5, 1, 2, 3), (columns, alpha) => {
      const tally = getTally(columns);
      const own = aif360.generalizedEntropyIndex(tally, ['1'], alpha);
      const between = aif360.generalizedEntropyIndex(tally, ['1'], alpha, 'allGroups');
      if (Number.isNaN(own)) return; // no one has any benefit
      expect(own).toBeGreaterThanOrEqual(-1e-12);
      expect(between).toBeGreaterThanOrEqual(-1e-12);
      expect(between).toBeLessThanOrEqual(own + 1e-12);
      expect(aif360.coefficientOfVariation(tally, ['1'], 'allGroups')).not.toBeNaN();
    }),
  );
});

test('does not change indices if rows are duplicated', () => {
  fc.assert(
    fc.property(table, (columns) => {
      const twice = (values) => [...values, ...values];
      const doubled = getTally({
        groups: { sex: twice(columns.groups.sex), race: twice(columns.groups.race) },
        label: twice(columns.label),
        prediction: twice(columns.prediction),
      });
      const tally = getTally(columns);
      const [sex = 0] = columns.groups.sex;
      const [race = 'a'] = columns.groups.race;
      /** @type {import('fairwasm/aif360').BenefitsOf[]} */
      const ways = ['individuals', 'allGroups', [[{ sex, race }], []]];
      for (const of of ways) {
        const value = aif360.generalizedEntropyIndex(tally, ['1'], 2, of);
        const other = aif360.generalizedEntropyIndex(doubled, ['1'], 2, of);
        expect(Object.is(value, other) || Math.abs(value - other) < 1e-12).toBe(true);
      }
    }),
  );
});

test('differential fairness is symmetric and satisfies the triangle inequality', () => {
  const tally = getTally({ groups: { sex: [0, 0, 1, 1] }, label: [1, 0, 1, 1], prediction: [1, 0, 1, 0] });
  expect(aif360.smoothedEmpiricalDifferentialFairness(tally, ['1'])).toBeCloseTo(Math.log(0.5 / (0.5 / 3)), 12);
  expect(aif360.smoothedEmpiricalDifferentialFairness(tally, ['1'], 1, 'prediction')).toBe(0);
  expect(aif360.differentialFairnessBiasAmplification(tally, ['1'])).toBeCloseTo(-Math.log(3), 12);
});

test('finds no rich subgroup if predictions are equal for all rows', () => {
  const input = { groups: { sex: [0, 0, 1, 1] }, label: [0, 1, 0, 1], prediction: [0.5, 0.5, 0.5, 0.5] };
  expect(aif360.richSubgroup(input, 'FP')).toBe(0);
  expect(aif360.richSubgroup(input, 'FN')).toBe(0);
});

test('rejects invalid arguments', () => {
  const tally = getTally(eightRows());
  expect(getError(() => aif360.generalizedEntropyIndex(tally, ['1'], misuse('2')))).toMatchObject({
    argument: 'alpha',
  });
  expect(getError(() => aif360.theilIndex(tally, ['1'], [[{ age: 1 }]]))).toMatchObject({ argument: 'attribute' });
  expect(getError(() => aif360.theilIndex(tally, ['1'], [misuse({ race: 'a' })]))).toMatchObject({
    argument: 'condition',
  });
  const rich = (change) =>
    getError(() => aif360.richSubgroup({ groups: { sex: [0, 1] }, label: [0, 1], prediction: [0, 1], ...change }));
  expect(rich({ label: [1, 2] })).toMatchObject({ argument: 'label' });
  expect(rich({ label: [1, 1] })).toMatchObject({ argument: 'label' });
  expect(rich({ groups: { sex: ['f', 'm'] } })).toMatchObject({ argument: 'attributes' });
  expect(rich({ prediction: [0] })).toMatchObject({ code: 'shapeMismatch' });
});
