// SPDX-License-Identifier: Apache-2.0
//
// What a frame says of each group, and of how far groups lie apart.

import type { Estimate } from '../core/estimate.js';
import type { DisparityName, RateName } from '../metrics/group.js';
import type { Counts } from '../tally/counts.js';

/** One group of a frame, by the attributes `By`. */
export interface Group<By extends string = string> {
  /** Names it within its frame, whatever its categories are called; empty for all rows. */
  id: string;
  /** Its category of each attribute: `{ race: 'Asian', sex: 'Female' }`. Empty for all rows. */
  categories: Readonly<Record<By, string>>;
  /** For people: "Asian, Female". */
  name: string;
  counts: Counts;
  /** Every rate, by name; of columns that were not given NaN, with that as the reason. */
  rates: Readonly<Record<RateName, Estimate>>;
  /** Why its numbers say little, if they do. */
  warning?: string;
}

/**
 * How far the groups' values of one rate lie apart, over the groups that have a value. Where only one group has one, the
 * four gaps are NaN, and the reason names that group. With more than 512 groups, `difference` and `ratio` have no interval
 * and no p-value.
 */
export interface Spread {
  min: Estimate;
  max: Estimate;
  /** max - min; in [0, 1]. */
  difference: Estimate;
  /** min / max; in [0, 1]. */
  ratio: Estimate;
  /** The largest distance of a group to all rows together. */
  differenceToOverall: Estimate;
  /** The smallest of group/overall or its inverse, whichever is below 1. */
  ratioToOverall: Estimate;
}

/** One group compared with the reference group. */
export interface GroupComparison<By extends string = string> {
  group: Group<By>;
  /** Every disparity, by name; of columns that were not given NaN, with that as the reason. */
  values: Readonly<Record<DisparityName, Estimate>>;
}

/** What a difference or ratio is taken between. */
export type SpreadMethod =
  /** The largest and the smallest group. */
  | 'betweenGroups'
  /** Each group and all rows; the worst group counts. */
  | 'toOverall';
