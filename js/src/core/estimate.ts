// SPDX-License-Identifier: Apache-2.0
//
// A number with what has to be said beside it: how sure it is, or why it is undefined.

import { invalid } from './error.js';
import { shown } from './options.js';

/** A metric's value. NaN or infinite only together with a `reason`. */
export interface Estimate {
  value: number;
  /** Confidence interval, at the confidence asked for (95 % unless told). Left out where there is none. */
  ci?: [low: number, high: number];
  /** Probability of a difference at least this large if there were none in truth. */
  pValue?: number;
  /**
   * The p-value after having looked at others, too. Next to an `adjustedCi`: for the same comparisons. Otherwise for all
   * groups (Benjamini and Hochberg).
   */
  adjustedPValue?: number;
  /**
   * In a report: the interval that holds together with those of all other comparisons among which the report chooses what to
   * show first, or a gate what to judge (Šidák 1967).
   */
  adjustedCi?: [low: number, high: number];
  /**
   * For a difference between two groups in one rate: the minimum detectable differences (80% power), a decrease in
   * [-1, 0] and an increase in [0, 1]. If the group's rate were that far from the rate of all groups together, the
   * test would reject "no difference" in four of five data sets of these sizes. Smaller differences often go
   * undetected. NaN for a direction in which no difference could be detected.
   */
  minimumDetectableDifference?: [decrease: number, increase: number];
  /** Why the interval and the test are rough: how few cases were to be expected. */
  warning?: string;
  /** Why the value is not a finite number, in words: "no actual positives among race = Asian". */
  reason?: string;
}

/** @internal Why a ratio is infinite. */
export const infiniteRatio = 'the reference group’s rate is 0';

/** @internal Why a common odds ratio is infinite. */
export const infiniteOddsRatio =
  'in no stratum the reference group has a case where the group has another';

/** @internal Why there is no gap where a single group has a value. */
export const whyNoGap = (group = 'one group'): string =>
  `only ${group} has a value: a gap takes two groups`;

/** With fewer expected cases, or expected others, than this an interval or a test is rough. */
export const fewCases = 5;

/** The confidence asked for, 0.95 if none was. Throws `invalidArgument` for anything outside (0, 1). */
export function requireConfidence(confidence: unknown = 0.95): number {
  if (typeof confidence === 'number' && confidence > 0 && confidence < 1) return confidence;
  throw invalid('confidence', 'a number between 0 and 1, such as 0.95', shown(confidence));
}

/** What may stand beside a value; whatever is NaN is left out. */
export interface Beside {
  ci?: readonly [number, number] | undefined;
  pValue?: number | undefined;
  adjustedPValue?: number | undefined;
  adjustedCi?: readonly [number, number] | undefined;
  minimumDetectableDifference?: readonly [number, number] | undefined;
  warning?: string | undefined;
}

export function estimate(value: number, reason: () => string, extras: Beside = {}): Estimate {
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
  if (detectable && !detectable.every(Number.isNaN)) {
    result.minimumDetectableDifference = [...detectable];
  }
  if (extras.warning !== undefined && !Number.isNaN(value)) result.warning = extras.warning;
  if (!Number.isFinite(value)) result.reason = reason();
  return result;
}
