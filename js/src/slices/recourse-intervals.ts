// SPDX-License-Identifier: Apache-2.0
//
// Intervals of proportions and of mean costs that hold jointly for the many groups and subgroups of a search.
// Proportions have Clopper and Pearson's exact limits (1934). Means have Hoeffding's bound (1963, theorem 1), which holds
// for any number of people; in simulations, joint intervals from Student's t miss skewed costs in a third of data sets.

import { getMax, getMin } from '../core/extremes.js';
import { furthest } from './clustered.js';
import type { Wasm } from './module.js';

/** @internal A mean of `rows` independent values between `low` and `high`. */
export interface BoundedMean {
  value: number;
  rows: number;
  low: number;
  high: number;
  /** For a proportion, the number of people that it counts. */
  cases?: number;
}

/** @internal A proportion of `rows` people. */
export const toProportion = (cases: number, rows: number): BoundedMean => ({
  ...{ value: cases / rows, rows, low: 0, high: 1, cases },
});

/** @internal */
export type Interval = [low: number, high: number];

/** @internal Returns the probability beyond each end at which `count` two-sided intervals hold jointly. */
export const getTail = (count: number, confidence: number): number => (1 - confidence) / (2 * count);

/** @internal Returns the interval of a mean, or undefined without rows and if all values are known to be equal. */
export function boundMean(
  wasm: Wasm,
  { value, rows, low, high, cases }: BoundedMean,
  tail: number,
): Interval | undefined {
  if (rows === 0 || low === high) return undefined;
  if (cases !== undefined) return toInterval(wasm.exactProportion(cases, rows, tail));
  const index = Math.min(1, Math.max(0, (value - low) / (high - low)));
  const reach = (end: number) => low + (high - low) * furthest(index, end, -Math.log(tail) / rows);
  // Rounding must not exclude the mean.
  return [Math.min(value, reach(0)), Math.max(value, reach(1))];
}

const toInterval = (ends: ArrayLike<number>): Interval => [ends[0] as number, ends[1] as number];

/**
 * @internal Returns the interval of a difference, combined from those of both means (Newcombe 1998; Zou and Donner
 * 2008). That of two proportions excludes 0 exactly if the p-value of Fisher's test is at most twice `tail`.
 */
export function boundDifference(wasm: Wasm, one: BoundedMean, other: BoundedMean, tail: number): Interval | undefined {
  if (one.cases !== undefined && other.cases !== undefined) {
    return toInterval(wasm.exactGap(one.cases, one.rows, other.cases, other.rows, tail));
  }
  const [first, second] = [boundMean(wasm, one, tail), boundMean(wasm, other, tail)];
  if (!first || !second) return undefined;
  const difference = one.value - other.value;
  const max = one.high - one.low;
  return [
    Math.max(-max, difference - Math.hypot(one.value - first[0], second[1] - other.value)),
    Math.min(max, difference + Math.hypot(first[1] - one.value, other.value - second[0])),
  ];
}

/**
 * @internal Returns the interval of the least cost at which a share of people has recourse, from the costs in ascending
 * order: its ends are the costs at which the upper and the lower bound of the proportion reach the share. `least` is the
 * least possible cost. The upper end can be infinite.
 */
export function boundQuantile(
  wasm: Wasm,
  costs: ArrayLike<number>,
  share: number,
  tail: number,
  min: number,
): Interval {
  const rows = costs.length;
  const bound = (count: number) => toInterval(wasm.exactProportion(count, rows, tail));
  const low = findCount(rows, (count) => count / rows >= share || bound(count)[1] >= share);
  const high = findCount(rows, (count) => count / rows >= share && bound(count)[0] > share);
  const getCost = (count: number) => (count > rows ? Number.POSITIVE_INFINITY : (costs[count - 1] as number));
  return [low === 0 ? min : getCost(low), getCost(high)];
}

/** Returns the smallest count that meets a condition, which all larger counts meet; `rows` + 1 if none does. */
function findCount(rows: number, isMet: (count: number) => boolean): number {
  let [low, high] = [0, rows + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMet(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** @internal The means of one action for all people of a group. */
export interface ActionMeans {
  effectiveness: BoundedMean;
  cost: BoundedMean;
}

/**
 * @internal Returns the intervals of measures of the same action for all people: they hold if those of the effectiveness
 * and the mean cost of each action do. The upper end of a cost can be infinite.
 */
export function boundActions(
  wasm: Wasm,
  means: readonly ActionMeans[],
  { budget, share }: { budget: number; share: number },
  tail: number,
) {
  const bounds = means.map(({ effectiveness, cost }) => {
    const exact = (mean: BoundedMean): Interval => [mean.value, mean.value];
    return {
      effect: boundMean(wasm, effectiveness, tail) ?? exact(effectiveness),
      cost: boundMean(wasm, cost, tail) ?? exact(cost),
    };
  });
  const max = (end: 0 | 1, taken = bounds) =>
    getMax(
      taken.map(({ effect }) => effect[end]),
      0,
    );
  const within = (end: 0 | 1) => bounds.filter(({ cost }) => cost[end] <= budget);
  const effective = (end: 0 | 1) => bounds.filter(({ effect }) => effect[end] >= share);
  const min = (end: 0 | 1, taken: typeof bounds) => getMin(taken.map(({ cost }) => cost[end]));
  return {
    actionEffectiveness: [max(0), max(1)] as Interval,
    actionEffectivenessWithinBudget: [max(0, within(1)), max(1, within(0))] as Interval,
    actionCost: [min(0, effective(1)), min(1, effective(0))] as Interval,
    choices: [effective(0).length, effective(1).length] as Interval,
  };
}
