// SPDX-License-Identifier: Apache-2.0
//
// Shares compared with a reference; values of other implementations are in tests/golden/values/rankings.

import { format } from 'fairwasm';
import { describeShares } from '#fairwasm/rankings/describe.js';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, rankings } from '../support.mjs';

const reference = { f: 0.3, m: 0.7 };
const group = [...'fmmfmmmmm'];

test('counts groups and compares them with the reference', () => {
  const report = rankings.shares({ group, reference });
  expect(report.rows).toBe(9);
  const [f, m] = report.groups;
  expect([f.rows, m.rows]).toEqual([2, 7]);
  expect(f.ratio.value).toBeCloseTo(2 / 9 / 0.3, 14);
  expect(f.logRatio.value).toBeCloseTo(Math.log(2 / 9 / 0.3), 14);
  expect(f.logRatio.ci?.[0]).toBeCloseTo(Math.log(present(f.ratio.ci)[0]), 14);
  expect(f.missing).toBe(1);
  expect(report.exact?.pValue).toBeGreaterThan(0.5);
});

test('counts, rows, and the order of rows give the same result', () => {
  const expected = rankings.shares({ group, reference });
  expect(rankings.shares({ counts: { f: 2, m: 7 }, reference })).toEqual(expected);
  expect(rankings.shares({ group: group.toReversed(), reference })).toEqual(expected);
  expect(rankings.shares({ group: ['m', 'f', 'm'], rows: [4, 2, 3], reference })).toEqual(expected);
});

test('accepts population counts and percentages as a reference', () => {
  const { groups } = rankings.shares({ group, reference: { f: 300, m: 700 } });
  expect(groups[0].expected).toBeCloseTo(0.3, 15);
  const percent = rankings.shares({ group, reference: { f: 30, m: 70 } });
  expect(percent.groups).toEqual(groups);
});

test('a sample as the reference widens the intervals', () => {
  const counts = { f: 20, m: 100 };
  const population = { f: 300, m: 700 };
  const fixed = rankings.shares({ counts, reference: population });
  const sampled = rankings.shares({ counts, reference: population, isSample: true });
  const width = ({ groups }) => {
    const [low, high] = present(groups[0].difference.ci);
    return high - low;
  };
  expect(width(sampled)).toBeGreaterThan(width(fixed));
  expect(sampled.referenceRows).toBe(1000);
  expect(fixed.referenceRows).toBeUndefined();
});

test('equal counts of a population mean equal shares', () => {
  const { groups } = rankings.shares({ group, reference: { f: 1, m: 1 } });
  expect(groups.map(({ expected }) => expected)).toEqual([0.5, 0.5]);
});

// Ten clusters of four rows: the variance between clusters is 10/9 of the sum of (n_gc - p n_c)² / 40².
test('rows of a cluster are not independent', () => {
  const members = [4, 4, 4, 0, 0, 0, 2, 2, 2, 2];
  const rows = members.flatMap((count, cluster) =>
    [0, 1, 2, 3].map((i) => ({ group: i < count ? 'f' : 'm', cluster: `c${cluster}` })),
  );
  const columns = { group: rows.map((row) => row.group), cluster: rows.map((row) => row.cluster) };
  const half = { f: 1, m: 1 };
  const report = rankings.shares({ ...columns, reference: half });
  const squares = members.reduce((sum, count) => sum + (count - 2) ** 2, 0);
  const variance = ((10 / 9) * squares) / 40 ** 2;
  const trials = 0.25 / variance;
  const t = 2.934; // Student's quantile at 1 - 0.05 / 4 for 20² / (3 · 4² + 4 · 2²) degrees of freedom
  const [low, high] = present(report.groups[0].difference.ci);
  expect(high).toBeCloseTo((t / 2 / Math.sqrt(trials)) * (1 / Math.sqrt(1 + t ** 2 / trials)), 2);
  expect(low).toBeCloseTo(-high, 12);
  expect(report.clusters).toBe(10);
  expect(report.pearson).toBeUndefined();
  expect(report.exact).toBeUndefined();
  const independent = rankings.shares({ group: columns.group, reference: half });
  expect(high).toBeGreaterThan(1.4 * present(independent.groups[0].difference.ci)[1]);
  const text = format(report, 'text').replace(/\s+/g, ' ');
  expect(text).toContain('There is no joint test of all shares');
  expect(text).toContain('Clusters 10');
});

test('a single cluster has no interval, with a warning', () => {
  const { groups } = rankings.shares({ group, cluster: group.map(() => 'one'), reference });
  expect(groups[0].share.ci).toBeUndefined();
  expect(groups[0].difference.pValue).toBeUndefined();
  expect(groups[0].share.warning).toBe('no interval, because all rows are in one cluster');
});

test('rejects clusters of counts, and missing clusters', () => {
  const counts = { f: 2, m: 7 };
  expect(getError(() => rankings.shares({ counts, cluster: ['a'], reference }))).toMatchObject({ argument: 'cluster' });
  const cluster = [null, ...group.slice(1)];
  expect(getError(() => rankings.shares({ group, cluster, reference }))).toMatchObject({
    code: 'missingValue',
    row: 0,
  });
});

test('rows without a group are counted and excluded', () => {
  const report = rankings.shares({ group: ['f', null, 'm', 'NA'], reference });
  expect([report.rows, report.unknown]).toEqual([2, 2]);
  expect(format(report, 'text')).toContain('Rows without a group, which are excluded: 2.');
});

test('a reference share of 0 has a reason', () => {
  const { groups, exact } = rankings.shares({ counts: { a: 1, b: 1 }, reference: { a: 0, b: 1 } });
  expect(groups[0].ratio).toEqual({ value: Infinity, reason: 'the reference share is 0' });
  expect(exact?.pValue).toBe(0);
});

test('leaves shares undefined without rows', () => {
  const report = rankings.shares({ counts: {}, reference });
  expect(report.groups[0].share).toEqual({ value: NaN, reason: 'there are no rows' });
  expect(format(report, 'text')).toContain('The input has no rows.');
});

// 3 of 100 with an expected one: P(X >= 3) = 0.0794 of a binomial distribution; chi-squared(1) > 4 / 0.99 = 0.0444.
test('reports the exact test where Pearson’s test is approximate', () => {
  const report = rankings.shares({ counts: { a: 3, b: 97 }, reference: { a: 0.01, b: 0.99 } });
  expect(present(report.pearson).pValue).toBeCloseTo(0.0444, 4);
  expect(present(report.test).method).toBe('exact');
  expect(present(report.test).pValue).toBeCloseTo(0.0794, 4);
  expect(format(report, 'text')).toContain('p = 0.079 (exact test)');
  expect(format(report, 'text')).not.toContain('0.044');
});

test('large tables have Pearson’s test only', () => {
  const counts = { a: 500, b: 300, c: 200, d: 2 };
  const report = rankings.shares({ counts, reference: { a: 50, b: 30, c: 19.9, d: 0.1 } });
  expect(report.exact).toBeUndefined();
  expect(report.test).toEqual({ method: 'pearson', pValue: present(report.pearson).pValue });
  expect(format(report, 'text')).toMatch(/Pearson’s test, 3 degrees of freedom;\s+approximate/);
});

test.each([
  ['group', {}],
  ['group', { group, counts: { f: 1 } }],
  ['reference', { group: ['f', 'x'] }],
  ['reference', { group, reference: { f: 0.3, m: 0.3 } }],
  ['reference', { group, reference: { f: -1, m: 2 } }],
  ['reference', { group, reference: { f: 1 } }],
  ['reference', { group, reference: misuse(['f']) }],
  ['reference', { counts: { f: 1 }, reference: { f: 0.5, m: 0.5 }, isSample: true }],
  ['counts', { counts: { x: 1 } }],
  ['counts', { counts: { f: 1.5 } }],
  ['rows', { group, rows: Array(9).fill(0.5) }],
  ['rows', { counts: { f: 1 }, rows: [1] }],
  ['isSample', { group, isSample: misuse('no') }],
  ['confidence', { group, confidence: 1 }],
])('rejects an invalid %s', (argument, input) => {
  const error = getError(() => rankings.shares({ reference, ...input }));
  expect(error).toMatchObject({ code: 'invalidArgument', argument });
});

test('rejects columns of different lengths', () => {
  expect(getError(() => rankings.shares({ group, rows: [1], reference })).code).toBe('shapeMismatch');
});

test('writes all groups in every format', () => {
  const report = rankings.shares({ group, reference });
  for (const kind of /** @type {const} */ (['text', 'markdown', 'csv', 'html', 'json'])) {
    expect(format(report, kind)).toContain('m');
  }
  expect(format(report, 'csv').split('\n')).toHaveLength(2 + 2 * 6);
  expect(describeShares(report).facts).toContainEqual(['Reference', 'fixed']);
});
