// SPDX-License-Identifier: Apache-2.0
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { fair, getError } from '../support.mjs';

const rows = () => ({ groups: { g: ['a', 'a', 'b'] }, label: [1, 3, 5], prediction: [2, 3, 1], weight: [1, 3, 1] });
const getTally = () => {
  const tally = fair.regressionTally(['g']);
  tally.update(rows());
  return tally;
};

test('computes errors by group, which match manual calculations', () => {
  const [a] = getTally().by(['g']);
  expect(a).toEqual({
    categories: { g: 'a' },
    name: 'a',
    errors: {
      count: 2,
      meanLabel: 2.5,
      meanPrediction: 11 / 4,
      meanError: 0.25,
      meanAbsoluteError: 0.25,
      meanSquaredError: 0.25,
      rootMeanSquaredError: 0.5,
      meanAbsolutePercentageError: 0.25,
      r2Score: expect.closeTo(2 / 3, 14),
    },
  });
  expect(getTally().overall.meanSquaredError).toBeCloseTo(17 / 5, 14);
});

test('merges groups by name, and stores everything in bytes', () => {
  const tally = getTally();
  const other = fair.regressionTally(['g']);
  other.update({ groups: { g: ['c', 'b'] }, label: [0, 0], prediction: [1, 2] });
  tally.merge(other);
  const stored = fair.regressionTallyFromBytes(tally.toBytes());
  const counts = stored.by(['g']).map(({ categories, errors }) => [categories.g, errors.count]);
  expect(counts).toEqual([
    ['a', 2],
    ['b', 2],
    ['c', 1],
  ]);
  stored.update({ groups: { g: ['c'] }, label: [0], prediction: [0] });
  expect(stored.by(['g'])[2].errors.meanAbsoluteError).toBe(0.5);
  stored.reset();
  expect(stored.overall.count).toBe(0);
});

test.each([
  ['label', 1, { label: [1, 'three', 5] }],
  ['prediction', 2, { prediction: new Float64Array([1, 2, Number.NaN]) }],
  ['weight', 0, { weight: [-1, 1, 1] }],
  ['g', undefined, { groups: { g: ['a'] } }],
])('a rejected %s changes nothing', (argument, row, change) => {
  const tally = getTally();
  const before = tally.toBytes();
  expect(getError(() => tally.update({ ...rows(), ...change }))).toMatchObject({ argument, row });
  expect(tally.toBytes()).toEqual(before);
});

describe('intervals of errors', () => {
  const noise = (row) => Math.sin(row * row);
  // All targets are 0.
  const undefinedOfZeros = ['r2Score', 'meanLabel'];
  const many = (factors) => {
    const tally = fair.regressionTally(['g']);
    const names = Object.keys(factors);
    const count = 200;
    tally.update({
      groups: { g: names.flatMap((name) => Array(count).fill(name)) },
      label: names.flatMap(() => Array(count).fill(0)),
      prediction: names.flatMap((name) => Array.from({ length: count }, (_, row) => factors[name] * noise(row))),
    });
    return tally;
  };

  test('are shown next to the values, contain them, and narrow with lower confidence', () => {
    const tally = many({ a: 1 });
    const [{ errors }] = tally.estimates(['g']);
    const [narrow] = tally.estimates(['g'], { confidence: 0.5 });
    const names = Object.keys(errors).filter((name) => name !== 'count');
    for (const name of names.filter((each) => !undefinedOfZeros.includes(each))) {
      const { value, ci, warning } = errors[name];
      expect(value).toBe(tally.overall[name]);
      expect(ci[0] < value && value < ci[1]).toBe(true);
      expect(narrow.errors[name].ci[0]).toBeGreaterThan(ci[0]);
      expect(warning).toBeUndefined();
    }
    expect(errors.count).toEqual({ value: 200 });
    expect(errors.r2Score.reason).toBe('the targets do not vary');
  });

  test('warn about few large errors, and have a reason if they are undefined', () => {
    const tally = fair.regressionTally(['g']);
    tally.update({
      groups: { g: ['a', 'a', 'a', 'b', 'c', 'c'] },
      label: [0, 0, 0, 0, 0, 0],
      prediction: [0.1, 0.2, 9, 1, 2, 2],
      weight: [1, 1, 1, 1, 0, 0],
    });
    const [a, b, c] = tally.estimates(['g']).map(({ errors }) => errors.meanSquaredError);
    expect(a.warning).toMatch(/^few errors dominate: the effective sample size of 3 rows/);
    expect(b).toEqual({ value: 1, warning: expect.any(String) });
    expect(c).toEqual({ value: Number.NaN, reason: 'all weights are 0' });
  });

  test('warn about heavy tails, which the data may not show', () => {
    const tally = fair.regressionTally(['g']);
    // Every tenth error is 6 times as large.
    const prediction = Array.from({ length: 200 }, (_, row) => (row % 10 === 0 ? 6 : 1) * noise(row));
    tally.update({ groups: { g: Array(200).fill('a') }, label: Array(200).fill(0), prediction });
    const [{ errors }] = tally.estimates(['g']);
    for (const name of ['meanSquaredError', 'rootMeanSquaredError']) {
      expect(errors[name].warning).toMatch(
        /^errors have heavy tails: the effective sample size of 200 rows is \d\d?\.?\d?; .* may be too short$/,
      );
    }
    expect(errors.meanAbsoluteError.warning).toBeUndefined();
  });

  test('of differences include 0 for copies of a group, but not for distant groups', () => {
    const alike = many({ a: 1, b: 1, c: 1 }).difference('meanAbsoluteError', ['g']);
    expect([alike.value, present(alike.ci)[0]]).toEqual([0, 0]);
    expect(present(alike.ci)[1]).toBeGreaterThan(0.01);
    const apart = many({ a: 1, b: 3 }).difference('rootMeanSquaredError', ['g']);
    expect(present(apart.ci)[0]).toBeGreaterThan(1);
    expect(present(apart.ci)[0] <= apart.value && apart.value <= present(apart.ci)[1]).toBe(true);
  });

  test('do not depend on the order or batches of rows', () => {
    const [once] = many({ a: 1 }).estimates([]);
    const merged = many({ a: 1 });
    merged.reset();
    merged.merge(many({ a: 1 }));
    const [again] = fair.regressionTallyFromBytes(merged.toBytes()).estimates([]);
    expect(present(again.errors.meanSquaredError.ci)[0]).toBeCloseTo(present(once.errors.meanSquaredError.ci)[0], 12);
  });

  test('reject unknown names and options', () => {
    const tally = getTally();
    expect(getError(() => tally.difference(misuse('count'), ['g'])).argument).toBe('metric');
    expect(getError(() => tally.spread(misuse('bias'), ['g'])).argument).toBe('metric');
    expect(getError(() => tally.pinballLosses(2, ['g'])).argument).toBe('alpha');
    expect(getError(() => tally.comparisons(['g'], { reference: { g: 'z' } })).argument).toBe('reference');
    expect(getError(() => tally.comparisons(['g'], misuse({ refrence: { g: 'a' } }))).message).toMatch(/reference/);
    expect(getError(() => tally.estimates(['g'], { confidence: 95 })).argument).toBe('confidence');
    expect(getError(() => tally.estimates(['g'], misuse({ level: 0.9 }))).message).toMatch(/confidence/);
    expect(getError(() => tally.estimates(['x'])).code).toBe('invalidArgument');
  });
});

describe('group comparisons', () => {
  const wave = (row) => Math.sin(row * row + 1);
  const made = (groups, count = 60) => {
    const tally = fair.regressionTally(['g']);
    for (const [g, { scale = 1, shift = 0 }] of Object.entries(groups)) {
      const rows = Array.from({ length: count }, (_, row) => row);
      tally.update({
        groups: { g: rows.map(() => g) },
        label: rows.map((row) => 10 + 2 * wave(row)),
        prediction: rows.map((row) => 10 + 2 * wave(row) + shift + scale * wave(row + 0.5)),
      });
    }
    return tally;
  };

  test('computes differences and ratios to the largest group or the named one', () => {
    const tally = made({ a: {}, b: { scale: 3 }, c: { shift: 1 } });
    const [b, c] = tally.comparisons(['g'], { reference: { g: 'a' } });
    const values = tally.by(['g']).map(({ errors }) => errors);
    expect([b.categories, b.reference]).toEqual([{ g: 'b' }, { g: 'a' }]);
    const { value, ci, pValue, adjustedPValue } = b.differences.meanAbsoluteError;
    expect(value).toBeCloseTo(values[1].meanAbsoluteError - values[0].meanAbsoluteError, 12);
    expect(present(ci)[0]).toBeGreaterThan(0);
    expect(pValue).toBeLessThan(1e-6);
    expect(adjustedPValue).toBeGreaterThanOrEqual(present(pValue));
    expect(b.ratios.meanAbsoluteError.value).toBeCloseTo(3, 12);
    expect(present(b.ratios.meanAbsoluteError.ci)[0]).toBeGreaterThan(1);
    expect(c.differences.meanError.value).toBeCloseTo(1, 12);
    expect(present(c.differences.meanError.ci)[0]).toBeGreaterThan(0);
    expect(c.ratios.meanError.ci).toBeUndefined();
    expect(c.ratios.meanError.warning).toMatch(/^no interval/);
    expect(present(c.ratios.meanPrediction.ci)[0]).toBeGreaterThan(1);
    expect(c.differences.meanLabel.pValue).toBeCloseTo(1, 9);
  });

  test('compares a group with one row without an interval', () => {
    const tally = made({ a: {} });
    tally.update({ groups: { g: ['b'] }, label: [1], prediction: [3] });
    const [b] = tally.comparisons(['g']);
    expect(b.differences.meanAbsoluteError.value).toBeGreaterThan(1);
    expect(b.differences.meanAbsoluteError.ci).toBeUndefined();
    expect(b.differences.meanAbsoluteError.warning).toMatch(/^no interval/);
    expect(b.differences.r2Score).toEqual({ value: Number.NaN, reason: 'fewer than two rows' });
  });

  test('spreads contain their values and include no difference for copies', () => {
    const alike = made({ a: {}, b: {}, c: {} });
    const metrics = /** @type {const} */ (['meanAbsoluteError', 'meanSquaredError', 'r2Score', 'meanError']);
    for (const metric of metrics) {
      const { min, max, difference, differenceToOverall } = alike.spread(metric, ['g']);
      expect(max.value - min.value).toBe(difference.value);
      expect(present(difference.ci)[0]).toBe(0);
      expect(present(differenceToOverall.ci)[0]).toBe(0);
      expect(present(min.ci)[0] < min.value && present(max.ci)[1] > max.value).toBe(true);
    }
    expect(present(alike.spread('meanAbsoluteError', ['g']).ratio.ci)[1]).toBe(1);
    expect(alike.spread('meanError', ['g']).ratio.ci).toBeUndefined();
    const apart = made({ a: {}, b: { scale: 2 } }).spread('rootMeanSquaredError', ['g']);
    expect(apart.ratio.value).toBeCloseTo(0.5, 12);
    expect(present(apart.ratio.ci)[1]).toBeLessThan(1);
    expect(present(apart.difference.ci)[0]).toBeGreaterThan(0);
  });

  test('computes pinball losses; that of the median is half the mean absolute error', () => {
    const tally = made({ a: { shift: 0.3 } });
    const [{ loss }] = tally.pinballLosses(0.5, ['g']);
    const [{ errors }] = tally.estimates(['g']);
    expect(2 * loss.value).toBeCloseTo(errors.meanAbsoluteError.value, 12);
    expect(2 * present(loss.ci)[1]).toBeCloseTo(present(errors.meanAbsoluteError.ci)[1], 12);
    // Predictions are too high, so they fit a high quantile better.
    expect(tally.pinballLosses(0.9, [])[0].loss.value).toBeLessThan(loss.value);
    const [empty] = fair.regressionTally().pinballLosses(0.5, []);
    expect(empty.loss).toEqual({ value: Number.NaN, reason: 'no rows' });
  });
});

test('rejects numbers whose squared errors overflow, without changes', () => {
  const tally = getTally();
  const before = tally.toBytes();
  const large = { ...rows(), label: [1, 1e200, 5] };
  expect(getError(() => tally.update(large))).toMatchObject({
    code: 'invalidArgument',
    argument: 'label',
    actual: '1e+200',
    row: 1,
  });
  expect(tally.toBytes()).toEqual(before);

  const one = { groups: { g: ['a'] }, label: [0], prediction: [1e154] };
  tally.update(one);
  const other = fair.regressionTally(['g']);
  other.update(one);
  const both = { code: 'invalidArgument', argument: 'label and prediction' };
  expect(getError(() => tally.merge(other))).toMatchObject(both);
  expect(getError(() => tally.update(one))).toMatchObject(both);
  expect(tally.overall.count).toBe(4);
});
