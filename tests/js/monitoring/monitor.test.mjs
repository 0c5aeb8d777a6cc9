// SPDX-License-Identifier: Apache-2.0
//
// Gaps on a stream, and `fairwasm monitoring`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'fairwasm';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { runCommand } from '../cli/command.mjs';
import { fair, getError, monitoring } from '../support.mjs';

const batch = (at, f = 10, m = 20) => ({ at, counts: { f: { rows: 50, cases: f }, m: { rows: 50, cases: m } } });
const settings = { reference: 'm', tolerance: 0.05 };
const watched = (days, { reference = 'm', tolerance = 0.05 } = {}) => {
  const monitor = monitoring.monitor({ reference, tolerance });
  for (const day of days) monitor.update(batch(day));
  return monitor;
};
const days = Array.from({ length: 30 }, (_, i) => i + 1);

test('reports the first batch at which the evidence shows a gap outside the tolerance', () => {
  const { groups, batches } = watched(days).report();
  const [{ gap, excludedAt, withinAt, rowsNeeded, sequence }] = groups;
  expect(batches).toBe(30);
  expect(gap.value).toBeCloseTo(-0.2, 14);
  expect(excludedAt).toEqual({ batch: 6, at: 6 });
  expect([withinAt, rowsNeeded]).toEqual([undefined, 0]);
  expect(sequence).toHaveLength(30);
  for (const { batch: number, gap: each } of sequence) {
    expect(present(each.ci)[1] < -0.05).toBe(number >= 6);
  }
});

test('the intervals shrink, and contain the gap', () => {
  const { sequence } = watched(days).report().groups[0];
  const widths = sequence.map(({ gap: { value, ci } }) => {
    const [low, high] = present(ci);
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
    return high - low;
  });
  expect(widths.toSorted((a, b) => b - a)).toEqual(widths);
});

test('reports the first batch at which a gap is within the tolerance', () => {
  const monitor = monitoring.monitor({ reference: 'm', tolerance: 0.2 });
  for (const day of days) monitor.update(batch(day, 20, 20));
  const [{ withinAt, excludedAt }] = monitor.report().groups;
  expect(withinAt?.batch).toBeGreaterThan(1);
  expect(excludedAt).toBeUndefined();
  expect(format(monitor.report(), 'text').replace(/\s+/g, ' ')).toMatch(
    /f: At batch \d+ \(\d+\), the evidence sufficed to conclude that the mean gap up to then was within ±20\.0 percentage points\./,
  );
});

test('predicts the number of rows that decide an open comparison', () => {
  const [{ rowsNeeded }] = watched([1]).report().groups;
  expect(rowsNeeded).toBeGreaterThan(0);
  const enough = watched([1]);
  enough.update({
    counts: {
      f: { rows: Math.ceil(rowsNeeded / 2) + 10, cases: Math.floor(rowsNeeded / 10) + 2 },
      m: { rows: Math.ceil(rowsNeeded / 2) + 10, cases: Math.ceil(rowsNeeded / 5) + 4 },
    },
  });
  expect(enough.report().groups[0].rowsNeeded).toBe(0);
});

test('divides the error probability among groups', () => {
  const counts = { m: { rows: 100, cases: 50 }, f: { rows: 100, cases: 30 } };
  const alone = monitoring.monitor({ reference: 'm' }).update({ counts }).report();
  const both = monitoring
    .monitor({ reference: 'm' })
    .update({ counts: { ...counts, x: { rows: 10, cases: 5 } } })
    .report();
  expect(both.groups.map(({ name }) => name)).toEqual(['f', 'x']);
  const getLow = ({ groups }) => present(groups[0].gap.ci)[0];
  expect(getLow(both)).toBeLessThan(getLow(alone));
});

test('merges parts of a stream in time order', () => {
  const whole = watched(days);
  const odd = watched(days.filter((day) => day % 2));
  const even = watched(days.filter((day) => day % 2 === 0));
  expect(even.merge(odd).report()).toEqual(whole.report());
  const stored = { batches: JSON.parse(JSON.stringify(odd.batches)) };
  expect(monitoring.monitor(settings).merge(stored).batches).toEqual(odd.batches);
});

test('combines batches of the same time', () => {
  const merged = watched([1, 2]).merge(watched([2, 3]));
  expect(merged.batches.map(({ at, counts }) => [at, counts.f?.rows])).toEqual([
    [1, 50],
    [2, 100],
    [3, 50],
  ]);
});

test('rejects merging batches without a time', () => {
  const monitor = watched([1]);
  const error = getError(() => monitor.merge(watched([undefined])));
  expect(error).toMatchObject({ code: 'incompatible', argument: 'other' });
  expect(monitor.batches).toHaveLength(1);
});

test('follows a tally that grows', () => {
  const monitor = monitoring.monitor({ reference: 'm' });
  const auditor = fair.auditor({ groups: ['sex'], prediction: true });
  for (let week = 1; week <= 4; week++) {
    auditor.update({ groups: { sex: [...'ffmm'] }, prediction: [0, 1, 1, 1] });
    const { groups } = auditor.audit().report().breakdowns[0];
    const counts = groups.map(({ name, counts: { rows, predictedPositives } }) => {
      return [name, { rows, cases: predictedPositives }];
    });
    monitor.updateTo({ at: week, counts: Object.fromEntries(counts) });
  }
  expect(monitor.batches[3]).toEqual({ at: 4, counts: { f: { rows: 2, cases: 1 }, m: { rows: 2, cases: 2 } } });
});

test('counts rows by batch', () => {
  const rows = { group: [...'ffmmfm'], outcome: ['no', 'yes', 'yes', 'yes', 'no', 'no'] };
  const byDate = monitoring
    .monitor(settings)
    .addRows({ ...rows, batch: ['2026-02-01', '2026-01-01', '2026-01-01', '2026-02-01', '2026-02-01', '2026-01-01'] });
  expect(byDate.batches).toEqual([
    { at: '2026-01-01', counts: { f: { rows: 1, cases: 1 }, m: { rows: 2, cases: 1 } } },
    { at: '2026-02-01', counts: { f: { rows: 2, cases: 0 }, m: { rows: 1, cases: 1 } } },
  ]);
  const numbered = monitoring.monitor(settings).addRows({ ...rows, batch: [10, 9, 9, 10, 9, 9] });
  expect(numbered.batches.map(({ at }) => at)).toEqual([9, 10]);
  const inTurn = monitoring.monitor(settings).addRows({ ...rows, batchSize: 4 });
  expect(inTurn.batches.map(({ counts }) => counts.m?.rows)).toEqual([2, 1]);
});

test.each([
  ['tolerance', () => monitoring.monitor({ reference: 'm', tolerance: 1 })],
  ['confidence', () => monitoring.monitor({ reference: 'm', confidence: 0 })],
  ['looks', () => monitoring.monitor({ reference: 'm', looks: 0 })],
  ['reference', () => monitoring.monitor(misuse({}))],
  ['reference', () => watched([1], { reference: 'x' }).report()],
  ['batch', () => monitoring.monitor(settings).update(misuse([]))],
  ['at', () => monitoring.monitor(settings).update({ at: NaN, counts: {} })],
  ['counts', () => monitoring.monitor(settings).update({ counts: { f: misuse(3) } })],
  ['rows', () => monitoring.monitor(settings).update({ counts: { f: { rows: -1, cases: 0 } } })],
  ['cases', () => monitoring.monitor(settings).update({ counts: { f: { rows: 1, cases: 2 } } })],
  ['cases', () => monitoring.monitor(settings).update({ counts: { f: { rows: 1, cases: NaN } } })],
  ['other', () => monitoring.monitor(settings).merge(misuse({}))],
  ['other', () => monitoring.monitor(settings).merge(misuse({ batches: 'x' }))],
  ['rows', () => watched([1]).updateTo({ counts: { f: { rows: 1, cases: 0 } } })],
  [
    'batchSize',
    () => monitoring.monitor(settings).addRows({ ...misuse({}), group: ['f'], outcome: [1], batchSize: 0 }),
  ],
])('rejects an invalid %s', (argument, call) => {
  expect(getError(call)).toMatchObject({ code: 'invalidArgument', argument });
});

test('finds no gap if the gap is 0 in every batch, although rates and proportions of groups change', () => {
  const monitor = monitoring.monitor({ reference: 'm' });
  for (let week = 1; week <= 100; week++) {
    const isEarly = week <= 50;
    const [f, m] = isEarly ? [40, 10] : [10, 40];
    const rate = isEarly ? 0.2 : 0.6;
    monitor.update({ at: week, counts: { f: { rows: f, cases: f * rate }, m: { rows: m, cases: m * rate } } });
  }
  const [{ gap, excludedAt, counts, referenceCounts }] = monitor.report().groups;
  expect(excludedAt).toBeUndefined();
  expect(gap.value).toBeCloseTo(0, 14);
  // The rates of all rows differ: 0.28 and 0.52.
  expect(counts.cases / counts.rows - referenceCounts.cases / referenceCounts.rows).toBeCloseTo(-0.24, 12);
});

test('the gap is a mean over batches, with the rates that it compares', () => {
  const monitor = monitoring.monitor({ reference: 'm' });
  monitor.update({ counts: { f: { rows: 20, cases: 10 }, m: { rows: 20, cases: 5 } } });
  monitor.update({ counts: { f: { rows: 60, cases: 6 }, m: { rows: 20, cases: 8 } } });
  // The weights are 10 and 15.
  const [{ gap, rate, referenceRate }] = monitor.report().groups;
  expect(rate).toBeCloseTo((10 * 0.5 + 15 * 0.1) / 25, 14);
  expect(referenceRate).toBeCloseTo((10 * 0.25 + 15 * 0.4) / 25, 14);
  expect(gap.value).toBeCloseTo(rate - referenceRate, 14);
});

test('reports a gap that reverses as two conclusions in order', () => {
  const monitor = monitoring.monitor({ reference: 'm', tolerance: 0.1 });
  for (let at = 1; at <= 100; at++) monitor.update(batch(at, at <= 15 ? 40 : 14, 15));
  const { groups } = monitor.report();
  const [{ excludedAt, withinAt }] = groups;
  expect(present(excludedAt).batch).toBeLessThan(present(withinAt).batch);
  expect(format(monitor.report(), 'text').replace(/\s+/g, ' ')).toMatch(/outside ±10\.0 .* At batch .* within ±10\.0/);
});

test.each([
  [[2, 1], '1'],
  [['2024-02-01', '2024-01-31'], "'2024-01-31'"],
  [['2024-02-01', 5], '5'],
  [[5, '2024-02-01'], "'2024-02-01'"],
  [['31.01.2024', '30.1.2024'], "'30.1.2024'"],
  [['Q1 2024', 'Q4 2023'], "'Q4 2023'"],
])('rejects times that are out of order: %j', (times, actual) => {
  const monitor = monitoring.monitor(settings).update(batch(times[0]));
  expect(getError(() => monitor.update(batch(times[1])))).toMatchObject({
    code: 'invalidArgument',
    argument: 'at',
    actual,
  });
  expect(monitor.batches).toHaveLength(1);
  const counts = batch(0).counts;
  expect(getError(() => monitor.updateTo({ at: times[1], counts }))).toMatchObject({ argument: 'at' });
});

test.each([
  [[9, 10], ['9']],
  [['Dec', 'Jan'], ['Nov']],
  [
    ['Feb', 'Mar'],
    ['Dec', 'Jan'],
  ],
  [['red'], ['blue']],
])('rejects merging batches whose order is not clear: %j and %j', (times, others) => {
  const monitor = watched(times);
  expect(getError(() => monitor.merge(watched(others)))).toMatchObject({ code: 'incompatible', argument: 'other' });
  expect(monitor.batches).toHaveLength(times.length);
});

test('merges dates in other notations and months in the order of the calendar', () => {
  const ats = (monitor) => monitor.batches.map(({ at }) => at);
  expect(ats(watched(['01.12.2023', '01.02.2024']).merge(watched(['01.01.2024'])))).toEqual([
    '01.12.2023',
    '01.01.2024',
    '01.02.2024',
  ]);
  expect(ats(watched(['W2', 'W10']).merge(watched(['W9', 'W11'])))).toEqual(['W2', 'W9', 'W10', 'W11']);
});

test.each([
  [['1/10/2024', '1/2/2024', '1/9/2024'], ['1/2/2024', '1/9/2024', '1/10/2024'], 'time'],
  [['01.02.2024', '01.01.2024', '01.12.2023'], ['01.12.2023', '01.01.2024', '01.02.2024'], 'time'],
  [['W10', 'W9', 'W2'], ['W2', 'W9', 'W10'], 'time'],
  [['Apr', 'Feb', 'Jan', 'Mar'], ['Jan', 'Feb', 'Mar', 'Apr'], 'time'],
  [['Nov', 'Dec', 'Jan'], ['Nov', 'Dec', 'Jan'], 'time'],
  [['2024-1', '2024-10', '2024-2'], ['2024-1', '2024-2', '2024-10'], 'time'],
  [['batch 10', 'batch 2'], ['batch 2', 'batch 10'], 'time'],
  [['10', '9'], [9, 10], 'time'],
  [['red', 'blue'], ['red', 'blue'], 'added'],
])('sorts batches by time: %j', (given, sorted, order) => {
  const rows = given.flatMap((at) => [at, at]);
  const monitor = monitoring
    .monitor(settings)
    .addRows({ group: rows.map((_, i) => (i % 2 ? 'm' : 'f')), outcome: rows.map((_, i) => i % 2), batch: rows });
  expect(monitor.batches.map(({ at }) => at)).toEqual(sorted);
  const report = monitor.report();
  expect(report.order).toBe(order);
  expect(format(report, 'text').includes('order of their first occurrence')).toBe(order === 'added');
});

test('asks for the order of day and month if the order of batches depends on it', () => {
  const rows = { group: [...'fmfm'], outcome: [1, 0, 1, 1], batch: ['1/2/2024', '1/2/2024', '2/1/2024', '2/1/2024'] };
  const error = getError(() => monitoring.monitor(settings).addRows(rows));
  expect(error).toMatchObject({
    code: 'invalidArgument',
    argument: 'batch',
    expected: expect.stringContaining('dateOrder'),
  });
  const times = (dateOrder) =>
    monitoring
      .monitor(settings)
      .addRows({ ...rows, dateOrder })
      .batches.map(({ at }) => at);
  expect(times('mdy')).toEqual(['1/2/2024', '2/1/2024']);
  expect(times('dmy')).toEqual(['2/1/2024', '1/2/2024']);
});

describe('clusters', () => {
  const rows = { group: [...'ffffmmm'], outcome: [1, 0, 1, 1, 0, 0, 1], batch: [1, 1, 1, 2, 1, 2, 2] };

  test('rows of a person in a batch count as one', () => {
    const monitor = monitoring.monitor(settings).addRows({ ...rows, cluster: [...'aabcdee'] });
    expect(monitor.batches).toEqual([
      { at: 1, counts: { f: { rows: 2, cases: 1.5 }, m: { rows: 1, cases: 0 } } },
      { at: 2, counts: { f: { rows: 1, cases: 1 }, m: { rows: 1, cases: 0.5 } } },
    ]);
    expect(monitoring.monitor(settings).merge(monitor).report()).toEqual(monitor.report());
  });

  test.each([
    ['in one batch each', 'aabadee', 3],
    ['in one group each', 'aabcaee', 4],
    ['', 'aab', undefined],
  ])('rejects clusters that are not %s', (expected, cluster, row) => {
    const error = getError(() => monitoring.monitor(settings).addRows({ ...rows, cluster: [...cluster] }));
    expect(error).toMatchObject({ argument: 'cluster', row, expected: expect.stringContaining(expected) });
  });
});

test('leaves gaps undefined without rows of a group', () => {
  const counts = { f: { rows: 0, cases: 0 }, m: { rows: 5, cases: 1 } };
  const [{ gap, rowsNeeded }] = monitoring.monitor(settings).update({ counts }).report().groups;
  expect(gap).toMatchObject({ value: NaN, ci: [-1, 1], reason: 'no batch has rows of both groups' });
  expect(rowsNeeded).toBeNaN();
});

describe('the command', () => {
  let cwd;
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'fairwasm-monitoring-'));
    const lines = Array.from({ length: 400 }, (_, i) => {
      const sex = i % 2 ? 'f' : 'm';
      return [sex, (i * 7) % 10 < (sex === 'f' ? 2 : 7) ? 'yes' : 'no', Math.floor(i / 40)].join();
    });
    writeFileSync(join(cwd, 'stream.csv'), `sex,approved,week\n${lines.join('\n')}\n`);
  });
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  const run = (...args) => runCommand(['monitoring', 'stream.csv', ...args], { cwd });
  const roles = ['--group', 'sex', '--outcome', 'approved', '--reference', 'm'];

  test('reports the first batch and its time', () => {
    const { status, stdout } = run(...roles, '--batch', 'week', '--tolerance', '0.1');
    expect(status).toBe(0);
    expect(stdout).toMatch(/mean\s+gap\s+up\s+to\s+then\s+was\s+outside\s+±10\.0\s+percentage\s+points/);
  });

  test.each(['json', 'markdown', 'csv', 'html'])('writes %s', (kind) => {
    const { status, stdout } = run(...roles, '--batch-size', '50', '--format', kind);
    expect(status).toBe(0);
    expect(stdout).toContain('f');
  });

  test.each([
    [['--outcome', 'approved', '--reference', 'm'], '--group'],
    [['--group', 'sex', '--reference', 'm'], '--outcome'],
    [['--group', 'sex', '--outcome', 'approved'], '--reference'],
    [[...roles, '--batch', 'week', '--batch-size', '5'], '--batch-size'],
    [[...roles, '--tolerance', '2'], '--tolerance requires'],
  ])('%j is a usage error', (options, message) => {
    const { status, stderr } = run(...options);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
