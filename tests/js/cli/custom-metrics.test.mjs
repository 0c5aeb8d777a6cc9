// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm audit --metric`: custom metrics in reports of the command line.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReport } from 'fairwasm';
import { present } from '../../present.mjs';
import { shownIn } from '../report/decompressed-file.mjs';
import { runCommand } from './command.mjs';

const rows = ['1,1,f', '1,0,f', '0,0,f', '0,1,m', '1,1,m', '1,1,m', '0,,m'];
let folder;
const write = (name, text) => writeFileSync(join(folder, name), text);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-own-'));
  write('d.csv', `y,p,sex\n${rows.join('\n')}\n`);
  write('complete.csv', `y,p,sex\n${rows.slice(0, 6).join('\n')}\n`);
  write('counts.csv', 'y,p,sex,rows\n1,1,f,30\n1,0,m,20\n0,0,f,20\n0,1,m,10\n');
  write(
    'mine.mjs',
    `export const missed = ({ falseNegatives, positives }) => falseNegatives / positives;
     export const right = (label, prediction) => label.filter((y, i) => y === prediction[i]).length;`,
  );
  write('counts.mjs', 'export const missed = (counts) => counts.falseNegatives / counts.positives;');
  write('nothing.mjs', 'const a = 1;');
  write('number.mjs', 'export const a = 1;');
  write('unnamed.mjs', 'export default (counts) => 1;');
  write('throws.mjs', 'throw new Error("no luck");');
  write('fairwasm.config.json', JSON.stringify({ compare: {} }));
  write('config.json', JSON.stringify({ audit: { metric: 'mine.mjs' } }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args) => runCommand(['audit', ...args], { cwd: folder });
const columns = ['--label', 'y', '--prediction', 'p', '--group', 'sex'];
const audit = (...args) => run('d.csv', ...columns, '--missing', 'drop', ...args);

test('computes them from counts and from the same rows', () => {
  const { stdout, stderr, status } = audit('--metric', 'mine.mjs', '--format', 'json');
  expect([status, stderr]).toEqual([0, '']);
  const { metrics } = JSON.parse(stdout).extras.customMetrics;
  expect(metrics.map(({ name, from }) => [name, from])).toEqual([
    ['missed', 'counts'],
    ['right', 'rows'],
  ]);
  const values = metrics.map(({ breakdowns }) =>
    Object.fromEntries(breakdowns[0].groups.map(({ name, value }) => [name, value.value])),
  );
  expect(values).toEqual([
    { f: 0.5, m: 0 },
    { f: 2, m: 2 },
  ]);
});

test('computes a formula as the function of the same counts, also from a file', () => {
  write('formula.json', JSON.stringify({ audit: { metric: ['missed = FN / P', 'treatmentEquality'] } }));
  const { metrics } = JSON.parse(audit('--config', 'formula.json', '--format', 'json').stdout).extras.customMetrics;
  expect(metrics.map(({ name }) => name)).toEqual(['missed', 'treatmentEquality']);
  const [byFunction] = JSON.parse(audit('--metric', 'counts.mjs', '--format', 'json').stdout).extras.customMetrics
    .metrics;
  expect(metrics[0]).toEqual(byFunction);
});

test('limits a formula', () => {
  const limited = (limit) => audit('--metric', 'missed = FN / P', '--fail-over', `missed.difference=${limit}`).status;
  expect([limited(0.49), limited(0.51)]).toEqual([3, 0]);
});

test('gives the reason for an undefined formula, and the position of a mistake', () => {
  const { metrics } = JSON.parse(audit('--metric', 'FN / (TP - TP)', '--format', 'json').stdout).extras.customMetrics;
  expect(metrics[0].overall.reason).toBe('TP - TP is 0');
  expect(audit('--metric', 'TP / (TP + FNN)')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/FNN in 'TP \/ \(TP \+ FNN\)', character 12.*did you mean 'FN'\?/),
  });
});

test('a formula of a known metric has its interval', () => {
  const metric = (name) =>
    JSON.parse(runCommand(['metric', name, 'complete.csv', ...columns, '--format', 'json'], { cwd: folder }).stdout);
  expect(metric('FN/(TP+FN)')).toEqual(metric('falseNegativeRate'));
  const { values } = metric('(5 FN + FP) / all');
  expect(values.map(({ group, value }) => [group, value])).toEqual([
    ['All rows', 1],
    ['f', 5 / 3],
    ['m', 1 / 3],
  ]);
  for (const { value, ci } of values) {
    expect(ci[0]).toBeLessThanOrEqual(value);
    expect(ci[1]).toBeGreaterThanOrEqual(value);
  }
});

test('explains a formula', () => {
  const explain = (name) => runCommand(['explain', name], { cwd: folder }).stdout;
  expect(explain('1 - TP / P')).toContain('This is the metric falseNegativeRate');
  const text = explain('cost = (5 FN + FP) / all');
  expect(text).toMatch(/Range +0 to 5/);
  expect(text).toMatch(/Undefined +if no rows/);
});

test('adds further metrics of counts by name', () => {
  const { stdout, status } = audit('--metric', 'treatmentEquality', '--format', 'json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout).extras.customMetrics.metrics).toMatchObject([
    { name: 'treatmentEquality', from: 'counts' },
  ]);
  expect(audit('--metric', 'treatmentEqality').stderr).toContain('file not found');
});

test('shows them next to the built-in ones', () => {
  const { stdout } = audit('--metric', 'mine.mjs');
  expect(stdout).toContain('── Custom metrics ──');
  expect(stdout).toContain('right by sex:');
  expect(audit('--metric', 'mine.mjs', '--format', 'markdown').stdout).toContain('right by sex:');
});

test('limits apply to their values and gaps, in an audit and in its report', () => {
  const own = ['--metric', 'mine.mjs', '--format', 'json', '--output', 'report.json'];
  const guarded = (...limits) => {
    const { status, stderr } = audit(...own, ...limits);
    return [status, stderr];
  };
  expect(guarded('--fail-over', 'missed=0.6', '--fail-under', 'right=2')).toEqual([0, '']);
  expect(guarded('--fail-over', 'missed=0.3')).toEqual([
    3,
    'fairwasm: limit crossed: missed of f (by sex) is 0.5, above the limit of 0.3\n',
  ]);
  expect(guarded('--fail-over', 'missed.difference=0.4')).toEqual([
    3,
    'fairwasm: limit crossed: missed.difference by sex is 0.5, above the limit of 0.4\n',
  ]);
  expect(guarded('--fail-over', 'missed.difference=0.4', '--at', 'lower')).toEqual([0, '']);
  const [status, said] = guarded('--fail-over', 'missed=0.1', '--min-rows', '9');
  expect([status, said]).toEqual([3, expect.stringContaining('is exempt')]);
  const stored = runCommand(['report', 'report.json', '--fail-under', 'right=3'], { cwd: folder });
  expect([stored.status, stored.stderr]).toEqual([
    3,
    expect.stringContaining('right of f (by sex) is 2, below the limit of 3'),
  ]);
});

test('rejects a limit for an unknown metric and for an ambiguous name', () => {
  write('same.mjs', 'export const accuracy = ({ truePositives }) => truePositives;');
  for (const { args, message } of [
    { args: ['--metric', 'mine.mjs', '--fail-over', 'missed.ratio=2'], message: "not 'missed.ratio'" },
    { args: ['--metric', 'mine.mjs', '--fail-over', 'mised=2'], message: "unknown metric 'mised'" },
    { args: ['--metric', 'mine.mjs', '--fail-over', 'missed.difference=-1'], message: 'be at least 0' },
    { args: ['--metric', 'same.mjs', '--fail-over', 'accuracy=1'], message: "--fail-over: 'accuracy' is both" },
  ]) {
    const { status, stderr } = audit(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});

test('accepts functions of counts if there are no rows', () => {
  const counted = ['counts.csv', ...columns, '--counts', 'rows'];
  const { stdout, status } = run(...counted, '--metric', 'counts.mjs');
  expect(status).toBe(0);
  expect(stdout).toContain('missed by sex:');
  const refused = run(...counted, '--metric', 'mine.mjs');
  expect([refused.status, refused.stderr]).toEqual([
    2,
    expect.stringContaining("'right' is a function of rows, which counts and standard input do not provide"),
  ]);
  const example = run('--example', 'compas', '--metric', 'counts.mjs', '--format', 'json');
  expect(JSON.parse(example.stdout).extras.customMetrics.metrics[0].name).toBe('missed');
});

test.each([
  ['nothing.mjs', 1, 'nothing.mjs: no exports'],
  ['number.mjs', 1, "number.mjs: 'a' is 1; export a named function"],
  ['unnamed.mjs', 1, "'default' is a default export, which has no name"],
  ['throws.mjs', 1, 'throws.mjs: import failed: no luck'],
  ['none.mjs', 1, 'import failed: file not found'],
])('explains what is wrong with %s', (name, status, message) => {
  expect(audit('--metric', name)).toMatchObject({ status, stderr: expect.stringContaining(message) });
});

test('does not run code that a file names, nor any code for evidence', () => {
  expect(audit('--config', 'config.json')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('config.json: audit.metric must be a formula, such as FN / FP, or a name'),
  });
  expect(audit('--metric', 'mine.mjs', '--evidence', 'evidence')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--evidence cannot be combined with --metric'),
  });
});

test('suppresses them together with small cells', () => {
  const counted = ['counts.csv', ...columns, '--counts', 'rows', '--suppress-below', '15'];
  expect(run(...counted, '--metric', 'counts.mjs')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no custom metrics'),
  });
});

test('draws scores in HTML like the page, and keeps them in it', () => {
  const scored = Array.from({ length: 60 }, (_, i) => `${i % 2},${((i * 7) % 60) / 60},${i % 3 ? 'f' : 'm'}`);
  write('scored.csv', `y,s,sex\n${scored.join('\n')}\n,0.5,f\n`);
  const asked = ['scored.csv', '--label', 'y', '--score', 's', '--threshold', '0.5', '--group', 'sex'];
  const { stdout, stderr, status } = run(...asked, '--missing', 'drop', '--format', 'html');
  expect([status, stderr]).toEqual([0, '']);
  expect(shownIn(stdout)).toContain('ROC by sex: f, m');
  expect(shownIn(stdout)).toContain('Calibration by sex: f, m');
  const [{ groups, thresholds }] = present(present(readReport(stdout).extras).scores).breakdowns;
  expect(groups.map(({ name, rows }) => [name, rows])).toEqual([
    ['f', 40],
    ['m', 20],
  ]);
  expect(Object.keys(present(thresholds))).toEqual(['selectionRate', 'truePositiveRate']);
  // Scores that are not probabilities only make decisions and have no curves.
  write('logits.csv', `y,s,sex\n${scored.map((row) => row.replace(',0.', ',-0.')).join('\n')}\n`);
  const logits = run('logits.csv', ...asked.slice(1), '--format', 'html');
  expect([logits.status, shownIn(logits.stdout).includes('ROC by sex')]).toEqual([0, false]);
});
