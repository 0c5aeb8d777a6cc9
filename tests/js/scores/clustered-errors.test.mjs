// SPDX-License-Identifier: Apache-2.0
//
// Regression audits of clustered rows.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'fairwasm';
import { errorReport } from 'fairwasm/scores';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { runCommand } from '../cli/command.mjs';
import { fair, getError, scores } from '../support.mjs';

const label = [10, 20, 30, 40, 50, 60, 70, 80];
const errors = [1, 2, 3, 4, 6, -1, 0, 4];
const prediction = label.map((value, row) => value + errors[row]);
const groups = { g: [...'aaaaabbb'] };
const rows = { label, prediction, groups };
const audit = (more) => errorReport({ fair, scores }, { ...rows, ...more });

/** Returns the rows at these places. */
const pick = (places) => ({
  label: places.map((row) => label[row]),
  prediction: places.map((row) => prediction[row]),
  groups: { g: places.map((row) => groups.g[row]) },
});

// scipy: stats.t.interval(.95, 4, 3.2, sqrt(3.7 / 5)).
test('gives Student’s interval of a mean if each row is a cluster', () => {
  const { overall, breakdowns, clusters } = audit({ cluster: label });
  expect(clusters).toBe(8);
  const [a] = breakdowns[0].groups;
  const { value, ci } = a.errors.meanError;
  expect(value).toBeCloseTo(3.2, 12);
  expect(present(ci)[0]).toBeCloseTo(0.8116116119000156, 9);
  expect(present(ci)[1]).toBeCloseTo(5.588388388099984, 9);
  expect(overall.errors.meanError.value).toBe(19 / 8);
});

test('does not change if the rows of each cluster are repeated', () => {
  const places = label.flatMap((_, row) => [row, row, row]);
  const [one, three] = [audit({ cluster: label }), audit({ ...pick(places), cluster: places })];
  for (const name of ['meanError', 'meanAbsoluteError', 'r2Score']) {
    const [known, repeated] = [one, three].map(({ breakdowns: [{ groups: all }] }) => all);
    known.forEach((group, i) => {
      const [low, high] = present(group.errors[name].ci);
      const ends = present(repeated[i].errors[name].ci);
      expect(ends[0]).toBeCloseTo(low, 9);
      expect(ends[1]).toBeCloseTo(high, 9);
    });
  }
  // Independent rows would be more certain.
  const alone = audit(pick(places)).breakdowns[0].groups[0].errors.meanError;
  expect(present(alone.ci)[0]).toBeGreaterThan(present(one.breakdowns[0].groups[0].errors.meanError.ci)[0]);
});

test('compares groups, and groups that share clusters', () => {
  const { comparisons, spreads } = audit({ cluster: label }).breakdowns[0];
  const { differences, ratios } = comparisons[0];
  const { value, ci, pValue, adjustedPValue } = differences.meanError;
  expect(value).toBeCloseTo(1 - 3.2, 12);
  expect(present(ci)[0]).toBeLessThan(value);
  expect(present(ci)[1] > 0).toBe(present(pValue) > 0.05);
  expect(adjustedPValue).toBe(pValue);
  expect(present(ratios.meanAbsoluteError.ci)[0]).toBeGreaterThan(0);
  expect(ratios.meanAbsoluteError.pValue).toBeUndefined();
  expect(ratios.meanError.ci).toBeUndefined();
  const { ci: gap } = spreads.meanAbsoluteError.difference;
  expect(present(gap)[0]).toBeGreaterThanOrEqual(0);
  // Errors that differ between people, but not between the groups of a person, cancel.
  const people = Array.from({ length: 20 }, (_, i) => i);
  const both = {
    label: [...people, ...people],
    prediction: [...people.map((i) => i + (i % 5)), ...people.map((i) => i + (i % 5) + 0.1 * (i % 2))],
    groups: { g: [...people.map(() => 'a'), ...people.map(() => 'b')] },
  };
  const shared = errorReport({ fair, scores }, { ...both, cluster: [...people, ...people] });
  const independent = errorReport({ fair, scores }, both);
  const [ends, others] = [shared, independent].map(({ breakdowns }) =>
    present(breakdowns[0].comparisons[0].differences.meanError.ci),
  );
  expect(ends[1] - ends[0]).toBeLessThan((others[1] - others[0]) / 5);
});

test('supports crossed clusters, weights, and quantiles', () => {
  const cluster = [...'ppqqrrss'];
  const crossedCluster = [...'xyxyxyxy'];
  const weight = [1, 2, 1, 2, 1, 2, 1, 2];
  const one = audit({ cluster, weight, quantile: 0.9 });
  const two = audit({ cluster, crossedCluster, weight, quantile: 0.9 });
  expect([one.clusters, two.clusters]).toEqual([4, 2]);
  expect(two.overall.pinballLoss?.value).toBe(one.overall.pinballLoss?.value);
  expect(present(one.overall.pinballLoss?.ci)[0]).toBeGreaterThan(0);
  expect(one.overall.errors.meanError.warning).toBe('4 clusters: the interval is approximate');
  expect(two.overall.errors.meanError.ci).not.toEqual(one.overall.errors.meanError.ci);
});

test('has no interval for medians, extremes, distances, and a single cluster', () => {
  const { overall, breakdowns } = audit({ cluster: label });
  for (const each of [
    overall.errors.medianAbsoluteError,
    overall.errors.maxError,
    breakdowns[0].spreads.meanError.max,
    breakdowns[0].comparisons[0].standardized.error,
    breakdowns[0].distances[0].wasserstein.error,
  ]) {
    expect(each.ci).toBeUndefined();
    expect(each.warning).toBe('no interval: rows of one cluster are not independent');
  }
  const single = audit({ cluster: label.map(() => 'all') }).overall.errors.meanError;
  expect(single.ci).toBeUndefined();
  expect(single.warning).toMatch(/fewer than two clusters/);
});

test('warns if one cluster dominates', () => {
  const places = [...label.keys(), ...label.keys()];
  const { prediction: known, ...others } = pick(places);
  const far = known.map((value, row) => (row === 0 ? value + 100 : value));
  const report = audit({ ...others, prediction: far, cluster: places.map((_, i) => i) });
  expect(report.overall.errors.meanError.warning).toMatch(/^one cluster accounts for 9\d% of the variance$/);
});

test('leaves out sets of clusters if there are many', () => {
  const places = Array.from({ length: 4000 }, (_, i) => i % 8);
  const { overall, clusters } = audit({ ...pick(places), cluster: places.map((_, i) => i) });
  expect(clusters).toBe(4000);
  const { ci } = audit(pick(places)).overall.errors.meanError;
  const [low, high] = present(ci);
  const ends = present(overall.errors.meanError.ci);
  expect((ends[1] - ends[0]) / (high - low)).toBeGreaterThan(0.8);
  expect((ends[1] - ends[0]) / (high - low)).toBeLessThan(1.2);
});

test.each([
  [{ cluster: [1, 2] }, 'shapeMismatch', 'cluster'],
  [{ cluster: ['a', '', ...label.slice(2)] }, 'missingValue', 'cluster'],
  [{ crossedCluster: label }, 'invalidArgument', 'cluster'],
  [{ cluster: label, crossedCluster: [1] }, 'shapeMismatch', 'crossedCluster'],
])('rejects %j', (more, code, argument) => {
  expect(getError(() => audit(misuse(more)))).toMatchObject({ code, argument });
});

test('is available in the terminal', () => {
  const lines = label.map((y, row) => [y, prediction[row], groups.g[row], `p${row}`, `q${row % 3}`].join());
  const folder = mkdtempSync(join(tmpdir(), 'fairwasm-'));
  const file = join(folder, 'clustered.csv');
  writeFileSync(file, ['y,p,g,person,rater', ...lines].join('\n'));
  const options = ['--label', 'y', '--prediction', 'p', '--group', 'g', '--cluster', 'person'];
  const run = runCommand(['errors', file, ...options, '--format', 'json'], { cwd: folder });
  const { overall } = JSON.parse(run.stdout);
  expect(overall).toEqual(JSON.parse(JSON.stringify(audit({ cluster: label }).overall)));
  const two = runCommand(['errors', file, ...options, '--crossed-cluster', 'rater'], { cwd: folder });
  expect(two.stdout).toContain('8 in 3 clusters');
  expect(format(audit({ cluster: label }), 'text')).toContain('8 in 8 clusters');
  rmSync(folder, { recursive: true });
});
