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

/** Returns rows of people: strata a and b, and whether each person is selected. */
function drawPeople(people, times) {
  const rows = Array.from({ length: people * times }, (_, row) => Math.floor(row / times));
  return {
    group: rows.map((person) => 'fm'[person % 2]),
    within: rows.map((person) => 'ab'[Math.floor(person / 2) % 2]),
    selected: rows.map((person) => ((person * 7) % 5 < 2 + (person % 2) ? 1 : 0)),
    cluster: rows.map((person) => `p${person}`),
  };
}

const getFirst = (input) => impact.conditionalDisparity(input).groups[0];

test('has intervals of the jackknife over clusters', () => {
  const rows = drawPeople(60, 1);
  const found = impact.conditionalDisparity(rows);
  const [{ disparity, conditional }] = found.groups;
  expect(found.clusters).toBe(60);
  const without = (person, read) =>
    read(
      getFirst({
        group: rows.group.filter((_, row) => row !== person),
        within: rows.within.filter((_, row) => row !== person),
        selected: rows.selected.filter((_, row) => row !== person),
      }),
    );
  for (const [{ value, ci }, read] of /** @type {const} */ ([
    [disparity, (group) => group.disparity.value],
    [conditional, (group) => group.conditional.value],
  ])) {
    const all = rows.group.map((_, person) => without(person, read));
    const error = Math.sqrt((59 / 60) * all.reduce((sum, each) => sum + (each - value) ** 2, 0));
    const [low, high] = present(ci);
    expect((high - low) / 2 / error).toBeGreaterThan(1.96);
    expect((high - low) / 2 / error).toBeLessThan(2.1);
    expect((high + low) / 2).toBeCloseTo(value, 12);
  }
});

test('counts people, not their rows', () => {
  const [one, five] = [getFirst(drawPeople(60, 1)), getFirst(drawPeople(60, 5))];
  present(five.conditional.ci).forEach((end, i) => {
    expect(end).toBeCloseTo(present(one.conditional.ci)[i], 12);
  });
  const { cluster: _, ...independent } = drawPeople(60, 5);
  expect(present(getFirst(independent).disparity.ci)[0]).toBeGreaterThan(present(five.disparity.ci)[0]);
});

test('warns of few clusters, and of one that dominates', () => {
  const rows = drawPeople(60, 2);
  const few = getFirst({ ...rows, cluster: rows.cluster.map((_, row) => (row * row) % 7) });
  expect(few.disparity.warning).toBe('4 clusters: the interval is approximate');
  const one = rows.cluster.map((person, row) =>
    rows.selected[row] === 1 && rows.group[row] === 'f' && row > 20 ? 'one' : person,
  );
  expect(getFirst({ ...rows, cluster: one }).disparity.warning).toMatch(/^one cluster accounts/);
  const crossed = { ...rows, crossedCluster: rows.cluster.map((_, row) => row % 15) };
  expect(impact.conditionalDisparity(crossed).clusters).toBe(15);
  expect(getError(() => impact.conditionalDisparity(misuse({ ...rows, cluster: [1] })))).toMatchObject({
    code: 'shapeMismatch',
    argument: 'cluster',
  });
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
  expect(getError(() => impact.conditionalDisparity(misspelt)).argument).toBe('conditionalDisparity');
});
