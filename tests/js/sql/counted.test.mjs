// SPDX-License-Identifier: Apache-2.0
//
// Answers of engines in every form that clients return, and invalid counts.

import { load as loadClasses } from 'fairwasm/classes';
import { auditCounts, counted } from 'fairwasm/sql';
import { misuse } from '../../misuse.mjs';
import { fair, getError } from '../support.mjs';

const what = { label: 'y', prediction: 'p', groups: ['sex'] };
const answer = [
  { sex: 'm', y: 1, p: 1, n: 30 },
  { sex: 'f', y: 1, p: 0, n: 20 },
  { sex: 'f', y: 0, p: 1, n: 10 },
  { sex: null, y: 0, p: 0, n: 4 },
];
const names = ['sex', 'y', 'p', 'n'];
const columns = Object.fromEntries(names.map((name) => [name, answer.map((row) => row[name])]));
const change = (name, make) => answer.map((row) => ({ ...row, [name]: make(row[name]) }));

function getRows(rows) {
  const auditor = fair.auditor({ groups: ['sex'], label: true, prediction: true });
  auditor.updateCounted(counted(rows, what));
  const { groups } = auditor.audit().frame('sex');
  return Object.fromEntries(groups.map(({ name, counts }) => [name, counts.rows]));
}

test.each([
  ['objects', answer],
  ['columns', columns],
  ['big integers', change('n', BigInt)],
  ['whole numbers as text', change('n', String)],
  ['numbers surrounded by spaces', change('n', (n) => ` ${n} `)],
  ['outcomes as text', change('y', String)],
  ['NULL as files have it', change('sex', (sex) => sex ?? '\\N')],
  ['typed arrays', { ...columns, n: Float64Array.from(columns.n) }],
  ['a different order', answer.toReversed()],
  ['codes', { ...columns, sex: { codes: [0, 1, 1, 2], categories: ['m', 'f', ''] } }],
])('reads %s with equal results', (_, rows) => {
  expect(getRows(rows)).toEqual({ m: 30, f: 30, '(missing)': 4 });
});

test('does not depend on the order of the answer', () => {
  const report = (rows) => auditCounts(fair, rows, what);
  expect(report(answer.toReversed())).toEqual(report(answer));
});

test.each([
  ['a fraction', 1.5, '1.5'],
  ['a fraction as text', '1.5', '1.5'],
  ['a negative number', -1, '-1'],
  ['more than 2^53', 2n ** 53n, '9007199254740992'],
  ['more than 2^53 as text', '9007199254740993', '9007199254740992'],
  ['nothing', null, 'NaN'],
  ['a word', 'many', "'many'"],
])('rejects %s as a number of rows', (_, n, actual) => {
  const rows = answer.map((row, i) => (i === 2 ? { ...row, n } : row));
  expect(getError(() => counted(rows, what))).toMatchObject({ code: 'invalidArgument', argument: 'n', actual, row: 2 });
});

test.each([
  ['n', { ...what }],
  ['cases', { ...what, counts: 'cases' }],
  ['race', { ...what, groups: ['race'] }],
  ['weight_missing', { ...what, weight: 'w' }],
  ['above_threshold', { groups: ['sex'], score: 's', threshold: 0.5 }],
])('names the missing column %s', (argument, asked) => {
  const rows = answer.map(({ n, ...row }) => ({ ...row, ...(argument !== 'n' && { n }) }));
  expect(getError(() => counted(rows, asked))).toMatchObject({
    code: 'invalidArgument',
    argument,
    actual: 'no such column',
    advice: ['n', 'cases'].includes(argument)
      ? 'the option counts names the column with the numbers of rows'
      : undefined,
  });
});

const weighted = { ...what, weight: 'w' };
const sums = { weight_missing: 0, weight_sum: 5, weight_squares: 3, weight_least: 0.1 };
const one = { sex: 'f', y: 1, p: 1, n: 10, ...sums };
test.each([
  ['weights below 0', { weight_least: -1 }, 'w', 0],
  ['swapped sums', { weight_sum: 3, weight_squares: 0.5 }, 'weight', 0],
  ['squares above the square of the sum', { weight_squares: 26 }, 'weight', 0],
  ['a missing sum', { weight_sum: null }, 'weight_sum', 0],
  ['infinite sums', { weight_squares: Number.POSITIVE_INFINITY }, 'weight_squares', 0],
  ['an invalid flag', { weight_missing: 2 }, 'weight_missing', 0],
])('rejects %s', (_, wrong, argument, row) => {
  const make = () => {
    const tally = fair.tally({ groups: ['sex'], label: true, prediction: true });
    tally.updateCounted(counted([{ ...one, ...wrong }], weighted));
  };
  expect(getError(make)).toMatchObject({ code: 'invalidArgument', argument, row });
});

test('requires a threshold for scores that are not probabilities', () => {
  const scored = { groups: [], score: 's', label: 'y' };
  const row = { y: 1, n: 3, score_missing: 0, score_sum: 6, score_squares: 14 };
  const rows = [{ ...row, score_least: 1, score_greatest: 3 }];
  expect(getError(() => counted(rows, { ...scored, prediction: 'y' }))).toMatchObject({
    argument: 's',
    actual: '3',
    row: 0,
  });
  const above = rows.map((each) => ({ ...each, above_threshold: 1 }));
  const report = auditCounts(fair, above, { ...scored, threshold: 1 });
  expect(report.warnings[0]).toContain('not probabilities');
  expect(report.overall.counts.truePositives).toBe(3);
});

test('rejects a non-numeric score also next to a threshold', () => {
  const row = { above_threshold: 1, score_missing: 0, score_least: 0, score_greatest: Number.NaN };
  const rows = [
    { ...row, y: 0, n: 2, score_sum: Number.NaN, score_squares: Number.NaN },
    { ...row, y: 1, n: 2, score_sum: 9, score_squares: 41, score_greatest: 5 },
  ];
  const scored = { groups: [], score: 's', label: 'y', threshold: 1 };
  expect(getError(() => counted(rows, scored))).toMatchObject({ argument: 'score_sum', row: 0 });
});

test('applies the policy to missing values', () => {
  const rows = [...answer, { sex: 'f', y: null, p: 1, n: 7 }, { sex: 'f', y: 'NA', p: 1, n: 2 }];
  expect(getError(() => auditCounts(fair, rows, what))).toMatchObject({ code: 'missingValue', argument: 'y', row: 4 });
  const report = auditCounts(fair, rows, { ...what, missing: 'drop' });
  expect([report.rows, report.droppedRows]).toEqual([64, 9]);
});

test('treats a missing weight as missing in all equal rows', () => {
  const rows = [one, { ...one, n: 4, weight_missing: 1, weight_sum: null, weight_squares: null, weight_least: null }];
  expect(getError(() => auditCounts(fair, rows, weighted))).toMatchObject({
    code: 'missingValue',
    argument: 'w',
    row: 1,
  });
  const report = auditCounts(fair, rows, { ...weighted, missing: 'drop' });
  expect([report.rows, report.instances, report.droppedRows]).toEqual([10, 5, 4]);
});

test.each([
  ['a score', { score_greatest: 1.5 }],
  ['a score that is not a number', { score_sum: Number.NaN, score_squares: Number.NaN }],
  ['a weight', { weight_least: -1 }],
])('ignores %s next to a missing outcome, as in rows', (_, odd) => {
  const scores = { score_missing: 0, score_sum: 2, score_squares: 1, score_weighted: 1 };
  const row = { ...one, ...scores, score_least: 0.1, score_greatest: 0.3 };
  const rows = [row, { ...row, y: '?', n: 3, ...odd }];
  const asked = { ...weighted, score: 's' };
  const report = auditCounts(fair, rows, { ...asked, missing: 'drop' });
  const warnings = ['true outcome', 'prediction'].map((role) => expect.stringContaining(`Every ${role} is ‘1’`));
  expect(report).toMatchObject({ rows: 10, droppedRows: 3, warnings });
  expect(report.rates).toContain('generalizedTruePositiveRate');
  expect(getError(() => auditCounts(fair, rows, asked))).toMatchObject({ code: 'missingValue', argument: 'y', row: 1 });
  const strict = { ...asked, missingValues: ['unknown'] };
  expect(getError(() => auditCounts(fair, rows, strict)).row).toBe(1);
});

test('audits multiclass counts', async () => {
  const classes = await loadClasses({ fair });
  const rows = ['low', 'mid', 'high'].flatMap((y, i) =>
    ['low', 'mid', 'high'].map((p, j) => ({ sex: j === 1 ? 'f' : 'm', y, p, n: 5 + i + 3 * j })),
  );
  const tally = fair.tally({ groups: ['sex'], label: true, prediction: true });
  tally.updateCounted(counted(rows, what));
  const each = rows.flatMap(({ n, ...row }) => Array.from({ length: n }, () => row));
  const pick = (name) => each.map((row) => row[name]);
  const input = { groups: { sex: pick('sex') }, label: pick('y'), prediction: pick('p') };
  const order = { classes: ['low', 'mid', 'high'] };
  const own = classes.audit({ ...input, ...order });
  expect(classes.auditTally(tally, order).report().overall).toEqual(own.report().overall);
});

test('rejects an empty answer', () => {
  expect(getError(() => auditCounts(fair, [], what)).code).toBe('invalidState');
});

test('rejects unknown options', () => {
  expect(getError(() => counted(answer, misuse({ ...what, group: ['sex'] }))).message).toContain("'groups'");
  expect(getError(() => auditCounts(fair, answer, misuse({ ...what, cluster: 'id' }))).argument).toBe('auditCounts');
});
