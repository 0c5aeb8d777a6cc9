// SPDX-License-Identifier: Apache-2.0
//
// Cell suppression in a report: the suppressed cells, so that no small cell can be inferred, and how much it
// could change.

/** A range that certainly contains a value; its ends may or may not be attainable. */
export type Bounds = readonly [least: number, most: number];

/** The suppressed cells of a report. */
export interface Withheld {
  /**
   * Counts from 1 to just below this number were suppressed.
   * @asType integer
   * @minimum 2
   */
  below: number;
  /**
   * The place where counts were suppressed: the `report`, which was computed from all counts and omits some groups;
   * or the `engine`, which omitted small cells from its result, so that every figure excludes some rows.
   */
  by: 'report' | 'engine';
  /** One entry for each possible breakdown. */
  breakdowns: readonly WithheldBreakdown[];
}

/** The suppressed cells of one breakdown. */
export interface WithheldBreakdown {
  by: readonly string[];
  /** The omitted groups; for an engine's result, the groups that may have rows. */
  groups: readonly { name: string; categories: Readonly<Record<string, string>> }[];
  /** Number of suppressed rows. */
  rows: Bounds;
  /** Bounds on the value over all rows, by {@link Group.id} of the groups in the report and by rate. */
  rates: Readonly<Record<string, Readonly<Record<string, Bounds>>>>;
  /**
   * Bounds on the standardized difference over all rows, by id and rate, if groups are compared within strata
   * and it is defined. Odds ratios, tests, and intervals cover only the counted rows.
   */
  within?: Readonly<Record<string, Readonly<Record<string, Bounds>>>>;
  /** Bounds on the gap between all groups, including the omitted ones, by rate. */
  spreads: Readonly<Record<string, Bounds>>;
}
