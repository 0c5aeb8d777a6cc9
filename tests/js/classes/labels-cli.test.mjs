// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm labels`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'fairwasm/classes';
import { metrics } from '../../../dist/metrics/table.js';
import { runCommand } from '../cli/command.mjs';

const file = `a,b,pa,pb,sa,sb,sex
1,0,1,0,.9,.1,f
0,0,1,0,.6,.2,m
1,1,1,0,.8,.4,f
0,1,0,1,.1,.9,m
`;
const input = {
  label: { a: [1, 0, 1, 0], b: [0, 0, 1, 1] },
  prediction: { a: [1, 1, 1, 0], b: [0, 0, 0, 1] },
  scores: { a: [0.9, 0.6, 0.8, 0.1], b: [0.1, 0.2, 0.4, 0.9] },
  groups: { sex: ['f', 'm', 'f', 'm'] },
};

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-labels-'));
  writeFileSync(join(folder, 'tags.csv'), file);
  writeFileSync(join(folder, 'two.csv'), file.replace('0,0,1,0', '0,2,1,0'));
  writeFileSync(join(folder, 'gap.csv'), file.replace('0,0,1,0', '0,,1,0'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const columns = ['--label', 'a,b', '--prediction', 'pa,pb', '--group', 'sex'];
const run = (...args) => runCommand(['labels', ...args], { cwd: folder });

test('reports groups, with the label with the largest disparity first', () => {
  const { stdout, stderr, status } = run('tags.csv', ...columns);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^tags.csv\n\n {2}Rows {7}4\n {2}Labels {5}a, b\n/);
  // In both groups, one of two rows has only correct labels.
  expect(stdout).toMatch(/Subset accuracy +0\.000 +0\.500 +0\.500/);
  const [, ranked] = stdout.split('True positive rate of each label, the most unequal first:');
  expect(ranked.match(/^ {2}[ab]\b/gm)).toEqual(['  b', '  a']);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('JSON equals the report of the package', async () => {
  const classes = await load();
  const report = classes.labels(input).report({ source: 'tags.csv', rate: 'selectionRate' });
  const asked = ['--score', 'sa,sb', '--rate', 'selectionRate', '--format', 'json'];
  const { stdout } = run('tags.csv', ...columns, ...asked);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(report)));
  expect(report).toMatchObject({ format: 'fairwasm-labels', labels: ['a', 'b'], rows: 4 });
});

test('contains every metric that requires rows', () => {
  const scored = ['--score', 'sa,sb', '--format', 'json', '--no-intervals'];
  const { overall } = JSON.parse(run('tags.csv', ...columns, ...scored).stdout);
  const found = { ...overall.values, ...overall.byClass };
  const ofLabels = metrics.filter(({ name, kind }) => {
    if (kind !== 'classes') return false;
    const { stderr } = runCommand(['metric', name, 'tags.csv'], { cwd: folder });
    return stderr.includes('fairwasm labels --help');
  });
  expect(ofLabels.length).toBeGreaterThan(20);
  expect(ofLabels.map(({ name }) => name).filter((name) => !(name in found))).toEqual([]);
});

test.each([
  [['two.csv', ...columns], 1, "two.csv, line 3, column b: expected 0 or 1, or yes or no, got '2'"],
  [['gap.csv', ...columns], 1, 'gap.csv, line 3'],
  [['tags.csv', ...columns.slice(2)], 2, 'pass --label'],
  [['tags.csv', ...columns.slice(0, 4)], 2, 'pass --group'],
  [['tags.csv', '--label', 'a,b', '--prediction', 'pa', '--group', 'sex'], 2, 'got 1'],
  [['tags.csv', ...columns, '--score', 'sa'], 2, '--score requires one column for each of the 2'],
  [['tags.csv', ...columns, '--rate', 'recal'], 1, "got 'recal'"],
  [['tags.csv', ...columns, '--confidence', '2'], 2, '--confidence requires a number between'],
])('rejects %j', (args, expected, message) => {
  const { status, stdout, stderr } = run(...args);
  expect([status, stdout]).toEqual([expected, '']);
  expect(stderr).toContain(message);
});
