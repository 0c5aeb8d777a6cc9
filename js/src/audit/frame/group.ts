// SPDX-License-Identifier: Apache-2.0
//
// Types of the results for groups, and for gaps between groups, in a frame.

import type { Estimate } from '../../core/estimate.js';
import type { NamedGroup } from '../../data/named-group.js';
import type { DisparityName, RateName } from '../../metrics/group.js';
import type { Counts } from '../../tally/counts.js';

/** One group of a frame by the attributes `By`. */
export interface Group<By extends string = string> extends NamedGroup<By> {
  /** Unique within the frame, whatever the categories are called; empty for all rows. */
  id: string;
  counts: Counts;
  /** Every rate by name; NaN with a reason if a column is missing. */
  rates: Readonly<Record<RateName, Estimate>>;
  /** The reason why the group's figures are unreliable, if they are. */
  warning?: string;
}

/**
 * Statistics of the gap between groups in one rate, over the groups that have a value. If only one group has
 * a value, the four gaps are NaN and the reason names the group. With more than 512 groups, `difference` and
 * `ratio` have no confidence interval and no p-value.
 */
export interface Spread {
  min: Estimate;
  max: Estimate;
  /** max - min; in [0, 1]. */
  difference: Estimate;
  /** min / max; in [0, 1]. */
  ratio: Estimate;
  /** Largest distance between a group and all rows together. */
  differenceToOverall: Estimate;
  /** Smallest of group / overall and its inverse, whichever is below 1. */
  ratioToOverall: Estimate;
}

/** @internal The statistics of a spread, in the order of the core. */
export const spreadMembers = [
  ...(['min', 'max', 'difference', 'ratio'] as const),
  ...(['differenceToOverall', 'ratioToOverall'] as const),
] as const satisfies readonly (keyof Spread)[];

/** The comparison of one group with the reference group. */
export interface GroupComparison<By extends string = string> {
  group: Group<By>;
  /** Every disparity by name; NaN with a reason if a column is missing. */
  values: Readonly<Record<DisparityName, Estimate>>;
}

/** The two sides of a difference or ratio. */
export type SpreadMethod =
  /** The groups with the largest and the smallest value. */
  | 'betweenGroups'
  /** Each group and all rows; the worst group determines the result. */
  | 'toOverall';
