// SPDX-License-Identifier: Apache-2.0
//
// Multiclass predictions by group: a confusion matrix per group and its metrics, each class against the rest, and the
// classes with the largest differences between groups.

import type { Frame } from '../audit/frame/frame.js';
import type { Spread, SpreadMethod } from '../audit/frame/group.js';
import { type Estimate, fewCases } from '../core/estimate.js';
import { requireOneOf } from '../core/options.js';
import type { RateName } from '../metrics/group.js';
import { requireClassName } from './class-order.js';
import { type FrameParts, MeasuredFrame, type MeasuredGroup } from './measured-frame.js';

/** A group with its confusion matrix. */
export interface ClassGroup extends MeasuredGroup {
  /** (sum of weights)² / sum of squared weights: the effective sample size. */
  effectiveRows: number;
  /** The reason why the group's values are unreliable, if they are. */
  warning?: string;
  /** Sums of weights by true class and, within it, by predicted class, both in the order of the frame's classes. */
  confusion: readonly (readonly number[])[];
}

/** @internal Returns a warning that names the classes with few rows, if there are any. */
export function fewRowsWarning(
  classes: readonly string[],
  confusion: ClassGroup['confusion'],
  effectiveRows: number,
): string | undefined {
  const sizes = confusion.map((cells) => cells.reduce((sum, weight) => sum + weight, 0));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  // With weights, the effective number of rows.
  const rows = sizes.map((size) => (size * effectiveRows) / all);
  const few = classes.filter((_, i) => (rows[i] as number) > 0 && (rows[i] as number) < fewCases);
  return few.length === 0 ? undefined : `fewer than ${fewCases} rows of ${few.join(', ')}`;
}

/**
 * Multiclass metrics by group. Create one with `audit.frame(…)`.
 *
 * @example
 * const frame = (await load())
 *   .audit({
 *     label: ['low', 'high', 'low', 'low', 'high', 'high'],
 *     prediction: ['low', 'low', 'low', 'low', 'high', 'high'],
 *     groups: { sex: ['f', 'f', 'f', 'm', 'm', 'm'] },
 *   })
 *   .frame('sex');
 * frame.group({ sex: 'f' }).confusion; // [[0, 1], [0, 2]]
 * frame.unequalClasses('truePositiveRate')[0].class; // "high"
 */
export class ClassFrame extends MeasuredFrame<ClassGroup> {
  /** The classes in their order. */
  readonly classes: readonly string[];
  readonly #against: (name: string) => Frame;

  /** @internal */
  constructor(parts: FrameParts<ClassGroup>, classes: readonly string[], against: (name: string) => Frame) {
    super(parts);
    this.classes = classes;
    this.#against = against;
  }

  /**
   * Returns the frame of one class compared with the rest, in which this class is the favorable label: every rate by
   * group (precision is its `positivePredictiveValue`, recall its `truePositiveRate`, specificity its
   * `trueNegativeRate`), spreads, disparities, tests, and intervals.
   *
   * @throws FairwasmError `invalidArgument` for an unknown class.
   */
  oneAgainstRest(name: string | number | boolean): Frame {
    return this.#against(requireOneOf('class', requireClassName(name, 'class'), this.classes));
  }

  /**
   * Returns the classes by the difference between groups in one of their rates, largest first; classes without a value
   * are last.
   *
   * @param rate A rate of {@link oneAgainstRest}: `selectionRate`, `truePositiveRate`, …
   * @throws FairwasmError `invalidArgument` for an unknown rate.
   */
  unequalClasses(
    rate = 'truePositiveRate',
    method: 'betweenGroups' | 'toOverall' = 'betweenGroups',
  ): readonly { class: string; spread: Spread }[] {
    return mostUnequal(this.classes, this.#against, rate, method);
  }
}

/**
 * @internal Returns classes or labels, each with a binary frame, by the difference between groups in a rate, largest
 * first.
 */
export function mostUnequal(
  names: readonly string[],
  getFrame: (name: string) => Frame,
  rate: string,
  method: SpreadMethod,
): readonly { class: string; spread: Spread }[] {
  const all = names.map((name) => ({
    class: name,
    difference: getFrame(name).difference(rate as RateName, method),
    spread: getFrame(name).spread(rate as RateName),
  }));
  const size = ({ difference }: { difference: Estimate }) => (Number.isNaN(difference.value) ? -1 : difference.value);
  return all.sort((a, b) => size(b) - size(a)).map(({ class: name, spread }) => ({ class: name, spread }));
}
