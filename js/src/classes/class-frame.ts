// SPDX-License-Identifier: Apache-2.0
//
// Predictions of several classes by group: one confusion matrix a group and what is made of it, each class against
// the rest, and the classes that treat groups most unequally.

import type { Frame } from '../audit/frame.js';
import type { Spread, SpreadMethod } from '../audit/group.js';
import { type Estimate, fewCases } from '../core/estimate.js';
import { requireOneOf } from '../core/options.js';
import type { RateName } from '../metrics/group.js';
import { requireClassName } from './class-order.js';
import { type FrameParts, MeasuredFrame, type MeasuredGroup } from './measured-frame.js';

/** A group with its confusion matrix. */
export interface ClassGroup extends MeasuredGroup {
  /** (sum of weights)² / sum of squared weights: how many rows of equal weight would say as much. */
  effectiveRows: number;
  /** Why its numbers say little, if they do. */
  warning?: string;
  /** Weights by true class and, within it, by predicted class, both in the order of the frame's classes. */
  confusion: readonly (readonly number[])[];
}

/** @internal Which classes a group has few rows of, if it has any. */
export function fewRowsWarning(
  classes: readonly string[],
  confusion: ClassGroup['confusion'],
  effectiveRows: number,
): string | undefined {
  const sizes = confusion.map((cells) => cells.reduce((sum, weight) => sum + weight, 0));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  // With weights as many as rows of equal weight would be.
  const rows = sizes.map((size) => (size * effectiveRows) / all);
  const few = classes.filter((_, i) => (rows[i] as number) > 0 && (rows[i] as number) < fewCases);
  return few.length === 0 ? undefined : `fewer than ${fewCases} rows of ${few.join(', ')}`;
}

/** A class, and how far the groups lie apart in one of its rates. */
export interface ClassDisparity {
  class: string;
  spread: Spread;
}

/**
 * Metrics of several classes by group. Get one from `audit.frame(…)`.
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
  constructor(
    parts: FrameParts<ClassGroup>,
    classes: readonly string[],
    against: (name: string) => Frame,
  ) {
    super(parts);
    this.classes = classes;
    this.#against = against;
  }

  /**
   * One class against the rest, as the frame of two labels of which this class is the favorable one: every rate by
   * group (precision is its `positivePredictiveValue`, recall its `truePositiveRate`, specificity its
   * `trueNegativeRate`), spreads, disparities, tests and intervals.
   *
   * @throws FairwasmError `invalidArgument` for an unknown class.
   */
  oneAgainstRest(name: string | number | boolean): Frame {
    return this.#against(requireOneOf('class', requireClassName(name, 'class'), this.classes));
  }

  /**
   * The classes by how far groups lie apart in a rate of theirs, the most unequal first; those without a value last.
   *
   * @param rate A rate of {@link oneAgainstRest}: `selectionRate`, `truePositiveRate`, …
   * @throws FairwasmError `invalidArgument` for an unknown rate.
   */
  unequalClasses(
    rate = 'truePositiveRate',
    method: SpreadMethod = 'betweenGroups',
  ): readonly ClassDisparity[] {
    return mostUnequal(this.classes, this.#against, rate, method);
  }
}

/** @internal Classes or labels, each with a frame of two outcomes, by how far groups lie apart in a rate. */
export function mostUnequal(
  names: readonly string[],
  frameOf: (name: string) => Frame,
  rate: string,
  method: SpreadMethod,
): readonly ClassDisparity[] {
  const all = names.map((name) => ({
    class: name,
    difference: frameOf(name).difference(rate as RateName, method),
    spread: frameOf(name).spread(rate as RateName),
  }));
  const size = ({ difference }: { difference: Estimate }) =>
    Number.isNaN(difference.value) ? -1 : difference.value;
  return all
    .sort((a, b) => size(b) - size(a))
    .map(({ class: name, spread }) => ({ class: name, spread }));
}
