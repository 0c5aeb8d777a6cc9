// SPDX-License-Identifier: Apache-2.0
//
// Rankings, calibration, curves, and distances from rows: manual calculations, comparison with the tally, and
// invariances.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { fair, getError, scores } from '../support.mjs';

const rows = () => ({
  label: ['yes', 'no', 'no', 'yes', 'no', 'yes', 'yes', 'no'],
  score: [0.9, 0.8, 0.3, 0.4, 0.1, 0.6, 0.7, 0.6],
  groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
});

/** @param {string | number} [favorable] */
function getExact(columns, favorable = 'yes') {
  const exact = scores.exactScores(Object.keys(columns.groups ?? {}), favorable);
  exact.update(columns);
  return exact;
}

describe('ranking', () => {
  test('matches a manual calculation', () => {
    const [f, m] = getExact(rows()).ranking(['sex']);
    // f: positives 0.9, 0.4; negatives 0.8, 0.3. m: positives 0.6, 0.7; negatives 0.1, 0.6.
    expect(f).toMatchObject({ categories: { sex: 'f' }, rows: 4, positives: 2, negatives: 2 });
    expect(f.areaUnderCurve.value).toBe(0.75);
    expect(f.averagePrecision.value).toBeCloseTo(0.5 + 0.5 * (2 / 3), 15);
    expect(m.areaUnderCurve.value).toBe(0.875);
    expect(present(f.areaUnderCurve.ci)[0]).toBeLessThan(0.75);
    expect(f.areaUnderCurve.warning).toBe('only 2 rows of one outcome');
  });

  test('accepts any numbers as scores and uses only their order', () => {
    const { score, ...others } = rows();
    const far = getExact({ ...others, score: score.map((each) => 1e6 * each - 5e5) });
    const near = getExact(rows());
    expect(far.ranking(['sex']).map((group) => group.areaUnderCurve)).toEqual(
      near.ranking(['sex']).map((group) => group.areaUnderCurve),
    );
  });

  test('gives a reason for an undefined AUC', () => {
    const exact = getExact({ label: [1, 1, 0], score: [1, 2, 3], groups: { g: ['a', 'a', 'b'] } }, 1);
    const [a, b] = exact.ranking(['g']);
    expect(a.areaUnderCurve.reason).toBe('no actual negatives among g = a');
    expect(a.averagePrecision.value).toBe(1);
    expect(b.averagePrecision.reason).toBe('no actual positives among g = b');
  });

  test('equals the tally if that is exact, including intervals', () => {
    const column = fc.array(
      fc.record({
        label: fc.integer({ min: 0, max: 1 }),
        score: fc.integer({ min: 0, max: 50 }).map((n) => n / 50),
        g: fc.constantFrom('a', 'b', 'c'),
        weight: fc.integer({ min: 0, max: 8 }).map((n) => n / 4),
      }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(column, (given) => {
        const pick = (name) => given.map((row) => row[name]);
        const columns = {
          ...{ label: pick('label'), score: pick('score'), weight: pick('weight') },
          groups: { g: pick('g') },
        };
        const tally = fair.scoreTally(['g']);
        tally.update(columns);
        const exact = getExact(columns, 1);
        const known = tally.by(['g'], { bins: 20 });
        const calibrations = exact.calibration(['g'], { bins: 20 });
        exact.ranking(['g']).forEach((group, i) => {
          const { estimates } = known[i];
          expectClose(group.areaUnderCurve, estimates.areaUnderCurve);
          expectClose(group.averagePrecision, estimates.averagePrecision);
          for (const name of ['brierScore', 'logLoss', 'expectedCalibrationError']) {
            expectClose(calibrations[i].estimates[name], estimates[name]);
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});

function expectClose(actual, expected) {
  const numbers = ({ value, ci = [] }) => [value, ...ci];
  const others = numbers(expected);
  expect(numbers(actual).length).toBe(others.length);
  numbers(actual).forEach((number, i) => {
    if (Number.isNaN(others[i])) expect(number).toBeNaN();
    else expect(number).toBeCloseTo(others[i], 9);
  });
}

describe('results do not depend on', () => {
  const someRows = fc.array(
    fc.record({
      label: fc.integer({ min: 0, max: 1 }),
      score: fc.double({ min: -1e3, max: 1e3, noNaN: true }),
      g: fc.constantFrom('a', 'b'),
    }),
    { minLength: 2, maxLength: 40 },
  );
  const getColumns = (given) => ({
    label: given.map(({ label }) => label),
    score: given.map(({ score }) => score),
    groups: { g: given.map(({ g }) => g) },
  });
  const by = (exact) => {
    const groups = Object.entries({ rankings: exact.ranking(['g']), curves: exact.rocCurves(['g']) });
    // Categories are in the order of their first occurrence.
    return groups.map(([name, all]) => [name, all.toSorted((a, b) => (a.categories.g < b.categories.g ? -1 : 1))]);
  };

  test('the order of rows', () => {
    fc.assert(
      fc.property(someRows, (given) => {
        const turned = getExact(getColumns(given.toReversed()), 1);
        expect(by(turned)).toEqual(by(getExact(getColumns(given), 1)));
      }),
      { numRuns: 40 },
    );
  });

  test('batches, merging, or serialization', () => {
    fc.assert(
      fc.property(someRows, fc.nat(), (given, at) => {
        const cut = at % given.length;
        const whole = getExact(getColumns(given), 1);
        const parts = getExact(getColumns(given.slice(0, cut)), 1);
        const rest = getExact(getColumns(given.slice(cut)), 1);
        const stored = scores.exactScoresFromBytes(parts.toBytes());
        stored.update(getColumns(given.slice(cut)));
        parts.merge(rest);
        expect(by(parts)).toEqual(by(whole));
        expect(by(stored)).toEqual(by(whole));
      }),
      { numRuns: 40 },
    );
  });
});

describe('calibration', () => {
  test('computes bins that match a manual calculation, including empty ones', () => {
    const [all] = getExact(rows()).calibration([], { bins: 4, binning: 'equalWidthLeftClosed' });
    expect(all.bins.map(({ weight }) => weight)).toEqual([1, 2, 3, 2]);
    expect(all.bins[1].meanScore).toBeCloseTo(0.35, 15);
    expect(all.bins[1].positiveRate).toBe(0.5);
    const [wide] = getExact(rows()).calibration([], { bins: 20 });
    expect(wide.bins[0]).toEqual({
      ...{ upper: Number.NaN, weight: 0 },
      ...{ meanScore: Number.NaN, positiveRate: Number.NaN },
    });
    const gaps = [0.1, 0.15, (1.9 - 2) / 3, 0.35].map(Math.abs);
    const { expectedCalibrationError, maximumCalibrationError } = all.estimates;
    expect(maximumCalibrationError.value).toBeCloseTo(Math.max(...gaps), 15);
    expect(maximumCalibrationError.warning).toMatch(/^no interval/);
    const sum = [1, 2, 3, 2].reduce((total, weight, i) => total + (weight / 8) * gaps[i], 0);
    expect(expectedCalibrationError.value).toBeCloseTo(sum, 15);
  });

  test('parts of the Brier score add up to it in bins of any kind', () => {
    const kinds = /** @type {const} */ (['equalWidth', 'equalWidthLeftClosed', 'equalMass', 'quantile']);
    for (const binning of kinds) {
      const [{ brierParts, estimates }] = getExact(rows()).calibration([], { bins: 3, binning });
      const { reliability, resolution, uncertainty, withinBins } = brierParts;
      const sum = reliability - resolution + uncertainty + withinBins;
      expect(sum).toBeCloseTo(estimates.brierScore.value, 14);
      expect(uncertainty).toBe(0.25);
    }
  });

  test('gives a reason if no line fits', () => {
    const reason = (label, score) => {
      const [{ estimates }] = getExact({ label, score }, 1).calibration([]);
      return estimates.calibrationSlope.reason;
    };
    expect(reason([1, 1], [0.2, 0.3])).toBe('no actual negatives');
    expect(reason([1, 0], [0.9, 0.3])).toBe('the scores of the two outcomes do not overlap');
    expect(reason([1, 0], [0.5, 0.5])).toBe('the scores of the two outcomes do not overlap');
    expect(reason([1, 0, 0], [0.5, 0.7, 1])).toBe('a score of 0 or 1 has no logit');
    expect(reason([], [])).toBe('no rows');
  });

  test('requires probabilities, known bins, and known names', () => {
    const far = getExact({ label: [1, 0], score: [0.5, 1.5] }, 1);
    expect(getError(() => far.calibration([]))).toMatchObject({
      ...{ code: 'invalidState', argument: 'score', actual: expect.stringContaining('1.5') },
    });
    const exact = getExact(rows());
    const given = (options) => getError(() => exact.calibration([], options));
    expect(given({ binning: 'quantiles' }).actual).toContain("did you mean 'quantile'?");
    expect(given({ nBins: 3 })).toMatchObject({ argument: 'calibration' });
    for (const bins of [0, 1.5, 10_001, '10']) {
      expect(given({ bins })).toMatchObject({ code: 'invalidArgument', argument: 'bins' });
    }
  });
});

describe('curves and distances', () => {
  test('curves match a manual calculation', () => {
    const [f] = getExact(rows()).rocCurves(['sex']);
    expect([...f.thresholds]).toEqual([Number.POSITIVE_INFINITY, 0.9, 0.8, 0.4, 0.3]);
    expect([...f.truePositiveRate]).toEqual([0, 0.5, 0.5, 1, 1]);
    expect([...f.falsePositiveRate]).toEqual([0, 0, 0.5, 0.5, 1]);
    const [, m] = getExact(rows()).precisionRecallCurves(['sex']);
    expect([...m.thresholds]).toEqual([0.1, 0.6, 0.7]);
    expect([...m.precision]).toEqual([0.5, 2 / 3, 1, 1]);
    expect([...m.recall]).toEqual([1, 1, 0.5, 0]);
  });

  test('distances match a manual calculation', () => {
    const distances = getExact(rows()).distances(['sex']);
    expect(distances.map(({ categories, other }) => [categories.sex, other?.sex])).toEqual([
      ['f', 'm'],
      ['f', undefined],
      ['m', undefined],
    ]);
    // f: 0.3, 0.4, 0.8, 0.9; m: 0.1, 0.6, 0.6, 0.7.
    const [between] = distances;
    expect(between.kolmogorovSmirnov.value).toBe(0.5);
    expect(between.wasserstein.value).toBeCloseTo((0.2 + 0.2 + 0.2 + 0.2) / 4, 15);
    expect(between.positives.wasserstein.value).toBeCloseTo((0.2 + 0.2) / 2, 15);
    expect(distances[1].wasserstein).toEqual(between.wasserstein);
  });

  const getCurves = (columns) => getExact(columns, 1).curveDistances(['g']);

  test('areas between curves match a manual calculation', () => {
    const [between] = getExact(rows()).curveDistances(['sex']);
    // f: (0, 0) (0, 1/2) (1/2, 1/2) (1/2, 1) (1, 1); m: (0, 0) (0, 1/2) (1/2, 1) (1, 1).
    expect(between.areaBetweenCurves.value).toBe(0.125);
    // Both areas under the curves are 1/2; a: 1/2 everywhere; b: 0, then 1 from 1/2 on.
    const crossing = {
      g: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'],
      label: [1, 1, 0, 0, 1, 1, 0, 0],
      score: [4, 1, 3, 2, 3, 2, 4, 1],
    };
    const { g, ...columns } = crossing;
    expect(getCurves({ ...columns, groups: { g } })[0].areaBetweenCurves.value).toBe(0.5);
    const weighted = { ...columns, groups: { g }, weight: g.map(() => 2.5) };
    expect(getCurves(weighted)[0].areaBetweenCurves.value).toBe(0.5);
  });

  test('areas between curves are at least the difference of the areas under them', () => {
    const row = fc.record({
      g: fc.constantFrom('a', 'b', 'c'),
      label: fc.nat(1),
      score: fc.nat(9),
      weight: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 20, maxLength: 60 }), (list) => {
        const column = (name) => list.map((each) => each[name]);
        const columns = { label: column('label'), weight: column('weight') };
        const exact = getExact({ ...columns, score: column('score'), groups: { g: column('g') } }, 1);
        const found = exact.curveDistances(['g']);
        const areas = Object.fromEntries(
          exact.ranking(['g']).map(({ categories, areaUnderCurve }) => [categories.g, areaUnderCurve.value]),
        );
        for (const { categories, other, areaBetweenCurves } of found) {
          const { value, ci, reason } = areaBetweenCurves;
          if (Number.isNaN(value)) expect(reason).toContain('one of the outcomes');
          else {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
            if (ci) expect(ci[0] <= value && value <= ci[1] && ci[0] >= 0 && ci[1] <= 1).toBe(true);
            if (!other) continue;
            const apart = Math.abs(areas[categories.g] - areas[other.g]);
            expect(value).toBeGreaterThanOrEqual(apart - 1e-12);
          }
        }
        // Only the order of scores matters, not their size.
        const moved = getExact(
          { ...columns, score: column('score').map((s) => s ** 3), groups: { g: column('g') } },
          1,
        ).curveDistances(['g']);
        expect(moved).toEqual(found);
      }),
      { numRuns: 30 },
    );
  });

  test('the interval of an area between curves excludes 0 for different curves', () => {
    const n = 300;
    const all = Array.from({ length: 4 * n }, (_, i) => ({
      g: i < 2 * n ? 'a' : 'b',
      label: i % 2,
      score: (i % 97) / 97 + (i < 2 * n ? 1.5 : 0) * (i % 2),
    }));
    const column = (name) => all.map((each) => each[name]);
    const [{ areaBetweenCurves }] = getCurves({
      label: column('label'),
      score: column('score'),
      groups: { g: column('g') },
    });
    expect(present(areaBetweenCurves.ci)[0]).toBeGreaterThan(0.3);
    const [single] = getCurves({ label: [1, 0, 1, 0], score: [2, 1, 1, 2], groups: { g: ['a', 'a', 'b', 'b'] } });
    expect(single.areaBetweenCurves).toMatchObject({ value: 1 });
    expect(single.areaBetweenCurves.warning).toContain('fewer than two rows');
  });

  test('gives a reason for a side without rows', () => {
    const exact = getExact({ label: [1, 0], score: [1, 2], groups: { g: ['a', 'b'] } }, 1);
    const [{ positives }] = exact.distances(['g']);
    expect(positives.kolmogorovSmirnov).toMatchObject({
      value: Number.NaN,
      reason: 'a side has no rows with a weight above 0',
    });
  });
});

test('rejects invalid rows with column and row, without changes', () => {
  const exact = getExact(rows());
  const before = exact.toBytes();
  const refused = (changed) => getError(() => exact.update({ ...rows(), ...changed }));
  const nan = Float64Array.of(0, 1, Number.NaN, 3, 4, 5, 6, 7);
  expect(refused({ score: nan })).toMatchObject({ argument: 'score', row: 2 });
  expect(refused({ weight: [1, 1, 1, -1, 1, 1, 1, 1] })).toMatchObject({ argument: 'weight', row: 3 });
  expect(refused({ label: ['yes', null, 1, 1, 1, 1, 1, 1] })).toMatchObject({ argument: 'label', row: 1 });
  expect(refused({ score: [1] })).toMatchObject({ code: 'shapeMismatch' });
  expect(refused({ scores: [1] }).actual).toContain("did you mean 'score'?");
  expect(exact.toBytes()).toEqual(before);
  expect(getError(() => exact.ranking(['race']))).toMatchObject({ code: 'invalidArgument' });
  expect(getError(() => exact.ranking(['sex'], { confidence: 1 }))).toMatchObject({ argument: 'confidence' });
  expect(getError(() => exact.merge(misuse(fair.scoreTally(['sex']))))).toMatchObject({ argument: 'other' });
  expect(getError(() => scores.exactScoresFromBytes(before.subarray(1)))).toMatchObject({ code: 'corruptBytes' });
});
