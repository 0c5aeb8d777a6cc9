// SPDX-License-Identifier: Apache-2.0
//
// Random draws: of halves of the rows, from which amplification is cross-fitted, and of data in which truth
// and prediction are exchanged.

import { type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { inSlices, type RunOptions } from '../core/long-run.js';
import { requireOptions, requireWhole } from '../core/options.js';

/** How intervals and tests are made. */
export interface DrawOptions extends RunOptions {
  /** Number of random draws; 0: no intervals and no tests. Default: 200. */
  draws?: number | undefined;
  /** Confidence of the intervals, between 0 and 1. Default: 0.95. */
  confidence?: number | undefined;
  /** One seed gives the same draws everywhere. Default: 1. */
  seed?: number | undefined;
}

/** Options with nothing left out. */
export type CheckedOptions = ReturnType<typeof drawOptions>;

/** The names of {@link DrawOptions}. */
export const drawNames = ['draws', 'confidence', 'seed', 'onProgress', 'signal'] as const;

/** The options with their defaults. Throws `invalidArgument` for what is unknown or makes no sense. */
export function drawOptions(options: DrawOptions) {
  requireOptions('options', options, drawNames);
  const { draws = 200, confidence = 0.95, seed = 1 } = options;
  requireWhole('draws', draws, 0);
  requireConfidence(confidence);
  requireWhole('seed', seed, 0);
  return { ...options, draws, confidence, seed };
}

/**
 * What {@link Estimate.value} is worth. The rows that decide which pairs are biased are also the rows that the
 * change of these pairs is measured on, so that chance alone makes the value negative (regression to the mean).
 */
export interface ChanceCorrection {
  /**
   * The mean of `value` if the predictions amplified nothing: over data in which truth and prediction of each
   * row are exchanged at random (where the bias before is that of training data: in which training data and
   * predictions are). Left out without draws.
   */
  byChance?: number;
  /**
   * The corrected amplification, with its confidence interval and the p-value of no amplification, which agree:
   * pairs are chosen on one random half of the rows and measured on the other (cross-fitting), averaged over
   * draws. On average it is what the pairs change in truth that half of the rows would choose: 0 where the
   * predictions amplify nothing. Left out without draws.
   */
  corrected?: Estimate;
}

/** @internal Numbers as the core gives them. */
interface CorrectedNumbers {
  value: number;
  low: number;
  high: number;
  pValue: number;
}

/** @internal The corrected amplification, which is between -1 and 1, and so is its interval. */
export function correctedEstimate(
  { value, low, high, pValue }: CorrectedNumbers,
  reason: () => string,
  warning?: string,
): Estimate {
  const ci = [Math.max(-1, low), Math.min(1, high)] as const;
  return estimate(value, reason, { ci, pValue, warning });
}

/** @internal Takes all draws, then simulates each again: the second pass needs what all draws say. */
export async function drawTwice(
  run: {
    take: (seed: number, draw: number) => void;
    simulate: (seed: number, draw: number) => void;
  },
  options: CheckedOptions,
): Promise<void> {
  const { draws, seed } = options;
  let step = 0;
  await inSlices(() => {
    if (step < draws) run.take(seed, step);
    else run.simulate(seed, step - draws);
    step++;
    return step / (2 * draws);
  }, options);
}
