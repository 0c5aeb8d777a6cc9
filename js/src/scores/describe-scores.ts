// SPDX-License-Identifier: Apache-2.0
//
// Scores by group: how well they separate outcomes (ROC), and whether they agree with observed frequencies
// (calibration).

import type { ScoreGroup } from '../audit/scores/score-group.js';
import type { NamedGroup } from '../data/named-group.js';
import { showCount } from '../document/format.js';
import { cutNote, type Document, type DocumentTable, type Figure, type TableColumn } from '../document/model.js';

/** A group's scores, as `scoreTally.by()` returns them; other fields of points are not needed. */
export type StoredScoreGroup = StoredScores['breakdowns'][number]['groups'][number];

/** Scores and outcomes by the groups of breakdowns. */
export interface StoredScores {
  breakdowns: readonly {
    by: readonly string[];
    groups: readonly (NamedGroup & {
      /** @asType integer */
      rows: number;
      positives: number;
      negatives: number;
      areaUnderCurve: number;
      brierScore: number;
      meanScore: number;
      expectedCalibrationError: number;
      rocCurve: readonly Pick<ScoreGroup['rocCurve'][number], 'threshold' | 'truePositiveRate' | 'falsePositiveRate'>[];
      calibrationCurve: readonly ScoreGroup['calibrationCurve'][number][];
    })[];
    /**
     * Number of groups with rows, if not all are listed.
     * @asType integer
     */
    count?: number;
    /** The thresholds by group that equalize a rate, by rate. */
    thresholds?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  }[];
  /**
   * Maximum number of points per curve, if curves were reduced.
   * @asType integer
   */
  steps?: number;
}

const getNumber = (value: number | null | undefined) => value ?? Number.NaN;

type ScoreBreakdown = StoredScores['breakdowns'][number];

const titles: Readonly<Record<string, string>> = {
  selectionRate: 'equal selection rates',
  truePositiveRate: 'equal true positive rates',
};

/** Describes scores by group: curves, and figures of the scores. */
export function describeScores({ breakdowns, steps }: StoredScores): Document {
  const texts = [
    'ROC: the closer to the upper left, the better the scores separate the outcomes. Calibration: on the diagonal, scores are calibrated; below it, they are too high.',
  ];
  for (const note of cutNote(steps)) texts.push(note);
  for (const { by, groups, count = 0 } of breakdowns) {
    if (count > groups.length) {
      texts.push(`By ${by.join(' and ')}: the ${groups.length} largest of ${showCount(count)} groups.`);
    }
  }
  return {
    name: 'scores',
    title: 'Scores by group',
    blocks: [
      { texts },
      ...breakdowns.flatMap((each) => [...getCurves(each), figuresTable(each), ...thresholdTables(each)]),
    ],
  };
}

function getCurves({ by, groups }: ScoreBreakdown): Figure[] {
  const of = by.join(' and ');
  return [
    {
      caption: `ROC by ${of}`,
      across: 'False positive rate',
      up: 'True positive rate',
      hasDiagonal: true,
      lines: groups.map((group) => ({
        name: group.name,
        points: group.rocCurve.map((point) => [getNumber(point.falsePositiveRate), getNumber(point.truePositiveRate)]),
      })),
    },
    {
      caption: `Calibration by ${of}`,
      across: 'Mean score',
      up: 'Proportion of positive outcomes',
      hasDiagonal: true,
      hasDots: true,
      lines: groups.map((group) => ({
        name: group.name,
        points: group.calibrationCurve.map((bin) => [getNumber(bin.meanScore), getNumber(bin.positiveRate)]),
      })),
    },
  ];
}

const figuresTable = ({ by, groups }: ScoreBreakdown): DocumentTable => ({
  caption: `Score statistics by ${by.join(' and ')}`,
  heading: 'Group',
  columns: [
    { heading: 'Rows', format: 'count' },
    { heading: 'Area under the ROC curve' },
    { heading: 'Calibration error', format: 'percent' },
    { heading: 'Brier score' },
    { heading: 'Mean score', format: 'percent' },
    { heading: 'Positive outcomes', format: 'percent' },
  ],
  rows: groups.map((group) => {
    const { positives, negatives } = group;
    const name = group.name;
    return {
      name,
      group: name,
      cells: [
        group.rows,
        group.areaUnderCurve,
        group.expectedCalibrationError,
        group.brierScore,
        group.meanScore,
        getNumber(positives) / (getNumber(positives) + getNumber(negatives)),
      ],
    };
  }),
});

function thresholdTables({ by, groups, thresholds = {} }: ScoreBreakdown): DocumentTable[] {
  const names = Object.keys(thresholds).filter((rate) => rate in titles);
  if (names.length === 0) return [];
  return [
    {
      caption: `Thresholds by ${by.join(' and ')} that would give`,
      heading: 'Group',
      columns: names.map((rate): TableColumn => ({ heading: titles[rate] as string })),
      rows: groups.map((group) => {
        const name = group.name;
        return { name, group: name, cells: names.map((rate) => thresholds[rate]?.[name] ?? null) };
      }),
    },
  ];
}
