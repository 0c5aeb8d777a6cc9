// SPDX-License-Identifier: Apache-2.0
//
// The constraint, objective, and tolerance of group-specific thresholds.

import { isPlain, requireNumber, requireOneOf, requireOptions } from '../core/options.js';
import type { WasmCurves } from './module.js';

/**
 * The rates to equalize in all groups:
 *
 * - `demographicParity`: the selection rate;
 * - `equalOpportunity`: the true positive rate, and with it the false negative rate (Hardt et al. 2016);
 * - `predictiveEquality`: the false positive rate, and with it the true negative rate (Corbett-Davies et al. 2017);
 * - `equalizedOdds`: the true and the false positive rate (Hardt et al. 2016).
 */
export type ThresholdConstraint = 'demographicParity' | 'equalOpportunity' | 'predictiveEquality' | 'equalizedOdds';

/**
 * The objective to optimize:
 *
 * - `accuracy`: the proportion of correct decisions;
 * - `balancedAccuracy`: (TPR + TNR) / 2 of all rows together;
 * - `groupBalancedAccuracy`: the mean of the groups' own (TPR + TNR) / 2, weighted by its proportion of rows;
 * - costs of each kind of decision (default: 0), whose mean over rows is minimized. A wrong decision must not be
 *   cheaper than the correct one (Elkan 2001).
 */
export type ThresholdObjective =
  | 'accuracy'
  | 'balancedAccuracy'
  | 'groupBalancedAccuracy'
  | {
      truePositive?: number | undefined;
      falsePositive?: number | undefined;
      falseNegative?: number | undefined;
      trueNegative?: number | undefined;
    };

export interface ThresholdTask {
  constraint: ThresholdConstraint;
  /** Default: `accuracy`. */
  objective?: ThresholdObjective | undefined;
  /** Largest acceptable difference between two groups' rates, in [0, 1]. Default: 0. */
  tolerance?: number | undefined;
}

/** @internal The task in the core's format. */
export type CoreTask = Parameters<WasmCurves['optimum']>[0];

const constraints = ['demographicParity', 'equalOpportunity', 'predictiveEquality', 'equalizedOdds'] as const;
const measures = ['accuracy', 'balancedAccuracy', 'groupBalancedAccuracy'] as const;
const costNames = ['truePositive', 'falsePositive', 'falseNegative', 'trueNegative'] as const;
const taskNames = ['constraint', 'objective', 'tolerance'];

/** @internal Validates the options of the task; `otherNames` are options of other methods. */
export function coreTask(caller: string, task: ThresholdTask, otherNames: readonly string[] = []): CoreTask {
  requireOptions(caller, task, [...taskNames, ...otherNames]);
  const { constraint, objective = 'accuracy', tolerance = 0 } = task;
  return {
    constraint: requireOneOf('constraint', constraint, constraints),
    ...getObjective(objective),
    tolerance: requireNumber('tolerance', tolerance),
  };
}

function getObjective(objective: ThresholdObjective): Pick<CoreTask, 'measure' | 'costs'> {
  const none = { truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0 };
  if (!isPlain(objective)) return { measure: requireOneOf('objective', objective, measures), costs: none };
  requireOptions('objective', objective, costNames);
  const costs = costNames.map((name) => [name, requireNumber(name, objective[name] ?? 0)]);
  return { measure: 'cost', costs: { ...none, ...Object.fromEntries(costs) } };
}
