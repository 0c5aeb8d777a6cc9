// SPDX-License-Identifier: Apache-2.0
//
// Behavior that the recorded values of AIF360 (tests/golden) do not show: construction, conventions for empty groups
// compared with frames, and rejected arguments.

import { metrics } from 'fairwasm';
import fc from 'fast-check';
import { present } from '../../present.mjs';
import { aif360, eightRows, fair, getError } from '../support.mjs';

const compared = { unprivileged: [{ sex: 'f' }], privileged: [{ sex: 'm' }] };
const metric = (change = {}) => aif360.classificationMetric({ ...eightRows(), ...compared, ...change });

test('computes equal metrics from an audit and from columns', () => {
  const fromAudit = aif360.toClassificationMetric(fair.audit(eightRows()), compared);
  for (const privileged of [true, false, undefined]) {
    expect(fromAudit.performanceMeasures({ privileged })).toEqual(metric().performanceMeasures({ privileged }));
  }
});

test('has every disparity of the core with its value', () => {
  const audit = fair.audit({ ...eightRows(), privileged: { sex: 'm' } });
  const frame = audit.frame('sex');
  const [{ values }] = frame.disparities();
  const names = metrics.filter(({ kind }) => kind === 'disparity').map(({ name }) => name);
  for (const name of names) expect(metric()[name]()).toBeCloseTo(values[name].value, 14);
});

test('interprets a group as an OR of ANDs that counts each row once', () => {
  const either = metric({
    privileged: undefined,
    unprivileged: [{ race: 'a' }, { race: 'b', sex: 'f' }, { sex: 'f' }],
  });
  expect(either.numInstances({ privileged: false })).toBe(7.5);
  expect(metric({ unprivileged: [], privileged: [{}] }).numInstances({ privileged: false })).toBe(0);
  expect(getError(() => metric({ unprivileged: [{ sex: 'F' }] }))).toMatchObject({
    code: 'invalidArgument',
    argument: 'sex',
    expected: "a group among 'f', 'm'",
    actual: "'F'; did you mean 'f'?",
  });
});

test('uses a prediction as its own score if there are no scores', () => {
  const hard = metric({ score: undefined });
  const { TPR, TNR, GTPR, GTNR } = hard.performanceMeasures();
  expect([GTPR, GTNR]).toEqual([TPR, TNR]);
  expect(hard.generalizedBinaryConfusionMatrix()).toEqual({ GTP: 2, GFP: 5, GTN: 1, GFN: 3 });
});

test('accepts several favorable labels', () => {
  const label = ['no', 'yes', 'perhaps', 'yes'];
  const input = { label, prediction: [...label].reverse(), groups: {} };
  const several = aif360.classificationMetric({ ...input, favorable: ['yes', 'perhaps'] });
  expect(several.binaryConfusionMatrix()).toEqual({ TP: 2, FP: 1, TN: 0, FN: 1 });
  expect(getError(() => aif360.classificationMetric({ ...input, favorable: 'yes' }))).toMatchObject({
    code: 'invalidArgument',
    argument: 'label',
  });
});

test('estimates equal the method’s value, except that AIF360 counts 0/0 as 0', () => {
  const compared = aif360.classificationMetric({
    label: [1, 0, 1, 0, 1, 0],
    prediction: [1, 0, 1, 0, 0, 0],
    groups: { g: [...'aaaabb'] },
    favorable: 1,
    unprivileged: [{ g: 'b' }],
    privileged: [{ g: 'a' }],
  });
  expect(compared.falseDiscoveryRateDifference()).toBe(0);
  const found = compared.estimate('falseDiscoveryRateDifference');
  expect(found.value).toBe(0);
  expect(found.ci).toBeUndefined();
  expect(found.warning).toMatch(/as in AIF360, 0\/0 counts as 0.*no predicted positives/);
  const group = { privileged: false };
  expect(compared.estimate('precision', group).value).toBe(compared.precision(group));
  expect(compared.averagePredictiveValueDifference()).toBeCloseTo(-0.25, 14);
  expect(compared.estimate('averagePredictiveValueDifference').value).toBeCloseTo(-0.25, 14);
  // A rate that AIF360 leaves undefined stays undefined, with a reason.
  const none = metric({ unprivileged: [] }).estimate('truePositiveRate', { privileged: false });
  expect(none.value).toBeNaN();
  expect(none.reason).toMatch(/no actual positives/);
});

test('compares groups in a rate that is passed as a method', () => {
  const all = metric({});
  expect(all.difference(all.selectionRate)).toBe(all.statisticalParityDifference());
});

test('finds the pair of groups that determines differential fairness', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ g: fc.constantFrom(...'abcd'), y: fc.constantFrom(0, 1) }), { minLength: 2 }),
      (rows) => {
        const label = [0, 1, ...rows.map(({ y }) => y)];
        const groups = { g: ['a', 'b', ...rows.map(({ g }) => g)] };
        const data = aif360.binaryLabelDatasetMetric({ label, groups, favorable: 1 });
        const pair = data.differentialFairnessPair();
        const { higher, lower, outcome } = present(pair);
        const getRate = ({ categories }) => {
          const own = label.filter((_, row) => groups.g[row] === categories.g);
          const hits = own.filter((y) => (outcome === 'favorable' ? y === 1 : y === 0));
          return (hits.length + 0.5) / (own.length + 1);
        };
        expect(higher.rate).toBeCloseTo(getRate(higher), 12);
        expect(lower.rate).toBeCloseTo(getRate(lower), 12);
        expect(Math.log(higher.rate / lower.rate)).toBeCloseTo(data.smoothedEmpiricalDifferentialFairness(), 12);
      },
    ),
  );
});

test('returns 0 or 1 for an empty group like AIF360, whereas frames return NaN', () => {
  const empty = metric({ privileged: [] });
  const choice = { privileged: true };
  expect(empty.accuracy(choice)).toBe(0);
  expect(empty.errorRate(choice)).toBe(1);
  expect(empty.precision(choice)).toBe(0);
  expect(empty.recall(choice)).toBeNaN();
  expect(empty.errorRateDifference()).toBeCloseTo(1 / 3.5 - 1, 14);
  expect(empty.disparateImpact()).toBeNaN();
});

test('ignores only an undefined true positive rate in equalized odds', () => {
  const byRace = (unprivileged, privileged) =>
    metric({ unprivileged: [{ race: unprivileged }], privileged: [{ race: privileged }] });
  expect(byRace('c', 'a').equalizedOddsDifference()).toBeCloseTo(1 / 3, 14); // c has no positives
  expect(byRace('b', 'a').equalizedOddsDifference()).toBeNaN(); // b has no negatives
});

test('computes dataset metrics from the true labels', () => {
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
  ['prediction', () => aif360.toClassificationMetric(fair.audit({ ...eightRows(), prediction: undefined }))],
])('rejects invalid arguments: %s', (argument, call) => {
  expect(getError(call)).toMatchObject({ argument });
});
