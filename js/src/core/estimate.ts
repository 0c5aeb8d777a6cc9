// SPDX-License-Identifier: Apache-2.0
//
// The type of a value with its uncertainty, or the reason why it is undefined.

import { requireLevel, requireOptions } from './options.js';

/** Option for confidence intervals. */
export interface ConfidenceOptions {
  /** Level of each confidence interval, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

/** A metric's value. It is NaN or infinite only together with a `reason`. */
export interface Estimate {
  value: number;
  /** Confidence interval at the requested level (default 95%). Absent if there is none. */
  ci?: [low: number, high: number];
  /**
   * Probability of a difference at least this large if there is no true difference.
   * @minimum 0
   * @maximum 1
   */
  pValue?: number;
  /**
   * The p-value adjusted for multiple comparisons: for those of `adjustedCi` if there is one, otherwise for all
   * groups (Benjamini and Hochberg).
   * @minimum 0
   * @maximum 1
   */
  adjustedPValue?: number;
  /**
   * In a report: the simultaneous confidence interval for all comparisons from which the report selects its main
   * findings, or which a limit checks (Šidák 1967).
   */
  adjustedCi?: [low: number, high: number];
  /**
   * For a difference between two groups in one rate: the minimum detectable differences (80% power), a decrease in
   * [-1, 0] and an increase in [0, 1]. If the group's rate differed by this amount from the rate of all groups
   * together, the test would reject "no difference" in four of five data sets of these sizes. Smaller differences
   * often remain undetected. NaN if no difference in that direction can be detected.
   */
  minimumDetectableDifference?: [decrease: number, increase: number];
  /** The reason why the interval and the test are approximate: the expected number of cases is small. */
  warning?: string;
  /** The reason why the value is not a finite number, such as "no actual positives among race = Asian". */
  reason?: string;
}

/** @internal Why a ratio is infinite. */
export const infiniteRatio = 'the reference group’s rate is 0';

/** @internal Why a common odds ratio is infinite. */
export const infiniteOddsRatio = 'in every stratum, the reference group has no cases or the group has only cases';

/** @internal Why there is no gap if only one group has a value. */
export const whyNoGap = (group = 'one group'): string => `only ${group} has a value; a gap requires two groups`;

/** With fewer expected cases or non-cases, an interval or a test is approximate. */
export const fewCases = 5;

/** Returns the requested confidence, 0.95 by default. Throws `invalidArgument` for values outside (0, 1). */
export function requireConfidence(confidence: unknown = 0.95): number {
  return requireLevel('confidence', confidence, 0.95);
}

/** Returns the confidence of options that have no other option. Throws `invalidArgument` for other names. */
export function readConfidence(caller: string, options: ConfidenceOptions): number {
  requireOptions(caller, options, ['confidence']);
  return requireConfidence(options.confidence);
}

/** Returns the estimate of a value and the ends of its interval. `why` gives the reason if the value is undefined. */
export const boundedEstimate = (
  [value, low, high]: ArrayLike<number> & Iterable<number>,
  why: () => string,
): Estimate => estimate(value as number, why, { ci: [low as number, high as number] });

/** Fields next to a value; NaN fields are omitted. */
export interface EstimateExtras {
  ci?: readonly [number, number] | undefined;
  pValue?: number | undefined;
  adjustedPValue?: number | undefined;
  adjustedCi?: readonly [number, number] | undefined;
  minimumDetectableDifference?: readonly [number, number] | undefined;
  warning?: string | undefined;
}

export function estimate(value: number, reason: () => string, extras: EstimateExtras = {}): Estimate {
  const result: Estimate = { value };
  for (const name of ['ci', 'adjustedCi'] as const) {
    const interval = extras[name];
    if (interval && !interval.some(Number.isNaN)) result[name] = [...interval];
  }
  for (const name of ['pValue', 'adjustedPValue'] as const) {
    const number = extras[name];
    if (number !== undefined && !Number.isNaN(number)) result[name] = number;
  }
  const { minimumDetectableDifference: detectable } = extras;
  if (detectable && !detectable.every(Number.isNaN)) result.minimumDetectableDifference = [...detectable];
  if (extras.warning !== undefined && !Number.isNaN(value)) result.warning = extras.warning;
  if (!Number.isFinite(value)) result.reason = reason();
  return result;
}
