// SPDX-License-Identifier: Apache-2.0
//
// Whether groups are alike enough: that no difference was found does not say that there is none; that it is
// smaller than a margin can be shown.

import { invalid } from '../core/error.js';
import { type Estimate, estimate } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import { shown } from '../core/options.js';
import type { DisparityName } from '../metrics/group.js';
import type { Group } from './group.js';

/** Whether a disparity was shown to lie within a margin. Get one from `frame.equivalence(…)`. */
export interface Equivalence<By extends string = string> {
  /** The group compared with the reference; of several the one that decides, with the largest p-value. */
  group: Group<By>;
  /** What counts as alike: `[-0.05, 0.05]` of a difference, `[0.8, 1.25]` of a ratio. */
  margin: [low: number, high: number];
  /**
   * The disparity. Its interval, at 90 % where the frame's confidence is 95 %, lies within the margin exactly
   * where the groups are shown to be alike; of `equalizedOddsDifference` and its like it may also reach beyond, as
   * there each of the two rates is tested by itself.
   */
  disparity: Estimate;
  /** Probability of data that speak at least as much for it, if the disparity were outside of the margin. */
  pValue: number;
  /** Whether the p-value is at most 1 less the frame's confidence: it is shown that groups are alike. */
  isEquivalent: boolean;
  /** Why there is no p-value, where it is NaN. */
  reason?: string;
}

/** The range that a margin stands for. Throws `invalidArgument` for what is no margin. */
export function marginOf(margin: unknown, isRatio: boolean): [low: number, high: number] {
  const isNumber = typeof margin === 'number' && margin > 0 && Number.isFinite(margin);
  if (isNumber && isRatio && margin !== 1) {
    return [Math.min(margin, 1 / margin), Math.max(margin, 1 / margin)];
  }
  if (isNumber && !isRatio && margin < 1) return [-margin, margin];
  throw invalid(
    'margin',
    isRatio
      ? 'a ratio that is still alike, such as 0.8 for 0.8 to 1.25'
      : 'a difference that is still alike, between 0 and 1, such as 0.05',
    shown(margin),
  );
}

/** A disparity to be tested. */
interface Tested {
  name: DisparityName;
  margin: [low: number, high: number];
  estimate: Estimate;
  /** The core's counts of the group and of the reference. */
  counts: readonly [group: Float64Array, reference: Float64Array];
  /** What the core knows of persons with rows in both. */
  between: ReturnType<Wasm['sharedBetween']>;
  confidence: number;
}

/** @internal Two one-sided tests of one disparity; see `Frame.equivalence`. */
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
