// SPDX-License-Identifier: Apache-2.0
//
// What the recorded values of AIF360 (tests/golden) do not show: how metrics are made, their conventions
// for empty groups next to those of frames, and what is refused.
import { metrics } from 'fairwasm';
import { aif360, eightRows, errorOf, fair } from '../support.mjs';

const compared = { unprivileged: [{ sex: 'f' }], privileged: [{ sex: 'm' }] };
const metric = (change = {}) =>
  aif360.classificationMetric({ ...eightRows(), ...compared, ...change });

test('an audit and the columns themselves give the same metrics', () => {
  const fromAudit = aif360.classificationMetricOf(fair.audit(eightRows()), compared);
  for (const privileged of [true, false, undefined]) {
    expect(fromAudit.performanceMeasures({ privileged })).toEqual(
      metric().performanceMeasures({ privileged }),
    );
  }
});

test('has every disparity of the core, with its value', () => {
  const audit = fair.audit({ ...eightRows(), privileged: { sex: 'm' } });
  const frame = audit.frame('sex');
  const [{ values }] = frame.disparities();
  const names = metrics.filter(({ kind }) => kind === 'disparity').map(({ name }) => name);
  for (const name of names) expect(metric()[name]()).toBeCloseTo(values[name].value, 14);
});

test('a group is an OR of ANDs, in which a row counts once', () => {
  const either = metric({
    privileged: undefined,
    unprivileged: [{ race: 'a' }, { race: 'b', sex: 'f' }, { sex: 'f' }],
  });
  expect(either.numInstances({ privileged: false })).toBe(7.5);
  expect(metric({ unprivileged: [], privileged: [{}] }).numInstances({ privileged: false })).toBe(
    0,
  );
  expect(metric({ unprivileged: [{ sex: 'x' }] }).numInstances({ privileged: false })).toBe(0);
});

test('without scores a prediction is its own score', () => {
  const hard = metric({ score: undefined });
  const { TPR, TNR, GTPR, GTNR } = hard.performanceMeasures();
  expect([GTPR, GTNR]).toEqual([TPR, TNR]);
  expect(hard.generalizedBinaryConfusionMatrix()).toEqual({ GTP: 2, GFP: 5, GTN: 1, GFN: 3 });
});

test('several labels can be favorable', () => {
  const label = ['no', 'yes', 'perhaps', 'yes'];
  const input = { label, prediction: [...label].reverse(), groups: {} };
  const several = aif360.classificationMetric({ ...input, favorable: ['yes', 'perhaps'] });
  expect(several.binaryConfusionMatrix()).toEqual({ TP: 2, FP: 1, TN: 0, FN: 1 });
  expect(errorOf(() => aif360.classificationMetric({ ...input, favorable: 'yes' }))).toMatchObject({
    code: 'invalidArgument',
    argument: 'label',
  });
});

test('of an empty group AIF360 says 0 or 1 where a frame says NaN', () => {
  const empty = metric({ privileged: [] });
  const choice = { privileged: true };
  expect(empty.accuracy(choice)).toBe(0);
  expect(empty.errorRate(choice)).toBe(1);
  expect(empty.precision(choice)).toBe(0);
  expect(empty.recall(choice)).toBeNaN();
  expect(empty.errorRateDifference()).toBeCloseTo(1 / 3.5 - 1, 14);
  expect(empty.disparateImpact()).toBeNaN();
});

test('equalized odds pass over an undefined true positive rate only', () => {
  const byRace = (unprivileged, privileged) =>
    metric({ unprivileged: [{ race: unprivileged }], privileged: [{ race: privileged }] });
  expect(byRace('c', 'a').equalizedOddsDifference()).toBeCloseTo(1 / 3, 14); // c has no positives
  expect(byRace('b', 'a').equalizedOddsDifference()).toBeNaN(); // b has no negatives
});

test('a metric of the data alone is about the true labels', () => {
  const { prediction, score, ...data } = eightRows();
  const binary = aif360.binaryLabelDatasetMetric({ ...data, ...compared });
  expect(binary.statisticalParityDifference()).toBeCloseTo(2.5 / 3.5 - 2.5 / 7.5, 14);
  expect(binary.meanDifference()).toBe(binary.statisticalParityDifference());
  const { label, ...columns } = data;
  const dataset = aif360.datasetMetric({ ...columns, ...compared });
  expect(dataset.ratio((group) => dataset.numInstances(group))).toBeCloseTo(3.5 / 7.5, 14);
});

test.each([
  ['privileged', () => metric({ privileged: [{ race: 'a' }] })],
  ['condition', () => metric({ privileged: { sex: 'm' } })],
  ['attribute', () => metric({ unprivileged: [{ age: 1 }] })],
  ['groups', () => metric({ groups: undefined })],
  ['prediction', () => metric({ prediction: undefined })],
  ['unprivileged', () => metric({ unprivileged: undefined }).disparateImpact()],
  [
    'prediction',
    () => aif360.classificationMetricOf(fair.audit({ ...eightRows(), prediction: undefined })),
  ],
])('refuses what cannot be meant: %s', (argument, call) => {
  expect(errorOf(call)).toMatchObject({ argument });
});
