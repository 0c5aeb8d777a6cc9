// SPDX-License-Identifier: Apache-2.0
//
// Adverse impact tables: values computed by hand, and invariance to the order of rows.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, impact } from '../support.mjs';

const sex = ['f', 'm', 'f', 'm', 'f', null, 'f', 'm', 'm', 'f'];
const race = ['A', 'A', 'B', 'B', '?', 'A', 'A', 'A', 'B', 'B'];
const selected = ['yes', 'yes', 'no', 'yes', 'yes', 'no', 'no', 'no', 'yes', 'yes'];
const columns = { groups: { sex, race }, selected };

const outline = ({ by, unknown, highest, categories }) => ({
  by,
  unknown,
  highest,
  rows: categories.map(({ name, applicants, selected: hits, impactRatio }) => [
    name,
    applicants,
    hits,
    impactRatio?.value ?? null,
  ]),
});

test('computes a table for each attribute and one for both, omitting unknown categories', () => {
  const report = impact.tables(columns);
  expect(report).toMatchObject({ kind: 'selected', applicants: 10, median: null, rule: null });
  const [{ name, tables }, ...more] = report.outcomes;
  expect([name, more]).toEqual(['yes', []]);
  expect(tables.map(outline)).toEqual([
    {
      by: ['sex'],
      unknown: 1,
      highest: ['m'],
      rows: [
        ['f', 5, 3, 0.8],
        ['m', 4, 3, 1],
      ],
    },
    {
      by: ['race'],
      unknown: 1,
      highest: ['B'],
      rows: [
        ['A', 5, 2, 8 / 15],
        ['B', 4, 3, 1],
      ],
    },
    {
      by: ['sex', 'race'],
      unknown: 2,
      highest: ['m, B'],
      rows: [
        ['f, A', 2, 1, 0.5],
        ['f, B', 2, 1, 0.5],
        ['m, A', 2, 1, 0.5],
        ['m, B', 2, 2, 1],
      ],
    },
  ]);
  expect(tables[2].categories[0]).toMatchObject({
    categories: { sex: 'f', race: 'A' },
    rate: 0.5,
    share: 0.2,
    isExcluded: false,
  });
});

test('a score selects rows strictly above the median', () => {
  const score = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const report = impact.tables({ groups: { sex }, score });
  expect(report).toMatchObject({ median: 5.5, confidence: null });
  const [{ tables }] = report.outcomes;
  expect(outline(tables[0]).rows).toEqual([
    ['f', 5, 2, 0.8],
    ['m', 4, 2, 1],
  ]);
  const { impactRatio } = tables[0].categories[0];
  expect(impactRatio).toEqual({ value: 0.8, warning: expect.stringContaining('the median') });
});

// The mean of these two is rounded to the greater one, which is still above the median.
test('a median between adjacent floating-point numbers selects the greater one', () => {
  const [low, high] = [1 + Number.EPSILON, 1 + 2 * Number.EPSILON];
  expect(low / 2 + high / 2).toBe(high);
  const { outcomes } = impact.tables({ groups: { sex: ['f', 'm'] }, score: [low, high] });
  expect(outline(outcomes[0].tables[0]).rows).toEqual([
    ['f', 1, 0, 0],
    ['m', 1, 1, 1],
  ]);
});

test('multiclass outcomes have separate tables whose selections add up', () => {
  const assigned = ['x', 'y', 'x', 'z', 'x', 'y', 'z', 'z', 'x', 'y'];
  const { outcomes } = impact.tables({ groups: { sex }, assigned });
  expect(outcomes.map(({ name }) => name)).toEqual(['x', 'y', 'z']);
  const hits = outcomes.map(({ tables }) => tables[0].categories.map((each) => each.selected));
  expect(hits).toEqual([
    [3, 1],
    [1, 1],
    [1, 2],
  ]);
});

describe('small categories', () => {
  const many = (n, value) => Array(n).fill(value);
  const groups = { race: [...many(93, 'A'), ...many(7, 'B')] };
  const hits = [...many(40, 1), ...many(53, 0), ...many(6, 1), 0];

  test('keeps a proportion exactly at the limit, whatever rounding does', () => {
    expect(0.07 * 100).toBeGreaterThan(7);
    const kept = impact.tables({ groups, selected: hits, excludeBelow: 0.07 });
    expect(kept.outcomes[0].tables[0].categories[1].isExcluded).toBe(false);
  });

  test('lists small categories without a ratio, and excludes them from the highest rate', () => {
    const { outcomes } = impact.tables({ groups, selected: hits, excludeBelow: 0.0701 });
    const [table] = outcomes[0].tables;
    expect(table.highest).toEqual(['A']);
    expect(table.categories[1]).toMatchObject({ applicants: 7, selected: 6, impactRatio: null });
    expect(present(table.fourFifths).groups.map(({ name }) => name)).toEqual(['A']);
  });
});

test('adds names of unknown categories to missing values', () => {
  const race = ['NA', 'Unknown', 'unknown', ' Unknown ', '', null, Number.NaN];
  const names = (unknownValues) => {
    const input = { groups: { race }, selected: race.map(() => 1), favorable: 1, unknownValues };
    const [{ tables }] = impact.tables(input).outcomes;
    return [tables[0].unknown, tables[0].categories.map(({ name }) => name)];
  };
  expect(names(undefined)).toEqual([4, ['Unknown', 'unknown']]);
  expect(names(['Unknown'])).toEqual([6, ['unknown']]);
  expect(names([])).toEqual([4, ['Unknown', 'unknown']]);
});

test('gives reasons for undefined ratios if no one is selected', () => {
  const { outcomes } = impact.tables({ ...columns, selected: sex.map(() => 'no'), favorable: 'yes' });
  const [table] = outcomes[0].tables;
  expect(table.highest).toEqual(['f', 'm']);
  expect(table.categories[0].impactRatio).toEqual({ value: Number.NaN, reason: 'no one was selected in any category' });
});

describe('Local Law 144', () => {
  const input = { sex, race, selected };

  test('has three tables and a source with date, without a threshold', () => {
    const { rule, outcomes } = impact.localLaw144(input);
    expect(rule).toMatchObject({ date: '2023-04-06', source: expect.stringContaining('5-303') });
    expect(outcomes[0].tables.map(({ by }) => by)).toEqual([['race'], ['sex'], ['race', 'sex']]);
    expect(outcomes[0].tables.map(({ fourFifths }) => fourFifths)).toEqual([null, null, null]);
    expect(JSON.stringify(rule)).not.toMatch(/complian|\bfair\b/i);
  });

  test('rejects imputed categories', () => {
    expect(getError(() => impact.localLaw144({ ...input, imputed: ['race'] }))).toMatchObject({
      code: 'invalidArgument',
      argument: 'imputed',
    });
    expect(impact.localLaw144({ ...input, imputed: [] }).imputed).toEqual([]);
    expect(impact.tables({ ...columns, imputed: ['race'] }).imputed).toEqual(['race']);
  });

  test.each([
    ['race', { race: undefined }],
    ['excludeSmall', { excludeSmall: 'no' }],
    ['localLaw144', { excludeBelow: 0.1 }],
    ['localLaw144', { groups: { sex } }],
  ])('rejects another %s', (argument, change) => {
    const error = getError(() => impact.localLaw144(misuse({ ...input, ...change })));
    expect(error).toMatchObject({ code: 'invalidArgument', argument });
  });
});

test.each([
  ['selected', { selected: undefined }],
  ['selected', { score: [1] }],
  ['favorable', { selected: undefined, assigned: sex, favorable: 'yes' }],
  ['favorable', { favorable: 'yse' }],
  ['excludeBelow', { excludeBelow: 2 }],
  ['excludeBelow', { excludeBelow: -0.02 }],
  ['excludeBelow', { excludeBelow: Number.NaN }],
  ['imputed', { imputed: ['rase'] }],
  ['reference', { reference: { races: 'A' } }],
  ['reference', { reference: { race: 'C' } }],
  ['confidence', { confidence: 95 }],
  ['tables', { exclude: 0.02 }],
  ['groups', { groups: {} }],
  ['groups', { groups: sex }],
  ['unknownValues', { unknownValues: 'NA' }],
])('rejects %s: %j', (argument, change) => {
  expect(getError(() => impact.tables(misuse({ ...columns, ...change })))).toMatchObject({
    code: 'invalidArgument',
    argument,
  });
});

test('errors name the row', () => {
  const counts = (applicants, hits) => () => impact.tables({ groups: { sex: ['f', 'm'] }, applicants, selected: hits });
  expect(getError(counts([10, 3], [1, 4]))).toMatchObject({ argument: 'selected', row: 1 });
  expect(getError(counts([10, 2.5], [1, 1]))).toMatchObject({ argument: 'applicants', row: 1 });
  expect(getError(counts([2 ** 53 - 1, 2], [1, 1])).code).toBe('tooLarge');
  expect(getError(counts([10], [1])).code).toBe('shapeMismatch');
  const score = [1, Number.POSITIVE_INFINITY];
  expect(getError(() => impact.tables({ groups: { sex: ['f', 'm'] }, score }))).toMatchObject({
    argument: 'score',
    row: 1,
  });
  const missing = { ...columns, selected: selected.with(3, '') };
  expect(getError(() => impact.tables(missing))).toMatchObject({ code: 'missingValue', row: 3 });
});

const rows = fc.array(
  fc.record({
    sex: fc.constantFrom('f', 'm', null),
    race: fc.constantFrom('A', 'B', 'C', 'B, C', 'Unknown'),
    hit: fc.constantFrom(0, 1),
    score: fc.integer({ min: -5, max: 5 }),
  }),
  { minLength: 1, maxLength: 60 },
);
const getInput = (all, outcome) => ({
  groups: { sex: all.map((row) => row.sex), race: all.map((row) => row.race) },
  unknownValues: ['Unknown'],
  ...outcome,
});

test('does not depend on the order of rows', () => {
  fc.assert(
    fc.property(rows, fc.boolean(), (all, scored) => {
      const tables = (list) => {
        const hits = list.map(({ hit }) => hit);
        const outcome = scored ? { score: list.map(({ score }) => score) } : { selected: hits, favorable: 1 };
        return impact.tables(getInput(list, outcome));
      };
      expect(tables(all.toReversed())).toEqual(tables(all));
    }),
  );
});

test('counts equal their rows', () => {
  fc.assert(
    fc.property(rows, fc.array(fc.nat(3), { minLength: 60, maxLength: 60 }), (all, times) => {
      const repeated = all.flatMap((row, i) => Array(times[i]).fill(row));
      fc.pre(repeated.length > 0);
      const byRows = impact.tables(getInput(repeated, { selected: repeated.map(({ hit }) => hit), favorable: 1 }));
      const byCounts = impact.tables(
        getInput(all, { applicants: all.map((_, i) => times[i]), selected: all.map(({ hit }, i) => hit * times[i]) }),
      );
      const present = ({ categories }) => categories.filter(({ applicants }) => applicants > 0);
      byCounts.outcomes[0].tables.forEach((table, i) => {
        const other = byRows.outcomes[0].tables[i];
        expect(present(table)).toEqual(other.categories);
        expect(table.unknown).toBe(other.unknown);
        expect(table.highest).toEqual(other.highest);
      });
    }),
  );
});

test('ratios are at most 1, equal 1 for the highest rate, and are within their intervals', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const { outcomes } = impact.tables(getInput(all, { selected: all.map(({ hit }) => hit), favorable: 1 }));
      for (const { categories, highest, unknown } of outcomes[0].tables) {
        const counted = categories.reduce((sum, { applicants }) => sum + applicants, unknown);
        expect(counted).toBe(all.length);
        for (const { name, impactRatio } of categories) {
          const { value, ci } = present(impactRatio);
          if (Number.isNaN(value)) continue;
          expect(value === 1).toBe(highest.includes(name));
          const [low, high] = present(ci);
          expect(low).toBeLessThanOrEqual(value);
          expect(high).toBeGreaterThanOrEqual(value);
          expect(high).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});
