// SPDX-License-Identifier: Apache-2.0
//
// Intervals, tests, and warnings of metrics of two groups.
import { aif360, eightRows, fair, getError } from '../support.mjs';

const compared = { unprivileged: [{ g: 'u' }], privileged: [{ g: 'p' }] };

/**
 * Returns rows for the counts TP, FP, TN, FN of each group.
 *
 * @param {Record<string, number[]>} groups
 * @param {Record<string, any>} [options]
 */
function getMetric(groups, { make = 'classificationMetric', ...more } = {}) {
  /** @type {{ groups: { g: string[] }, label: number[], prediction: number[] }} */
  const columns = { groups: { g: [] }, label: [], prediction: [] };
  const cells = [
    [1, 1],
    [0, 1],
    [0, 0],
    [1, 0],
  ];
  for (const [name, counts] of Object.entries(groups)) {
    counts.forEach((rows, cell) => {
      for (let row = 0; row < rows; row++) {
        columns.groups.g.push(name);
        columns.label.push(cells[cell][0]);
        columns.prediction.push(cells[cell][1]);
      }
    });
  }
  const { prediction, ...truth } = columns;
  const given = make === 'binaryLabelDatasetMetric' ? truth : columns;
  return aif360[make]({ ...given, ...compared, ...more });
}
const some = { u: [20, 10, 30, 15], p: [40, 8, 30, 10] };
const holds = ({ value, ci }) => ci[0] <= value && value <= ci[1];

describe('estimates of two groups', () => {
  test('equal those of a frame by the same groups', () => {
    const input = { ...eightRows(), privileged: { sex: 'm' } };
    const frame = fair.audit(input).frame('sex');
    const metric = aif360.classificationMetric({
      ...eightRows(),
      unprivileged: [{ sex: 'f' }],
      privileged: [{ sex: 'm' }],
    });
    const [{ values }] = frame.disparities();
    expect(Object.keys(values).length).toBeGreaterThan(10);
    for (const [name, { adjustedPValue: _, reason: __, ...extras }] of Object.entries(values)) {
      const { reason: ___, ...estimate } = metric.estimate(name);
      expect([name, estimate]).toEqual([name, extras]);
    }
    for (const privileged of [true, false]) {
      const group = frame.group({ sex: privileged ? 'm' : 'f' });
      for (const [name, { value, ci }] of Object.entries(group.rates)) {
        const estimate = metric.estimate(name, { privileged });
        expect([name, estimate.value, estimate.ci]).toEqual([name, value, ci]);
      }
    }
  });

  test('of true labels equal those of a classifier that predicts the labels', () => {
    const labels = getMetric(some, { make: 'binaryLabelDatasetMetric' });
    const perfect = getMetric({ u: [35, 0, 40, 0], p: [50, 0, 38, 0] });
    for (const name of ['statisticalParityDifference', 'disparateImpact']) {
      expect(labels.estimate(name)).toEqual(perfect.estimate(name));
      expect(labels.estimate(name).value).toBeCloseTo(labels[name](), 14);
    }
    expect(labels.estimate('baseRate', { privileged: true }).ci).toEqual(
      perfect.estimate('selectionRate', { privileged: true }).ci,
    );
    // 50 of 88, Wilson.
    expect(labels.estimate('baseRate', { privileged: true }).ci[0]).toBeCloseTo(0.46398, 4);
  });

  test('contain their value under every name, and narrow with lower confidence', () => {
    const metric = getMetric(some);
    const names = [
      'recall',
      'precision',
      'meanDifference',
      'truePositiveRateDifference',
      'generalizedEntropyIndex',
      'theilIndex',
      'coefficientOfVariation',
      'betweenAllGroupsGeneralizedEntropyIndex',
      'betweenAllGroupsTheilIndex',
      'betweenAllGroupsCoefficientOfVariation',
      'betweenGroupGeneralizedEntropyIndex',
      'betweenGroupTheilIndex',
      'betweenGroupCoefficientOfVariation',
      'smoothedEmpiricalDifferentialFairness',
      'differentialFairnessBiasAmplification',
    ];
    for (const name of names) {
      const estimate = metric.estimate(name);
      expect([name, estimate.value]).toEqual([name, metric[name]()]);
      expect([name, holds(estimate)]).toEqual([name, true]);
      const narrow = metric.estimate(name, { confidence: 0.5 });
      expect(narrow.ci[1] - narrow.ci[0]).toBeLessThan(estimate.ci[1] - estimate.ci[0]);
    }
  });

  test('include equality for copies of a group', () => {
    for (const counts of [
      [10, 5, 20, 5],
      [20, 0, 20, 0],
      [0, 0, 40, 1],
    ]) {
      const metric = getMetric({ u: counts, p: counts });
      for (const name of [
        'averageAbsOddsDifference',
        'betweenAllGroupsGeneralizedEntropyIndex',
        'betweenGroupTheilIndex',
        'smoothedEmpiricalDifferentialFairness',
        'differentialFairnessBiasAmplification',
      ]) {
        const { ci = [0, 1] } = metric.estimate(name);
        expect([name, ci[0] <= 0, ci[1] > 0]).toEqual([name, true, true]);
      }
    }
  });

  test('account for possible errors in unseen rows after perfect predictions', () => {
    const { value, ci } = getMetric({ u: [20, 0, 20, 0], p: [20, 0, 20, 0] }).estimate('theilIndex');
    expect(value).toBe(0);
    expect(ci[0]).toBe(0);
    expect(ci[1]).toBeGreaterThan(0.01);
  });

  test('have no interval, with a reason, for groups that do not contain all rows', () => {
    const metric = getMetric({ ...some, x: [5, 5, 5, 5] });
    const estimate = metric.estimate('betweenGroupTheilIndex');
    expect(estimate.value).toBe(metric.betweenGroupTheilIndex());
    expect(estimate.ci).toBeUndefined();
    expect(estimate.warning).toMatch(/include all rows/);
  });

  test('are NaN with a reason if there are no rows', () => {
    const metric = getMetric({ u: [0, 3, 3, 0], p: [5, 5, 5, 5] });
    const rate = metric.estimate('truePositiveRate', { privileged: false });
    expect(rate).toEqual({ value: Number.NaN, reason: expect.stringMatching(/unprivileged/) });
    const { value, ci, reason } = metric.estimate('equalOpportunityDifference');
    expect([value, ci, typeof reason]).toEqual([Number.NaN, undefined, 'string']);
    const missed = getMetric(some).estimate('generalizedEntropyIndex', { alpha: 0 });
    expect(missed).toEqual({ value: Infinity, reason: expect.any(String) });
  });

  test('reject unknown names and options', () => {
    const metric = getMetric(some);
    const refused = (...given) => getError(() => metric.estimate(...given));
    expect(refused('falsePositveRate').expected).toMatch(/falsePositiveRate/);
    expect(refused('theilIndex', { alfa: 2 }).message).toMatch(/alfa.*alpha/);
    for (const [argument, value] of [
      ['confidence', 95],
      ['confidence', '0.9'],
      ['alpha', '2'],
      ['alpha', Number.NaN],
      ['concentration', Infinity],
      ['concentration', -1],
      ['privileged', 1],
    ]) {
      expect(refused('baseRate', { [argument]: value }).argument).toBe(argument);
    }
    const alone = getMetric(some, { privileged: undefined });
    expect(getError(() => alone.estimate('disparateImpact')).code).toBe('invalidState');
  });
});
