// SPDX-License-Identifier: Apache-2.0
//
// Scores of clustered rows, in tallies and in collections of exact rows.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { runCommand } from '../cli/command.mjs';
import { fair, getError, scores } from '../support.mjs';

const kinds = ['ScoreTally', 'ExactScores'];
/** @returns {any} */
const make = (kind) => (kind === 'ScoreTally' ? fair.scoreTally(['g']) : scores.exactScores(['g']));

/** Returns the statistics of group a. */
const getFirst = (rows) => {
  if ('by' in rows) return rows.by(['g'])[0].estimates;
  const { areaUnderCurve, averagePrecision } = rows.ranking(['g'])[0];
  return { areaUnderCurve, averagePrecision, ...rows.calibration(['g'])[0].estimates };
};

// The mean of a is 0.3 without each cluster's part of 1/30 or -1/30; those of b are all equal.
const small = {
  groups: { g: [...'aaaabb'] },
  label: [1, 0, 0, 1, 1, 0],
  score: [0.2, 0.4, 0.2, 0.4, 0.3, 0.3],
  cluster: ['p', 'q', 'r', 's', 't', 'u'],
};

const rows = {
  groups: { g: [...'aaaaaaaabbbbbbbb'] },
  label: [1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0],
  score: [0.9, 0.7, 0.6, 0.6, 0.3, 0.1, 0.8, 0.2, 0.8, 0.4, 0.5, 0.2, 0.9, 0.3, 0.6, 0.7],
  cluster: [...'ppqqrrssttuuvvww'],
};

/** Returns the rows at these places. */
const pick = (places) => ({
  groups: { g: places.map((row) => rows.groups.g[row]) },
  label: places.map((row) => rows.label[row]),
  score: places.map((row) => rows.score[row]),
  cluster: places.map((row) => rows.cluster[row]),
});
const every = rows.label.map((_, row) => row);

// Variance 3/4 * 4 * (1/30)²; scipy: stats.t.ppf(.975, 3).
test('gives Student’s interval of a difference of mean scores', () => {
  const tally = fair.scoreTally(['g']);
  tally.update(small);
  const { values } = tally.differences(['g'], { reference: { g: 'b' } })[0];
  const { value, ci, pValue, warning } = values.meanScore;
  const reach = 3.182446305284263 * Math.sqrt(3 / 900);
  expect(value).toBeCloseTo(0, 12);
  expect(present(ci)[0]).toBeCloseTo(-reach, 9);
  expect(present(ci)[1]).toBeCloseTo(reach, 9);
  expect(pValue).toBeCloseTo(1, 9);
  expect(warning).toBe('4 clusters: the interval is approximate');
});

describe.each(kinds)('%s', (kind) => {
  test('keeps values, and replaces intervals', () => {
    const [known, clustered] = [make(kind), make(kind)];
    const { cluster: _, ...independent } = rows;
    known.update(independent);
    clustered.update(rows);
    const [before, after] = [getFirst(known), getFirst(clustered)];
    for (const [name, { value, ci }] of Object.entries(before)) {
      expect(after[name].value).toBe(value);
      if (name !== 'expectedCalibrationError') expect(after[name].ci).not.toEqual(ci ?? [0, 0]);
    }
    expect(after.expectedCalibrationError).toEqual({
      value: before.expectedCalibrationError.value,
      warning: 'no interval: rows of one cluster are not independent',
    });
  });

  test('does not change if all rows of clusters are repeated, or in another order', () => {
    const expected = make(kind);
    expected.update(rows);
    fc.assert(
      fc.property(fc.shuffledSubarray(every, { minLength: 16 }), fc.nat(16), (order, cut) => {
        const places = [...order, ...order];
        const [one, other] = [make(kind), make(kind)];
        // Groups appear in the order of the expected rows.
        one.update(pick([0, 8]));
        one.reset();
        one.update(pick(places.slice(0, cut)));
        other.update(pick(places.slice(cut)));
        one.merge(other);
        const [known, found] = [getFirst(expected), getFirst(one)];
        for (const name of ['areaUnderCurve', 'brierScore', 'logLoss']) {
          expect(found[name].value).toBeCloseTo(known[name].value, 9);
          expect(found[name].ci[0]).toBeCloseTo(known[name].ci[0], 6);
          expect(found[name].ci[1]).toBeCloseTo(known[name].ci[1], 6);
        }
      }),
      { numRuns: 10 },
    );
  });

  test('is as certain as rows without repeats', () => {
    const cluster = every;
    const [one, three] = [make(kind), make(kind)];
    one.update({ ...rows, cluster });
    const places = every.flatMap((row) => [row, row, row]);
    three.update({ ...pick(places), cluster: places });
    const [known, found] = [getFirst(one), getFirst(three)];
    expect(found.areaUnderCurve.ci[0]).toBeCloseTo(known.areaUnderCurve.ci[0], 9);
    const { cluster: _, ...repeated } = pick(places);
    const wrong = make(kind);
    wrong.update(repeated);
    expect(getFirst(wrong).areaUnderCurve.ci[0]).toBeGreaterThan(known.areaUnderCurve.ci[0]);
  });

  test('supports weights in some batches, and crossed clusters', () => {
    const [one, two] = [make(kind), make(kind)];
    const crossedCluster = [...'xyxyxyxyxyxyxyxy'];
    one.update(rows);
    two.update({ ...rows, crossedCluster });
    expect(getFirst(two).meanScore.ci).not.toEqual(getFirst(one).meanScore.ci);
    const [weighted, equal] = [make(kind), make(kind)];
    weighted.update({ ...rows, weight: rows.label.map(() => 2) });
    equal.update(rows);
    expect(getFirst(weighted).meanScore.ci[0]).toBeCloseTo(getFirst(equal).meanScore.ci[0], 9);
    weighted.update(rows);
    expect(getFirst(weighted).meanScore.value).toBeCloseTo(getFirst(equal).meanScore.value, 9);
  });

  test('warns if one cluster dominates', () => {
    const people = Array.from({ length: 40 }, (_, i) => i);
    const found = make(kind);
    found.update({
      groups: { g: people.map(() => 'a') },
      label: people.map((i) => i % 2),
      score: people.map((i) => (i < 16 ? 1 : 0.5 + 0.001 * i)),
      cluster: people.map((i) => (i < 16 ? 'many' : i)),
    });
    expect(getFirst(found).meanScore.warning).toMatch(/^one cluster accounts for \d\d% of the/);
  });

  test.each([
    [{ cluster: [1, 2] }, 'shapeMismatch', 'cluster'],
    [{ cluster: ['', ...rows.cluster.slice(1)] }, 'missingValue', 'cluster'],
    [{ cluster: undefined, crossedCluster: rows.cluster }, 'invalidArgument', 'cluster'],
    [{ crossedCluster: ['', ...rows.cluster.slice(1)] }, 'missingValue', 'crossedCluster'],
  ])('rejects %j and keeps its rows', (more, code, argument) => {
    const found = make(kind);
    found.update(rows);
    const known = getFirst(found);
    expect(getError(() => found.update(misuse({ ...rows, ...more })))).toMatchObject({ code, argument });
    expect(getFirst(found)).toEqual(known);
  });

  test('rejects rows without clusters after rows with clusters, and bytes', () => {
    const { cluster: _, ...independent } = rows;
    const [clustered, other] = [make(kind), make(kind)];
    clustered.update(rows);
    other.update(independent);
    const stray = { code: 'invalidState', argument: 'cluster' };
    expect(getError(() => clustered.update(independent))).toMatchObject(stray);
    expect(getError(() => other.update(rows))).toMatchObject(stray);
    expect(getError(() => clustered.merge(other))).toMatchObject(stray);
    expect(getError(() => other.merge(clustered))).toMatchObject(stray);
    expect(getError(() => clustered.toBytes())).toMatchObject(stray);
    const crossed = { ...rows, crossedCluster: rows.cluster };
    expect(getError(() => clustered.update(crossed)).argument).toBe('crossedCluster');
    clustered.reset();
    clustered.merge(other);
    expect(getFirst(clustered)).toEqual(getFirst(other));
  });
});

test('has no interval for distances between groups', () => {
  const exact = scores.exactScores(['g']);
  exact.update(rows);
  const [between] = exact.distances(['g']);
  const [{ areaBetweenCurves }] = exact.curveDistances(['g']);
  for (const each of [between.wasserstein, between.positives.kolmogorovSmirnov, areaBetweenCurves]) {
    expect(each.ci).toBeUndefined();
    expect(each.warning).toBe('no interval: rows of one cluster are not independent');
  }
});

test('is available in the terminal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairwasm-'));
  const lines = every.map((row) =>
    [rows.label[row], rows.score[row], rows.groups.g[row], rows.cluster[row], row % 2].join(),
  );
  writeFileSync(join(folder, 'scores.csv'), ['y,s,g,person,p', ...lines].join('\n'));
  const run = (name, ...more) => {
    const columns = ['--label', 'y', '--group', 'g', '--cluster', 'person', '--format', 'json'];
    const { stdout } = runCommand(['metric', name, 'scores.csv', ...columns, ...more], { cwd: folder });
    return JSON.parse(stdout).values.find(({ group }) => group === 'a');
  };
  const [tally, exact] = kinds.map(make);
  for (const each of [tally, exact]) each.update(rows);
  const { areaUnderCurve } = getFirst(tally);
  expect(run('areaUnderCurve', '--score', 's')).toMatchObject(areaUnderCurve);
  const { logLoss } = getFirst(exact);
  expect(run('logLoss', '--score', 's').ci).toEqual(logLoss.ci);
  const { score: _, ...others } = rows;
  const prediction = every.map((row) => row % 2);
  const { rates } = fair.audit({ ...others, prediction }).frame('g').groups[0];
  expect(run('accuracy', '--prediction', 'p').ci).toEqual(rates.accuracy.ci);
  rmSync(folder, { recursive: true });
});
