// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact --quantile` prints the package's results.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { present } from '../../present.mjs';
import { runCommand } from '../cli/command.mjs';
import { impact } from '../support.mjs';

const rows = Array.from({ length: 60 }, (_, i) => ({
  race: ['A', 'B', 'A', 'C', ''][i % 5],
  points: (i * 7) % 31,
  repaid: i % 3 === 0 ? 1 : 0,
}));
const column = (name) => rows.map((row) => row[name]);
const scored = { groups: { race: column('race') }, score: column('points'), reference: 'A' };

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-impact-scores-'));
  const lines = rows.map((row) => Object.values(row).join(','));
  writeFileSync(join(folder, 'loans.csv'), `race,points,repaid\n${lines.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asked = 'loans.csv --group race --score points --quantile 0.1,0.5 --reference race=A'.split(' ');
const run = (...args) => runCommand(['impact', ...args], { cwd: folder });

test('prints the package’s ratios by quantile and mean differences', () => {
  for (const lowerIsBetter of [false, true]) {
    const options = lowerIsBetter ? ['--lower-is-better'] : [];
    const { status, stdout, stderr } = run(...[...asked, ...options, '--label', 'repaid', '--format', 'json']);
    expect([status, stderr]).toEqual([0, '']);
    const given = { ...scored, lowerIsBetter };
    expect(JSON.parse(stdout)).toEqual({
      ...{ format: 'fairwasm-impact-scores', version: 1, source: 'loans.csv' },
      columns: { group: 'race', score: 'points', label: 'repaid' },
      ...{ reference: 'A', lowerIsBetter },
      quantiles: impact.ratiosByQuantile({ ...given, quantiles: ['0.1', '0.5'] }),
      means: impact.meanDifferences({ ...given, label: column('repaid') }),
    });
  }
});

test('prints every table in 80 columns, with the reason for missing intervals', () => {
  const { stdout } = run(...asked, '--label', 'repaid');
  for (const line of stdout.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  const text = stdout.replace(/\s+/g, ' ');
  const [{ groups }] = impact.ratiosByQuantile({ ...scored, quantiles: [0.1] });
  expect(text).toContain(present(groups[1].ratio).value.toFixed(3));
  for (const part of ['The best 10%', 'The best 50%', 'Residuals, repaid - points', 'no confidence intervals'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/\bfair\b/);
  run(...asked, '--format', 'markdown', '--output', 'loans.md');
  expect(readFileSync(join(folder, 'loans.md'), 'utf8')).toMatch(/^\| B \| 12 \|/m);
});

test.each([
  [['--quantile', '0.1'], '--quantile requires --score'],
  [['--quantile', '0.1', '--score', 'points', '--group', 'race'], 'one --reference: COLUMN=CATEGORY'],
  [[...asked.slice(1), '--group', 'repaid'], 'exactly one --group'],
  [[...asked.slice(1), '--selected', 'repaid'], '--selected cannot be combined with --quantile'],
  [['--group', 'race', '--selected', 'repaid', '--label', 'repaid'], '--label requires --quantile'],
])('rejects %j', (options, part) => {
  const { status, stderr } = run('loans.csv', ...options);
  expect([status, stderr]).toEqual([2, expect.stringContaining(part)]);
});

test.each([
  [asked.with(-1, 'race=Z'), 'one of A, B, C'],
  [asked.with(6, '2'), 'quantiles'],
])('reports in one line what cannot be computed: %j', (options, part) => {
  const { status, stderr } = run(...options);
  expect([status, stderr]).toEqual([1, expect.stringContaining(part)]);
});
