// SPDX-License-Identifier: Apache-2.0

import { compareCsv, findMetric } from 'fairwasm';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { fair, getRejection } from '../support.mjs';

const uncertainty = { draws: 1 };

/** Returns rows of groups: `{ g: { label: [neither, only b, only a, both] } }`. */
function getRows(groups) {
  /** @type {{ groups: { g: string[] }, label: number[], predictions: Record<'a' | 'b', number[]> }} */
  const rows = { groups: { g: [] }, label: [], predictions: { a: [], b: [] } };
  for (const [name, labels] of Object.entries(groups)) {
    for (const [label, counts] of Object.entries(labels)) {
      counts.forEach((count, pair) => {
        for (let i = 0; i < count; i++) {
          rows.groups.g.push(name);
          rows.label.push(Number(label));
          rows.predictions.a.push(pair >> 1);
          rows.predictions.b.push(pair & 1);
        }
      });
    }
  }
  return rows;
}
const two = () => getRows({ x: { 0: [30, 12, 5, 13], 1: [14, 20, 6, 40] }, y: { 0: [25, 3, 9, 8], 1: [9, 7, 8, 16] } });
const compared = async (rows, options = {}) => (await fair.compare({ ...rows, uncertainty, ...options })).frame('g');

// An independent combination of the intervals of rows that change in each direction (Zou and Donner 2008): of n rows, f
// are selected by the first only, g by the second only.
function wilson(successes, trials, z) {
  const center = successes + z ** 2 / 2;
  const half = z * Math.sqrt((successes * (trials - successes)) / trials + z ** 2 / 4);
  return [(center - half) / (trials + z ** 2), (center + half) / (trials + z ** 2)];
}
function combinedChanges(f, g, n) {
  const z = 1.959963984540054;
  const [one, other] = [f / n, g / n];
  const [l2, u2] = wilson(f, n, z);
  const [l3, u3] = wilson(g, n, z);
  const correlation = -Math.sqrt((one / (1 - one)) * (other / (1 - other)));
  const end = (a, b) => Math.sqrt(a ** 2 - 2 * correlation * a * b + b ** 2);
  const value = one - other;
  return [value - end(one - l2, u3 - other), value + end(u2 - one, other - l3)];
}

const choose = (n, k) => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);
function mcnemar(f, g) {
  let tail = 0;
  for (let k = 0; k <= Math.min(f, g); k++) tail += choose(f + g, k);
  return Math.min(1, (2 * tail) / 2 ** (f + g));
}

const isOfPrediction = ({ inputs }) => inputs.includes('prediction');
const getName = ({ name }) => name;

// Returns the range of differences of a metric.
function getSpan(name) {
  const [lowest, highest] = present(findMetric(name)).range;
  return highest - lowest;
}

describe('two predictions compared', () => {
  test('each prediction has the rates and gaps of a separate audit', async () => {
    const rows = two();
    const frame = await compared(rows);
    const { groups, label } = rows;
    for (const name of ['a', 'b']) {
      const audit = fair.audit({ groups, label, prediction: rows.predictions[name], uncertainty });
      const alone = audit.frame('g');
      for (const group of ['x', 'y']) {
        const { rates } = frame.group(group);
        expect(Object.keys(rates)).toEqual(alone.metrics.filter(isOfPrediction).map(getName));
        for (const rate of Object.keys(rates)) {
          expect(rates[rate][name]).toEqual(alone.group(group).rates[rate]);
        }
      }
      expect(frame.reference.name).toBe(alone.reference.name);
      const { values } = alone.disparities()[0];
      const { gaps } = frame.group('y');
      for (const [rate, disparity] of [
        ['selectionRate', 'statisticalParityDifference'],
        ['truePositiveRate', 'equalOpportunityDifference'],
        ['falseOmissionRate', 'falseOmissionRateDifference'],
      ]) {
        expect(gaps[rate][name].value).toBeCloseTo(values[disparity].value, 12);
        expect(gaps[rate][name].ci[0]).toBeCloseTo(values[disparity].ci[0], 12);
        expect(gaps[rate][name].ci[1]).toBeCloseTo(values[disparity].ci[1], 12);
        expect(gaps[rate][name].pValue).toBeCloseTo(values[disparity].pValue, 12);
      }
    }
  });

  test.each([
    ['truePositiveRate', [14, 20, 6, 40]],
    ['falsePositiveRate', [30, 12, 5, 13]],
    ['selectionRate', [44, 32, 11, 53]],
  ])('the difference of %s has the interval of changed rows and McNemar’s test', async (rate, counts) => {
    const [neither, onlyB, onlyA, both] = counts;
    const { difference } = (await compared(two())).group('x').rates[rate];
    const rows = neither + onlyB + onlyA + both;
    const [low, high] = combinedChanges(onlyB, onlyA, rows);
    expect(difference.value).toBeCloseTo((onlyB - onlyA) / rows, 12);
    expect(present(difference.ci)[0]).toBeCloseTo(low, 9);
    expect(present(difference.ci)[1]).toBeCloseTo(high, 9);
    expect(difference.pValue).toBeCloseTo(mcnemar(onlyA, onlyB), 12);
  });

  test('compares accuracy in rows in which exactly one prediction is correct', async () => {
    const { difference } = (await compared(two())).group('x').rates.accuracy;
    // Correct only in b: 20 positives selected only by b, 5 negatives selected only by a.
    const [onlyB, onlyA, others] = [20 + 5, 6 + 12, 40 + 30 + 14 + 13];
    const [low, high] = combinedChanges(onlyB, onlyA, onlyB + onlyA + others);
    expect(present(difference.ci)[0]).toBeCloseTo(low, 9);
    expect(present(difference.ci)[1]).toBeCloseTo(high, 9);
    expect(difference.pValue).toBeCloseTo(mcnemar(onlyA, onlyB), 12);
  });

  test('adjusts intervals and p-values for all groups and rates of the summary', async () => {
    const { groups } = await compared(two());
    // Two groups, and the rates of selection, true positives, and false positives.
    const [count, confidence] = [6, 0.95];
    for (const { rates, gaps } of groups) {
      const { a, b, change, widening } = gaps.selectionRate ?? {};
      const numbers = [rates.selectionRate.difference, a, b, change, widening];
      for (const each of numbers.filter((number) => number !== undefined)) {
        expect(each.adjustedPValue).toBeCloseTo(1 - (1 - present(each.pValue)) ** count, 12);
        const [low, high] = present(each.ci);
        expect(present(each.adjustedCi)[0]).toBeLessThan(low);
        expect(present(each.adjustedCi)[1]).toBeGreaterThan(high);
      }
    }
    const surer = await compared(two(), { uncertainty: { confidence: confidence ** (1 / count) } });
    expect(surer.group('x').rates.selectionRate.difference.ci).toEqual(
      (await compared(two())).group('x').rates.selectionRate.difference.adjustedCi,
    );
  });

  test('a gap that reverses and grows is wider', async () => {
    // The old predictions select 50 and 47 of 100, the new ones 50 and 90: two in three rows of y change.
    const groups = { g: [...Array(1000).fill('x'), ...Array(1000).fill('y')] };
    const old = groups.g.map((name, i) => (i % 100 < (name === 'x' ? 50 : 47) ? 1 : 0));
    const renewed = groups.g.map((name, i) => ((i * 37) % 100 < (name === 'x' ? 50 : 90) ? 1 : 0));
    const { widening, verdict } = (await compared({ groups, predictions: { a: old, b: renewed } })).group('y').gaps
      .selectionRate;
    expect(widening.value).toBeCloseTo(0.4 - 0.03, 12);
    expect(present(widening.ci)[0]).toBeGreaterThan(0.25);
    expect(present(widening.pValue)).toBeLessThan(0.001);
    expect(verdict).toBe('wider');
  });

  test('a gap that reverses without growing is neither wider nor narrower', async () => {
    const groups = { g: [...Array(1000).fill('x'), ...Array(1000).fill('y')] };
    const selected = (share) => groups.g.map((name, i) => ((i * 37) % 100 < (name === 'x' ? 50 : share) ? 1 : 0));
    const { change, widening, verdict } = (
      await compared({ groups, predictions: { a: selected(60), b: selected(40) } })
    ).group('y').gaps.selectionRate;
    expect(present(change.ci)[1]).toBeLessThan(0);
    expect(present(widening.ci)[0]).toBeLessThan(-0.02);
    expect(present(widening.ci)[1]).toBeGreaterThan(0.02);
    expect(present(widening.pValue)).toBeGreaterThan(0.9);
    expect(verdict).toBe('reversed');
  });

  test('the change of a gap is the difference of differences', async () => {
    const frame = await compared(two());
    const [x, y] = ['x', 'y'].map((name) => frame.group(name));
    for (const rate of Object.keys(y.rates)) {
      const { a, b, change } = y.gaps[rate];
      expect(change.value).toBeCloseTo(b.value - a.value, 12);
      const [ours, theirs] = [y.rates[rate].difference, x.rates[rate].difference];
      const below = Math.hypot(ours.value - present(ours.ci)[0], present(theirs.ci)[1] - theirs.value);
      const above = Math.hypot(present(ours.ci)[1] - ours.value, theirs.value - present(theirs.ci)[0]);
      expect(present(change.ci)[0]).toBeCloseTo(change.value - below, 9);
      expect(present(change.ci)[1]).toBeCloseTo(change.value + above, 9);
    }
    expect(x.gaps).toEqual({});
    expect(frame.overall.gaps).toEqual({});
  });

  test('every interval contains its estimate, stays in range, and agrees with its test', async () => {
    const frames = [
      await compared(two()),
      await compared(two(), { weight: two().label.map((_, row) => 0.5 + (row % 3)) }),
      await compared(getRows({ x: { 0: [0, 0, 0, 4], 1: [3, 0, 0, 0] }, y: { 0: [0, 9, 0, 0], 1: [0, 0, 7, 0] } })),
      await compared(getRows({ x: { 0: [1, 0, 0, 0], 1: [0, 0, 0, 1] }, y: { 1: [90, 10, 0, 0] } })),
    ];
    for (const { overall, groups } of frames) {
      for (const { rates, gaps } of [overall, ...groups]) {
        const changes = Object.entries(gaps).map(([name, { change }]) => ({ ...change, most: 2 * getSpan(name) }));
        const differences = Object.entries(rates).map(([name, { difference }]) => ({
          ...difference,
          most: getSpan(name),
        }));
        for (const { value, ci, pValue, most } of [...changes, ...differences]) {
          if (ci === undefined) {
            expect(value).toBeNaN();
            continue;
          }
          const rounding = 1e-12;
          expect(ci[0]).toBeLessThanOrEqual(value + rounding);
          expect(ci[1]).toBeGreaterThanOrEqual(value - rounding);
          expect(Math.max(-ci[0], ci[1])).toBeLessThanOrEqual(most);
          if (pValue === undefined) continue;
          if (pValue > 0.2) expect(ci[0] <= 0 && 0 <= ci[1]).toBe(true);
          if (pValue < 0.005) expect(ci[0] > 0 || ci[1] < 0).toBe(true);
        }
      }
    }
  });

  test('a prediction compared with itself has a narrow interval around 0', async () => {
    const { label, groups, predictions } = two();
    const frame = await compared({ label, groups, predictions: { a: predictions.a, b: predictions.a } });
    for (const { rates, gaps } of frame.groups) {
      for (const { a, difference } of Object.values(rates)) {
        expect(difference.value).toBe(0);
        expect(difference.pValue).toBeCloseTo(1, 12);
        expect(present(difference.ci)[0]).toBeLessThan(0);
        expect(present(difference.ci)[1]).toBeGreaterThan(0);
        expect(present(difference.ci)[1] - present(difference.ci)[0]).toBeLessThan(present(a.ci)[1] - present(a.ci)[0]);
      }
      for (const { change } of Object.values(gaps)) expect(change.pValue).toBeCloseTo(1, 12);
    }
  });

  test('exchanging the predictions changes the signs', async () => {
    const rows = two();
    const { a, b } = rows.predictions;
    const one = (await compared(rows)).group('y');
    const other = (await compared({ ...rows, predictions: { a: b, b: a } })).group('y');
    for (const rate of Object.keys(one.rates)) {
      for (const [ours, theirs] of [
        [one.rates[rate].difference, other.rates[rate].difference],
        [one.gaps[rate].change, other.gaps[rate].change],
      ]) {
        expect(theirs.value).toBeCloseTo(-ours.value, 12);
        expect(present(theirs.ci)[0]).toBeCloseTo(-present(ours.ci)[1], 9);
        expect(theirs.pValue).toBeCloseTo(present(ours.pValue), 9);
      }
    }
  });

  test('a constant weight changes only the choice of test', async () => {
    const rows = two();
    const one = (await compared(rows)).group('y');
    const other = (await compared(rows, { weight: rows.label.map(() => 2.5) })).group('y');
    for (const rate of Object.keys(one.rates)) {
      const [ours, theirs] = [one.rates[rate].difference, other.rates[rate].difference];
      expect(present(theirs.ci)[0]).toBeCloseTo(present(ours.ci)[0], 9);
      expect(present(theirs.ci)[1]).toBeCloseTo(present(ours.ci)[1], 9);
      expect(theirs.pValue).toBeCloseTo(present(ours.pValue), 9);
    }
  });

  test('compares selection rates without labels', async () => {
    const { groups, predictions } = two();
    const { rates } = (await compared({ groups, predictions })).group('x');
    expect(Object.keys(rates)).toEqual(['selectionRate']);
    const { a, b, difference } = (await compared(two())).group('x').rates.selectionRate;
    const { adjustedCi, adjustedPValue, ...alone } = rates.selectionRate.difference;
    expect([rates.selectionRate.a, rates.selectionRate.b]).toEqual([a, b]);
    expect(difference).toMatchObject(alone);
    // With fewer rates, each p-value is adjusted less.
    expect(adjustedPValue).toBeLessThan(present(difference.adjustedPValue));
    expect(present(adjustedCi)[0]).toBeGreaterThan(present(difference.adjustedCi)[0]);
  });

  test('accepts any number of labels with any names, and several favorable ones', async () => {
    const rows = two();
    const word = (values) => values.map((value, row) => (value ? ['hired', 'listed'][row % 2] : 'no'));
    const named = await compared(
      {
        groups: rows.groups,
        label: word(rows.label),
        predictions: { a: word(rows.predictions.a), b: word(rows.predictions.b) },
      },
      { favorable: ['hired', 'listed'] },
    );
    expect(named.groups).toEqual((await compared(rows)).groups);
    // true, 1, and '1' are one label.
    const mixed = { a: rows.predictions.a.map(String), b: rows.predictions.b.map(Boolean) };
    expect((await compared({ ...rows, predictions: mixed })).groups).toEqual((await compared(rows)).groups);
  });

  test('accepts a named reference, and gives a reason for an undefined rate', async () => {
    const rows = getRows({ x: { 0: [9, 1, 2, 5] }, y: { 0: [3, 2, 1, 2], 1: [2, 2, 1, 4] } });
    const frame = await compared(rows, { privileged: { g: 'y' } });
    expect(frame.reference.name).toBe('y');
    const { rates, gaps } = frame.group({ g: 'x' });
    expect(rates.truePositiveRate.difference.value).toBeNaN();
    expect(rates.truePositiveRate.difference.reason).toContain('g = x');
    expect(gaps.truePositiveRate.change.reason).toMatch(/\w/);
    expect(rates.selectionRate.difference.ci).toBeDefined();
  });

  test.each([
    ['compare', { prediction: [] }],
    ['cluster', { cluster: [] }],
    ['compare', { clusters: [] }],
    ['predictions', { predictions: { a: [1, 0], c: [1, 0] } }],
    ['predictions.a', { predictions: { b: [1, 0, 1, 0] } }],
    ['predictions.b', { predictions: { a: [1, 0, 1, 0], b: [1, 0] } }],
    ['predictions.b', { predictions: { a: [1, 0, 1, 0], b: [1, 0, null, 1] } }],
    ['predictions.b', { predictions: { a: [1, 0, 1, 0], b: ['G', 'B', 'G', 'B'] }, favorable: 1 }],
    ['predictions.a', { label: [1, 0, 1] }],
    ['label', { groups: { g: ['x'] } }],
    ['weight', { weight: [1, 1, -1, 1] }],
    ['weight', { weight: [1] }],
    ['favorable', { favorable: 'hired' }],
    ['privileged', { privileged: { g: 'z' } }],
    ['privileged', { privileged: { h: 'x' } }],
    ['uncertainty', { uncertainty: false }],
    ['confidence', { uncertainty: { confidence: 2 } }],
  ])('rejects a mismatched %s in %j', async (argument, wrong) => {
    const rows = {
      groups: { g: ['x', 'x', 'y', 'y'] },
      label: [1, 0, 1, 0],
      predictions: { a: [1, 0, 1, 1], b: [1, 1, 1, 0] },
    };
    const error = await getRejection(async () => (await fair.compare(misuse({ ...rows, ...wrong }))).frame('g'));
    expect(error.argument).toBe(argument);
  });
});

describe('clusters', () => {
  const rows = two();
  const people = rows.label.map((_, i) => i);
  const repeated = (times) => {
    const each = (column) => column.flatMap((value) => new Array(times).fill(value));
    const { groups, label, predictions } = rows;
    return {
      groups: { g: each(groups.g) },
      label: each(label),
      predictions: { a: each(predictions.a), b: each(predictions.b) },
    };
  };

  test('of one row give intervals like those of independent rows', async () => {
    const [clustered, independent] = [await compared(rows, { cluster: people }), await compared(rows)];
    for (const [i, group] of clustered.groups.entries()) {
      const { difference } = group.rates.selectionRate;
      const known = independent.groups[i].rates.selectionRate.difference;
      expect(difference.value).toBe(known.value);
      const [width, other] = [difference, known].map(({ ci }) => present(ci)[1] - present(ci)[0]);
      expect(width / other).toBeGreaterThan(0.9);
      expect(width / other).toBeLessThan(1.15);
      expect(present(difference.adjustedCi)[0]).toBeLessThan(present(difference.ci)[0]);
    }
  });

  test('do not become more certain if their rows are repeated', async () => {
    const cluster = people.flatMap((person) => [person, person, person]);
    const [once, thrice] = [await compared(rows, { cluster: people }), await compared(repeated(3), { cluster })].map(
      ({ groups: [, group], overall }) => [
        overall.rates.accuracy.difference,
        group.gaps.truePositiveRate.change,
        group.gaps.truePositiveRate.widening,
      ],
    );
    once.forEach((estimate, i) => {
      const [low, high] = present(estimate.ci);
      expect(present(thrice[i].ci)[0]).toBeCloseTo(low, 9);
      expect(present(thrice[i].ci)[1]).toBeCloseTo(high, 9);
      expect(thrice[i].pValue).toBeCloseTo(present(estimate.pValue), 9);
      expect(low).toBeLessThanOrEqual(estimate.value);
      expect(high).toBeGreaterThanOrEqual(estimate.value);
    });
  });

  test('are read from a file', async () => {
    const lines = people.map((i) =>
      [rows.label[i], rows.predictions.a[i], rows.predictions.b[i], rows.groups.g[i], `p${i >> 1}`].join(),
    );
    const csv = ['y,a,b,g,person', ...lines].join('\n');
    const what = { label: 'y', predictions: { a: 'a', b: 'b' }, groups: ['g'] };
    const report = await compareCsv(fair, csv, { ...what, cluster: 'person', uncertainty });
    const cluster = people.map((i) => `p${i >> 1}`);
    const direct = (await fair.compare({ ...rows, cluster, uncertainty })).report();
    expect(report.breakdowns).toEqual(direct.breakdowns);
    expect(report.columns).toEqual({ label: 'y', cluster: 'person' });
  });
});
