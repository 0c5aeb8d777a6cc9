// SPDX-License-Identifier: Apache-2.0
//
// Scores in a report: the data of the page's charts, with a number of curve steps that keeps the file at a moderate
// size.

import type { Report } from 'fairwasm';
import type { NamedScores, ScoreSheet } from './score-sheet.js';

type Stored = NonNullable<NonNullable<Report['extras']>['scores']>;
type StoredGroup = Stored['breakdowns'][number]['groups'][number];
type Step = NamedScores['rocCurve'][number];

const maxSteps = 1000; // steps of all curves together
const minSteps = 12;

/** The data for the report; undefined without scores. */
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

/** Evenly spaced by index, including the first and the last. */
function downsampled(curve: readonly Step[], most: number): readonly Step[] {
  if (curve.length <= most) return curve;
  return Array.from(
    { length: most },
    (_, i) => curve[Math.round((i * (curve.length - 1)) / (most - 1))] as Step,
  );
}
