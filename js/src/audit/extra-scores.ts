// SPDX-License-Identifier: Apache-2.0
//
// Scores by group as a report carries them: figures, and curves with as many steps as a file of moderate size has room for.

import { downsampled, stepsOf } from './downsample.js';
import type { ExtraScoreGroup, ExtraScores } from './extras.js';
import type { ScoreGroup } from './score-group.js';
import type { ScoreTally } from './scores.js';

const maxGroups = 60; // curves of more are not looked at, and weigh much

const nameOf = (categories: Readonly<Record<string, string>>) =>
  Object.values(categories).join(', ');

/** The scores of a tally, by each of its attributes and, where there are several, by all of them crossed. */
export function extraScores(tally: ScoreTally, attributes: readonly string[]): ExtraScores {
  const choices = attributes.map((name) => [name]);
  if (attributes.length > 1) choices.push([...attributes]);
  const found = choices.map((by) => {
    const all = tally.by(by).filter(({ rows }) => rows > 0);
    const groups = all.sort((a, b) => b.rows - a.rows).slice(0, maxGroups);
    return { by, groups, count: all.length };
  });
  const curves = found.reduce((sum, { groups }) => sum + groups.length, 0);
  const steps = stepsOf(curves);
  const isCut = found.some(({ groups }) => groups.some(({ rocCurve }) => rocCurve.length > steps));
  return {
    breakdowns: found.map(({ by, groups, count }) => ({
      by,
      groups: groups.map((group) => stored(group, steps)),
      count,
      thresholds: thresholdsOf(tally, by),
    })),
    ...(isCut && { steps }),
  };
}

function stored(group: ScoreGroup, steps: number): ExtraScoreGroup {
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
    ...{ name: nameOf(categories), categories, rows, positives, negatives, areaUnderCurve },
    ...{ brierScore, meanScore, expectedCalibrationError, rocCurve, calibrationCurve },
  };
}

/** The thresholds by group that make a rate alike; none of a rate that nobody has. */
function thresholdsOf(tally: ScoreTally, by: readonly string[]) {
  const { truePositiveRate } = tally.overall.rocCurve.at(-1) ?? {};
  const rates = (['selectionRate', 'truePositiveRate'] as const).filter(
    (rate) => rate === 'selectionRate' || Number.isFinite(truePositiveRate),
  );
  const of = (equalize: (typeof rates)[number]) =>
    tally
      .equalizingThresholds(by, { equalize })
      .map(({ categories, threshold }) => [nameOf(categories), threshold]);
  return Object.fromEntries(rates.map((rate) => [rate, Object.fromEntries(of(rate))]));
}
