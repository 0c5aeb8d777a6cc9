// scikit-learn's regression metrics by group, in fairlearn's MetricFrame.

import { once } from './once.mjs';
import { getKey } from './scores.mjs';

const names = {
  mean_target: 'meanLabel',
  mean_prediction: 'meanPrediction',
  mean_error: 'meanError',
  mean_absolute_error: 'meanAbsoluteError',
  mean_squared_error: 'meanSquaredError',
  root_mean_squared_error: 'rootMeanSquaredError',
  median_absolute_error_averaged: 'medianAbsoluteError',
  max_error: 'maxError',
  mean_absolute_percentage_error: 'meanAbsolutePercentageError',
  r2: 'r2ScoreForcedFinite',
  r2_not_forced_finite: 'r2Score',
  explained_variance: 'explainedVarianceForcedFinite',
};

// With weights, scikit-learn uses the lower weighted median.
const ownName = (name, { sample_weight }) =>
  name === 'median_absolute_error' ? `${sample_weight ? 'lowerM' : 'm'}edianAbsoluteError` : names[name];

const getAlpha = (name) => Number(/^mean_pinball_loss\((.+)\)$/.exec(name)?.[1]);

const members = {
  group_min: 'min',
  group_max: 'max',
  'difference(between_groups)': 'difference',
  'difference(to_overall)': 'differenceToOverall',
  'ratio(between_groups)': 'ratio',
  'ratio(to_overall)': 'ratioToOverall',
};

function getExactErrors({ input }, { scores }) {
  const exact = scores.exactErrors(Object.keys(input.groups));
  const { y_true: label, y_pred: prediction, groups, sample_weight: weight } = input;
  exact.update({ label, prediction, groups, weight: weight ?? undefined });
  return exact;
}

function getCell(exact, by, { categories, rows, weight, errors }, { input, expected }) {
  const value = (name) => {
    if (name === 'count') return rows;
    if (name === 'weight') return weight;
    const alpha = getAlpha(name);
    if (Number.isNaN(alpha)) return errors[ownName(name, input)].value;
    const losses = exact.pinballLosses(alpha, by);
    return losses.find((loss) => getKey(loss.categories) === getKey(categories)).loss.value;
  };
  return Object.fromEntries(Object.keys(expected.overall).map((name) => [name, value(name)]));
}

function getAggregates(exact, by, { input, expected }) {
  const spreads = exact.spread(by);
  const getSpread = (name) => {
    const alpha = getAlpha(name);
    return Number.isNaN(alpha) ? spreads[ownName(name, input)] : exact.pinballSpread(alpha, by);
  };
  const all = Object.entries(expected.aggregates).map(([aggregate, recorded]) => [
    aggregate,
    Object.fromEntries(Object.keys(recorded).map((name) => [name, getSpread(name)[members[aggregate]].value])),
  ]);
  return Object.fromEntries(all);
}

const known = ['overall', 'by_group', 'aggregates'];

export const canEvaluate = (key, { input }) => input?.kind === 'regression' && known.includes(key);

export function evaluate(key, golden, modules) {
  const exact = once(golden, 'exact', () => getExactErrors(golden, modules));
  const by = Object.keys(golden.input.groups);
  if (key === 'overall') return getCell(exact, [], exact.by([])[0], golden);
  if (key === 'aggregates') return getAggregates(exact, by, golden);
  const cells = exact.by(by).map((cell) => [getKey(cell.categories), getCell(exact, by, cell, golden)]);
  return Object.fromEntries(cells);
}

// The difference of two means has an error of several units in the last place of the means, which are large if all
// numbers have a large offset.
export function tolerance(key, { expected }, path) {
  const usual = { absolute: 1e-11, relative: 1e-9 };
  if (key !== 'aggregates' || !path[1]?.startsWith('difference')) return usual;
  const overall = expected.overall[path[2]];
  const size = typeof overall === 'number' ? Math.abs(overall) : 0; // infinities are strings
  return { ...usual, absolute: usual.absolute + 8 * Number.EPSILON * size };
}
