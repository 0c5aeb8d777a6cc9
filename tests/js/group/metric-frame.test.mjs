// SPDX-License-Identifier: Apache-2.0
//
// What fairlearn's recorded values (tests/golden) do not show: metrics of one's own, several labels,
// scores, and what is refused.
import { eightRows, errorOf, fair } from '../support.mjs';

const columns = () => {
  const { groups, label, prediction, weight } = eightRows();
  return { label, prediction, weight, sensitiveFeatures: { race: groups.race } };
};
const frame = (change) => fair.metricFrame({ ...columns(), ...change });

test('metrics go by their own names, or by yours', () => {
  const { byGroup, overall } = frame({
    metrics: { tpr: 'truePositiveRate', misses: ({ counts }) => counts.falseNegatives },
  });
  expect(overall).toEqual([{ control: {}, values: { tpr: 2 / 5, misses: 3 } }]);
  expect(byGroup.map(({ sensitive, values }) => [sensitive.race, values.misses])).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 0],
  ]);
});

test('groups are compared within each level of the control features', () => {
  const controlled = frame({
    metrics: ['selectionRate', 'count'],
    controlFeatures: { sex: eightRows().groups.sex },
  });
  const level =
    (sex) =>
    ({ control }) =>
      control.sex === sex;
  expect(controlled.overall.find(level('f')).values.selectionRate).toBeCloseTo(1.5 / 3.5, 14);
  // Nobody is f and c: that group has NaN, and is passed over.
  const empty = controlled.byGroup.find(
    ({ control, sensitive }) => control.sex === 'f' && sensitive.race === 'c',
  );
  expect(empty.values).toEqual({ selectionRate: Number.NaN, count: Number.NaN });
  expect(controlled.groupMin().find(level('f')).values.count).toBe(2);
  const difference = controlled.difference().find(level('m')).values.selectionRate;
  expect(difference).toBeCloseTo(1 - 2 / 4, 14);
});

test('accuracy is of any number of labels', () => {
  const label = ['x', 'y', 'z', 'x', 'y', 'z'];
  const prediction = ['x', 'y', 'x', 'y', 'y', 'z'];
  const sensitiveFeatures = { g: [0, 0, 0, 1, 1, 1] };
  const { byGroup } = fair.metricFrame({
    metrics: {
      accuracy: 'accuracyScore',
      balanced: 'balancedAccuracyScore',
      confused: ({ matrix }) => matrix[2][0],
    },
    label,
    prediction,
    sensitiveFeatures,
  });
  expect(byGroup[0].values).toEqual({ accuracy: 2 / 3, balanced: 2 / 3, confused: 1 });
});

test('numbers need not be labels', () => {
  const { overall } = fair.metricFrame({
    metrics: ['rootMeanSquaredError', 'meanPrediction', 'r2Score'],
    label: [1, 2, 3],
    prediction: [1.5, 2.5, 2.5],
    sensitiveFeatures: { g: ['a', 'a', 'b'] },
  });
  expect(overall[0].values.rootMeanSquaredError).toBeCloseTo(0.5, 14);
  expect(overall[0].values.r2Score).toBeCloseTo(1 - 0.75 / 2, 14);
});

test('a group without positives has a true positive rate of 0, and no reason', () => {
  const { byGroup } = frame({ metrics: ['truePositiveRate', 'falseNegativeRate'] });
  expect(byGroup[2].values).toEqual({ truePositiveRate: 0, falseNegativeRate: 0 });
});

test('log loss and area under the curve come from scores', () => {
  const input = {
    label: [1, 0, 1, 0],
    score: [0.8, 0.3, 0.4, 0.6],
    sensitiveFeatures: { g: ['a', 'a', 'b', 'b'] },
  };
  expect(fair.fairlearn.rocAucScoreGroupMin(input)).toBe(0);
  expect(fair.fairlearn.logLossGroupMax(input)).toBeCloseTo(-Math.log(0.4), 14);
});

test.each([
  ['metrics', { metrics: ['accuracy'] }],
  ['controlFeatures', { metrics: ['count'], controlFeatures: { race: [] } }],
  ['label', { metrics: ['meanAbsoluteError'], label: ['x', 1, 1, 1, 1, 1, 1, 1] }],
])('refuses %s that cannot be meant', (argument, change) => {
  expect(errorOf(() => frame(change))).toMatchObject({ argument });
});

describe('bootstrap', () => {
  // 2,000 rows: selected are 60 % of group a, 30 % of group b, and nobody of the 5 of group c.
  const sizes = { a: [1000, 600], b: [995, 299], c: [5, 0] };
  const rows = Object.entries(sizes).flatMap(([g, [count, selected]]) =>
    Array.from({ length: count }, (_, i) => ({
      g,
      prediction: i < selected ? 1 : 0,
      label: i % 2,
    })),
  );
  const columns = {
    label: rows.map(({ label }) => label),
    prediction: rows.map(({ prediction }) => prediction),
    sensitiveFeatures: { g: rows.map(({ g }) => g) },
  };
  const make = (options) =>
    fair.metricFrame({ metrics: ['selectionRate', 'count'], nBoot: 500, ...columns, ...options });
  const rate = ({ values }) => values.selectionRate;

  test('its quantiles are those of a binomial share', () => {
    const [low, high] = make().byGroupCI();
    const error = Math.sqrt((0.6 * 0.4) / 1000);
    expect(Math.abs(rate(low[0]) - (0.6 - 1.96 * error))).toBeLessThan(0.3 * error);
    expect(Math.abs(rate(high[0]) - (0.6 + 1.96 * error))).toBeLessThan(0.3 * error);
    expect(low[0].sensitive).toEqual({ g: 'a' });
    expect([rate(low[2]), rate(high[2])]).toEqual([0, 0]); // nobody of c is selected in any sample
    expect(low[2].values.count).toBeLessThan(high[2].values.count); // groups vary in size too
  });

  test('spreads are those of each sample, extremes and equalized odds alike', () => {
    const frame = make({
      metrics: { selectionRate: 'selectionRate', own: ({ counts }) => counts.rows },
    });
    const [low, high] = frame.differenceCI();
    expect(frame.difference()[0].values.selectionRate).toBeCloseTo(0.6, 12);
    expect(rate(low[0])).toBeLessThan(0.6);
    expect(rate(high[0])).toBeGreaterThan(0.6);
    expect(frame.groupMaxCI()[0][0].values).toEqual(
      expect.objectContaining({ own: expect.any(Number) }),
    );
    expect(rate(frame.ratioCI()[1][0])).toBe(0);
    expect(rate(frame.groupMinCI()[1][0])).toBe(0);
    expect(rate(frame.overallCI()[0][0])).toBeLessThan(899 / 2000);
  });

  test('one seed, one result, and any quantiles', () => {
    const quantiles = { ciQuantiles: [0.1, 0.5, 0.9] };
    expect(make(quantiles).byGroupCI()).toEqual(make(quantiles).byGroupCI());
    expect(make(quantiles).byGroupCI()).toHaveLength(3);
    expect(make({ ...quantiles, seed: 2 }).byGroupCI()).not.toEqual(make(quantiles).byGroupCI());
  });

  test.each([
    ['nBoot', { nBoot: 0 }],
    ['nBoot', { nBoot: 1.5 }],
    ['nBoot', { metrics: ['meanAbsoluteError'] }],
    ['seed', { seed: -1 }],
    ['ciQuantiles', { ciQuantiles: [0.5, 1.5] }],
  ])('refuses a %s that cannot be meant: %j', (argument, change) => {
    expect(errorOf(() => make(change))).toMatchObject({ code: 'invalidArgument', argument });
  });

  test('says so where no samples were asked for', () => {
    const frame = make({ nBoot: undefined });
    expect(errorOf(() => frame.byGroupCI())).toMatchObject({ code: 'invalidState' });
  });
});
