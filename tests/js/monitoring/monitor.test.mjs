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

test('reports since which batch a gap exceeds the tolerance', () => {
  const { groups, batches } = watched(days).report();
  const [{ gap, excludedSince, withinSince, rowsNeeded, sequence }] = groups;
  expect(batches).toBe(30);
  expect(gap.value).toBeCloseTo(-0.2, 14);
  expect(excludedSince).toEqual({ batch: 7, at: 7 });
  expect([withinSince, rowsNeeded]).toEqual([undefined, 0]);
  expect(sequence).toHaveLength(30);
  for (const { batch: number, gap: each } of sequence) {
    expect(present(each.ci)[1] < -0.05).toBe(number >= 7);
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
  const [{ withinSince, excludedSince }] = monitor.report().groups;
  expect(withinSince?.batch).toBeGreaterThan(1);
  expect(excludedSince).toBeUndefined();
  expect(format(monitor.report(), 'text')).toContain('the gap has been within 20.0 percentage points');
});

test('predicts the number of rows that decide an open comparison', () => {
  const [{ rowsNeeded }] = watched([1]).report().groups;
  expect(rowsNeeded).toBeGreaterThan(0);
  const enough = watched([1]);
  enough.update({
    counts: {
      f: { rows: Math.ceil(rowsNeeded / 2), cases: Math.floor(rowsNeeded / 10) },
      m: { rows: Math.ceil(rowsNeeded / 2), cases: Math.ceil(rowsNeeded / 5) },
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

test('leaves gaps undefined without rows of a group', () => {
  const counts = { f: { rows: 0, cases: 0 }, m: { rows: 5, cases: 1 } };
  const [{ gap, rowsNeeded }] = monitoring.monitor(settings).update({ counts }).report().groups;
  expect(gap).toMatchObject({ value: NaN, ci: [-1, 1], reason: 'a group has no rows' });
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
    expect(stdout).toMatch(/f: the gap has exceeded 10\.0 percentage points since batch \d+ \(\d\)\./);
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
