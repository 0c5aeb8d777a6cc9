// SPDX-License-Identifier: Apache-2.0
//
// Scores by group in a report: figures, and curves with a number of points that suits a file of moderate
// size.

import type { ScoreGroup } from '../audit/score-group.js';
import type { ScoreTally } from '../audit/scores.js';
import { downsampled, getSteps } from '../document/downsample.js';
import type { StoredScoreGroup, StoredScores } from './describe-scores.js';

const maxGroups = 60; // Curves of more groups are unreadable and large.

const getName = (categories: Readonly<Record<string, string>>) =>
  Object.values(categories).join(', ');

/** Returns the scores of a tally by each attribute and, if there are several, by their intersection. */
export function storedScores(tally: ScoreTally, attributes: readonly string[]): StoredScores {
  const choices = attributes.map((name) => [name]);
  if (attributes.length > 1) choices.push([...attributes]);
  const found = choices.map((by) => {
    const all = tally.by(by).filter(({ rows }) => rows > 0);
    const groups = all.sort((a, b) => b.rows - a.rows).slice(0, maxGroups);
    return { by, groups, count: all.length };
  });
  const curves = found.reduce((sum, { groups }) => sum + groups.length, 0);
  const steps = getSteps(curves);
  const isCut = found.some(({ groups }) => groups.some(({ rocCurve }) => rocCurve.length > steps));
  return {
    breakdowns: found.map(({ by, groups, count }) => ({
      by,
      groups: groups.map((group) => stored(group, steps)),
      count,
      thresholds: getThresholds(tally, by),
    })),
    ...(isCut && { steps }),
  };
}

function stored(group: ScoreGroup, steps: number): StoredScoreGroup {
  const { categories, rows, positives, negatives, calibrationCurve } = group;
  const { areaUnderCurve, brierScore, meanScore, expectedCalibrationError } = group;
  const rocCurve = downsampled(group.rocCurve, steps).map(
    ({ threshold, truePositiveRate, falsePositiveRate }) => ({
      threshold,
      truePositiveRate,
      falsePositiveRate,
    }),
  );
  return {
    ...{ name: getName(categories), categories, rows, positives, negatives, areaUnderCurve },
    ...{ brierScore, meanScore, expectedCalibrationError, rocCurve, calibrationCurve },
  };
}

/** Returns the thresholds by group that equalize a rate, or none if no group has the rate. */
function getThresholds(tally: ScoreTally, by: readonly string[]) {
  const { truePositiveRate } = tally.overall.rocCurve.at(-1) ?? {};
  const rates = (['selectionRate', 'truePositiveRate'] as const).filter(
    (rate) => rate === 'selectionRate' || Number.isFinite(truePositiveRate),
  );
  const of = (equalize: (typeof rates)[number]) =>
    tally
      .equalizingThresholds(by, { equalize })
      .map(({ categories, threshold }) => [getName(categories), threshold]);
  return Object.fromEntries(rates.map((rate) => [rate, Object.fromEntries(of(rate))]));
}
