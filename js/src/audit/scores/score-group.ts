// SPDX-License-Identifier: Apache-2.0
//
// Results for the scores of one group as plain data: figures with confidence intervals, curves, and
// differences to a reference group.

import type { Estimate } from '../../core/estimate.js';
import type { NamedGroup } from '../../data/named-group.js';

/** One threshold of "favorable if score >= threshold"; the highest one selects no one and is infinite. */
export type RocPoint = ScoreGroup['rocCurve'][number];

/** The score statistics with confidence intervals: those of the metrics table, and the mean. */
export type ScoreMeasure = keyof ScoreGroup['estimates'];

/** Results for one group's scores. Values are NaN if the group has no rows. */
export interface ScoreGroup extends NamedGroup {
  rows: number;
  /** Total weight of favorable and of other outcomes. */
  positives: number;
  negatives: number;
  /**
   * AUC: the probability that a favorable outcome has a higher score than another one, with ties counted as
   * half; NaN without both kinds. Hanley and McNeil 1982.
   */
  areaUnderCurve: number;
  /**
   * Maximum rounding error of the AUC: 0 if the group has at most 4096 distinct scores. With more, scores are
   * rounded to 1/7200, and it is half the proportion of pairs that become ties. `exactScores` of
   * `fairwasm/scores` keeps all scores instead.
   */
  areaUnderCurveError: number;
  /**
   * Sum over distinct scores, from the highest, of the gain in recall times precision, without interpolation
   * (scikit-learn's `average_precision_score`). NaN without favorable outcomes, where scikit-learn returns 0.
   * It increases with the base rate: groups with different base rates differ even with equal ranking.
   */
  averagePrecision: number;
  /** Maximum rounding error of the average precision, like `areaUnderCurveError`. */
  averagePrecisionError: number;
  /** Mean of (score - outcome)², in [0, 1]; exact. Brier 1950. */
  brierScore: number;
  /**
   * Mean of -ln of the probability of the true outcome. As in scikit-learn, probabilities are at least 2⁻⁵²:
   * an outcome with probability 0 counts 36.04, not infinity.
   */
  logLoss: number;
  meanScore: number;
  /** From the threshold that selects no one to the one that selects everyone. */
  rocCurve: readonly {
    threshold: number;
    /** NaN without actual positives. */
    truePositiveRate: number;
    /** NaN without actual negatives. */
    falsePositiveRate: number;
    selectionRate: number;
    accuracy: number;
  }[];
  /** The bins that have rows. */
  calibrationCurve: readonly {
    upper: number;
    weight: number;
    meanScore: number;
    /** Proportion of favorable outcomes. */
    positiveRate: number;
  }[];
  /**
   * Mean distance between mean score and proportion of favorable outcomes over the bins. Naeini et al. 2015.
   */
  expectedCalibrationError: number;
  /**
   * The same numbers with their intervals, or the reason if a value is undefined.
   *
   * - `areaUnderCurve`: Wilson's interval at the effective number of trials: the number that gives a proportion the
   *   same variance, here that of DeLong et al. 1988; near 0 and 1, as in Newcombe 2006 (method 5).
   * - `averagePrecision`: the same, from the influence of each row.
   * - `brierScore`, `meanScore`: the same, from the variance of the mean.
   * - `logLoss`: Student's interval of the logarithm of the mean. Undefined if all losses are equal.
   * - `expectedCalibrationError`: for the error in these bins. Its lower limit is 0 unless calibration is rejected
   *   (chi-squared over the bins). The estimate is biased: with few rows, it is above 0 even for calibrated scores.
   *
   * With fewer than 5 rows of one outcome, a warning states that they are approximate.
   */
  estimates: Readonly<
    Record<
      | ('areaUnderCurve' | 'averagePrecision' | 'brierScore' | 'logLoss' | 'expectedCalibrationError' | 'giniIndex')
      | 'meanScore',
      Estimate
    >
  >;
}
