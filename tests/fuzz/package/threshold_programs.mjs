// SPDX-License-Identifier: Apache-2.0
//
// Group thresholds compared with a linear program over all mixtures of thresholds: the values are equal, including the
// frontier, or both are undefined.

import { load } from 'fairwasm/thresholds';
import { bestMixture } from '../../js/linear-programs.mjs';
import { choices, isNear, require } from '../support.mjs';

const thresholds = await load();
const constraints = ['demographicParity', 'equalOpportunity', 'predictiveEquality', 'equalizedOdds'];
const objectives = ['accuracy', 'balancedAccuracy', 'groupBalancedAccuracy'];

function taskFrom(among) {
  const costs = { falseNegative: 1 + among(5), falsePositive: 1 + among(5), truePositive: -among(4) };
  return {
    constraint: constraints[among(constraints.length)],
    objective: objectives[among(objectives.length + 1)] ?? costs,
    tolerance: among(8) / 16,
  };
}

/** Returns the value at a tolerance of a piecewise linear frontier. */
function between(points, tolerance) {
  const after = points.findIndex((point) => point.tolerance >= tolerance);
  if (after < 0) return points.at(-1).value;
  if (after === 0) return points[0].value;
  const [one, other] = [points[after - 1], points[after]];
  const share = (tolerance - one.tolerance) / (other.tolerance - one.tolerance);
  return (1 - share) * one.value + share * other.value;
}

function compare(curves, task, rows, among) {
  const best = bestMixture(rows, task);
  if (best === undefined) return;
  require(isNear(curves.optimum(task).value, best), 'the best value is that of the linear program');
  const { tolerance, ...others } = task;
  const points = curves.frontier({ ...others, steps: 4 });
  require(points.length > 0 === !Number.isNaN(best), 'what has a value has a frontier');
  if (points.length === 0) return;
  if (task.constraint !== 'equalizedOdds') {
    require(isNear(between(points, tolerance), best), 'the frontier is straight between its points');
    return;
  }
  const point = points[among(points.length)];
  const there = bestMixture(rows, { ...task, tolerance: point.tolerance });
  require(there === undefined || isNear(point.value, there), 'points of the frontier are the best');
}

export function fuzz(data) {
  const among = choices(data);
  const task = taskFrom(among);
  const groups = 'abc'.slice(among(3));
  const rows = Array.from({ length: 1 + among(20) }, () => ({
    ...{ group: groups[among(groups.length)], label: among(2), score: among(6) },
  }));
  // A group without both outcomes has no value, so most tables have both.
  if (among(8) > 0) {
    for (const group of groups) for (const label of [0, 1]) rows.push({ group, label, score: among(6) });
  }
  const curves = thresholds.curves({
    label: rows.map(({ label }) => label),
    score: rows.map(({ score }) => score),
    groups: { group: rows.map(({ group }) => group) },
    favorable: 1,
  });
  try {
    compare(curves, task, rows, among);
  } finally {
    curves[Symbol.dispose]();
  }
}
