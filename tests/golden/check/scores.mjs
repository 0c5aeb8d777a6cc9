// Scores by group, compared with scikit-learn, scipy, and published formulas: rankings, calibration, curves, and
// distances.

import { once } from './once.mjs';

const ranked = {
  roc_auc: (ranking) => ranking.areaUnderCurve.value,
  average_precision: (ranking) => ranking.averagePrecision.value,
  average_precision_nan: (ranking) => ranking.averagePrecision.value,
  count: ({ rows }) => rows,
  weight: ({ positives, negatives }) => positives + negatives,
  base_rate: ({ positives, negatives }) => positives / (positives + negatives),
  mean_score: ({ meanScore }) => meanScore,
};

const calibrated = {
  brier: 'brierScore',
  log_loss: 'logLoss',
  calibration_in_the_large: 'calibrationInTheLarge',
  calibration_intercept: 'calibrationIntercept',
  calibration_slope: 'calibrationSlope',
};

// Names of binnings without their number, and fairwasm's names.
const binnings = {
  equal_width: 'equalWidthLeftClosed',
  equal_width_right_closed: 'equalWidth',
  equal_mass: 'equalMass',
  quantile: 'quantile',
};

/** Parses `equal_mass_10` as { binning, bins }; returns undefined for other names. */
function binsNamed(name) {
  const [, before, bins, after = ''] = /^([a-z_]+)_(\d+)(_[a-z_]+)?$/.exec(name) ?? [];
  const binning = binnings[`${before}${after}`];
  return binning && { binning, bins: Number(bins) };
}

export function getExactScores({ input }, { scores }) {
  const exact = scores.exactScores(Object.keys(input.groups));
  const { y_true: label, scores: score, groups, sample_weight: weight } = input;
  exact.update({ label, score, groups, weight: weight ?? undefined });
  return exact;
}

export const getKey = (categories) =>
  Object.entries(categories)
    .map(([name, category]) => `${name}=${category}`)
    .join();

/** Values of each cell of a breakdown by key, as far as they are recorded. */
class Cells {
  constructor(exact, by) {
    this.exact = exact;
    this.by = by;
    this.tables = new Map();
  }

  /** Returns the result of a method of ExactScores for a cell. */
  of(key, method, options = {}) {
    const name = JSON.stringify([method, options]);
    if (!this.tables.has(name)) this.tables.set(name, this.exact[method](this.by, options));
    return this.tables.get(name).find(({ categories }) => getKey(categories) === key);
  }

  value(key, name, recorded) {
    if (name in ranked) return ranked[name](this.of(key, 'ranking'));
    if (name in calibrated) return this.of(key, 'calibration').estimates[calibrated[name]].value;
    if (name === 'roc_curve') return getRoc(this.curve(key, 'rocCurves'));
    if (name === 'precision_recall_curve') return getRecall(this.curve(key, 'precisionRecallCurves'));
    // The bin of a score at an edge is not recorded if rounding determines it.
    if (recorded === null) return null;
    return binned(this.of(key, 'calibration', binsNamed(name)), recorded);
  }

  curve(key, method) {
    if (!this.tables.has(method)) this.tables.set(method, this.exact[method](this.by));
    return this.tables.get(method).find(({ categories }) => getKey(categories) === key);
  }

  cell(key, recorded) {
    if (recorded === null) return this.of(key, 'ranking').rows === 0 ? null : 'rows';
    return Object.fromEntries(Object.entries(recorded).map(([name, value]) => [name, this.value(key, name, value)]));
  }
}

const getRoc = ({ falsePositiveRate, truePositiveRate, thresholds }) => ({
  false_positive_rate: [...falsePositiveRate],
  true_positive_rate: [...truePositiveRate],
  thresholds: [...thresholds],
});

const getRecall = ({ precision, recall, thresholds }) => ({
  precision: [...precision],
  recall: [...recall],
  thresholds: [...thresholds],
});

function binned({ estimates, bins }, recorded) {
  const all = {
    ece: estimates.expectedCalibrationError.value,
    mce: estimates.maximumCalibrationError.value,
    weight: bins.map(({ weight }) => weight),
    mean_score: bins.map(({ meanScore }) => meanScore),
    mean_label: bins.map(({ positiveRate }) => positiveRate),
  };
  return Object.fromEntries(Object.keys(recorded).map((name) => [name, all[name]]));
}

const bothDistances = ({ kolmogorovSmirnov, wasserstein }) => ({
  ks: kolmogorovSmirnov.value,
  wasserstein: wasserstein.value,
});

function getDistances(exact, by, recorded) {
  const all = exact.distances(by).map((distance) => {
    const { categories, other, negatives, positives } = distance;
    const sides = [getKey(categories), other ? getKey(other) : 'rest'];
    // Distances are symmetric.
    const turned = sides.toReversed().join('|');
    return [
      turned in recorded ? turned : sides.join('|'),
      { all: bothDistances(distance), 'label 0': bothDistances(negatives), 'label 1': bothDistances(positives) },
    ];
  });
  return Object.fromEntries(all);
}

const known = ['overall', 'by_group', 'distances'];

export const canEvaluate = (key, { input }) => input?.kind === 'scores' && known.includes(key);

export function evaluate(key, golden, modules) {
  const exact = once(golden, 'exact', () => getExactScores(golden, modules));
  const by = Object.keys(golden.input.groups);
  if (key === 'distances') return getDistances(exact, by, golden.expected.distances);
  if (key === 'overall') return new Cells(exact, []).cell('', golden.expected.overall);
  const cells = new Cells(exact, by);
  const recorded = Object.entries(golden.expected.by_group);
  return Object.fromEntries(recorded.map(([cell, values]) => [cell, cells.cell(cell, values)]));
}

export function deviation(key, golden, path) {
  if (!canEvaluate(key, golden) || path.at(-1) !== 'average_precision') return undefined;
  const cell = path.slice(0, -1).reduce((values, part) => values?.[part], golden.expected);
  if (cell?.average_precision_nan !== 'NaN') return undefined;
  return { rule: 'average precision without positives', holds: Number.isNaN };
}
