// Data sets of individuals: features with labels, and features before and after distortion.

import { normal, uniform } from './random.mjs';

const logistic = (value) => 1 / (1 + Math.exp(-value));

/** Number of features, and the probability of a favorable label. */
export const labelings = {
  'coin, 1 feature': { features: 1, chance: () => 0.5 },
  'one in ten, 2 features': { features: 2, chance: () => 0.1 },
  'smooth, 1 feature': { features: 1, chance: ([x]) => logistic(2 * x) },
  'smooth, 3 features': { features: 3, chance: ([x]) => logistic(2 * x) },
  'steep, 5 features': { features: 5, chance: ([x, y]) => logistic(4 * (x + y)) },
  'step, 2 features': { features: 2, chance: ([x]) => (x > 0 ? 1 : 0) },
};

export function drawLabeled(random, { features, chance }, rows) {
  /** @type {{ features: number[][], label: number[] }} */
  const data = { features: [], label: [] };
  for (let row = 0; row < rows; row++) {
    const x = Array.from({ length: features }, () => normal(random));
    data.features.push(x);
    data.label.push(random() < chance(x) ? 1 : 0);
  }
  return data;
}

/** Returns the mean over many data sets of this size, because consistency depends on the number of rows. */
export function expectedConsistency(individual, labeling, rows, sets) {
  const random = uniform(1000 + rows);
  let sum = 0;
  for (let set = 0; set < sets; set++) {
    const { features, label } = drawLabeled(random, labeling, rows);
    sum += individual.consistency(features, label);
  }
  return sum / sets;
}

/**
 * Each individual is moved along each of three features by one of these factors times a normal number. Also contains
 * their mean, mean square, and the proportion of individuals with the largest factor.
 */
export const distortions = {
  everyone: { draw: () => 1, mean: 1, squared: 1, rarest: 1 },
  'one in five': { draw: (random) => (random() < 0.2 ? 1 : 0), mean: 0.2, squared: 0.2, rarest: 0.2 },
  'some farther': { draw: (random) => (random() < 0.1 ? 4 : 1), mean: 1.3, squared: 2.5, rarest: 0.1 },
};

/** Draws two groups; the first one is moved `factor` times as far. */
export function drawMoved(random, { size, factor, rows, weighted }) {
  /** @type {{ groups: { g: string[] }, features: number[][], distorted: number[][], weight: number[] }} */
  const data = { groups: { g: [] }, features: [], distorted: [], weight: [] };
  for (let row = 0; row < 2 * rows; row++) {
    const isFirst = row < rows;
    const reach = (isFirst ? factor : 1) * size.draw(random);
    const x = Array.from({ length: 3 }, () => normal(random));
    data.groups.g.push(isFirst ? 'a' : 'b');
    data.features.push(x);
    data.distorted.push(x.map((value) => value + reach * normal(random)));
    data.weight.push(weighted ? Math.exp(0.5 * normal(random)) : 1);
  }
  return data;
}

/** Mean Manhattan distance: three times E|z|. */
export const meanMove = ({ mean }) => 3 * Math.sqrt(2 / Math.PI) * mean;

/**
 * Returns the number of equal rows with the same precision; the output warns below 5. See positiveMean() of the core.
 */
export function effectiveMoves({ mean, squared }, rows) {
  const square = 2 / Math.PI; // square of E|z|, where z² has mean 1
  const sumSquared = 3 + 6 * square; // mean of (|z1| + |z2| + |z3|)²
  return rows / (2 * ((squared * sumSquared) / (mean ** 2 * 9 * square)) - 1);
}
