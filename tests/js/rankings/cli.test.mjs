// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm shares` and `fairwasm rankings`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../cli/command.mjs';
import { rankings } from '../support.mjs';

const rows = Array.from({ length: 60 }, (_, i) => ({
  sex: (i * 7) % 10 < 3 ? 'f' : 'm',
  list: `q${i % 6}`,
  rank: Math.floor(i / 6) + 1,
  hired: (i * 13) % 3,
}));
const column = (name) => rows.map((row) => row[name]);

let cwd;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fairwasm-rankings-'));
  const lines = rows.map(({ sex, list, rank, hired }) => [sex, list, rank, hired].join());
  writeFileSync(join(cwd, 'lists.csv'), `sex,list,rank,hired\n${lines.join('\n')}\n`);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const run = (...args) => runCommand(args, { cwd });

test('shares: JSON equals the package’s result', () => {
  const { status, stdout } = run(
    ...['shares', 'lists.csv', '--group', 'sex', '--reference', 'f=0.5,m=0.5', '--format', 'json'],
  );
  const expected = rankings.shares({ group: column('sex'), reference: { f: 0.5, m: 0.5 } });
  expect([status, JSON.parse(stdout)]).toEqual([0, expected]);
});

test('shares: rows can be in clusters', () => {
  const { status, stdout } = run(
    ...['shares', 'lists.csv', '--group', 'sex', '--cluster', 'list', '--reference', 'f=1,m=1', '--format', 'json'],
  );
  const expected = rankings.shares({ group: column('sex'), cluster: column('list'), reference: { f: 1, m: 1 } });
  expect([status, JSON.parse(stdout)]).toEqual([0, expected]);
});

test('shares: accepts a sample and row counts, and prints text within 80 columns', () => {
  const { stdout } = run(
    ...['shares', 'lists.csv', '--group', 'sex', '--rows', 'rank'],
    ...['--reference', 'f=40', '--reference', 'm=60', '--sample', '--confidence', '0.9'],
  );
  expect(stdout).toMatch(/^lists\.csv\n/);
  expect(stdout).toContain('a sample of 100 rows');
  expect(stdout).toContain('Rows       330');
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('rankings: JSON equals the package’s result', () => {
  const { status, stdout } = run(
    ...['rankings', 'lists.csv', '--group', 'sex', '--query', 'list', '--position', 'rank'],
    ...['--relevance', 'hired', '--top', '3', '--depth', '5', '--patience', '0.5', '--format', 'json'],
  );
  const expected = rankings.rankings({
    ...{ group: column('sex'), query: column('list'), position: column('rank') },
    ...{ relevance: column('hired'), top: 3, depth: 5, patience: 0.5 },
  });
  expect([status, JSON.parse(stdout)]).toEqual([0, JSON.parse(JSON.stringify(expected))]);
});

test.each(['text', 'markdown', 'csv', 'html'])('rankings: writes %s', (kind) => {
  const { status, stdout } = run(...['rankings', 'lists.csv', '--group', 'sex', '--score', 'rank', '--format', kind]);
  expect(status).toBe(0);
  expect(stdout).toContain('Probability of being ranked above a row of another group');
});

test.each([
  ['shares', ['--group', 'sex'], '--reference'],
  ['shares', ['--reference', 'f=1'], '--group'],
  ['shares', ['--group', 'sex', '--reference', 'f=x,m=1'], '--reference requires a number'],
  ['shares', ['--group', 'sex', '--reference', 'f=1,f=1'], "--reference names 'f' twice"],
  ['rankings', ['--position', 'rank'], '--group'],
  ['rankings', ['--group', 'sex'], 'pass --position COLUMN or --score'],
  ['rankings', ['--group', 'sex', '--score', 'rank', '--top', '0'], '--top requires'],
])('%s %j is a usage error', (command, options, message) => {
  const { status, stderr } = run(command, 'lists.csv', ...options);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('names the file and the column of an invalid value', () => {
  const { status, stderr } = run(...['rankings', 'lists.csv', '--group', 'rank', '--score', 'sex']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^fairwasm: lists\.csv.*sex/);
});
