// SPDX-License-Identifier: Apache-2.0
import { errorOf, fair } from '../support.mjs';

const rows = () => ({
  groups: { g: ['a', 'a', 'b'] },
  label: [1, 3, 5],
  prediction: [2, 3, 1],
  weight: [1, 3, 1],
});
const tallyOf = () => {
  const tally = fair.regressionTally(['g']);
  tally.update(rows());
  return tally;
};

test('errors by group, worked out by hand', () => {
  const [a] = tallyOf().by(['g']);
  expect(a).toEqual({
    categories: { g: 'a' },
    errors: {
      count: 2,
      meanLabel: 2.5,
      meanPrediction: 11 / 4,
      meanAbsoluteError: 0.25,
      meanSquaredError: 0.25,
      rootMeanSquaredError: 0.5,
      r2Score: expect.closeTo(2 / 3, 14),
    },
  });
  expect(tallyOf().overall.meanSquaredError).toBeCloseTo(17 / 5, 14);
});

test('merging matches groups by name; bytes hold everything', () => {
  const tally = tallyOf();
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
])('a refused %s leaves no trace', (argument, row, change) => {
  const tally = tallyOf();
  const before = tally.toBytes();
  expect(errorOf(() => tally.update({ ...rows(), ...change }))).toMatchObject({ argument, row });
  expect(tally.toBytes()).toEqual(before);
});

describe('intervals of errors', () => {
  const noise = (row) => Math.sin(row * row);
  const many = (factors) => {
    const tally = fair.regressionTally(['g']);
    const names = Object.keys(factors);
    const count = 200;
    tally.update({
      groups: { g: names.flatMap((name) => Array(count).fill(name)) },
      label: names.flatMap(() => Array(count).fill(0)),
      prediction: names.flatMap((name) =>
        Array.from({ length: count }, (_, row) => factors[name] * noise(row)),
      ),
    });
    return tally;
  };

  test('stand beside the values, hold them and narrow with less confidence', () => {
    const tally = many({ a: 1 });
    const [{ errors }] = tally.estimates(['g']);
    const [narrow] = tally.estimates(['g'], { confidence: 0.5 });
    for (const name of ['meanAbsoluteError', 'meanSquaredError', 'rootMeanSquaredError']) {
      const { value, ci, warning } = errors[name];
      expect(value).toBe(tally.overall[name]);
      expect(ci[0] < value && value < ci[1]).toBe(true);
      expect(narrow.errors[name].ci[0]).toBeGreaterThan(ci[0]);
      expect(warning).toBeUndefined();
    }
    expect(errors.r2Score.ci).toBeUndefined();
    expect(errors.meanPrediction.ci).toBeUndefined();
  });

  test('say where few errors decide, and where there is nothing to say', () => {
    const tally = fair.regressionTally(['g']);
    tally.update({
      groups: { g: ['a', 'a', 'a', 'b', 'c', 'c'] },
      label: [0, 0, 0, 0, 0, 0],
      prediction: [0.1, 0.2, 9, 1, 2, 2],
      weight: [1, 1, 1, 1, 0, 0],
    });
    const [a, b, c] = tally.estimates(['g']).map(({ errors }) => errors.meanSquaredError);
    expect(a.warning).toMatch(/^few errors decide: 3 rows/);
    expect(b).toEqual({ value: 1, warning: expect.any(String) });
    expect(c).toEqual({ value: Number.NaN, reason: 'all weights are 0' });
  });

  test('of differences reach 0 for groups that are copies, and not for those far apart', () => {
    const alike = many({ a: 1, b: 1, c: 1 }).difference('meanAbsoluteError', ['g']);
    expect([alike.value, alike.ci[0]]).toEqual([0, 0]);
    expect(alike.ci[1]).toBeGreaterThan(0.01);
    const apart = many({ a: 1, b: 3 }).difference('rootMeanSquaredError', ['g']);
    expect(apart.ci[0]).toBeGreaterThan(1);
    expect(apart.ci[0] <= apart.value && apart.value <= apart.ci[1]).toBe(true);
  });

  test('do not depend on how the rows came', () => {
    const [once] = many({ a: 1 }).estimates([]);
    const merged = many({ a: 1 });
    merged.reset();
    merged.merge(many({ a: 1 }));
    const [again] = fair.regressionTallyFromBytes(merged.toBytes()).estimates([]);
    expect(again.errors.meanSquaredError.ci[0]).toBeCloseTo(once.errors.meanSquaredError.ci[0], 12);
  });

  test('refuse what they do not know', () => {
    const tally = tallyOf();
    expect(errorOf(() => tally.difference('r2Score', ['g'])).argument).toBe('metric');
    expect(errorOf(() => tally.estimates(['g'], { confidence: 95 })).argument).toBe('confidence');
    expect(errorOf(() => tally.estimates(['g'], { level: 0.9 })).message).toMatch(/confidence/);
    expect(errorOf(() => tally.estimates(['x'])).code).toBe('invalidArgument');
  });
});
