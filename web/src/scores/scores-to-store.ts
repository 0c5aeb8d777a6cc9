// SPDX-License-Identifier: Apache-2.0
//
// Scores as a report carries them: what the page draws, with as many steps of curves as a file of moderate size has room for.

import type { Report } from 'fairwasm';
import type { NamedScores, ScoreSheet } from './score-sheet.js';

type Stored = NonNullable<NonNullable<Report['extras']>['scores']>;
type StoredGroup = Stored['breakdowns'][number]['groups'][number];
type Step = NamedScores['rocCurve'][number];

const maxSteps = 1000; // of all curves together
const minSteps = 12;

/** For the report; undefined where there are none. */
export function storedScores(sheet: ScoreSheet | undefined): Stored | undefined {
  if (sheet === undefined || sheet.breakdowns.length === 0) return undefined;
  const curves = sheet.breakdowns.reduce((sum, { groups }) => sum + groups.length, 0);
  const steps = Math.max(minSteps, Math.floor(maxSteps / curves));
  const isCut = sheet.breakdowns.some(({ groups }) =>
    groups.some(({ rocCurve }) => rocCurve.length > steps),
  );
  return {
    breakdowns: sheet.breakdowns.map(({ by, groups, count, thresholds }) => ({
      by,
      groups: groups.map((group) => storedGroup(group, steps)),
      count,
      thresholds,
    })),
    ...(isCut && { steps }),
  };
}

function storedGroup(group: NamedScores, steps: number): StoredGroup {
  const { name, categories, rows, positives, negatives, calibrationCurve } = group;
  const { areaUnderCurve, brierScore, meanScore, expectedCalibrationError } = group;
  const rocCurve = downsampled(group.rocCurve, steps).map(
    ({ threshold, truePositiveRate, falsePositiveRate }) => ({
      threshold,
      truePositiveRate,
      falsePositiveRate,
    }),
  );
  return {
    ...{ name, categories, rows, positives, negatives, areaUnderCurve },
    ...{ brierScore, meanScore, expectedCalibrationError, rocCurve, calibrationCurve },
  };
}

/** Evenly by their place, first and last among them. */
function downsampled(curve: readonly Step[], most: number): readonly Step[] {
  if (curve.length <= most) return curve;
  return Array.from(
    { length: most },
    (_, i) => curve[Math.round((i * (curve.length - 1)) / (most - 1))] as Step,
  );
}
