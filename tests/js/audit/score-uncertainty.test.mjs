// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { fair, getError } from '../support.mjs';

const measures = Object.keys(fair.scoreTally().overall.estimates);

/** Returns calibrated scores of groups `{ name: rows }`; `lift` is added to those of group b. */
function drawn(sizes, { seed = 1, lift = 0, weighted = false } = {}) {
  const random = mulberry32(seed);
  /** @type {{ groups: { g: string[] }, label: number[], score: number[], weight: number[] }} */
  const rows = { groups: { g: [] }, label: [], score: [], weight: [] };
  for (const [name, size] of Object.entries(sizes)) {
    for (let row = 0; row < size; row++) {
      const chance = random();
      rows.groups.g.push(name);
      rows.label.push(random() < chance ? 1 : 0);
      rows.score.push(Math.min(1, chance + (name === 'b' ? lift : 0)));
      rows.weight.push(weighted ? 0.2 + 2 * random() : 1);
    }
  }
  return rows;
}

function getTally(rows) {
  const tally = fair.scoreTally(['g']);
  tally.update(rows);
  return tally;
}

test('estimates equal the plain values and have intervals', () => {
  const [group] = getTally(drawn({ a: 400 })).by(['g']);
  expect(Object.keys(group.estimates)).toEqual(measures);
  for (const [name, { value, ci }] of Object.entries(group.estimates)) {
    if (name in group) expect(value).toBe(group[name]);
    expect(present(ci)[0]).toBeLessThanOrEqual(value);
    expect(present(ci)[1]).toBeGreaterThan(value);
  }
  // Calibrated uniform scores: AUC 5/6, Brier score 1/6, log loss 1/2, mean 1/2.
  const truths = { areaUnderCurve: 5 / 6, brierScore: 1 / 6, logLoss: 0.5, meanScore: 0.5 };
  for (const [name, truth] of Object.entries(truths)) {
    const [low, high] = group.estimates[name].ci;
    expect(low).toBeLessThan(truth);
    expect(high).toBeGreaterThan(truth);
    expect(high - low).toBeLessThan(0.2);
  }
  expect(present(group.estimates.expectedCalibrationError.ci)[0]).toBe(0);
});

test('computes the Gini index, which matches a manual calculation', () => {
  const rows = (score, weight) => ({
    groups: { g: score.map(() => 'a') },
    label: score.map((_, i) => i % 2),
    score,
    ...(weight && { weight }),
  });
  const computeGini = (...of) => getTally(rows(...of)).overall.estimates.giniIndex;
  // Of 9 pairs, 4 differ by 0.2 and 2 by 0.4: a mean of 1.6 / 9, divided by twice the mean score of 0.4.
  expect(computeGini([0.2, 0.4, 0.6]).value).toBeCloseTo(2 / 9, 14);
  expect(computeGini([0.2, 0.6], [2, 1]).value).toBeCloseTo(computeGini([0.2, 0.2, 0.6]).value, 14);
  expect(computeGini([0.3, 0.3, 0.3])).toMatchObject({ value: 0, ci: [0, expect.any(Number)] });
  expect(computeGini([0, 0, 0, 1]).value).toBeCloseTo(0.75, 14);
  expect(computeGini([0, 0])).toMatchObject({ value: Number.NaN, reason: 'all scores are 0' });
  // Uniform scores: 1/3.
  const [low, high] = present(getTally(drawn({ a: 4000 })).overall.estimates.giniIndex.ci);
  expect(low).toBeLessThan(1 / 3);
  expect(high).toBeGreaterThan(1 / 3);
  expect(high - low).toBeLessThan(0.03);
});

test('higher confidence widens the interval', () => {
  const tally = getTally(drawn({ a: 100 }));
  const [usual] = tally.by(['g']);
  const [sure] = tally.by(['g'], { confidence: 0.999 });
  for (const name of measures) {
    const [low, high] = usual.estimates[name].ci;
    const [lower, higher] = sure.estimates[name].ci;
    expect(higher - lower).toBeGreaterThan(high - low);
  }
});

test('gives reasons for undefined metrics and warns about rough ones', () => {
  const rows = { groups: { g: ['a', 'a', 'b', 'b'] }, label: [1, 1, 1, 0], score: [1, 1, 0.8, 0.3] };
  const tally = getTally(rows);
  const [a, b] = tally.by(['g']);
  expect(a.estimates.areaUnderCurve).toEqual({
    value: Number.NaN,
    reason: 'no actual negatives among g = a',
    warning: undefined,
  });
  expect(a.estimates.logLoss.ci).toBeUndefined();
  expect(a.estimates.logLoss.warning).toMatch('no interval');
  expect(b.estimates.areaUnderCurve).toMatchObject({ value: 1, warning: 'only 1 row of one outcome' });
  tally.reset();
  expect(tally.overall.estimates.brierScore.reason).toBe('no rows');
});

test('log losses are clipped at 2^-52', () => {
  const tally = fair.scoreTally();
  tally.update({ label: [1, 0], score: [0, 0] });
  expect(tally.overall.logLoss).toBeCloseTo(-Math.log(2 ** -52) / 2, 12);
  expect(present(tally.overall.estimates.logLoss.ci)[1]).toBeLessThanOrEqual(-Math.log(2 ** -52));
});

test('compares groups with the largest one or the named one', () => {
  const tally = getTally(drawn({ a: 300, b: 500, c: 200 }, { lift: 0.2 }));
  const [a, b, c] = tally.by(['g']);
  const compared = tally.differences(['g']);
  expect(compared.map(({ categories }) => categories.g)).toEqual(['a', 'c']);
  expect(compared.map(({ reference }) => reference.g)).toEqual(['b', 'b']);
  for (const name of measures) {
    const difference = a.estimates[name].value - b.estimates[name].value;
    expect(compared[0].values[name].value).toBeCloseTo(difference, 14);
  }
  const [first] = tally.differences(['g'], { reference: { g: 'c' } });
  expect(first.values.brierScore.value).toBeCloseTo(a.brierScore - c.brierScore, 14);
  expect(present(first.values.brierScore.ci)[0]).toBeLessThan(0);
  // Only b is lifted, which makes it uncalibrated.
  const { meanScore, expectedCalibrationError } = compared[0].values;
  expect(meanScore.pValue).toBeLessThan(0.001);
  expect(present(meanScore.ci)[1]).toBeLessThan(0);
  expect(present(expectedCalibrationError.ci)[1]).toBeLessThan(0);
  expect(expectedCalibrationError.pValue).toBeUndefined();
});

test('adjusts p-values for the number of groups', () => {
  const values = getTally(drawn({ a: 300, b: 500, c: 200 }, { lift: 0.2 }))
    .differences(['g'])
    .map(({ values }) => values.areaUnderCurve);
  const [less, more] = values.sort((one, other) => present(one.pValue) - present(other.pValue));
  expect(more.adjustedPValue).toBeCloseTo(present(more.pValue), 12);
  expect(less.adjustedPValue).toBeCloseTo(Math.min(2 * present(less.pValue), present(more.pValue)), 12);
});

test('merged and stored tallies give equal intervals', () => {
  const rows = drawn({ a: 60, b: 40 }, { weighted: true });
  const cut = (from, to) => ({
    groups: { g: rows.groups.g.slice(from, to) },
    label: rows.label.slice(from, to),
    score: rows.score.slice(from, to),
    weight: rows.weight.slice(from, to),
  });
  const merged = getTally(cut(0, 30));
  merged.merge(getTally(cut(30, 100)));
  const stored = fair.scoreTallyFromBytes(merged.toBytes());
  const expected = getTally(rows).by(['g']);
  stored.by(['g']).forEach(({ estimates }, i) => {
    for (const name of measures) {
      const [low, high] = expected[i].estimates[name].ci;
      expect(estimates[name].ci[0]).toBeCloseTo(low, 12);
      expect(estimates[name].ci[1]).toBeCloseTo(high, 12);
    }
  });
});

test('rejects weights whose products overflow, and treats other large constant weights like 1', () => {
  const weighted = (weight) => ({ ...drawn({ a: 20 }), weight: Array(20).fill(weight) });
  expect(getError(() => getTally(weighted(1.01e100)))).toMatchObject({ argument: 'weight', row: 0 });
  const heavy = fair.scoreTallyFromBytes(getTally(weighted(1e100)).toBytes());
  const [one, other] = [heavy, getTally(weighted(1))].map((each) => each.by(['g'])[0].estimates);
  for (const name of measures) {
    expect(one[name].value).toBeCloseTo(other[name].value, 12);
    for (const end of [0, 1]) expect(one[name].ci[end]).toBeCloseTo(other[name].ci[end], 10);
  }
});

const population = fc.record({
  sizes: fc.record({ a: fc.integer({ min: 2, max: 300 }), b: fc.integer({ min: 2, max: 300 }) }),
  seed: fc.nat(),
  lift: fc.constantFrom(0, 0, 0.1, 0.4),
  weighted: fc.boolean(),
});
const most = { logLoss: 36.05 };

test('every interval contains its estimate, stays in range, and agrees with its test', () => {
  fc.assert(
    fc.property(population, ({ sizes, ...how }) => {
      const tally = getTally(drawn(sizes, how));
      for (const { estimates } of tally.by(['g'])) {
        for (const [name, { value, ci }] of Object.entries(estimates)) {
          if (!ci) continue;
          expect([name, ci[0] >= 0 && ci[0] <= value]).toEqual([name, true]);
          expect([name, value <= ci[1] && ci[1] <= (most[name] ?? 1)]).toEqual([name, true]);
        }
      }
      for (const { values } of tally.differences(['g'])) {
        for (const [name, { value, ci, pValue }] of Object.entries(values)) {
          if (!ci) continue;
          expect([name, ci[0] <= value && value <= ci[1]]).toEqual([name, true]);
          if (pValue === undefined || Math.abs(pValue - 0.05) < 1e-6) continue;
          expect([name, pValue < 0.05]).toEqual([name, ci[0] > 0 || ci[1] < 0]);
        }
      }
      tally[Symbol.dispose]();
    }),
    { numRuns: 100, seed: 2026 },
  );
});

test.each([
  ['confidence', (tally) => tally.by(['g'], { confidence: 95 })],
  ['confidence', (tally) => tally.by(['g'], { confidence: '0.9' })],
  ['confidence', (tally) => tally.differences(['g'], { confidence: 1 })],
  ['scores', (tally) => tally.by(['g'], { bin: 20 })],
  ['differences', (tally) => tally.differences(['g'], { privileged: { g: 'a' } })],
  ['bins', (tally) => tally.differences(['g'], { bins: 7 })],
  ['reference', (tally) => tally.differences(['g'], { reference: { g: 'z' } })],
  ['reference', (tally) => tally.differences(['g'], { reference: { h: 'a' } })],
  ['reference', (tally) => tally.differences(['g'], { reference: 'a' })],
])('rejects invalid %s', (argument, call) => {
  expect(getError(() => call(getTally(drawn({ a: 10, b: 10 }))))).toMatchObject({ argument });
});

test('average precision equals scikit-learn’s, with a reason if undefined', () => {
  // In descending order: a positive, a negative, and a positive tied with a negative.
  const rows = { label: [1, 0, 1, 0], score: [0.9, 0.7, 0.4, 0.4] };
  const tally = getTally({ ...rows, groups: { g: ['a', 'a', 'a', 'a'] } });
  expect(tally.overall.averagePrecision).toBeCloseTo((1 + 2 / 4) / 2, 15);
  tally.update({ groups: { g: ['b', 'b', 'c'] }, label: [0, 0, 1], score: [0.1, 0.3, 0.5] });
  const [a, b, c] = tally.by(['g']);
  expect(present(a.estimates.averagePrecision.ci)[0]).toBeLessThan(0.75);
  expect(b.estimates.averagePrecision).toEqual({ value: Number.NaN, reason: 'no actual positives among g = b' });
  expect(c.averagePrecision).toBe(1); // no negatives are needed
  const [ofB, ofC] = tally.differences(['g'], { reference: { g: 'a' } });
  expect(ofB.values.averagePrecision.reason).toBe('no actual positives among g = b');
  expect(ofC.values.averagePrecision.value).toBe(0.25);
});

test('average precision treats weights as repeated rows, in any order and batches', () => {
  const rows = drawn({ a: 200 });
  const times = rows.label.map((_, row) => 1 + (row % 3));
  const repeat = (column) => column.flatMap((value, row) => Array(times[row]).fill(value));
  const repeated = getTally({
    groups: { g: repeat(rows.groups.g) },
    label: repeat(rows.label),
    score: repeat(rows.score),
  });
  const weighted = getTally({ ...rows, weight: times });
  expect(weighted.overall.averagePrecision).toBeCloseTo(repeated.overall.averagePrecision, 12);
  const reversed = getTally({
    groups: { g: rows.groups.g.toReversed() },
    label: rows.label.toReversed(),
    score: rows.score.toReversed(),
    weight: times.toReversed(),
  });
  const [one] = weighted.by(['g']);
  const [other] = reversed.by(['g']);
  expect(present(other.estimates.averagePrecision.ci)[0]).toBeCloseTo(
    present(one.estimates.averagePrecision.ci)[0],
    12,
  );
});
