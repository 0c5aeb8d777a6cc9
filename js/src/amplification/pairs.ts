// SPDX-License-Identifier: Apache-2.0
//
// Bias amplification pair by pair: the value, each pair's part in it with its counts, and intervals.

import type { Estimate } from '../core/estimate.js';
import type { PairRun } from '../wasm/amplification.mjs';
import { type BootstrapOptions, bootstrapOptions, drawReplicates } from './bootstrap.js';
import type { Cooccurrence } from './cooccurrence.js';
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
  contribution: Estimate;
  counts: PairCounts;
}

/** Bias amplification over all pairs. Above 0: the predictions are more biased than the truth. */
export interface BiasAmplification extends Estimate {
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

/** The value of a metric over pairs, with intervals. */
export async function pairAmplification(
  counts: Cooccurrence,
  direction: Direction,
  { metric, definition, train, predictedFrom = false, reason }: PairMetric,
  options: BootstrapOptions,
): Promise<BiasAmplification> {
  const { wasm } = counts;
  const checked = bootstrapOptions(options);
  const names = namesOf(counts, direction);
  const run = new wasm.PairRun(counts.handle, train?.handle ?? null, {
    direction,
    metric,
    definition,
    predictedFrom,
    resampling: checked.draws > 0,
  });
  try {
    const { value, contributions } = run.value();
    const countsOf = pairCountsOf(run.counts(), direction);
    const drawn = await drawReplicates(wasm, 1 + contributions.length, checked, (draw) => {
      const replicate = run.replicate(checked.seed, draw);
      return [replicate.value, ...replicate.contributions];
    });
    const pairs = Array.from(contributions, (contribution, pair) => {
      const from = names.from[Math.floor(pair / names.to.length)] as string;
      const to = names.to[pair % names.to.length] as string;
      return {
        ...(direction === 'AtoT' ? { attribute: from, task: to } : { attribute: to, task: from }),
        contribution: drawn.estimate(1 + pair, contribution, () => reason(from, to)),
        counts: countsOf(pair),
      };
    });
    return {
      ...drawn.estimate(0, value, () => 'no pair has a defined contribution'),
      direction,
      matrix: toMatrix(contributions, names.from.length),
      pairs: pairs.sort(byContribution),
    };
  } finally {
    run.delete();
  }
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
