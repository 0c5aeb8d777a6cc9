// SPDX-License-Identifier: Apache-2.0
//
// Metrics of aif360.sklearn that AIF360's classes do not have, computed by hand.
import { misuse } from '../../misuse.mjs';
import { aif360, eightRows, fair, getError } from '../support.mjs';

// By weight: f has 2.5 of 3.5 favorable labels and 1.5 favorable predictions, m 2.5 and 5.5 of 7.5.
const compared = { unprivileged: [{ sex: 'f' }], privileged: [{ sex: 'm' }] };
const { groups, label, prediction, weight, score } = eightRows();
const data = (by = ['sex']) => ({
  label,
  weight,
  groups: Object.fromEntries(by.map((name) => [name, groups[name]])),
  ...compared,
});
const ofData = (by) => aif360.binaryLabelDatasetMetric(data(by));
const ofPredictions = (by) => aif360.classificationMetric({ ...data(by), prediction });

test('divides the difference in size by the total size for class imbalance', () => {
  expect(ofData().classImbalance()).toBeCloseTo(-4 / 11, 14);
  expect(ofPredictions().classImbalance()).toBeCloseTo(-4 / 11, 14);
  expect(aif360.datasetMetric({ groups, ...compared }).classImbalance()).toBe(0);
});

test('measures the divergence of the privileged group’s outcomes from the other’s', () => {
  const expected = (1 / 3) * Math.log(7 / 15) + (2 / 3) * Math.log(7 / 3);
  expect(ofData().klDivergence()).toBeCloseTo(expected, 14);
  const predicted = (11 / 15) * Math.log(77 / 45) + (4 / 15) * Math.log(7 / 15);
  expect(ofPredictions().klDivergence()).toBeCloseTo(predicted, 14);
  // No label of c is favorable, and all labels of b are.
  const races = { unprivileged: [{ race: 'c' }], privileged: [{ race: 'b' }] };
  const byRace = aif360.binaryLabelDatasetMetric({ ...data(['race']), ...races });
  expect(byRace.klDivergence()).toBe(Number.POSITIVE_INFINITY);
  const none = aif360.binaryLabelDatasetMetric({ ...data(['race']), ...races, privileged: [] });
  expect(none.klDivergence()).toBeNaN();
});

test('weights groups by size for conditional demographic disparity', () => {
  // Labels: f has 1 of 6 unfavorable and 2.5 of 5 favorable ones.
  expect(ofData().conditionalDemographicDisparity()).toBeCloseTo(
    (3.5 * (1 / 6 - 1 / 2) + 7.5 * (5 / 6 - 1 / 2)) / 11,
    14,
  );
  expect(ofPredictions().conditionalDemographicDisparity()).toBeCloseTo(-8 / 77, 14);
  const alike = aif360.binaryLabelDatasetMetric({ ...data(), label: label.map(() => 1), favorable: 1 });
  expect(alike.conditionalDemographicDisparity()).toBeNaN();
});

test('returns all nonempty intersectional groups', () => {
  const found = ofData(['race', 'sex']).intersection((metric, group) => metric.baseRate(group));
  expect(found.map(({ categories: { race, sex }, value }) => [race + sex, value])).toEqual([
    ['af', 0.5],
    ['am', 0.5],
    ['bf', 1],
    ['bm', 1],
    ['cm', 0],
  ]);
});

test('compares each group with the rest', () => {
  const found = ofPredictions().oneVsRest((metric) => metric.statisticalParityDifference());
  expect(found).toEqual([
    { categories: { sex: 'f' }, name: 'f', value: expect.closeTo(11 / 15 - 3 / 7, 14) },
    { categories: { sex: 'm' }, name: 'm', value: expect.closeTo(3 / 7 - 11 / 15, 14) },
  ]);
  const mdss = aif360.mdssClassificationMetric({ ...data(), prediction, score });
  expect(mdss.oneVsRest((metric) => metric.statisticalParityDifference())).toEqual(found);
});

test('shrinks smoothed rates toward one half, like differential fairness', () => {
  expect(ofData().smoothedBaseRate(1, { privileged: false })).toBeCloseTo(3 / 4.5, 14);
  expect(ofPredictions().smoothedSelectionRate(2, { privileged: true })).toBeCloseTo(6.5 / 9.5, 14);
  expect(ofData().smoothedBaseRate(0)).toBe(5 / 11);
  expect(getError(() => ofData().smoothedBaseRate(-1))).toMatchObject({ argument: 'concentration' });
  const logs = ofData()
    .intersection((metric, group) => metric.smoothedBaseRate(1, group))
    .map(({ value }) => [Math.log(value), Math.log(1 - value)]);
  const apart = [0, 1].map((i) => Math.abs(logs[0][i] - logs[1][i]));
  expect(ofData().smoothedEmpiricalDifferentialFairness()).toBeCloseTo(Math.max(...apart), 14);
});

describe('entropy of arbitrary benefits', () => {
  const benefits = [1, 1, 2, 1, 1, 2]; // mu = 4/3, so benefits relative to the mean are 3/4 and 3/2

  test.each([
    [2, (4 / 16 + 2 / 4) / 12],
    [1, (4 * 0.75 * Math.log(0.75) + 2 * 1.5 * Math.log(1.5)) / 6],
    [0, -(4 * Math.log(0.75) + 2 * Math.log(1.5)) / 6],
    [3, (4 * 0.75 ** 3 + 2 * 1.5 ** 3 - 6) / 36],
    [0.5, (4 * Math.sqrt(0.75) + 2 * Math.sqrt(1.5) - 6) / (6 * -0.25)],
    [-1, (4 / 0.75 + 2 / 1.5 - 6) / 12],
  ])('alpha = %d', (alpha, expected) => {
    expect(aif360.generalizedEntropyIndex(benefits, alpha)).toBeCloseTo(expected, 14);
  });

  test('has separate names for alpha = 1 and 2, and accepts any column', () => {
    expect(aif360.generalizedEntropyIndex(Float64Array.from(benefits))).toBeCloseTo(0.0625, 14);
    expect(aif360.theilIndex(benefits)).toBe(aif360.generalizedEntropyIndex(benefits, 1));
    expect(aif360.coefficientOfVariation({ toArray: () => benefits })).toBeCloseTo(Math.sqrt(0.125), 14);
    expect(aif360.coefficientOfVariation([0.1, 0.1, 0.1])).toBeCloseTo(0, 15);
  });

  test('stays accurate for alpha near 0 and 1', () => {
    for (const alpha of [0, 1]) {
      const at = aif360.generalizedEntropyIndex(benefits, alpha);
      for (const step of [1e-14, -1e-12, 1e-9]) {
        const near = aif360.generalizedEntropyIndex(benefits, alpha + step);
        expect(Math.abs(near / at - 1)).toBeLessThan(2 * Math.abs(step) + 1e-14);
      }
    }
  });

  test('ignores a benefit of 0 for alpha above 0, and is infinite below', () => {
    const some = [0, 1, 2];
    expect(aif360.theilIndex(some)).toBeCloseTo((2 * Math.log(2)) / 3, 14);
    expect(aif360.generalizedEntropyIndex(some, 0.75)).toBeCloseTo((1 + 2 ** 0.75 - 3) / (3 * 0.75 * -0.25), 13);
    expect(aif360.generalizedEntropyIndex(some, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(aif360.generalizedEntropyIndex(some, -1)).toBe(Number.POSITIVE_INFINITY);
    expect(aif360.generalizedEntropyIndex([0, 0], 2)).toBeNaN();
    expect(aif360.generalizedEntropyIndex([], 2)).toBeNaN();
  });

  test('equals the index of a classifier with these benefits', () => {
    const tally = fair.tally({ label: true, prediction: true });
    tally.update({ label, prediction });
    const own = label.map((y, row) => 1 + prediction[row] - y);
    for (const alpha of [-2, 0, 0.3, 1, 2, 5]) {
      const expected = aif360.generalizedEntropyIndex(tally, ['1'], alpha);
      const value = aif360.generalizedEntropyIndex(own, alpha);
      if (Number.isFinite(expected)) expect(value).toBeCloseTo(expected, 12);
      else expect(value).toBe(expected);
    }
  });

  test.each([
    ['benefits', () => aif360.theilIndex([1, -1])],
    ['benefits', () => aif360.theilIndex(['one'])],
    ['alpha', () => misuse(aif360).generalizedEntropyIndex([1, 2], '2')],
    ['tally', () => aif360.theilIndex(misuse('1, 2'))],
  ])('rejects invalid %s', (argument, call) => {
    expect(getError(call)).toMatchObject({ argument });
  });
});
