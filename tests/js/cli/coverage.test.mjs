// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm coverage`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scores } from '../support.mjs';
import { runCommand } from './command.mjs';

const range = Array.from({ length: 20 }, (_, i) => i);
const columns = {
  sex: range.map((i) => (i % 2 ? 'm' : 'f')),
  wage: range.map((i) => 10 + i),
  low: range.map((i) => 8 + i + (i % 4 === 0 ? 5 : 0)),
  high: range.map((i) => 15 + i),
  finding: range.map((i) => ['cyst', 'none', 'mass'][i % 3]),
  sets: range.map((i) => ['cyst; none', 'none', '', 'mass;cyst'][i % 4]),
};

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-coverage-'));
  const lines = range.map((i) => Object.values(columns).map((column) => column[i]));
  const names = Object.keys(columns);
  writeFileSync(join(folder, 'rows.csv'), [names, ...lines].map((line) => line.join()).join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args) => runCommand(['coverage', 'rows.csv', ...args], { cwd: folder });
const toJson = (...args) => JSON.parse(run(...args, '--format', 'json').stdout);
const stored = (result) => JSON.parse(JSON.stringify(result));
const intervals = ['--label', 'wage', '--low', 'low', '--high', 'high', '--group', 'sex'];
const sets = ['--label', 'finding', '--sets', 'sets', '--group', 'sex'];

test('prints the package’s results for intervals', () => {
  const { wage: label, low, high, sex: group } = columns;
  const expected = scores.predictionCoverage({ label, low, high, group, confidence: 0.9 });
  const { groups } = toJson(...intervals, '--confidence', '0.9');
  expect(groups).toEqual(stored(expected));
  // Every fourth interval begins above the wage: half of those of women.
  expect(groups[1]).toMatchObject({ name: 'f', rows: 10, coverage: { value: 0.5 } });
});

test('prints the package’s results for sets', () => {
  const expected = scores.predictionCoverage({
    label: columns.finding,
    sets: columns.sets.map((cell) => `${cell}`.split(/; ?/).filter((name) => name !== '')),
    group: columns.sex,
  });
  expect(toJson(...sets).groups).toEqual(stored(expected));
});

test.each([['text'], ['markdown'], ['csv']])('prints a table as %s', (format) => {
  const { status, stdout } = run(...intervals, '--format', format);
  expect(status).toBe(0);
  expect(stdout).toContain('All rows');
  expect(stdout).toContain('Mean width');
  expect(run(...sets, '--format', format).stdout).toContain('Set size');
});

test.each([
  [2, ['--label', 'wage', '--group', 'sex'], 'pass --low and --high, or --sets'],
  [2, ['--label', 'wage', '--low', 'low', '--group', 'sex'], '--low requires --high'],
  [2, [...intervals, '--sets', 'sets'], '--sets'],
  [1, ['--label', 'wage', '--low', 'high', '--high', 'low', '--group', 'sex'], 'column low:'],
])('exits with %i for %j', (code, args, part) => {
  const { status, stderr } = run(...args);
  expect(status).toBe(code);
  expect(stderr).toContain(part);
});
