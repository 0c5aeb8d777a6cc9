// SPDX-License-Identifier: Apache-2.0
//
// What a report does not show, so that no small count of people can be found in it, and how much that could change.

/** A range that holds a value for certain; its ends can be reached, or are above what can. */
export type Bounds = readonly [least: number, most: number];

/** What was withheld from a report. */
export interface Withheld {
  /** Counts from 1 to just below this were withheld. */
  below: number;
  /**
   * Where: in the `report`, which was made from all counts, and shows of some groups nothing; or by the `engine`, which
   * left small counts out of its answer, so that every figure lacks some rows.
   */
  by: 'report' | 'engine';
  /** One for each breakdown that there would be. */
  breakdowns: readonly WithheldBreakdown[];
}

/** Of one breakdown. */
export interface WithheldBreakdown {
  by: readonly string[];
  /** The groups of which nothing is shown. Of an engine's answer: those of which there may be rows. */
  groups: readonly { name: string; categories: Readonly<Record<string, string>> }[];
  /** How many rows are withheld. */
  rows: Bounds;
  /** By {@link Group.id} of the groups that are shown, and by rate: what the value over all rows may be. */
  rates: Readonly<Record<string, Readonly<Record<string, Bounds>>>>;
  /**
   * Where groups are compared within strata, by id and by rate: what the standardized difference from the reference may be
   * over all rows, as far as it is defined. Odds ratios, tests and intervals are those of the rows that were counted.
   */
  within?: Readonly<Record<string, Readonly<Record<string, Bounds>>>>;
  /** By rate: how far all groups may lie apart, those that are not shown among them. */
  spreads: Readonly<Record<string, Bounds>>;
}
