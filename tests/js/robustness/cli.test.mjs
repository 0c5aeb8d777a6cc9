// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm robustness`, and its report.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'fairwasm';
import { certifyCsv } from 'fairwasm/robustness';
import { runCommand } from '../cli/command.mjs';
import { robustness } from '../support.mjs';

const three = `y,cat,dog,bird,sex
cat,1,0.5,0,f
dog,0,0.25,2,m
0,3,1,1,f
2,0,0,1,m
`;
const binary = 'y,s\n1,0.5\n0,-1\n1,-0.25\n';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-robustness-'));
  writeFileSync(join(folder, 'three.csv'), three);
  writeFileSync(join(folder, 'binary.csv'), binary);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (...args) => runCommand(['robustness', ...args], { cwd: folder, input: binary });
const getReport = (...args) => JSON.parse(fairwasm(...args, '--format', 'json').stdout);

test('accepts class names and indices, groups, and several radii', () => {
  const report = getReport(
    ...['three.csv', '--label', 'y', '--score', 'cat,dog,bird', '--group', 'sex'],
    ...['--lipschitz', '0.5', '--epsilon', '36/255,0.75', '--epsilon', '1'],
  );
  expect(report).toMatchObject({
    format: 'fairwasm-robustness',
    version: 1,
    source: 'three.csv',
    task: 'categorical',
    lipConst: 0.5,
    disjointNeurons: true,
    epsilons: [36 / 255, 0.75, 1],
  });
  // Radii 0.5, -1.75, 2, 1.
  expect(report.overall.certifiedAccuracy.map(({ value }) => value)).toEqual([0.75, 0.5, 0.25]);
  expect(report.overall.averageRobustness.value).toBe(0.875);
  expect(report.overall.curve.accuracy[0]).toBe(0.75);
  const [{ by, groups, differences }] = report.breakdowns;
  expect(by).toEqual(['sex']);
  expect(groups.map(({ name, rows }) => [name, rows])).toEqual([
    ['f', 2],
    ['m', 2],
  ]);
  expect(differences.accuracy.value).toBe(0.5);
});

test('divides by √2 for the constant of the whole output', () => {
  const args = ['three.csv', '--label', 'y', '--score', 'cat,dog,bird', '--lipschitz', '1'];
  const joint = getReport(...args, '--joint').overall.averageRobustness.value;
  expect(joint).toBeCloseTo(getReport(...args).overall.averageRobustness.value * Math.SQRT2, 12);
});

test('treats one score column as a binary task, and reads standard input', () => {
  for (const input of ['binary.csv', '-']) {
    const report = getReport(input, '--label', 'y', '--lipschitz', '1');
    expect(report).toMatchObject({ task: 'binary', scores: ['s'] });
    expect(report.overall.averageRobustness.value).toBe(0.5);
  }
});

test('prints explained results within the terminal, or writes them to a file', () => {
  const args = ['three.csv', '--label', 'y', '--score', 'cat,dog,bird', '--lipschitz', '1'];
  const { status, stdout, stderr } = fairwasm(...args, '--group', 'sex');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const words of [
    'Robustness by sex (gaps of accuracies in points):',
    'Largest gap',
    'Certified at 0.1412',
    'Intervals: 95%',
  ]) {
    expect(stdout).toContain(words);
  }
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  fairwasm(...args, '--group', 'sex', '--output', 'out.txt');
  expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe(stdout);
});

test.each([
  ['no file', [], 'pass a CSV file'],
  ['two files', ['a', 'b'], 'one file at a time'],
  ['no label', ['three.csv', '--lipschitz', '1'], '--label'],
  ['no constant', ['three.csv', '--label', 'y'], '--lipschitz'],
  ['a constant of 0', ['three.csv', '--label', 'y', '--lipschitz', '0'], '--lipschitz'],
  ['a duplicate column', ['three.csv', '--label', 'y', '--score', 'y', '--lipschitz', '1'], 'twice'],
  ...['x', '-1', '1/0', '1/2/3', '1/'].map((epsilon) => [
    `epsilon ${epsilon}`,
    ['three.csv', '--label', 'y', '--lipschitz', '1', `--epsilon=${epsilon}`],
    '--epsilon',
  ]),
])('rejects invalid usage: %s', (_name, args, words) => {
  const { status, stdout, stderr } = fairwasm(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(words);
});

test.each([
  ['none.csv: file not found', ['none.csv', '--label', 'y']],
  ['line 2, column sex', ['three.csv', '--label', 'y', '--score', 'cat,sex']],
  ['line 2, sex', ['three.csv', '--label', 'y']],
  ['line 5, column y', ['three.csv', '--label', 'y', '--score', 'cat,dog']],
  ['column z', ['three.csv', '--label', 'z']],
])('rejects invalid input: %s', (words, args) => {
  const { status, stdout, stderr } = fairwasm(...args, '--lipschitz', '1');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(words);
});

test('escapes names from a file', async () => {
  const hostile = `y,s,g\n1,2,"\u001b[31mred\u001b[0m"\n`;
  const what = { label: 'y', scores: ['s'], groups: ['g'], source: 'a\u001bb', lipConst: 1 };
  const text = format(await certifyCsv(robustness, hostile, what), 'text');
  expect(text).toContain('red');
  expect(text).not.toContain('\u001b');
});

test('uses a column of weights for counts and not as a score', () => {
  writeFileSync(join(folder, 'weighted.csv'), 'y,s,w\n1,0.5,3\n0,1,1\n');
  const args = ['weighted.csv', '--label', 'y', '--lipschitz', '1'];
  const report = getReport(...args, '--weight', 'w');
  expect([report.weight, report.scores, report.overall.accuracy.value]).toEqual(['w', ['s'], 0.75]);
  expect(fairwasm(...args, '--weight', 'v')).toMatchObject({ status: 1 });
  expect(fairwasm(...args, '--weight', 'y')).toMatchObject({ status: 2 });
});
