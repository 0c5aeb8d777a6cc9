// SPDX-License-Identifier: Apache-2.0
//
// The data of the page's charts from the scores in a report.

import type { Report } from 'fairwasm';
import type { GroupScores, ScoreBreakdown } from '#fairwasm/scores/stored-scores.js';
import type { ScoreSheet } from './score-sheet.js';

type Stored = NonNullable<NonNullable<Report['extras']>['scores']>;
type StoredGroup = Stored['breakdowns'][number]['groups'][number];

/** Returns the data of the page's charts from the scores in a report. */
export function getSheet({ extras }: Report): ScoreSheet | undefined {
  if (extras?.scores === undefined) return undefined;
  const breakdowns = extras.scores.breakdowns.map((each): ScoreBreakdown => {
    const groups = each.groups.map(restored);
    const { count = groups.length } = each;
    const { selectionRate = {}, truePositiveRate = {} } = each.thresholds ?? {};
    const thresholds = { selectionRate: filled(selectionRate), truePositiveRate: filled(truePositiveRate) };
    return { by: each.by, groups, count, thresholds };
  });
  return { breakdowns, problem: undefined };
}

// JSON has null for undefined values, and for a threshold that selects no one.
const figure = (value: number | null) => value ?? Number.NaN;
const filled = (thresholds: Readonly<Record<string, number | null>>) =>
  Object.fromEntries(Object.entries(thresholds).map(([name, value]) => [name, value ?? Number.POSITIVE_INFINITY]));

function restored(group: StoredGroup): GroupScores {
  const { positives, negatives } = group;
  const all = positives + negatives;
  return {
    ...group,
    areaUnderCurve: figure(group.areaUnderCurve),
    brierScore: figure(group.brierScore),
    meanScore: figure(group.meanScore),
    expectedCalibrationError: figure(group.expectedCalibrationError),
    rocCurve: group.rocCurve.map((step) => {
      const truePositiveRate = figure(step.truePositiveRate);
      const falsePositiveRate = figure(step.falsePositiveRate);
      const [hits, alarms] = [getShare(truePositiveRate, positives), getShare(falsePositiveRate, negatives)];
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

// Without rows there is no proportion, and no row is selected.
const getShare = (rate: number, of: number) => (of === 0 ? 0 : rate * of);
