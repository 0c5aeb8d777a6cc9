// SPDX-License-Identifier: Apache-2.0
//
// Rates per exposure: values, properties, and missing data.

import { format } from 'fairwasm';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { getError, repeated } from '../support.mjs';

const rates = repeated.ratesPerExposure;
const rows = {
  group: [...'xxxyyy'],
  events: [1, 2, 3, 2, 6, 4],
  exposure: [10, 10, 10, 10, 10, 10],
  cluster: [...'pqrstu'],
};

test('has the values of a manual calculation', () => {
  const { groups, isClustered } = rates({ ...rows, reference: 'x' });
  expect(isClustered).toBe(true);
  expect(groups).toMatchObject([
    {
      ...{ categories: { group: 'x' }, name: 'x' },
      events: 6,
      exposure: 30,
      clusters: 3,
      rate: { value: 0.2 },
      variance: expect.closeTo((1.5 * 2) / 900, 12),
      difference: null,
      ratio: null,
    },
    {
      ...{ categories: { group: 'y' }, name: 'y' },
      rate: { value: 0.4, warning: '3 clusters: the interval is approximate' },
      difference: { value: expect.closeTo(0.2, 12) },
      ratio: { value: expect.closeTo(2, 12) },
    },
  ]);
});

test('assumes independent events without clusters', () => {
  const { cluster: _, ...columns } = rows;
  const { groups, reference } = rates(columns);
  expect(reference).toBe('x');
  // Garwood's interval of 6 events (2.2019, 13.0595).
  expect(groups[0].rate.ci).toEqual([expect.closeTo(0.073396, 6), expect.closeTo(0.435316, 6)]);
  expect(groups[0]).toMatchObject({ clusters: null, variance: null });
});

test('does not depend on the order of rows, or on how rows of a cluster are divided', () => {
  const random = mulberry32(1);
  const order = [4, 0, 5, 2, 1, 3];
  const at = (column) => order.map((row) => column[row]);
  const shuffled = {
    group: at(rows.group),
    events: at(rows.events),
    exposure: at(rows.exposure),
    cluster: at(rows.cluster),
  };
  expect(rates({ ...shuffled, reference: 'x' })).toEqual(rates({ ...rows, reference: 'x' }));
  const part = random();
  const divided = {
    group: [...rows.group, ...rows.group],
    cluster: [...rows.cluster, ...rows.cluster],
    events: [...rows.events.map((each) => part * each), ...rows.events.map((each) => (1 - part) * each)],
    exposure: [...rows.exposure.map((each) => 0.5 * each), ...rows.exposure.map((each) => 0.5 * each)],
  };
  const [x] = rates({ ...divided, reference: 'x' }).groups;
  expect(x.rate.value).toBeCloseTo(0.2, 12);
  expect(x.variance).toBeCloseTo((1.5 * 2) / 900, 12);
});

test('scales rates with the unit of exposure', () => {
  const scaled = { ...rows, exposure: rows.exposure.map((each) => each / 1000) };
  const [one, other] = [rows, scaled].map((each) => rates({ ...each, reference: 'x' }).groups[1]);
  expect(present(other.rate.ci)[0]).toBeCloseTo(1000 * present(one.rate.ci)[0], 8);
  expect(other.ratio?.value).toBeCloseTo(present(one.ratio).value, 10);
  expect(other.difference?.pValue).toBeCloseTo(present(one.difference?.pValue), 10);
});

test('gives reasons for undefined values', () => {
  const { groups } = rates({ group: ['a', 'b', 'c'], events: [0, 3, 2], exposure: [10, 0, 5], reference: 'a' });
  expect(groups[0].rate.ci?.[0]).toBe(0);
  expect(groups[1].rate.reason).toBe('the group has no exposure');
  expect(groups[1].difference?.reason).toBe('one of the groups has no exposure');
  expect(groups[2].ratio).toMatchObject({ value: Number.POSITIVE_INFINITY });
  expect(groups[2].ratio?.reason).toBe('the reference group’s rate is 0');
});

test('rejects impossible input with the row', () => {
  const rejected = (change) => expect(getError(() => rates({ ...rows, ...change })));
  rejected({ events: [1, 2, -3, 2, 6, 4] }).toMatchObject({ argument: 'events', row: 2 });
  rejected({ exposure: [1, 2, 3, -2, 6, 4] }).toMatchObject({ argument: 'exposure', row: 3 });
  rejected({ cluster: undefined, events: [1, 2.5, 3, 2, 6, 4] }).toMatchObject({ argument: 'events', row: 1 });
  rejected({ reference: 'z' }).toMatchObject({ argument: 'reference' });
  rejected({ group: ['x'] }).toMatchObject({ code: 'shapeMismatch' });
  rejected({ events: [1, 2, '?', 2, 6, 4] }).toMatchObject({ code: 'missingValue', row: 2 });
  const { droppedRows } = rates({ ...rows, events: [1, 2, '?', 2, 6, 4], missing: 'drop' });
  expect(droppedRows).toBe(1);
});

test('writes the rates in every format', () => {
  const report = rates({ ...rows, reference: 'x' });
  for (const kind of /** @type {const} */ (['text', 'markdown', 'html'])) {
    expect(format(report, kind)).toContain('Rates per exposure');
  }
  expect(format(report, 'csv')).toContain('"Rates, and their differences and ratios to x",y,Rate,0.4,');
});

const part = fc.array(
  fc.record({
    group: fc.constantFrom('f', 'm', '1', '1.0'),
    events: fc.nat(20),
    exposure: fc.integer({ min: 1, max: 50 }),
    cluster: fc.constantFrom('a', 'b', 'c', 'd'),
  }),
  { maxLength: 8 },
);

const toColumns = (rows, isClustered) => ({
  group: rows.map(({ group }) => group),
  events: rows.map(({ events }) => events),
  exposure: rows.map(({ exposure }) => exposure),
  ...(isClustered && { cluster: rows.map(({ cluster }) => cluster) }),
});

// The order of clusters determines the rounding of sums.
const rounded = (report) =>
  JSON.stringify(report, (_, value) =>
    typeof value === 'number' ? Number(Math.abs(value) < 1 ? value.toFixed(9) : value.toPrecision(9)) : value,
  );

test('sums of parts give the result of all rows, in any division', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.boolean(), (parts, isClustered) => {
      const rows = parts.flat();
      fc.pre(rows.length > 0);
      const merged = repeated.exposureSums();
      for (const each of parts) {
        const sums = repeated.exposureSums();
        sums.update(toColumns(each, isClustered));
        merged.merge(sums);
      }
      const one = repeated.exposureSums();
      one.update(toColumns(rows, isClustered));
      const expected = rounded(repeated.ratesPerExposure(toColumns(rows, isClustered)));
      expect(rounded(merged.report())).toEqual(expected);
      expect(rounded(one.report())).toEqual(expected);
    }),
  );
});

test('a failed update or merge changes nothing', () => {
  const sums = repeated.exposureSums();
  const rows = { group: ['f', 'm'], events: [1, 2], exposure: [10, 10] };
  sums.update(rows);
  const before = sums.rows();
  expect(getError(() => sums.update({ ...rows, events: [1, -2] }))).toMatchObject({ argument: 'events', row: 1 });
  expect(getError(() => sums.update({ ...rows, events: [1, 0.5] }))).toMatchObject({ row: 1 });
  expect(getError(() => sums.update({ ...rows, cluster: ['a', 'b'] }))).toMatchObject({ argument: 'cluster' });
  const others = repeated.exposureSums();
  others.update({ ...rows, cluster: ['a', 'b'] });
  expect(getError(() => sums.merge(others))).toMatchObject({ argument: 'cluster' });
  expect(getError(() => sums.merge(misuse(rows)))).toMatchObject({ argument: 'other' });
  expect(getError(() => repeated.exposureSums().report())).toMatchObject({ code: 'invalidState' });
  expect(sums.rows()).toEqual(before);
});

test('counts dropped rows of all parts, and keeps rows without a group', () => {
  const sums = repeated.exposureSums();
  const rows = { group: ['f', '', 'm', 'm'], events: [1, 2, 3, Number.NaN], exposure: [10, 10, 10, 10] };
  sums.update({ ...rows, missing: 'drop' });
  const others = repeated.exposureSums();
  others.update({ ...rows, missing: 'drop' });
  sums.merge(others);
  expect(sums.report()).toMatchObject({
    droppedRows: 2,
    groups: [{ events: 2 }, { events: 6 }, { name: '(missing)', events: 4 }],
  });
});
