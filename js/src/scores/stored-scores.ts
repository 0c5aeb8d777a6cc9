// SPDX-License-Identifier: Apache-2.0
//
// Scores by group in a report: figures, and curves with a number of points that suits a file of moderate
// size.

import type { ScoreGroup } from '../audit/scores/score-group.js';
import type { ScoreTally } from '../audit/scores/scores.js';
import { inOrder } from '../data/largest-group.js';
import { downsampled, getSteps } from '../document/downsample.js';
import type { StoredScoreGroup, StoredScores } from './describe-scores.js';

const maxGroups = 60; // Curves of more groups are unreadable and large.

type Scores = Pick<ScoreTally, 'by' | 'overall' | 'equalizingThresholds'>;

/** A rate that thresholds by group can equalize. */
export type EqualizedRate = 'selectionRate' | 'truePositiveRate';

/** The scores of a group, as {@link ScoreGroup} contains them, for charts. */
export type GroupScores = Omit<StoredScoreGroup, 'rocCurve'> & Pick<ScoreGroup, 'rocCurve'>;

/** The scores of the groups by some attributes. */
export interface ScoreBreakdown {
  by: readonly string[];
  /** The groups with rows, largest first; at most 60. */
  groups: readonly GroupScores[];
  /** The number of groups with rows. */
  count: number;
  /** The thresholds that equalize a rate, by name of the group; absent if no group has the rate. */
  thresholds: Readonly<Partial<Record<EqualizedRate, Readonly<Record<string, number>>>>>;
}

/** Returns the scores of a tally by each attribute and, if there are several, by their intersection. */
export function scoreBreakdowns(tally: Scores, attributes: readonly string[]): ScoreBreakdown[] {
  const choices = attributes.map((name) => [name]);
  if (attributes.length > 1) choices.push([...attributes]);
  return choices.map((by) => {
    const all = tally.by(by).filter(({ rows }) => rows > 0);
    const groups = inOrder(all).slice(0, maxGroups);
    return { by, groups, count: all.length, thresholds: getThresholds(tally, by) };
  });
}

/** Returns the scores for a report, whose curves have fewer points. */
export function storedScores(breakdowns: readonly ScoreBreakdown[]): StoredScores {
  const curves = breakdowns.reduce((sum, { groups }) => sum + groups.length, 0);
  const steps = getSteps(curves);
  const isCut = breakdowns.some(({ groups }) => groups.some(({ rocCurve }) => rocCurve.length > steps));
  return {
    breakdowns: breakdowns.map(({ groups, ...rest }) => ({
      ...rest,
      groups: groups.map((group) => stored(group, steps)),
    })),
    ...(isCut && { steps }),
  };
}

function stored(group: GroupScores, steps: number): StoredScoreGroup {
  const { name, categories, rows, positives, negatives, calibrationCurve } = group;
  const { areaUnderCurve, brierScore, meanScore, expectedCalibrationError } = group;
  const rocCurve = downsampled(group.rocCurve, steps).map(({ threshold, truePositiveRate, falsePositiveRate }) => ({
    threshold,
    truePositiveRate,
    falsePositiveRate,
  }));
  return {
    ...{ name, categories, rows, positives, negatives, areaUnderCurve },
    ...{ brierScore, meanScore, expectedCalibrationError, rocCurve, calibrationCurve },
  };
}

function getThresholds(tally: Scores, by: readonly string[]): ScoreBreakdown['thresholds'] {
  const { truePositiveRate } = tally.overall.rocCurve.at(-1) ?? {};
  const rates = (['selectionRate', 'truePositiveRate'] as const).filter(
    (rate) => rate === 'selectionRate' || Number.isFinite(truePositiveRate),
  );
  const of = (equalize: EqualizedRate) =>
    tally.equalizingThresholds(by, { equalize }).map(({ name, threshold }) => [name, threshold]);
  return Object.fromEntries(rates.map((rate) => [rate, Object.fromEntries(of(rate))]));
}
