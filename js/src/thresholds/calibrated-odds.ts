// SPDX-License-Identifier: Apache-2.0
//
// Calibrated equalized odds: withholds some scores of the groups with lower error costs, so that the costs of
// all groups are equal and scores remain probabilities.

import { requireNumber, requireOneOf, requireOptions } from '../core/options.js';
import type { NamedGroup } from '../data/named-group.js';
import type { WasmCurves } from './module.js';
import { type GroupRows, getOutcome, type ThresholdOutcome, whyUndefined } from './outcome.js';
import { type CoreTask, coreTask, type ThresholdObjective } from './task.js';

/** Options for calibrated equalized odds. */
export interface CalibratedTask {
  /**
   * The cost to equalize, where f is the mean score of a group's negatives, n is 1 minus the mean score of
   * its positives, and b is its base rate: `falsePositive`: f; `falseNegative`: n; `weighted`: ((1 - b) f + b
   * n) / 2. Default: `weighted`.
   */
  rate?: 'falsePositive' | 'falseNegative' | 'weighted' | undefined;
  /** Rows with a score of at least this are selected, in every group. Default: 0.5. */
  threshold?: number | undefined;
  /** Reported objective of the decisions; it does not affect the result. Default: `accuracy`. */
  objective?: ThresholdObjective | undefined;
  /** Largest acceptable difference between two groups' costs, in [0, 1]. Default: 0. */
  tolerance?: number | undefined;
}

/** The scores and decisions after withholding. */
export interface CalibratedOutcome extends ThresholdOutcome {
  /** The decisions with the same threshold, without withholding. */
  before: ThresholdOutcome;
  scores: readonly (NamedGroup & {
    /** Proportion of positives, which replaces withheld scores. */
    baseRate: number;
    /**
     * If it differs much from the base rate, scores are not calibrated, and withholding does not have the
     * intended effect.
     */
    meanScore: number;
    costBefore: number;
    /** Cost if all scores were withheld, which is the largest possible cost. */
    costOfBaseRate: number;
    /** NaN if the group's cost cannot be raised enough. */
    costAfter: number;
    /** Probability that the score of a row is withheld; NaN if the group's cost cannot be raised enough. */
    withheld: number;
  })[];
}

const rates = ['falsePositive', 'falseNegative', 'weighted'] as const;

/** @internal */
export interface CoreCalibrated {
  calibrated: Parameters<WasmCurves['calibratedOdds']>[0];
  /** The options for the odds of the decisions. */
  odds: CoreTask;
}

/** @internal Validates the options of the task. */
export function calibratedTask(task: CalibratedTask): CoreCalibrated {
  requireOptions('calibratedOdds', task, ['rate', 'threshold', 'objective', 'tolerance']);
  const { rate = 'weighted', threshold = 0.5, objective, tolerance } = task;
  const odds = coreTask('calibratedOdds', { constraint: 'equalizedOdds', objective, tolerance });
  const { constraint, ...rest } = odds;
  return {
    calibrated: { ...rest, rate: requireOneOf('rate', rate, rates), threshold: requireNumber('threshold', threshold) },
    odds,
  };
}

/** @internal */
export function getCalibratedOutcome(
  { decisions, before, scores }: ReturnType<WasmCurves['calibratedOdds']>,
  unconstrained: number,
  groups: readonly GroupRows[],
  task: CoreTask,
): CalibratedOutcome {
  const named = scores.map((score, g) => {
    const { categories, name } = groups[g] as GroupRows;
    return { categories, name, ...score };
  });
  const outcome = getOutcome(decisions, unconstrained, groups, task);
  const short = named.find(({ withheld }) => Number.isNaN(withheld));
  if (short && !Number.isNaN(short.costBefore)) {
    const { name, costOfBaseRate } = short;
    outcome.reason = `the errors of ${name} cannot be made as costly as those of other groups: its base rate gives a cost of ${Number(costOfBaseRate.toFixed(4))}`;
  } else if (Number.isNaN(outcome.value)) {
    outcome.reason = whyUndefined(groups, task);
  }
  return { ...outcome, before: getOutcome(before, unconstrained, groups, task), scores: named };
}
