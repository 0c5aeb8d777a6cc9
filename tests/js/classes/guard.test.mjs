// SPDX-License-Identifier: Apache-2.0
//
// Multiclass options of the command line: precomputed counts, limits, and evidence.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../cli/command.mjs';

const rows = [
  ...['low,low,f', 'low,low,f', 'medium,medium,f', 'high,medium,f', 'high,low,f'],
  ...['low,low,m', 'medium,high,m', 'high,high,m', 'high,high,m', 'medium,medium,m'],
];
const counted = [...new Set(rows)].map((row) => `${row},${rows.filter((each) => each === row).length}`);

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-guard-'));
  writeFileSync(join(folder, 'triage.csv'), `y,p,sex\n${rows.join('\n')}\n`);
  writeFileSync(join(folder, 'counts.csv'), `y,p,sex,n\n${counted.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const columns = ['--label', 'y', '--prediction', 'p', '--group', 'sex'];
const audit = (file, ...args) => runCommand(['audit', file, ...columns, ...args], { cwd: folder });
const order = ['--classes', 'low,medium,high', '--ordered'];
const json = ['--format', 'json'];

describe('precomputed counts', () => {
  test.each([
    ['requested', order],
    ['found', []],
  ])('equal the report of the rows if classes are %s', (_, args) => {
    const of = (file, ...more) => JSON.parse(audit(file, ...more, ...args, ...json).stdout);
    const { source: _rows, ...ofRows } = of('triage.csv');
    const { source, ...ofCounts } = of('counts.csv', '--counts', 'n');
    expect(source).toBe('counts.csv');
    expect(ofCounts).toEqual(ofRows);
    expect(ofCounts.format).toBe('fairwasm-classes');
  });

  test('with two outcomes give a binary audit', () => {
    const { stdout } = audit('counts.csv', '--counts', 'n', '--favorable', 'high', ...json);
    expect(JSON.parse(stdout)).toMatchObject({ format: 'fairwasm-report', favorable: ['high'] });
  });

  test('reject suppressed cells', () => {
    const given = audit('counts.csv', '--counts', 'n', '--suppress-below', '2', ...order);
    expect(given).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--suppress-below applies to two outcomes'),
    });
  });
});

describe('limits', () => {
  test('apply to a metric of all classes for every group', () => {
    const { status, stderr } = audit('triage.csv', ...order, '--fail-under', 'accuracy=0.7');
    expect(status).toBe(3);
    expect(stderr).toBe('fairwasm: limit crossed: accuracy of f (by sex) is 0.6, below the limit of 0.7\n');
    expect(audit('triage.csv', ...order, '--fail-under', 'accuracy=0.6').status).toBe(0);
  });

  test('apply to spreads of all classes and of each class against the rest', () => {
    const { stderr, status } = audit(
      'triage.csv',
      ...order,
      ...['--fail-over', 'accuracy.difference=0.1', '--fail-over', 'truePositiveRate.difference=0.6'],
    );
    expect(status).toBe(3);
    expect(stderr).toContain('accuracy.difference by sex is 0.2');
    expect(stderr).toContain('truePositiveRate.difference of high (by sex) is 1, above');
    expect(stderr).not.toContain('of medium');
  });

  test('apply to a class’s rate in each group at an end of its interval', () => {
    const at = ['--fail-under', 'truePositiveRate=0.1', '--at', 'lower'];
    const { stderr, status } = audit('triage.csv', ...order, ...at);
    expect(status).toBe(3);
    expect(stderr).toContain('truePositiveRate of high, for f (by sex) is at the lower end');
  });

  test('appear as JUnit and as annotations', () => {
    const limit = ['--fail-under', 'accuracy=0.7'];
    const built = audit('triage.csv', ...order, ...limit, '--format', 'junit');
    expect([built.status, built.stdout]).toEqual([3, expect.stringContaining('failures="1"')]);
    const told = audit('triage.csv', ...order, ...limit, '--format', 'github');
    expect(told.stdout).toContain('::error');
  });

  test.each([
    ['kapa', "did you mean 'kappa'?"],
    ['accuracy.differense', "did you mean 'difference'?"],
    ['statisticalParityDifference', 'requires a metric of all classes'],
  ])('rejects %s', (name, message) => {
    const { status, stderr } = audit('triage.csv', ...order, '--fail-under', `${name}=0`);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('apply to two outcomes without --classes', () => {
    const { status, stderr } = audit('triage.csv', '--fail-under', 'accuracy=0.7');
    expect([status, stderr]).toEqual([1, expect.stringContaining('cannot be guessed')]);
  });
});

test('evidence can be reproduced, and changes are found', () => {
  const made = audit('triage.csv', ...order, '--evidence', 'proof');
  expect([made.status, made.stderr]).toEqual([0, '']);
  const { modules } = JSON.parse(readFileSync(join(folder, 'proof', 'evidence.json'), 'utf8'));
  expect(Object.keys(modules)).toEqual(['core.wasm', 'text.wasm', 'classes.wasm']);
  const verify = () => runCommand(['verify', 'proof', 'triage.csv'], { cwd: folder });
  expect(verify()).toMatchObject({ status: 0, stdout: expect.stringContaining('Everything matches.') });
  const report = join(folder, 'proof', 'report.json');
  writeFileSync(report, readFileSync(report, 'utf8').replace('"rows": 10', '"rows": 11'));
  expect(verify().status).toBe(3);
});
