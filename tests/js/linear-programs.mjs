// SPDX-License-Identifier: Apache-2.0
//
// Test oracles by linear programs, with a solver that is independent of fairwasm: the range of a suppressed sum given
// all published numbers, and the best value of mixtures of thresholds under a constraint.

import { equalTo, inRange, solve } from 'yalps';

const exactly = { precision: 1e-10, checkCycles: true, maxIterations: 100_000 };

/** @param known Pairs of atoms and the sum over them; `asked` is a list of atoms too. */
export function getRange(asked, known, atoms) {
  /** @type {[string, import('yalps').Constraint][]} */
  const constraints = known.map(([, value], i) => [`k${i}`, equalTo(value)]);
  /** @type {[string, [string, number][]][]} */
  const variables = atoms.map((atom, at) => [
    `a${at}`,
    [
      ['asked', asked.includes(atom) ? 1 : 0],
      ...known.flatMap(([all], i) => (all.includes(atom) ? [[`k${i}`, 1]] : [])),
    ],
  ]);
  const [least, greatest] = /** @type {const} */ (['minimize', 'maximize']).map((direction) => {
    const { status, result } = solve(
      { direction, objective: 'asked', constraints, variables },
      { maxIterations: 100_000 },
    );
    if (status === 'unbounded') return Number.POSITIVE_INFINITY;
    if (status !== 'optimal') throw new Error(`the linear program of a table is ${status}`);
    return result;
  });
  return greatest - least;
}

const isPositive = ({ label }) => label === 1;
const count = (rows, isOne) => rows.filter(isOne).length;

/** Contributions of a group's true and false positives to each objective, and the constant part. */
const objectives = {
  accuracy: (_group, all) => ({
    ...{ truePositive: 1 / all.rows, falsePositive: -1 / all.rows },
    constant: (group) => group.negatives / all.rows,
  }),
  balancedAccuracy: (_group, all) => ({
    ...{ truePositive: 0.5 / all.positives, falsePositive: -0.5 / all.negatives },
    constant: (group) => (0.5 * group.negatives) / all.negatives,
  }),
  groupBalancedAccuracy: (group, all) => ({
    truePositive: (0.5 * group.rows) / all.rows / group.positives,
    falsePositive: (-0.5 * group.rows) / all.rows / group.negatives,
    constant: () => (0.5 * group.rows) / all.rows,
  }),
};

const costs = (objective) => (_group, all) => {
  const { truePositive = 0, falsePositive = 0, falseNegative = 0, trueNegative = 0 } = objective;
  return {
    truePositive: (truePositive - falseNegative) / all.rows,
    falsePositive: (falsePositive - trueNegative) / all.rows,
    constant: (group) => (group.positives * falseNegative + group.negatives * trueNegative) / all.rows,
  };
};

/** The rates that a constraint equalizes, for given true and false positives of a group. */
const constrained = {
  demographicParity: (group) => [([t, f]) => (t + f) / group.rows],
  equalOpportunity: (group) => [([t]) => t / group.positives],
  predictiveEquality: (group) => [([, f]) => f / group.negatives],
  equalizedOdds: (group) => [([t]) => t / group.positives, ([, f]) => f / group.negatives],
};

function getTotals(rows) {
  const positives = count(rows, isPositive);
  return { rows: rows.length, positives, negatives: rows.length - positives };
}

/** True and false positives at every threshold of a group, and without selections. */
function getPoints(rows) {
  const thresholds = [...new Set(rows.map(({ score }) => score)), Number.POSITIVE_INFINITY];
  return thresholds.map((threshold) => {
    const selected = rows.filter(({ score }) => score >= threshold);
    return [count(selected, isPositive), count(selected, (row) => !isPositive(row))];
  });
}

/**
 * Returns the best value of an objective for mixtures of thresholds if no two groups' rates differ by more than the
 * tolerance. Variables are each probability of each threshold of each group and the lowest rate. NaN if a required
 * number is divided by 0; undefined if the solver does not terminate.
 *
 * @param rows With `group`, `label` (1 or 0) and `score`.
 * @param task As `fairwasm/thresholds` takes it.
 */
export function bestMixture(rows, { constraint, objective, tolerance }) {
  const all = getTotals(rows);
  const isCost = typeof objective === 'object';
  const add = isCost ? costs(objective) : objectives[objective];
  let constant = 0;
  const constraints = new Map();
  const variables = new Map();
  for (const name of new Set(rows.map(({ group }) => group))) {
    const own = rows.filter(({ group }) => group === name);
    const group = getTotals(own);
    const { truePositive, falsePositive, constant: without } = add(group, all);
    const rates = constrained[constraint](group);
    constant += without(group);
    constraints.set(`all of ${name}`, equalTo(1));
    rates.forEach((_, i) => {
      constraints.set(`rate ${i} of ${name}`, inRange(0, tolerance));
    });
    getPoints(own).forEach((point, at) => {
      const value = truePositive * point[0] + falsePositive * point[1];
      const shown = rates.map((rate, i) => [`rate ${i} of ${name}`, rate(point)]);
      variables.set(`${at} of ${name}`, [['value', value], [`all of ${name}`, 1], ...shown]);
    });
  }
  const coefficients = [...variables.values()].flat().map(([, each]) => each);
  if (!Number.isFinite(constant) || !coefficients.every(Number.isFinite)) return Number.NaN;
  const names = [...constraints.keys()];
  for (const rate of ['rate 0', 'rate 1']) {
    const its = names.filter((name) => name.startsWith(rate)).map((name) => [name, -1]);
    if (its.length > 0) variables.set(`lowest ${rate}`, its);
  }
  const direction = isCost ? 'minimize' : 'maximize';
  const { status, result } = solve({ direction, objective: 'value', constraints, variables }, exactly);
  return status === 'optimal' ? result + constant : undefined;
}
