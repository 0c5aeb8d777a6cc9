// Regression data sets: errors with a known distribution, by group.

import { normal } from './random.mjs';

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Distributions of errors, with their means of |e|, e², and e⁴. */
export const distributions = {
  normal: { draw: normal, absolute: Math.sqrt(2 / Math.PI), squared: 1, fourth: 3 },
  uniform: { draw: (random) => 2 * random() - 1, absolute: 1 / 2, squared: 1 / 3, fourth: 1 / 5 },
  'heavy tails (Laplace)': {
    draw: (random) => Math.log1p(-random()) * (random() < 0.5 ? 1 : -1),
    absolute: 1,
    squared: 2,
    fourth: 24,
  },
  "heavier tails (Student's t, 5)": {
    draw: (random) => normal(random) / Math.sqrt(mean([1, 2, 3, 4, 5].map(() => normal(random) ** 2))),
    absolute: 0.949014,
    squared: 5 / 3,
    fourth: 25,
  },
  'one in five wrong': {
    draw: (random) => (random() < 0.2 ? normal(random) : 0),
    absolute: 0.2 * Math.sqrt(2 / Math.PI),
    squared: 0.2,
    fourth: 0.6,
  },
};

// Targets are uniform between these limits, and independent of the errors.
const [least, most] = [1, 5];
const labelVariance = (most - least) ** 2 / 12;
const meanInverse = Math.log(most / least) / (most - least);
// Mean of 1/y² divided by the square of the mean of 1/y.
const squaredInverse = 1 / (least * most) / meanInverse ** 2;

/** Draws rows of `count` groups; in every other one, errors are `factor` times as large. */
export function drawRows(random, { distribution, count, rows, factor, weighted }) {
  /** @type {{ groups: { g: string[] }, label: number[], prediction: number[] }} */
  const columns = { groups: { g: [] }, label: [], prediction: [] };
  const weight = [];
  for (let group = 0; group < count; group++) {
    for (let row = 0; row < rows; row++) {
      const label = least + (most - least) * random();
      const error = (group % 2 ? factor : 1) * distributions[distribution].draw(random);
      columns.groups.g.push(`g${group}`);
      columns.label.push(label);
      columns.prediction.push(label + error);
      weight.push(Math.exp(0.5 * normal(random)));
    }
  }
  return weighted ? { ...columns, weight } : columns;
}

/** Returns the true values, including those of the first group. Every second group is of the second kind. */
export function truths({ distribution, factor, count }) {
  const { absolute, squared } = distributions[distribution];
  const second = Math.floor(count / 2) / count;
  const all = absolute * (1 + second * (factor - 1));
  return {
    'mean error': 0,
    MAE: absolute,
    MSE: squared,
    RMSE: Math.sqrt(squared),
    MAPE: absolute * meanInverse,
    'pinball 0.9': absolute / 2,
    'R²': 1 - squared / labelVariance,
    'mean error difference': 0,
    'MAE difference': (factor - 1) * absolute,
    'MSE difference': (factor ** 2 - 1) * squared,
    'R² difference': ((1 - factor ** 2) * squared) / labelVariance,
    'MAE ratio': factor,
    'MSE ratio': factor ** 2,
    'largest difference of MAE': (factor - 1) * absolute,
    'largest difference of MSE': (factor ** 2 - 1) * squared,
    'smallest ratio of MAE': 1 / factor,
    'smallest MAE': absolute,
    'largest MAE': factor * absolute,
    'largest distance to all': Math.max(all - absolute, factor * absolute - all),
  };
}

/** Returns whether the output warns about this metric of such data. See whyUnsure(). */
export function isUnsure(population, metric) {
  const effective = effectiveRows(population, metric);
  const isOfGroups = /apart|ratio|largest|smallest/.test(metric);
  return effective < 5 || (!isOfGroups && effective < 125 && 7 * effective < population.rows);
}

// Returns the number of equal-variance rows with the same precision. See positiveMean() of the core.
function effectiveRows({ distribution, rows, weighted }, metric) {
  const { absolute, squared, fourth } = distributions[distribution];
  const ofLabels = 0.8; // variance of d² divided by its mean, for uniform targets
  const own = weighted ? rows * Math.exp(-0.25) : rows;
  const kurtosis = fourth / squared ** 2;
  if (metric.startsWith('mean error')) return own * Math.min(1, 2 / (kurtosis - 1));
  if (metric.startsWith('R²')) return own / (kurtosis + ofLabels);
  if (/MSE/.test(metric)) return own / (2 * kurtosis - 1);
  if (metric === 'MAPE') return own / (2 * (squared / absolute ** 2) * squaredInverse - 1);
  return own / (2 * (squared / absolute ** 2) - 1);
}

/** Returns the estimates of a tally. */
export function estimates(tally) {
  const { errors } = tally.estimates(['g'])[0];
  const [{ differences, ratios }] = tally.comparisons(['g'], { reference: { g: 'g0' } });
  const spread = tally.spread('meanAbsoluteError', ['g']);
  return {
    'mean error': errors.meanError,
    MAE: errors.meanAbsoluteError,
    MSE: errors.meanSquaredError,
    RMSE: errors.rootMeanSquaredError,
    MAPE: errors.meanAbsolutePercentageError,
    'pinball 0.9': tally.pinballLosses(0.9, ['g'])[0].loss,
    'R²': errors.r2Score,
    'mean error difference': differences.meanError,
    'MAE difference': differences.meanAbsoluteError,
    'MSE difference': differences.meanSquaredError,
    'R² difference': differences.r2Score,
    'MAE ratio': ratios.meanAbsoluteError,
    'MSE ratio': ratios.meanSquaredError,
    'largest difference of MAE': spread.difference,
    'largest difference of MSE': tally.difference('meanSquaredError', ['g']),
    'smallest ratio of MAE': spread.ratio,
    'smallest MAE': spread.min,
    'largest MAE': spread.max,
    'largest distance to all': spread.differenceToOverall,
  };
}

/**
 * Draws rows of two groups in clusters of 1 to 10 rows, or, with annotators, in items that each of them rates. Errors and
 * targets have the variance 1, of which `correlation` is equal within a cluster, and as much for each annotator; errors
 * of the second group are `factor` times as large.
 */
export function drawClustered(random, { clusters, annotators = 0, correlation, factor }) {
  /** @type {{ groups: { g: string[] }, label: number[], prediction: number[], cluster: string[] }} */
  const columns = { groups: { g: [] }, label: [], prediction: [], cluster: [] };
  const crossedCluster = [];
  const own = Math.sqrt(1 - (annotators > 0 ? 2 : 1) * correlation);
  const part = () => Math.sqrt(correlation) * normal(random);
  const raters = Array.from({ length: annotators }, part);
  for (let cluster = 0; cluster < 2 * clusters; cluster++) {
    const [ofError, ofLabel] = [part(), part()];
    const rows = annotators || 1 + Math.floor(10 * random());
    for (let row = 0; row < rows; row++) {
      const label = 3 + ofLabel + Math.sqrt(1 - correlation) * normal(random);
      const error = ofError + (raters[row] ?? 0) + own * normal(random);
      columns.groups.g.push(cluster % 2 ? 'second' : 'first');
      columns.label.push(label);
      columns.prediction.push(label + (cluster % 2 ? factor : 1) * error);
      columns.cluster.push(`c${cluster}`);
      crossedCluster.push(`r${row}`);
    }
  }
  return annotators > 0 ? { ...columns, crossedCluster } : columns;
}

/** Returns the true values of {@link drawClustered}, of the first group and of comparisons with it. */
export function clusteredTruths({ factor }) {
  const absolute = Math.sqrt(2 / Math.PI);
  return {
    'mean error': 0,
    MAE: absolute,
    RMSE: 1,
    'R²': 0,
    'mean error apart': 0,
    'RMSE apart': factor - 1,
    'MAE ratio': factor,
    'largest difference of MAE': (factor - 1) * absolute,
  };
}

/** Returns the estimates of a report with two groups. */
export function clusteredEstimates({ breakdowns: [{ groups, comparisons, spreads }] }) {
  const { errors } = groups.find(({ name }) => name === 'first');
  const [{ differences, ratios }] = comparisons;
  return {
    'mean error': errors.meanError,
    MAE: errors.meanAbsoluteError,
    RMSE: errors.rootMeanSquaredError,
    'R²': errors.r2Score,
    'mean error apart': differences.meanError,
    'RMSE apart': differences.rootMeanSquaredError,
    'MAE ratio': ratios.meanAbsoluteError,
    'largest difference of MAE': spreads.meanAbsoluteError.difference,
  };
}
