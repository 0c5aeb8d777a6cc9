// SPDX-License-Identifier: Apache-2.0
//
// The commands that train attackers, as people and scripts use them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fair } from '../support.mjs';

const main = join(process.cwd(), 'dist', 'cli', 'main.js');
const { P, DBias, M2 } = fair.dataCreator({ rows: 512, error: 0.4, dataError: 0.1, shuffle: true });
const quick = ['--epochs', '5', '--trials', '3', '--workers', '0'];

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-attack-'));
  const rows = Array.from(P, (p, i) => [p, DBias[i], M2[i], i % 7 ? p : 1 - p].join());
  writeFileSync(join(folder, 'rows.csv'), `sex,repaid,p_repaid,p_sex\n${rows.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fairwasm(...args) {
  const options = { cwd: folder, encoding: 'utf8' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], options);
  return { status, stdout, stderr };
}

const columns = ['rows.csv', '--feature', 'sex', '--label', 'repaid', '--prediction', 'p_repaid'];

test('leakage is what the package computes', async () => {
  const { status, stdout } = fairwasm('leakage', ...columns, ...quick, '--format', 'json');
  const input = { feature: P, label: DBias, prediction: M2, epochs: 5, trials: 3 };
  const expected = await fair.leakage(input, { workers: 0 });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
});

test('leakage in words fits a terminal', () => {
  const { status, stdout } = fairwasm('leakage', ...columns, ...quick, '--median', '--normalized');
  expect(status).toBe(0);
  expect(stdout).toMatch(/-?\d\.\d{4} ± \d\.\d{4} {3}over 3 trials/);
  expect(stdout).toMatch(/exact limit +0\.\d{4}/);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('rows for testing may come from another file', async () => {
  const { stdout } = fairwasm(
    'leakage',
    ...columns,
    ...quick,
    '--test',
    'rows.csv',
    '--format',
    'json',
  );
  const rows = { feature: P, label: DBias, prediction: M2 };
  const expected = await fair.leakage(
    { ...rows, test: rows, epochs: 5, trials: 3 },
    { workers: 0 },
  );
  expect(JSON.parse(stdout).trials).toEqual(expected.trials);
});

test('dpa looks where there are predictions', async () => {
  const dpa = [
    'dpa',
    'rows.csv',
    '--attribute',
    'sex',
    '--task',
    'repaid',
    ...quick,
    '--format',
    'json',
  ];
  const one = JSON.parse(fairwasm(...dpa, '--task-prediction', 'p_repaid').stdout);
  expect(Object.keys(one)).toEqual(['AtoT']);
  const both = JSON.parse(
    fairwasm(...dpa, '--task-prediction', 'p_repaid', '--attribute-prediction', 'p_sex').stdout,
  );
  expect(Object.keys(both)).toEqual(['AtoT', 'TtoA']);
  expect(both.AtoT).toEqual(one.AtoT);
});

test.each([
  [2, /give --feature/, ['leakage', 'rows.csv']],
  [2, /give a CSV file/, ['leakage']],
  [
    2,
    /--prediction takes as many columns as --label: 2/,
    ['leakage', ...columns, '--label', 'sex'],
  ],
  [2, /--loss is one of/, ['leakage', ...columns, '--loss', 'hinge']],
  [2, /--epochs takes a number/, ['leakage', ...columns, '--epochs', 'many']],
  [2, /give --task-prediction/, ['dpa', 'rows.csv', '--attribute', 'sex', '--task', 'repaid']],
  [1, /epochs: expected a whole number/, ['leakage', ...columns, '--epochs', '0.5']],
  [1, /activations: expected identity/, ['leakage', ...columns, '--activations', 'swish']],
  [1, /nothing\.csv: there is no such file/, ['leakage', 'nothing.csv', ...columns.slice(1)]],
])('exit %i: %s', (code, complaint, args) => {
  const { status, stderr, stdout } = fairwasm(...args);
  expect(stderr).toMatch(complaint);
  expect({ status, stdout }).toEqual({ status: code, stdout: '' });
});

test.each(['leakage', 'dpa'])('%s --help', (command) => {
  const { status, stdout } = fairwasm(command, '--help');
  expect(status).toBe(0);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(82);
});
