// SPDX-License-Identifier: Apache-2.0
//
// Reasons for undefined score statistics, and for rough or missing confidence intervals.

import { fewCases } from '../../core/estimate.js';
import type { Statistic } from '../../tally/jackknife.js';
import type { ScoreGroup, ScoreMeasure } from './score-group.js';

/** @internal The fields that reasons depend on. */
export type ScoredRows = Pick<ScoreGroup, 'rows' | 'positives' | 'negatives' | 'categories'>;

/** @internal Returns why a group has no value; average precision does not require negatives. */
export function whyUndefined({ rows, positives, negatives, categories }: ScoredRows): string {
  const what =
    rows === 0
      ? 'no rows'
      : positives + negatives === 0
        ? 'no rows with a weight above 0'
        : positives === 0
          ? 'no actual positives'
          : negatives === 0
            ? 'no actual negatives'
            : 'all scores are 0';
  const among = Object.entries(categories).map(([name, category]) => `${name} = ${category}`);
  return among.length > 0 ? `${what} among ${among.join(', ')}` : what;
}

/** @internal Returns the reason why an interval is approximate or missing. */
export function whyUnsure(measure: string, low: number, cases: number): string | undefined {
  if (Number.isNaN(low)) return 'no interval: the variance cannot be estimated from these rows';
  if (measure === 'meanScore' || !(cases < fewCases)) return undefined;
  const count = Number(cases.toFixed(1));
  return `only ${count} ${count === 1 ? 'row' : 'rows'} of one outcome`;
}

/**
 * @internal Returns whether a group's rows define a statistic; average precision does not require negatives.
 */
export const isDefined = ({ positives, negatives }: ScoredRows, measure: ScoreMeasure): boolean =>
  positives > 0 && (negatives > 0 || measure === 'averagePrecision');

/** @internal Kinds of score statistics for the jackknife; undefined if it is not valid. */
export const getStatistic = (measure: ScoreMeasure): Statistic | undefined => {
  // The calibration error is a sum of absolute values, which are not smooth.
  if (measure === 'expectedCalibrationError') return undefined;
  return measure === 'logLoss' ? 'positive' : 'share';
};
