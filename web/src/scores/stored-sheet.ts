// SPDX-License-Identifier: Apache-2.0
//
// Scores as a report carries them, and back: what the page draws, with as many steps of curves as a file of moderate size
// has room for.

import type { Report } from 'fairwasm';
import type { NamedScores, ScoreBreakdown, ScoreSheet } from './score-sheet.js';

type Stored = NonNullable<NonNullable<Report['beside']>['scores']>;
type StoredGroup = Stored['breakdowns'][number]['groups'][number];
type Step = NamedScores['rocCurve'][number];

const mostSteps = 1000; // of all curves together
const leastSteps = 12;

/** For the report; undefined where there are none. */
export function storedScores(sheet: ScoreSheet | undefined): Stored | undefined {
  if (sheet === undefined || sheet.breakdowns.length === 0) return undefined;
  const curves = sheet.breakdowns.reduce((sum, { groups }) => sum + groups.length, 0);
  const steps = Math.max(leastSteps, Math.floor(mostSteps / curves));
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
  const rocCurve = thinned(group.rocCurve, steps).map(
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
function thinned(curve: readonly Step[], most: number): readonly Step[] {
  if (curve.length <= most) return curve;
  return Array.from(
    { length: most },
    (_, i) => curve[Math.round((i * (curve.length - 1)) / (most - 1))] as Step,
  );
}

/** What the page draws of scores that a report carries. */
export function sheetOf({ beside }: Report): ScoreSheet | undefined {
  if (beside?.scores === undefined) return undefined;
  const breakdowns = beside.scores.breakdowns.map((each): ScoreBreakdown => {
    const groups = each.groups.map(restored);
    const { count = groups.length } = each;
    const { selectionRate = {}, truePositiveRate = {} } = each.thresholds ?? {};
    const thresholds = {
      selectionRate: filled(selectionRate),
      truePositiveRate: filled(truePositiveRate),
    };
    return { by: each.by, groups, count, thresholds };
  });
  return { breakdowns, problem: undefined };
}

// JSON has null for what is undefined; and of thresholds for one that selects nobody.
const figure = (value: number | null) => value ?? Number.NaN;
const filled = (thresholds: Readonly<Record<string, number | null>>) =>
  Object.fromEntries(
    Object.entries(thresholds).map(([name, value]) => [name, value ?? Number.POSITIVE_INFINITY]),
  );

function restored(group: StoredGroup): NamedScores {
  const { positives, negatives } = group;
  const all = positives + negatives;
  return {
    ...group,
    name: group.name ?? Object.values(group.categories).join(', '),
    areaUnderCurve: figure(group.areaUnderCurve),
    brierScore: figure(group.brierScore),
    meanScore: figure(group.meanScore),
    expectedCalibrationError: figure(group.expectedCalibrationError),
    rocCurve: group.rocCurve.map((step) => {
      const truePositiveRate = figure(step.truePositiveRate);
      const falsePositiveRate = figure(step.falsePositiveRate);
      const [hits, alarms] = [
        shareOf(truePositiveRate, positives),
        shareOf(falsePositiveRate, negatives),
      ];
      return {
        threshold: step.threshold,
        truePositiveRate,
        falsePositiveRate,
        selectionRate: (hits + alarms) / all,
        accuracy: (hits + negatives - alarms) / all,
      };
    }),
  };
}

// Of none there is no share, and none of them is selected.
const shareOf = (rate: number, of: number) => (of === 0 ? 0 : rate * of);
