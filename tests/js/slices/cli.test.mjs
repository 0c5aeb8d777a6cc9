// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm slices`.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'fairwasm';
import { runCommand } from '../cli/command.mjs';
import { slices } from '../support.mjs';

const n = 600;
const sex = Array.from({ length: n }, (_, i) => 'fm'[i % 2]);
const region = Array.from({ length: n }, (_, i) => ['north', 'south', 'east'][(i >> 1) % 3]);
const age = Array.from({ length: n }, (_, i) => 18 + ((i * 31) % 60));
const label = Array.from({ length: n }, (_, i) => (i % 5 < 2 ? 'yes' : 'no'));
const wrong = label.map((_, i) => (sex[i] === 'f' && region[i] === 'east') || i % 12 === 0);
const prediction = label.map((name, i) => (wrong[i] ? (name === 'yes' ? 'no' : 'yes') : name));
const lines = sex.map((_, i) => [sex[i], region[i], age[i], label[i], prediction[i], Number(wrong[i])].join());

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-slices-'));
  const header = 'sex,region,age,outcome,decision,wrong';
  writeFileSync(join(folder, 'people.csv'), `${[header, ...lines].join('\n')}\n`);
  writeFileSync(join(folder, 'counts.csv'), 'g,n,e\na,50,10\nb,50,40\n\nc,100,10\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (...args) => runCommand(['slices', ...args], { cwd: folder });
const decisions = ['people.csv', '--label', 'outcome', '--prediction', 'decision'];

test('JSON equals the package’s results', async () => {
  const { stdout, status } = fairwasm(
    ...[...decisions, '--search', 'sex,region', '--search', 'age', '--max-conditions', '2'],
    ...['--top', '3', '--permutations', '20', '--seed', '7', '--min-rows', '40', '--format', 'json'],
  );
  expect(status).toBe(0);
  const expected = await slices.worstSlices(
    { columns: { sex, region, age }, label, prediction },
    { maxConditions: 2, top: 3, permutations: 20, seed: 7, minRows: 40 },
  );
  expect(JSON.parse(stdout)).toEqual(expected);
  expect(expected.slices[0].conditions).toEqual({ sex: 'f', region: 'east' });
  expect(expected.slices[0].pValue).toBe(1 / 21);
  expect(expected.bins.age).toHaveLength(9);
});

test('uses all other columns if none are named', () => {
  const { stdout } = fairwasm(...decisions, '--permutations', '0', '--format', 'json', '--top', '1');
  expect(JSON.parse(stdout).slices[0].conditions).toEqual({ wrong: '1' });
});

test('text fits 80 columns and explains how to read it', () => {
  const { stdout } = fairwasm(...decisions, '--search', 'sex,region,age', '--permutations', '19');
  const text = stdout.split('\n');
  expect(Math.max(...text.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(text[0]).toBe('Slices with the highest errors');
  expect(stdout).toContain('600 rows with a mean error of 0.250.');
  expect(stdout).toMatch(/^ {2}1\. sex = f and region = east +100 +1\.000 +\S+ +0\.050\n +0\.\d{3}–1\.000$/m);
  expect(stdout).toMatch(/of these rows are also in \d/);
  expect(stdout).toMatch(/Intervals: 95%, simultaneous for all 131 candidate slices/);
  expect(stdout).toMatch(/19 permutations, seed 1/);
});

test('shows ranges as intervals', async () => {
  const error = age.map((years) => Number(years > 60));
  const found = await slices.worstSlices({ columns: { age }, error }, { bins: 4 });
  const text = format(found, 'text');
  expect(text).toMatch(/^ {2}1\. age > 62 /m);
  const middle = age.map((years) => Number(years > 35 && years < 45));
  const other = await slices.worstSlices({ columns: { age }, error: middle }, { bins: 4 });
  expect(format(other, 'text')).toMatch(/^ {2}1\. age in \(32, 47\] /m);
  expect(text).toContain('No p-values: no permutations were requested.');
});

test('accepts errors of any size and tables of counts', () => {
  const ofErrors = fairwasm('people.csv', '--error', 'age', '--search', 'sex,region', '--format', 'json');
  expect(ofErrors.status).toBe(0);
  expect(JSON.parse(ofErrors.stdout).averageError.value).toBeCloseTo(47.5, 0);
  const counted = fairwasm('counts.csv', '--error', 'e', '--rows', 'n', '--format', 'json');
  const [worst] = JSON.parse(counted.stdout).slices;
  expect(worst).toMatchObject({ conditions: { g: 'b' }, rows: 50, averageError: { value: 0.8 } });
});

test('writes to a file', () => {
  const { stdout, status } = fairwasm('counts.csv', '--error', 'e', '--rows', 'n', '--output', 'out');
  expect([stdout, status]).toEqual(['', 0]);
  expect(readFileSync(join(folder, 'out'), 'utf8')).toContain('g = b');
});

test.each([
  [['people.csv'], 2, 'pass --label and --prediction, or --error'],
  [['people.csv', '--label', 'outcome'], 2, '--label requires --prediction'],
  [[...decisions, '--error', 'wrong'], 2, '--error cannot be combined with --label'],
  [[...decisions, '--top', 'x'], 2, '--top requires a whole number of at least 1'],
  [[...decisions, '--max-condition', '2'], 2, "did you mean '--max-conditions'?"],
  [[...decisions, '--top', '5000'], 1, 'top: expected a whole number from 1 to 1000, got 5000'],
  [['people.csv', '--error', 'wrnog'], 1, "no column 'wrnog'; did you mean 'wrong'?"],
  [['people.csv', '--error', 'sex'], 1, 'people.csv, line 2, column sex: expected a finite number'],
  [['counts.csv', '--error', 'e', '--search', 'h'], 1, 'expected one of the file’s columns'],
  [['counts.csv', '--error', 'n', '--rows', 'n', '--search', 'e', '--min-rows', '0'], 2, '--min-rows'],
  [['none.csv', '--error', 'e'], 1, 'none.csv: file not found'],
])('%j exits with %i', (args, status, message) => {
  const result = fairwasm(...args);
  expect(result.status).toBe(status);
  expect(result.stderr).toContain(message);
  expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('prints names from files on one line', async () => {
  const columns = { 'a\nb\u001b[31m': ['x\u202ey', 'z', 'z', 'z'] };
  const found = await slices.worstSlices({ columns, error: [1, 0, 0, 0] }, { minRows: 1 });
  expect(format(found, 'text')).toContain('a b\ufffd[31m = xy');
});

test('breaks long names at the given width', async () => {
  const name = 'a very long name of a column '.repeat(6).trim();
  const found = await slices.worstSlices(
    { columns: { [name]: ['x', 'y', 'y', 'y'] }, error: [1, 0, 0, 0] },
    { minRows: 1 },
  );
  for (const line of format(found, 'text', { width: 40 }).split('\n')) {
    expect(line.length).toBeLessThanOrEqual(40);
  }
});
