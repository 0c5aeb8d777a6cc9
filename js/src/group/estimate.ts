// SPDX-License-Identifier: Apache-2.0
//
// A number with what has to be said beside it: how sure it is, or why it is undefined.

/** A metric's value. NaN or infinite only together with a `reason`. */
export interface Estimate {
  value: number;
  /** Confidence interval, at the confidence asked for (95 % unless told). Left out where there is none. */
  ci?: [low: number, high: number];
  /** Probability of a difference at least this large if there were none in truth. */
  pValue?: number;
  /** The p-value after having looked at all groups (Benjamini and Hochberg). */
  adjustedPValue?: number;
  /** Why the value is not a finite number, in words: "no actual positives among race = Asian". */
  reason?: string;
}

/** What may stand beside a value; whatever is NaN is left out. */
export interface Beside {
  ci?: readonly [number, number] | undefined;
  pValue?: number | undefined;
  adjustedPValue?: number | undefined;
}

export function estimate(value: number, reason: () => string, beside: Beside = {}): Estimate {
  const result: Estimate = { value };
  if (beside.ci && !beside.ci.some(Number.isNaN)) result.ci = [...beside.ci];
  for (const name of ['pValue', 'adjustedPValue'] as const) {
    const p = beside[name];
    if (p !== undefined && !Number.isNaN(p)) result[name] = p;
  }
  if (!Number.isFinite(value)) result.reason = reason();
  return result;
}
