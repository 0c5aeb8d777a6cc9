// SPDX-License-Identifier: Apache-2.0
//
// What an estimate of a gap supports. Sentences, tables, rankings, limits, and the page ask here which interval and
// p-value to use and what follows from the interval, so that they cannot contradict each other.

/** An estimate as far as its uncertainty is concerned. */
interface Uncertain {
  ci?: readonly (number | null)[] | undefined;
  pValue?: number;
  adjustedCi?: readonly (number | null)[];
  adjustedPValue?: number;
  /** A remark, which changes no verdict. */
  warning?: string;
}

/**
 * Returns an estimate with the interval and the p-value of one test: both adjusted for all comparisons from
 * which the value may be selected, or, without an adjusted interval, both unadjusted. A p-value without any interval is
 * adjusted if possible.
 */
export function chosen<Given extends Uncertain>(estimate: Given): Omit<Given, 'adjustedCi' | 'adjustedPValue'> {
  const { adjustedCi, adjustedPValue, ...alone } = estimate;
  if (adjustedCi === undefined && alone.ci !== undefined) return alone;
  return {
    ...alone,
    ...(adjustedCi !== undefined && { ci: adjustedCi }),
    ...(adjustedPValue !== undefined && { pValue: adjustedPValue }),
  };
}

/** Gaps up to this difference between rates are small. */
export const smallGap = 0.05;

/** An interval that is wider than this difference between rates supports no conclusion about a gap. */
export const wideGap = 0.5;

/**
 * - `gap`: the interval excludes equality.
 * - `small`: the interval contains equality and no gap above {@link smallGap}.
 * - `scarce`: the interval contains equality and is wider than {@link wideGap}: too little data.
 * - `inconclusive`: the interval contains equality and larger gaps.
 * - `unknown`: there is no interval.
 * - `undefined`: there is no value.
 */
export type Verdict = 'gap' | 'small' | 'inconclusive' | 'scarce' | 'unknown' | 'undefined';

/**
 * Returns what the estimate of a disparity supports, which follows from its interval only. A warning about few cases
 * does not matter: intervals and tests are valid for few cases, and an interval for too few cases is wide.
 *
 * @param ideal The value for equal groups: 0 for a difference, 1 for a ratio.
 */
export function getVerdict(estimate: Uncertain & { value: number | null }, ideal = 0): Verdict {
  const { value } = estimate;
  const [low, high] = chosen(estimate).ci ?? [];
  if (value === null || Number.isNaN(value)) return 'undefined';
  if (typeof low !== 'number' || typeof high !== 'number') return 'unknown';
  if (low > ideal || high < ideal) return 'gap';
  if (Math.max(ideal - low, high - ideal) <= smallGap) return 'small';
  return high - low > wideGap ? 'scarce' : 'inconclusive';
}
