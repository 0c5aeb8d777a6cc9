// SPDX-License-Identifier: Apache-2.0
//
// Attacks suppressed tables with linear programs, which compute the minimum and maximum of a small cell from all
// published numbers.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getRange } from '../linear-programs.mjs';
import { getError, impact } from '../support.mjs';
import { knowledge, smallSums, suppressedTables } from './suppressed-tables.mjs';

const getReport = (...table) => suppressedTables(impact, ...table);

const sexes = ['f', 'm', 'x', ''];
const races = ['A', 'B', 'C', 'D', ''];
const count = fc.oneof(
  { weight: 2, arbitrary: fc.nat(3) },
  { weight: 1, arbitrary: fc.nat(12) },
  { weight: 3, arbitrary: fc.integer({ min: 20, max: 200 }) },
);
const large = fc.integer({ min: 30, max: 200 });
const rarely = fc.oneof({ weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) }, { weight: 15, arbitrary: large });
const forty = (each) => fc.array(each, { minLength: 40, maxLength: 40 });

test.each([
  ['many small cells', forty(count), 30],
  ['few', forty(rarely), 60],
])(
  'no small cell can be narrowed to less than the limit: %s',
  (_, counts, numRuns) => {
    let attacked = 0;
    const property = fc.property(counts, fc.integer({ min: 2, max: 8 }), (all, below) => {
      const found = getReport(all, sexes, races, below);
      const known = knowledge(found);
      for (const asked of smallSums(found, below)) {
        attacked++;
        expect(getRange(asked, known, found.atoms)).toBeGreaterThanOrEqual(below - 1e-6);
      }
    });
    fc.assert(property, { numRuns, seed: 2026 });
    expect(attacked).toBeGreaterThan(30);
  },
  120_000,
);

// Small tables of many sizes, each attacked completely, so that a thousand are feasible.
test('no small cell can be found in a thousand random reports', () => {
  const shape = fc.record({
    sexes: fc.integer({ min: 1, max: 3 }),
    races: fc.integer({ min: 2, max: 4 }),
    isUnknown: fc.boolean(),
    counts: fc.array(fc.oneof(count, rarely), { minLength: 40, maxLength: 40 }),
    below: fc.integer({ min: 2, max: 11 }),
  });
  let reports = 0;
  let attacked = 0;
  fc.assert(
    fc.property(shape, (each) => {
      const unknown = each.isUnknown ? [''] : [];
      const ofSex = [...sexes.slice(0, each.sexes), ...unknown];
      const ofRace = [...races.slice(0, each.races), ...unknown];
      const counts = each.counts.slice(0, 2 * ofSex.length * ofRace.length);
      const found = getReport(counts, ofSex, ofRace, each.below);
      const known = knowledge(found);
      reports++;
      for (const asked of smallSums(found, each.below)) {
        attacked++;
        expect(getRange(asked, known, found.atoms)).toBeGreaterThanOrEqual(each.below - 1e-6);
      }
    }),
    { numRuns: 1000, seed: 1144 },
  );
  expect(reports).toBe(1000);
  expect(attacked).toBeGreaterThan(500);
}, 300_000);

test('the attack finds counts that primary suppression alone would reveal', () => {
  const found = getReport([50, 50, 40, 40, 30, 30, 3, 30], ['f', 'm'], ['A', 'B'], 5);
  const primary = structuredClone(found.tables);
  const open = getReport([50, 50, 40, 40, 30, 30, 3, 30], ['f', 'm'], ['A', 'B']);
  primary.forEach((table, i) => {
    table.categories = open.tables[i].categories.map((each) => ({
      ...each,
      isSuppressed: each.selected > 0 && each.selected < 5,
    }));
  });
  const asked = found.atoms.filter(({ count: each }) => each === 3);
  expect(getRange(asked, knowledge({ ...found, tables: primary }), found.atoms)).toBe(0);
  expect(getRange(asked, knowledge(found), found.atoms)).toBeGreaterThanOrEqual(5);
});

test('no other table reveals the size if all cells of an attribute are small', () => {
  // One person of race A was not selected; all of sex f were.
  const found = getReport([255, 0, 11, 0, 2, 1, 0, 255], ['f', ''], ['A', ''], 7);
  expect(found.tables.flatMap(({ categories }) => categories).map((each) => each.isSuppressed)).toEqual([
    true,
    true,
    true,
  ]);
  const notSelected = found.atoms.filter(({ race, outcome }) => race === 'A' && outcome === 'no');
  expect(getRange(notSelected, knowledge(found), found.atoms)).toBeGreaterThanOrEqual(7);
});

test('keeps most of the tables with few small cells', () => {
  const big = Array.from({ length: 32 }, (_, i) => 60 + i);
  const hidden = (all) =>
    getReport(all, ['f', 'm', 'x', 'y'], ['A', 'B', 'C', 'D'], 5).tables.map(
      ({ categories }) => categories.filter(({ isSuppressed }) => isSuppressed).length,
    );
  expect(hidden(big)).toEqual([0, 0, 0]);
  expect(hidden(big.with(10, 2))).toEqual([0, 0, 4]);
});

test('suppressed cells have no numbers and no comparisons', () => {
  const { tables } = getReport([90, 10, 30, 30, 2, 0, 30, 40], ['f', 'm'], ['A', 'B'], 5);
  const [sex, race, both] = tables;
  for (const { categories } of [sex, race, both]) {
    for (const each of categories.filter(({ isSuppressed }) => isSuppressed)) {
      expect(each).toMatchObject({
        applicants: Number.NaN,
        selected: Number.NaN,
        rate: Number.NaN,
        share: Number.NaN,
        isExcluded: false,
        impactRatio: null,
      });
    }
  }
  expect(both.categories.every(({ isSuppressed }) => isSuppressed)).toBe(true);
  expect(both).toMatchObject({ highest: [], fourFifths: { groups: [], againstHighest: null } });
});

test('sums of hidden cells are wide enough for one and for three attributes', () => {
  fc.assert(
    fc.property(fc.array(count, { minLength: 16, maxLength: 16 }), (all) => {
      const columns = { a: [...'aabbccdd'].map((each) => each), b: [...'xyxyxyxy'], c: [...'uuvvuuvv'] };
      const selected = all.slice(0, 8);
      const applicants = all.slice(8).map((rest, i) => rest + selected[i]);
      const report = impact.tables({ groups: columns, applicants, selected, suppressBelow: 5 });
      for (const { by, categories } of report.outcomes[0].tables) {
        const open = impact
          .tables({ groups: columns, applicants, selected })
          .outcomes[0].tables.find((table) => table.by.join() === by.join());
        const getHidden = (of) =>
          present(open)
            .categories.filter((_, i) => categories[i].isSuppressed)
            .map(of);
        for (const of of [(each) => each.selected, (each) => each.applicants - each.selected]) {
          const hidden = getHidden(of);
          const isSmall = (value) => value > 0 && value < 5;
          expect(present(open).categories.map(of).filter(isSmall)).toEqual(hidden.filter(isSmall));
          if (!hidden.some(isSmall) || hidden.length === present(open).categories.length) continue;
          expect(hidden.length).toBeGreaterThan(1);
          expect(hidden.reduce((total, each) => total + each, 0)).toBeGreaterThanOrEqual(5);
        }
      }
    }),
  );
});

test.each([1, 0, -3, 2.5, '5', Number.NaN])('rejects the limit %p', (suppressBelow) => {
  const error = getError(() =>
    impact.tables({ groups: { g: ['a'] }, selected: [1], suppressBelow: misuse(suppressBelow) }),
  );
  expect(error).toMatchObject({ code: 'invalidArgument', argument: 'suppressBelow' });
});
