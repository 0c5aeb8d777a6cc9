// Regression data sets with known median absolute errors by group: smooth, heavy-tailed, and with ties.

import { normal } from './random.mjs';

// The error of this approximation (Abramowitz and Stegun 7.1.26) is at most about 1e-7, which does not matter here.
function within(x) {
  const t = 1 / (1 + (0.3275911 * x) / Math.SQRT2);
  const series = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
  const sum = series.reduceRight((rest, each) => (rest + each) * t, 0);
  return 1 - sum * Math.exp((-x * x) / 2);
}

const chances = [0.1, 0.2, 0.3, 0.25, 0.15];
const right = 0.4;

/** Distributions of absolute errors, with their distribution functions. */
export const sizesOfErrors = {
  normal: { draw: (random) => Math.abs(normal(random)), share: within },
  'heavy tails (Laplace)': { draw: (random) => -Math.log1p(-random()), share: (x) => 1 - Math.exp(-x) },
  'very heavy tails (Cauchy)': {
    draw: (random) => Math.tan((Math.PI / 2) * random()),
    share: (x) => (2 / Math.PI) * Math.atan(x),
  },
  'five values': {
    draw(random) {
      let left = random();
      const found = chances.findIndex((chance) => {
        left -= chance;
        return left < 0;
      });
      return found < 0 ? chances.length - 1 : found;
    },
    share: (x) => chances.reduce((sum, chance, value) => sum + (value <= x ? chance : 0), 0),
  },
  'two in five right': {
    draw: (random) => (random() < right ? 0 : Math.abs(normal(random))),
    share: (x) => right + (1 - right) * within(x),
  },
};

/** Returns the smallest number at which the distribution function reaches one half. */
function findMedian(share) {
  let [low, high] = [-1, 100];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (share(middle) < 0.5 - 1e-12) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns the true values. Errors in every second group are `factor` times as large; `sizes` contains the numbers of
 * rows.
 */
export function medianTruths({ errors, factor, sizes }) {
  const { share } = sizesOfErrors[errors];
  const getFactor = (group) => (group % 2 ? factor : 1);
  const atMost = (x, scale) => (x < 0 ? 0 : share(x / scale));
  const medians = sizes.map((_, group) => findMedian((x) => atMost(x, getFactor(group))));
  const rows = sizes.reduce((sum, each) => sum + each, 0);
  const all = findMedian((x) =>
    sizes.reduce((sum, each, group) => sum + (each / rows) * atMost(x, getFactor(group)), 0),
  );
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  return {
    median: medians[0],
    'largest difference': most - least,
    'smallest ratio': least / most,
    smallest: least,
    largest: most,
    'largest distance to all': Math.max(...medians.map((median) => Math.abs(median - all))),
  };
}

export function drawSizes(random, { errors, factor, sizes }) {
  const { draw } = sizesOfErrors[errors];
  const all = sizes.flatMap((rows, group) =>
    Array.from({ length: rows }, () => ({ g: `g${group}`, error: (group % 2 ? factor : 1) * draw(random) })),
  );
  return { groups: { g: all.map(({ g }) => g) }, label: all.map(() => 0), prediction: all.map(({ error }) => error) };
}

export function medianEstimates(exact) {
  const { medianAbsoluteError } = exact.spread(['g']);
  return {
    median: exact.by(['g'])[0].errors.medianAbsoluteError,
    'largest difference': medianAbsoluteError.difference,
    'smallest ratio': medianAbsoluteError.ratio,
    smallest: medianAbsoluteError.min,
    largest: medianAbsoluteError.max,
    'largest distance to all': medianAbsoluteError.differenceToOverall,
  };
}
