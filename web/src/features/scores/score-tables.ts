// SPDX-License-Identifier: Apache-2.0
//
// Tables of scores by group: one of all groups, and the curves of the selected groups.

import type { DocumentTable } from 'fairwasm/report';
import type { GroupScores } from '#fairwasm/scores/stored-scores.js';

/** Discrimination and calibration of the scores, with one row per group. */
export const figuresTable = (groups: readonly GroupScores[]): DocumentTable => ({
  caption: 'Score statistics',
  heading: 'Group',
  columns: [
    { heading: 'Rows', format: 'count' },
    { heading: 'AUC (area under the ROC curve)' },
    { heading: 'Calibration error', format: 'percent' },
    { heading: 'Brier score' },
    { heading: 'Mean score', format: 'percent' },
    { heading: 'Positive outcomes', format: 'percent' },
  ],
  rows: groups.map((group) => ({
    name: group.name,
    cells: [
      group.rows,
      group.areaUnderCurve,
      group.expectedCalibrationError,
      group.brierScore,
      group.meanScore,
      group.positives / (group.positives + group.negatives),
    ],
  })),
});

/** The points of a group's curves. */
export const curveTables = ({ name, calibrationCurve, rocCurve }: GroupScores): DocumentTable[] => [
  {
    caption: `Calibration of ${name}`,
    heading: 'Scores up to',
    columns: [
      { heading: 'Weight', format: 'quantity' },
      { heading: 'Mean score', format: 'percent' },
      { heading: 'Positive outcomes', format: 'percent' },
    ],
    rows: calibrationCurve.map(({ upper, weight, meanScore, positiveRate }) => ({
      name: `${Number((100 * upper).toFixed(1))}%`,
      cells: [weight, meanScore, positiveRate],
    })),
  },
  {
    caption: `ROC of ${name} at about ten thresholds`,
    heading: 'Threshold',
    columns: [
      { heading: 'True positive rate', format: 'percent' },
      { heading: 'False positive rate', format: 'percent' },
    ],
    rows: aboutTen(rocCurve).map(({ threshold, truePositiveRate, falsePositiveRate }) => ({
      name: Number.isFinite(threshold) ? String(Number(threshold.toPrecision(4))) : '∞',
      cells: [truePositiveRate, falsePositiveRate],
    })),
  },
];

function aboutTen<Point>(points: readonly Point[]): Point[] {
  const step = Math.max(1, Math.ceil(points.length / 11));
  return points.filter((_, i) => i % step === 0 || i === points.length - 1);
}
