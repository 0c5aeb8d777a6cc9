// SPDX-License-Identifier: Apache-2.0
//
// What the worker of adverse impact is asked: tables of selection by groups, groups by their scores, or rates of probable
// categories; and what it answers.

import type { ImpactReport, ProbableImpact, ScoreImpact } from 'fairwasm/impact';
import type { Panel } from 'fairwasm/panels';
import type { Bins } from '../table/bins.js';
import type { Choice } from '../table/choice.js';

/** What can be said of every table, whatever its rows are. */
export interface TableSettings {
  /** By attribute, the category that others are compared with besides the one with the highest rate. */
  reference: Readonly<Record<string, string>>;
  /** Attributes that were estimated, not self-reported. */
  imputed: readonly string[];
  /** New York's Local Law 144, with its two columns; undefined: no rule. */
  rule: { sex: string; race: string } | undefined;
  /** Whether categories of less than 2% of all rows are left out of the ratios. */
  isSmallLeftOut: boolean;
  /** Counts below are not shown, nor what they could be found from; 0: all are. */
  suppressBelow: number;
}

/** Handling of rows without a decision, score, or label, as in the audit. */
export type Missing = Choice['missing'];

export interface TablesAsked extends TableSettings {
  kind: 'tables';
  /** Who is selected: by the decision, by a score above the median of all, each class by itself, or rows that are counts. */
  counted: 'decision' | 'score' | 'class' | 'counts';
  column: string;
  /** Of counts: how many applicants a row stands for. */
  applicants: string | undefined;
  /** The decision that means "selected"; of anything else there is none. */
  favorable: string | undefined;
  groups: readonly string[];
  /** The ranges that numbers are put in, as in the audit. */
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
  /** Columns of probabilities, each called as its category. */
  probabilities: readonly string[];
  decision: string;
  favorable: string | undefined;
  /** Rows that probabilities were made for together; undefined: those with about the same. */
  cell: string | undefined;
  /** Undefined: the largest category. */
  reference: string | undefined;
}

export interface ImpactWork {
  file: Blob;
  source: string;
  asked: TablesAsked | ScoresAsked | ProbableAsked;
}

export interface TablesMade {
  kind: 'tables';
  report: ImpactReport;
  markdown: string;
  csv: string;
}

/** Results that are sentences and tables. */
export interface PanelsMade {
  kind: 'scores' | 'probable';
  report: ScoreImpact | ProbableImpact;
  panels: readonly Panel[];
  markdown: string;
}

export type ImpactMade = TablesMade | PanelsMade;

/** What is kept with the report of an audit: the tables, and the scores against a fixed group. */
export interface KeptImpact {
  impact?: ImpactReport;
  impactScores?: ScoreImpact;
}
