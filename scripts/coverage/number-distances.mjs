// Numbers of two groups with known true distances, for the intervals of distances.

import { normal } from './random.mjs';

const exponential = (random) => -Math.log1p(-random());
const oneOf = (chances) => (random) => {
  let left = random();
  return Math.max(
    0,
    chances.findIndex((chance) => {
      left -= chance;
      return left < 0;
    }),
  );
};
const moved = (draw, by) => ({ one: (random) => draw(random) + by, other: draw });
// Distances of a shift by this amount; `deviation` is the standard deviation.
const shift = (by, largest, deviation) => ({
  'Kolmogorov–Smirnov': largest,
  Wasserstein: by,
  'in standard deviations': by / deviation,
});

/** By name: the distributions of the first and the second group's numbers, and their true distances. */
export const numberPairs = {
  'normal, equal': { ...moved(normal, 0), truth: shift(0, 0, 1) },
  // 2 Φ(1/4) - 1.
  'normal, apart': { ...moved(normal, 0.5), truth: shift(0.5, 0.1974126513658474, 1) },
  'exponential, equal': { ...moved(exponential, 0), truth: shift(0, 0, 1) },
  'exponential, apart': { ...moved(exponential, 0.5), truth: shift(0.5, 1 - Math.exp(-0.5), 1) },
  'five equal values': {
    one: oneOf([0.2, 0.2, 0.2, 0.2, 0.2]),
    other: oneOf([0.2, 0.2, 0.2, 0.2, 0.2]),
    truth: shift(0, 0, 1),
  },
  // Cumulative proportions at each value: .1 .2 .4 .7 and .2 .4 .6 .8; variances 1.64 and 2.
  'five values, apart': {
    one: oneOf([0.1, 0.1, 0.2, 0.3, 0.3]),
    other: oneOf([0.2, 0.2, 0.2, 0.2, 0.2]),
    truth: shift(0.6, 0.2, Math.sqrt(1.82)),
  },
};

/** Draws rows of both groups, whose predictions are the numbers. */
export function drawPair(random, { one, other }, rows, isWeighted) {
  const all = [one, other].flatMap((draw, g) =>
    Array.from({ length: rows }, () => ({ g: `g${g}`, number: draw(random) })),
  );
  return {
    groups: { g: all.map(({ g }) => g) },
    label: all.map(() => 0),
    prediction: all.map(({ number }) => number),
    ...(isWeighted && { weight: all.map(() => Math.exp(0.5 * normal(random))) }),
  };
}
