// SPDX-License-Identifier: Apache-2.0
//
// Describes certified robustness: what was certified, by group, with curves, and bounds for a network.

import { requireParts } from '../core/options.js';
import { oneLine, showConfidence, showCount } from '../document/format.js';
import { cutNote, type Document, notes, type TableColumn, type TableRow } from '../document/model.js';
import type { ReportedNetwork, RobustnessReport } from './certify-csv.js';
import type { GroupRobustness, RobustnessDifferences } from './summary.js';

/** Results that were stored may lack names, and have curves with a reduced number of points. */
export type StoredRobustness = Pick<RobustnessReport, 'lipConst' | 'overall'> &
  Partial<Omit<RobustnessReport, 'breakdowns'>> & {
    breakdowns: readonly (Pick<RobustnessReport['breakdowns'][number], 'by' | 'groups'> &
      Partial<RobustnessReport['breakdowns'][number]>)[];
    steps?: number;
  };

/**
 * Describes the certificates for all rows and for each group.
 *
 * @throws FairwasmError `invalidArgument` for anything but the result of `certifyCsv()`.
 */
export const describeRobustness = (report: StoredRobustness): Document => {
  requireParts('report', report, ['overall', 'breakdowns'], 'the result of certifyCsv()');
  return getDocument(report);
};

function getDocument(report: StoredRobustness): Document {
  const { overall, breakdowns, network, steps } = report;
  const parts = breakdowns.length === 0 ? [{ by: [], groups: [] }] : breakdowns;
  return {
    name: 'robustness',
    title: 'Certified robustness',
    source: report.source ?? null,
    blocks: [
      { texts: [...describeData(report), ...cutNote(steps)] },
      ...(network ? [describeNetwork(network)] : []),
      ...parts.flatMap(({ by, groups, differences }: StoredRobustness['breakdowns'][number]) => [
        {
          caption: `Certified accuracy${byAttributes(by)}`,
          across: 'Radius',
          up: 'Proportion that remains correct',
          lines: [overall, ...groups].map(({ name, curve }) => ({
            name,
            points: [...curve.epsilon].map((x, i) => [x, curve.accuracy[i] ?? Number.NaN] as const),
          })),
        },
        {
          caption: `Robustness${byAttributes(by)}${differences ? ' (gaps of accuracies in points)' : ''}`,
          heading: 'Group',
          columns: getColumns(overall),
          rows: [
            getRow({ ...overall, name: 'All rows' }, undefined),
            ...groups.map((group) => getRow(group, group.name)),
            ...(differences ? [getGaps(differences)] : []),
          ],
          isTurned: true,
        },
      ]),
      ...notes('Undefined or infinite', getReasons(report)),
    ],
  };
}

const byAttributes = (by: readonly string[]) => (by.length === 0 ? '' : ` by ${by.join(' and ')}`);

function describeData({ scores, label, task, lipConst, disjointNeurons, overall }: StoredRobustness): string[] {
  const divisor = disjointNeurons ? '2' : '√2';
  const margin =
    task === 'binary'
      ? `score signed by ${label}, divided by ${lipConst}`
      : `score of the true class less the largest other one, divided by ${divisor} x ${lipConst}`;
  return [
    ...(scores ? [`${showCount(overall.rows)} rows, scores ${scores.join(', ')}.`] : []),
    ...(task ? [`Radius: ${margin}.`] : []),
    `Certified at a radius: the proportion of rows that are correct, and remain correct under any change of the input within that Euclidean distance, if the Lipschitz constant of ${lipConst} holds. Intervals: ${showConfidence(0.95)}.`,
  ];
}

const figure = (value: number) => Number(value.toPrecision(4)).toString();

/** Describes the bounds of a network's Lipschitz constant. */
export function describeNetwork({ name, layers, atMost, atLeast, before }: ReportedNetwork): Document {
  const min = atLeast
    ? [`Between some inputs it is ${figure(atLeast.value)} and ${figure(atLeast.perOutput)}, so it cannot be less.`]
    : [];
  return {
    name: 'network',
    title: `Lipschitz constant of ${oneLine(name)}`,
    blocks: [
      {
        texts: [
          `All outputs together at most ${figure(atMost.value)}, each by itself at most ${figure(atMost.perOutput)}.`,
          ...min,
          ...(layers.length === 0 ? ['No layer has weights.'] : []),
          ...(before ? [`Scores are taken before the last operator, ${before}.`] : []),
        ],
      },
      {
        caption: 'Layers and their spectral norms',
        heading: 'Weights',
        columns: [{ heading: 'Operator' }, { heading: 'Norm', format: 'quantity' }],
        rows: layers.map((layer) => ({ name: layer.name, cells: [layer.operator, layer.norm] })),
      },
    ],
  };
}

const getColumns = ({ certifiedAccuracy }: GroupRobustness<number[]>): TableColumn[] => [
  { heading: 'Rows', format: 'count' },
  { heading: 'Accuracy', format: 'percent' },
  ...certifiedAccuracy.map(({ epsilon }) => ({
    heading: `Certified at ${Number(epsilon.toPrecision(4))}`,
    format: 'percent' as const,
  })),
  { heading: 'Average robustness', format: 'quantity' },
  { heading: 'Half-accuracy radius', format: 'quantity' },
];

const getRow = (group: GroupRobustness<number[]>, name: string | undefined): TableRow => ({
  name: group.name,
  ...(name !== undefined && { group: name }),
  cells: [group.rows, group.accuracy, ...group.certifiedAccuracy, group.averageRobustness, group.halfRadius],
});

const getGaps = ({ accuracy, certifiedAccuracy, averageRobustness, halfRadius }: RobustnessDifferences): TableRow => ({
  name: 'Largest gap',
  isSummary: true,
  cells: [
    undefined,
    ...[accuracy, ...certifiedAccuracy].map((each) => ({ ...each, format: 'points' as const })),
    ...[averageRobustness, halfRadius],
  ],
});

function getReasons({ overall, breakdowns }: StoredRobustness): string[] {
  const groups = [overall, ...breakdowns.flatMap((breakdown) => breakdown.groups)];
  const reasons = groups.flatMap(({ accuracy, averageRobustness, halfRadius }) =>
    [accuracy, averageRobustness, halfRadius].flatMap((each) => each?.reason ?? []),
  );
  return [...new Set(reasons)];
}
