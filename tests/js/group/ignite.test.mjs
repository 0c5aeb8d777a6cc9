// SPDX-License-Identifier: Apache-2.0
//
// What ignite's recorded values (tests/golden) do not show: failed updates, iterables, transforms, and
// state that goes out and comes back.

import {
  Accuracy,
  DemographicParityDifference,
  FairwasmError,
  SelectionRate,
  SubgroupAccuracyDifference,
  SubgroupDifference,
  SubgroupMetric,
} from 'fairwasm';
import fc from 'fast-check';
import { errorOf } from '../support.mjs';

// The example of ignite's documentation.
const yPred = [
  [0.2, 0.8],
  [0.7, 0.3],
  [0.4, 0.6],
  [0.8, 0.2],
];
const example = [yPred, [1, 0, 0, 1], [0, 0, 1, 1]];

test('the example of ignite’s documentation: one group always right, the other always wrong', () => {
  const metric = new SubgroupAccuracyDifference([0, 1]);
  metric.update(example);
  expect(metric.byGroup()).toEqual({ 0: 1, 1: 0 });
  expect(metric.compute()).toBe(1);
});

test('groups can be named by text', () => {
  const metric = new DemographicParityDifference(['f', 'm']);
  metric.update({ yPred: [1, 1, 0, 1], y: [1, 0, 0, 1], groupLabels: ['f', 'f', 'm', 'm'] });
  expect(metric.compute()).toBe(0.5);
});

test('a failed update changes nothing in any group', () => {
  const metric = new SubgroupDifference(new SelectionRate(), ['a', 'b']);
  metric.update([
    [1, 0],
    [1, 1],
    ['a', 'b'],
  ]);
  const before = JSON.stringify(metric.stateDict());
  // The first group's row is good, the second's is not.
  const error = errorOf(() =>
    metric.update([
      [0, 0.5],
      [0, 1],
      ['a', 'b'],
    ]),
  );
  expect(error).toMatchObject({ code: 'invalidArgument', argument: 'yPred', row: 1 });
  expect(JSON.stringify(metric.stateDict())).toBe(before);
});

test('rows of groups that are not named are not looked at', () => {
  const metric = new SubgroupMetric(new Accuracy(), [1]);
  metric.update([
    [1, Number.NaN],
    [1, 7],
    [1, 2],
  ]);
  expect(metric.compute()).toEqual({ 1: 1 });
});

test('batches come from any iterable, and outputs are transformed', async () => {
  async function* batches() {
    for (let row = 0; row < 4; row++) yield { row };
  }
  const outputTransform = ({ row }) => [[yPred[row]], [example[1][row]], [example[2][row]]];
  const metric = new SubgroupAccuracyDifference([0, 1], { outputTransform });
  expect((await metric.updateAll(batches())).compute()).toBe(1);
  await expect(new Accuracy().updateAll([[[1], [2]]])).rejects.toThrow(FairwasmError);
});

test('state goes out and comes back, all or nothing', () => {
  const metric = new SubgroupAccuracyDifference([0, 1]);
  metric.update(example);
  const dict = JSON.parse(JSON.stringify(metric.stateDict()));
  const other = new SubgroupAccuracyDifference([0, 1, 2]);
  other.loadStateDict(dict);
  expect(other.compute()).toBe(1);
  const damaged = structuredClone(dict);
  damaged._metrics[1].__metric_state_per_rank[0]._num_examples = -1;
  damaged._metrics[0].__metric_state_per_rank[0]._num_correct = 0;
  expect(errorOf(() => other.loadStateDict(damaged)).code).toBe('corruptBytes');
  expect(other.byGroup()).toEqual({ 0: 1, 1: 0 });
  expect(errorOf(() => other.loadStateDict({})).code).toBe('corruptBytes');
  const empty = new SelectionRate();
  empty.loadStateDict(new SelectionRate().stateDict());
  empty.update([[1], [1]]);
  expect(empty.compute()).toEqual([0, 1]);
});

test('several labels a row, and more dimensions', () => {
  const accuracy = new Accuracy({ isMultilabel: true });
  const rate = new SelectionRate({ isMultilabel: true });
  // Two rows, two labels, three positions.
  const shaped = (bits) => ({ shape: [2, 2, 3], data: Uint8Array.from(bits, Number) });
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
  [
    'yPred',
    'shapeMismatch',
    [
      [[1, 2], [3]],
      [1, 1],
      [0, 0],
    ],
  ],
])('refuses a batch whose %s cannot be meant (%s)', (argument, code, batch) => {
  const metric = new SubgroupMetric(new Accuracy(), [0]);
  expect(errorOf(() => metric.update(batch))).toMatchObject({ argument, code });
});

test('neither the order of rows nor how they are cut into batches matters', () => {
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
