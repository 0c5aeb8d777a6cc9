// Data sets of predicted numbers: errors of a known distribution, by group.

import { normal } from './random.mjs';

/** How errors are drawn, and the means of |e| and e² among them. */
export const distributions = {
  normal: { draw: normal, absolute: Math.sqrt(2 / Math.PI), squared: 1 },
  uniform: { draw: (random) => 2 * random() - 1, absolute: 1 / 2, squared: 1 / 3 },
  'heavy tails (Laplace)': {
    draw: (random) => Math.log1p(-random()) * (random() < 0.5 ? 1 : -1),
    absolute: 1,
    squared: 2,
  },
  'one in five wrong': {
    draw: (random) => (random() < 0.2 ? normal(random) : 0),
    absolute: 0.2 * Math.sqrt(2 / Math.PI),
    squared: 0.2,
  },
};

/** Rows of `count` groups; in every other one errors are `factor` times as large. */
export function drawRows(random, { distribution, count, rows, factor, weighted }) {
  const columns = { groups: { g: [] }, label: [], prediction: [] };
  const weight = [];
  for (let group = 0; group < count; group++) {
    for (let row = 0; row < rows; row++) {
      columns.groups.g.push(`g${group}`);
      columns.label.push(0);
      columns.prediction.push((group % 2 ? factor : 1) * distributions[distribution].draw(random));
      weight.push(Math.exp(0.5 * normal(random)));
    }
  }
  return weighted ? { ...columns, weight } : columns;
}

/** Of the population, its first group among them. */
export function truths({ distribution, factor }) {
  const { absolute, squared } = distributions[distribution];
  return {
    meanAbsoluteError: absolute,
    meanSquaredError: squared,
    rootMeanSquaredError: Math.sqrt(squared),
    'difference of mean absolute errors': (factor - 1) * absolute,
    'difference of mean squared errors': (factor * factor - 1) * squared,
  };
}

/** The same of a tally, as estimates. */
export function estimates(tally) {
  return {
    ...tally.estimates(['g'])[0].errors,
    'difference of mean absolute errors': tally.difference('meanAbsoluteError', ['g']),
    'difference of mean squared errors': tally.difference('meanSquaredError', ['g']),
  };
}
