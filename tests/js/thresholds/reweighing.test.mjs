// SPDX-License-Identifier: Apache-2.0
//
// Reweighing: manual calculations, and the balance of its weights.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { getError, thresholds } from '../support.mjs';

test('a row’s weight is the expected proportion under independence divided by the observed one', () => {
  const label = [1, 1, 0, 1, 0, 0];
  const sex = ['m', 'm', 'm', 'f', 'f', 'f'];
  // Two men have the outcome; under independence, 3 * 3 / 6 = 1.5 would.
  const weights = thresholds.reweighing({ label, groups: { sex } });
  expect([...weights]).toEqual([0.75, 0.75, 1.5, 1.5, 0.75, 0.75]);
});

test('all groups have the overall proportion of favorable outcomes', () => {
  const row = fc.record({
    group: fc.constantFrom('a', 'b', 'c'),
    label: fc.constantFrom(0, 1),
    weight: fc.integer({ min: 1, max: 5 }),
  });
  const table = fc.array(row, { minLength: 1, maxLength: 50 }).filter((rows) =>
    ['a', 'b', 'c'].every((group) => {
      const labels = new Set(rows.filter((each) => each.group === group).map((each) => each.label));
      return labels.size !== 1;
    }),
  );
  fc.assert(
    fc.property(table, (rows) => {
      const column = (name) => rows.map((each) => each[name]);
      const own = column('weight');
      const weights = thresholds.reweighing({
        label: column('label'),
        groups: { group: column('group') },
        weight: own,
        favorable: 1,
      });
      const total = (some, of) => some.reduce((sum, i) => sum + of[i], 0);
      const share = (some, of) =>
        total(
          some.filter((i) => rows[i].label === 1),
          of,
        ) / total(some, of);
      const all = rows.map((_, i) => i);
      expect(total(all, weights)).toBeCloseTo(total(all, own), 9);
      for (const group of ['a', 'b', 'c']) {
        const some = all.filter((i) => rows[i].group === group);
        if (some.length === 0) continue;
        expect(total(some, weights)).toBeCloseTo(total(some, own), 9);
        expect(share(some, weights)).toBeCloseTo(share(all, own), 9);
      }
    }),
  );
});

test('rejects columns of other lengths and unknown options', () => {
  const groups = { sex: ['m', 'f'] };
  expect(getError(() => thresholds.reweighing({ label: [1, 0, 1], groups })).code).toBe('shapeMismatch');
  expect(getError(() => thresholds.reweighing(misuse({ label: [1, 0], groups, score: [1, 2] }))).message).toContain(
    "got 'score'",
  );
});
