// SPDX-License-Identifier: Apache-2.0
//
// Group thresholds in the package: all input formats, and invariances of the cost.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { lehmer } from '../../random-numbers.mjs';
import { getError, thresholds } from '../support.mjs';

/** @type {import('fairwasm/thresholds').ThresholdConstraint[]} */
const constraints = ['demographicParity', 'equalOpportunity', 'predictiveEquality', 'equalizedOdds'];
/** @type {import('fairwasm/thresholds').ThresholdObjective[]} */
const objectives = [
  'accuracy',
  'balancedAccuracy',
  'groupBalancedAccuracy',
  { falseNegative: 4, falsePositive: 1, truePositive: -1 },
];

// Seven rows of each of two groups.
const fourteen = () => ({
  score: [0.9, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2, 0.9, 0.7, 0.6, 0.5, 0.4, 0.2, 0.1],
  label: [1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0],
  groups: { sex: [...'aaaaaaabbbbbbb'] },
});

const row = fc.record({
  group: fc.constantFrom('a', 'b', 'c'),
  label: fc.constantFrom(0, 1),
  score: fc.integer({ min: 0, max: 8 }),
  times: fc.integer({ min: 1, max: 3 }),
});
const both = ['a', 'b', 'c'].flatMap((group) => [0, 1].map((label) => ({ group, label, score: 4 * label, times: 1 })));
// Every group has both outcomes.
const table = fc.array(row, { maxLength: 40 }).map((rows) => [...both, ...rows]);
const task = fc.record({
  constraint: fc.constantFrom(...constraints),
  objective: fc.constantFrom(...objectives),
  tolerance: fc.constantFrom(0, 0.05, 0.3),
});

const columns = (rows) => ({
  label: rows.map(({ label }) => label),
  score: rows.map(({ score }) => score),
  groups: { group: rows.map(({ group }) => group) },
});
const getCurves = (rows) => thresholds.curves(columns(rows));

function expectSame(one, other) {
  expect(one.value).toBeCloseTo(other.value, 12);
  expect(one.cost).toBeCloseTo(other.cost, 12);
}

test('does not depend on the order of rows', () => {
  const shuffled = table.chain((rows) =>
    fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
  );
  fc.assert(
    fc.property(shuffled, task, ([rows, others], what) => {
      expect(getCurves(others).optimum(what)).toEqual(getCurves(rows).optimum(what));
      expect(getCurves(others).deterministic(what)).toEqual(getCurves(rows).deterministic(what));
      expect(getCurves(others).groups).toEqual(getCurves(rows).groups);
    }),
    { numRuns: 60 },
  );
});

test('counts and weights equal repeated rows', () => {
  fc.assert(
    fc.property(table, task, (rows, what) => {
      const repeated = getCurves(rows.flatMap((each) => Array(each.times).fill(each)));
      const times = rows.map((each) => each.times);
      const counted = thresholds.curves({ ...columns(rows), rows: times });
      const weighted = thresholds.curves({ ...columns(rows), weight: times });
      expect(counted.optimum(what)).toEqual(repeated.optimum(what));
      expect(weighted.optimum(what)).toEqual(repeated.optimum(what));
      expect(counted.split({ seed: 3 }).test.groups).toEqual(repeated.split({ seed: 3 }).test.groups);
    }),
    { numRuns: 60 },
  );
});

test('only the ranks of scores matter', () => {
  fc.assert(
    fc.property(table, task, (rows, what) => {
      const moved = rows.map((each) => ({ ...each, score: -5 + each.score ** 3 / 7 }));
      expectSame(getCurves(moved).optimum(what), getCurves(rows).optimum(what));
    }),
    { numRuns: 60 },
  );
});

test('a larger tolerance never increases the cost, and an additional group never decreases it', () => {
  fc.assert(
    fc.property(table, task, (rows, { tolerance, ...what }) => {
      const curves = getCurves(rows);
      const costs = [0, tolerance, 1].map((each) => curves.optimum({ ...what, tolerance: each }).cost);
      expect(costs[0]).toBeGreaterThanOrEqual(costs[1] - 1e-12);
      expect(costs[1]).toBeGreaterThanOrEqual(costs[2] - 1e-12);
      expect(costs[2]).toBeLessThan(1e-12);
    }),
    { numRuns: 60 },
  );
});

test('equal groups cost nothing', () => {
  fc.assert(
    fc.property(table, task, (rows, what) => {
      const twice = ['one', 'other'].flatMap((group) => rows.map((each) => ({ ...each, group })));
      expect(getCurves(twice).optimum(what).cost).toBeLessThan(1e-12);
    }),
    { numRuns: 60 },
  );
});

// The probability that a row with this score is selected.
function selected({ thresholds: mixture, coin = { probability: 0, selects: 0 } }, score) {
  const byScore = mixture
    .filter(({ threshold }) => score >= threshold)
    .reduce((sum, { probability }) => sum + probability, 0);
  return (1 - coin.probability) * byScore + coin.probability * coin.selects;
}

test('thresholds have the stated rates when applied row by row', () => {
  fc.assert(
    fc.property(table, task, (rows, what) => {
      const { groups, value, gap } = getCurves(rows).optimum(what);
      let right = 0;
      for (const group of groups) {
        const own = rows.filter((each) => each.group === group.name);
        const mean = (some) => some.reduce((sum, { score }) => sum + selected(group, score), 0) / some.length;
        const [yes, no] = [1, 0].map((label) => own.filter((each) => each.label === label));
        expect(mean(own)).toBeCloseTo(group.selectionRate, 12);
        expect(mean(yes)).toBeCloseTo(group.truePositiveRate, 12);
        expect(mean(no)).toBeCloseTo(group.falsePositiveRate, 12);
        const total = group.thresholds.reduce((sum, { probability }) => sum + probability, 0);
        expect(total).toBeCloseTo(1, 12);
        right += mean(yes) * yes.length + (1 - mean(no)) * no.length;
      }
      expect(gap).toBeLessThan(what.tolerance + 1e-12);
      if (what.objective === 'accuracy') expect(value).toBeCloseTo(right / rows.length, 12);
    }),
    { numRuns: 100 },
  );
});

test('a frontier decreases to a cost of 0', () => {
  const curves = thresholds.curves(fourteen());
  for (const constraint of constraints) {
    for (const objective of objectives) {
      const points = curves.frontier({ constraint, objective });
      expect(points[0].tolerance).toBe(0);
      expect(points[0].cost).toBeCloseTo(curves.optimum({ constraint, objective }).cost, 12);
      expect(present(points.at(-1)).cost).toBe(0);
      for (let i = 1; i < points.length; i++) {
        expect(points[i].tolerance).toBeGreaterThan(points[i - 1].tolerance);
        expect(points[i].cost).toBeLessThanOrEqual(points[i - 1].cost + 1e-12);
      }
    }
  }
});

test('groups are combinations of all attributes, sorted by size or name', () => {
  const rows = fourteen();
  const age = [40, 40, 40, 9, 9, 9, 9, 40, 40, 40, 9, 9, 9, 9];
  const { groups } = thresholds.curves({ ...rows, groups: { age, ...rows.groups } });
  expect(groups.map(({ name }) => name)).toEqual(['9, a', '9, b', '40, a', '40, b']);
  expect(groups[0]).toMatchObject({ categories: { age: '9', sex: 'a' }, positives: 2, negatives: 2 });
});

test('gives reasons for undefined results', () => {
  const rows = fourteen();
  const label = rows.label.map((each, i) => (i < 7 ? 1 : each));
  const curves = thresholds.curves({ ...rows, label });
  const getReason = (constraint, objective) => curves.optimum({ constraint, objective }).reason;
  expect(getReason('demographicParity')).toBeUndefined();
  expect(getReason('equalOpportunity', 'balancedAccuracy')).toBeUndefined();
  expect(getReason('equalizedOdds')).toBe('no actual negatives among sex = a');
  expect(getReason('demographicParity', 'groupBalancedAccuracy')).toBe('no actual negatives among sex = a');
  const only = thresholds.curves({ ...rows, label: rows.label.map(() => 1), favorable: 1 });
  expect(only.optimum({ constraint: 'demographicParity', objective: 'balancedAccuracy' })).toEqual({
    value: Number.NaN,
    cost: Number.NaN,
    gap: Number.NaN,
    groups: [],
    reason: 'no actual negatives',
  });
  const weight = rows.label.map((_, i) => (i < 7 ? 0 : 1));
  const empty = thresholds.curves({ ...rows, weight });
  expect(empty.optimum({ constraint: 'demographicParity' }).reason).toBe('no rows with a weight above 0 among sex = a');
  const none = thresholds.curves(fourteen()).deterministic({ constraint: 'demographicParity', thresholds: [0.7] });
  expect(none.reason).toBe('no combination of these thresholds is within the tolerance');
  expect(only.frontier({ constraint: 'equalizedOdds' })).toEqual([]);
});

test('rejects invalid arguments and suggests the correct name', () => {
  const curves = thresholds.curves(fourteen());
  const called = (options, method = 'optimum') => getError(() => curves[method](options));
  expect(called({ constraint: 'equalisedOdds' }).message).toContain("did you mean 'equalizedOdds'?");
  expect(called({ constraint: 'equalizedOdds', tolerence: 0.1 }).message).toContain("did you mean 'tolerance'?");
  expect(called({ constraint: 'equalizedOdds', objective: 'acuracy' })).toMatchObject({ argument: 'objective' });
  expect(called({ constraint: 'equalizedOdds', objective: { falsePositives: 1 } }).message).toContain(
    "did you mean 'falsePositive'?",
  );
  for (const tolerance of [-0.1, 2, Number.NaN, '0.1']) {
    expect(called({ constraint: 'equalizedOdds', tolerance })).toMatchObject({
      code: 'invalidArgument',
      argument: 'tolerance',
    });
  }
  expect(called({ constraint: 'equalizedOdds', objective: { truePositive: 2 } })).toMatchObject({
    argument: 'objective',
  });
  expect(called({ constraint: 'equalizedOdds', steps: 0 }, 'frontier').argument).toBe('steps');
  expect(called({ constraint: 'equalizedOdds', tolerance: 0 }, 'frontier').argument).toBe('frontier');
  expect(called(null, 'frontier').argument).toBe('frontier');
  expect(called({ constraint: 'equalizedOdds', thresholds: [] }, 'deterministic').argument).toBe('thresholds');
  expect(getError(() => curves.atRate({ constraint: 'equalizedOdds' }, [0.1, 0.2])).code).toBe('shapeMismatch');
  expect(getError(() => curves.split({ share: 1 })).argument).toBe('share');
  expect(getError(() => curves.split({ seed: 0.5 })).argument).toBe('seed');
});

test('rejects invalid rows with their number', () => {
  const call = (change) => getError(() => thresholds.curves({ ...fourteen(), ...change }));
  const score = fourteen().score;
  expect(call({ score: score.with(3, misuse('x')) })).toMatchObject({ argument: 'score', row: 3 });
  expect(call({ score: Float64Array.from(score.with(3, Number.NaN)) })).toMatchObject({ row: 3 });
  expect(call({ score: score.slice(1) })).toMatchObject({ code: 'shapeMismatch' });
  expect(call({ label: fourteen().label.with(2, misuse(null)) })).toMatchObject({ code: 'missingValue', row: 2 });
  expect(call({ rows: score })).toMatchObject({ argument: 'rows', row: 0 });
  expect(call({ weight: score.map(() => -1) })).toMatchObject({ argument: 'weight', row: 0 });
  expect(call({ sensitive_features: [] }).message).toContain("did you mean 'groups'?");
  const many = { score: Array(1001).fill(1), label: Array(1001).fill(1) };
  expect(call({ ...many, groups: { id: many.score.map((_, i) => i) } }).code).toBe('tooLarge');
});

describe('on held-out rows', () => {
  const random = lehmer(1);
  const rows = Array.from({ length: 2000 }, (_, i) => {
    const group = 'ab'[i % 2];
    const label = random() < (group === 'a' ? 0.5 : 0.3) ? 1 : 0;
    const score = Math.round(20 * (random() + (label ? 0.5 : 0.1))) + (group === 'b' ? -2 : 0);
    return { group, label, score };
  });
  const curves = getCurves(rows);
  const { fit, test: held } = curves.split({ seed: 1 });

  test('the parts contain every row once', () => {
    const sums = (list) => list.groups.map(({ positives, negatives }) => [positives, negatives]);
    const [a, b, all] = [fit, held, curves].map(sums);
    expect(a.map((pair, g) => pair.map((count, i) => count + b[g][i]))).toEqual(all);
  });

  test.each(constraints)('%s costs the difference between two values', (constraint) => {
    const found = fit.heldOutCost(held, { constraint, objective: 'balancedAccuracy' });
    const { cost, equalized, unconstrained } = found;
    expect(cost.value).toBeCloseTo(unconstrained.value - equalized.value, 12);
    expect(present(cost.ci)[0]).toBeLessThan(cost.value);
    expect(present(cost.ci)[1]).toBeGreaterThan(cost.value);
    expect(equalized.gap).toBeLessThan(unconstrained.gap);
    const wide = fit.heldOutCost(held, { constraint, objective: 'balancedAccuracy', confidence: 0.99 });
    expect(present(wide.cost.ci)[0]).toBeLessThan(present(cost.ci)[0]);
  });

  test('has no interval with weights, or if nothing changes', () => {
    const weighted = thresholds.curves({ ...columns(rows), weight: rows.map(() => 2) });
    const { cost } = fit.heldOutCost(weighted, { constraint: 'equalizedOdds' });
    expect(cost).toMatchObject({ warning: 'no interval: rows are weighted' });
    expect(cost.ci).toBeUndefined();
    expect(getError(() => weighted.split())).toMatchObject({ code: 'invalidState' });
    const alike = fit.heldOutCost(held, { constraint: 'equalizedOdds', tolerance: 1 });
    expect(alike.cost).toEqual({ value: 0, warning: 'no interval: too few decisions differ' });
  });

  test('applies deterministic thresholds as chosen', () => {
    /** @type {import('fairwasm/thresholds').ThresholdTask} */
    const what = { constraint: 'equalOpportunity', tolerance: 0.01 };
    const { equalized } = fit.heldOutCost(held, { ...what, deterministic: true });
    const chosen = fit.deterministic(what);
    expect(equalized.groups.map((group) => group.thresholds)).toEqual(chosen.groups.map((group) => group.thresholds));
  });

  test('rejects other groups', () => {
    const others = thresholds.curves(fourteen());
    expect(getError(() => fit.heldOutCost(others, { constraint: 'equalizedOdds' }))).toMatchObject({
      code: 'incompatible',
      argument: 'test',
    });
    expect(getError(() => fit.heldOutCost(misuse(null), { constraint: 'equalizedOdds' }))).toMatchObject({
      code: 'incompatible',
    });
  });
});

test('frees memory, and rejects later calls', () => {
  const curves = thresholds.curves(fourteen());
  curves[Symbol.dispose]();
  expect(getError(() => curves.groups).code).toBe('invalidState');
});
