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
