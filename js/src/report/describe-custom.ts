// SPDX-License-Identifier: Apache-2.0
//
// Custom metrics: values by group, differences to the reference group, and the largest gap.

import type { CustomBreakdown, CustomMetric, CustomMetrics } from '../audit/custom-figures.js';
import type { Estimate } from '../core/estimate.js';
import { showConfidence, showCount } from '../document/format.js';
import type { Document, DocumentTable, TableColumn, TableRow } from '../document/model.js';

const sources = {
  counts: 'intervals from draws of the counts under Jeffreys’s prior',
  rows: 'intervals from a bootstrap of each group’s rows',
} as const;

/** Describes custom metrics. */
export function describeCustom({ confidence, draws, metrics }: CustomMetrics): Document {
  const kinds = (['counts', 'rows'] as const).flatMap((kind) => {
    const names = metrics.filter(({ from }) => from === kind).map(({ name }) => name);
    const how = confidence === null ? 'without intervals' : sources[kind];
    return names.length === 0 ? [] : [`${names.join(', ')}: functions of ${kind}, ${how}.`];
  });
  const surety =
    confidence === null
      ? []
      : [
          `${showConfidence(confidence)} confidence intervals, ${showCount(draws)} draws; the intervals of the largest gaps cover all pairs of groups.`,
        ];
  return {
    name: 'own',
    title: 'Custom metrics',
    blocks: [
      { texts: [...kinds, ...surety, 'Their range and direction are unknown to fairwasm.', ...getNotes(metrics)] },
      ...metrics.flatMap((metric) => metric.breakdowns.map((each) => getTable(metric, each))),
    ],
  };
}

function getTable({ name, overall }: CustomMetric, { by, reference, groups, gap }: CustomBreakdown): DocumentTable {
  const columns: TableColumn[] = [
    { heading: 'Rows', format: 'count' },
    { heading: 'Value', format: 'quantity' },
    { heading: `Minus ${reference}`, format: 'change' },
  ];
  const rows = groups.map(
    (group): TableRow => ({ name: group.name, group: group.name, cells: [group.rows, group.value, group.difference] }),
  );
  return {
    caption: `${name} by ${by.join(' and ')}`,
    heading: 'Group',
    columns,
    rows: [
      { name: 'All rows', cells: [getRows(groups), overall] },
      ...rows,
      { name: 'Largest gap', isSummary: true, cells: [undefined, gap] },
    ],
  };
}

const getRows = (groups: CustomBreakdown['groups']): number => groups.reduce((sum, { rows }) => sum + rows, 0);

/** Returns the undefined and unreliable values of each metric, without repetition. */
function getNotes(metrics: readonly CustomMetric[]): string[] {
  const notes = metrics.flatMap(({ name, overall, breakdowns }) => {
    const named: (readonly [string, Estimate])[] = [
      ['all rows', overall],
      ...breakdowns.flatMap(({ by, groups, gap }) => [
        ...groups.map(({ name: group, value }) => [group, value] as const),
        [`the largest gap by ${by.join(' and ')}`, gap] as const,
      ]),
    ];
    return named.flatMap(([who, { reason, warning }]) => {
      const why = reason ?? warning;
      return why === undefined ? [] : [`${name} of ${who}: ${why}.`];
    });
  });
  const shown = notes.slice(0, maxNotes);
  const more = notes.length - shown.length;
  return more > 0 ? [...shown, `${showCount(more)} more notes of this kind.`] : shown;
}

const maxNotes = 12;
