// SPDX-License-Identifier: Apache-2.0
//
// Bias amplification pair by pair: the value, each pair's part in it with its counts, and both corrected for
// chance.

import { type Estimate, estimate, fewCases } from '../core/estimate.js';
import type { PairRun } from '../wasm/amplification.js';
import type { Cooccurrence } from './cooccurrence.js';
import {
  type ChanceCorrection,
  type CheckedOptions,
  correctedEstimate,
  type DrawOptions,
  drawOptions,
  drawTwice,
} from './draws.js';
import { type Definition, type Direction, type Matrix, namesOf, toMatrix } from './metric.js';

/** How often the two labels of a pair occur. */
export interface PairCounts {
  /** All rows. */
  rows: number;
  /** Rows with the attribute. */
  attribute: number;
  /** Rows with the task. */
  task: number;
  /** Rows with both. */
  together: number;
  /**
   * Rows with the one the amplification goes from and the prediction of the other; with both predictions for
   * {@link BA_MALS} of predicted attributes.
   */
  predicted: number;
}

/** What one pair of an attribute and a task adds to the value. */
export interface PairAmplification {
  attribute: string;
  task: string;
  /** The pair's part in the published value. It has no interval. */
  contribution: Estimate;
  /** Its part in the corrected amplification, with its own interval and p-value. Left out without draws. */
  corrected?: Estimate;
  counts: PairCounts;
}

/**
 * Bias amplification over all pairs. Above 0: the predictions are more biased than the truth. `value` is as
 * published and has no interval; `corrected` has one.
 */
export interface BiasAmplification extends Estimate, ChanceCorrection {
  direction: Direction;
  /** The pairs' contributions, `AtoT`: attributes x tasks, `TtoA`: tasks x attributes. */
  matrix: Matrix;
  /** All pairs, those that contribute most, to either side, first. */
  pairs: readonly PairAmplification[];
}

/** What is computed. */
export interface PairMetric {
  metric: 'mals' | 'directional';
  definition: Definition | 'directionalCode';
  train: Cooccurrence | undefined;
  /** Whether what is predicted together is counted with the predicted `from`. */
  predictedFrom?: boolean;
  /** Why the contribution of a pair is undefined. */
  reason: (from: string, to: string) => string;
}

/** The value of a metric over pairs, and what is left of it beyond chance. */
export async function pairAmplification(
  counts: Cooccurrence,
  direction: Direction,
  { metric, definition, train, predictedFrom = false, reason }: PairMetric,
  options: DrawOptions,
): Promise<BiasAmplification> {
  const { wasm } = counts;
  const checked = drawOptions(options);
  const names = namesOf(counts, direction);
  const run = new wasm.PairRun(counts.handle, train?.handle ?? null, {
    direction,
    metric,
    definition,
    predictedFrom,
    halving: checked.draws > 0,
  });
  try {
    const { value, contributions } = run.value();
    const countsOf = pairCountsOf(run.counts(), direction);
    const warning = train ? undefined : fewDiffer(run.differing());
    const correction = await correctionOf(run, checked);
    const pairs = Array.from(contributions, (contribution, pair): PairAmplification => {
      const from = names.from[Math.floor(pair / names.to.length)] as string;
      const to = names.to[pair % names.to.length] as string;
      const why = () => reason(from, to);
      const numbers = correction?.pairs[pair];
      return {
        ...(direction === 'AtoT' ? { attribute: from, task: to } : { attribute: to, task: from }),
        contribution: estimate(contribution, why),
        ...(numbers && { corrected: correctedEstimate(numbers, why, warning) }),
        counts: countsOf(pair),
      };
    });
    const why = () => 'no pair has a defined contribution';
    return {
      ...estimate(value, why),
      ...(correction && {
        byChance: correction.byChance,
        corrected: correctedEstimate(correction.total, why, warning),
      }),
      direction,
      matrix: toMatrix(contributions, names.from.length),
      pairs: pairs.sort(byContribution),
    };
  } finally {
    run.delete();
  }
}

async function correctionOf(run: PairRun, options: CheckedOptions) {
  if (options.draws === 0) {
    options.onProgress?.(1);
    return undefined;
  }
  await drawTwice(run, options);
  return run.result(options.confidence);
}

function fewDiffer(rows: number): string | undefined {
  if (rows >= fewCases) return undefined;
  if (rows === 0) return 'no prediction differs from its label';
  return `only ${rows} ${rows === 1 ? 'row has' : 'rows have'} a prediction that differs from its label`;
}

const size = ({ contribution: { value } }: PairAmplification) =>
  Number.isNaN(value) ? -1 : Math.abs(value);

const byContribution = (a: PairAmplification, b: PairAmplification) => size(b) - size(a);

function pairCountsOf(
  { rows, from, to, together, predicted }: ReturnType<PairRun['counts']>,
  direction: Direction,
): (pair: number) => PairCounts {
  return (pair) => {
    const ofFrom = from[Math.floor(pair / to.length)] as number;
    const ofTo = to[pair % to.length] as number;
    return {
      rows,
      attribute: direction === 'AtoT' ? ofFrom : ofTo,
      task: direction === 'AtoT' ? ofTo : ofFrom,
      together: together[pair] as number,
      predicted: predicted[pair] as number,
    };
  };
}
