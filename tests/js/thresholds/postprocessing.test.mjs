// SPDX-License-Identifier: Apache-2.0
//
// Reject option and calibrated equalized odds, compared with row-by-row definitions and with AIF360's grid search.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, thresholds } from '../support.mjs';

const row = fc.record({
  group: fc.constantFrom('a', 'b'),
  label: fc.constantFrom(0, 1),
  score: fc.integer({ min: 0, max: 20 }).map((each) => each / 20),
});
// Both groups have both outcomes.
const table = fc
  .array(row, { minLength: 6, maxLength: 40 })
  .map((rows) => [
    ...['a', 'b'].flatMap((group) => [0, 1].map((label) => ({ group, label, score: 0.3 + 0.4 * label }))),
    ...rows,
  ]);

const getCurves = (rows) =>
  thresholds.curves({
    label: rows.map(({ label }) => label),
    score: rows.map(({ score }) => score),
    groups: { group: rows.map(({ group }) => group) },
    favorable: 1,
  });

const mean = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;
const getRate = (rows, keep, selected) => mean(rows.filter(keep).map(selected));

// Metrics of decisions that `selected` gives the probability of.
function measured(rows, selected) {
  const is = (label) => (each) => each.label === label;
  const of = (group) => rows.filter((each) => each.group === group);
  const gap = (keep) => Math.abs(getRate(of('a'), keep, selected) - getRate(of('b'), keep, selected));
  return {
    balancedAccuracy: (getRate(rows, is(1), selected) + 1 - getRate(rows, is(0), selected)) / 2,
    demographicParity: gap(() => true),
    equalOpportunity: gap(is(1)),
    equalizedOdds: Math.max(gap(is(1)), gap(is(0))),
  };
}

const linspace = (from, to, count) => Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

// AIF360's grid: a threshold and a margin, above which scores are strictly greater.
function bestOnGrid(rows, constraint, tolerance) {
  let best = Number.NaN;
  for (const threshold of linspace(0.01, 0.99, 25)) {
    for (const margin of linspace(0, Math.min(threshold, 1 - threshold), 12)) {
      const found = measured(rows, ({ group, score }) =>
        Number(score > (group === 'a' ? threshold - margin : threshold + margin)),
      );
      if (found[constraint] > tolerance) continue;
      if (!(found.balancedAccuracy <= best)) best = found.balancedAccuracy;
    }
  }
  return best;
}

test('no margin around a threshold exceeds the best critical region, whose value is correct', () => {
  const constraint = fc.constantFrom('demographicParity', 'equalOpportunity', 'equalizedOdds');
  fc.assert(
    fc.property(table, constraint, fc.constantFrom(0.05, 0.2, 1), (rows, which, tolerance) => {
      /** @type {Parameters<import('fairwasm/thresholds').ScoreCurves['rejectOption']>[0]} */
      const task = { constraint: which, objective: 'balancedAccuracy', tolerance, favored: ['a'] };
      const { value, gap, region, cost } = getCurves(rows).rejectOption(task);
      const onGrid = bestOnGrid(rows, which, tolerance);
      if (!Number.isNaN(onGrid)) expect(value).toBeGreaterThanOrEqual(onGrid - 1e-9);
      if (Number.isNaN(value)) return;
      const found = measured(rows, ({ group, score }) => Number(score >= (group === 'a' ? region.low : region.high)));
      expect(value).toBeCloseTo(found.balancedAccuracy, 9);
      expect(gap).toBeCloseTo(found[which], 9);
      expect(gap).toBeLessThanOrEqual(tolerance + 1e-9);
      expect(cost).toBeGreaterThanOrEqual(0);
      const within = rows.filter(({ score }) => score >= region.low && score < region.high);
      expect(region.rows).toBe(within.length);
    }),
    { numRuns: 25 },
  );
});

test('reject option is at least as good as the best single threshold for every tolerance', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const curves = getCurves(rows);
      /** @type {import('fairwasm/thresholds').ThresholdTask} */
      const task = { constraint: 'equalizedOdds', tolerance: 1 };
      const single = curves.singleThreshold(task).value;
      for (const favored of [['a'], ['b']]) {
        expect(curves.rejectOption({ ...task, favored }).value).toBeGreaterThanOrEqual(single - 1e-9);
      }
    }),
    { numRuns: 40 },
  );
});

// Formulas of Pleiss et al.; AIF360 has 1 - base rate instead of the last base rate.
function getCosts(rows, rate) {
  const b = mean(rows.map(({ label }) => label));
  const of = (getScore) => {
    const f = mean(rows.filter(({ label }) => label === 0).map(getScore));
    const n = 1 - mean(rows.filter(({ label }) => label === 1).map(getScore));
    if (rate === 'weighted') return ((1 - b) * f + b * n) / 2;
    return rate === 'falsePositive' ? f : n;
  };
  return { own: of(({ score }) => score), ofBaseRate: of(() => b), b };
}

test('calibrated odds withhold the paper’s proportion, and decide other rows by their scores', () => {
  const rates = fc.constantFrom('falsePositive', 'falseNegative', 'weighted');
  fc.assert(
    fc.property(table, rates, fc.constantFrom(0.35, 0.5), (rows, rate, threshold) => {
      const [a, b] = ['a', 'b'].map((name) =>
        getCosts(
          rows.filter(({ group }) => group === name),
          rate,
        ),
      );
      const getShare = (one, other) =>
        other.own > one.own + 1e-12 ? (other.own - one.own) / (one.ofBaseRate - one.own) : 0;
      const shares = { a: getShare(a, b), b: getShare(b, a) };
      const isPossible = Object.values(shares).every((share) => share >= 0 && share <= 1);
      const outcome = getCurves(rows).calibratedOdds({ rate, threshold, objective: 'balancedAccuracy' });
      expect(outcome.scores.map(({ costBefore }) => costBefore)).toEqual([
        expect.closeTo(a.own, 9),
        expect.closeTo(b.own, 9),
      ]);
      if (!isPossible) {
        expect(outcome.value).toBeNaN();
        expect(outcome.reason).toMatch('cannot be made as costly');
        return;
      }
      expect(outcome.scores.map(({ withheld }) => withheld)).toEqual([
        expect.closeTo(shares.a, 9),
        expect.closeTo(shares.b, 9),
      ]);
      expect(outcome.scores[0].costAfter).toBeCloseTo(outcome.scores[1].costAfter, 9);
      const expected = measured(rows, ({ group, score }) => {
        const share = shares[group];
        const baseRate = group === 'a' ? a.b : b.b;
        return (1 - share) * Number(score >= threshold) + share * Number(baseRate >= threshold);
      });
      expect(outcome.value).toBeCloseTo(expected.balancedAccuracy, 9);
      expect(outcome.gap).toBeCloseTo(expected.equalizedOdds, 9);
    }),
    { numRuns: 60 },
  );
});

const many = () => {
  const at = Array.from({ length: 600 }, (_, i) => i);
  return at.map((i) => ({
    group: i % 2 ? 'a' : 'b',
    label: (i * 7) % 10 < (i % 2 ? 6 : 4) ? 1 : 0,
    score: (((i * 7) % 10 < 6 ? 30 : 10) + ((i * 13) % 50)) / 100,
  }));
};

test('the chosen policy is applied to held-out rows, with an interval of its cost', () => {
  const { fit, test: held } = getCurves(many()).split({ seed: 4 });
  /** @type {import('fairwasm/thresholds').ThresholdTask} */
  const task = { constraint: 'equalOpportunity', tolerance: 0.05 };
  const rejected = fit.rejectOption({ ...task, favored: ['b'] });
  const { cost, equalized } = fit.heldOutCost(held, { ...task, chosen: rejected });
  expect(present(cost.ci)[0]).toBeLessThanOrEqual(cost.value);
  expect(present(cost.ci)[1]).toBeGreaterThanOrEqual(cost.value);
  expect(equalized.groups.map(({ thresholds: [each] }) => each.threshold)).toEqual(
    rejected.groups.map(({ thresholds: [each] }) => each.threshold),
  );
  const calibrated = fit.calibratedOdds({ rate: 'falsePositive' });
  const odds = fit.heldOutCost(held, { constraint: 'equalizedOdds', chosen: calibrated });
  expect(odds.cost.ci).toHaveLength(2);
});

test('rejects invalid arguments', () => {
  const curves = getCurves(many());
  /** @type {import('fairwasm/thresholds').ThresholdTask} */
  const task = { constraint: 'equalOpportunity' };
  for (const favored of [[], ['a', 'b'], ['c'], 'a', undefined]) {
    const error = getError(() => curves.rejectOption({ ...task, favored: misuse(favored) }));
    expect([error.code, error.argument]).toEqual(['invalidArgument', 'favored']);
  }
  const far = getCurves(many().map((each) => ({ ...each, score: 10 * each.score })));
  expect(getError(() => far.calibratedOdds()).argument).toBe('score');
  expect(getError(() => curves.calibratedOdds({ rate: misuse('fpr') })).argument).toBe('rate');
  expect(getError(() => curves.calibratedOdds(misuse({ cost: 'x' }))).code).toBe('invalidArgument');
  const { test: held } = curves.split();
  const other = getCurves(many().map((each) => ({ ...each, group: `${each.group}!` })));
  const chosen = other.optimum(task);
  expect(getError(() => curves.heldOutCost(held, { ...task, chosen })).argument).toBe('chosen');
});
