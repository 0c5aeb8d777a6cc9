// SPDX-License-Identifier: Apache-2.0
//
// Behavior that fairlearn's recorded values (tests/golden) do not show: custom metrics, multiclass labels, scores, and
// rejected arguments.
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { eightRows, fairlearn, getError } from '../support.mjs';

const columns = () => {
  const { groups, label, prediction, weight } = eightRows();
  return { label, prediction, weight, sensitiveFeatures: { race: groups.race } };
};
const frame = (change) => fairlearn.metricFrame({ ...columns(), ...change });

test('names metrics by default or by the caller’s names', () => {
  const { byGroup, overall } = frame({
    metrics: { tpr: 'truePositiveRate', misses: { fromCounts: ({ counts }) => counts.falseNegatives } },
  });
  expect(overall).toEqual([{ control: {}, values: { tpr: 2 / 5, misses: 3 } }]);
  expect(byGroup.map(({ sensitive, values }) => [sensitive.race, values.misses])).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 0],
  ]);
});

test('compares groups within each level of the control features', () => {
  const controlled = frame({ metrics: ['selectionRate', 'count'], controlFeatures: { sex: eightRows().groups.sex } });
  const level =
    (sex) =>
    ({ control }) =>
      control.sex === sex;
  expect(present(controlled.overall.find(level('f'))).values.selectionRate).toBeCloseTo(1.5 / 3.5, 14);
  // No row is f and c, so that group has NaN and is ignored.
  const empty = controlled.byGroup.find(({ control, sensitive }) => control.sex === 'f' && sensitive.race === 'c');
  expect(present(empty).values).toEqual({ selectionRate: Number.NaN, count: Number.NaN });
  expect(present(controlled.groupMin().find(level('f'))).values.count).toBe(2);
  const difference = present(controlled.difference().find(level('m'))).values.selectionRate;
  expect(difference).toBeCloseTo(1 - 2 / 4, 14);
});

test('computes accuracy for any number of labels', () => {
  const label = ['x', 'y', 'z', 'x', 'y', 'z'];
  const prediction = ['x', 'y', 'x', 'y', 'y', 'z'];
  const sensitiveFeatures = { g: [0, 0, 0, 1, 1, 1] };
  const { byGroup } = fairlearn.metricFrame({
    metrics: {
      accuracy: 'accuracyScore',
      balanced: 'balancedAccuracyScore',
      confused: { fromCounts: ({ matrix }) => matrix[2][0] },
    },
    label,
    prediction,
    sensitiveFeatures,
  });
  expect(byGroup[0].values).toEqual({ accuracy: 2 / 3, balanced: 2 / 3, confused: 1 });
});

test('accepts numbers that are not labels', () => {
  const { overall } = fairlearn.metricFrame({
    metrics: ['rootMeanSquaredError', 'meanPrediction', 'r2Score'],
    label: [1, 2, 3],
    prediction: [1.5, 2.5, 2.5],
    sensitiveFeatures: { g: ['a', 'a', 'b'] },
  });
  expect(overall[0].values.rootMeanSquaredError).toBeCloseTo(0.5, 14);
  expect(overall[0].values.r2Score).toBeCloseTo(1 - 0.75 / 2, 14);
});

test('returns a true positive rate of 0 without a reason for a group without positives', () => {
  const { byGroup } = frame({ metrics: ['truePositiveRate', 'falseNegativeRate'] });
  expect(byGroup[2].values).toEqual({ truePositiveRate: 0, falseNegativeRate: 0 });
});

test('computes log loss and AUC from scores', () => {
  const input = { label: [1, 0, 1, 0], score: [0.8, 0.3, 0.4, 0.6], sensitiveFeatures: { g: ['a', 'a', 'b', 'b'] } };
  expect(fairlearn.rocAucScoreGroupMin(input)).toBe(0);
  expect(fairlearn.logLossGroupMax(input)).toBeCloseTo(-Math.log(0.4), 14);
});

test.each([
  ['metrics', { metrics: ['accuracy'] }],
  ['metrics', {}],
  ['controlFeatures', { metrics: ['count'], controlFeatures: { race: [] } }],
  ['label', { metrics: ['meanAbsoluteError'], label: ['x', 1, 1, 1, 1, 1, 1, 1] }],
])('rejects invalid %s', (argument, change) => {
  expect(getError(() => frame(change))).toMatchObject({ argument });
});

describe('multiclass labels', () => {
  // Predicted as 1: one of four rows of a, and three of four of b.
  const several = {
    label: [0, 1, 2, 0, 1, 2, 1, 0],
    prediction: [0, 1, 2, 2, 1, 1, 1, 0],
    sensitiveFeatures: { g: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'] },
  };
  const make = (metrics, change) => fairlearn.metricFrame({ ...several, ...change, metrics });

  test('computes the selection rate as the proportion predicted as 1, like fairlearn', () => {
    const { byGroup } = make(['selectionRate']);
    expect(byGroup.map(({ values }) => values.selectionRate)).toEqual([0.25, 0.75]);
    expect(fairlearn.demographicParityDifference(several)).toBe(0.5);
  });

  test.each(['truePositiveRate', 'falsePositiveRate', 'precisionScore', 'recallScore', 'f1Score'])(
    '%s requires two labels',
    (metric) => {
      expect(getError(() => make([metric]))).toMatchObject({
        code: 'invalidArgument',
        argument: 'label',
        actual: "'0', '1', '2'",
      });
    },
  );

  test('compares a named label with all others', () => {
    // Among rows with label 1, one of one in a and two of two in b are predicted as 1. One of b's other two rows is, too.
    const { byGroup } = make(['truePositiveRate', 'falsePositiveRate'], { favorable: 1 });
    expect(byGroup.map(({ values }) => values)).toEqual([
      { truePositiveRate: 1, falsePositiveRate: 0 },
      { truePositiveRate: 1, falsePositiveRate: 0.5 },
    ]);
  });

  test('passes no counts to custom metrics without a favorable label', () => {
    const words = { label: ['x', 'y', 'z', 'x', 'x', 'y', 'z', 'x'], prediction: Array(8).fill('x') };
    const { overall } = make(
      {
        positives: { fromCounts: ({ counts }) => counts.positives },
        rows: { fromCounts: ({ counts }) => counts.rows },
      },
      words,
    );
    expect(overall[0].values).toEqual({ positives: Number.NaN, rows: 8 });
    expect(getError(() => make(['selectionRate'], words))).toMatchObject({ argument: 'favorable' });
  });

  test('rejects a misspelled favorable label', () => {
    expect(getError(() => make(['selectionRate'], { favorable: 'one' }))).toMatchObject({ argument: 'favorable' });
    const nobody = { label: [0, 0], prediction: [0, 0], sensitiveFeatures: { g: ['a', 'b'] } };
    expect(make(['selectionRate'], { ...nobody, favorable: 1 }).overall[0].values).toEqual({ selectionRate: 0 });
  });

  test('computes errors and means, but no rates, for measured numbers', () => {
    const measured = { label: [1, 2.5, 3, 4, 1, 2, 3, 4] };
    expect(make(['meanAbsoluteError', 'count'], measured).overall[0].values.count).toBe(8);
    expect(getError(() => make(['meanAbsoluteError', 'selectionRate'], measured))).toMatchObject({
      argument: 'label',
      row: 1,
    });
  });
});

describe('functions of rows', () => {
  const input = { label: [1, 0, 1, 0], prediction: [1, 1, 0, 0], sensitiveFeatures: { g: ['a', 'a', 'b', 'b'] } };
  const cost = (label, prediction, { price = label.map(() => 1) }) =>
    label.reduce((sum, y, row) => sum + (y === prediction[row] ? 0 : price[row]), 0);

  test('get the true values, predictions, and sample parameters of each group', () => {
    const frame = fairlearn.metricFrame({
      ...input,
      metrics: { cost, plain: cost, tpr: 'truePositiveRate' },
      sampleParams: { cost: { price: [10, 20, 30, 40] } },
    });
    expect(frame.overall[0].values).toEqual({ cost: 50, plain: 2, tpr: 0.5 });
    expect(frame.byGroup.map(({ values }) => values.cost)).toEqual([20, 30]);
    expect(frame.difference()[0].values).toEqual({ cost: 10, plain: 0, tpr: 1 });
    expect([frame.sensitiveLevels, frame.controlLevels]).toEqual([['g'], []]);
  });

  test('have NaN for empty groups, and get weights by name', () => {
    const { byGroup } = fairlearn.metricFrame({
      ...input,
      weight: [1, 2, 3, 4],
      controlFeatures: { c: ['x', 'x', 'x', 'y'] },
      metrics: {
        weighted: (label, prediction, { weight }) =>
          weight.map((w, row) => Number(w) * Number(prediction[row])).reduce((sum, each) => sum + each, 0) /
          label.length,
      },
    });
    const found = byGroup.map(({ control, sensitive, values }) => [control.c + sensitive.g, values.weighted]);
    expect(Object.fromEntries(found)).toEqual({ xa: 1.5, xb: 0, ya: Number.NaN, yb: 0 });
  });

  test('must return numbers, unless coercion is requested', () => {
    const metrics = { text: () => misuse('five') };
    expect(getError(() => fairlearn.metricFrame({ ...input, metrics }))).toMatchObject({
      argument: 'text',
      actual: 'string',
    });
    const { overall } = fairlearn.metricFrame({ ...input, metrics, errors: 'coerce' });
    expect(overall[0].values.text).toBeNaN();
  });

  test('accept coded columns', () => {
    const coded = { codes: Uint8Array.of(1, 0, 1, 0), categories: ['no', 'yes'] };
    const { overall } = fairlearn.metricFrame({
      ...input,
      label: coded,
      metrics: { yes: (label) => label.filter((y) => y === 'yes').length, count: 'count' },
    });
    expect(overall[0].values).toEqual({ yes: 2, count: 4 });
  });
});

test('accepts weights for individual metrics, and scores in addition to labels', () => {
  const input = {
    label: [1, 0, 1, 0],
    prediction: [1, 0, 0, 0],
    score: [0.8, 0.3, 0.4, 0.6],
    sensitiveFeatures: { g: ['a', 'a', 'b', 'b'] },
  };
  const { byGroup, overall } = fairlearn.metricFrame({
    ...input,
    metrics: { even: 'selectionRate', heavy: 'selectionRate', auc: 'rocAucScore', loss: 'logLoss', n: 'count' },
    sampleParams: { heavy: { weight: [3, 1, 1, 1] } },
  });
  expect(Object.keys(overall[0].values)).toEqual(['even', 'heavy', 'auc', 'loss', 'n']);
  expect(byGroup.map(({ values: { even, heavy, auc, n } }) => [even, heavy, auc, n])).toEqual([
    [0.5, 0.75, 1, 2],
    [0, 0, 0, 2],
  ]);
  expect(byGroup[0].values.loss).toBeCloseTo(-(Math.log(0.8) + Math.log(0.7)) / 2, 14);
  const scoresAlone = { ...input, prediction: undefined };
  const found = fairlearn.metricFrame({ ...scoresAlone, metrics: ['rocAucScore', 'count'] });
  expect(found.overall[0].values).toEqual({ rocAucScore: 0.75, count: 4 });
});

describe('derived metrics', () => {
  const input = { label: [1, 0, 1, 0], prediction: [1, 1, 0, 0], sensitiveFeatures: { g: ['a', 'a', 'b', 'b'] } };
  const derived = (metric, transform, sampleParamNames) =>
    fairlearn.makeDerivedMetric({ metric, transform, sampleParamNames });

  test('equal the spreads and extremes of a frame', () => {
    expect(derived('selectionRate', 'difference')(input)).toBe(1);
    expect(derived('selectionRate', 'difference')(input, { method: 'toOverall' })).toBe(0.5);
    expect(derived('accuracyScore', 'ratio')(input)).toBe(1);
    expect(derived('precisionScore', 'groupMin')(input)).toBe(0);
    expect(derived('selectionRate', 'groupMax')({ ...input, weight: [3, 1, 1, 1] })).toBe(1);
    const positives = { fromCounts: ({ counts }) => counts.truePositives };
    expect(derived(positives, 'groupMax')(input)).toBe(1);
  });

  test('pass on the requested columns', () => {
    const price = (label, _, { price }) => price[0] * label.length;
    expect(derived(price, 'groupMax', ['price'])({ ...input, price: [1, 2, 30, 4] })).toBe(60);
    expect(getError(() => derived(price, 'groupMax')({ ...input, price: [1, 2, 30, 4] }))).toMatchObject({
      code: 'invalidArgument',
    });
  });

  test.each([
    [{ metric: 'selection', transform: 'ratio' }, "did you mean 'selectionRate'?"],
    [{ metric: 'selectionRate', transform: 'group_min' }, "did you mean 'groupMin'?"],
    [{ metric: 'selectionRate', Transform: 'ratio' }, "did you mean 'transform'?"],
    [{ metric: { fromCount: 1 }, transform: 'ratio' }, 'an object of fromCount'],
  ])('rejects %j', (options, message) => {
    expect(() => fairlearn.makeDerivedMetric(misuse(options))).toThrow(message);
  });

  test('of extremes do not accept a method', () => {
    expect(() => derived('selectionRate', 'groupMin')(input, { method: 'toOverall' })).toThrow("'method'");
  });
});

test.each([
  ["'sample_weight'; did you mean 'weight'?", () => frame({ metrics: [], sample_weight: [] })],
  ["'groups'; did you mean 'sensitiveFeatures'?", () => frame({ metrics: [], groups: {} })],
  ["'pos_label'; did you mean 'favorable'?", () => frame({ metrics: [], pos_label: 1 })],
  ["'n_boot'; did you mean 'nBoot'?", () => frame({ metrics: ['count'], n_boot: 5 })],
  ["did you mean 'truePositiveRate'?", () => frame({ metrics: ['true_positive_rate'] })],
  ["'toString'", () => frame({ metrics: ['toString'] })],
  ['a list of names', () => frame({ metrics: 1 })],
  ['a name for each custom metric', () => frame({ metrics: [() => 1] })],
  ['sensitiveFeatures: expected an object', () => frame({ metrics: [], sensitiveFeatures: 'sex' })],
  ["did you mean 'toOverall'?", () => frame({ metrics: ['count'] }).difference({ method: misuse('to_overall') })],
  ["got 'toOverall'", () => frame({ metrics: ['count'] }).difference(misuse('toOverall'))],
  ["did you mean 'method'?", () => frame({ metrics: ['count'] }).ratio(misuse({ methods: 'toOverall' }))],
  [
    "'method' in the second argument",
    () => fairlearn.demographicParityDifference(misuse({ ...columns(), method: 'toOverall' })),
  ],
  ["'agg' in the second argument", () => fairlearn.equalizedOddsDifference(misuse({ ...columns(), agg: 'mean' }))],
  ['agg: expected one of', () => fairlearn.equalizedOddsRatio(columns(), { agg: misuse('foo') })],
  ["did you mean 'worstCase'?", () => fairlearn.equalizedOddsRatio(columns(), { agg: misuse('worst_case') })],
  [
    "did you mean 'toOverall'?",
    () => fairlearn.generated.accuracyScoreRatio(columns(), { method: misuse('to_overall') }),
  ],
  ["'sampleWeight'", () => fairlearn.rocAucScoreGroupMin(misuse({ ...columns(), sampleWeight: [] }))],
  ["did you mean 'tpr'?", () => frame({ metrics: { tpr: 'truePositiveRate' }, sampleParams: { tprs: {} } })],
  ["did you mean 'weight'?", () => frame({ metrics: ['count'], sampleParams: { count: { sample_weight: [] } } })],
  ['score: expected a column', () => frame({ metrics: ['logLoss'] })],
  ['prediction: expected a column', () => frame({ metrics: ['selectionRate'], prediction: undefined })],
  ["errors: expected one of raise, coerce, got 'ignore'", () => frame({ metrics: [], errors: 'ignore' })],
])('rejects unknown arguments: %s', (message, call) => {
  expect(() => call()).toThrow(message);
  expect(getError(call).name).toBe('FairwasmError');
});

describe('bootstrap', () => {
  // 2,000 rows: 60% of group a are selected, 30% of group b, and none of the 5 rows of group c.
  const sizes = { a: [1000, 600], b: [995, 299], c: [5, 0] };
  const rows = Object.entries(sizes).flatMap(([g, [count, selected]]) =>
    Array.from({ length: count }, (_, i) => ({ g, prediction: i < selected ? 1 : 0, label: i % 2 })),
  );
  const columns = {
    label: rows.map(({ label }) => label),
    prediction: rows.map(({ prediction }) => prediction),
    sensitiveFeatures: { g: rows.map(({ g }) => g) },
  };
  const make = (options) =>
    fairlearn.metricFrame({ metrics: ['selectionRate', 'count'], nBoot: 500, ...columns, ...options });
  const rate = ({ values }) => values.selectionRate;

  test('has the quantiles of a binomial proportion', () => {
    const [low, high] = make().byGroupCI();
    const error = Math.sqrt((0.6 * 0.4) / 1000);
    expect(Math.abs(rate(low[0]) - (0.6 - 1.96 * error))).toBeLessThan(0.3 * error);
    expect(Math.abs(rate(high[0]) - (0.6 + 1.96 * error))).toBeLessThan(0.3 * error);
    expect(low[0].sensitive).toEqual({ g: 'a' });
    expect([rate(low[2]), rate(high[2])]).toEqual([0, 0]); // no row of c is selected in any sample
    expect(low[2].values.count).toBeLessThan(high[2].values.count); // group sizes vary, too
  });

  test('computes spreads, extremes, and equalized odds in each sample', () => {
    const frame = make({
      metrics: { selectionRate: 'selectionRate', own: { fromCounts: ({ counts }) => counts.rows } },
    });
    const [low, high] = frame.differenceCI();
    expect(frame.difference()[0].values.selectionRate).toBeCloseTo(0.6, 12);
    expect(rate(low[0])).toBeLessThan(0.6);
    expect(rate(high[0])).toBeGreaterThan(0.6);
    expect(frame.groupMaxCI()[0][0].values).toEqual(expect.objectContaining({ own: expect.any(Number) }));
    expect(rate(frame.ratioCI()[1][0])).toBe(0);
    expect(rate(frame.groupMinCI()[1][0])).toBe(0);
    expect(rate(frame.overallCI()[0][0])).toBeLessThan(899 / 2000);
  });

  test('gives equal results for equal seeds, with any quantiles', () => {
    const quantiles = { ciQuantiles: [0.1, 0.5, 0.9] };
    expect(make(quantiles).byGroupCI()).toEqual(make(quantiles).byGroupCI());
    expect(make(quantiles).byGroupCI()).toHaveLength(3);
    expect(make({ ...quantiles, seed: 2 }).byGroupCI()).not.toEqual(make(quantiles).byGroupCI());
  });

  // Errors of group a: 1 in half of the rows, 3 in the others; of group b always 2.
  const errorColumns = () => {
    const names = Array.from({ length: 400 }, (_, row) => (row < 300 ? 'a' : 'b'));
    const error = (row) => (names[row] === 'b' ? 2 : row % 2 ? 1 : 3);
    return {
      label: names.map(() => 0),
      prediction: names.map((_, row) => error(row)),
      sensitiveFeatures: { g: names },
    };
  };

  test('resamples rows for metrics of numbers, scores, and rows', () => {
    const mean = (label, prediction) => prediction.reduce((sum, value) => sum + value, 0) / label.length;
    const frame = make({
      ...errorColumns(),
      metrics: { meanAbsoluteError: 'meanAbsoluteError', mean, count: 'count' },
      nBoot: 400,
    });
    const [low, high] = frame.byGroupCI();
    const error = 1 / Math.sqrt(300);
    for (const name of ['meanAbsoluteError', 'mean']) {
      expect(frame.byGroup[0].values[name]).toBe(2);
      expect(Math.abs(low[0].values[name] - (2 - 1.96 * error))).toBeLessThan(0.4 * error);
      expect(Math.abs(high[0].values[name] - (2 + 1.96 * error))).toBeLessThan(0.4 * error);
      expect([low[1].values[name], high[1].values[name]]).toEqual([2, 2]);
    }
    // Both use the same sample.
    expect(low[0].values.mean).toBeCloseTo(low[0].values.meanAbsoluteError, 12);
    expect(low[0].values.count).toBeLessThan(300);
    expect(high[0].values.count).toBeGreaterThan(300);
    expect(frame.overall[0].values.count).toBe(400); // the frame uses the original rows
  });

  test('omits a group from samples without its rows', () => {
    const { sensitiveFeatures, ...columns } = errorColumns();
    const g = ['c', ...sensitiveFeatures.g.slice(1)];
    const frame = make({ ...columns, sensitiveFeatures: { g }, metrics: ['meanAbsoluteError'], nBoot: 200 });
    const [low, high] = frame.byGroupCI();
    const ofC = (groups) => groups.find(({ sensitive }) => sensitive.g === 'c').values;
    expect([ofC(low).meanAbsoluteError, ofC(high).meanAbsoluteError]).toEqual([3, 3]);
  });

  test('resamples scores with their labels, weights, and missing groups', () => {
    const score = Array.from({ length: 300 }, (_, row) => ((row * 37) % 100) / 100);
    const frame = fairlearn.metricFrame({
      metrics: ['rocAucScore', 'averagePrecisionScore', 'logLoss'],
      label: score.map((value, row) => (value + ((row * 53) % 100) / 100 > 1 ? 'yes' : 'no')),
      score,
      weight: score.map((_, row) => 1 + (row % 2)),
      sensitiveFeatures: { g: score.map((_, row) => (row % 3 === 0 ? null : 'a')) },
      favorable: 'yes',
      nBoot: 100,
    });
    const [low, high] = frame.byGroupCI();
    expect(frame.byGroup.map(({ sensitive }) => sensitive.g)).toEqual(['(missing)', 'a']);
    for (const [i, { values }] of frame.byGroup.entries()) {
      for (const [name, value] of Object.entries(values)) {
        expect([name, low[i].values[name] < value && value < high[i].values[name]]).toEqual([name, true]);
      }
    }
  });

  test.each([
    ['nBoot', { nBoot: 0 }],
    ['nBoot', { nBoot: 1.5 }],
    ['seed', { seed: -1 }],
    ['ciQuantiles', { ciQuantiles: [0.5, 1.5] }],
  ])('rejects an invalid %s: %j', (argument, change) => {
    expect(getError(() => make(change))).toMatchObject({ code: 'invalidArgument', argument });
  });

  test('explains missing quantiles if no samples were requested', () => {
    const frame = make({ nBoot: undefined });
    expect(getError(() => frame.byGroupCI())).toMatchObject({ code: 'invalidState' });
  });
});

test('does not require names for one column and one metric, like fairlearn', () => {
  const sex = ['f', 'f', 'm', 'm'];
  const columns = { label: [1, 0, 1, 0], prediction: [1, 0, 0, 0] };
  const one = fairlearn.metricFrame({ ...columns, metrics: 'accuracyScore', sensitiveFeatures: sex });
  expect(one.sensitiveLevels).toEqual(['sensitive_feature_0']);
  expect(one.byGroup.map(({ sensitive, values }) => [sensitive, values])).toEqual([
    [{ sensitive_feature_0: 'f' }, { accuracyScore: 1 }],
    [{ sensitive_feature_0: 'm' }, { accuracyScore: 0.5 }],
  ]);
  const typed = { ...columns, sensitiveFeatures: Int8Array.of(0, 0, 1, 1), controlFeatures: sex };
  const within = fairlearn.metricFrame({ ...typed, metrics: 'count' });
  expect(within.controlLevels).toEqual(['control_feature_0']);
  const share = (label) => label.length / 4;
  expect(fairlearn.metricFrame({ ...typed, metrics: share }).overall[0]?.values).toEqual({ share: 0.5 });
  const rows = { fromCounts: ({ counts }) => counts.rows };
  expect(fairlearn.metricFrame({ ...typed, metrics: rows }).overall[0]?.values).toEqual({ metric: 2 });
  expect(fairlearn.demographicParityDifference({ ...columns, sensitiveFeatures: sex })).toBe(0.5);
  expect(fairlearn.equalizedOddsDifference({ ...columns, sensitiveFeatures: sex })).toBe(1);
});

test('names the called function in errors', () => {
  const withOptions = [
    ...['demographicParityDifference', 'demographicParityRatio', 'equalOpportunityDifference'],
    ...['equalOpportunityRatio', 'equalizedOddsDifference', 'equalizedOddsRatio'],
  ];
  for (const name of [...withOptions, 'logLossGroupMax', 'rocAucScoreGroupMin']) {
    const call = (/** @type {any[]} */ ...given) => misuse(fairlearn)[name](...given);
    expect(() => call({ y_true: [] })).toThrow(`${name}: expected options among`);
    if (withOptions.includes(name)) expect(() => call({}, { bad: 1 })).toThrow(`${name}: expected options among`);
  }
});

describe('clusters', () => {
  /** Returns people with several rows each, which are equal. */
  const people = (count, times) => {
    const place = Array.from({ length: count * times }, (_, row) => Math.floor(row / times));
    return {
      label: place.map((i) => i % 2),
      prediction: place.map((i) => (i % 5 < 2 ? 1 : 0)),
      score: place.map((i) => ((i * 7) % 10) / 10),
      sensitiveFeatures: { g: place.map((i) => (i % 3 ? 'a' : 'b')) },
      cluster: place,
    };
  };
  const metrics = {
    rate: 'selectionRate',
    area: 'rocAucScore',
    error: 'meanAbsoluteError',
    own: (labels) => labels.length / 10,
  };
  const make = (rows) => fairlearn.metricFrame({ metrics: misuse(metrics), nBoot: 200, ...rows });
  const widths = (made) =>
    Object.keys(metrics).map((name) => {
      const [low, high] = made.overallCI().map(([{ values }]) => values[name]);
      return high - low;
    });

  test('draws people, so that repeated rows change nothing', () => {
    const [one, five] = [make(people(60, 1)), make(people(60, 5))];
    for (const name of ['rate', 'area', 'error']) {
      const [known, found] = [one, five].map((each) => each.overallCI().map(([{ values }]) => values[name]));
      expect(found[0]).toBeCloseTo(known[0], 9);
      expect(found[1]).toBeCloseTo(known[1], 9);
    }
    const { cluster: _, ...rows } = people(60, 5);
    const [ofRows, ofPeople] = [widths(make(rows)), widths(five)];
    for (const i of [0, 1, 2]) expect(present(ofPeople[i]) / present(ofRows[i])).toBeGreaterThan(1.6);
  });

  test('has quantiles further apart than those of the samples if people are few', () => {
    const label = [0, 1, 4, 9, 16, 25, 36, 49];
    const rows = { ...people(8, 1), label, prediction: label.map(() => 0) };
    const { cluster: _, ...independent } = rows;
    // Each row is a person, so that the samples are the same.
    const [own] = [make({ ...rows, metrics: { own: 'meanAbsoluteError' } })];
    const known = make({ ...independent, metrics: { own: 'meanAbsoluteError' } });
    const [[clustered, top], [alone, above]] = [own, known].map((each) =>
      each.overallCI().map(([{ values }]) => values.own),
    );
    expect(clustered).toBeLessThan(present(alone));
    expect(top).toBeGreaterThan(present(above));
  });

  test('counts people with different numbers of rows', () => {
    const { label, prediction, sensitiveFeatures } = people(30, 1);
    const cluster = label.map((_, row) => Math.floor(Math.sqrt(row)));
    const rows = { label, prediction, sensitiveFeatures, cluster };
    const counted = fairlearn.metricFrame({ metrics: ['count'], nBoot: 100, ...rows });
    const [[low], [high]] = counted.overallCI();
    expect(present(low).values.count).toBeLessThan(30);
    expect(present(high).values.count).toBeGreaterThan(30);
    expect(counted.overall[0]?.values.count).toBe(30);
  });

  test.each([
    [{ nBoot: undefined }, 'invalidArgument', 'nBoot'],
    [{ cluster: [1] }, 'shapeMismatch', 'cluster'],
    [{ cluster: ['', ...people(60, 1).cluster.slice(1)] }, 'missingValue', 'cluster'],
  ])('rejects %j', (more, code, argument) => {
    const error = getError(() => make({ ...people(60, 1), ...more }));
    expect(error).toMatchObject({ code, argument });
  });
});
