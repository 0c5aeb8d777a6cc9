// SPDX-License-Identifier: Apache-2.0
//
// Summaries of trials: the mean or median, its variation over rows, and its variation over seeds.

import { studentQuantile } from '../core/intervals.js';

/** A confidence interval with its standard error. NaN if unavailable. */
export type MeanInterval = TrialSummary['overSeeds'];

/** A summary of all trials. Fields are NaN if there are too few trials. */
export interface TrialSummary {
  /** Mean or median over trials. */
  value: number;
  /** Standard deviation of a single trial (ddof 1) on these rows. */
  standardDeviation: number;
  /**
   * Variation of the value with other random numbers on the same rows: standard deviation / √trials, and the 95%
   * confidence interval (Student's t for a mean, order statistics for a median). It shrinks with more trials, and
   * does not cover the sampling of rows.
   */
  overSeeds: { standardError: number; ci: readonly [low: number, high: number] };
}

/** A summary that also covers the sampling of rows. */
export type Summary = TrialSummary & MeanInterval;

const confidence = 0.95;

/** Returns the arithmetic mean. */
export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the median, or the lower of the two middle values, like torch.median. */
function median(sorted: readonly number[]): number {
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
}

// The widest pair of order statistics is used only if no narrower pair has the required coverage.
function medianInterval(sorted: readonly number[]): [number, number] {
  const n = sorted.length;
  let tail = 0.5 ** n; // P(Binomial(n, 1/2) <= rank)
  let term = tail;
  if (2 * tail > 1 - confidence) return [Number.NaN, Number.NaN];
  let rank = 0;
  for (;;) {
    term *= (n - rank) / (rank + 1);
    if (2 * (tail + term) > 1 - confidence) break;
    tail += term;
    rank++;
  }
  return [sorted[rank] as number, sorted[n - 1 - rank] as number];
}

export function summarize(values: readonly number[], method: 'mean' | 'median'): TrialSummary {
  const n = values.length;
  const { center, standardDeviation } = computeMoments(values);
  const standardError = standardDeviation / Math.sqrt(n);
  if (method === 'median') {
    const sorted = [...values].sort((a, b) => a - b);
    const undefinedValue = values.some(Number.isNaN);
    const ci = undefinedValue ? ([Number.NaN, Number.NaN] as const) : medianInterval(sorted);
    const value = undefinedValue ? Number.NaN : median(sorted);
    return { value, standardDeviation, overSeeds: { standardError, ci } };
  }
  const overSeeds = computeSpread(center, standardError, n - 1);
  return { value: center, standardDeviation, overSeeds };
}

function computeMoments(values: readonly number[]) {
  const n = values.length;
  const center = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);
  return { center, standardDeviation: n > 1 ? Math.sqrt(squares / (n - 1)) : Number.NaN };
}

function computeSpread(value: number, standardError: number, degrees: number): MeanInterval {
  const reach = degrees > 0 ? studentQuantile(confidence, degrees) * standardError : Number.NaN;
  return { standardError, ci: [value - reach, value + reach] };
}

/** The spread if no interval over rows is available. */
export const noSpread: MeanInterval = { standardError: Number.NaN, ci: [Number.NaN, Number.NaN] };

/**
 * Returns the spread over rows of trials that each split the rows randomly: the corrected resampled t interval
 * (Nadeau and Bengio: Inference for the Generalization Error, Machine Learning 52, 2003). The variance of the mean of
 * `trials` is (1 / trials + tests / trained) S², with S² the variance of a trial: trials share rows, so more trials
 * do not reduce it to 0. The variance of a median is π/2 times that of a mean.
 */
export function spreadOverRows(
  { value, standardDeviation }: TrialSummary,
  trials: number,
  { tests, trained }: { tests: number; trained: number },
  method: 'mean' | 'median',
): MeanInterval {
  const fromTrials = (method === 'median' ? Math.PI / 2 : 1) / trials;
  const standardError = standardDeviation * Math.sqrt(fromTrials + tests / trained);
  return computeSpread(value, standardError, trials - 1);
}

/**
 * Returns the spread over rows from the values of disjoint blocks, each computed like the whole: Student's t with the
 * standard deviation between blocks / √blocks. NaN for fewer than two blocks.
 */
export function spreadOverBlocks(value: number, blocks: readonly number[]): MeanInterval {
  const { standardDeviation } = computeMoments(blocks);
  return computeSpread(value, standardDeviation / Math.sqrt(blocks.length), blocks.length - 1);
}

/** Formats value and standard deviation like bias_amplification: `0.0312 ± 0.0048`. */
export function toText({ value, standardDeviation }: TrialSummary): string {
  const text = (number: number) => {
    if (Number.isNaN(number)) return 'nan';
    return Number.isFinite(number) ? number.toFixed(4) : number > 0 ? 'inf' : '-inf';
  };
  return `${text(value)} ± ${text(standardDeviation)}`;
}
