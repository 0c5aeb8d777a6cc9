// SPDX-License-Identifier: Apache-2.0
//
// What is known of one group's scores, as plain data: its numbers with their intervals, its curves, and how far it lies from
// a reference group.

import type { Estimate } from '../core/estimate.js';
import type { ScoreMetricName } from '../metrics/scores.js';

/** One threshold of "favorable where score >= threshold"; the highest, that selects nobody, is infinite. */
export interface RocPoint {
  threshold: number;
  /** NaN without actual positives. */
  truePositiveRate: number;
  /** NaN without actual negatives. */
  falsePositiveRate: number;
  selectionRate: number;
  accuracy: number;
}

/** Scores that fall together: those up to `upper` and above the bin before. */
export interface CalibrationBin {
  upper: number;
  weight: number;
  meanScore: number;
  /** Share of favorable outcomes. */
  positiveRate: number;
}

/** The numbers about scores that have intervals: those of the table of metrics, and the mean. */
export type ScoreMeasure = ScoreMetricName | 'meanScore';

/** What is known of one group's scores. Values are NaN where the group has no rows. */
export interface ScoreGroup {
  categories: Readonly<Record<string, string>>;
  rows: number;
  /** Weight of the favorable outcomes, and of the others. */
  positives: number;
  negatives: number;
  /**
   * Probability that a favorable outcome has a higher score than another one, equal scores counting half;
   * NaN without either kind. Hanley and McNeil 1982.
   */
  areaUnderCurve: number;
  /**
   * How far the true area can be away: 0 as long as the group has at most 4096 distinct scores. With more,
   * scores are kept to 1/7200, and it is half the share of pairs that fall together. `exactScores` of
   * `fairwasm/scores` keeps all scores instead.
   */
  areaUnderCurveError: number;
  /**
   * Sum over distinct scores, from the highest, of the gain in recall times precision, without interpolation
   * (scikit-learn's `average_precision_score`); NaN without favorable outcomes, where scikit-learn says 0. It
   * rises with the share of favorable outcomes: groups with unequal shares differ in it at equal ranking.
   */
  averagePrecision: number;
  /** How far the true average precision can be away, as of `areaUnderCurveError`. */
  averagePrecisionError: number;
  /** Mean of (score - outcome)², in [0, 1]; exact. Brier 1950. */
  brierScore: number;
  /**
   * Mean of -ln of the probability given to what happened. Probabilities are taken as 2⁻⁵² at least, as
   * scikit-learn takes them: what was said to be impossible and happened counts 36.04, not infinity.
   */
  logLoss: number;
  meanScore: number;
  /** From nobody selected to everybody. */
  rocCurve: readonly RocPoint[];
  /** Those bins that have rows. */
  calibrationCurve: readonly CalibrationBin[];
  /** Mean distance of mean score and share of favorable outcomes over the bins. Naeini et al. 2015. */
  expectedCalibrationError: number;
  /**
   * The same numbers with their intervals, and with the reason where one is undefined.
   *
   * - `areaUnderCurve`: Wilson's interval at the number of trials that a share would need to be as sure,
   *   from the variance of DeLong et al. 1988; near 0 and 1 as in Newcombe 2006 (method 5).
   * - `averagePrecision`: Wilson's in the same way, from the influence of each row on it.
   * - `brierScore`, `meanScore`: Wilson's in the same way, from the variance of the mean.
   * - `logLoss`: Student's interval of the logarithm of the mean. None where all losses are alike.
   * - `expectedCalibrationError`: of the error in these bins. It starts at 0 unless the data refute that
   *   the scores are calibrated (chi-squared over the bins). The estimate itself is above 0 for calibrated
   *   scores too, the more so the fewer rows there are.
   *
   * A warning says where fewer than 5 rows of one outcome make them rough.
   */
  estimates: Readonly<Record<ScoreMeasure, Estimate>>;
}

/** One group compared with the reference group. */
export interface ScoreComparison {
  categories: Readonly<Record<string, string>>;
  /** Categories of the group compared with. */
  reference: Readonly<Record<string, string>>;
  /** The group's value less that of the reference group, with its interval and p-value. */
  values: Readonly<Record<ScoreMeasure, Estimate>>;
}
