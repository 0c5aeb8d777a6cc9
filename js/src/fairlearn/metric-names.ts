// SPDX-License-Identifier: Apache-2.0
//
// The metrics that a MetricFrame can disaggregate, with the names and conventions of fairlearn and scikit-learn: a
// proportion with denominator 0 is 0, whereas Frame returns NaN.

import type { RegressionErrors } from '../audit/scores/regression.js';
import type { ScoreGroup } from '../audit/scores/score-group.js';
import { invalid } from '../core/error.js';
import { requireOneOf } from '../core/options.js';
import type { Value } from '../data/column.js';
import type { Counts } from '../tally/counts.js';

type GroupSummary = Parameters<CountsMetric['fromCounts']>[0];

/** A custom metric of a group's counts. It works with any number of rows, and with `nBoot`. */
export type CountsMetric = Extract<FrameMetric, { fromCounts: unknown }>;

/**
 * A custom metric of a group's rows: true values, predictions (or scores if there are no predictions), and the
 * group's part of the columns in `sampleParams` and of `weight`.
 */
export type RowsMetric = Extract<FrameMetric, (...columns: never[]) => unknown>;

/** The name of a metric, or a custom metric. */
export type FrameMetric =
  | MetricName
  | {
      fromCounts: (group: {
        /**
         * Confusion counts, with the favorable label as the positive one. Counts that depend on it are NaN if it is not
         * set.
         */
        counts: Counts;
        /** matrix[i][j]: total weight of the rows with true label i and predicted label j. */
        matrix: readonly (readonly number[])[];
      }) => number;
    }
  | ((
      label: readonly Value[],
      prediction: readonly Value[],
      params: Readonly<Record<string, readonly Value[]>>,
    ) => number);

const shareOrZero = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const correct = (matrix: GroupSummary['matrix']) => sum(matrix.map((row, label) => row[label] as number));

// Returns the mean recall over the true labels that occur.
function balancedAccuracy(matrix: GroupSummary['matrix']): number {
  const recalls = matrix.flatMap((row, label) => (sum(row) > 0 ? [(row[label] as number) / sum(row)] : []));
  return sum(recalls) / recalls.length;
}

const counted: Partial<Record<MetricName, CountsMetric['fromCounts']>> = {
  /** Number of rows, always unweighted. */
  count: ({ counts }) => counts.rows,
  /** Proportion of favorable predictions. */
  selectionRate: ({ counts }) => counts.predictedPositives / counts.instances,
  truePositiveRate: ({ counts }) => shareOrZero(counts.truePositives, counts.positives),
  trueNegativeRate: ({ counts }) => shareOrZero(counts.trueNegatives, counts.negatives),
  falsePositiveRate: ({ counts }) => shareOrZero(counts.falsePositives, counts.negatives),
  falseNegativeRate: ({ counts }) => shareOrZero(counts.falseNegatives, counts.positives),
  /** Proportion of correct predictions, for any number of labels. */
  accuracyScore: ({ counts, matrix }) => correct(matrix) / counts.instances,
  zeroOneLoss: ({ counts, matrix }) => 1 - correct(matrix) / counts.instances,
  balancedAccuracyScore: ({ matrix }) => balancedAccuracy(matrix),
  precisionScore: ({ counts }) => shareOrZero(counts.truePositives, counts.predictedPositives),
  recallScore: ({ counts }) => shareOrZero(counts.truePositives, counts.positives),
  f1Score: ({ counts }) =>
    shareOrZero(2 * counts.truePositives, 2 * counts.truePositives + counts.falsePositives + counts.falseNegatives),
};

// If the targets do not vary, scikit-learn returns 1 without errors and 0 with errors; NaN for a single row.
function r2Score({ count, meanSquaredError, r2Score: value }: RegressionErrors): number {
  if (count < 2) return Number.NaN;
  if (Number.isFinite(value)) return value;
  return meanSquaredError === 0 ? 1 : 0;
}

const measured: Partial<Record<MetricName, (errors: RegressionErrors) => number>> = {
  meanPrediction: (errors) => errors.meanPrediction,
  /** Mean of prediction minus target. */
  meanError: (errors) => errors.meanError,
  meanAbsoluteError: (errors) => errors.meanAbsoluteError,
  meanSquaredError: (errors) => errors.meanSquaredError,
  rootMeanSquaredError: (errors) => errors.rootMeanSquaredError,
  meanAbsolutePercentageError: (errors) => errors.meanAbsolutePercentageError,
  r2Score,
};

const scored: Partial<Record<MetricName, (group: ScoreGroup) => number>> = {
  /** Area under the ROC curve; NaN if all outcomes are equal. */
  rocAucScore: (group) => group.areaUnderCurve,
  /** Without positives it is 0, as in scikit-learn. */
  averagePrecisionScore: (group) => (group.positives === 0 && group.negatives > 0 ? 0 : group.averagePrecision),
  logLoss: (group) => group.logLoss,
};

/** Names of all metrics: of labels, of numbers (regression), and of scores. */
export type MetricName =
  | 'count'
  | 'selectionRate'
  | 'truePositiveRate'
  | 'trueNegativeRate'
  | 'falsePositiveRate'
  | 'falseNegativeRate'
  | 'accuracyScore'
  | 'zeroOneLoss'
  | 'balancedAccuracyScore'
  | 'precisionScore'
  | 'recallScore'
  | 'f1Score'
  | 'meanPrediction'
  | 'meanError'
  | 'meanAbsoluteError'
  | 'meanSquaredError'
  | 'rootMeanSquaredError'
  | 'meanAbsolutePercentageError'
  | 'r2Score'
  | 'rocAucScore'
  | 'averagePrecisionScore'
  | 'logLoss';

/** @internal The input that a metric requires. */
export type MetricKind = 'counts' | 'errors' | 'scores' | 'rows';

/** @internal */
export const getKind = (metric: FrameMetric): MetricKind => {
  if (typeof metric === 'function') return 'rows';
  if (typeof metric === 'object' || Object.hasOwn(counted, metric)) return 'counts';
  return Object.hasOwn(measured, metric) ? 'errors' : 'scores';
};

/** @internal The names of all metrics. */
export const metricNames = [counted, measured, scored].flatMap((each) => Object.keys(each)) as MetricName[];

/** @internal Throws `invalidArgument` for an invalid metric. */
export function requireMetric(metric: unknown): FrameMetric {
  if (typeof metric === 'function') return metric as RowsMetric;
  if (typeof metric !== 'object' || metric === null) return requireOneOf('metrics', metric, metricNames);
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

/** @internal True if a metric of labels depends on the positive label. */
export const needsPositive = (metric: FrameMetric): boolean =>
  typeof metric === 'string' && !ofAnyLabels.includes(metric);

/** @internal True if a metric is defined only for two labels, unless the positive label is given. */
export const needsTwoLabels = (metric: FrameMetric): boolean => needsPositive(metric) && metric !== 'selectionRate';

const call = <Input>(
  metrics: Partial<Record<MetricName, (input: Input) => number>>,
  name: FrameMetric,
  input: Input,
): number => (metrics[name as MetricName] as (input: Input) => number)(input);

/** @internal */
export function fromCounts(metric: FrameMetric, group: GroupSummary): number {
  if (typeof metric === 'object') return metric.fromCounts(group);
  return call(counted, metric, group);
}

/** @internal */
export const fromErrors = (metric: FrameMetric, errors: RegressionErrors): number =>
  metric === 'count' ? errors.count : call(measured, metric, errors);

/** @internal */
export const fromScores = (metric: FrameMetric, group: ScoreGroup): number =>
  metric === 'count' ? group.rows : call(scored, metric, group);
