// SPDX-License-Identifier: Apache-2.0
//
// Distances between the distributions of outcomes, and coverage of prediction intervals and sets.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, scores } from '../support.mjs';

const names = /** @type {const} */ (['jensenShannon', 'totalVariationDistance', 'largestOutcomeDifference', 'lpNorm']);
const getDistances = (outcome, g, others = {}) => scores.outcomeDistances({ outcome, groups: { g }, ...others });

describe('outcomeDistances', () => {
  test('matches a manual calculation', () => {
    // a: 1/2, 1/4, 1/4; b: 1/4, 1/4, 1/2.
    const outcome = [...'xxyzxyzz'];
    const [between] = getDistances(outcome, [...'aaaabbbb']);
    expect(between.totalVariationDistance.value).toBe(0.25);
    expect(between.largestOutcomeDifference.value).toBe(0.25);
    expect(between.lpNorm.value).toBeCloseTo(Math.SQRT2 / 4, 15);
    expect(between.klDivergence.value).toBeCloseTo(0.25 * Math.log(2), 15);
    const middle = 0.5 * Math.log(0.5 / 0.375) + 0.25 * Math.log(0.25 / 0.375);
    expect(between.jensenShannon.value).toBeCloseTo(middle, 15);
    const [sum] = getDistances(outcome, [...'aaaabbbb'], { power: 1 });
    expect(sum.lpNorm.value).toBe(0.5);
  });

  test('uses weights like repeated rows', () => {
    const weighted = getDistances(['x', 'y', 'x', 'y'], [...'aabb'], { weight: [3, 1, 1, 1] });
    const repeated = getDistances([...'xxxyxy'], [...'aaaabb']);
    for (const name of names) {
      expect(weighted[0][name].value).toBeCloseTo(repeated[0][name].value, 15);
    }
  });

  test('has values and intervals in the range, and symmetric distances', () => {
    const rows = fc.array(fc.tuple(fc.constantFrom(...'xyz'), fc.constantFrom(...'ab')), {
      minLength: 6,
      maxLength: 50,
    });
    fc.assert(
      fc.property(rows, (list) => {
        const outcome = list.map(([each]) => each);
        const g = list.map(([, each]) => each);
        fc.pre(new Set(g).size === 2);
        const [between] = getDistances(outcome, g);
        const [back] = getDistances(
          outcome,
          g.map((each) => (each === 'a' ? 'b' : 'a')),
        );
        const max = { jensenShannon: Math.LN2, lpNorm: Math.SQRT2 };
        for (const name of names) {
          const { value, ci } = between[name];
          expect(back[name].value).toBeCloseTo(value, 14);
          expect(value >= 0 && value <= (max[name] ?? 1) + 1e-12).toBe(true);
          if (!ci) continue;
          expect(ci[0] >= 0 && ci[0] <= value && value <= ci[1]).toBe(true);
          expect(ci[1]).toBeLessThanOrEqual((max[name] ?? 1) + 1e-12);
        }
        // Pinsker's inequality, for divergences and half of the sum of differences.
        const { value: variation } = between.totalVariationDistance;
        expect(2 * variation ** 2).toBeLessThanOrEqual(between.klDivergence.value + 1e-12);
      }),
      { numRuns: 40 },
    );
  });

  test('has an interval that contains 0 for equal groups, and excludes it for different ones', () => {
    const g = Array.from({ length: 400 }, (_, i) => (i < 200 ? 'a' : 'b'));
    const [equal] = getDistances(
      g.map((_, i) => i % 4),
      g,
    );
    const [different] = getDistances(
      g.map((each, i) => (each === 'a' ? i % 4 : i % 3)),
      g,
    );
    for (const name of names) {
      expect(equal[name].ci?.[0]).toBe(0);
      expect(present(different[name].ci)[0]).toBeGreaterThan(0);
    }
    const [few] = getDistances([0, 1, 1], ['a', 'b', 'b']);
    expect(few.totalVariationDistance.warning).toContain('fewer than two rows');
  });

  test('gives a reason for an infinite divergence and for a group without weight', () => {
    const [infinite] = getDistances([...'xyxx'], [...'aabb']);
    expect(infinite.klDivergence).toEqual({
      value: Number.POSITIVE_INFINITY,
      reason: 'an outcome of the group does not occur in the other one',
    });
  });

  test.each([
    ['power', { power: 0.5 }, undefined],
    ['weight', { weight: [1, -1] }, 1],
    ['outcomeDistances', misuse({ powers: 2 }), undefined],
  ])('rejects %s: %j', (argument, others, row) => {
    expect(getError(() => getDistances([0, 1], ['a', 'b'], others))).toMatchObject({ argument, row });
  });
});

describe('predictionCoverage', () => {
  test('counts intervals that contain the label, with their ends', () => {
    const covered = scores.predictionCoverage({
      label: [1, 2, 3, 4],
      low: [1, 0, 4, 3],
      high: [2, 1, 6, 4],
      group: ['a', 'a', 'b', 'b'],
    });
    expect(covered.map(({ name, rows, coverage, size }) => [name, rows, coverage.value, size.value])).toEqual([
      ['All rows', 4, 0.5, 1.25],
      ['a', 2, 0.5, 1],
      ['b', 2, 0.5, 1.5],
    ]);
    const [low, high] = present(covered[0].coverage.ci);
    expect(low < 0.5 && high > 0.5).toBe(true);
  });

  test('counts sets that contain the label', () => {
    const covered = scores.predictionCoverage({
      label: ['x', 'y', 'z'],
      sets: [['x', 'y'], [], ['z', 'z']],
      group: ['a', 'a', 'b'],
    });
    expect(covered.map(({ coverage, size }) => [coverage.value, size.value])).toEqual([
      [2 / 3, 1],
      [0.5, 1],
      [1, 1],
    ]);
    const coded = scores.predictionCoverage({
      label: { codes: [0, 1, 2], categories: ['x', 'y', 'z'] },
      sets: [['x', 'y'], [], ['z', 'z']],
      group: ['a', 'a', 'b'],
    });
    expect(coded).toEqual(covered);
  });

  const rows = (count, misses) => ({
    label: Array.from({ length: count }, (_, i) => (i < misses ? 5 : 0)),
    low: Array(count).fill(-1),
    high: Array(count).fill(1),
    group: Array(count).fill('a'),
  });

  test('warns if Wilson’s interval has too few cases', () => {
    const [{ coverage: few }] = scores.predictionCoverage(rows(25, 1));
    expect(few.warning).toBe('only 1.0 cases expected');
    const [{ coverage: many }] = scores.predictionCoverage(rows(100, 10));
    expect(many.warning).toBeUndefined();
  });

  test('counts clusters instead of rows', () => {
    // 40 people with 5 equal rows each have as much information as 40 rows.
    const single = rows(40, 10);
    const repeat = (column) => column.flatMap((value) => Array(5).fill(value));
    const cluster = repeat(single.label.map((_, i) => i));
    const all = Object.fromEntries(Object.entries(single).map(([name, column]) => [name, repeat(column)]));
    const [{ coverage }] = scores.predictionCoverage(/** @type {any} */ ({ ...all, cluster }));
    const [{ coverage: ofRows }] = scores.predictionCoverage(single);
    const [{ coverage: naive }] = scores.predictionCoverage(/** @type {any} */ (all));
    /** @param {import('fairwasm').Estimate} estimate */
    const width = ({ ci }) => present(ci)[1] - present(ci)[0];
    expect(coverage.value).toBe(0.75);
    expect(width(coverage) / width(ofRows)).toBeCloseTo(1, 1);
    expect(width(naive) / width(ofRows)).toBeLessThan(0.5);
  });

  test.each([
    ['high', { label: [1, 2], low: [0, 3], high: [1, 2] }, 1],
    ['high', { label: [1, 2], low: [0, 3], high: [1] }, undefined],
    ['sets', { label: [1, 2], sets: [[1]] }, undefined],
    ['sets', { label: [1, 2] }, undefined],
    ['group', { label: [1, 2, 3], sets: [[1], [2], [3]] }, undefined],
    ['cluster', { label: [1, 2], sets: [[1], [2]], cluster: ['p'] }, undefined],
    ['cluster', { label: [1, 2], sets: [[1], [2]], crossedCluster: ['p', 'q'] }, undefined],
  ])('rejects %s: %j', (argument, input, row) => {
    const call = () => scores.predictionCoverage(misuse({ group: ['a', 'b'], ...input }));
    expect(getError(call)).toMatchObject({ argument, row });
  });
});
