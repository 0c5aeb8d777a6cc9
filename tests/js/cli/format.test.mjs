// SPDX-License-Identifier: Apache-2.0
//
// The extension of --output selects a format, and must not contradict --format.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-format-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const audit = (...args) => runCommand(['audit', '--example', 'compas', '--no-intervals', ...args], { cwd: folder });
const read = (name) => readFileSync(join(folder, name), 'utf8');

test.each([
  ['out.json', 'json'],
  ['OUT.JSON', 'json'],
  ['out.html', 'html'],
  ['out.htm', 'html'],
  ['out.csv', 'csv'],
  ['out.md', 'markdown'],
  ['out.xml', 'junit'],
  ['out.txt', 'text'],
  ['out', 'text'],
])('--output %s writes %s', (name, format) => {
  const limit = ['--fail-under', 'disparateImpact=0.1']; // JUnit requires limits
  expect(audit(...limit, '--output', name).status).toBe(0);
  const written = read(name);
  expect(audit(...limit, '--format', format, '--output', `same-${name}`).status).toBe(0);
  const withoutTime = (text) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
  expect(withoutTime(written)).toBe(withoutTime(read(`same-${name}`)));
  if (format === 'json') expect(JSON.parse(written).format).toBe('fairwasm-report');
});

test('--format works with unknown extensions of --output', () => {
  expect(audit('--format', 'json', '--output', 'report.txt').status).toBe(0);
  expect(JSON.parse(read('report.txt')).format).toBe('fairwasm-report');
  expect(audit('--format', 'model-card', '--output', 'card.md').status).toBe(0);
  expect(read('card.md')).toContain('model-index');
});

test.each([
  [['--format', 'html', '--output', 'no.json'], 'no.json: a .json file cannot contain html. Use --format json'],
  [['--format', 'text', '--output', 'no.html'], 'no.html: a .html file cannot contain text. Use --format html'],
  [['--output', 'no.svg'], 'no.svg: a .svg file cannot contain text. Name another file.'],
])('rejects %j and writes nothing', (args, message) => {
  const { status, stderr } = audit(...args);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
  expect(readdirSync(folder).filter((name) => name.startsWith('no.'))).toEqual([]);
});
