// SPDX-License-Identifier: Apache-2.0
//
// Demographic disparity within strata.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, impact } from '../support.mjs';

test('matches a manual calculation', () => {
  const { groups, strata, comparedShare } = impact.conditionalDisparity({
    group: [...'ffmffmmm', 'm'],
    selected: [...'001011010'].map(Number),
    within: [...'aaaabbbb', 'c'],
  });
  // a: rejected f, f, f... of 4 rows; b: 4 rows; c: no one was selected.
  expect(strata).toEqual([
    { name: 'a', rows: 4, selected: 1 },
    { name: 'b', rows: 4, selected: 3 },
    { name: 'c', rows: 1, selected: 0 },
  ]);
  const [f, m] = groups;
  // a: 3 of 3 rejected and 0 of 1 selected; b: 0 of 1 rejected and 1 of 3 selected.
  expect(f.strata.map(({ value }) => value)).toEqual([1, -1 / 3, Number.NaN]);
  expect(f.conditional.value).toBeCloseTo((1 - 1 / 3) / 2, 15);
  expect(f.disparity.value).toBeCloseTo(3 / 5 - 1 / 4, 15);
  expect(m.strata[2].reason).toBe('no one was selected');
  expect(comparedShare).toBe(8 / 9);
});

test('sums to 0 over groups, and intervals contain the value', () => {
  const row = fc.tuple(fc.constantFrom(...'fmx'), fc.nat(1), fc.constantFrom(...'abc'));
  fc.assert(
    fc.property(fc.array(row, { minLength: 10, maxLength: 60 }), (rows) => {
      const [group, selected, within] = [0, 1, 2].map((i) => rows.map((each) => each[i]));
      fc.pre(new Set(selected).size === 2);
      const { groups } = impact.conditionalDisparity(misuse({ group, selected, within }));
      const total = groups.reduce((sum, { disparity }) => sum + disparity.value, 0);
      expect(total).toBeCloseTo(0, 12);
      for (const { disparity, conditional, strata } of groups) {
        for (const { value, ci } of [disparity, conditional, ...strata]) {
          if (Number.isNaN(value)) continue;
          const [low, high] = present(ci);
          expect(low - 1e-12 <= value && value <= high + 1e-12).toBe(true);
          expect(low >= -1 - 1e-12 && high <= 1 + 1e-12).toBe(true);
        }
      }
    }),
  );
});

test('is undefined if no stratum has both outcomes', () => {
  const { groups, comparedShare } = impact.conditionalDisparity({
    group: ['f', 'm'],
    selected: [1, 0],
    within: ['a', 'b'],
  });
  expect(groups[0].conditional.reason).toBe('no stratum has both selected and rejected people');
  expect(comparedShare).toBe(0);
});

test('rejects columns of different lengths and unknown options', () => {
  const input = { group: ['f', 'm'], selected: [1, 0], within: ['a'] };
  expect(getError(() => impact.conditionalDisparity(input)).argument).toBe('within');
  const misspelt = misuse({ ...input, strata: ['a', 'b'] });
  expect(getError(() => impact.conditionalDisparity(misspelt)).argument).toBe(
    'conditionalDisparity',
  );
});
