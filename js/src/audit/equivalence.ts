// SPDX-License-Identifier: Apache-2.0
//
// Equivalence tests. A difference that is not significant may still be large; an equivalence test can show
// that it is within a margin.

import { invalid } from '../core/error.js';
import { type Estimate, estimate } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import { shown } from '../core/options.js';
import type { DisparityName } from '../metrics/group.js';
import type { Group } from './frame/group.js';

/** Result of an equivalence test. Returned by `frame.equivalence(…)`. */
export interface Equivalence<By extends string = string> {
  /** The group compared with the reference group; for all groups, the one with the largest p-value. */
  group: Group<By>;
  /** Range that counts as equivalent: `[-0.05, 0.05]` for a difference, `[0.8, 1.25]` for a ratio. */
  margin: [low: number, high: number];
  /**
   * The disparity. Its interval, at 90% if the frame's confidence is 95%, is within the margin if and only if
   * the test finds equivalence. For `equalizedOddsDifference` and similar disparities, the interval may be
   * wider, because each of the two rates is tested separately.
   */
  disparity: Estimate;
  /**
   * Probability of data with at least as much evidence for equivalence if the disparity were outside the
   * margin.
   * @minimum 0
   * @maximum 1
   */
  pValue: number;
  /** True if the p-value is at most 1 minus the frame's confidence: the groups are equivalent. */
  isEquivalent: boolean;
  /** The reason why there is no p-value, if it is NaN. */
  reason?: string;
}

/** Returns the range of a margin. Throws `invalidArgument` for an invalid margin. */
export function getMargin(margin: unknown, isRatio: boolean): [low: number, high: number] {
  const isNumber = typeof margin === 'number' && margin > 0 && Number.isFinite(margin);
  if (isNumber && isRatio && margin !== 1) {
    return [Math.min(margin, 1 / margin), Math.max(margin, 1 / margin)];
  }
  if (isNumber && !isRatio && margin < 1) return [-margin, margin];
  throw invalid(
    'margin',
    isRatio
      ? 'a ratio that counts as equivalent, such as 0.8 for 0.8 to 1.25'
      : 'a difference that counts as equivalent, between 0 and 1, such as 0.05',
    shown(margin),
  );
}

/** A disparity to test. */
interface Tested {
  name: DisparityName;
  margin: [low: number, high: number];
  estimate: Estimate;
  /** The core's counts of the group and of the reference group. */
  counts: readonly [group: Float64Array, reference: Float64Array];
  /** The core's statistics of clusters with rows in both groups. */
  between: ReturnType<Wasm['sharedBetween']>;
  confidence: number;
}

/** @internal Runs two one-sided tests of one disparity; see `Frame.equivalence`. */
export function equivalenceTest(
  wasm: Wasm,
  { name, margin, estimate: given, counts, between, confidence }: Tested,
): Omit<Equivalence, 'group'> {
  const place = wasm.disparityNames().indexOf(name);
  const { value, warning, reason } = given;
  const alpha = 1 - confidence;
  const within = Math.max(0, 1 - 2 * alpha);
  const [low, high] = wasm.disparityInterval(place, ...counts, within, between);
  const ci: [number, number] = [low as number, high as number];
  const pValue = wasm.equivalenceTest(place, ...counts, Float64Array.from(margin), between);
  return {
    margin,
    disparity: estimate(value, () => reason ?? 'undefined', { ci, warning }),
    pValue,
    isEquivalent: pValue <= alpha,
    ...(Number.isNaN(pValue) && { reason: reason ?? 'too few rows for an interval' }),
  };
}
