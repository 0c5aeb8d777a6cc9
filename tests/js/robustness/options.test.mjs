// SPDX-License-Identifier: Apache-2.0
//
// Options of certificates: unknown options are rejected, and the Lipschitz constant has no default.

import { certifyCsv, load } from 'fairwasm/robustness';
import { misuse } from '../../misuse.mjs';
import { getError, robustness } from '../support.mjs';

const score = [
  [2, 0],
  [0, 1],
  [0, 3],
];
const input = { label: [0, 1, 0], score, lipConst: 1 };

describe('the Lipschitz constant', () => {
  const metrics = [
    'binaryProvableRobustAccuracy',
    'binaryProvableAvgRobustness',
    'categoricalProvableRobustAccuracy',
    'categoricalProvableAvgRobustness',
  ];
  test.each(metrics)('is required by %s', (name) => {
    const rows = name.startsWith('binary') ? { label: [0, 1], score: [1, 2] } : { label: [0], score: [[1, 2]] };
    const error = getError(() => robustness[name](rows));
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'lipConst', actual: 'none' });
  });

  test('is required by certificates and by files of scores', async () => {
    expect(getError(() => robustness.certificates(misuse({ classes: 2 }))).argument).toBe('lipConst');
    expect(getError(() => robustness.certificates({ lipConst: misuse('10') })).argument).toBe('lipConst');
    const error = await certifyCsv(robustness, 'y,s\n1,2\n', misuse({ label: 'y' })).catch((e) => e);
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'lipConst' });
  });

  test('is rejected if misspelled, instead of a default of 1', () => {
    const { lipConst, ...rest } = input;
    const error = getError(() =>
      robustness.categoricalProvableRobustAccuracy(misuse({ ...rest, lip_const: lipConst })),
    );
    expect(error.message).toContain("did you mean 'lipConst'?");
  });
});

test.each([
  ['y_pred', 'score'],
  ['y_true', 'label'],
  ['sample_weight', 'weight'],
  ['disjoint_neurons', 'disjointNeurons'],
  ['negative_robustness', undefined],
])('rejects the option %s', (name, meant) => {
  const error = getError(() => robustness.categoricalProvableRobustAccuracy({ ...input, [name]: true }));
  expect(error.code).toBe('invalidArgument');
  if (meant) expect(error.actual).toBe(`'${name}'; did you mean '${meant}'?`);
});

test.each([
  ['disjointNeurons', () => robustness.categoricalProvableAvgRobustness],
  ['negativeRobustness', () => robustness.categoricalProvableAvgRobustness],
])('%s must be true or false', (name) => {
  const wrong = { ...input, [name]: 'false' };
  expect(getError(() => robustness.categoricalProvableAvgRobustness(wrong)).argument).toBe(name);
});

test('rejects unknown and invalid options of certificates', () => {
  const certificates = robustness.certificates({ lipConst: 1, classes: 2, groups: ['sex'] });
  const rows = { label: [0], score: [[1, 2]], groups: { sex: ['f'] } };
  const refused = {
    class_count: () => robustness.certificates(misuse({ lipConst: 1, class_count: 3 })),
    epsilons: () => robustness.certificates({ lipConst: 1, epsilons: misuse(0.5) }),
    groups: () => robustness.certificates({ lipConst: 1, groups: misuse('sex') }),
    weight: () => certificates.update({ ...rows, weight: [-1] }),
    weights: () => certificates.update(misuse({ ...rows, weights: [1] })),
    null: () => certificates.update(misuse(null)),
    draws: () => certificates.compute(misuse({ draws: 3 })),
    by: () => certificates.compute({ by: [misuse(1)] }),
    bytes: () => robustness.certificatesFromBytes(misuse('no bytes')),
    other: () => certificates.merge(misuse({})),
    layers: () => robustness.lipschitzBound(misuse({ weights: [[1]] })),
    layer: () => robustness.lipschitzBound([misuse({ weights: [[1]], bias: [0] })]),
    activation: () => robustness.lipschitzBound([{ weights: [[1]], activation: misuse('gelu') }]),
    number: () => robustness.lipschitzBound([{ weights: [[1]], activation: misuse(3) }]),
  };
  for (const [name, call] of Object.entries(refused)) {
    expect([name, getError(call).code]).toEqual([name, 'invalidArgument']);
  }
});

test.each([{ label: 'y', groups: 'g' }, { label: 'y', scores: 's' }, { label: ['y'] }, { label: 'y', group: ['g'] }])(
  'rejects the columns %j of a file',
  async (what) => {
    const error = await certifyCsv(robustness, 'y,s,g\n1,2,a\n', misuse({ lipConst: 1, ...what })).catch((e) => e);
    expect(error.code).toBe('invalidArgument');
  },
);

describe('weights', () => {
  // Radii 1, 1/2, and -3/2. The result is a number, or an array if nothing is reduced.
  /** @returns {any} */
  const average = (options) => robustness.categoricalProvableAvgRobustness({ ...input, ...options });

  test('multiply each score, like sample_weight', () => {
    const weight = [1, 2, 5];
    expect([...average({ weight, reduction: 'none' })]).toEqual([1, 1, 0]);
    expect(average({ weight, reduction: 'sum' })).toBe(2);
    expect(average({ weight })).toBe(2 / 3);
    expect(average({ weight, negativeRobustness: true })).toBe((2 - 7.5) / 3);
    const certified = robustness.categoricalProvableRobustAccuracy;
    expect(certified.call(robustness, { ...input, weight, epsilon: 0.6 })).toBe(1 / 3);
    expect(average({ weight: [1, 1, 1] })).toBe(average({}));
  });

  test.each([[[1, 2]], [[1, -1, 1]], [[1, Number.NaN, 1]], [['much', 1, 1]]])('rejects %j', (weight) => {
    expect(getError(() => average({ weight })).argument).toBe('weight');
  });
});

test('the reduction ’auto’ is the mean', () => {
  const metric = robustness.categoricalProvableAvgRobustness;
  expect(metric.call(robustness, { ...input, reduction: 'auto' })).toBe(0.5);
  const error = getError(() => metric.call(robustness, { ...input, reduction: misuse('average') }));
  expect(error.argument).toBe('reduction');
});

describe('steepestSlope', () => {
  test('matches a manual calculation', () => {
    const inputs = [
      [0, 0],
      [1, 0],
      [0, 2],
    ];
    const outputs = [
      [0, 0],
      [3, 4],
      [0, 1],
    ];
    expect(robustness.steepestSlope({ inputs, outputs })).toEqual({ value: 5, perOutput: 4, rows: [0, 1] });
    expect(robustness.steepestSlope({ inputs: [[1]], outputs: [[7]] })).toEqual({ value: 0, perOutput: 0 });
  });

  test('never exceeds the bound from the weights', () => {
    const weights = [
      [1, -2, 0.5],
      [0.25, 1, 3],
    ];
    const inputs = Array.from({ length: 40 }, (_, i) => [Math.sin(i), Math.cos(2 * i), i % 3]);
    const outputs = inputs.map((x) => weights.map((row) => row.reduce((sum, w, j) => sum + w * x[j], 0)));
    const bound = robustness.lipschitzBound([{ weights }]);
    const slope = robustness.steepestSlope({ inputs, outputs });
    expect(slope.value).toBeLessThanOrEqual(bound.value * (1 + 1e-12));
    expect(slope.value).toBeGreaterThan(0.9 * bound.value);
    expect(slope.perOutput).toBeLessThanOrEqual(bound.perOutput * (1 + 1e-12));
  });

  test.each([
    ['outputs', { inputs: [[0], [1]], outputs: [[1]] }],
    ['outputs', { inputs: [[0], [0]], outputs: [[1], [2]] }],
    ['inputs', { inputs: [[0], [Number.NaN]], outputs: [[1], [2]] }],
    ['steepestSlope', { inputs: [[0]], predictions: [[1]] }],
  ])('rejects %s that match no network', (argument, given) => {
    expect(getError(() => robustness.steepestSlope(misuse(given))).argument).toBe(argument);
  });
});

test('rejects certificates of two different loads', async () => {
  const other = await load();
  const mine = robustness.certificates({ lipConst: 1 });
  const theirs = other.certificates({ lipConst: 1 });
  theirs.update({ label: [1], score: [2] });
  expect(getError(() => mine.merge(theirs))).toMatchObject({ code: 'incompatible' });
  mine.merge(robustness.certificatesFromBytes(theirs.toBytes()));
  expect(mine.compute({ replicates: 0 }).overall.rows).toBe(1);
});

describe('columns that may be features', () => {
  const columns = ['age', 'income', 'debt'];
  const file = (labels) =>
    ['label', ...columns].join() + labels.map((label, i) => `\n${label},${i},${2 - i},1`).join('');
  const what = { label: 'label', lipConst: 1 };
  const certify = (labels, more = {}) => certifyCsv(robustness, file(labels), { ...what, ...more });

  test('are rejected by default if there are more columns than classes', async () => {
    const error = await certify([0, 1, 1]).catch((e) => e);
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'scores' });
    expect(error.message).toMatch(/the labels in label have 2 classes.*3 other columns: age, income, debt/);
  });

  test('are scores if the labels have as many classes, or the names of columns, or if they are named', async () => {
    for (const labels of [
      [0, 1, 2],
      ['age', 'income', 'age'],
    ]) {
      expect((await certify(labels)).scores).toEqual(columns);
    }
    expect((await certify([0, 1, 1], { scores: columns })).task).toBe('categorical');
    expect((await certify([0, 1, 1], { scores: ['age'] })).task).toBe('binary');
  });
});
