// SPDX-License-Identifier: Apache-2.0
import { misuse } from '../../misuse.mjs';
import { eightRows, fair, getError } from '../support.mjs';

// These tests check only values; intervals and tests have separate tests.
const uncertainty = false;
const audit = (change = {}) => fair.audit({ ...eightRows(), uncertainty, ...change });
const getValues = (estimates) =>
  Object.fromEntries(Object.entries(estimates).map(([name, { value }]) => [name, value]));

describe('Frame', () => {
  test('computes the rates of every group, which match manual calculations', () => {
    const frame = audit().frame('race');
    expect(frame.groups.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(getValues(frame.group({ race: 'a' }).rates)).toEqual({
      baseRate: 3 / 6,
      selectionRate: 3 / 6,
      truePositiveRate: 1 / 3,
      falsePositiveRate: 2 / 3,
      trueNegativeRate: 1 / 3,
      falseNegativeRate: 2 / 3,
      positivePredictiveValue: 1 / 3,
      negativePredictiveValue: 1 / 3,
      falseDiscoveryRate: 2 / 3,
      falseOmissionRate: 2 / 3,
      accuracy: 2 / 6,
      errorRate: 4 / 6,
      generalizedTruePositiveRate: expect.closeTo(1.7 / 3, 12),
      generalizedFalsePositiveRate: expect.closeTo(1.4 / 3, 12),
      generalizedTrueNegativeRate: expect.closeTo(1.6 / 3, 12),
      generalizedFalseNegativeRate: expect.closeTo(1.3 / 3, 12),
      f1Score: expect.closeTo(1 / 3, 12),
      balancedAccuracy: expect.closeTo(1 / 3, 12),
      informedness: expect.closeTo(-1 / 3, 12),
    });
    expect(frame.overall.counts).toMatchObject({ rows: 8, instances: 11, truePositives: 2 });
  });

  test.each([[undefined], [null], [1], [['race', undefined]], [{ by: 'race' }]])('rejects by: %j', (by) => {
    expect(getError(() => audit().frame(misuse(by)))).toMatchObject({
      name: 'FairwasmError',
      code: 'invalidArgument',
      argument: 'by',
    });
  });

  test('returns NaN and a reason for an undefined rate', () => {
    const { rates } = audit().frame('race').group({ race: 'c' });
    expect(rates.truePositiveRate).toEqual({ value: Number.NaN, reason: 'no actual positives among race = c' });
    expect(rates.falsePositiveRate).toEqual({ value: 1 });
  });

  test('builds intersectional groups and omits combinations that do not occur', () => {
    const frame = audit().frame(['sex', 'race']);
    expect(frame.groups.map(({ name }) => name)).toEqual(['f, a', 'f, b', 'm, a', 'm, b', 'm, c']);
    expect(frame.groups[0].categories).toEqual({ sex: 'f', race: 'a' });
  });

  test('ignores undefined groups in min, max, difference, and ratio', () => {
    const frame = audit().frame('race');
    expect(frame.min('truePositiveRate').value).toBeCloseTo(1 / 3, 12);
    expect(frame.max('truePositiveRate').value).toBe(0.5);
    expect(frame.difference('truePositiveRate').value).toBeCloseTo(1 / 6, 12);
    expect(frame.ratio('truePositiveRate').value).toBeCloseTo(2 / 3, 12);
    // Overall: TP 2 of 5 positives.
    expect(frame.difference('truePositiveRate', 'toOverall').value).toBeCloseTo(0.1, 12);
    expect(frame.ratio('truePositiveRate', 'toOverall').value).toBeCloseTo(0.8, 12);
  });

  test('offers only metrics that the columns permit', () => {
    const { groups, prediction } = eightRows();
    const frame = fair.audit({ groups, prediction }).frame('sex');
    expect(frame.metrics.map(({ name }) => name)).toEqual(['selectionRate']);
    expect(frame.disparityNames).toEqual(['statisticalParityDifference', 'disparateImpact']);
    expect(getError(() => frame.difference('accuracy'))).toMatchObject({ code: 'invalidArgument', argument: 'metric' });
  });

  test('compares every other group with the reference', () => {
    const checked = audit({ privileged: { sex: 'm' } });
    const frame = checked.frame('sex');
    const [comparison] = frame.disparities();
    expect(comparison.group.name).toBe('f');
    // f: TP 1.5, FP 0, TN 1, FN 1 (weight 3.5); m: TP 0.5, FP 5, TN 0, FN 2 (weight 7.5).
    expect(getValues(comparison.values)).toMatchObject({
      statisticalParityDifference: expect.closeTo(1.5 / 3.5 - 5.5 / 7.5, 12),
      disparateImpact: expect.closeTo(1.5 / 3.5 / (5.5 / 7.5), 12),
      equalOpportunityDifference: expect.closeTo(1.5 / 2.5 - 0.5 / 2.5, 12),
      averageOddsDifference: expect.closeTo((0 - 1 + 0.6 - 0.2) / 2, 12),
    });
  });

  test('explains why a disparity is infinite or undefined', () => {
    const checked = fair.audit({
      uncertainty,
      groups: { g: ['p', 'p', 'p', 'u', 'u', 'v'] },
      label: [1, 0, 0, 1, 0, 0],
      prediction: [0, 0, 0, 1, 0, 0],
    });
    const frame = checked.frame('g');
    const [u, v] = frame.disparities();
    expect(u.values.disparateImpact).toEqual({
      value: Number.POSITIVE_INFINITY,
      reason: 'the reference group’s rate is 0',
    });
    expect(v.values.disparateImpact.value).toBeNaN();
    expect(v.values.equalOpportunityDifference).toEqual({
      value: Number.NaN,
      reason: 'one of the groups has no actual positives',
    });
  });

  test('rejects an unknown group or attribute', () => {
    expect(getError(() => audit().frame('race').group({ race: 'z' })).argument).toBe('group');
    expect(getError(() => audit().frame(misuse('age'))).argument).toBe('attribute');
    expect(getError(() => audit().frame(['sex', 'sex'])).argument).toBe('by');
  });
});

describe('audit', () => {
  test('treats weights as repetitions', () => {
    const repeat = (column, counts) => column.flatMap((value, i) => Array(counts[i]).fill(value));
    const counts = [1, 2, 1, 2, 3, 1, 1, 3];
    const { groups, label, prediction } = eightRows();
    const weighted = fair.audit({ groups, label, prediction, weight: counts, uncertainty });
    const repeated = fair.audit({
      uncertainty,
      groups: { race: repeat(groups.race, counts), sex: repeat(groups.sex, counts) },
      label: repeat(label, counts),
      prediction: repeat(prediction, counts),
    });
    for (const by of /** @type {const} */ (['race', 'sex'])) {
      for (const group of weighted.frame(by).groups) {
        expect(repeated.frame(by).group(group.categories).rates).toEqual(group.rates);
      }
    }
  });

  test('exchanges positives and negatives if the favorable label is exchanged', () => {
    const zero = audit({ favorable: 0 }).frame('race').group({ race: 'a' });
    const one = audit({ favorable: '1' }).frame('race').group({ race: 'a' });
    expect(zero.rates.truePositiveRate).toEqual(one.rates.trueNegativeRate);
    expect(zero.rates.selectionRate.value).toBeCloseTo(1 - one.rates.selectionRate.value, 12);
  });

  test('accepts several favorable labels', () => {
    const grades = fair.audit({
      groups: { g: ['x', 'x', 'x', 'y'] },
      prediction: ['A', 'B', 'C', 'C'],
      favorable: ['A', 'B'],
    });
    expect(grades.frame('g').group({ g: 'x' }).rates.selectionRate.value).toBeCloseTo(2 / 3, 12);
  });

  test('makes predictions from scores with a threshold', () => {
    const { prediction: _, ...rest } = eightRows();
    const checked = fair.audit({ ...rest, threshold: 0.5 });
    const { counts } = checked.frame('race').group({ race: 'a' });
    expect(counts).toMatchObject({ truePositives: 1, falsePositives: 2, trueNegatives: 1, falseNegatives: 2 });
    expect(checked.tally.labels).toEqual(expect.arrayContaining(['0', '1']));
    expect(checked.tally.labels).toHaveLength(2);
  });

  test('accepts a threshold without labels', () => {
    const checked = fair.audit({ uncertainty, groups: { g: ['x', 'x', 'y'] }, score: [0.2, 0.5, 0.4], threshold: 0.5 });
    expect(checked.frame('g').group({ g: 'x' }).rates.selectionRate.value).toBe(0.5);
  });

  test.each([
    [[0, 1], '1'],
    [['no', 'Yes'], 'Yes'],
    [[true, false], 'true'],
    [[-1, 1], '1'],
  ])('guesses the favorable label among %j', (labels, favorable) => {
    expect(fair.audit({ groups: {}, label: labels }).favorable).toEqual([favorable]);
  });

  test('requires the favorable label if it is ambiguous', () => {
    const error = getError(() => fair.audit({ groups: {}, label: ['good', 'bad'] }));
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'favorable' });
    expect(error.message).toContain("'good', 'bad'");
  });

  test('rejects a favorable label or reference that does not occur', () => {
    expect(getError(() => audit({ favorable: 'yes' })).argument).toBe('favorable');
    expect(getError(() => audit({ privileged: { race: 'z' } })).actual).toBe("'z'");
    expect(getError(() => audit({ privileged: { age: 1 } })).actual).toBe("'age'");
  });

  test('rejects missing values with their row, or drops and counts them', () => {
    const label = [1, null, 0, 1, 1, 1, 1, 0];
    const score = [0.9, 0.6, 0.2, Number.NaN, 0.8, 0.7, 0.3, 0.5];
    expect(getError(() => audit({ label }))).toMatchObject({ code: 'missingValue', row: 1 });
    const dropped = audit({ label, score, missing: 'drop' });
    expect(dropped.droppedRows).toBe(2);
    expect(dropped.frame([]).overall.counts.rows).toBe(6);
    expect(dropped.report().droppedRows).toBe(2);
  });

  test('rejects negative weights', () => {
    const weight = [1, 2, 1, -2, 0.5, 0.5, 1, 3];
    expect(getError(() => audit({ weight }))).toMatchObject({ argument: 'weight', row: 3 });
  });

  test('requires a prediction, a label, or a score with a threshold', () => {
    expect(getError(() => fair.audit({ groups: {} })).argument).toBe('prediction');
    expect(getError(() => audit({ threshold: 0.5 })).argument).toBe('threshold');
    const { prediction: _, ...rest } = eightRows();
    expect(getError(() => fair.audit({ ...rest, threshold: Number.NaN })).argument).toBe('threshold');
  });

  test('batches equal a single batch', () => {
    const auditor = fair.auditor({ uncertainty, groups: ['race', 'sex'], label: true, prediction: true, score: true });
    const rows = eightRows();
    for (let i = 0; i < 8; i++) {
      auditor.update({
        groups: { race: [rows.groups.race[i]], sex: [rows.groups.sex[i]] },
        label: [rows.label[i]],
        prediction: [rows.prediction[i]],
        score: [rows.score[i]],
        weight: [rows.weight[i]],
      });
    }
    expect(auditor.audit().report().breakdowns[0].comparisons).toEqual(audit().report().breakdowns[0].comparisons);
  });
});

test.each([
  ['scores as predictions', { prediction: [0.3, 0.7, 0.2] }, 'pass probabilities as score'],
  [
    'predictions in other words',
    { label: ['Yes', 'No', 'Yes'], prediction: ['Approved', 'Denied', 'Denied'] },
    "if 'Approved' means 'Yes', rename both predictions with recode",
  ],
  ['a missing value', { prediction: [1, null, 0] }, "missing: 'drop' omits such rows"],
])('suggests how to correct %s', (_, columns, advice) => {
  const rows = { label: [1, 0, 1], groups: { sex: ['f', 'm', 'f'] }, ...columns };
  expect(getError(() => fair.audit(rows)).message).toContain(advice);
});

describe('report', () => {
  test('is plain data with every breakdown', () => {
    const report = audit().report({ source: 'eight rows' });
    expect(JSON.parse(JSON.stringify(report)).source).toBe('eight rows');
    expect(report.breakdowns.map(({ by }) => by)).toEqual([['race'], ['sex'], ['race', 'sex']]);
    expect(report.breakdowns[0].reference).toBe('a');
    expect(report.rows).toBe(8);
    expect(report.instances).toBe(11);
    const json = JSON.parse(JSON.stringify(report));
    const [, , c] = json.breakdowns[0].groups;
    expect(c.rates.truePositiveRate).toEqual({ value: null, reason: 'no actual positives among race = c' });
  });

  test('rejects a report without rows', () => {
    const error = getError(() => fair.audit({ groups: {}, label: [], favorable: [] }).report());
    expect(error.code).toBe('invalidState');
  });
});
