// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { fair, getError } from '../support.mjs';

const rows = () => ({
  groups: { g: ['a', 'a', 'a', 'b', 'b', 'b', 'b', 'c'] },
  label: [1, 1, 0, 1, 0, 0, 1, 1],
  score: [0.9, 0.4, 0.4, 0.7, 0.2, 0.6, 0.5, 1],
  weight: [1, 1, 2, 1, 1, 1, 1, 1],
});
const getTally = (batch = rows()) => {
  const tally = fair.scoreTally(['g']);
  tally.update(batch);
  return tally;
};
const ofGroup = (tally, name) => tally.by(['g']).find(({ categories }) => categories.g === name);

test('computes summaries and curves, which match manual calculations', () => {
  const a = ofGroup(getTally(), 'a');
  expect(a).toMatchObject({ rows: 3, positives: 2, negatives: 2, areaUnderCurveError: 0 });
  expect(a.areaUnderCurve).toBe((2 + 0.5 * 2) / 4);
  expect(a.brierScore).toBeCloseTo((0.01 + 0.36 + 2 * 0.16) / 4, 14);
  expect(a.logLoss).toBeCloseTo(-(Math.log(0.9) + Math.log(0.4) + 2 * Math.log(0.6)) / 4, 14);
  expect(a.rocCurve.map((point) => Object.values(point))).toEqual([
    [Number.POSITIVE_INFINITY, 0, 0, 0, 0.5],
    [0.9, 0.5, 0, 0.25, 0.75],
    [0.4, 1, 1, 1, 0.5],
  ]);
  expect(a.calibrationCurve).toEqual([
    { upper: 0.4, weight: 3, meanScore: expect.closeTo(0.4, 14), positiveRate: 1 / 3 },
    { upper: 0.9, weight: 1, meanScore: 0.9, positiveRate: 1 },
  ]);
  expect(a.expectedCalibrationError).toBeCloseTo((3 * (0.4 - 1 / 3) + 0.1) / 4, 14);
});

test('returns NaN and no ROC curve for a group with one outcome', () => {
  const c = ofGroup(getTally(), 'c');
  expect(c.areaUnderCurve).toBeNaN();
  expect(c.rocCurve[1].falsePositiveRate).toBeNaN();
  expect(c.brierScore).toBe(0);
});

test('chooses group thresholds that equalize a rate as far as its steps permit', () => {
  const tally = getTally();
  const parity = tally.equalizingThresholds(['g'], { equalize: 'selectionRate', target: 0.5 });
  expect(parity.map(({ categories, threshold }) => [categories.g, threshold])).toEqual([
    ['a', 0.9],
    ['b', 0.6],
    ['c', Number.POSITIVE_INFINITY],
  ]);
  const opportunity = tally.equalizingThresholds(['g'], { equalize: 'truePositiveRate' });
  // At a threshold of 0.5, all rows together have a true positive rate of 4/5.
  expect(opportunity.map(({ truePositiveRate }) => truePositiveRate)).toEqual([1, 1, 1]);
  const [a] = tally.equalizingThresholds(['g'], { equalize: 'truePositiveRate', target: 0.5 });
  expect(a).toMatchObject({ threshold: 0.9, truePositiveRate: 0.5, falsePositiveRate: 0 });
});

test('merging and storing change nothing', () => {
  const half = (from, to) => {
    const { groups, ...others } = rows();
    const cut = Object.entries(others).map(([name, column]) => [name, column.slice(from, to)]);
    return { groups: { g: groups.g.slice(from, to) }, ...Object.fromEntries(cut) };
  };
  const merged = getTally(half(4));
  merged.merge(getTally(half(0, 4)));
  const stored = fair.scoreTallyFromBytes(merged.toBytes());
  for (const name of ['a', 'b', 'c']) {
    expect(ofGroup(stored, name).rocCurve).toEqual(ofGroup(getTally(), name).rocCurve);
  }
  expect(getError(() => fair.scoreTallyFromBytes(merged.toBytes().slice(1))).code).toBe('corruptBytes');
});

test('a failed update changes nothing', () => {
  const tally = getTally();
  const before = JSON.stringify(tally.by(['g']));
  const wrong = { ...rows(), score: [0, 0, 0, 0, 0, 0, 0, 1.5] };
  wrong.groups.g[0] = 'new';
  expect(getError(() => tally.update(wrong))).toMatchObject({ argument: 'score', row: 7 });
  expect(JSON.stringify(tally.by(['g']))).toBe(before);
});

test.each([
  ['bins', (tally) => tally.by(['g'], { bins: 7 })],
  ['bins', (tally) => tally.by(['g'], { bins: 0.5 })],
  ['attribute', (tally) => tally.by(['h'])],
  ['target', (tally) => tally.equalizingThresholds(['g'], { equalize: 'selectionRate', target: 2 })],
  ['h', (tally) => tally.update({ ...rows(), groups: { g: rows().groups.g, h: [] } })],
  ['bytes', () => fair.scoreTallyFromBytes(misuse('bytes'))],
])('rejects invalid %s', (argument, call) => {
  expect(getError(() => call(getTally()))).toMatchObject({ argument });
});

test('AUC equals its definition, pair by pair', () => {
  const row = fc.record({ y: fc.nat(1), s: fc.double({ min: 0, max: 1, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (others) => {
      const data = [...others, { y: 1, s: 0.5 }, { y: 0, s: 0.25 }];
      const tally = fair.scoreTally();
      tally.update({ label: data.map(({ y }) => y), score: data.map(({ s }) => s) });
      const [up, down] = [1, 0].map((y) => data.filter((one) => one.y === y).map(({ s }) => s));
      /** @type {number[]} */
      const wins = up.flatMap((p) => down.map((n) => (p > n ? 1 : p === n ? 0.5 : 0)));
      const area = wins.reduce((sum, win) => sum + win, 0) / wins.length;
      expect(tally.overall.areaUnderCurve).toBeCloseTo(area, 12);
      tally[Symbol.dispose]();
    }),
  );
});
