// SPDX-License-Identifier: Apache-2.0
//
// Requests to the worker of adverse impact (tables of selections by group, groups by their scores, or rates of probable
// categories), and its responses.

import type { ImpactReport, ProbableImpact, ScoreImpact } from 'fairwasm/impact';
import type { Document } from 'fairwasm/report';
import type { Bins } from '../../table/bins.js';
import type { Choice } from '../../table/choice.js';

/** Options of every table, whatever its rows are. */
export interface TableSettings {
  /** By attribute, the category that others are compared with, in addition to the one with the highest rate. */
  reference: Readonly<Record<string, string>>;
  /** Attributes that were estimated instead of self-reported. */
  imputed: readonly string[];
  /** The two columns of New York's Local Law 144; undefined: no rule. */
  rule: { sex: string; race: string } | undefined;
  /** True if categories with less than 2% of all rows are omitted from the ratios. */
  isSmallLeftOut: boolean;
  /** Smaller counts are suppressed, with all counts that would reveal them; 0: none are. */
  suppressBelow: number;
}

/** Handling of rows without a decision, score, or label, as in the audit. */
export type Missing = Choice['missing'];

export interface TablesAsked extends TableSettings {
  kind: 'tables';
  /**
   * The definition of a selected row: the decision, a score above the median of all, each class separately, or rows of
   * counts.
   */
  counted: 'decision' | 'score' | 'class' | 'counts';
  column: string;
  /** For counts: the number of applicants that a row represents. */
  applicants: string | undefined;
  /** The decision that means "selected"; undefined for other definitions. */
  favorable: string | undefined;
  groups: readonly string[];
  /** The ranges of numeric columns, as in the audit. */
  bins: Bins;
  missing: Missing;
}

export interface ScoresAsked {
  kind: 'scores';
  group: string;
  reference: string;
  score: string;
  /** The quantity that the score estimates; undefined: no residuals. */
  label: string | undefined;
  /** The label that counts as 1; undefined: labels are numbers. */
  favorable: string | undefined;
  bins: Bins;
  missing: Missing;
  /** Approval rates over all rows. */
  quantiles: readonly number[];
  lowerIsBetter: boolean;
}

export interface ProbableAsked {
  kind: 'probable';
  /** Columns of probabilities, named like their categories. */
  probabilities: readonly string[];
  decision: string;
  favorable: string | undefined;
  /** Rows whose probabilities were estimated together; undefined: rows with similar probabilities. */
  cell: string | undefined;
  /** Undefined: the largest category. */
  reference: string | undefined;
}

/** The columns from which a category can be inferred. */
export type NameSource = 'surname' | 'firstName' | 'place';

export interface NamesAsked extends Omit<ProbableAsked, 'kind' | 'probabilities'> {
  kind: 'names';
  /** The columns of the file. */
  columns: Readonly<Partial<Record<NameSource, string>>>;
  /** The user's tables: a name or place in the first column. */
  tables: Readonly<Partial<Record<NameSource, File>>>;
  /** The other columns of the table of surnames. */
  tableColumns: readonly string[];
  /** The columns of categories, in each table. */
  categories: readonly string[];
  /** The column with the number of people if categories are percentages; undefined if they are numbers. */
  people: string | undefined;
}

export interface ImpactWork {
  file: Blob;
  source: string;
  asked: TablesAsked | ScoresAsked | ProbableAsked | NamesAsked;
}

export interface TablesMade {
  kind: 'tables';
  report: ImpactReport;
  /** The description of each outcome. */
  sections: readonly Document[];
}

export interface DescribedMade {
  kind: 'scores' | 'probable';
  report: ScoreImpact | ProbableImpact;
  sections: readonly Document[];
}

export type ImpactMade = TablesMade | DescribedMade;

/** The results that a report stores: the tables, and the scores compared with a fixed group. */
export interface KeptImpact {
  impact?: ImpactReport;
  impactScores?: ScoreImpact;
}
