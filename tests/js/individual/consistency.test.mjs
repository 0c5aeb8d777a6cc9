// SPDX-License-Identifier: Apache-2.0
//
// Consistency in the package: all input formats, compared with sorting all distances.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, individual } from '../support.mjs';

const rows = [
  [0, 0],
  [1, 0],
  [10, 0],
  [11, 0],
];

function bruteForce(table, labels, neighbors) {
  const squared = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
  const differences = table.map((row, i) => {
    const nearest = table
      .map((other, j) => [squared(row, other), j])
      .sort(([a, i], [b, j]) => a - b || i - j)
      .slice(0, neighbors);
    const mean = nearest.reduce((sum, [, j]) => sum + labels[j], 0) / neighbors;
    return Math.abs(labels[i] - mean);
  });
  return 1 - differences.reduce((sum, difference) => sum + difference, 0) / table.length;
}

test('rows, columns, and flat arrays give equal results', () => {
  const label = [1, 0, 1, 0];
  /** @type {Parameters<typeof individual.consistency>[0][]} */
  const forms = [
    rows,
    { x: [0, 1, 10, 11], y: ['0', '0', '0', '0'] },
    { dataSync: [0, 1, 10, 11], toArray: [0, 0, 0, 0] },
    { values: [0, 1, 10, 11], columns: [0, 0, 0, 0] },
    { values: Float64Array.from(rows.flat()), columns: 2 },
    { values: Float32Array.from(rows.flat()), columns: 2 },
    rows.map((row) => Int32Array.from(row)),
  ];
  for (const features of forms) expect(individual.consistency(features, label, 2)).toBe(0.5);
});

test('agrees with sorting all distances, including ties', () => {
  const small = fc.integer({ min: 0, max: 4 });
  const input = fc
    .array(fc.tuple(small, small, fc.constantFrom(0, 1)), { minLength: 1, maxLength: 60 })
    .chain((table) => fc.tuple(fc.constant(table), fc.integer({ min: 1, max: table.length })));
  fc.assert(
    fc.property(input, ([table, neighbors]) => {
      const labels = table.map((row) => row[2]);
      const features = table.map(([x, y]) => [x, y]);
      const expected = bruteForce(features, labels, neighbors);
      expect(individual.consistency(features, labels, neighbors)).toBeCloseTo(expected, 12);
    }),
  );
});

test('rejects an invalid table with its row', () => {
  const call = (features, label = [0, 1, 0, 1], neighbors = 1) =>
    getError(() => individual.consistency(features, label, neighbors));
  expect(call([[0], [1], [2], ['x']])).toMatchObject({ argument: 'features', row: 3 });
  expect(call([[0], [1], [2], [null]])).toMatchObject({ code: 'missingValue', row: 3 });
  expect(call([[0], [1], [2], [Number.POSITIVE_INFINITY]])).toMatchObject({ row: 3 });
  expect(call({ values: Float64Array.of(0, 1, Number.NaN, 3), columns: 1 })).toMatchObject({ row: 2 });
  expect(call([[0], [1], [2, 3], [4]])).toMatchObject({ code: 'shapeMismatch', row: 2 });
  expect(call({ x: [1, 2, 3, 4], y: [1, 2, 3] })).toMatchObject({ code: 'shapeMismatch' });
  expect(call({ values: new Float64Array(5), columns: 2 })).toMatchObject({ code: 'shapeMismatch' });
  expect(call(rows, [0, 1])).toMatchObject({ code: 'shapeMismatch', argument: 'label' });
  expect(call(rows, undefined, 5)).toMatchObject({ argument: 'neighbors' });
  expect(call(rows, undefined, 1.5)).toMatchObject({ argument: 'neighbors' });
  expect(call('table')).toMatchObject({ argument: 'features', actual: 'string' });
  expect(call(null)).toMatchObject({ argument: 'features', actual: 'null' });
});

describe('confidence interval', () => {
  const grid = (count) => Array.from({ length: count }, (_, row) => [row]);

  // Rows 0 … 5, each with its two nearest rows, including itself; ties go to the lower number. Distances from the mean
  // of both labels are below. If a row is omitted, rows that had it as a neighbor use their third one.
  const naive = (label, neighbors) => {
    const features = grid(label.length);
    const sums = label.map((_, gone) => {
      const keep = label.map((_, row) => row).filter((row) => row !== gone);
      return (
        (1 -
          individual.consistency(
            keep.map((row) => features[row]),
            keep.map((row) => label[row]),
            neighbors,
          )) *
        (label.length - 1)
      );
    });
    const mean = sums.reduce((a, b) => a + b, 0) / sums.length;
    const squares = sums.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return squares / (label.length * (label.length - 1));
  };

  test('uses the variance of leaving out one row after the other', () => {
    const label = [1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 1];
    const { value, ci } = individual.consistencyEstimate(grid(12), label, { neighbors: 3 });
    expect(value).toBe(individual.consistency(grid(12), label, 3));
    // The number of independent rows with that variance; one more is assumed to differ.
    const usual = (12 * 3) / 4;
    const share = 1 - value;
    const most = Math.max(share, 1 - share);
    const cases = usual * (1 - most);
    const trials = (usual * (cases + 1)) / ((usual ** 2 * naive(label, 3)) / most + 1);
    // Wilson's interval at Student's quantile for 11 degrees of freedom, by Hill's expansion.
    const z = 1.959963984540054;
    const t = z * (1 + (z * z + 1) / 44 + (5 * z ** 4 + 16 * z * z + 3) / (96 * 121));
    const centre = (share + (t * t) / (2 * trials)) / (1 + (t * t) / trials);
    const reach =
      (t / (1 + (t * t) / trials)) * Math.sqrt((share * (1 - share)) / trials + (t * t) / (4 * trials * trials));
    expect(present(ci)[0]).toBeCloseTo(1 - centre - reach, 9);
    expect(present(ci)[1]).toBeCloseTo(1 - centre + reach, 9);
  });

  test('contains the value, stays in range, and narrows with more rows and lower confidence', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 1 })), {
          minLength: 6,
          maxLength: 40,
        }),
        fc.integer({ min: 2, max: 5 }),
        (table, neighbors) => {
          const label = table.map(([, y]) => y);
          const features = table.map(([x]) => [x]);
          const { value, ci, warning } = individual.consistencyEstimate(features, label, { neighbors });
          if (ci === undefined) {
            expect(warning).toMatch(/^no interval/);
            return;
          }
          expect(0 <= ci[0] && ci[0] <= value && value <= ci[1] && ci[1] <= 1).toBe(true);
          const half = individual.consistencyEstimate(features, label, { neighbors, confidence: 0.5 });
          expect(present(half.ci)[1] - present(half.ci)[0]).toBeLessThan(ci[1] - ci[0]);
        },
      ),
    );
  });

  test('does not depend on the unit of labels', () => {
    const label = [1, 3, 2, 5, 4, 6, 2, 9];
    const one = individual.consistencyEstimate(grid(8), label);
    const other = individual.consistencyEstimate(
      grid(8),
      label.map((value) => 10 * value - 7),
    );
    expect(1 - present(other.ci)[0]).toBeCloseTo(10 * (1 - present(one.ci)[0]), 9);
    expect(1 - present(other.ci)[1]).toBeCloseTo(10 * (1 - present(one.ci)[1]), 9);
  });

  test('gives a reason for a missing or rough interval', () => {
    const label = [0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0];
    const of = (labels, neighbors) => individual.consistencyEstimate(grid(labels.length), labels, { neighbors });
    expect(of(label, 1)).toEqual({ value: 1, warning: 'no interval: every row is its only neighbor' });
    expect(of(label, 12).warning).toBe('no interval: there are no more rows than neighbors');
    expect(of([1, 1, 1, 1], 2).warning).toBe('no interval: all labels are equal');
    expect(of([1, 0, 0, 0, 0, 0], 2).warning).toBe('only 1 row of one label');
    expect(of(label, 3).warning).toBeUndefined();
    expect(getError(() => of(label, 13)).argument).toBe('neighbors');
    expect(getError(() => individual.consistencyEstimate(grid(4), [1, 0, 1, 0], misuse({ k: 3 }))).code).toBe(
      'invalidArgument',
    );
    const sure = () => individual.consistencyEstimate(grid(4), [1, 0, 1, 0], { confidence: 95 });
    expect(getError(sure).argument).toBe('confidence');
  });
});
