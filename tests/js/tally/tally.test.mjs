// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { eightRows, fair, getError } from '../support.mjs';

const columns = { groups: ['race', 'sex'], label: true, prediction: true, score: true };

function getTally(...batches) {
  const tally = fair.tally(columns);
  for (const rows of batches) tally.update(rows);
  return tally;
}

const slice = (rows, first, last) => ({
  ...Object.fromEntries(
    ['label', 'prediction', 'weight', 'score'].map((name) => [name, rows[name].slice(first, last)]),
  ),
  groups: Object.fromEntries(Object.entries(rows.groups).map(([name, column]) => [name, column.slice(first, last)])),
});

/** Returns all results of a tally, independent of the order of its categories. */
function answers(tally) {
  const frame = fair.auditTally(tally, { favorable: 1 }).frame(['race', 'sex']);
  const counts = frame.groups.map(({ name, counts }) => [name, counts]);
  return Object.fromEntries(counts);
}

describe('Tally', () => {
  test('learns categories in the order of their first row', () => {
    const tally = getTally(eightRows());
    expect(tally.groups).toEqual([
      { name: 'race', categories: ['a', 'b', 'c'] },
      { name: 'sex', categories: ['f', 'm'] },
    ]);
    expect(tally.labels).toEqual(['1', '0']);
  });

  test.each([
    ['numbers', [1, 0, 1]],
    ['text', ['1', '0', '1']],
    ['big integers', [1n, 0n, 1n]],
    ['Uint8Array', Uint8Array.of(1, 0, 1)],
    ['Float64Array', Float64Array.of(1, 0, 1)],
    ['BigInt64Array', BigInt64Array.of(1n, 0n, 1n)],
    ['a vector with toArray()', { toArray: () => Int32Array.of(1, 0, 1) }],
    ['codes', { codes: Uint8Array.of(0, 1, 0), categories: ['1', '0'] }],
  ])('reads labels from %s with equal results', (_, label) => {
    const tally = fair.tally({ label: true });
    tally.update({ label });
    expect(tally.labels).toEqual(['1', '0']);
    expect(fair.auditTally(tally).frame([]).overall.counts.positives).toBe(2);
  });

  test('reads booleans as true and false', () => {
    const tally = fair.tally({ label: true });
    tally.update({ label: [true, false, true] });
    expect(tally.labels).toEqual(['true', 'false']);
  });

  test('counts missing groups as a group', () => {
    const tally = fair.tally({ groups: ['race'], label: true });
    tally.update({ groups: { race: ['a', null, '', undefined, Number.NaN] }, label: [1, 1, 1, 0, 0] });
    expect(tally.groups[0].categories).toEqual(['a', '(missing)']);
    expect(fair.auditTally(tally).frame('race').group({ race: '(missing)' }).counts.rows).toBe(4);
  });

  test('accepts more than 256 categories, fractions, and codes that need translation', () => {
    const ids = Array.from({ length: 700 }, (_, i) => i / 2);
    const tally = fair.tally({ groups: ['id'], label: true });
    tally.update({ groups: { id: ids }, label: ids.map(() => 1) });
    tally.update({
      groups: { id: { codes: Uint32Array.of(0, 1, 0), categories: ['0.5', '349.5'] } },
      label: [0, 0, 0],
    });
    const frame = fair.auditTally(tally, { favorable: 1 }).frame('id');
    expect(frame.group({ id: 0.5 }).counts.rows).toBe(3);
    expect(frame.group({ id: 349.5 }).counts.rows).toBe(2);
    expect(frame.groups).toHaveLength(700);
  });

  test('accepts precomputed counts', () => {
    const counted = fair.tally({ groups: ['race'], label: true, prediction: true });
    counted.updateCounted({
      groups: { race: ['b', 'a', 'a'] },
      label: [1, 1, 0],
      prediction: [1, 0, 1],
      rows: [2, 3, 1],
    });
    const listed = fair.tally({ groups: ['race'], label: true, prediction: true });
    listed.update({
      groups: { race: ['b', 'b', 'a', 'a', 'a', 'a'] },
      label: [1, 1, 1, 1, 1, 0],
      prediction: [1, 1, 0, 0, 0, 1],
    });
    expect(counted.toBytes()).toEqual(listed.toBytes());
    const error = getError(() =>
      counted.updateCounted({ groups: { race: ['a'] }, label: [1], prediction: [1], rows: [0.5] }),
    );
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'rows', row: 0 });
  });

  test('chunks, merged tallies, and bytes equal one update', () => {
    const row = fc.record({
      race: fc.constantFrom('a', 'b', 'c', null),
      sex: fc.constantFrom('f', 'm'),
      label: fc.constantFrom(0, 1),
      prediction: fc.constantFrom(0, 1),
      // Quarters, whose sums have no rounding errors, so equality is exact.
      weight: fc.integer({ min: 0, max: 40 }).map((n) => n / 4),
      score: fc.integer({ min: 0, max: 4 }).map((n) => n / 4),
    });
    const toColumns = (rows) => ({
      groups: { race: rows.map((r) => r.race), sex: rows.map((r) => r.sex) },
      label: rows.map((r) => r.label),
      prediction: rows.map((r) => r.prediction),
      weight: rows.map((r) => r.weight),
      score: rows.map((r) => r.score),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 60 }), fc.nat(60), (rows, cut) => {
        const all = toColumns([...rows, { ...rows[0], label: 1 }, { ...rows[0], label: 0 }]);
        const whole = answers(getTally(all));
        const middle = Math.min(cut, rows.length);
        const [head, tail] = [slice(all, 0, middle), slice(all, middle, rows.length + 2)];
        expect(answers(getTally(head, tail))).toEqual(whole);
        const merged = getTally(tail);
        const other = fair.tallyFromBytes(getTally(head).toBytes());
        merged.merge(other);
        expect(answers(merged)).toEqual(whole);
        const reversed = toColumns([...rows, { ...rows[0], label: 1 }, { ...rows[0], label: 0 }].reverse());
        expect(answers(getTally(reversed))).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  test('updates across chunk boundaries', () => {
    const rows = 150_000;
    const label = Uint8Array.from({ length: rows }, (_, i) => i % 2);
    const weight = new Float64Array(rows).fill(0.5);
    const tally = fair.tally({ label: true });
    tally.update({ label, weight });
    expect(fair.auditTally(tally).frame([]).overall.counts).toMatchObject({
      rows,
      instances: rows / 2,
      positives: rows / 4,
    });
  });

  /** @type {[what: string, spoil: (rows: any) => void, code: string, argument: string, row: number | undefined][]} */
  const bad = [
    ['a missing label', (r) => (r.label[3] = null), 'missingValue', 'label', 3],
    ['a missing prediction', (r) => (r.prediction[7] = ''), 'missingValue', 'prediction', 7],
    ['a missing score', (r) => (r.score[2] = undefined), 'missingValue', 'score', 2],
    ['a score that is a string', (r) => (r.score[5] = 'high'), 'invalidArgument', 'score', 5],
    ['an infinite weight', (r) => (r.weight[1] = Infinity), 'invalidArgument', 'weight', 1],
    ['a short column', (r) => r.label.pop(), 'shapeMismatch', 'label', undefined],
    ['no score', (r) => delete r.score, 'invalidArgument', 'score', undefined],
    ['no group', (r) => delete r.groups.sex, 'invalidArgument', 'sex', undefined],
    ['an undeclared group', (r) => (r.groups.age = r.label), 'invalidArgument', 'age', undefined],
    ['a column that is not an array', (r) => (r.label = 5), 'invalidArgument', 'label', undefined],
    [
      'a code without a category',
      (r) => (r.groups.race = { codes: new Uint8Array(8).fill(2), categories: ['a', 'x'] }),
      'invalidArgument',
      'race',
      0,
    ],
  ];
  test.each(bad)('rejects %s without changes', (_, spoil, code, argument, row) => {
    const tally = getTally(eightRows());
    const before = tally.toBytes();
    const rows = eightRows();
    rows.groups.race[0] = 'new';
    rows.label[0] = 2;
    spoil(rows);
    expect(getError(() => tally.update(rows))).toMatchObject({ code, argument, row });
    expect(tally.toBytes()).toEqual(before);
    expect(tally.groups[0].categories).toEqual(['a', 'b', 'c']);
    tally.update(eightRows());
    expect(fair.auditTally(tally, { favorable: 1 }).frame([]).overall.counts.rows).toBe(16);
  });

  test.each([
    ['that is not there', (r) => delete r.score, { expected: 'a column', actual: 'none' }],
    ['too many', (r) => (r.groups.age = r.label), { expected: /without it/, actual: 'one' }],
  ])('names a column that is %s', (_, spoil, { expected, actual }) => {
    const rows = eightRows();
    spoil(rows);
    const error = getError(() => getTally(rows));
    expect(error.expected).toMatch(expected);
    expect(error.actual).toBe(actual);
  });

  test('names a short column and the expected number of rows', () => {
    const rows = eightRows();
    rows.label.pop();
    expect(getError(() => getTally(rows))).toMatchObject({ expected: '8 rows, as in race', actual: '7' });
  });

  test.each([[null], [undefined], [5], ['rows']])('rejects %p as rows', (rows) => {
    expect(getError(() => getTally(misuse(rows)))).toMatchObject({ code: 'invalidArgument', argument: 'rows' });
  });

  test('merges equal categories under its own names', () => {
    const tally = fair.tally({ groups: ['parents'], label: true });
    tally.update({ groups: { parents: ['<=50K', '>50K'] }, label: ['>50K', '<=50K'] });
    const other = fair.tally({ groups: ['parents'], label: true });
    const parents = ['>50K.', '<=50K.', 'unknown'];
    other.update({ groups: { parents }, label: ['>50K.', '<=50K.', '>50K.'] });
    tally.merge(other);
    expect(tally.groups[0].categories).toEqual(['<=50K', '>50K', 'unknown']);
    expect(tally.labels).toEqual(['>50K', '<=50K']);
    const { groups } = fair.auditTally(tally, { favorable: '>50K' }).frame(['parents']);
    expect(groups.map(({ name, counts }) => [name, counts.positives, counts.rows])).toEqual([
      ['<=50K', 1, 2],
      ['>50K', 1, 2],
      ['unknown', 1, 1],
    ]);
  });

  test('names a row of a later chunk, counted from the first', () => {
    const weight = new Float64Array(100_000).fill(1);
    weight[99_999] = Number.NaN;
    const tally = fair.tally({ label: true });
    const error = getError(() => tally.update({ label: new Uint8Array(100_000), weight }));
    expect(error).toMatchObject({ argument: 'weight', row: 99_999 });
    expect(tally.labels).toEqual([]);
  });

  test('rejects merges with other columns, and bytes of other objects', () => {
    const tally = getTally(eightRows());
    expect(getError(() => tally.merge(fair.tally({ label: true }))).code).toBe('incompatible');
    const bytes = tally.toBytes();
    expect(getError(() => fair.tallyFromBytes(bytes.slice(0, -1))).code).toBe('corruptBytes');
    expect(getError(() => fair.tallyFromBytes(new Uint8Array(3))).code).toBe('corruptBytes');
    expect(getError(() => fair.tallyFromBytes(misuse('tally'))).code).toBe('invalidArgument');
  });

  test('rejects more combinations than fit in memory, without changes', () => {
    const ids = Array.from({ length: 3000 }, (_, i) => `id${i}`);
    const tally = fair.tally({ groups: ['a', 'b'], label: true });
    const error = getError(() => tally.update({ groups: { a: ids, b: ids }, label: ids.map((_, i) => i % 2) }));
    expect(error.code).toBe('tooLarge');
    expect(tally.groups[0].categories).toEqual([]);
  });

  test('reset removes the rows', () => {
    const tally = getTally(eightRows());
    tally.reset();
    expect(fair.auditTally(tally, { favorable: 1 }).frame([]).overall.counts.rows).toBe(0);
  });

  test('cannot be used after disposal, and may be disposed twice', () => {
    const tally = getTally(eightRows());
    tally[Symbol.dispose]();
    tally[Symbol.dispose]();
    expect(getError(() => tally.update(eightRows())).code).toBe('invalidState');
  });
});
