// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm compare`, and the margins and shrunken rates of `fairwasm audit`: output and exit codes.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format as formatResult } from 'fairwasm';
import Papa from 'papaparse';
import { shownIn } from '../report/decompressed-file.mjs';
import { fair } from '../support.mjs';
import { runCommand } from './command.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-compare-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (...args) => {
  const { status, stdout, stderr } = runCommand(args, { cwd: folder });
  return { status, stdout, stderr };
};

function file(name, rows) {
  const lines = [Object.keys(rows[0]), ...rows.map(Object.values)].map((row) => row.join(','));
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return name;
}

// The new predictions classify 40 of 200 women who did not repay as people who do; nothing else changes.
const rows = Array.from({ length: 800 }, (_, i) => {
  const sex = i % 2 ? 'f' : 'm';
  const y = Math.floor(i / 2) % 2;
  const k = Math.floor(i / 4);
  const old = y === 1 ? (k % 4 ? 1 : 0) : k % 10 ? 0 : 1;
  const isNew = sex === 'f' && y === 0 && k % 5 === 1;
  return { sex, age: ['young', 'old'][k % 2], y, old, new: isNew ? 1 : old, w: 1 + (i % 3) };
});
const asUsual = ['--label', 'y', '--prediction', 'old', '--against', 'new', '--group', 'sex'];
const compare = (...options) => fairwasm('compare', file('loans.csv', rows), ...asUsual, ...options);
const column = (name) => rows.map((row) => row[name]);
const asked = async (by = ['sex'], options = {}) => {
  const compared = await fair.compare({
    label: column('y'),
    predictions: { a: column('old'), b: column('new') },
    groups: Object.fromEntries(by.map((name) => [name, column(name)])),
    ...options,
  });
  return compared.report({ source: 'loans.csv', columns: { label: 'y' }, names: { a: 'old', b: 'new' } });
};

describe('fairwasm compare', () => {
  test('prints the change for each group in 80 columns', () => {
    const { status, stdout, stderr } = compare('--group', 'age');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toContain('The decision changes for 40 of 800 rows: 40 gain the positive decision, 0 lose it.');
    // 20 of 200 women and of 200 men before, 60 of 200 women after; women come first, so men are compared with them.
    expect(compare().stdout.replace(/\s+/g, ' ')).toMatch(
      /False positive rate of m: the gap became wider, from 0\.000 to −0\.200 \(size \+0\.200, 95% interval [^)]*, p = 0\.018\)/,
    );
    expect(text).not.toMatch(/\bfair\b/);
  });

  test.each([
    ['text', (report) => formatResult(report, 'text')],
    ['markdown', (result) => formatResult(result, 'markdown')],
    ['csv', (result) => formatResult(result, 'csv')],
    ['json', (result) => formatResult(result, 'json')],
  ])('prints the package’s results as %s', async (format, render) => {
    const { status, stdout } = compare('--group', 'age', '--format', format);
    expect(status).toBe(0);
    expect(stdout).toBe(render(await asked(['sex', 'age'])));
  });

  test('prints McNemar’s test and its counts', () => {
    const report = JSON.parse(compare('--format', 'json').stdout);
    const [women, men] = ['f', 'm'].map((name) => report.breakdowns[0].groups.find((group) => group.name === name));
    expect(women.decisions).toMatchObject({ rows: 400, onlyA: 0, onlyB: 40 });
    expect(women.rates.falsePositiveRate.difference.pValue).toBeCloseTo(2 * 0.5 ** 40, 15);
    expect(men.rates.falsePositiveRate.difference).toMatchObject({ value: 0, pValue: 1 });
    const gaps = Object.keys(women.gaps).length > 0 ? women.gaps : men.gaps;
    const { a, b, change, widening } = gaps.falsePositiveRate;
    expect(Math.abs(b.value) - Math.abs(a.value)).toBeCloseTo(widening.value, 12);
    expect(widening.value).toBeCloseTo(0.2, 12);
    expect(Math.abs(change.value)).toBeCloseTo(0.2, 12);
    expect(widening.ci[0]).toBeGreaterThan(0);
    expect(gaps.falsePositiveRate.verdict).toBe('wider');
  });

  test('writes one number per row of CSV', () => {
    const read = Papa.parse(compare('--format', 'csv').stdout, { header: true, skipEmptyLines: true }).data;
    const change = read.filter(
      ({ group, metric, statistic }) => group === 'f' && metric === 'falsePositiveRate' && statistic === 'change',
    );
    expect(change.map(({ value }) => Number(value))).toEqual([expect.closeTo(0.2, 12)]);
    const { breakdowns } = JSON.parse(compare('--format', 'json').stdout);
    const gaps = breakdowns.flatMap(({ groups }) => groups.flatMap((group) => Object.keys(group.gaps)));
    const widenings = read.filter(({ statistic }) => statistic === 'widening');
    expect(widenings.map(({ metric }) => metric)).toEqual(gaps);
    expect(gaps).toContain('selectionRate');
  });

  test('accepts weights, no label, and rows with missing values', () => {
    const weighted = JSON.parse(compare('--weight', 'w', '--format', 'json').stdout);
    expect(weighted.instances).toBe(column('w').reduce((sum, w) => sum + w, 0));
    expect(weighted.columns).toEqual({ label: 'y', weight: 'w' });
    const alone = fairwasm(
      ...['compare', 'loans.csv', '--prediction', 'old', '--against', 'new'],
      ...['--group', 'sex', '--format', 'json'],
    );
    expect(JSON.parse(alone.stdout).rates).toEqual(['selectionRate']);

    const gaps = rows.map((row, i) => ({ ...row, new: i < 3 ? '' : row.new }));
    const holes = file('holes.csv', gaps);
    const stopped = fairwasm('compare', holes, ...asUsual);
    expect(stopped).toMatchObject({ status: 1, stdout: '' });
    expect(stopped.stderr).toBe(
      'fairwasm: holes.csv, line 2, column new: expected a value in every row, got a missing value; --missing drop omits such rows\n',
    );
    const dropped = JSON.parse(fairwasm('compare', holes, ...asUsual, '--missing', 'drop', '--format', 'json').stdout);
    expect([dropped.rows, dropped.droppedRows]).toEqual([797, 3]);
  });

  test('reports the line of an invalid weight after omitted rows', () => {
    const wrong = rows.map((row, i) => ({ ...row, new: i < 3 ? '' : row.new, w: i === 10 ? 'heavy' : row.w }));
    const { stderr } = fairwasm(
      ...['compare', file('wrong.csv', wrong), ...asUsual, '--weight', 'w', '--missing', 'drop'],
    );
    expect(stderr).toContain('wrong.csv, line 12, column w');
    const negative = wrong.map((row, i) => ({ ...row, w: i === 10 ? -1 : 1 }));
    const second = fairwasm(
      ...['compare', file('wrong.csv', negative), ...asUsual, '--weight', 'w', '--missing', 'drop'],
    );
    expect(second.stderr).toContain('wrong.csv, line 12, column w');
  });

  test('writes to a file', async () => {
    expect(compare('--format', 'markdown', '--output', 'change.md')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'change.md'), 'utf8')).toBe(formatResult(await asked(), 'markdown'));
  });

  test.each([
    [['--fail-over', 'falsePositiveRate.widening=0.1'], 3, 'falsePositiveRate.widening of f'],
    [['--fail-over', 'falsePositiveRate.widening=0.01', '--at', 'lower'], 3, 'lower end'],
    [['--fail-over', 'falsePositiveRate.widening=0.2', '--at', 'lower'], 0, ''],
    [['--fail-over', 'falsePositiveRate.gap=0.1'], 3, 'above the limit of 0.1'],
    [['--fail-over', 'truePositiveRate.gap=0.1'], 0, ''],
    [['--fail-under', 'accuracy.change=-0.05'], 3, 'accuracy.change of f (by sex) is -0.1'],
    [['--fail-under', 'accuracy.change=-0.15'], 0, ''],
  ])('%j exits with %i', (options, expected, part) => {
    const privileged = ['--privileged', 'sex=m'];
    const { status, stderr } = compare(...privileged, '--format', 'csv', ...options);
    expect(status).toBe(expected);
    expect(stderr).toContain(part);
    if (expected === 0) expect(stderr).toBe('');
  });

  // A gap of -0.02 becomes +0.395: a feature without effect must not pass the gate.
  test('fails for a gap that reverses and grows', () => {
    const turning = Array.from({ length: 3000 }, (_, i) => {
      const k = (i * 37) % 1000;
      const g = i % 2 ? 'x' : 'y';
      const [old, renewed] = g === 'x' ? [500, 500] : [480, 895];
      return { g, h: i % 3 ? 'm' : 'n', old: k < old ? 1 : 0, new: (k + i) % 1000 < renewed ? 1 : 0 };
    });
    const { status, stderr } = fairwasm(
      ...['compare', file('turning.csv', turning), '--prediction', 'old', '--against', 'new'],
      ...['--group', 'g,h', '--fail-over', 'selectionRate.widening=0.05', '--at', 'lower'],
    );
    expect(stderr).toMatch(/limit crossed: selectionRate\.widening of y compared with x \(by g\)/);
    expect(status).toBe(3);
  });

  test('an unknown value fails at an end of the interval, and is reported otherwise', () => {
    // No row of m is positive, so its true positive rate is undefined.
    const some = rows.map((row) => (row.sex === 'm' && row.y === 1 ? { ...row, y: 0 } : row));
    const gate = (...at) =>
      fairwasm(
        ...['compare', file('some.csv', some), ...asUsual, '--group', 'age', '--privileged', 'sex=f'],
        ...['--fail-over', 'truePositiveRate.widening=0.5', ...at],
      );
    const value = gate();
    expect(value.stderr).toMatch(/note: truePositiveRate\.widening of m .*undefined/);
    expect(value.status).toBe(0);
    for (const end of ['lower', 'upper']) {
      const { status, stderr } = gate('--at', end);
      expect(stderr).toMatch(/limit could not be checked: truePositiveRate\.widening of m .*undefined/);
      expect(status).toBe(3);
    }
  });

  test.each([
    [['--prediction', 'old', '--group', 'sex'], '--against'],
    [['--prediction', 'old', '--against', 'old', '--group', 'sex'], 'same column'],
    [['--prediction', 'old', '--against', 'new'], '--group'],
    [[...asUsual, '--format', 'model-card'], "'model-card'"],
    [[...asUsual, '--fail-over', 'accuracy=0.1'], 'accuracy.change'],
    [[...asUsual, '--fail-over', 'accuracy.chnge=0.1'], "did you mean 'change'?"],
    [[...asUsual, '--fail-over', 'disparateImpact.gap=0.1'], 'limits only for rates'],
    [[...asUsual, '--fail-over', 'accuracy.gap=-0.1'], 'at least 0'],
    [[...asUsual, '--at', 'lower'], '--at requires --fail-under or --fail-over'],
    [[...asUsual, '--confidence', '95'], '--confidence'],
    [[...asUsual, '--draws', '5'], "'--draws'"],
  ])('rejects %j as invalid usage', (options, part) => {
    const { status, stdout, stderr } = fairwasm('compare', 'loans.csv', ...options);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(part);
    expect(stderr).toMatch(/^fairwasm: [^\n]+\n$/);
  });
});

describe('fairwasm audit', () => {
  // Both sexes have equal rates, in groups that are large enough to show equivalence.
  const alike = Array.from({ length: 8000 }, (_, i) => ({
    sex: i % 2 ? 'f' : 'm',
    team: `t${i % 7}`,
    p: Math.floor(i / 2) % 2,
  }));
  const audit = (...options) =>
    fairwasm('audit', file('alike.csv', alike), '--prediction', 'p', '--group', 'sex', ...options);
  const name = 'statisticalParityDifference';

  test('--equivalence-margin and --shrunken add their results to every format', () => {
    const both = ['--equivalence-margin', '0.05', '--shrunken', '--group', 'team'];
    const text = audit(...both).stdout.replace(/\s+/g, ' ');
    expect(text).toContain('Statistical parity difference within ±5 points: equivalent for 1 of 1 group.');
    expect(text).toContain('Shrunken rates');
    const report = JSON.parse(audit(...both, '--format', 'json').stdout);
    expect(report.equivalenceMargins[name]).toEqual([-0.05, 0.05]);
    expect(report.breakdowns[1].groups[0].shrunken.selectionRate.value).toBeGreaterThan(0.4);
    for (const [format, part] of [
      ['markdown', 'Two one-sided tests (TOST)'],
      ['html', 'Shrunken rates by team'],
      ['csv', 'shrunkenRate'],
    ]) {
      const { stdout } = audit(...both, '--format', format);
      expect(format === 'html' ? shownIn(stdout) : stdout).toContain(part);
    }
  });

  test.each([
    [['0.05'], 0, ''],
    [[`${name}=0.05`, '--equivalence-margin', 'disparateImpact=0.9'], 0, ''],
    [[`${name}=0.01`], 3, `${name} of m compared with f (by sex) is not significantly within ±0.01`],
    [['disparateImpact=0.999'], 3, 'is not significantly within'],
  ])('--fail-unless-equivalent %j exits with %i', (options, expected, part) => {
    const { status, stderr } = audit('--fail-unless-equivalent', ...options, '--format', 'csv');
    expect(status).toBe(expected);
    expect(stderr).toContain(part);
    if (expected === 0) expect(stderr).toBe('');
  });

  test('reports an undefined disparity as not equivalent', () => {
    const one = fairwasm(
      ...[
        'audit',
        file(
          'one.csv',
          alike.map((row) => ({ ...row, sex: 'f' })),
        ),
      ],
      ...['--prediction', 'p', '--group', 'sex', '--fail-unless-equivalent', '0.05'],
    );
    expect(one.status).toBe(3);
    expect(one.stderr).toContain('equivalence could not be tested');
    const few = [...alike, { sex: 'x', team: 't0', p: 1 }];
    const tiny = fairwasm(
      ...['audit', file('few.csv', few), '--prediction', 'p', '--group', 'sex'],
      ...['--fail-unless-equivalent', '0.05', '--format', 'csv'],
    );
    expect(tiny.status).toBe(3);
    expect(tiny.stderr).toContain('of x compared with');
  });

  test.each([
    [['--equivalence-margin', '5'], 'between 0 and 1'],
    [['--equivalence-margin', 'disparateImpact=1'], 'a ratio'],
    [['--equivalence-margin', 'accuracy=0.1'], 'accuracy is not a disparity'],
    [['--equivalence-margin', 'statisticalParityDiference=0.1'], 'did you mean'],
    [['--equivalence-margin', '0.1', '--equivalence-margin', '0.2'], 'two margins'],
    [['--equivalence-margin', '0.1', '--fail-unless-equivalent', '0.2'], 'different margins'],
    [['--equivalence-margin', `${name}=0.1`, '--fail-unless-equivalent', '0.05'], 'different margins'],
    [['--shrunken', '--no-intervals'], '--shrunken'],
    [['--equivalence-margin', '0.1', '--no-intervals'], '--equivalence-margin'],
  ])('rejects %j as invalid usage', (options, part) => {
    const { status, stdout, stderr } = audit(...options);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(part);
  });

  test('rejects a margin for a disparity that an example lacks', () => {
    const { status, stderr } = fairwasm(
      ...['audit', '--example', 'berkeley', '--equivalence-margin'],
      'equalOpportunityDifference=0.1',
    );
    expect(status).toBe(2);
    expect(stderr).toContain('equivalenceMargin');
  });
});
