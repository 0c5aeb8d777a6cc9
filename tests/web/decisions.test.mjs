// The decisions of attackers from counts, and the moments of a replayed run.

import { importSource } from './source.mjs';

const { decided, getDecisions } = await importSource('features/predictability/decisions');
const { learningAt, getMoments } = await importSource('features/predictability/learning');

test('counts answers by input, and chooses the most frequent one', () => {
  const seen = ['F', 'F', 'F', 'M', 'M', 'M'];
  const counts = getDecisions(seen, [1, 1, 0, 0, 0, 1], [1, 1, 1, 0, 0, 0]);
  expect(counts).toEqual({
    seen: ['F', 'M'],
    answers: ['0', '1'],
    truth: [
      [1, 2],
      [2, 1],
    ],
    predictions: [
      [0, 3],
      [3, 0],
    ],
  });
  expect(counts.truth.map(decided)).toEqual([[1], [0]]);
  expect(decided([2, 2, 1])).toEqual([0, 1]);
  expect(decided([0, 0])).toEqual([]);
});

test('shows no table for too many values', () => {
  const many = Array.from({ length: 20 }, (_, i) => i);
  const few = many.map((i) => i % 2);
  expect(getDecisions(many, few, few)).toBeNull();
  expect(getDecisions(few, many, few)).toBeNull();
  expect(getDecisions(few, few, few)).not.toBeNull();
});

test('replays a run by epoch, and ends with the same results', () => {
  const points = [1, 2, 3].map((epoch) => ({ epoch, loss: 1 / epoch }));
  const learning = {
    curves: [
      { trial: 0, points },
      { trial: 2, points },
    ],
    trials: [0, 1, 2, 3].map((index) => ({ index, trial: {} })),
  };
  expect(getMoments(learning)).toBe(6);
  const at = (moment) => {
    const { curves, trials } = learningAt(learning, moment);
    return [curves.map((curve) => curve.points.length), trials.length];
  };
  expect(at(0)).toEqual([[], 0]);
  expect(at(2)).toEqual([[2], 0]);
  expect(at(3)).toEqual([[3], 2]); // those that learned together are done
  expect(at(5)).toEqual([[3, 2], 2]);
  expect(at(6)).toEqual([[3, 3], 4]);
});
