// SPDX-License-Identifier: Apache-2.0
//
// Scores of groups: ratios by quantile, and standardized mean differences.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, impact } from '../support.mjs';

const groups = { race: ['A', 'B', 'A', 'B', 'A', 'B', null, 'A', 'B', 'A'] };
const score = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const input = { groups, score, reference: 'A' };

test('approves the best proportion of all rows, including rows without a group', () => {
  const [best] = impact.ratiosByQuantile({ ...input, quantiles: [0.4] });
  // 1 - 0.4 of 9 steps is 5.4: between 6 and 7.
  expect(best.cutoff).toBeCloseTo(6.4, 14);
  expect(best).toMatchObject({ quantile: 0.4, approved: 4 });
  expect(best.groups).toMatchObject([
    { name: 'A', rows: 5, approved: 2, rate: 0.4, ratio: null },
    { name: 'B', rows: 4, approved: 1, rate: 0.25, ratio: { value: 0.625 } },
  ]);
  expect(present(best.groups[1].ratio).warning).toContain('no interval');
});

test('approves the other end if lower is better', () => {
  const [best] = impact.ratiosByQuantile({ ...input, quantiles: [0.4], lowerIsBetter: true });
  expect(best.cutoff).toBeCloseTo(4.6, 14);
  expect(best.groups.map(({ approved }) => approved)).toEqual([2, 2]);
});

test('approves scores exactly at the cutoff, whatever rounding does', () => {
  const few = { groups: { g: Array(11).fill('A') }, reference: 'A' };
  for (const scores of [[0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]]) {
    for (let tenths = 0; tenths <= 10; tenths++) {
      const [{ cutoff, approved }] = impact.ratiosByQuantile({ ...few, score: scores, quantiles: [tenths / 10] });
      expect([cutoff, approved]).toEqual([scores[10 - tenths], tenths + 1]);
    }
  }
});

test('a cutoff between adjacent floating-point numbers passes only the better one', () => {
  const pair = [1 + Number.EPSILON, 1 + 2 * Number.EPSILON];
  const of = (lowerIsBetter) =>
    impact
      .ratiosByQuantile({ groups: { g: ['A', 'B'] }, score: pair, reference: 'A', quantiles: [0.5], lowerIsBetter })[0]
      .groups.map(({ approved }) => approved);
  expect(of(false)).toEqual([0, 1]);
  expect(of(true)).toEqual([1, 0]);
});

test('standardized mean differences match a manual calculation', () => {
  const { groups: means, standardDeviation, disadvantaged, residual } = impact.meanDifferences(input);
  expect(standardDeviation).toBeCloseTo(Math.sqrt(82.5 / 9), 14);
  expect(means[0]).toEqual({ name: 'A', mean: 5.4, difference: null });
  expect(present(means[1].difference).value).toBeCloseTo((100 * (5.25 - 5.4)) / Math.sqrt(82.5 / 9), 12);
  expect(disadvantaged).toEqual(['B']);
  expect(residual).toBeNull();
  expect(impact.meanDifferences({ ...input, lowerIsBetter: true }).disadvantaged).toEqual([]);
});

test('residuals are label - score', () => {
  const label = score.map((value, i) => value + (groups.race[i] === 'B' ? 2 : 0));
  const { residual } = impact.meanDifferences({ ...input, label });
  expect(present(residual).groups.map(({ mean }) => mean)).toEqual([0, 2]);
});

test('equal scores have no standardized difference', () => {
  const { standardDeviation, groups: means } = impact.meanDifferences({ ...input, score: score.map(() => 0.1) });
  expect(standardDeviation).toBe(0);
  expect(means[1].difference).toMatchObject({ value: Number.NaN, reason: 'all values are equal' });
});

test.each([
  ['reference', { reference: 'C' }],
  ['quantiles', { quantiles: [1.5] }],
  ['quantiles', { quantiles: '0.1' }],
  ['groups', { groups: { ...groups, sex: groups.race } }],
  ['score', { score: score.with(4, Number.NaN) }],
  ['lowerIsBetter', { lowerIsBetter: 1 }],
  ['ratiosByQuantile', { quantile: 0.1 }],
])('rejects %s: %j', (argument, change) => {
  const error = getError(() => impact.ratiosByQuantile(misuse({ ...input, ...change })));
  expect(error.argument).toBe(argument);
});

const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const scored = fc.array(fc.tuple(fc.constantFrom('A', 'B', null), finite), { minLength: 3, maxLength: 40 });

test('negating scores negates the direction', () => {
  fc.assert(
    fc.property(scored, fc.integer({ min: 0, max: 100 }), (rows, percent) => {
      /** @type {[string | null, number][]} */
      const all = [['A', 0], ...rows];
      const of = (sign) =>
        impact.ratiosByQuantile({
          groups: { g: all.map(([name]) => name) },
          score: all.map(([, value]) => sign * value),
          reference: 'A',
          quantiles: [percent / 100],
          lowerIsBetter: sign < 0,
        })[0];
      expect(of(-1).groups).toEqual(of(1).groups);
      expect(of(1).approved).toBeGreaterThanOrEqual(Math.floor((all.length * percent) / 100));
    }),
  );
});

test('a standardized difference does not depend on unit or origin', () => {
  fc.assert(
    fc.property(scored, (rows) => {
      const all = [['A', 0], ['B', 1], ...rows];
      const of = (change) => {
        const { groups: means } = impact.meanDifferences({
          groups: { g: all.map(([name]) => name) },
          score: all.map(([, value]) => change(value)),
          reference: 'A',
        });
        return present(means[1].difference).value;
      };
      const plain = of((value) => value);
      expect(of((value) => 3 * value + 5)).toBeCloseTo(plain, 6);
      expect(of((value) => -value)).toBeCloseTo(-plain, 10);
    }),
  );
});
