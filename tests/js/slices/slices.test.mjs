// SPDX-License-Identifier: Apache-2.0
//
// The worst slices: manual calculations, comparison with trying every conjunction, and invariants.

import fc from 'fast-check';
import { present } from '../../present.mjs';
import { slices } from '../support.mjs';

const { worstSlices, countSlices } = slices;

// 12 rows with 4 errors, 3 of them in A = a and B = x.
const twelve = () => ({
  columns: { A: Array.from('aaaaabbbbbbb'), B: Array.from('xxxyyxxxyyyy') },
  error: [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0],
});

const getConditions = ({ slices: found }) => found.map(({ conditions }) => conditions);

/** Tries every conjunction, row by row, in the documented order. */
/** @param {{ columns: Record<string, unknown[]>, error: number[], rows?: number[] }} table */
function bruteForce({ columns, error, rows }, { alpha, minRows, maxConditions, top }) {
  const names = Object.keys(columns);
  const count = (row) => rows?.[row] ?? 1;
  const sum = (places, f) => places.reduce((total, row) => total + f(row), 0);
  const all = error.map((_, row) => row);
  const mean = sum(all, (row) => error[row]) / sum(all, count);
  const found = [];
  const extend = (within, from, conditions) => {
    if (conditions.length === maxConditions) return;
    for (let column = from; column < names.length; column++) {
      const values = [...new Set(columns[names[column]])].sort();
      values.forEach((value, place) => {
        const next = within.filter((row) => columns[names[column]][row] === value);
        const size = sum(next, count);
        if (size < minRows) return;
        const averageError = sum(next, (row) => error[row]) / size;
        const score = alpha * (averageError / mean - 1) - (1 - alpha) * (sum(all, count) / size - 1);
        const longer = [...conditions, { name: names[column], value, key: [column, place] }];
        found.push({ conditions: longer, size, averageError, score });
        extend(next, column + 1, longer);
      });
    }
  };
  extend(all, 0, []);
  const keys = ({ conditions }) => conditions.flatMap(({ key }) => key);
  const byKeys = (a, b) => {
    const at = keys(a).findIndex((key, i) => key !== keys(b)[i]);
    return at < 0 ? 0 : keys(a)[at] - keys(b)[at];
  };
  const listed = found
    .filter(({ score }) => mean > 0 && score > 1e-12)
    .sort(
      (a, b) =>
        (Math.abs(a.score - b.score) > 1e-12 ? b.score - a.score : 0) ||
        a.conditions.length - b.conditions.length ||
        b.size - a.size ||
        byKeys(a, b),
    );
  return { found, listed: listed.slice(0, top), positive: listed.length };
}

const table = fc
  .record({
    values: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
    rows: fc.integer({ min: 1, max: 60 }),
  })
  .chain(({ values, rows }) =>
    fc.record({
      columns: fc.tuple(
        ...values.map((most) => fc.array(fc.integer({ min: 1, max: most }), { minLength: rows, maxLength: rows })),
      ),
      // Errors whose sums are exact.
      error: fc.array(fc.constantFrom(0, 0, 0, 1, 0.5), { minLength: rows, maxLength: rows }),
      rows: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: rows, maxLength: rows }),
    }),
  )
  .map(({ columns, ...rest }) => ({
    // Text that is not numeric.
    columns: Object.fromEntries(columns.map((codes, i) => [`c${i}`, codes.map((c) => `v${c}`)])),
    ...rest,
  }));

const query = fc.record({
  alpha: fc.constantFrom(0.625, 0.75, 0.9375, 1), // not rounded, so equal scores are equal
  minRows: fc.integer({ min: 1, max: 8 }),
  maxConditions: fc.integer({ min: 1, max: 4 }),
  top: fc.integer({ min: 1, max: 12 }),
});

test('finds slices of twelve rows that match a manual calculation', async () => {
  const found = await worstSlices(twelve(), { minRows: 1, top: 4 });
  expect(getConditions(found)).toEqual([{ A: 'a', B: 'x' }, { A: 'a' }, { B: 'x' }]);
  expect(found.slices.map(({ rows }) => rows)).toEqual([3, 5, 6]);
  expect(found.slices.map(({ averageError }) => averageError.value)).toEqual([1, 0.6, 0.5]);
  const scores = found.slices.map(({ score }) => score);
  [1.75, 0.69, 0.425].forEach((score, i) => {
    expect(scores[i]).toBeCloseTo(score, 12);
  });
  expect(found.slices.map(({ sharedRows }) => sharedRows)).toEqual([
    [3, 3, 3],
    [3, 5, 3],
    [3, 3, 6],
  ]);
  expect(found).toMatchObject({ rows: 12, averageError: { value: 1 / 3 }, conjunctions: 8 });
  expect(await countSlices(twelve(), { minRows: 1 })).toEqual({ slices: 8, positive: 3, conjunctions: 8 });
});

test('finds the same slices as trying every conjunction', async () => {
  await fc.assert(
    fc.asyncProperty(table, query, async ({ columns, error }, options) => {
      const expected = bruteForce({ columns, error }, options);
      const found = await worstSlices({ columns, error }, options);
      expect(getConditions(found)).toEqual(
        expected.listed.map(({ conditions }) => Object.fromEntries(conditions.map(({ name, value }) => [name, value]))),
      );
      expected.listed.forEach(({ size, averageError, score }, i) => {
        const slice = found.slices[i];
        expect(slice.rows).toBe(size);
        expect(slice.averageError.value).toBe(averageError);
        expect(slice.score).toBeCloseTo(score, 10);
      });
      const { top: _, ...search } = options;
      const count = await countSlices({ columns, error }, search);
      expect(count.slices).toBe(expected.found.length);
      expect(count.positive).toBe(expected.positive);
      expect(count.conjunctions).toBeGreaterThanOrEqual(count.slices);
    }),
    { numRuns: 150 },
  );
});

const essence = ({ slices: found }) =>
  found.map(({ conditions, rows, averageError, score, sharedRows }) => ({
    ...{ conditions, rows, score, sharedRows },
    error: averageError.value,
  }));

test('treats counts as repetitions, in any order of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(table, query, fc.integer(), async ({ columns, error, rows }, options, seed) => {
      const wrong = error.map((each) => (each > 0 ? 1 : 0));
      const sums = wrong.map((each, entry) => each * rows[entry]);
      const counted = await worstSlices({ columns, error: sums, rows }, options);
      const repeated = rows.flatMap((count, entry) => Array(count).fill(entry));
      const order = repeated
        .map((entry, i) => [Math.imul(i + 1, seed | 1) >>> 0, entry])
        .sort(([a], [b]) => a - b)
        .map(([, entry]) => entry);
      const each = await worstSlices(
        {
          columns: Object.fromEntries(
            Object.entries(columns).map(([name, values]) => [name, order.map((i) => values[i])]),
          ),
          error: order.map((entry) => wrong[entry]),
        },
        options,
      );
      expect(essence(counted)).toEqual(essence(each));
      expect(counted.rows).toBe(each.rows);
    }),
    { numRuns: 100 },
  );
});

test('a wrong prediction is an error of 1', async () => {
  const { columns, error } = twelve();
  const label = error.map((_, row) => (row % 2 === 0 ? 'yes' : 'no'));
  const prediction = label.map((name, row) => (error[row] ? (name === 'yes' ? 'no' : 'yes') : name));
  const options = { minRows: 1, permutations: 20 };
  const ofLabels = await worstSlices({ columns, label, prediction }, options);
  expect(ofLabels).toEqual(await worstSlices({ columns, error }, options));
  // A table of counts: all rows of an entry are wrong, or none.
  const rows = error.map((_, row) => 1 + (row % 3));
  const sums = error.map((each, row) => each * rows[row]);
  expect(await worstSlices({ columns, label, prediction, rows }, options)).toEqual(
    await worstSlices({ columns, error: sums, rows }, options),
  );
});

test('orders values as numbers and then as text, in any order of rows', async () => {
  const g = ['10', '9', 'b', 'a', '10', '9', 'b', 'a', ' ', ' '];
  const error = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0];
  const found = await worstSlices({ columns: { g }, error }, { minRows: 1 });
  const values = ['9', '10', 'a', 'b'].map((value) => ({ g: value }));
  expect(getConditions(found)).toEqual(values);
  const backwards = { columns: { g: [...g].reverse() }, error: [...error].reverse() };
  expect(getConditions(await worstSlices(backwards, { minRows: 1 }))).toEqual(values);
  const coded = { codes: [2, 0, 2, 0], categories: ['z', 'never', 'y'] };
  const ofCoded = await worstSlices({ columns: { coded }, error: [1, 1, 0, 0] }, { minRows: 1 });
  expect(ofCoded.slices).toEqual([]); // both equal the mean of all rows
});

describe('numbers', () => {
  const n = 100;
  const ages = Array.from({ length: n }, (_, i) => (i * 37) % n);
  const error = ages.map((age) => (age >= 80 ? 1 : 0));

  test('of many values are binned into ranges with equal numbers of rows', async () => {
    const found = await worstSlices({ columns: { age: ages }, error }, { minRows: 1, bins: 5 });
    expect(found.bins).toEqual({ age: [19, 39, 59, 79] });
    expect(getConditions(found)).toEqual([{ age: '> 79' }]);
    expect(found.slices[0]).toMatchObject({ rows: 20, averageError: { value: 1 } });
    const ofText = await worstSlices(
      { columns: { age: ages.map((age) => `${age}.0`) }, error },
      { minRows: 1, bins: 5 },
    );
    expect(ofText).toEqual(found);
    const ofFloats = await worstSlices({ columns: { age: Float64Array.from(ages) }, error }, { minRows: 1, bins: 5 });
    expect(ofFloats).toEqual(found);
  });

  test('are binned by their counts', async () => {
    const rows = ages.map((age) => (age < 50 ? 3 : 1));
    const sums = error.map((each, i) => each * rows[i]);
    const counted = await worstSlices({ columns: { age: ages }, error: sums, rows }, { minRows: 1, bins: 4 });
    const repeat = (values) => values.flatMap((value, i) => Array(rows[i]).fill(value));
    const repeated = await worstSlices(
      { columns: { age: repeat(ages) }, error: repeat(error) },
      { minRows: 1, bins: 4 },
    );
    expect(counted.bins).toEqual({ age: [16, 33, 49] });
    expect(counted.bins).toEqual(repeated.bins);
    expect(essence(counted)).toEqual(essence(repeated));
  });

  test('with few values, leading zeros, or codes stay unchanged', async () => {
    const few = ages.map((age) => age % 4);
    const names = ages.map((age) => String(age).padStart(3, '0'));
    const coded = { codes: ages, categories: ages.map((_, i) => i) };
    const found = await worstSlices({ columns: { few, names, coded }, error }, { minRows: 1, bins: 4 });
    expect(found.bins).toEqual({});
    expect(found.conjunctions).toBeGreaterThan(n * n);
  });

  test('have a category for missing values, and bins never separate equal values', async () => {
    const column = [...Array(30).fill(7), ...Array(10).fill(null), 1, 2, 3, 8, 9];
    const errors = column.map((value) => (value === null ? 1 : 0));
    const found = await worstSlices({ columns: { column }, error: errors }, { minRows: 1, bins: 3 });
    expect(found.bins).toEqual({ column: [7] });
    expect(getConditions(found)).toEqual([{ column: '(missing)' }]);
    expect(found.slices[0].rows).toBe(10);
  });
});

describe('uncertainty', () => {
  test('intervals contain the mean and widen with the number of possible slices', async () => {
    const one = await worstSlices(twelve(), { minRows: 1, maxConditions: 1 });
    const two = await worstSlices(twelve(), { minRows: 1, maxConditions: 2 });
    const getCi = (found, name) =>
      found.slices.find(({ conditions }) => Object.keys(conditions).join() === name).averageError.ci;
    for (const found of [one, two]) {
      for (const { averageError } of found.slices) {
        const [low, high] = present(averageError.ci);
        expect(low).toBeLessThan(averageError.value);
        expect(high).toBeGreaterThanOrEqual(averageError.value);
        expect(low >= 0 && high <= 1).toBe(true);
      }
    }
    expect(getCi(two, 'A')[0]).toBeLessThan(getCi(one, 'A')[0]);
    // rows KL(1 | low) = -rows ln(low) = ln(2 slices / 0.05)
    expect(getCi(two, 'A,B')[0]).toBeCloseTo(Math.exp(-Math.log(320) / 3), 12);
    expect(getCi(two, 'A,B')[1]).toBe(1);
  });

  test('notes explain missing intervals', async () => {
    const large = { ...twelve(), error: twelve().error.map((each) => 3 * each) };
    const ofLarge = await worstSlices(large, { minRows: 1, permutations: 9 });
    expect(ofLarge.slices[0].averageError.ci).toBeUndefined();
    expect(ofLarge.slices[0].pValue).toBeGreaterThan(0);
    expect(ofLarge.notes).toEqual([
      expect.stringMatching(/^no intervals: .*above 1/),
      expect.stringMatching(/p-values test whether errors are exchangeable/),
    ]);
    const ofWrong = await worstSlices(twelve(), { minRows: 1, permutations: 9 });
    expect(ofWrong.notes).toEqual([]);
    const sums = { columns: { g: ['a', 'b'] }, error: [2.5, 1], rows: [5, 5] };
    const ofSums = await worstSlices(sums, { minRows: 1, permutations: 9 });
    expect(ofSums.slices[0].averageError.ci).toBeUndefined();
    expect(ofSums.slices[0].pValue).toBeUndefined();
    expect(ofSums.notes).toEqual([expect.stringMatching(/^no intervals and no p-values: /)]);
    const without = await worstSlices(twelve(), { minRows: 1 });
    expect(without.notes).toEqual(['no p-values: no permutations were requested']);
  });

  test('p-values depend on the seed and are minimal for planted slices', async () => {
    const g = Array.from({ length: 400 }, (_, i) => `g${i % 8}`);
    const h = Array.from({ length: 400 }, (_, i) => `h${(i >> 3) % 5}`);
    const error = g.map((name, i) => (name === 'g3' || i % 10 === 0 ? 1 : 0));
    const ask = (seed) => worstSlices({ columns: { g, h }, error }, { permutations: 39, seed, minRows: 10 });
    const found = await ask(1);
    expect(found).toEqual(await ask(1));
    expect(getConditions(found)[0]).toEqual({ g: 'g3' });
    expect(found.slices[0].pValue).toBe(1 / 40);
    const pValues = found.slices.map(({ pValue }) => pValue);
    expect(pValues).toEqual([...pValues].sort((a, b) => present(a) - present(b)));
  });

  test('p-values from counts agree with those of rows', async () => {
    // The same number of errors is assigned to the same number of rows, so the proportion of equally high scores
    // agrees.
    const g = Array.from('aabbccdd');
    const rows = [40, 10, 40, 10, 40, 10, 40, 10];
    const error = [8, 6, 6, 1, 5, 2, 6, 2];
    const repeat = (values) => values.flatMap((value, i) => Array(rows[i]).fill(value));
    const each = rows.flatMap((count, i) => Array.from({ length: count }, (_, k) => +(k < error[i])));
    const options = { minRows: 5, permutations: 999, alpha: 0.99 };
    const counted = await worstSlices({ columns: { g }, error, rows }, options);
    const single = await worstSlices({ columns: { g: repeat(g) }, error: each }, options);
    expect(essence(counted)).toEqual(essence(single));
    const p = counted.slices[0].pValue;
    expect(p).toBeGreaterThan(0.05);
    expect(Math.abs(present(p) - present(single.slices[0].pValue))).toBeLessThan(
      4 * Math.sqrt((2 * present(p) * (1 - present(p))) / 999),
    );
  });
});

describe('finds no slices', () => {
  test.each([
    ['no rows', { columns: { g: [] }, error: [] }, {}, 'there are no rows'],
    ['no errors', { columns: { g: ['a', 'b'] }, error: [0, 0] }, {}, 'no row has an error'],
    ['identical values', { columns: { g: ['a', 'b'] }, error: [0.1, 0.1] }, {}, 'above 0'],
    ['a small alpha', twelve(), { alpha: 0.5 }, 'alpha of 1/2 or less'],
    ['too few rows', twelve(), { minRows: 13 }, 'no slice of 13 rows or more'],
  ])('%s', async (_, input, options, reason) => {
    const found = await worstSlices(input, { minRows: 1, ...options });
    expect(found.slices).toEqual([]);
    expect(found.notes).toEqual([expect.stringContaining(reason)]);
    if (found.rows === 0) expect(found.averageError.reason).toBe('there are no rows');
  });

  test('ignores a column with a single value', async () => {
    const input = twelve();
    const found = await worstSlices(
      { ...input, columns: { ...input.columns, same: Array(12).fill('one') } },
      { minRows: 1 },
    );
    expect(getConditions(found)).not.toContainEqual({ same: 'one' });
    expect(found.slices).toHaveLength(6);
  });
});

test('requires at least 32 rows or 1%, and at most three conditions, by default', async () => {
  const few = await worstSlices(twelve());
  expect(few).toMatchObject({ minRows: 32, maxConditions: 2, alpha: 0.95, confidence: 0.95 });
  const n = 5000;
  const column = (d) => Array.from({ length: n }, (_, i) => `v${i % d}`);
  const many = await worstSlices({
    columns: { a: column(2), b: column(3), c: column(5), d: column(7) },
    error: column(11).map((value) => (value === 'v0' ? 1 : 0)),
  });
  expect(many).toMatchObject({ minRows: 50, maxConditions: 3 });
});

describe('a long run', () => {
  const n = 100_000; // several time slices even on a fast machine
  const column = (d, k) => Uint8Array.from({ length: n }, (_, i) => ((i * 7919 + k) >>> (k % 5)) % d);
  const input = () => ({
    columns: Object.fromEntries([2, 3, 5, 7, 9, 11].map((d, k) => [`c${d}`, column(d, k)])),
    error: Float64Array.from({ length: n }, (_, i) => (i % 13 === 0 || i % 77 < 5 ? 1 : 0)),
  });

  test('reports progress and lets other tasks run', async () => {
    const told = [];
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await worstSlices(input(), { permutations: 300, onProgress: ({ done }) => told.push(done) });
    clearInterval(timer);
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
    expect(turns).toBeGreaterThan(1);
  });

  test('can be aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    let calls = 0;
    const onProgress = () => {
      if (++calls === 2) controller.abort(reason);
    };
    const { signal } = controller;
    await expect(worstSlices(input(), { permutations: 300, onProgress, signal })).rejects.toBe(reason);
    expect(calls).toBe(2);
  });
});

describe('rejects', () => {
  const refused = (input, options) =>
    expect(worstSlices({ ...twelve(), ...input }, { minRows: 1, ...options })).rejects;

  test.each([
    [{ min_sup: 5 }, "'min_sup'; did you mean 'minRows'?"],
    [{ max_l: 5 }, "'max_l'; did you mean 'maxConditions'?"],
    [{ k: 5 }, "'k'; did you mean 'top'?"],
    [{ alpha: 1.5 }, 'alpha: expected a number from 0 to 1, got 1.5'],
    [{ minRows: 0 }, 'minRows: expected a whole number of at least 1, got 0'],
    [{ maxConditions: 1.5 }, 'maxConditions: expected a whole number'],
    [{ bins: 1 }, 'bins: expected a whole number from 2 to 255'],
    [{ top: 1001 }, 'top: expected a whole number from 1 to 1000'],
    [{ permutations: -1 }, 'permutations: expected a whole number'],
    [{ confidence: 1 }, 'confidence: expected a number between 0 and 1'],
  ])('%j', async (options, message) => {
    await refused({}, options).toThrow(message);
  });

  test.each([
    ['columns', { columns: {} }, 'columns: expected at least one column'],
    ['a list', { columns: [[1]] }, 'columns: expected an object of columns by name'],
    ['lengths', { columns: { A: ['a'] } }, 'A: expected 12 values, one per row, got 1'],
    ['signs', { error: [...Array(11).fill(0), -1] }, 'error: expected a number from 0 to 1e100'],
    ['both', { label: [], prediction: [] }, 'error: expected either error, or label and prediction'],
    ['neither', { error: undefined }, 'label: expected error, or label and prediction, got neither'],
    ['half', { error: undefined, label: Array(12).fill(1) }, 'got no prediction'],
    [
      'unknown predictions',
      { error: undefined, label: Array(12).fill('good'), prediction: Array(12).fill('G') },
      'prediction: expected at least one of the true labels',
    ],
    ['fractional row counts', { rows: Array(12).fill(0.5) }, 'rows: expected a nonnegative whole number'],
    ['empty counts', { rows: new Float64Array(12).fill(Number.NaN) }, 'rows: expected '],
    ['errors without rows', { rows: Array(12).fill(0) }, 'error: expected 0 for an entry without rows'],
  ])('%s', async (_, input, message) => {
    await refused(input).toThrow(message);
  });

  test('missing values, with their row', async () => {
    const error = twelve().error.map((each, row) => (row === 4 ? null : each));
    await refused({ error }).toMatchObject({ code: 'missingValue', argument: 'error', row: 4 });
    const label = twelve().error.map((each, row) => (row === 7 ? '' : each));
    await refused({ error: undefined, label, prediction: twelve().error }).toMatchObject({
      code: 'missingValue',
      argument: 'label',
      row: 7,
    });
  });
});
