// SPDX-License-Identifier: Apache-2.0
//
// Calibrated equalized odds: some scores of the groups with the cheaper mistakes are withheld, so that all groups' mistakes
// cost the same and scores stay probabilities.

import { requireNumber, requireOneOf, requireOptions } from '../core/options.js';
import type { WasmCurves } from './module.js';
import { outcomeOf, type ThresholdOutcome, type Totals, whyUndefined } from './outcome.js';
import type { Categories } from './rows.js';
import { type CoreTask, coreTask, type ThresholdObjective } from './task.js';

/** What calibrated equalized odds is asked for. */
export interface CalibratedTask {
  /**
   * The cost of a group's scores that is to be alike, where f is the mean score of its negatives, n one less the mean score of
   * its positives, and b its base rate: `falsePositive`: f; `falseNegative`: n; `weighted` (default): ((1 - b) f + b n) / 2.
   */
  rate?: 'falsePositive' | 'falseNegative' | 'weighted' | undefined;
  /** Who has a score of at least this is selected, in every group; default 0.5. */
  threshold?: number | undefined;
  /** Of the decisions; nothing is chosen by it. Default `accuracy`. */
  objective?: ThresholdObjective | undefined;
  /** The largest difference that may remain between two groups' costs, in [0, 1]; default 0. */
  tolerance?: number | undefined;
}

/** A group's scores. */
export interface CalibratedGroup {
  categories: Categories;
  /** For people: "Asian, Female". */
  name: string;
  /** The share of positives, which takes the place of scores that are withheld. */
  baseRate: number;
  /** Far from the base rate, scores are no probabilities: what is withheld does not mean what it should. */
  meanScore: number;
  costBefore: number;
  /** If all scores were withheld: no more than this can be reached. */
  costOfBaseRate: number;
  /** NaN where the group's costs cannot be raised as high as they would have to be. */
  costAfter: number;
  /** How probably a row's score is withheld; NaN likewise. */
  withheld: number;
}

/** What scores and decisions become. */
export interface CalibratedOutcome extends ThresholdOutcome {
  /** With nothing withheld, at the same threshold. */
  before: ThresholdOutcome;
  scores: readonly CalibratedGroup[];
}

const rates = ['falsePositive', 'falseNegative', 'weighted'] as const;

/** @internal */
export interface CoreCalibrated {
  calibrated: Parameters<WasmCurves['calibratedOdds']>[0];
  /** Of the decisions. */
  odds: CoreTask;
}

/** @internal The task with its options checked. */
export function calibratedTask(task: CalibratedTask): CoreCalibrated {
  requireOptions('calibratedOdds', task, ['rate', 'threshold', 'objective', 'tolerance']);
  const { rate = 'weighted', threshold = 0.5, objective, tolerance } = task;
  const odds = coreTask('calibratedOdds', { constraint: 'equalizedOdds', objective, tolerance });
  const { constraint, ...others } = odds;
  return {
    calibrated: {
      ...others,
      rate: requireOneOf('rate', rate, rates),
      threshold: requireNumber('threshold', threshold),
    },
    odds,
  };
}

/** @internal */
export function calibratedOutcomeOf(
  { decisions, before, scores }: ReturnType<WasmCurves['calibratedOdds']>,
  unconstrained: number,
  groups: readonly Totals[],
  task: CoreTask,
): CalibratedOutcome {
  const named = scores.map((score, g) => {
    const { categories } = groups[g] as Totals;
    return { categories, name: Object.values(categories).join(', '), ...score };
  });
  const outcome = outcomeOf(decisions, unconstrained, groups, task);
  const short = named.find(({ withheld }) => Number.isNaN(withheld));
  if (short && !Number.isNaN(short.costBefore)) {
    const { name, costOfBaseRate } = short;
    outcome.reason = `${name} cannot be made to err as expensively as other groups: its base rate alone costs ${Number(costOfBaseRate.toFixed(4))}`;
  } else if (Number.isNaN(outcome.value)) {
    outcome.reason = whyUndefined(groups, task);
  }
  return { ...outcome, before: outcomeOf(before, unconstrained, groups, task), scores: named };
}
