// SPDX-License-Identifier: Apache-2.0
import { errorOf, fair } from '../support.mjs';

const rows = () => ({
  groups: { g: ['a', 'a', 'b'] },
  label: [1, 3, 5],
  prediction: [2, 3, 1],
  weight: [1, 3, 1],
});
const tallyOf = () => {
  const tally = fair.regressionTally(['g']);
  tally.update(rows());
  return tally;
};

test('errors by group, worked out by hand', () => {
  const [a] = tallyOf().by(['g']);
  expect(a).toEqual({
    categories: { g: 'a' },
    errors: {
      count: 2,
      meanLabel: 2.5,
      meanPrediction: 11 / 4,
      meanAbsoluteError: 0.25,
      meanSquaredError: 0.25,
      rootMeanSquaredError: 0.5,
      r2Score: expect.closeTo(2 / 3, 14),
    },
  });
  expect(tallyOf().overall.meanSquaredError).toBeCloseTo(17 / 5, 14);
});

test('merging matches groups by name; bytes hold everything', () => {
  const tally = tallyOf();
  const other = fair.regressionTally(['g']);
  other.update({ groups: { g: ['c', 'b'] }, label: [0, 0], prediction: [1, 2] });
  tally.merge(other);
  const stored = fair.regressionTallyFromBytes(tally.toBytes());
  const counts = stored.by(['g']).map(({ categories, errors }) => [categories.g, errors.count]);
  expect(counts).toEqual([
    ['a', 2],
    ['b', 2],
    ['c', 1],
  ]);
  stored.update({ groups: { g: ['c'] }, label: [0], prediction: [0] });
  expect(stored.by(['g'])[2].errors.meanAbsoluteError).toBe(0.5);
  stored.reset();
  expect(stored.overall.count).toBe(0);
});

test.each([
  ['label', 1, { label: [1, 'three', 5] }],
  ['prediction', 2, { prediction: new Float64Array([1, 2, Number.NaN]) }],
  ['weight', 0, { weight: [-1, 1, 1] }],
  ['g', undefined, { groups: { g: ['a'] } }],
])('a refused %s leaves no trace', (argument, row, change) => {
  const tally = tallyOf();
  const before = tally.toBytes();
  expect(errorOf(() => tally.update({ ...rows(), ...change }))).toMatchObject({ argument, row });
  expect(tally.toBytes()).toEqual(before);
});
