// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm metric` with the names of other libraries, on random data, compared with definitions in this file.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aliases, groupFunctions } from '../../../dist/metrics/aliases.js';
import { findMetric } from '../../../dist/metrics/table.js';
import { runCommand } from '../cli/command.mjs';

let state = 11;
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
};
const rows = Array.from({ length: 120 }, (_, i) => ({
  y: random() < 0.5 ? 1 : 0,
  p: random() < 0.4 ? 1 : 0,
  s: Number(random().toFixed(3)),
  g: 'abc'[i % 3],
}));

const of = (group, test) => group.filter(test).length;
const rates = {
  selectionRate: (r) => of(r, ({ p }) => p === 1) / r.length,
  truePositiveRate: (r) => of(r, ({ y, p }) => y && p) / of(r, ({ y }) => y),
  falsePositiveRate: (r) => of(r, ({ y, p }) => !y && p) / of(r, ({ y }) => !y),
  trueNegativeRate: (r) => of(r, ({ y, p }) => !y && !p) / of(r, ({ y }) => !y),
  falseNegativeRate: (r) => of(r, ({ y, p }) => y && !p) / of(r, ({ y }) => y),
  positivePredictiveValue: (r) => of(r, ({ y, p }) => y && p) / of(r, ({ p }) => p),
  negativePredictiveValue: (r) => of(r, ({ y, p }) => !y && !p) / of(r, ({ p }) => !p),
  falseDiscoveryRate: (r) => of(r, ({ y, p }) => !y && p) / of(r, ({ p }) => p),
  falseOmissionRate: (r) => of(r, ({ y, p }) => y && !p) / of(r, ({ p }) => !p),
  accuracy: (r) => of(r, ({ y, p }) => y === p) / r.length,
  errorRate: (r) => of(r, ({ y, p }) => y !== p) / r.length,
  f1Score: (r) => (2 * of(r, ({ y, p }) => y && p)) / (of(r, ({ y }) => y) + of(r, ({ p }) => p)),
};
const byGroup = (rate) => ['a', 'b', 'c'].map((g) => rate(rows.filter((row) => row.g === g)));
const spread = (rate, statistic) => {
  const values = byGroup(rate);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return statistic === 'ratio' ? least / most : most - least;
};
// The first printed comparison is that of b with a.
const apart = (rate) => {
  const [a, b] = byGroup(rate);
  return b - a;
};
// Benefits of Speicher et al. 2018, and their group means.
const entropy = (benefits) => {
  const mean = benefits.reduce((sum, b) => sum + b, 0) / benefits.length;
  return benefits.reduce((sum, b) => sum + (b / mean) ** 2 - 1, 0) / (2 * benefits.length);
};
const benefit = ({ y, p }) => p - y + 1;
const meanOf = (g) => {
  const own = rows.filter((row) => row.g === g).map(benefit);
  return own.reduce((sum, b) => sum + b, 0) / own.length;
};

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-names-'));
  const lines = rows.map(({ y, p, s, g }) => `${y},${p},${s},${g}`);
  writeFileSync(join(folder, 'rows.csv'), `y,p,s,g\n${lines.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (name, ...options) =>
  runCommand(['metric', name, 'rows.csv', ...options, '--format', 'json'], { cwd: folder });
const overall = (name, ...options) => {
  const { status, stdout, stderr } = run(name, ...options);
  expect([name, status, stderr]).toEqual([name, 0, '']);
  return JSON.parse(stdout).values.at(0).value;
};
const columns = ['--label', 'y', '--prediction', 'p'];
const grouped = [...columns, '--group', 'g'];

test('every name of a rate of labels and predictions has the value of its definition', () => {
  for (const [metric, rate] of Object.entries(rates)) {
    const used = metric === 'selectionRate' ? ['--prediction', 'p'] : columns;
    // One command per name would take minutes; names resolve to the row, which is computed once.
    for (const alias of aliases[metric] ?? []) expect(findMetric(alias)?.name).toBe(metric);
    expect(overall((aliases[metric] ?? []).at(-1) ?? metric, ...used)).toBeCloseTo(rate(rows), 12);
  }
});

test('every function of fairlearn and ignite that compares all groups has its value', () => {
  for (const [name, { rates: names, statistic }] of Object.entries(groupFunctions)) {
    const values = names.map((each) => spread(rates[each], statistic));
    const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(overall(snake, ...grouped)).toBeCloseTo(Math.min(...values), 12);
  }
});

test('differences between two groups, entropy errors, and rankings have the values of their definitions', () => {
  const two = [...grouped, '--privileged', 'g=a'];
  expect(overall('mean_difference', ...two.slice(2))).toBeCloseTo(apart(rates.selectionRate), 12);
  expect(overall('true_positive_rate_difference', ...two)).toBeCloseTo(
    apart(rates.truePositiveRate),
    12,
  );
  const odds = [apart(rates.truePositiveRate), apart(rates.falsePositiveRate)].map(Math.abs);
  expect(overall('average_odds_error', ...two)).toBeCloseTo((odds[0] + odds[1]) / 2, 12);
  expect(overall('generalized_entropy_error', ...columns)).toBeCloseTo(
    entropy(rows.map(benefit)),
    12,
  );
  expect(overall('between_group_generalized_entropy_error', ...grouped)).toBeCloseTo(
    entropy(rows.map(({ g }) => meanOf(g))),
    12,
  );
  const gain = (scores) => scores.reduce((sum, s, i) => sum + s / Math.log2(i + 2), 0);
  // AIF360's RegressionDataset scales scores to [0, 1].
  const [low, high] = [Math.min(...rows.map(({ s }) => s)), Math.max(...rows.map(({ s }) => s))];
  const given = rows.map(({ s }) => (s - low) / (high - low));
  const best = [...given].sort((a, b) => b - a);
  expect(overall('dcg', '--score', 's')).toBeCloseTo(gain(given), 10);
  expect(overall('ndcg', '--score', 's')).toBeCloseTo(gain(given) / gain(best), 12);
});

test('explains names of unsupported metrics', () => {
  const said = (name) => run(name, ...columns).stderr;
  expect(said('power')).toMatch(/number of true positives/);
  expect(said('fbeta')).toMatch(/beta/);
  expect(said('bias_amplification')).toMatch(/fairwasm captions/);
  expect(said('compute_distance')).toMatch(/euclideanDistance/);
  const explained = runCommand(['explain', 'power'], { cwd: folder });
  expect(explained.stderr).toMatch(/number of true positives/);
});
