// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm thresholds` prints the package's results within 80 columns; invalid usage exits with 2.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thresholds, withoutData } from '../support.mjs';
import { runCommand } from './command.mjs';

const range = Array.from({ length: 400 }, (_, i) => i);
const columns = {
  repaid: range.map((i) => ((i * 7) % 10 < (i % 2 ? 6 : 4) ? 1 : 0)),
  p: range.map((i) => (((i * 7) % 10 < 6 ? 30 : 10) + ((i * 13) % 50)) / 100),
  sex: range.map((i) => (i % 2 ? 'm' : 'f')),
  race: range.map((i) => ['a', 'b', 'c'][i % 3]),
  w: range.map((i) => 1 + (i % 3)),
};
const names = Object.keys(columns);
const text = [names, ...range.map((i) => names.map((name) => columns[name][i]))]
  .map((row) => `${row.join()}\n`)
  .join('');

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-thresholds-'));
  writeFileSync(join(folder, 'loans.csv'), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const usual = ['loans.csv', '--label', 'repaid', '--score', 'p', '--group', 'sex'];
const run = (...args) => runCommand(['thresholds', ...args], { cwd: folder });
const json = (...args) => JSON.parse(run(...usual, ...args, '--format', 'json').stdout);

const curves = thresholds.curves({ label: columns.repaid, score: columns.p, groups: { sex: columns.sex } });

test('prints every constraint and the legal notice within the width of a terminal', () => {
  const { stdout, stderr, status } = run(...usual);
  expect([stderr, status]).toEqual(['', 0]);
  for (const title of ['Demographic parity', 'Equal opportunity', 'Predictive equality', 'Equalized odds']) {
    expect(stdout).toContain(title);
  }
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('This is unlawful in many places and uses');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('JSON equals the package’s results', () => {
  const report = json('--constraint', 'equalOpportunity', '--tolerance', '0.02', '--seed', '5');
  /** @type {import('fairwasm/thresholds').ThresholdTask} */
  const task = { constraint: 'equalOpportunity', tolerance: 0.02 };
  const { fit, test: held } = curves.split({ seed: 5 });
  const plain = (value) => JSON.parse(JSON.stringify(value));
  expect(report.constraints).toEqual([
    plain({
      constraint: 'equalOpportunity',
      gapBefore: curves.unconstrained(task).gap,
      equalized: curves.optimum(task),
      frontier: curves.frontier({ constraint: 'equalOpportunity' }),
      heldOut: fit.heldOutCost(held, task),
    }),
  ]);
  expect(report.unconstrained).toEqual(plain(curves.unconstrained({ constraint: 'demographicParity' })));
  expect(report.groups.map(({ name }) => name)).toEqual(['f', 'm']);
});

test('reject option and calibrated odds equal the package’s results and fit into a terminal', () => {
  const args = ['--reject-option', 'f', '--tolerance', '0.1', '--calibrated', 'falsePositive'];
  const report = json(...args, '--constraint', 'equalizedOdds');
  /** @type {import('fairwasm/thresholds').ThresholdTask} */
  const task = { constraint: 'equalizedOdds', tolerance: 0.1 };
  const plain = (value) => JSON.parse(JSON.stringify(value));
  const { fit, test: held } = curves.split({ seed: 1 });
  expect(report.favored).toEqual(['f']);
  expect(report.constraints[0].equalized).toEqual(plain(curves.rejectOption({ ...task, favored: ['f'] })));
  const chosen = fit.rejectOption({ ...task, favored: ['f'] });
  expect(report.constraints[0].heldOut).toEqual(plain(fit.heldOutCost(held, { ...task, chosen })));
  const { heldOut, ...calibrated } = report.calibrated;
  /** @type {import('fairwasm/thresholds').CalibratedTask} */
  const asked = { rate: 'falsePositive', threshold: 0.5 };
  expect(calibrated).toEqual(plain({ ...asked, ...curves.calibratedOdds({ ...asked, tolerance: 0.1 }) }));
  expect(heldOut.cost.ci).toHaveLength(2);
  const { stdout } = run(...usual, ...args);
  expect(stdout).toContain('Calibrated equalized odds');
  expect(stdout).toContain('critical region');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('HTML and SVG draw the line, contain the legal notice, and run no scripts', () => {
  const html = run(...usual, '--format', 'html').stdout;
  expect(html.match(/<figure data-curves>/g)).toHaveLength(4);
  expect(html.match(/<summary>The curve as a table/g)).toHaveLength(4);
  expect(html).toContain('This is unlawful in many places and uses');
  expect(html).toContain('chosen here: gap 0.000');
  expect(withoutData(html)).not.toMatch(/<script|https?:(?!\/\/www\.w3\.org\/2000\/svg")/);
  const svg = run(...usual, '--format', 'svg', '--constraint', 'equalOpportunity').stdout;
  expect(svg).toMatch(/^<svg [^>]*><style>/);
  const points = svg
    .match(/points="([^"]*)"/)[1]
    .split(' ')
    .map((point) => point.split(',').map(Number));
  expect(points).toHaveLength(curves.frontier({ constraint: 'equalOpportunity' }).length);
  // A larger permitted gap permits a better value.
  expect(points[0][0]).toBeLessThan(points.at(-1)[0]);
  expect(points[0][1]).toBeGreaterThan(points.at(-1)[1]);
});

test('accepts costs, single thresholds, intersectional groups, and weights', () => {
  const costly = json('--cost', 'falsePositive=5', '--cost', 'falseNegative=1', '--deterministic');
  const objective = { falsePositive: 5, falseNegative: 1 };
  expect(costly.constraints.map(({ equalized }) => equalized.value)).toEqual(
    costly.constraints.map(({ constraint }) => curves.deterministic({ constraint, objective }).value),
  );
  const weighted = json('--group', 'race', '--weight', 'w');
  expect(weighted.groups.length).toBe(6);
  expect(weighted.constraints.every(({ heldOut }) => heldOut === undefined)).toBe(true);
  const shown = run(...usual, '--group', 'race', '--weight', 'w').stdout;
  expect(shown).toContain('No rows were held out');
  const counted = json('--rows', 'w');
  expect(counted.groups.reduce((sum, { positives, negatives }) => sum + positives + negatives, 0)).toBe(
    columns.w.reduce((sum, each) => sum + each, 0),
  );
});

test('writes a complete file', () => {
  expect(run(...usual, '--format', 'json', '--output', 'out.json').status).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')).source).toBe('loans.csv');
});

test.each([
  [['loans.csv'], 'pass --label'],
  [['loans.csv', '--label', 'repaid'], 'pass --score'],
  [['loans.csv', '--label', 'repaid', '--score', 'p'], 'pass --group'],
  [[...usual, '--group', 'sex'], "--group names 'sex' twice"],
  [[...usual, '--constraint', 'equalodds'], '--constraint must be one of'],
  [[...usual, '--tolerance', '2'], '--tolerance requires a number from 0 to 1'],
  [[...usual, '--objective', 'auc'], '--objective must be one of'],
  [[...usual, '--objective', 'accuracy', '--cost', 'falsePositive=1'], 'Remove one of them.'],
  [[...usual, '--cost', 'falsePositive'], '--cost requires NAME=VALUE'],
  [[...usual, '--share', '1'], '--share requires a number between 0 and 1'],
  [[...usual, '--deterministic', '--reject-option', 'f'], 'Remove one of them.'],
  [[...usual, '--calibrated', 'fpr'], '--calibrated must be one of'],
  [[...usual, '--threshold', '0.4'], '--threshold requires --calibrated'],
  [[...usual, '--format', 'svg'], 'one --constraint'],
  [[...usual, '--sed', '1'], "did you mean '--seed'?"],
])('exits with 2 for invalid usage: %j', (args, message) => {
  const { stdout, stderr, status } = run(...args);
  expect([stdout, status]).toEqual(['', 2]);
  expect(stderr).toContain(message);
});

test('exits with 1 and the line for an unusable column', () => {
  const bad = text.replace(/^1,[^,]*,/m, '1,high,');
  writeFileSync(join(folder, 'bad.csv'), bad);
  const { stderr, status } = run('bad.csv', ...usual.slice(1));
  expect(status).toBe(1);
  expect(stderr).toMatch(/^fairwasm: bad\.csv, line \d+, column p: expected a finite number, got 'high'\n$/);
  expect(run(...usual, '--cost', 'truePositive=1').status).toBe(1);
});
