// SPDX-License-Identifier: Apache-2.0
//
// The regression audit: the report, its highlights, and `fairwasm errors`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'fairwasm';
import { errorReport } from 'fairwasm/scores';
import { describeErrors } from '#fairwasm/scores/describe.js';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { runCommand } from '../cli/command.mjs';
import { fair, getError, scores, withoutData } from '../support.mjs';

// Errors by group: a 1, -1, 2, 2; b 0, 4, -2.
const label = [10, 20, 30, 40, 10, 20, 30];
const prediction = [11, 19, 32, 42, 10, 24, 28];
const groups = { g: ['a', 'a', 'a', 'a', 'b', 'b', 'b'] };
const report = errorReport({ fair, scores }, { label, prediction, groups, source: 'd.csv' });
const [breakdown] = report.breakdowns;

/** Returns the findings, the chart, and the tables of the first breakdown. */
const firstSection = (of) => {
  const { blocks } = /** @type {import('fairwasm/report').Document} */ (describeErrors(of).blocks[0]);
  return {
    findings: present(blocks.find((block) => 'texts' in block)).texts,
    figure: present(blocks.find((block) => 'lines' in block)),
    tables: blocks.filter((block) => 'rows' in block),
  };
};

test('contains the errors of each group and their spread', () => {
  expect(report).toMatchObject({ format: 'fairwasm-errors', version: 1, rows: 7, confidence: 0.95 });
  const [a, b] = breakdown.groups;
  expect([a.name, b.name, breakdown.reference]).toEqual(['a', 'b', 'a']);
  expect(a.errors.meanError.value).toBeCloseTo(1, 12);
  expect(b.errors.meanError.value).toBeCloseTo(2 / 3, 12);
  expect(a.errors.meanAbsoluteError.value).toBeCloseTo(1.5, 12);
  expect(a.errors.rootMeanSquaredError.value).toBeCloseTo(Math.sqrt(2.5), 12);
  expect(a.errors.r2Score.value).toBeCloseTo(1 - 10 / 500, 12);
  expect(breakdown.spreads.meanAbsoluteError.difference.value).toBeCloseTo(0.5, 12);
  const [comparison] = breakdown.comparisons;
  expect(comparison.group).toBe('b');
  expect(comparison.differences.meanError.value).toBeCloseTo(-1 / 3, 12);
  expect(comparison.ratios.meanAbsoluteError.value).toBeCloseTo(2 / 1.5, 12);
  // Means 1 and 2/3; variances 2 and 28/3.
  expect(comparison.standardized.error.value).toBeCloseTo(-1 / 3 / Math.sqrt((2 + 28 / 3) / 2), 12);
  expect(report.overall.errors.meanError.value).toBeCloseTo(6 / 7, 12);
});

// At 0.9, targets above a prediction cost 0.9, and targets below it 0.1: a 0.1 + 0.9 + 0.2 + 0.2; b 0 + 0.4 + 1.8.
test('contains pinball losses only if a quantile is predicted', () => {
  const rows = { label, prediction, groups };
  const upper = errorReport({ fair, scores }, { ...rows, quantile: 0.9 });
  const [a, b] = upper.breakdowns[0].groups;
  expect(present(a.pinballLoss).value).toBeCloseTo(1.4 / 4, 12);
  expect(present(b.pinballLoss).value).toBeCloseTo(2.2 / 3, 12);
  expect(present(upper.overall.pinballLoss).value).toBeCloseTo(3.6 / 7, 12);
  expect(present(present(a.pinballLoss).ci)[0]).toBeLessThan(present(a.pinballLoss).value);
  // The gap, 2.2 / 3 - 1.4 / 4, appears next to those of the other errors, with its interval.
  const { value, ci } = present(upper.breakdowns[0].pinballSpread).difference;
  expect(value).toBeCloseTo(2.2 / 3 - 1.4 / 4, 12);
  expect(present(ci)[0]).toBeLessThanOrEqual(value);
  expect(present(ci)[1]).toBeGreaterThan(value);
  const [{ rows: shown }] = firstSection(upper).tables;
  expect(present(shown.at(-1)).cells.at(-1)).toEqual({ value, ci });
  expect(breakdown).not.toHaveProperty('pinballSpread');
  expect(format(upper, 'text')).toContain('Pinball loss');
  expect(format(upper, 'text')).toContain('The 90% quantile of the targets');
  expect(breakdown.groups[0]).not.toHaveProperty('pinballLoss');
  expect(format(report, 'text')).not.toContain('Pinball loss');
});

test.each([-0.1, 1.5, Number.NaN, '0.9'])('rejects the quantile %p', (quantile) => {
  const error = getError(() =>
    errorReport({ fair, scores }, { label, prediction, groups, quantile: misuse(quantile) }),
  );
  expect(error).toMatchObject({ code: 'invalidArgument', argument: 'quantile' });
});

// Errors in order: a -1, 1, 2, 2; b -2, 0, 4. Distributions: at -2 0 and 1/3, at 0 1/4 and 2/3, at 2 1 and 2/3.
test('shows the gap of medians with its interval in every format', () => {
  const all = ['a', 'b'].flatMap((g, i) =>
    Array.from({ length: 10 }, (_, row) => ({ g, error: (1 + 3 * i) * (row + 1) })),
  );
  const enough = errorReport(
    { fair, scores },
    {
      groups: { g: all.map(({ g }) => g) },
      label: all.map((_, row) => row),
      prediction: all.map(({ error }, row) => row + error),
    },
  );
  const { difference } = enough.breakdowns[0].spreads.medianAbsoluteError;
  const [low, high] = present(difference.ci).map((end) => String(Number(end.toPrecision(4))));
  expect(`${low} to ${high}`).toBe('2.069 to 30.93');
  for (const write of [
    (result) => format(result, 'text'),
    (result) => format(result, 'markdown'),
    (result) => format(result, 'html'),
  ]) {
    expect(write(enough)).toMatch(/Largest gap[\s\S]*16\.50[\s\S]*2\.069–30\.93/);
  }
  const { spreads } = JSON.parse(format(enough, 'json')).breakdowns[0];
  expect(spreads.medianAbsoluteError.difference.ci).toEqual(difference.ci);
  expect(spreads.medianAbsoluteError.ratio.ci).toHaveLength(2);
});

test('contains the distances of distributions and quantiles of errors', () => {
  const [pair] = breakdown.distances;
  expect([pair.group, pair.other]).toEqual(['a', 'b']);
  expect(pair.kolmogorovSmirnov.error.value).toBeCloseTo(2 / 3 - 1 / 4, 12);
  const area = 1 / 3 + 1 / 12 + 5 / 12 + 1 / 6 + 2 / 3;
  expect(pair.wasserstein.error.value).toBeCloseTo(area, 12);
  const { errorQuantiles } = breakdown.groups[0];
  expect([0, 25, 26, 50, 51, 100].map((i) => errorQuantiles[i])).toEqual([-1, -1, 1, 1, 2, 2]);
});

test('computes quantiles of weight, not of rows', () => {
  const exact = scores.exactErrors(['g']);
  exact.update({ label: [0, 0, 0], prediction: [1, 2, 3], groups: { g: ['a', 'a', 'a'] }, weight: [0, 1, 3] });
  expect(exact.quantiles([0, 0.25, 0.26, 1], ['g'])).toEqual([
    { categories: { g: 'a' }, name: 'a', values: [2, 2, 3, 3] },
  ]);
  expect(exact.quantiles([1], [], 'prediction')[0].values).toEqual([3]);
  expect(getError(() => exact.quantiles([1.5], []))).toMatchObject({ argument: 'shares' });
});

test('highlights significant results first', () => {
  const rows = 200;
  const index = Array.from({ length: 2 * rows }, (_, i) => i);
  const far = errorReport(
    { fair, scores },
    {
      label: index.map((i) => i % 17),
      prediction: index.map((i) => (i % 17) + (i < rows ? 3 : -1) + (i % 5) - 2),
      groups: { g: index.map((i) => (i < rows ? 'high' : 'low')) },
    },
  );
  expect(firstSection(far).findings[0]).toMatch(
    /^On average, predictions are off by −1\.000 for low \(too low\), \+3\.000 for high \(too high\); 4\.000 apart \(95% interval 3\.\d+ to 4\.\d+\)\.$/,
  );
  const alone = { label, prediction, groups: { g: label.map(() => 'a') } };
  expect(firstSection(errorReport({ fair, scores }, alone)).findings).toEqual([
    'There is only one group, so there is nothing to compare.',
  ]);
  expect(firstSection(report).findings.join(' ')).toContain('not significant');
});

test('names groups without a finite value instead of comparing them', () => {
  // The targets of m do not vary: R² is -0.75 / 0. That of f is 1 - (0.25 + 1) / 0.5.
  const constant = errorReport(
    { fair, scores },
    { label: [1, 1, 3, 4], prediction: [1.5, 1, 2.5, 3], groups: { g: ['m', 'm', 'f', 'f'] } },
  );
  const { findings, tables } = firstSection(constant);
  expect(findings.filter((text) => text.startsWith('R²'))).toEqual([
    'R², the proportion of the variance that predictions explain, is −1.500 for f; undefined for m.',
  ]);
  const { r2Score } = constant.breakdowns[0].spreads;
  expect([r2Score.min.reason, r2Score.difference.reason]).toEqual(Array(2).fill('the targets of a group do not vary'));
  const [table] = tables;
  const place = table.columns.findIndex(({ heading }) => heading === 'R²');
  expect(table.rows.map(({ name, cells }) => [name, /** @type {any} */ (cells[place]).value])).toEqual([
    ['All rows', expect.any(Number)],
    ...['m', 'f'].map((name) => [name, name === 'm' ? Number.NaN : -1.5]).sort(),
    ['Largest gap', Number.NaN],
  ]);
  expect(format(constant, 'text')).not.toContain('∞');
});

test('draws the errors of groups in their unit', () => {
  const { figure } = firstSection(report);
  expect(figure.span).toEqual([-2, 4]);
  expect(figure.lines.map(({ name }) => name)).toEqual(['a', 'b']);
  const html = format(report, 'html');
  expect(html.match(/<polyline/g)).toHaveLength(2);
  expect(withoutData(html)).not.toContain('<script');
});

test('shows names from data as text in every format', () => {
  const hostile = '</td><script>alert(1)</script>\u001b[31m|';
  const named = errorReport(
    { fair, scores },
    { label, prediction, groups: { g: groups.g.map((g) => (g === 'a' ? hostile : g)) } },
  );
  expect(withoutData(format(named, 'html'))).not.toContain('<script');
  expect(format(named, 'markdown')).not.toContain('<script');
  expect(format(named, 'text')).not.toContain('\u001b');
  expect(JSON.parse(format(named, 'json')).breakdowns[0].groups[0].name).toBe(hostile);
});

test.each([
  ['text', { prediction: ['much', ...prediction.slice(1)] }, 'prediction'],
  ['no reference', { privileged: { g: 'c' } }, 'reference'],
  ['an unknown option', { wieght: [] }, 'errorReport'],
  ['no confidence', { confidence: 1 }, 'confidence'],
])('rejects %s', (_, input, argument) => {
  expect(getError(() => errorReport({ fair, scores }, { label, prediction, groups, ...input }))).toMatchObject({
    argument,
  });
});

describe('on the command line', () => {
  let folder;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fairwasm-errors-'));
    const rows = label.map((y, i) => `${y},${prediction[i]},${groups.g[i]}`);
    writeFileSync(join(folder, 'd.csv'), `y,p,g\n${rows.join('\n')}\n`);
    writeFileSync(join(folder, 'gap.csv'), `y,p,g\n${rows.join('\n')}\n5,,a\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (file, ...args) =>
    runCommand(['errors', file, '--label', 'y', '--prediction', 'p', '--group', 'g', ...args], { cwd: folder });

  test('equals the report of the package', () => {
    const { stdout, status, stderr } = run('d.csv', '--format', 'json');
    expect([status, stderr]).toEqual([0, '']);
    const columns = { label: 'y', prediction: 'p' };
    expect(stdout).toBe(format({ ...report, columns }, 'json'));
  });

  test('contains the pinball losses of a quantile', () => {
    const { stdout } = run('d.csv', '--format', 'json', '--quantile', '0.9');
    const [a] = JSON.parse(stdout).breakdowns[0].groups;
    expect(a.pinballLoss.value).toBeCloseTo(1.4 / 4, 12);
    expect(run('d.csv', '--quantile', '9')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--quantile requires a number from 0 to 1'),
    });
  });

  test('fits a terminal, and supports Markdown and HTML', () => {
    const { stdout } = run('d.csv');
    expect(stdout).toContain('Mean absolute');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(run('d.csv', '--format', 'markdown').stdout).toContain('| a | 4 |');
    expect(run('d.csv', '--format', 'html').stdout).toContain('<polyline');
  });

  test('names the line of a non-numeric value, or omits it', () => {
    expect(run('gap.csv')).toMatchObject({ status: 1, stderr: expect.stringContaining('gap.csv, line 9, column p') });
    const { stdout } = run('gap.csv', '--missing', 'drop', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ rows: 7, droppedRows: 1 });
  });

  test.each([
    [['d.csv', '--label', 'y'], 'pass --prediction'],
    [['d.csv', '--label', 'y', '--prediction', 'p'], 'pass --group'],
    [['d.csv', '--label', 'y', '--prediction', 'p', '--group', 'g', '--missing', 'no'], '--missing'],
  ])('names missing options: %j', (args, message) => {
    expect(runCommand(['errors', ...args], { cwd: folder })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(message),
    });
  });
});
