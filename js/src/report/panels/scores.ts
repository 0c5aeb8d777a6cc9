// SPDX-License-Identifier: Apache-2.0
//
// Scores by group: how well they separate outcomes (ROC), and whether they agree with observed frequencies
// (calibration).

import type { ExtraScoreGroup, ExtraScores } from '../../audit/extras.js';
import { oneLine, showCount } from '../../document/format.js';
import {
  cutNote,
  figureOf,
  type Panel,
  type PanelFigure,
  type PanelTable,
  showFigure,
} from './panel.js';

/** Returns the name of the group. */
export const scoreGroupName = ({ name, categories }: ExtraScoreGroup): string =>
  name ?? Object.values(categories).join(', ');

type ScoreBreakdown = ExtraScores['breakdowns'][number];

const titles: Readonly<Record<string, string>> = {
  selectionRate: 'equal selection rates',
  truePositiveRate: 'equal true positive rates',
};

export function scoresPanel({ breakdowns, steps }: ExtraScores): Panel {
  const said = [
    'ROC: the nearer to the upper left, the better scores tell outcomes apart. Calibration: on the diagonal, scores mean what they say; below it, they are too high.',
  ];
  said.push(...cutNote(steps));
  for (const { by, groups, count = 0 } of breakdowns) {
    if (count > groups.length) {
      said.push(
        `By ${by.join(' and ')}: the ${groups.length} largest of ${showCount(count)} groups.`,
      );
    }
  }
  return {
    name: 'scores',
    title: 'Scores by group',
    said,
    figures: breakdowns.flatMap(curvesOf),
    tables: breakdowns.flatMap((each) => [figuresTable(each), ...thresholdTables(each)]),
  };
}

function curvesOf({ by, groups }: ScoreBreakdown): PanelFigure[] {
  const of = by.join(' and ');
  return [
    {
      caption: `ROC by ${of}`,
      across: 'False positive rate',
      up: 'True positive rate',
      hasDiagonal: true,
      lines: groups.map((group) => ({
        name: scoreGroupName(group),
        points: group.rocCurve.map((point) => [
          figureOf(point.falsePositiveRate),
          figureOf(point.truePositiveRate),
        ]),
      })),
    },
    {
      caption: `Calibration by ${of}`,
      across: 'Mean score',
      up: 'Share of positive outcomes',
      hasDiagonal: true,
      hasDots: true,
      lines: groups.map((group) => ({
        name: scoreGroupName(group),
        points: group.calibrationCurve.map((bin) => [
          figureOf(bin.meanScore),
          figureOf(bin.positiveRate),
        ]),
      })),
    },
  ];
}

const figuresTable = ({ by, groups }: ScoreBreakdown): PanelTable => ({
  caption: `Figures of the scores by ${by.join(' and ')}`,
  headings: [
    ...['Group', 'Rows', 'Area under the ROC curve', 'Calibration error'],
    ...['Brier score', 'Mean score', 'Positive outcomes'],
  ],
  rows: groups.map((group) => {
    const { positives, negatives } = group;
    const name = scoreGroupName(group);
    return {
      name,
      group: name,
      cells: [
        showCount(group.rows),
        showFigure(group.areaUnderCurve),
        showFigure(group.expectedCalibrationError),
        showFigure(group.brierScore),
        showFigure(group.meanScore),
        showFigure(figureOf(positives) / (figureOf(positives) + figureOf(negatives))),
      ],
    };
  }),
});

function thresholdTables({ by, groups, thresholds = {} }: ScoreBreakdown): PanelTable[] {
  const known = Object.keys(thresholds).filter((rate) => rate in titles);
  if (known.length === 0) return [];
  return [
    {
      caption: `Thresholds by ${by.join(' and ')} that would give`,
      headings: ['Group', ...known.map((rate) => titles[rate] as string)],
      rows: groups.map((group) => {
        const name = scoreGroupName(group);
        return {
          name: oneLine(name),
          group: name,
          cells: known.map((rate) => showFigure(thresholds[rate]?.[name])),
        };
      }),
    },
  ];
}
