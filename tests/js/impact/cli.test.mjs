// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact`: output and exit codes.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format as formatResult } from 'fairwasm';
import Papa from 'papaparse';
import stringWidth from 'string-width';
import { misuse } from '../../misuse.mjs';
import { runCommand } from '../cli/command.mjs';
import { getError, impact } from '../support.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-impact-'));
  const lines = rows.map((row) => Object.values(row).join(','));
  writeFileSync(join(folder, 'hires.csv'), `sex,race,hired,points\n${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'counts.csv'), 'race,n,hired\nWhite,100,60\nBlack,100,45\n"=B, ""C""",100,48\n,7,1\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows = Array.from({ length: 60 }, (_, i) => ({
  sex: i % 10 === 0 ? '' : i % 2 ? 'f' : 'm',
  race: ['A', 'B', 'A', 'C', 'A'][i % 5],
  hired: i % 3 === 0 ? 'yes' : 'no',
  points: (i * 7) % 31,
}));
const column = (name) => rows.map((row) => row[name]);

const run = (...args) => {
  const { status, stdout, stderr } = runCommand(['impact', ...args], { cwd: folder });
  return { status, stdout, stderr };
};
const decisions = ['hires.csv', '--group', 'sex,race', '--selected', 'hired'];
const counts = ['counts.csv', '--group', 'race', '--applicants', 'n', '--selected', 'hired'];
const groups = { sex: column('sex'), race: column('race') };
const report = () => impact.tables({ groups, selected: column('hired') });

test('prints tables within 80 columns, each with its comparison', () => {
  const { status, stdout, stderr } = run(...decisions);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe(formatResult(report(), 'text', { source: 'hires.csv' }));
  for (const line of stdout.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  for (const part of ['── By sex ─', '── By race ─', '── By sex and race ─', 'Below', 'Fisher']) {
    expect(stdout).toContain(part);
  }
  expect(stdout).toContain('6 of unknown sex are omitted.');
});

test.each([
  ['json', (found) => `${JSON.stringify({ ...found, source: 'hires.csv' }, null, 2)}\n`],
  ['markdown', (found) => formatResult(found, 'markdown', { source: 'hires.csv' })],
  ['csv', (result) => formatResult(result, 'csv')],
])('--format %s', (format, written) => {
  expect(run(...decisions, '--format', format).stdout).toBe(written(report()));
});

test('--output writes the file but does not overwrite the data', () => {
  expect(run(...decisions, '--format', 'csv', '--output', 'out.csv')).toMatchObject({ stdout: '' });
  expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe(formatResult(report(), 'csv'));
  expect(run(...decisions, '--output', 'hires.csv')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('overwrite'),
  });
});

test('accepts counts, a reference, and names that look like formulas or HTML', () => {
  const { stdout } = run(...counts, '--reference', 'race=Black', '--format', 'csv');
  const { data } = Papa.parse(stdout.trim(), { header: true });
  const find = (category, reference, metric) =>
    data.find((row) => row.category === category && row.reference === reference && row.metric === metric)?.value;
  expect(find('White', '', 'impactRatio')).toBe('1');
  expect(find('White', 'Black', 'ratio')).toBe(String(60 / 45));
  expect(find('Black', 'White', 'belowFourFifths')).toBe('1');
  expect(find(`'=B, "C"`, 'White', 'belowFourFifths')).toBe('0');
  expect(find('', '', 'unknown')).toBe('7');
  expect(run(...counts, '--format', 'markdown').stdout).toContain('| =B, "C" | 100 | 48 | 48.0% |');
});

test('--suppress-below hides small cells and those that would reveal them', () => {
  const { stdout } = run(...decisions, '--suppress-below', '5', '--format', 'json');
  const suppressed = impact.tables({ groups, selected: column('hired'), suppressBelow: 5 });
  expect(JSON.parse(stdout).outcomes).toEqual(JSON.parse(JSON.stringify(suppressed.outcomes)));
  const text = run(...decisions, '--suppress-below', '5').stdout;
  expect(text).toBe(formatResult(suppressed, 'text', { source: 'hires.csv' }));
  expect(text).toMatch(/\d+ suppressed: ratios are relative to the\s+highest rate shown/);
  expect(run(...decisions, '--suppress-below', '1')).toMatchObject({ status: 2, stdout: '' });
});

test('Local Law 144: prints three tables, source, and date, without threshold or verdict', () => {
  const rule = ['--rule', 'local-law-144', '--sex', 'sex', '--race', 'race'];
  const { status, stdout } = run('hires.csv', ...rule, '--score', 'points');
  expect(status).toBe(0);
  expect(stdout).toMatch(/5-300 to 5-303;\s+version of 2023-04-06/);
  expect(stdout).toMatch(/No tool can\s+determine/);
  expect(stdout).not.toMatch(/Below|4\/5|complian|passe[sd]|\bfair\b/i);
  const json = JSON.parse(run('hires.csv', ...rule, '--score', 'points', '--format', 'json').stdout);
  expect(json.outcomes).toEqual(
    JSON.parse(JSON.stringify(impact.localLaw144({ ...groups, score: column('points') }).outcomes)),
  );
});

test.each([
  [['--selected', 'hired', 'hires.csv'], 'pass --group'],
  [['--group', 'sex', 'hires.csv'], 'exactly one of --selected, --score, and --assigned'],
  [[...decisions, '--score', 'points'], 'exactly one of'],
  [[...decisions, '--reference', 'rase=A'], "'rase', which is not in --group"],
  [[...decisions, '--imputed', 'points'], "'points' is not in --group"],
  [[...decisions, '--exclude-below', '2'], 'a number from 0 to 1'],
  [[...decisions, '--sex', 'sex'], '--sex requires --rule. Without'],
  [[...decisions, '--rule', 'local-law-144'], 'requires --sex and --race'],
  [[...decisions, '--rule', 'll144'], "--rule must be one of local-law-144, got 'll144'"],
  [[...decisions, '--confidence', '1'], 'between 0 and 1'],
  [[...decisions, '--confidence', '0.9', '--no-intervals'], 'cannot be combined'],
  [[...decisions, '--colour'], "unknown option '--colour'"],
  [[...counts, '--favorable', '1'], '--favorable names a decision'],
  [['hires.csv', '--group', 'sex', '--score', 'points', '--applicants', 'x'], 'requires --selected'],
  [['--group', 'sex', '--selected', 'hired'], 'pass a CSV file'],
])('rejects invalid usage: %j', (args, message) => {
  const { status, stdout, stderr } = run(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('a rule rejects incompatible options', () => {
  const rule = ['hires.csv', '--rule', 'local-law-144', '--sex', 'sex', '--race', 'race'];
  for (const { more, message } of [
    { more: ['--imputed', 'race'], message: 'does not allow imputed categories' },
    { more: ['--reference', 'race=A'], message: '--reference cannot be combined' },
    { more: ['--exclude-below', '0.05'], message: 'allows only 0.02 for --exclude-below' },
  ]) {
    expect(run(...rule, '--selected', 'hired', ...more)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(message),
    });
  }
});

test.each([
  [['none.csv', '--group', 'sex', '--selected', 'hired'], 'none.csv: file not found'],
  [['hires.csv', '--group', 'sex', '--selected', 'hird'], "did you mean 'hired'?"],
  [['hires.csv', '--group', 'sex', '--score', 'race'], 'hires.csv, line 2, column race'],
  [[...counts, '--reference', 'race=white'], "'white'; did you mean 'White'?"],
  [['counts.csv', '--group', 'race', '--applicants', 'hired', '--selected', 'n'], 'line 2, column n'],
])('rejects invalid input: %j', (args, message) => {
  const { status, stdout, stderr } = run(...args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(message);
});

test('renderers accept the result of tables() and its JSON', () => {
  const saved = JSON.parse(JSON.stringify(report()));
  expect(formatResult(saved, 'csv')).toBe(formatResult(report(), 'csv'));
  const none = impact.tables({ groups, selected: rows.map(() => 0), favorable: 1 });
  const text = formatResult(none, 'text');
  expect(text).toContain('no one was selected');
  expect(formatResult(JSON.parse(JSON.stringify(none)), 'text')).toBe(text);
  for (const write of [
    (result) => formatResult(result, 'text'),
    (result) => formatResult(result, 'markdown'),
    (result) => formatResult(result, 'csv'),
  ]) {
    expect(getError(() => write({ ...saved, version: 2 }))).toMatchObject({ argument: 'report' });
    expect(getError(() => write(misuse(null))).code).toBe('invalidArgument');
  }
});

test('escapes control characters in text from the data', () => {
  const race = ['\u001b[31mA', 'B'];
  const text = formatResult(impact.tables({ groups: { race }, selected: [1, 0] }), 'text', { source: '\u001b[2Jx' });
  expect(text).not.toContain('\u001b');
});

describe('probabilities instead of categories', () => {
  const probable = ['probable.csv', '--probability', 'A=pa', '--probability', 'B=pb', '--selected', 'hired'];
  beforeAll(() => {
    const lines = rows.map(({ race, hired }) => (race === 'A' ? `0.8,0.2,${hired}` : `0.3,0.7,${hired}`));
    writeFileSync(join(folder, 'probable.csv'), `pa,pb,hired\n${lines.join('\n')}\n`);
  });

  test('equal the package’s results, and always include bounds', () => {
    const pa = rows.map(({ race }) => (race === 'A' ? 0.8 : 0.3));
    const probabilities = { A: pa, B: rows.map(({ race }) => (race === 'A' ? 0.2 : 0.7)) };
    const expected = impact.byProbability({ probabilities, selected: column('hired'), reference: 'B' });
    const { status, stdout } = run(...probable, '--reference', 'B', '--format', 'json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ ...JSON.parse(JSON.stringify(expected)), source: 'probable.csv' });
    const text = run(...probable).stdout;
    for (const { rateBounds } of expected.categories) {
      expect(text).toContain(rateBounds.map((end) => end.toFixed(3)).join('–'));
    }
    expect(text).toContain('Bounds on');
    expect(text).toContain('person is assigned to a category');
    const markdown = run(...probable, '--reference', 'B', '--format', 'markdown').stdout;
    const [{ name, rateBounds: bounds }] = expected.categories;
    const row = markdown.split('\n').find((line) => line.startsWith(`| ${name} |`));
    expect(row).toContain(`| ${bounds.map((end) => end.toFixed(3)).join('–')} |`);
  });

  test.each([
    [['--rule', 'local-law-144'], /does not allow imputed categories/],
    [['--group', 'hired'], /--group cannot be combined/],
    [['--suppress-below', '5'], /--suppress-below cannot be combined/],
  ])('rejects %j together with them', (more, message) => {
    expect(run(...probable, ...more)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('name the line of a row whose probabilities do not sum to 1', () => {
    writeFileSync(join(folder, 'wrong.csv'), 'pa,pb,hired\n0.5,0.5,yes\n0.5,0.6,no\n');
    expect(run('wrong.csv', ...probable.slice(1))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/wrong\.csv.*line 3/s),
    });
  });
});
