// SPDX-License-Identifier: Apache-2.0
//
// Amounts without a true value by group, in the package.

import { format } from 'fairwasm';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { amounts } from '../support.mjs';

const pay = {
  group: [...'ffffffmmmmmmm'],
  amount: [12, 14, 15, 15, 18, 22, 14, 16, 18, 20, 23, 26, 31],
  reference: 'm',
};
const women = (report) => present(report.groups.find(({ name }) => name === 'f'));

test('gaps are positive if the group has less', () => {
  const { mean, median } = present(women(amounts.amounts(pay)).compared);
  // 96 / 6 = 16 and 148 / 7.
  expect(mean.gap.value).toBeCloseTo(1 - 16 / (148 / 7), 14);
  expect(mean.difference.value).toBeCloseTo(16 - 148 / 7, 13);
  expect(mean.ratio.value).toBeCloseTo((16 * 7) / 148, 14);
  expect(median.gap.value).toBe(0.25);
  expect(present(mean.gap.ci)[0]).toBeLessThan(mean.gap.value);
});

test('adjusted intervals contain the unadjusted ones', () => {
  const { gap } = present(women(amounts.amounts(pay)).compared).mean;
  const [low, high] = present(gap.ci);
  const [jointLow, jointHigh] = present(gap.adjustedCi);
  expect([jointLow < low, jointHigh > high]).toEqual([true, true]);
  expect(present(gap.adjustedPValue)).toBeGreaterThan(present(gap.pValue));
});

test('the largest group is the reference, but never an unknown one', () => {
  const group = ['unknown', 'unknown', 'unknown', 'f', 'm', 'm'];
  expect(amounts.amounts({ group, amount: [1, 2, 3, 4, 5, 6] }).reference).toBe('m');
});

test('a census has gaps without intervals and tests', () => {
  const report = amounts.amounts({ ...pay, intervals: false });
  const { mean, mannWhitney } = present(women(report).compared);
  expect(Object.keys(mean.gap)).toEqual(['value']);
  expect([report.confidence, mannWhitney]).toEqual([undefined, undefined]);
  expect(format(report, 'text')).toContain('census');
});

test('undefined values have a reason', () => {
  const report = amounts.amounts({ group: [...'ffmm'], amount: [1, 2, 0, 0], reference: 'm' });
  const { mean, geometricMean } = present(women(report).compared);
  expect(mean.gap.value).toBeNaN();
  expect(mean.gap.reason).toBe('m has amounts of 0 or less');
  expect(geometricMean.gap.value).toBeNaN();
});

test('small groups are suppressed, together with one that would reveal them', () => {
  const group = [...'aaaabbbcccccd'];
  const report = amounts.amounts({ group, amount: group.map((_, i) => i), suppressBelow: 3 });
  expect(report.suppressed).toEqual(['b', 'd']);
  expect(report.groups.map(({ name }) => name)).toEqual(['c', 'a']);
  expect(() => amounts.amounts({ group, amount: group.map((_, i) => i), suppressBelow: 3, reference: 'd' })).toThrow(
    /reference: expected a group of at least 3 rows/,
  );
});

test('rows with missing values are dropped on request', () => {
  const rows = { group: [...'fmfm'], amount: [1, 'NA', 3, 4] };
  expect(() => amounts.amounts(rows)).toThrow(expect.objectContaining({ code: 'missingValue', row: 1 }));
  const report = amounts.amounts({ ...rows, missing: 'drop' });
  expect([report.rows, report.droppedRows]).toEqual([3, 1]);
});

test('parts that are merged, stored, and restored give the report of all rows', () => {
  const cluster = pay.amount.map((_, i) => `site ${i % 4}`);
  const weight = pay.amount.map((_, i) => 1 + (i % 3));
  const half = (from, to) => {
    const rows = amounts.rows({ weight: true, cluster: true });
    rows.update({
      group: pay.group.slice(from, to),
      amount: pay.amount.slice(from, to),
      weight: weight.slice(from, to),
      cluster: cluster.slice(from, to),
    });
    return rows;
  };
  const merged = half(7, 13);
  merged.merge(amounts.rowsFromBytes(half(0, 7).toBytes()));
  expect(merged.report({ reference: 'm' })).toEqual(amounts.amounts({ ...pay, weight, cluster }));
});

test('the sentence names groups, sizes, and the gap with its interval', () => {
  const text = format(amounts.amounts({ ...pay, names: { amount: 'hourly pay', group: 'sex' } }), 'markdown');
  expect(text).toContain(
    'By sex, the mean hourly pay is 16.00 for f (n = 6) and 21.14 for m (n = 7): a gap of 24.3% (95% CI ',
  );
});

test.each([
  ['reference', { reference: 'x' }],
  ['quantiles', { quantiles: [1] }],
  ['confidence', { confidence: 2 }],
  ['suppressBelow', { suppressBelow: 1 }],
  ['amounts', { unit: 'EUR' }],
])('rejects an invalid %s', (argument, change) => {
  expect(() => amounts.amounts(misuse({ ...pay, ...change }))).toThrow(expect.objectContaining({ argument }));
});
