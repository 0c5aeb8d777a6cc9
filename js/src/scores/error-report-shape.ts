// SPDX-License-Identifier: Apache-2.0
//
// The regression report and its input.

import type { Spread } from '../audit/frame/group.js';
import type { RegressionErrors, RegressionRows, RegressionTally } from '../audit/scores/regression.js';
import type { ScoreRows } from '../audit/scores/score-rows.js';
import type { Estimate } from '../core/estimate.js';
import type { NamedGroup } from '../data/named-group.js';
import type { ErrorName, ExactErrors, NumberKind } from './exact-errors.js';

/**
 * Cumulative proportions of a group's rows, by weight, for which the report has error quantiles: 0 and 1 are
 * the smallest and the largest error.
 */
export const quantileShares: readonly number[] = Array.from({ length: 101 }, (_, i) => i / 100);

/** The regression report. NaN values have a reason next to them. */
export interface ErrorReport {
  format: 'fairwasm-errors';
  version: 1;
  source: string | null;
  /** Column names of the source by role. */
  columns: Readonly<Record<string, string>>;
  rows: number;
  droppedRows: number;
  /** Sentences about columns that determine the result by construction; absent without any. */
  warnings?: readonly string[];
  /** Number of clusters, of the clustering with fewer ones if there are two; absent without clusters. */
  clusters?: number;
  /** Level of the confidence intervals. */
  confidence: number;
  /** The quantile that was predicted; absent if it was not set. */
  quantile?: number;
  overall: ErrorReportGroup;
  /** One breakdown for each attribute and, if there are several, one for their intersection. */
  breakdowns: readonly ErrorBreakdown[];
}

/** The errors by which a report looks for the largest gaps between groups. */
export const searchedErrors = ['meanError', 'meanAbsoluteError', 'r2Score'] as const;

/** A group with its errors and their distribution. */
export interface ErrorReportGroup extends NamedGroup {
  rows: number;
  weight: number;
  errors: Readonly<Record<ErrorName, Estimate>>;
  /** For the report's quantile; absent without one. */
  pinballLoss?: Estimate;
  /** The error quantile at each of {@link quantileShares}; NaN without weight. */
  errorQuantiles: readonly number[];
}

/** Groups by one attribute, or by an intersection of several. */
export interface ErrorBreakdown {
  by: readonly string[];
  /** Name of the reference group. */
  reference: string;
  /** Largest first. */
  groups: readonly ErrorReportGroup[];
  /** Gaps between groups by metric. */
  spreads: Readonly<Record<ErrorName, Readonly<Record<keyof Spread, Estimate>>>>;
  /** The gap for the report's quantile; absent without one. */
  pinballSpread?: Readonly<Record<keyof Spread, Estimate>>;
  comparisons: readonly {
    group: string;
    /** Value of the group minus, and divided by, that of the reference group. */
    differences: Readonly<Record<Exclude<keyof RegressionErrors, 'count'>, Estimate>>;
    ratios: Readonly<Record<Exclude<keyof RegressionErrors, 'count'>, Estimate>>;
    /** Differences of mean predictions, targets, and errors, in standard deviations. */
    standardized: Readonly<Record<NumberKind, Estimate>>;
  }[];
  /** All pairs of groups, and each group with all other rows, where `other` is null. */
  distances: readonly {
    group: string;
    other: string | null;
    kolmogorovSmirnov: Readonly<Record<NumberKind, Estimate>>;
    wasserstein: Readonly<Record<NumberKind, Estimate>>;
  }[];
}

/** One group compared with the reference group. */
export type ErrorComparison = ErrorBreakdown['comparisons'][number];

/** Distances between the distributions of two groups. */
export type ErrorDistance = ErrorBreakdown['distances'][number];

/** The rows, and options for the report. */
export interface ErrorInput extends RegressionRows, Pick<ScoreRows, 'cluster' | 'crossedCluster'> {
  groups: NonNullable<RegressionRows['groups']>;
  /** Name of the data, such as a file name. */
  source?: string | undefined;
  columns?: Readonly<Record<string, string>> | undefined;
  /** Number of rows dropped because of missing values. */
  droppedRows?: number | undefined;
  /** The reference category of an attribute. Default: its largest group. */
  privileged?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
  /**
   * The quantile of the targets that the predictions estimate, in [0, 1]; adds pinball losses to the report.
   * Default: none.
   */
  quantile?: number | undefined;
}

/** The required results of `load()` of `fairwasm` and of `fairwasm/scores`. */
export interface ErrorModules {
  fair: { regressionTally(groups: readonly string[]): RegressionTally };
  scores: { exactErrors(groups: readonly string[]): ExactErrors };
}
