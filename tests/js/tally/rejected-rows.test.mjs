// SPDX-License-Identifier: Apache-2.0
//
// Errors of tallies name the column, the row, and the expected value.

import { misuse } from '../../misuse.mjs';
import { fair, getError } from '../support.mjs';

const numbers = () => ({ groups: { g: ['a', 'b'] }, label: [1, 2], prediction: [2, 3] });
const counted = () => ({ groups: { g: ['a'] }, label: [1], prediction: [1], rows: [3] });

test.each([
  ['weight', { weight: [1] }],
  ['prediction', { prediction: [1] }],
  ['g', { groups: { g: ['a'] } }],
])('names a column of another length: %s', (argument, other) => {
  const tally = fair.regressionTally(['g']);
  expect(getError(() => tally.update({ ...numbers(), ...other }))).toMatchObject({
    code: 'shapeMismatch',
    argument,
    expected: '2 rows',
    actual: '1',
  });
});

test('names an unknown group and the known ones', () => {
  const groups = { g: ['a', 'b'], h: ['a', 'b'] };
  const error = getError(() => fair.regressionTally(['g']).update({ ...numbers(), groups }));
  expect(error).toMatchObject({ code: 'invalidArgument', argument: 'h', expected: 'a column of g' });
});

test('merges neither two spellings of a category nor anything else', () => {
  const tallies = ['>50K', '>50K.'].map((category) => {
    const tally = fair.regressionTally(['g']);
    tally.update({ ...numbers(), groups: { g: [category, 'b'] } });
    return tally;
  });
  const [one, other] = /** @type {[typeof tallies[0], typeof tallies[0]]} */ (tallies);
  const before = one.toBytes();
  expect(getError(() => one.merge(other))).toMatchObject({
    code: 'incompatible',
    argument: 'g',
    expected: "one spelling of each category, such as '>50K'",
    actual: "'>50K.'",
  });
  expect(one.toBytes()).toEqual(before);
});

test.each([
  ['weight', 'missingValue', { sum: [Number.NaN], squares: [3] }],
  ['weight', 'invalidArgument', { sum: [Number.POSITIVE_INFINITY], squares: [3] }],
  ['squared weight', 'invalidArgument', { sum: [3], squares: [Number.POSITIVE_INFINITY] }],
])('names an invalid sum of precomputed counts: %s, %s', (argument, code, weights) => {
  const tally = fair.tally({ groups: ['g'], label: true, prediction: true });
  expect(getError(() => tally.updateCounted({ ...counted(), weights }))).toMatchObject({
    code,
    argument,
    expected: 'a finite number',
    row: 0,
  });
});

test('requires 1 or 0 for predictions counted with a threshold', () => {
  const auditor = fair.auditor({ groups: ['g'], label: true, score: true, threshold: 0.5 });
  const rows = { groups: { g: ['a', 'a'] }, label: [1, 0], prediction: ['1', '2'], rows: [3, 4] };
  expect(getError(() => auditor.updateCounted(rows))).toMatchObject({
    code: 'invalidArgument',
    argument: 'prediction',
    expected: '1 if the score is at least the threshold, otherwise 0',
    actual: "'2'",
    row: 1,
  });
});

test.each([
  ['a Map', new Map([['g', ['a']]])],
  ['an array', [['a']]],
])('rejects groups in %s with a description', (actual, groups) => {
  const tally = fair.tally({ groups: ['g'], label: true });
  const error = getError(() => tally.update(misuse({ groups, label: [1] })));
  expect(error).toMatchObject({
    code: 'invalidArgument',
    argument: 'groups',
    expected: 'columns by name, such as { sex: […] }',
  });
  expect(error.actual).toContain(actual);
});

test.each([
  ['a sum that is too large', [3], [2]],
  ['squares that are too small', [2], [1]],
])('rejects impossible scores of three rows: %s', (_, sum, squares) => {
  const tally = fair.tally({ groups: ['g'], label: true, prediction: true, score: true });
  const scores = { sum, squares };
  expect(getError(() => tally.updateCounted({ ...counted(), scores }))).toMatchObject({
    code: 'invalidArgument',
    argument: 'score',
    expected: 'a sum and a sum of squares that are possible for 3 rows',
    actual: `${sum} and ${squares}`,
    row: 0,
  });
});

test('accepts valid sums of scores of three rows', () => {
  const tally = fair.tally({ groups: ['g'], label: true, prediction: true, score: true });
  tally.updateCounted({ ...counted(), scores: { sum: [3], squares: [3] } });
  expect(fair.auditTally(tally, { favorable: 1 }).frame([]).overall.counts.rows).toBe(3);
});

test.each([[undefined], [{}], [fair.regressionTally(['g'])]])('only tallies are merged: not %p', (other) => {
  const error = getError(() => fair.tally({ label: true }).merge(misuse(other)));
  expect(error).toMatchObject({ code: 'invalidArgument', argument: 'other', expected: 'a tally' });
});

test('names all labels that only one column has', () => {
  const labels = { label: ['b', 'a', 'b', 'a'], prediction: ['x', 'y', 'z', 'x'] };
  const rows = { groups: { g: ['m', 'm', 'n', 'n'] }, ...labels };
  expect(getError(() => fair.audit({ ...rows, favorable: 'x' }))).toMatchObject({
    argument: 'prediction',
    expected: "at least one of the true labels 'b', 'a'",
    actual: "only 'x', 'y', 'z'; rename values that mean the same with recode",
  });
});

test.each([
  ['a missing value', null],
  ['a missing value', ''],
  ["a missing value ('NA')", 'NA'],
])('names a row without a cluster: %s', (actual, value) => {
  const tally = fair.tally({ label: true, cluster: true });
  expect(getError(() => tally.update({ label: [1, 0], cluster: ['a', value] }))).toMatchObject({
    code: 'missingValue',
    argument: 'cluster',
    actual,
    row: 1,
  });
});

// The core compares codes with the labels of both columns, but each code must be a category of its column.
test('rejects a code beyond its column even if the other column has a label for it', () => {
  const tally = fair.tally({ groups: [], label: true, prediction: true });
  const label = { codes: Uint8Array.of(0, 1, 2), categories: ['0', '1'] };
  const prediction = { codes: Uint8Array.of(0, 1, 2), categories: ['0', '1', '2'] };
  expect(getError(() => tally.update({ label, prediction }))).toMatchObject({
    code: 'invalidArgument',
    argument: 'label',
    expected: 'a code below 2',
    actual: '2',
    row: 2,
  });
  expect(tally.labels).toEqual([]);
});

test.each([Uint8Array, Uint32Array])('names the first column with an invalid code: %p', (Codes) => {
  const tally = fair.tally({ groups: ['a', 'b'], prediction: true });
  const rows = 70_000;
  const column = (bad) => {
    const codes = new Codes(rows);
    if (bad !== undefined) codes[bad] = 200;
    return { codes, categories: ['0', '1'] };
  };
  const groups = { a: column(rows - 1), b: column(3) };
  expect(getError(() => tally.update({ groups, prediction: column() }))).toMatchObject({
    code: 'invalidArgument',
    argument: 'a',
    expected: 'a code below 2',
    actual: '200',
    row: rows - 1,
  });
});

test('rejects an invalid code of precomputed counts', () => {
  const tally = fair.tally({ groups: ['g'], label: true });
  const g = { codes: Uint8Array.of(0, 5), categories: ['a', 'b'] };
  const counted = { groups: { g }, label: [0, 1], rows: [1, 2] };
  expect(getError(() => tally.updateCounted(counted))).toMatchObject({
    code: 'invalidArgument',
    argument: 'g',
    row: 1,
  });
});
