// SPDX-License-Identifier: Apache-2.0
//
// The metrics that a MetricFrame can disaggregate, under the names of fairlearn and scikit-learn, with
// their conventions: a share whose denominator is 0 is 0, where Frame says NaN.

import type { Counts } from './counts.js';
import type { RegressionErrors } from './regression.js';

/** What is known of one group of a MetricFrame; the parts that no metric asked for are undefined. */
export interface GroupSummary {
  /** Confusion counts, with the favorable label as the positive one. */
  counts: Counts;
  /** matrix[i][j]: weight of the rows with true label i that are predicted as label j. */
  matrix: readonly (readonly number[])[];
  /** Errors, where label and prediction are numbers. */
  errors: RegressionErrors;
}

/** Computes a metric from a group's counts. */
export type GroupMetric = (group: Pick<GroupSummary, 'counts' | 'matrix'>) => number;

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
} satisfies Record<string, GroupMetric>;

// Where the true numbers do not vary scikit-learn says 1 without errors and 0 with; NaN for one row.
function r2Score({ count, meanSquaredError, r2Score: value }: RegressionErrors): number {
  if (count < 2) return Number.NaN;
  if (Number.isFinite(value)) return value;
  return meanSquaredError === 0 ? 1 : 0;
}

const measured = {
  meanPrediction: (errors) => errors.meanPrediction,
  meanAbsoluteError: (errors) => errors.meanAbsoluteError,
  meanSquaredError: (errors) => errors.meanSquaredError,
  rootMeanSquaredError: (errors) => errors.rootMeanSquaredError,
  r2Score,
} satisfies Record<string, (errors: RegressionErrors) => number>;

/** Metrics of labels. */
export type CountedMetric = keyof typeof counted;
/** Metrics of numbers. */
export type MeasuredMetric = keyof typeof measured;
/** Names of metrics. */
export type MetricName = CountedMetric | MeasuredMetric;

/** @internal Whether a metric needs label and prediction as numbers. */
export const isMeasured = (metric: MetricName | GroupMetric): metric is MeasuredMetric =>
  typeof metric === 'string' && metric in measured;

/** @internal Whether there is a metric of this name. */
export const isMetricName = (name: unknown): name is MetricName =>
  typeof name === 'string' && (name in counted || name in measured);

/** @internal The names of all metrics. */
export const metricNames = [...Object.keys(counted), ...Object.keys(measured)];

/** @internal The metric of a group that has rows. */
export function evaluateMetric(metric: MetricName | GroupMetric, group: GroupSummary): number {
  if (typeof metric === 'function') return metric(group);
  if (isMeasured(metric)) return measured[metric](group.errors);
  return counted[metric](group);
}
