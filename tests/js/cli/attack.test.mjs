// SPDX-License-Identifier: Apache-2.0
//
// Usage of the commands that train attackers.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { predictability } from '../support.mjs';
import { runCommand } from './command.mjs';

const { P, DBias, M2 } = predictability.dataCreator({ rows: 512, error: 0.4, dataError: 0.1, shuffle: true });
const quick = ['--epochs', '5', '--trials', '3', '--workers', '0'];

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-attack-'));
  const rows = Array.from(P, (p, i) => [p, DBias[i], M2[i], i % 7 ? p : 1 - p].join());
  writeFileSync(join(folder, 'rows.csv'), `sex,repaid,p_repaid,p_sex\n${rows.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (...args) => runCommand(args, { cwd: folder });

const columns = ['rows.csv', '--feature', 'sex', '--label', 'repaid', '--prediction', 'p_repaid'];

test('leakage prints the package’s results', async () => {
  const { status, stdout } = fairwasm('leakage', ...columns, ...quick, '--format', 'json');
  const input = { feature: P, label: DBias, prediction: M2, epochs: 5, trials: 3 };
  const expected = await predictability.leakage(input, { workers: 0 });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
});

test('leakage passes training options to the attackers', async () => {
  const training = ['--optimizer', 'sgd', '--weight-decay', '0.001', '--patience', '2'];
  const args = [...columns, ...quick, ...training, '--learning-rate', '0.01'];
  const { status, stdout } = fairwasm('leakage', ...args, '--format', 'json');
  const expected = await predictability.leakage(
    {
      ...{ feature: P, label: DBias, prediction: M2, epochs: 5, trials: 3 },
      ...{ optimizer: 'sgd', weightDecay: 0.001, patience: 2, learningRate: 0.01 },
    },
    { workers: 0 },
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
});

test('leakage text fits into a terminal', () => {
  const { status, stdout } = fairwasm('leakage', ...columns, ...quick, '--median', '--normalized');
  expect(status).toBe(0);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/Leakage [−+]\d\.\d{3} \(.*\) over rows, from 3 trials/);
  expect(stdout).toMatch(/Tables of counts +\d\.\d{3}/);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('one trial has neither a spread nor an interval over seeds', () => {
  const once = ['--epochs', '5', '--trials', '1', '--workers', '0'];
  const { status, stdout } = fairwasm('leakage', ...columns, ...once);
  expect(status).toBe(0);
  expect(stdout).toMatch(/Leakage [−+]?\d\.\d{3}, from 1 trial\. /);
  expect(stdout).not.toMatch(/nan|–/i);
});

test('reads test rows from another file', async () => {
  const { stdout } = fairwasm('leakage', ...columns, ...quick, '--test', 'rows.csv', '--format', 'json');
  const rows = { feature: P, label: DBias, prediction: M2 };
  const expected = await predictability.leakage({ ...rows, test: rows, epochs: 5, trials: 3 }, { workers: 0 });
  expect(JSON.parse(stdout).trials).toEqual(expected.trials);
});

test('supports the direction from outcome to attribute', async () => {
  const given = ['rows.csv', '--direction', 'attribute-from-outcome', '--attribute', 'sex'];
  const rest = ['--label', 'repaid', '--prediction', 'p_repaid', ...quick];
  const { stdout } = fairwasm('leakage', ...given, ...rest, '--format', 'json');
  const expected = await predictability.leakage(
    { direction: 'attribute-from-outcome', attribute: P, label: DBias, prediction: M2, epochs: 5, trials: 3 },
    { workers: 0 },
  );
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
  const words = fairwasm('leakage', ...given, ...rest).stdout;
  expect(words.replaceAll(/\s+/g, ' ')).toMatch(/Wang, Zhao.*covers only the split/);
});

test('writes leakage and dpa in every format', () => {
  const csv = fairwasm('leakage', ...columns, ...quick, '--format', 'csv').stdout;
  expect(csv).toMatch(/^table,row,column,value,.*\r?\n.*Mean,On labels,0/);
  const directions = ['rows.csv', '--attribute', 'sex', '--task', 'repaid'];
  const predicted = ['--task-prediction', 'p_repaid', '--format', 'markdown'];
  const { stdout } = fairwasm('dpa', ...directions, ...predicted, ...quick);
  expect(stdout).toContain('## Predictability amplification, attribute to task\n');
});

test('reports a shift of the margin', () => {
  const rows = Array.from({ length: 400 }, (_, i) =>
    [i % 2 ? 'f' : 'm', (i * 7) % 10 < 6 ? 1 : 0, (i * 11) % 20 < 18 ? 1 : 0].join(),
  );
  writeFileSync(join(folder, 'margin.csv'), `sex,repaid,p_repaid\n${rows.join('\n')}\n`);
  const { stdout } = fairwasm('leakage', 'margin.csv', ...columns.slice(1), ...quick);
  expect(stdout).toMatch(/Without input +[−+]0\.\d{3}\n/);
  expect(stdout).toMatch(/A shift of the margin alone makes a leakage of/);
});

test('reports an invalid value with file, line, and column', () => {
  writeFileSync(join(folder, 'gap.csv'), 'g,y,p\na,1,1\nb,0,0\nb,1,1\na,,1\n');
  writeFileSync(join(folder, 'whole.csv'), 'g,y,p\na,1,1\nb,0,0\nb,1,1\na,0,1\n');
  const given = ['--feature', 'g', '--label', 'y', '--prediction', 'p', ...quick];
  const place = /gap\.csv, line 5, column y: expected a value in every row/;
  expect(fairwasm('leakage', 'gap.csv', ...given).stderr).toMatch(place);
  const tested = fairwasm('leakage', 'whole.csv', ...given, '--test', 'gap.csv');
  expect(tested.stderr).toMatch(place);
  const dpa = ['--attribute', 'g', '--task', 'y', '--task-prediction', 'p', ...quick];
  expect(fairwasm('dpa', 'gap.csv', ...dpa).stderr).toMatch(place);
  const several = ['--feature', 'g', '--label', 'p,y', '--prediction', 'p,p', ...quick];
  expect(fairwasm('leakage', 'gap.csv', ...several).stderr).toMatch(place);
});

test('dpa trains separate attackers for each direction', async () => {
  const dpa = ['dpa', 'rows.csv', '--attribute', 'sex', '--task', 'repaid', ...quick];
  const sides = ['--task-prediction', 'p_repaid', '--attribute-prediction', 'p_sex'];
  const layers = ['--layers', '2', '--to-attribute-layers', '3', '--format', 'json'];
  const result = JSON.parse(fairwasm(...dpa, ...sides, ...layers).stdout);
  const expected = await predictability.dpa(
    {
      attribute: P,
      task: DBias,
      taskPrediction: M2,
      attributePrediction: P.map((p, i) => (i % 7 ? p : 1 - p)),
      attackers: { AtoT: { layers: 2 }, TtoA: { layers: 3 } },
      epochs: 5,
      trials: 3,
    },
    { workers: 0 },
  );
  expect(result).toEqual(JSON.parse(JSON.stringify(expected)));
});

test('dpa computes the directions that have predictions', async () => {
  const dpa = ['dpa', 'rows.csv', '--attribute', 'sex', '--task', 'repaid', ...quick, '--format', 'json'];
  const one = JSON.parse(fairwasm(...dpa, '--task-prediction', 'p_repaid').stdout);
  expect(Object.keys(one)).toEqual(['AtoT']);
  const both = JSON.parse(fairwasm(...dpa, '--task-prediction', 'p_repaid', '--attribute-prediction', 'p_sex').stdout);
  expect(Object.keys(both)).toEqual(['AtoT', 'TtoA']);
  expect(both.AtoT).toEqual(one.AtoT);
});

test.each([
  [2, /pass --label/, ['leakage', 'rows.csv']],
  [2, /pass a CSV file/, ['leakage']],
  [2, /--prediction requires as many columns as --label: 2/, ['leakage', ...columns, '--label', 'sex']],
  [2, /--direction must be one of/, ['leakage', ...columns, '--direction', 'back']],
  [2, /--attribute does not apply/, ['leakage', ...columns, '--attribute', 'sex']],
  [
    2,
    /--feature does not apply to --direction attribute-from-outcome; use --attribute/,
    ['leakage', ...columns, '--direction', 'attribute-from-outcome'],
  ],
  [2, /--loss must be one of/, ['leakage', ...columns, '--loss', 'hinge']],
  [2, /--epochs requires a whole number from 0/, ['leakage', ...columns, '--epochs', 'many']],
  [2, /pass --task-prediction/, ['dpa', 'rows.csv', '--attribute', 'sex', '--task', 'repaid']],
  [2, /--layers requires a whole number from 1 to 1000/, ['leakage', ...columns, '--layers', '0']],
  [1, /activations: expected one of 'identity', 'relu'/, ['leakage', ...columns, '--activations', 'swish']],
  [1, /nothing\.csv: file not found/, ['leakage', 'nothing.csv', ...columns.slice(1)]],
])('exits with %i: %s', (code, complaint, args) => {
  const { status, stderr, stdout } = fairwasm(...args);
  expect(stderr).toMatch(complaint);
  expect({ status, stdout }).toEqual({ status: code, stdout: '' });
});

test('names a missing value with file, line, and column', () => {
  writeFileSync(join(folder, 'gap.csv'), 'sex,repaid,p_repaid\nf,1,1\n,0,1\nf,1,0\nm,NA,1\n');
  const { status, stderr } = fairwasm('leakage', 'gap.csv', ...columns.slice(1));
  expect(status).toBe(1);
  expect(stderr).toContain('gap.csv, line 5, column repaid: expected a value in every row');
});

test.each(['leakage', 'dpa'])('%s --help documents its options', (command) => {
  const { status, stdout } = fairwasm(command, '--help');
  expect(status).toBe(0);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(82);
});
