// Rows with scores, for the cost of thresholds on held-out rows: two groups, with more informative scores in the first.
// The population is given by its counts, so the true cost of thresholds is their cost in it.

import { binomial } from './random.mjs';

const scores = Array.from({ length: 20 }, (_, i) => (i + 0.5) / 20);
const groups = { a: { share: 0.7, rate: 0.5, sharpness: 4 }, b: { share: 0.3, rate: 0.3, sharpness: 2 } };

/** The cells of the population with their probabilities. */
export const cells = Object.entries(groups).flatMap(([group, { share, rate, sharpness }]) =>
  [0, 1].flatMap((label) => {
    const weights = scores.map((score) => Math.exp(sharpness * (label ? score : -score)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return scores.map((score, i) => ({
      group,
      label,
      score,
      chance: (share * (label ? rate : 1 - rate) * weights[i]) / total,
    }));
  }),
);

/** Returns columns of counts for `curves`. */
export const getColumns = (rows) => ({
  label: cells.map(({ label }) => label),
  score: cells.map(({ score }) => score),
  groups: { group: cells.map(({ group }) => group) },
  rows,
});

/** Draws this many rows of the population by cell. */
export function drawCells(random, rows) {
  let left = rows;
  let chances = 1;
  return cells.map(({ chance }) => {
    const drawn = binomial(random, left, Math.min(1, chance / chances));
    left -= drawn;
    chances -= chance;
    return drawn;
  });
}
