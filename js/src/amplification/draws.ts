// SPDX-License-Identifier: Apache-2.0
//
// Random draws: splits of the rows into halves for cross-fitting, and data in which the label and the prediction are
// randomly swapped.

import { type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { inSlices, type RunOptions } from '../core/long-run.js';
import { requireOptions, requireWhole } from '../core/options.js';

/** Options for confidence intervals and tests. */
export interface DrawOptions extends RunOptions {
  /** Number of random draws; 0 for no intervals and tests. Default: 200. */
  draws?: number | undefined;
  /** Level of each confidence interval, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
  /** Seed of the draws; the same seed produces the same draws on every machine. Default: 1. */
  seed?: number | undefined;
}

/** Options with all defaults filled in. */
export type CheckedDrawOptions = ReturnType<typeof drawOptions>;

/** The names of {@link DrawOptions}. */
export const drawNames = ['draws', 'confidence', 'seed', 'onProgress', 'signal'] as const;

/** Returns the options with their defaults. Throws `invalidArgument` for unknown or invalid options. */
export function drawOptions(options: DrawOptions) {
  requireOptions('options', options, drawNames);
  const { draws = 200, confidence = 0.95, seed = 1 } = options;
  requireWhole('draws', draws, 0);
  requireConfidence(confidence);
  requireWhole('seed', seed, 0);
  return { ...options, draws, confidence, seed };
}

/**
 * A measure of amplification, and its value corrected for chance. The value selects the biased pairs and measures their change on
 * the same rows, so chance makes it negative (regression to the mean).
 */
export interface AmplificationMeasure extends Estimate {
  /**
   * Mean of `value` if the predictions amplify nothing: over data in which the label and the prediction of each row
   * are randomly swapped. If the reference is training data, training rows and predicted rows are swapped instead.
   * Omitted without draws.
   */
  byChance?: number;
  /**
   * The corrected amplification with its confidence interval and a matching p-value for no amplification. Pairs are
   * selected on one random half of the rows and measured on the other (cross-fitting), averaged over draws. Its
   * expected value is the true change of the pairs that half of the rows would select: 0 if the predictions amplify
   * nothing. Omitted without draws.
   */
  corrected?: Estimate;
}

/** @internal Numbers from the core. */
export interface CorrectedNumbers {
  value: number;
  low: number;
  high: number;
  pValue: number;
}

/** @internal Returns the corrected amplification and its interval, both limited to [-1, 1]. */
export function correctedEstimate(
  { value, low, high, pValue }: CorrectedNumbers,
  reason: () => string,
  warning?: string,
): Estimate {
  const ci = [Math.max(-1, low), Math.min(1, high)] as const;
  return estimate(value, reason, { ci, pValue, warning });
}

/** @internal Returns the reason why there is no interval, if `count` is below the number at which intervals hold. */
export const fewForInterval = (count: number, min: number, unit: string): string | undefined =>
  count < min
    ? `no interval and no p-value: only ${count.toFixed(1)} ${unit}, but at least ${min} are required`
    : undefined;

/** @internal Returns the numbers without their interval and p-value. */
export const withoutInterval = <Numbers extends CorrectedNumbers>(numbers: Numbers): Numbers => ({
  ...numbers,
  ...{ low: Number.NaN, high: Number.NaN, pValue: Number.NaN },
});

/** @internal Runs all draws, then simulates each draw again: the second pass requires the results of all draws. */
export async function drawTwice(
  run: { take: (seed: number, draw: number) => void; simulate: (seed: number, draw: number) => void },
  options: CheckedDrawOptions,
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
