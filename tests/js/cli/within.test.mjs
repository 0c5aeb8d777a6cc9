// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm audit --within` compares groups within strata.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExample } from 'fairwasm';
import { runCommand } from './command.mjs';

const { counted } = findExample('berkeley');
const { sex, department } = counted.groups;
const rowCounts = [...counted.rows];
const line = (i) => `${sex[i]},${department[i]},${counted.prediction[i]}`;

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-within-'));
  const rows = rowCounts.flatMap((rows, i) => Array(rows).fill(line(i)));
  writeFileSync(join(folder, 'rows.csv'), `sex,department,p\n${rows.join('\n')}\n`);
  const counts = rowCounts.map((rows, i) => `${line(i)},${rows}`);
  writeFileSync(join(folder, 'counts.csv'), `sex,department,p,n\n${counts.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const audit = (args) => runCommand(['audit', ...args], { cwd: folder });
const chosen = ['--prediction', 'p', '--favorable', 'Admitted', '--group', 'sex'];
const within = [...chosen, '--within', 'department'];

test('prints the gap within strata and its reversal', () => {
  const { status, stdout } = audit(['rows.csv', ...within]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/By sex, within department/);
  expect(stdout).toMatch(/Simpson’s paradox/);
  expect(stdout).toMatch(/reverses/);
  expect(stdout).not.toMatch(/By department/);
});

test('rows and counts give equal results', () => {
  const json = (args) => JSON.parse(audit([...args, ...within, '--format', 'json']).stdout);
  const rows = json(['rows.csv']);
  expect(rows.breakdowns.map(({ by }) => by)).toEqual([['sex']]);
  expect(json(['counts.csv', '--counts', 'n']).conditional).toEqual(rows.conditional);
  const [{ rates }] = rows.conditional[0].comparisons;
  expect(rates.selectionRate.verdict).toBe('reversed');
  expect(1 / rates.selectionRate.commonOddsRatio.value).toBeCloseTo(0.9046968, 7);
});

test('finds a reversal among the groups of an audit without conditions', () => {
  const both = [...chosen, '--group', 'department'];
  expect(audit(['rows.csv', ...both]).stdout).toMatch(/Simpson’s paradox/);
  expect(audit(['rows.csv', ...chosen]).stdout).not.toMatch(/Simpson’s paradox/);
});

test('the Berkeley example shows it without a file', () => {
  const { status, stdout } = audit(['--example', 'berkeley', '--within', 'department']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/By sex, within department/);
  expect(audit(['--example', 'berkeley', '--within', 'age']).status).toBe(2);
});

test('evidence can be reproduced', () => {
  expect(audit(['rows.csv', ...within, '--evidence', 'kept']).status).toBe(0);
  expect(readFileSync(join(folder, 'kept', 'evidence.json'), 'utf8')).toMatch(/"within"/);
  expect(runCommand(['verify', 'kept', 'rows.csv'], { cwd: folder }).status).toBe(0);
});

test.each([
  [['--within', 'sex'], /'sex' appears in both --group/],
  [['--within', 'department,department'], /--within/],
  [['--within', 'age'], /age/],
])('rejects %j', (args, message) => {
  const { status, stderr } = audit(['rows.csv', ...chosen, ...args]);
  expect(status).toBeGreaterThan(0);
  expect(stderr).toMatch(message);
});

test('explains its results', () => {
  const { stdout } = runCommand(['explain', 'Mantel-Haenszel odds ratio'], { cwd: folder });
  expect(stdout).toMatch(/Common odds ratio/);
});
