// SPDX-License-Identifier: Apache-2.0
//
// What the worker of adverse impact is asked: which columns of a file are what, and by which rule tables are made.

import type { ImpactReport } from 'fairwasm/impact';
import type { Bins } from '../table/bins.js';

export interface ImpactChoice {
  /** Who is selected: by the decision, or by a score above the median of all. */
  counted: 'decision' | 'score';
  column: string;
  /** The decision that means "selected"; of a score there is none. */
  favorable: string | undefined;
  groups: readonly string[];
  /** The ranges that numbers are put in, as in the audit. */
  bins: Bins;
  /** New York's Local Law 144, with its two columns; undefined: no rule. */
  rule: { sex: string; race: string } | undefined;
  /** Whether categories of less than 2 % of all rows are left out of the ratios. */
  isSmallLeftOut: boolean;
  /** Counts below are not shown, nor what they could be found from; 0: all are. */
  suppressBelow: number;
}

export interface ImpactWork {
  file: Blob;
  choice: ImpactChoice;
}

/** What it answers. */
export interface ImpactTables {
  report: ImpactReport;
  markdown: string;
  csv: string;
}
