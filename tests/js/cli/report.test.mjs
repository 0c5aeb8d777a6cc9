// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm report`: a stored report in every form, without the data.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.mjs';

const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-report-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const run = (...args) => runCommand(args, { cwd });
const audited = (format) => run('audit', '--example', 'compas', '--format', format).stdout;
for (const format of ['json', 'html'])
  writeFileSync(join(cwd, `compas.${format}`), audited(format));

test.each(['json', 'html'])(
  'from %s, every form is what the audit gave, byte by byte',
  (stored) => {
    for (const format of ['text', 'json', 'markdown', 'csv', 'html', 'model-card']) {
      const { status, stdout } = run('report', `compas.${stored}`, '--format', format);
      expect([format, status]).toEqual([format, 0]);
      expect([format, stdout === audited(format)]).toEqual([format, true]);
    }
  },
);

test('limits can be held against it', () => {
  const limit = ['--fail-over', 'falsePositiveRateDifference=0.2'];
  expect(run('report', 'compas.html', ...limit)).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('falsePositiveRateDifference of African-American'),
  });
  const baseline = ['--baseline', 'compas.html', '--fail-if-worse', 'accuracy=0'];
  expect(run('report', 'compas.json', ...baseline).status).toBe(0);
});

test('what is no report is refused, and nothing is overwritten', () => {
  writeFileSync(join(cwd, 'other.html'), '<!doctype html><p>x</p>');
  expect(run('report', 'other.html')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('other.html: it is no report'),
  });
  expect(run('report').status).toBe(2);
  expect(run('report', 'compas.json', 'compas.html').status).toBe(2);
  expect(run('report', 'compas.json', '--output', 'compas.json').status).toBe(2);
  expect(readFileSync(join(cwd, 'compas.json'), 'utf8')).toBe(audited('json'));
});
