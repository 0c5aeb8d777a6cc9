// Group thresholds: exact optima of linear programs, and fairlearn's ThresholdOptimizer, which searches a grid of
// rates.

import { present } from '../../present.mjs';

const constraints = {
  demographic_parity: 'demographicParity',
  true_positive_rate_parity: 'equalOpportunity',
  false_positive_rate_parity: 'predictiveEquality',
  equalized_odds: 'equalizedOdds',
};
const objectives = {
  accuracy_score: 'accuracy',
  balanced_accuracy_score: 'groupBalancedAccuracy',
  balanced_accuracy_overall: 'balancedAccuracy',
};
const rates = {
  demographic_parity: 'selectionRate',
  true_positive_rate_parity: 'truePositiveRate',
  false_positive_rate_parity: 'falsePositiveRate',
};

const getTask = ({ constraint, objective, tolerance }) => ({
  constraint: constraints[constraint],
  objective: objectives[objective],
  tolerance: tolerance ?? 0,
});

const byName = (groups, read) => Object.fromEntries(groups.map((group) => [group.name, read(group)]));

const getMixture = ({ thresholds }) => thresholds.map((each) => ({ ...each }));

/** Returns fairwasm's optimum in the format of the record. */
function optimum(record, curves) {
  const task = getTask(record);
  const { value, groups } = curves.optimum(task);
  const own = { ...pick(record, ['constraint', 'objective', 'tolerance']), value };
  if (Number.isNaN(value)) return own;
  if (record.constraint !== 'equalized_odds') {
    if (task.tolerance > 0) {
      return { ...own, constraint_value: byName(groups, ({ range }) => range) };
    }
    return { ...own, constraint_value: groups[0].range, groups: byName(groups, withRates) };
  }
  if (task.tolerance > 0) return own;
  const [lowest, highest] = groups[0].range;
  const hulls = curves.atRate({ ...task, constraint: 'predictiveEquality' }, lowest);
  return {
    ...own,
    false_positive_rate: [lowest, highest],
    true_positive_rate: [lowest, highest].map((rate) => curves.atRate(task, rate).groups[0].truePositiveRate),
    groups: byName(groups, (group) => ({
      hull_true_positive_rate: hulls.groups.find(({ name }) => name === group.name).truePositiveRate,
      p_ignore: group.coin?.probability ?? 0,
      mixture: getMixture(group),
    })),
  };
}

const withRates = (group) => ({
  selection_rate: group.selectionRate,
  true_positive_rate: group.truePositiveRate,
  false_positive_rate: group.falsePositiveRate,
  accuracy: group.accuracy,
  mixture: getMixture(group),
});

const deterministic = (record, curves, thresholds) => {
  const { value, groups } = curves.deterministic({ ...getTask(record), thresholds });
  return {
    ...pick(record, ['constraint', 'objective', 'tolerance']),
    value,
    thresholds: byName(groups, (group) => group.thresholds[0].threshold),
  };
};

/** Returns fairwasm's value at fairlearn's rates, or fairwasm's optimum if fairlearn rejects the case. */
function atRatesOfFairlearn(record, curves) {
  const own = pick(record, ['constraint', 'objective', 'tolerance']);
  if ('error' in record) return { ...own, value: curves.optimum(getTask(record)).value };
  const isOdds = record.constraint === 'equalized_odds';
  const { groups } = curves;
  const rate = isOdds ? record.false_positive_rate : groups.map(({ name }) => record.constraint_value[name]);
  const task = isOdds ? { ...getTask(record), objective: fairlearnsOdds(record) } : getTask(record);
  const reached = curves.atRate(task, rate);
  return {
    ...own,
    ...getTotals(groups, reached.groups),
    value: reached.value,
    ...(isOdds
      ? {
          false_positive_rate: reached.groups[0].falsePositiveRate,
          true_positive_rate: reached.groups[0].truePositiveRate,
        }
      : { constraint_value: byName(reached.groups, (group) => group[rates[record.constraint]]) }),
  };
}

// Under equalized odds, it refers to all rows together.
const fairlearnsOdds = ({ objective }) => (objective === 'accuracy_score' ? 'accuracy' : 'balancedAccuracy');

function getTotals(groups, reached) {
  const sum = (read) => groups.reduce((total, group, g) => total + read(group, reached[g]), 0);
  const positives = sum((group) => group.positives);
  const negatives = sum((group) => group.negatives);
  const hits = sum((group, { truePositiveRate }) => group.positives * truePositiveRate);
  const alarms = sum((group, { falsePositiveRate }) => group.negatives * falsePositiveRate);
  return {
    accuracy_of_prediction: (hits + negatives - alarms) / (positives + negatives),
    balanced_accuracy_of_prediction: (hits / positives + 1 - alarms / negatives) / 2,
  };
}

const pick = (record, names) => Object.fromEntries(names.map((name) => [name, record[name]]));

const getGrid = (text) => {
  const parts = Number(present(/1\/(\d+)/.exec(text))[1]);
  return [...Array.from({ length: parts + 1 }, (_, i) => i / parts), Number.POSITIVE_INFINITY];
};

// The objective does not depend on the constraint.
const ofObjectives = (recorded, read) =>
  Object.fromEntries(
    Object.keys(recorded).map((name) => [
      name,
      read({ constraint: 'demographicParity', objective: objectives[name] }).value,
    ]),
  );

const made = new WeakMap();

function getCurves(golden, modules) {
  const { scores: score, labels: label, groups } = golden.input;
  if (!made.has(golden)) {
    made.set(golden, modules.thresholds.curves({ label, score, groups: { group: groups }, favorable: 1 }));
  }
  return made.get(golden);
}

const evaluators = {
  groups: (curves) =>
    byName(curves.groups, ({ positives, negatives }) => ({ n: positives + negatives, positives, negatives })),
  unconstrained: (curves, { expected }) => ofObjectives(expected.unconstrained, (task) => curves.unconstrained(task)),
  single_threshold: (curves, { expected }) =>
    ofObjectives(expected.single_threshold, (task) => curves.singleThreshold(task)),
  roc_hull: (curves) =>
    byName(curves.groups, ({ rocHull }) => ({
      false_positive_rate: rocHull.map((corner) => corner.falsePositiveRate),
      true_positive_rate: rocHull.map((corner) => corner.truePositiveRate),
      threshold: rocHull.map((corner) => corner.threshold),
    })),
  optima: (curves, { expected }) => expected.optima.map((record) => optimum(record, curves)),
  deterministic: (curves, { expected, input }) =>
    expected.deterministic.map((record) => deterministic(record, curves, getGrid(input.grid))),
  fairlearn: (curves, { expected }) => expected.fairlearn.map((record) => atRatesOfFairlearn(record, curves)),
};

export const canEvaluate = (key, { input }) => input.kind === 'thresholds' && key in evaluators;

export const evaluate = (key, golden, modules) => evaluators[key](getCurves(golden, modules), golden);

/** If fairlearn rejects a group without an outcome, the recorded exact optimum applies. */
export function deviation(key, { input, expected }) {
  if (input.kind !== 'thresholds' || key !== 'fairlearn') return undefined;
  const own = expected.fairlearn.map((record) => {
    const [same] = expected.optima.filter(
      (each) =>
        each.constraint === record.constraint &&
        each.tolerance === (record.tolerance ?? 0) &&
        each.objective === fairlearnsObjective(record),
    );
    return { ...pick(record, ['constraint', 'objective', 'tolerance']), value: same?.value };
  });
  return { rule: 'groups without an outcome', expected: own };
}

const fairlearnsObjective = ({ constraint, objective }) =>
  constraint === 'equalized_odds' && objective === 'balanced_accuracy_score' ? 'balanced_accuracy_overall' : objective;
