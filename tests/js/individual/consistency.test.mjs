// SPDX-License-Identifier: Apache-2.0
//
// Consistency through the package: tables in every form, against all distances sorted.

import fc from 'fast-check';
import { errorOf, individual } from '../support.mjs';

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

test('rows, columns and flat arrays say the same', () => {
  const label = [1, 0, 1, 0];
  const forms = [
    rows,
    { x: [0, 1, 10, 11], y: ['0', '0', '0', '0'] },
    { values: Float64Array.from(rows.flat()), columns: 2 },
    { values: Float32Array.from(rows.flat()), columns: 2 },
    rows.map((row) => Int32Array.from(row)),
  ];
  for (const features of forms) expect(individual.consistency(features, label, 2)).toBe(0.5);
});

test('any table agrees with all distances sorted, ties included', () => {
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

test('a bad table is refused with its row', () => {
  const call = (features, label = [0, 1, 0, 1], neighbors = 1) =>
    errorOf(() => individual.consistency(features, label, neighbors));
  expect(call([[0], [1], [2], ['x']])).toMatchObject({ argument: 'features', row: 3 });
  expect(call([[0], [1], [2], [null]])).toMatchObject({ code: 'missingValue', row: 3 });
  expect(call([[0], [1], [2], [Number.POSITIVE_INFINITY]])).toMatchObject({ row: 3 });
  expect(call({ values: Float64Array.of(0, 1, Number.NaN, 3), columns: 1 })).toMatchObject({
    row: 2,
  });
  expect(call([[0], [1], [2, 3], [4]])).toMatchObject({ code: 'shapeMismatch', row: 2 });
  expect(call({ x: [1, 2, 3, 4], y: [1, 2, 3] })).toMatchObject({ code: 'shapeMismatch' });
  expect(call({ values: new Float64Array(5), columns: 2 })).toMatchObject({
    code: 'shapeMismatch',
  });
  expect(call(rows, [0, 1])).toMatchObject({ code: 'shapeMismatch', argument: 'label' });
  expect(call(rows, undefined, 5)).toMatchObject({ argument: 'neighbors' });
  expect(call(rows, undefined, 1.5)).toMatchObject({ argument: 'neighbors' });
  expect(call('table')).toMatchObject({ argument: 'features' });
});
