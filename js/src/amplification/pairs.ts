// SPDX-License-Identifier: Apache-2.0
//
// Bias amplification by pair: the value, and each pair's contribution with its counts, both with a correction for
// chance.

import { among, confidenceOfEach } from '../claims/adjust.js';
import { type Estimate, estimate, fewCases } from '../core/estimate.js';
import { reportDone } from '../core/long-run.js';
import type { Direction } from '../metrics/amplification.js';
import type { PairRun } from '../wasm/amplification.js';
import type { Cooccurrence } from './cooccurrence.js';
import {
  type AmplificationMeasure,
  type CheckedDrawOptions,
  type CorrectedNumbers,
  correctedEstimate,
  type DrawOptions,
  drawOptions,
  drawTwice,
  fewForInterval,
  withoutInterval,
} from './draws.js';
import { type AmplificationDefinition, getNames, toMatrix } from './metric.js';

type PairAmplification = BiasAmplification['pairs'][number];

/**
 * Bias amplification over all pairs; positive if the predictions are more biased than the labels. `value` is as
 * published and has no confidence interval; `corrected` has one.
 */
export interface BiasAmplification extends AmplificationMeasure {
  direction: Direction;
  /** The pairs' contributions: attributes x tasks for `AtoT`, tasks x attributes for `TtoA`. */
  matrix: number[][];
  /** All pairs, sorted by absolute contribution, largest first. */
  pairs: readonly {
    attribute: string;
    task: string;
    /** The pair's contribution to the published value, without an interval. */
    contribution: Estimate;
    /**
     * The pair's contribution to the corrected amplification, with its own interval and p-value, and with
     * those that are adjusted for all pairs. Omitted without draws.
     */
    corrected?: Estimate;
    counts: {
      /** All rows. */
      rows: number;
      /** Rows with the attribute. */
      attribute: number;
      /** Rows with the task. */
      task: number;
      /** Rows with both. */
      together: number;
      /**
       * Rows with the label on the source side and the prediction of the other label; for {@link BA_MALS} with predicted
       * attributes, rows with both predictions.
       */
      predicted: number;
    };
  }[];
}

/** The metric to compute. */
export interface PairMetric {
  metric: 'mals' | 'directional';
  definition: AmplificationDefinition | 'directionalCode';
  train: Cooccurrence | undefined;
  /** Whether predictions are counted together with the predicted `from`. */
  predictedFrom?: boolean;
  /** Returns why the contribution of a pair is undefined. */
  reason: (from: string, to: string) => string;
}

/** Computes a metric over pairs, and its correction for chance. */
export async function pairAmplification(
  counts: Cooccurrence,
  direction: Direction,
  { metric, definition, train, predictedFrom = false, reason }: PairMetric,
  options: DrawOptions,
): Promise<BiasAmplification> {
  const { wasm } = counts;
  const checked = drawOptions(options);
  const names = getNames(counts, direction);
  const run = new wasm.PairRun(counts.handle, train?.handle ?? null, {
    direction,
    metric,
    definition,
    predictedFrom,
    halving: checked.draws > 0,
  });
  try {
    const { value, contributions } = run.value();
    const counts = run.counts();
    const getCounts = getPairCounts(counts, direction);
    const few = train && fewPredicted(counts.predicted, Math.max(names.from.length, names.to.length));
    const warning = train ? few : fewDiffer(run.differing());
    const toEstimate = (numbers: CorrectedNumbers, why: () => string) =>
      correctedEstimate(few === undefined ? numbers : withoutInterval(numbers), why, warning);
    const correction = await toCorrection(run, checked);
    const tested = correction?.pairs.filter(({ pValue }) => !Number.isNaN(pValue)).length ?? 0;
    // The pairs with the largest contribution come first.
    const wide = tested > 0 ? run.result(confidenceOfEach(tested, checked.confidence)) : undefined;
    const pairs = Array.from(contributions, (contribution, pair): PairAmplification => {
      const from = names.from[Math.floor(pair / names.to.length)] as string;
      const to = names.to[pair % names.to.length] as string;
      const why = () => reason(from, to);
      const [numbers, simultaneous] = [correction?.pairs[pair], wide?.pairs[pair]];
      return {
        ...(direction === 'AtoT' ? { attribute: from, task: to } : { attribute: to, task: from }),
        contribution: estimate(contribution, why),
        ...(numbers && {
          corrected: among(toEstimate(numbers, why), tested, simultaneous && toEstimate(simultaneous, why).ci),
        }),
        counts: getCounts(pair),
      };
    });
    const why = () => 'no pair has a defined contribution';
    return {
      ...estimate(value, why),
      ...(correction && { byChance: correction.byChance, corrected: toEstimate(correction.total, why) }),
      direction,
      matrix: toMatrix(contributions, names.from.length),
      pairs: pairs.sort(byContribution),
    };
  } finally {
    run.delete();
  }
}

async function toCorrection(run: PairRun, options: CheckedDrawOptions) {
  if (options.draws === 0) {
    reportDone(options, 1);
    return undefined;
  }
  await drawTwice(run, options);
  return run.result(options.confidence);
}

// With given training data, halves of few predictions do not vary: with 5 predictions per column, tests reject no
// amplification in up to 24% of data sets, and with 20, in 7% to 10%.
const fewestPredictions = 20;

const fewPredicted = (predicted: ArrayLike<number>, columns: number): string | undefined =>
  fewForInterval(
    Array.from(predicted).reduce((sum, each) => sum + each, 0) / columns,
    fewestPredictions,
    'predictions per column on average',
  );

function fewDiffer(rows: number): string | undefined {
  if (rows >= fewCases) return undefined;
  if (rows === 0) return 'no prediction differs from its label';
  return `only ${rows} ${rows === 1 ? 'row has' : 'rows have'} a prediction that differs from its label`;
}

const size = ({ contribution: { value } }: PairAmplification) => (Number.isNaN(value) ? -1 : Math.abs(value));

const byContribution = (a: PairAmplification, b: PairAmplification) => size(b) - size(a);

function getPairCounts(
  { rows, from, to, together, predicted }: ReturnType<PairRun['counts']>,
  direction: Direction,
): (pair: number) => PairAmplification['counts'] {
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
