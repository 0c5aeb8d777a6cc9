// SPDX-License-Identifier: Apache-2.0
//
// Behavior that ignite's recorded values (tests/golden) do not show: failed updates, iterables, transforms, and saved
// state.

import { FairwasmError } from 'fairwasm';
import {
  Accuracy,
  BaseMetric,
  DemographicParityDifference,
  SelectionRate,
  SubgroupAccuracyDifference,
  SubgroupDifference,
  SubgroupMetric,
} from 'fairwasm/ignite';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { getError } from '../support.mjs';

// The example in ignite's documentation.
const yPred = [
  [0.2, 0.8],
  [0.7, 0.3],
  [0.4, 0.6],
  [0.8, 0.2],
];
/** @type {[yPred: number[][], y: number[], groupLabels: number[]]} */
const example = [yPred, [1, 0, 0, 1], [0, 0, 1, 1]];

test('reproduces ignite’s documentation: one group always correct, the other always incorrect', () => {
  const metric = new SubgroupAccuracyDifference([0, 1]);
  metric.update(example);
  expect(metric.byGroup()).toEqual({ 0: 1, 1: 0 });
  expect(metric.compute()).toBe(1);
});

test('accepts text as group names', () => {
  const metric = new DemographicParityDifference(['f', 'm']);
  metric.update({ yPred: [1, 1, 0, 1], y: [1, 0, 0, 1], groupLabels: ['f', 'f', 'm', 'm'] });
  expect(metric.compute()).toBe(0.5);
});

test('a failed update changes no group', () => {
  const metric = new SubgroupDifference(new SelectionRate(), ['a', 'b']);
  metric.update([
    [1, 0],
    [1, 1],
    ['a', 'b'],
  ]);
  const before = JSON.stringify(metric.stateDict());
  // The first group's row is valid, the second's is not.
  const error = getError(() =>
    metric.update([
      [0, 0.5],
      [0, 1],
      ['a', 'b'],
    ]),
  );
  expect(error).toMatchObject({ code: 'invalidArgument', argument: 'yPred', row: 1 });
  expect(JSON.stringify(metric.stateDict())).toBe(before);
});

test('ignores rows of groups that are not named', () => {
  const metric = new SubgroupMetric(new Accuracy(), [1]);
  metric.update([
    [1, Number.NaN],
    [1, 7],
    [1, 2],
  ]);
  expect(metric.compute()).toEqual({ 1: 1 });
});

test('accepts batches from any iterable, and transforms outputs', async () => {
  async function* batches() {
    for (let row = 0; row < 4; row++) yield { row };
  }
  /** @returns {import('fairwasm/ignite').SubgroupBatch} */
  const outputTransform = ({ row }) => [[yPred[row]], [example[1][row]], [example[2][row]]];
  const metric = new SubgroupAccuracyDifference([0, 1], { outputTransform });
  expect((await metric.updateAll(batches())).compute()).toBe(1);
  await expect(new Accuracy().updateAll([[[1], [2]]])).rejects.toThrow(FairwasmError);
});

test('saves and restores state completely or not at all', () => {
  const metric = new SubgroupAccuracyDifference([0, 1]);
  metric.update(example);
  const dict = JSON.parse(JSON.stringify(metric.stateDict()));
  const other = new SubgroupAccuracyDifference([0, 1, 2]);
  other.loadStateDict(dict);
  expect(other.compute()).toBe(1);
  const damaged = structuredClone(dict);
  damaged._metrics[1].__metric_state_per_rank[0]._num_examples = -1;
  damaged._metrics[0].__metric_state_per_rank[0]._num_correct = 0;
  expect(getError(() => other.loadStateDict(damaged)).code).toBe('corruptBytes');
  expect(other.byGroup()).toEqual({ 0: 1, 1: 0 });
  expect(getError(() => other.loadStateDict(misuse({}))).code).toBe('corruptBytes');
  const empty = new SelectionRate();
  empty.loadStateDict(new SelectionRate().stateDict());
  empty.update([[1], [1]]);
  expect(empty.compute()).toEqual([0, 1]);
});

test('accepts multilabel rows and more dimensions', () => {
  const accuracy = new Accuracy({ isMultilabel: true });
  const rate = new SelectionRate({ isMultilabel: true });
  // Two rows, two labels, three positions.
  const shaped = (bits) => ({ shape: [2, 2, 3], data: Uint8Array.from(bits, Number) });
  /** @type {import('fairwasm/ignite').Outputs} */
  const batch = [shaped('110011101000'), shaped('110010101001')];
  accuracy.update(batch);
  rate.update(batch);
  expect(accuracy.compute()).toBe(4 / 6);
  expect(rate.compute()).toEqual([4 / 6, 2 / 6]);
});

test.each([
  ['batch', 'invalidArgument', { yPred: [1], y: [1] }],
  ['groupLabels', 'shapeMismatch', [[1], [1], [[0]]]],
  ['yPred', 'shapeMismatch', [[1, 1], [1], [0]]],
  ['y', 'invalidArgument', [[1], [null], [0]]],
  ['yPred', 'invalidArgument', [{ shape: [1], data: ['1'] }, [1], [0]]],
  [
    'yPred',
    'shapeMismatch',
    [
      [[1, 2], [3]],
      [1, 1],
      [0, 0],
    ],
  ],
])('rejects a batch with an invalid %s (%s)', (argument, code, batch) => {
  const metric = new SubgroupMetric(new Accuracy(), [0]);
  expect(getError(() => metric.update(misuse(batch)))).toMatchObject({ argument, code });
});

test('does not depend on the order of rows or batches', () => {
  const row = fc.record({ p: fc.nat(1), y: fc.nat(1), g: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(row, { minLength: 6 }), fc.nat(5), (rows, cut) => {
      const states = [rows, [...rows].reverse()].map((list) => {
        const metric = new DemographicParityDifference([0, 1, 2]);
        for (const part of [list.slice(0, cut), list.slice(cut)]) {
          metric.update([part.map(({ p }) => p), part.map(({ y }) => y), part.map(({ g }) => g)]);
        }
        return metric.stateDict();
      });
      expect(states[0]).toEqual(states[1]);
    }),
  );
});

test('accepts batches as dictionaries with ignite’s names', () => {
  const metric = new SubgroupAccuracyDifference([0, 1]);
  metric.update({ y_pred: yPred, y: example[1], group_labels: example[2] });
  expect(metric.compute()).toBe(1);
  const accuracy = new Accuracy();
  accuracy.update({ y_pred: yPred, y: example[1] });
  expect(accuracy.compute()).toBe(0.5);
  expect(getError(() => metric.update(misuse({ y_pred: yPred, y: example[1] })))).toMatchObject({ argument: 'batch' });
  expect(getError(() => accuracy.update(misuse(example)))).toMatchObject({ actual: '3 parts' });
});

test('selects labels by position', () => {
  // Row 0 of group a is correct in one of two labels, row 1 of group b in both.
  /** @type {[yPred: number[][], y: number[][], groupLabels: string[]]} */
  const batch = [
    [
      [1, 0],
      [1, 1],
    ],
    [
      [1, 1],
      [1, 1],
    ],
    ['a', 'b'],
  ];
  const values = [undefined, {}, false, true, { isMultilabel: true }].map((options) => {
    const metric = new SubgroupAccuracyDifference(['a', 'b'], options);
    metric.update(batch);
    return metric.compute();
  });
  expect(values).toEqual([0.5, 0.5, 0.5, 1, 1]);
});

describe('several ranks', () => {
  const rank = (rows) => {
    const metric = new DemographicParityDifference(['f', 'm']);
    metric.update([rows.map(([p]) => p), rows.map(() => 0), rows.map(([, g]) => g)]);
    return metric;
  };
  const first = [
    [1, 'f'],
    [0, 'm'],
    [1, 'm'],
  ];
  const second = [
    [0, 'f'],
    [0, 'm'],
  ];

  test('are merged', () => {
    const metric = rank(first);
    metric.merge(rank(second));
    expect(metric.stateDict()).toEqual(rank([...first, ...second]).stateDict());
    metric.merge(new DemographicParityDifference(['m', 'f']));
    expect(metric.compute()).toBeCloseTo(1 / 2 - 1 / 3, 14);
    const accuracy = new Accuracy();
    const part = new Accuracy();
    part.update([[1], [1]]);
    accuracy.merge(part);
    expect(accuracy.compute()).toBe(1);
  });

  test('in one dictionary are counted together', () => {
    const dict = (...states) => ({ __metric_state_per_rank: states });
    const metric = new Accuracy();
    metric.loadStateDict(dict({ _num_correct: 3, _num_examples: 4 }, { _num_correct: 1, _num_examples: 4 }));
    expect(metric.compute()).toBe(0.5);
    const rate = new SelectionRate();
    rate.loadStateDict(dict({ _num_positives: [1, 1], _num_examples: 2 }, { _num_positives: 0, _num_examples: 0 }));
    expect(rate.compute()).toEqual([0.5, 0.5]);
  });

  test.each([
    [
      'differ in shape',
      [
        { _num_positives: [1, 2], _num_examples: 3 },
        { _num_positives: [1, 2, 3], _num_examples: 6 },
      ],
    ],
    [
      'hold something else',
      [
        { _num_positives: [1, 2], _num_examples: 3 },
        { _num_correct: 1, _num_examples: 6 },
      ],
    ],
    ['hold more', [{ _num_positives: [1, 2], _num_examples: 3, _sum: 1 }]],
    ['are none', []],
  ])('are rejected if they %s', (_, states) => {
    const metric = new SelectionRate();
    metric.update([[1], [1]]);
    const error = getError(() => metric.loadStateDict(misuse({ __metric_state_per_rank: states })));
    expect(error.code).toBe('corruptBytes');
    expect(metric.compute()).toEqual([0, 1]);
  });

  test.each([
    ['another kind of metric', () => new Accuracy().merge(misuse(new SelectionRate()))],
    ['multilabel and single-label', () => new Accuracy().merge(new Accuracy({ isMultilabel: true }))],
    ['no metric', () => new Accuracy().merge(misuse({}))],
    ['other groups', () => rank(first).merge(new DemographicParityDifference(['f', 'x']))],
    ['no groups', () => rank(first).merge(misuse(new SelectionRate()))],
    [
      'another metric of the groups',
      () => rank(first).merge(misuse(new SubgroupDifference(new Accuracy(), ['f', 'm']))),
    ],
  ])('do not merge with %s', (_, call) => {
    expect(getError(call).code).toBe('incompatible');
  });
});

test('a custom metric keeps its state in sums', () => {
  // Counts predictions above 0.5.
  class Sure extends BaseMetric {
    clone() {
      return new Sure();
    }
    read(yPred, y) {
      return { rows: y.length, yPred: { shape: [yPred.length], data: yPred }, y: { shape: [], data: y } };
    }
    noSums() {
      return { _sure: 0 };
    }
    sumRows({ yPred }, rows) {
      return { _sure: rows.filter((row) => yPred.data[row] > 0.5).length };
    }
    /** @param {Readonly<Record<string, any>>} sums */
    valueFrom({ _sure }) {
      return _sure;
    }
  }
  const metric = new SubgroupDifference(new Sure(), ['a', 'b']);
  metric.update([
    [0.6, 0.7, 0.2, 0.9],
    [1, 1, 1, 1],
    ['a', 'a', 'a', 'b'],
  ]);
  expect(metric.byGroup()).toEqual({ a: 2, b: 1 });
  expect(metric.compute()).toBe(1);
});

test.each([
  ["'is_multilabel'; did you mean 'isMultilabel'?", () => new Accuracy(misuse({ is_multilabel: true }))],
  ["'device'", () => new SelectionRate(misuse({ device: 'cpu' }))],
  ["'device'", () => new SubgroupMetric(new Accuracy(), [0], misuse({ device: 'cpu' }))],
  ["did you mean 'isMultilabel'?", () => new DemographicParityDifference([0], misuse({ multilabel: true }))],
  ['got a function', () => new Accuracy(misuse((output) => output))],
  [
    'got a function',
    () =>
      new SubgroupAccuracyDifference(
        [0],
        misuse((output) => output),
      ),
  ],
  ["got 'yes'", () => new SubgroupAccuracyDifference([0], { isMultilabel: misuse('yes') })],
  ['a metric, such as new Accuracy()', () => new SubgroupMetric(misuse(Accuracy), [0])],
  ['groups: expected a list', () => new SubgroupMetric(new Accuracy(), misuse('ab'))],
  ['groups: expected a list', () => new SubgroupDifference(new Accuracy(), [misuse(null)])],
])('rejects unknown arguments: %s', (message, call) => {
  expect(getError(call).message).toContain(message);
});
