// SPDX-License-Identifier: Apache-2.0
//
// Certificates of precomputed counts: a row with count n counts as n rows.

import { load } from 'fairwasm/robustness';
import fc from 'fast-check';
import { getError } from '../support.mjs';

const robustness = await load();
const options = { lipConst: 1, epsilons: [0.25, 1], groups: ['sex'] };
const row = fc.record({
  label: fc.constantFrom(0, 1),
  score: fc.integer({ min: -16, max: 16 }).map((eighths) => eighths / 8),
  sex: fc.constantFrom('f', 'm'),
  weight: fc.constantFrom(0.5, 1, 2),
  times: fc.nat(5),
});
const table = fc.array(row, { minLength: 1, maxLength: 20 });

const getColumns = (rows) => ({
  label: rows.map(({ label }) => label),
  score: rows.map(({ score }) => score),
  groups: { sex: rows.map(({ sex }) => sex) },
});
const repeated = (rows) => rows.flatMap((each) => new Array(each.times).fill(each));
const close = (value) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);
const getSummary = (certificates) =>
  JSON.parse(
    JSON.stringify(certificates.compute({ replicates: 0 }), (_, value) =>
      value instanceof Float64Array ? [...value].map(close) : close(value),
    ),
  );

// Both have both groups in the same order.
const empty = () => {
  const certificates = robustness.certificates(options);
  certificates.updateCounted({ label: [1, 1], score: [1, 1], groups: { sex: ['f', 'm'] }, rows: [1, 1] });
  return certificates;
};

test.each([false, true])('a row with count n counts as n rows; weighted: %p', (isWeighted) => {
  const property = fc.property(table, (rows) => {
    const all = repeated(rows);
    fc.pre(all.length > 0);
    const direct = empty();
    direct.update({ ...getColumns(all), ...(isWeighted && { weight: all.map(({ weight }) => weight) }) });
    const counted = empty();
    const weights = {
      sum: rows.map(({ weight, times }) => weight * times),
      squares: rows.map(({ weight, times }) => weight ** 2 * times),
    };
    counted.updateCounted({
      ...getColumns(rows),
      rows: rows.map(({ times }) => times),
      ...(isWeighted && { weights }),
    });
    expect(getSummary(counted)).toEqual(getSummary(direct));
    const stored = robustness.certificatesFromBytes(counted.toBytes());
    expect(getSummary(stored)).toEqual(getSummary(counted));
  });
  fc.assert(property, { numRuns: 40 });
});

test('supports a count of 2^40', () => {
  const certificates = robustness.certificates({ lipConst: 1 });
  certificates.updateCounted({ label: [1, 0], score: [2, 2], rows: [3 * 2 ** 40, 2 ** 40] });
  const { overall } = certificates.compute({ by: [], replicates: 0 });
  expect(overall.rows).toBe(2 ** 42);
  expect(overall.averageRobustness.value).toBe(1.5);
});

test.each([
  ['a fraction', { rows: [1, 0.5] }, 'invalidArgument', 1],
  ['a negative number', { rows: [-1, 1] }, 'invalidArgument', 0],
  ['more than 2^53', { rows: [1, 2 ** 53] }, 'invalidArgument', 1],
  ['nothing', { rows: [1, null] }, 'missingValue', 1],
  ['a wrong number of counts', { rows: [1] }, 'shapeMismatch', undefined],
  ['2^53 of each', { rows: [2 ** 53 - 1, 2 ** 53 - 1] }, 'tooLarge', undefined],
  [
    'sums that these rows cannot have',
    { rows: [2, 1], weights: { sum: [2, 1], squares: [1, 1] } },
    'invalidArgument',
    0,
  ],
  ['a weight instead of sums', { rows: [2, 1], weight: [1, 1] }, 'invalidArgument', undefined],
])('rejects %s without changes', (_, more, code, at) => {
  const certificates = robustness.certificates({ lipConst: 1 });
  const before = certificates.toBytes();
  const error = getError(() => certificates.updateCounted({ label: [1, 0], score: [2, 1], ...more }));
  expect(error).toMatchObject({ code });
  expect(error.row).toBe(at);
  expect(certificates.toBytes()).toEqual(before);
});
