// SPDX-License-Identifier: Apache-2.0
//
// The metrics that a MetricFrame can disaggregate, under the names of fairlearn and scikit-learn, with
// their conventions: a share whose denominator is 0 is 0, where Frame says NaN.

import type { RegressionErrors } from '../audit/regression.js';
import type { ScoreGroup } from '../audit/score-group.js';
import { invalid } from '../core/error.js';
import { requireOneOf } from '../core/options.js';
import type { Value } from '../data/column.js';
import type { Counts } from '../tally/counts.js';

/** What the counts say of one group of a MetricFrame. */
export interface GroupSummary {
  /** Confusion counts, with the favorable label as the positive one; what has to know it is NaN without one. */
  counts: Counts;
  /** matrix[i][j]: weight of the rows with true label i that are predicted as label j. */
  matrix: readonly (readonly number[])[];
}

/** A metric of your own, from a group's counts: the way that works with any number of rows, and with `nBoot`. */
export interface CountsMetric {
  fromCounts: (group: GroupSummary) => number;
}

/**
 * A metric of your own, from a group's rows: true values, predictions (or scores, where there are no
 * predictions), and the group's part of the columns in `sampleParams`; of `weight` too.
 */
export type RowsMetric = (
  label: readonly Value[],
  prediction: readonly Value[],
  params: Readonly<Record<string, readonly Value[]>>,
) => number;

/** A metric by its name, or one of your own. */
export type FrameMetric = MetricName | CountsMetric | RowsMetric;

const shareOrZero = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const correct = (matrix: GroupSummary['matrix']) =>
  sum(matrix.map((row, label) => row[label] as number));

// Mean recall over the true labels that occur.
function balancedAccuracy(matrix: GroupSummary['matrix']): number {
  const recalls = matrix.flatMap((row, label) =>
    sum(row) > 0 ? [(row[label] as number) / sum(row)] : [],
  );
  return sum(recalls) / recalls.length;
}

const counted = {
  /** Number of rows, never weighted. */
  count: ({ counts }) => counts.rows,
  /** Share predicted favorable. */
  selectionRate: ({ counts }) => counts.predictedPositives / counts.instances,
  truePositiveRate: ({ counts }) => shareOrZero(counts.truePositives, counts.positives),
  trueNegativeRate: ({ counts }) => shareOrZero(counts.trueNegatives, counts.negatives),
  falsePositiveRate: ({ counts }) => shareOrZero(counts.falsePositives, counts.negatives),
  falseNegativeRate: ({ counts }) => shareOrZero(counts.falseNegatives, counts.positives),
  /** Share predicted rightly, of any number of labels. */
  accuracyScore: ({ counts, matrix }) => correct(matrix) / counts.instances,
  zeroOneLoss: ({ counts, matrix }) => 1 - correct(matrix) / counts.instances,
  balancedAccuracyScore: ({ matrix }) => balancedAccuracy(matrix),
  precisionScore: ({ counts }) => shareOrZero(counts.truePositives, counts.predictedPositives),
  recallScore: ({ counts }) => shareOrZero(counts.truePositives, counts.positives),
  f1Score: ({ counts }) =>
    shareOrZero(
      2 * counts.truePositives,
      2 * counts.truePositives + counts.falsePositives + counts.falseNegatives,
    ),
} satisfies Record<string, CountsMetric['fromCounts']>;

// Where the true numbers do not vary scikit-learn says 1 without errors and 0 with; NaN for one row.
function r2Score({ count, meanSquaredError, r2Score: value }: RegressionErrors): number {
  if (count < 2) return Number.NaN;
  if (Number.isFinite(value)) return value;
  return meanSquaredError === 0 ? 1 : 0;
}

const measured = {
  meanPrediction: (errors) => errors.meanPrediction,
  /** Mean of prediction less truth. */
  meanError: (errors) => errors.meanError,
  meanAbsoluteError: (errors) => errors.meanAbsoluteError,
  meanSquaredError: (errors) => errors.meanSquaredError,
  rootMeanSquaredError: (errors) => errors.rootMeanSquaredError,
  meanAbsolutePercentageError: (errors) => errors.meanAbsolutePercentageError,
  r2Score,
} satisfies Record<string, (errors: RegressionErrors) => number>;

const scored = {
  /** Area under the ROC curve; NaN where all outcomes are alike. */
  rocAucScore: (group) => group.areaUnderCurve,
  /** 0 without positives, as in scikit-learn. */
  averagePrecisionScore: (group) =>
    group.positives === 0 && group.negatives > 0 ? 0 : group.averagePrecision,
  logLoss: (group) => group.logLoss,
} satisfies Record<string, (group: ScoreGroup) => number>;

/** Metrics of labels. */
export type CountedMetric = keyof typeof counted;
/** Metrics of numbers. */
export type MeasuredMetric = keyof typeof measured;
/** Metrics of scores. */
export type ScoredMetric = keyof typeof scored;
/** Names of metrics. */
export type MetricName = CountedMetric | MeasuredMetric | ScoredMetric;

/** @internal What a metric is computed from. */
export type MetricKind = 'counts' | 'errors' | 'scores' | 'rows';

/** @internal */
export const kindOf = (metric: FrameMetric): MetricKind => {
  if (typeof metric === 'function') return 'rows';
  if (typeof metric === 'object' || Object.hasOwn(counted, metric)) return 'counts';
  return Object.hasOwn(measured, metric) ? 'errors' : 'scores';
};

/** @internal The names of all metrics. */
export const metricNames = [counted, measured, scored].flatMap((each) =>
  Object.keys(each),
) as MetricName[];

/** @internal Throws `invalidArgument` for what is no metric. */
export function requireMetric(metric: unknown): FrameMetric {
  if (typeof metric === 'function') return metric as RowsMetric;
  if (typeof metric !== 'object' || metric === null) {
    return requireOneOf('metrics', metric, metricNames);
  }
  if (typeof (metric as CountsMetric).fromCounts === 'function') return metric as CountsMetric;
  throw invalid(
    'metrics',
    'names of metrics, functions of rows, or { fromCounts: a function of counts }',
    Array.isArray(metric) ? 'an array' : `an object of ${Object.keys(metric).join(', ')}`,
  );
}

const ofAnyLabels: readonly FrameMetric[] = [
  ...['count', 'accuracyScore', 'zeroOneLoss', 'balancedAccuracyScore'],
] as MetricName[];

/** @internal Whether a metric of labels has to know which of them is the positive one. */
export const needsPositive = (metric: FrameMetric): boolean =>
  typeof metric === 'string' && !ofAnyLabels.includes(metric);

/** @internal Whether it is defined for two labels only, unless the positive one is named. */
export const needsTwoLabels = (metric: FrameMetric): boolean =>
  needsPositive(metric) && metric !== 'selectionRate';

/** @internal */
export function fromCounts(metric: FrameMetric, group: GroupSummary): number {
  if (typeof metric === 'object') return metric.fromCounts(group);
  return counted[metric as CountedMetric](group);
}

/** @internal */
export const fromErrors = (metric: FrameMetric, errors: RegressionErrors): number =>
  metric === 'count' ? errors.count : measured[metric as MeasuredMetric](errors);

/** @internal */
export const fromScores = (metric: FrameMetric, group: ScoreGroup): number =>
  metric === 'count' ? group.rows : scored[metric as ScoredMetric](group);
