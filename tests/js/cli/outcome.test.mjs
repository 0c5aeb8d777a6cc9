// SPDX-License-Identifier: Apache-2.0
//
// `--outcome`: the meaning of a positive decision, in audits, comparisons, and examples.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shownIn } from '../report/decompressed-file.mjs';
import { runCommand } from './command.mjs';

const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-outcome-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const rows = Array.from({ length: 200 }, (_, i) =>
  [i % 2 ? 'a' : 'b', i % 3 ? 1 : 0, i % 5 < (i % 2 ? 3 : 1) ? 1 : 0, i % 4 ? 1 : 0].join(','),
);
writeFileSync(join(cwd, 'rows.csv'), ['g,y,p,q', ...rows].join('\n'));
const columns = ['rows.csv', '--label', 'y', '--prediction', 'p', '--group', 'g'];
const run = (...args) => runCommand(args, { cwd });

test('a burden changes the wording, including comparisons', () => {
  const asked = ['audit', ...columns, '--outcome', 'burden', '--format'];
  for (const format of ['text', 'markdown', 'html', 'csv', 'model-card', 'junit', 'github', 'json']) {
    // Two formats require a limit, which nothing crosses.
    const limit = ['junit', 'github'].includes(format) ? ['--fail-over', 'accuracy=1'] : [];
    const { status, stdout } = run(...asked, format, ...limit);
    expect([format, status]).toEqual([format, 0]);
    // In JSON, a field has this name in every report.
    const said = format === 'html' ? shownIn(stdout) : stdout.replace('"favorable": [', '');
    expect([format, said.match(/.{0,40}favou?rabl.{0,40}/i)]).toEqual([format, null]);
    if (!['text', 'markdown', 'html'].includes(format)) continue;
    const first = stdout.replace(/\s+/g, ' ');
    expect(first.search('False positive rate')).toBeLessThan(first.search('Selection rate'));
  }
  const compared = run('compare', ...columns, '--against', 'q', '--outcome', 'burden');
  expect(compared.stdout).toMatch(/80 gain the burden/);
  expect(compared.stdout).not.toMatch(/favou?rabl/i);
});

test('an example has a default outcome that can be overridden', () => {
  expect(run('audit', '--example', 'compas').stdout).toMatch(/Outcome +A burden/);
  const told = run('audit', '--example', 'compas', '--outcome', 'benefit').stdout;
  expect(told).toMatch(/Outcome +A benefit/);
  expect(told).toMatch(/Favorable +1/);
});

test('rejects an unknown outcome, with a hint about columns', () => {
  const { status, stderr } = run('audit', ...columns, '--outcome', 'y');
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(
      /benefit or burden, the effect of a positive decision, got 'y'; use --label for the column of true outcomes/,
    ),
  ]);
  expect(run('audit', ...columns, '--polarity', 'burden').stderr).toContain("'--outcome'");
});

test('evidence contains the outcome and verifies', () => {
  const made = run('audit', ...columns, '--outcome', 'burden', '--evidence', 'evidence');
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(run('verify', 'evidence', 'rows.csv').status).toBe(0);
});
