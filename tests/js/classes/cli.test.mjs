// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm classes`.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../cli/command.mjs';
import { withoutData } from '../support.mjs';

const rows = [
  'low,low,f,.7,.2,.1',
  'low,low,m,.6,.3,.1',
  'medium,medium,f,.2,.6,.2',
  'medium,high,m,.1,.4,.5',
  'high,medium,f,.1,.5,.4',
  'high,high,m,.1,.2,.7',
];
const file = `urgency,predicted,sex,p_low,p_medium,p_high\n${rows.join('\n')}\n`;

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-classes-'));
  writeFileSync(join(folder, 'triage.csv'), file);
  writeFileSync(join(folder, 'triage.txt'), file);
  writeFileSync(join(folder, 'gap.csv'), file.replace('medium,medium', 'medium,'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (...args) => runCommand(args, { cwd: folder, input: file });
const columns = ['--label', 'urgency', '--prediction', 'predicted', '--group', 'sex'];
const order = ['--classes', 'low,medium,high', '--ordered'];
const run = (...args) => fairwasm('classes', 'triage.csv', ...columns, ...args);

test('reports groups, with the class with the largest disparity first', () => {
  const { stdout, stderr, status } = run(...order);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/Classes {4}low, medium, high/);
  expect(stdout).toMatch(/── By sex ─+\n/);
  expect(stdout).toMatch(/ +Largest gap +All rows +f\n/);
  expect(stdout).toMatch(/Accuracy +0\.000 +0\.667 +0\.667\n/);
  expect(stdout).toMatch(/Kappa, quadratic/);
  const [, ranked] = stdout.split('True positive rate of each class, the most unequal first:');
  expect(ranked.match(/^ {2}(low|medium|high)\b/gm)).toEqual(['  medium', '  high', '  low']);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('the JSON file contains all metrics, matrices, and comparisons of each class with the rest', () => {
  const probable = ['--probability', 'p_low,p_medium,p_high', '--format', 'json'];
  const report = JSON.parse(run(...order, ...probable, '--rate', 'positivePredictiveValue').stdout);
  expect(report).toMatchObject({
    format: 'fairwasm-classes',
    version: 1,
    source: 'triage.csv',
    rows: 6,
    classes: ['low', 'medium', 'high'],
    rate: 'positivePredictiveValue',
    confidence: 0.95,
  });
  expect(report.overall.values.meanRankDistance.value).toBeCloseTo(2 / 6, 14);
  expect(report.overall.values.top2Accuracy.value).toBe(1);
  expect(report.overall.byClass.brierScore.low.value).toBeCloseTo((0.09 + 0.16 + 0.04 + 0.03) / 6, 14);
  const [{ by, groups, spreads, classes }] = report.breakdowns;
  expect(by).toEqual(['sex']);
  expect(groups[0].confusion).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 1, 0],
  ]);
  expect(spreads.accuracy.difference.value).toBe(0);
  expect(Object.keys(classes[0].groups)).toEqual(['["f"]', '["m"]']);
});

test('reads standard input, omits rows, and writes files', () => {
  expect(fairwasm('classes', '-', ...columns, '--no-intervals').stdout).toMatch(/^standard input/);
  const gap = fairwasm('classes', 'gap.csv', ...columns);
  expect([gap.status, gap.stderr]).toEqual([
    1,
    'fairwasm: gap.csv, line 4, column predicted: expected a value in every row, got a missing value; --missing drop omits such rows\n',
  ]);
  const left = fairwasm('classes', 'gap.csv', ...columns, '--missing', 'drop', '--output', 'out.txt');
  expect([left.status, left.stdout]).toEqual([0, '']);
  expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toMatch(/Omitted {4}1 row/);
});

test.each([
  [['triage.csv', '--prediction', 'predicted', '--group', 'sex'], 'pass --label'],
  [['triage.csv', '--label', 'urgency', '--group', 'sex'], 'pass --prediction'],
  [['triage.csv', '--label', 'urgency', '--prediction', 'predicted'], 'pass --group'],
  [[...columns], 'pass a CSV file'],
  [['triage.csv', ...columns, '--group', 'sex'], "--group names 'sex' twice"],
  [['triage.csv', ...columns, '--confidence', '2'], 'between 0 and 1'],
  [['triage.csv', ...columns, '--confidence', '.9', '--no-intervals'], 'cannot be combined'],
  [['triage.csv', ...columns, '--missing', 'keep'], '--missing must be one of error, drop'],
  [['triage.csv', ...columns, '--class', 'a'], "did you mean '--classes'"],
  [['triage.txt', ...columns, '--output', 'triage.txt'], 'would overwrite the input'],
])('rejects invalid usage %#', (args, message) => {
  const { stderr, status } = fairwasm('classes', ...args);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});

test.each([
  [['--classes', 'low,high'], "a list without 'medium'"],
  [['--probability', 'p_low,p_high'], 'probabilities: expected 6 rows of 3 numbers, got 6 of 2'],
  [['--rate', 'recal'], 'metric: expected one of'],
  [['--label', 'urgent'], 'urgent'],
])('rejects invalid input %#', (args, message) => {
  const { stderr, status } = run(...args);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('audits more than two labels as multiclass labels', () => {
  const audit = fairwasm('audit', 'triage.csv', ...columns, '--format', 'json');
  expect(audit.status).toBe(0);
  const { classes, ...report } = JSON.parse(audit.stdout);
  expect(classes).toEqual(['high', 'low', 'medium']);
  expect({ classes, ...report }).toEqual(JSON.parse(run('--format', 'json').stdout));
  const ordered = fairwasm('audit', '-', ...columns, ...order);
  expect(ordered.stdout).toMatch(/Kappa, quadratic/);
  expect(ordered.stdout).toMatch(/Recall of ‘medium’: 0\.000 for m, 1\.000 for f; 1\.000 apart/);
});

test('counts omitted rows', () => {
  const { stdout } = fairwasm('audit', 'gap.csv', ...columns, '--missing', 'drop', ...order);
  expect(stdout).toMatch(/Omitted +1 row with missing values/);
});

test('requires --classes for values that occur only in predictions', () => {
  const spelt = ['y,p,g', '1,1,a', '0,1,b', '1,good,a', '0,bad,b', '1,1,b', '0,0,a'].join('\n');
  const audit = (...more) =>
    runCommand(['audit', '-', '--label', 'y', '--prediction', 'p', '--group', 'g', ...more], {
      cwd: folder,
      input: spelt,
    });
  const { status, stdout, stderr } = audit();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/predictions contain 'bad', 'good', which are not true outcomes\./);
  expect(audit('--classes', '0,1,bad,good').status).toBe(0);
});

test('suggests classes for options of two labels', () => {
  for (const { args, message } of [
    { args: ['--fail-under', 'accuracy=0.5'], message: /'fairwasm classes' for multiclass labels and 'fairwasm/ },
    { args: ['--outcome', 'burden'], message: /'fairwasm classes' for multiclass labels and 'fairwasm/ },
    {
      args: ['--ordered', '--favorable', 'low'],
      message: /--ordered applies to multiclass labels, and --favorable applies to two/,
    },
    { args: ['--format', 'pdf'], message: /--format must be one of text, json, markdown, csv, html/ },
  ]) {
    const { stderr, status } = fairwasm('audit', 'triage.csv', ...columns, ...args);
    expect([args, status > 0]).toEqual([args, true]);
    expect(stderr).toMatch(message);
  }
});

test('Markdown and HTML show the largest disparities and confusion matrices by group', () => {
  const markdown = run(...order, '--format', 'markdown').stdout;
  expect(markdown).toMatch(/^- Recall of ‘medium’: 0\.000 for m, 1\.000 for f/m);
  expect(markdown).toMatch(/Confusion, f: true class by row, predicted class by column:/);
  expect(markdown).toMatch(/\| high \| 0 \| 1 \| 0 \|/);
  const html = run(...order, '--format', 'html').stdout;
  expect(html).toMatch(/<td class="h10">100% <small>1<\/small>/);
  expect(withoutData(html)).not.toMatch(/<script/);
});

test('text from the data stays text', () => {
  const odd = 'y,p,g\n<b>,<b>,"<script>x"\nb,c,m\nc,c,m\n';
  const show = (format) =>
    runCommand(['classes', '-', '--label', 'y', '--prediction', 'p', '--group', 'g', '--format', format], {
      cwd: folder,
      input: odd,
    }).stdout;
  expect(show('html')).not.toMatch(/<script>|<b>/);
  expect(show('html')).toMatch(/&lt;script&gt;x/);
  expect(show('markdown')).toMatch(/&lt;script&gt;x/);
});
