// SPDX-License-Identifier: Apache-2.0
//
// Changes of a model's scores: manual calculations for models with one line, and properties of all models.

import { dependence, flip, importance, nearestOther, smallestChange } from 'fairwasm/models';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';

const rejection = (promise) =>
  promise.then(
    () => undefined,
    (error) => error,
  );
const round = (values) => values.map((value) => Number(value.toFixed(5)));

describe('a changed attribute value', () => {
  // 0.9 if x is 1, for everyone; otherwise 0.7 for men and 0.4 for women.
  const predict = (rows) => rows.map(({ sex, x }) => (x ? 0.9 : sex === 'm' ? 0.7 : 0.4));
  const rows = [
    { sex: 'f', x: 0 },
    { sex: 'f', x: 0 },
    { sex: 'f', x: 1 },
    { sex: 'm', x: 0 },
    { sex: 'm', x: 1 },
    { sex: null, x: 0 },
  ];

  test('changes decisions and scores in both directions, with intervals', async () => {
    const { changes, missing, note } = await flip({ predict, rows, attribute: 'sex' });
    expect(missing).toBe(1);
    expect(note).toContain('not a causal effect');
    const [toMan, toWoman] = changes;
    expect(toMan).toMatchObject({ from: 'f', to: 'm', rows: 3 });
    expect(toMan.flipRate.value).toBeCloseTo(2 / 3, 12);
    expect(round(toMan.flipRate.ci)).toEqual([0.20766, 0.93851]); // Wilson, 2 of 3
    expect(toMan.becomeFavorable.value).toBeCloseTo(2 / 3, 12);
    expect(toMan.becomeUnfavorable).toMatchObject({ value: 0 });
    expect(toMan.meanChange.value).toBeCloseTo(0.2, 12);
    // 0.2 ± 4.302653 * 0.1, and for the skewness of 0.3, 0.3, 0 further down: the sum of cubes divided by the sum of
    // squares is -0.1, times (1 + 2 * 4.302653²) / 18.
    expect(round(toMan.meanChange.ci)).toEqual([-0.44152, 0.63027]);
    expect(toMan.meanChange.warning).toContain('approximate');
    expect(toWoman).toMatchObject({ from: 'm', to: 'f', rows: 2, becomeFavorable: { value: 0 } });
    expect(toWoman.becomeUnfavorable.value).toBe(0.5);
    expect(toWoman.meanChange.value).toBeCloseTo(-0.15, 12);
  });

  test('has one direction per pair of values, and keeps the type of values', async () => {
    const numbered = [1, 2, 3].map((race) => ({ race }));
    const { changes } = await flip({
      predict: (asked) => asked.map(({ race }) => (race === 2 ? 1 : 0)), // not for '2'
      rows: numbered,
      attribute: 'race',
    });
    expect(changes.map(({ from, to }) => from + to)).toEqual(['12', '13', '21', '23', '31', '32']);
    expect(changes.map(({ meanChange }) => meanChange.value)).toEqual([1, 0, -1, -1, 0, 1]);
    expect(changes[0].meanChange.ci).toBeUndefined(); // a single row
  });

  test('changes nothing in a model that does not use the attribute', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ a: fc.constantFrom('p', 'q', 'r'), x: fc.double({ min: 0, max: 1, noNaN: true }) }), {
          minLength: 6,
        }),
        async (asked) => {
          if (new Set(asked.map(({ a }) => a)).size < 2) return;
          const blind = (all) => all.map(({ x }) => x);
          for (const change of (await flip({ predict: blind, rows: asked, attribute: 'a' })).changes) {
            expect(change.flipRate.value).toBe(0);
            expect(change.meanChange.value).toBe(0);
          }
          const seeing = (all) => all.map(({ a, x }) => (a === 'p' ? x : 1 - x));
          for (const { flipRate, becomeFavorable, becomeUnfavorable } of (
            await flip({ predict: seeing, rows: asked, attribute: 'a' })
          ).changes) {
            expect(becomeFavorable.value + becomeUnfavorable.value).toBeCloseTo(flipRate.value, 12);
            expect(present(flipRate.ci)[0]).toBeLessThanOrEqual(flipRate.value);
            expect(present(flipRate.ci)[1]).toBeGreaterThanOrEqual(flipRate.value);
          }
        },
      ),
      { numRuns: 50 },
    ));

  test('rejects a missing attribute and scores that are not numbers', async () => {
    expect((await rejection(flip({ predict, rows, attribute: 'age' }))).message).toContain('one of the columns sex, x');
    const alike = rows.slice(0, 3);
    expect((await rejection(flip({ predict, rows: alike, attribute: 'sex' }))).argument).toBe('sex');
    const many = Array.from({ length: 21 }, (_, i) => ({ sex: `s${i}` }));
    expect((await rejection(flip({ predict, rows: many, attribute: 'sex' }))).code).toBe('tooLarge');
    const broken = { predict: () => [1, Number.NaN, 1, 1, 1, 1], rows, attribute: 'sex' };
    expect((await rejection(flip(broken))).row).toBe(1);
    expect((await rejection(flip({ ...broken, predict: () => [1] }))).code).toBe('shapeMismatch');
    expect((await rejection(flip(misuse({ ...broken, atribute: 'sex' })))).message).toContain('did you mean');
    expect((await rejection(flip({ predict, rows: [], attribute: 'sex' }))).argument).toBe('rows');
  });

  test('reports progress and can be canceled', async () => {
    const shares = [];
    await flip({ predict, rows, attribute: 'sex' }, { onProgress: ({ done }) => shares.push(done) });
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(flip({ predict, rows, attribute: 'sex' }, { signal })).rejects.toThrow('enough');
  });
});

describe('the nearest row with another decision', () => {
  const predict = (rows) => rows.map(({ income }) => income / 10);
  const rows = [
    { income: 2, city: 'x', age: 20 },
    { income: 6, city: 'y', age: 20 }, // 4/7 + 1 + 0
    { income: 9, city: 'x', age: 20 }, // 1 + 0 + 0
    { income: 5, city: 'x', age: 60 }, // 3/7 + 0 + 1
  ];

  test('is the nearest by Gower’s distance, with the differences', async () => {
    const { score, favorable, nearest } = await nearestOther({ predict, rows, row: 0 });
    expect([score, favorable]).toEqual([0.2, false]);
    expect(nearest).toEqual({
      row: 2,
      score: 0.9,
      distance: 1 / 3,
      differences: [{ column: 'income', from: 2, to: 9 }],
    });
    const { nearest: inIncome } = await nearestOther({ predict, rows, row: 0, columns: ['income'] });
    expect(present(inIncome).row).toBe(3);
  });

  test('does not exist if all decisions are equal', async () => {
    expect((await nearestOther({ predict, rows, row: 0, threshold: 2 })).nearest).toBeUndefined();
    expect((await rejection(nearestOther({ predict, rows, row: 9 }))).argument).toBe('row');
  });
});

describe('the smallest change', () => {
  // Favorable with an income of 5, or at age 40 without debt.
  const predict = (rows) => rows.map(({ income, age, debt }) => Number(income >= 5 || (age >= 40 && debt === 'none')));
  const rows = [
    { income: 1, age: 30, debt: 'some' },
    { income: 8, age: 50, debt: 'none' },
    { income: 6, age: 41, debt: 'some' },
    { income: 2, age: 70, debt: 'much' },
  ];

  test('has one column if one is enough', async () => {
    const columns = ['debt', 'age', 'income'];
    const { change, complete, favorable } = await smallestChange({ predict, rows, row: 0, columns });
    expect([favorable, complete]).toEqual([false, true]);
    expect(change).toEqual({ score: 1, distance: 5 / 7, differences: [{ column: 'income', from: 1, to: 6 }] });
  });

  test('has two columns if two are required, and does not exist if more are', async () => {
    const asked = { predict, rows, row: 0, columns: ['debt', 'age'] };
    const { change, tried } = await smallestChange(asked);
    expect(present(change).differences).toEqual([
      { column: 'debt', from: 'some', to: 'none' },
      { column: 'age', from: 30, to: 41 },
    ]);
    expect(tried).toBeLessThanOrEqual(5 + 6);
    expect((await smallestChange({ ...asked, most: 1 })).change).toBeUndefined();
    expect((await smallestChange({ ...asked, columns: ['age'] })).change).toBeUndefined();
    expect((await rejection(smallestChange({ ...asked, most: 4 }))).argument).toBe('most');
  });

  test('changes the decision, and is minimal among changes of a single column', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ a: fc.integer({ min: 0, max: 9 }), b: fc.integer({ min: 0, max: 9 }) }), {
          minLength: 2,
          maxLength: 12,
        }),
        async (asked) => {
          const product = (all) => all.map(({ a, b }) => (a * b) / 20);
          const question = { predict: product, rows: asked, row: 0, columns: ['a', 'b'] };
          const { favorable, change } = await smallestChange(question);
          const isOther = (row) => product([row])[0] >= 0.5 !== favorable;
          const single = asked.some(({ a, b }) => isOther({ ...asked[0], a }) || isOther({ ...asked[0], b }));
          if (single) expect(present(change).differences).toHaveLength(1);
          if (!change) return;
          const changes = change.differences.map(({ column, to }) => [column, to]);
          expect(isOther({ ...asked[0], ...Object.fromEntries(changes) })).toBe(true);
        },
      ),
      { numRuns: 100 },
    ));

  test('notes that not all values could be tried', async () => {
    const many = Array.from({ length: 400 }, (_, i) => ({ a: i, b: i, c: 'k' }));
    const never = (asked) => asked.map(() => 0);
    const found = await smallestChange({ predict: never, rows: many, row: 0, columns: ['a', 'b'] });
    expect(found).toMatchObject({ change: undefined, complete: false });
    expect(found.tried).toBeLessThanOrEqual(50_400);
  });
});

describe('a curve', () => {
  const predict = (rows) => rows.map(({ x, sex }) => 0.1 * Number(x) + (sex === 'm' ? 0.2 : 0));
  const rows = [
    { x: 1, sex: 'f' },
    { x: 3, sex: 'm' },
    { x: '2', sex: 'm' },
    { x: 3, sex: 'f' },
  ];

  test('is the mean score at each value by group, with individual rows', async () => {
    const found = await dependence({ predict, rows, column: 'x', group: 'sex', curves: 2 });
    expect(found.values).toEqual([1, 2, 3]);
    expect(found.groups.map(({ name, rows: many }) => [name, many])).toEqual([
      ['f', 2],
      ['m', 2],
    ]);
    expect(round(found.groups[0].means.map(({ value }) => value))).toEqual([0.1, 0.2, 0.3]);
    expect(round(found.groups[1].means.map(({ value }) => value))).toEqual([0.3, 0.4, 0.5]);
    expect(found.curves.map(({ row, group }) => [row, group])).toEqual([
      [0, 'f'],
      [2, 'm'],
    ]);
    expect(round(found.curves[1].scores)).toEqual([0.3, 0.4, 0.5]);
    expect(found.note).toContain('do not exist');
  });

  test('has points at equal rank steps, and at every string value', async () => {
    const many = Array.from({ length: 100 }, (_, i) => ({ x: i, sex: 'fm'[i % 2] }));
    const { values } = await dependence({ predict, rows: many, column: 'x', points: 5 });
    expect(values).toEqual([0, 25, 50, 74, 99]);
    const { values: sexes, groups } = await dependence({ predict, rows: many, column: 'sex' });
    expect(sexes).toEqual(['f', 'm']);
    expect(groups[0].means[1].value - groups[0].means[0].value).toBeCloseTo(0.2, 12);
    expect(present(groups[0].means[0].ci)[0]).toBeLessThan(groups[0].means[0].value);
  });
});

describe('importance of columns', () => {
  const n = 200;
  const rows = Array.from({ length: n }, (_, i) => ({
    sex: i % 2 ? 'm' : 'f',
    made: i % 2, // the whole gap
    idle: (i * 7) % 10,
    noise: ((i * 37) % 101) / 101,
  }));
  const predict = (all) => all.map(({ made, noise }) => 0.5 * made + 0.2 * noise);

  test('shows the columns that change scores and cause the gap', async () => {
    const found = await importance({ predict, rows, group: 'sex' });
    expect(found.reference).toBe('f');
    expect(found.groups[1].gap).toBeCloseTo(0.5, 1);
    const [made, noise, idle] = found.columns;
    expect([made.column, noise.column, idle.column]).toEqual(['made', 'noise', 'idle']);
    expect(idle.change).toEqual({ value: 0 });
    const getGap = ({ groups }) => groups.find(({ name }) => name === 'm').gap;
    // Without this column, the gap is due to chance.
    expect(getGap(made).value).toBeCloseTo(0.5, 1);
    expect(getGap(made).ci[0]).toBeGreaterThan(0.35);
    expect(getGap(noise).ci[0]).toBeLessThan(0);
    expect(getGap(noise).ci[1]).toBeGreaterThan(0);
    // Half of the rows get another value, each 0.5 away.
    expect(made.change.value).toBeCloseTo(0.25, 1);
    // Values are permuted, so increases equal decreases.
    const [f, m] = made.groups;
    expect(f.shift.value + m.shift.value).toBeCloseTo(0, 10);
  });

  test('is equal for equal seeds and differs for others', async () => {
    const asked = { predict, rows, group: 'sex', columns: ['noise'], reference: 'm' };
    const [one, again, other] = [
      await importance(asked),
      await importance({ ...asked, seed: 1 }),
      await importance({ ...asked, seed: 2 }),
    ];
    expect(again).toEqual(one);
    expect(other.columns[0].change.value).not.toBe(one.columns[0].change.value);
    expect(one.reference).toBe('m');
    expect((await rejection(importance({ ...asked, reference: 'x' }))).message).toContain('one of f, m');
  });

  test('has intervals with correct coverage', async () => {
    // E|x - x'| of two uniform numbers is 1/3.
    const uniform = mulberry32(1);
    let held = 0;
    const trials = 300;
    for (let trial = 0; trial < trials; trial++) {
      const drawn = Array.from({ length: 80 }, (_, i) => ({ x: uniform(), g: i % 2 }));
      const found = await importance({
        predict: (all) => all.map(({ x }) => Number(x)),
        rows: drawn,
        group: 'g',
        seed: trial,
      });
      const [low, high] = present(found.columns[0].groups[0].change.ci);
      if (low <= 1 / 3 && 1 / 3 <= high) held++;
    }
    expect(held / trials).toBeGreaterThan(0.93);
  });
});
