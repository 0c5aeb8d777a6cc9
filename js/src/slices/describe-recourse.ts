// SPDX-License-Identifier: Apache-2.0
//
// Describes a recourse search: the actions, the subgroups with the largest gaps, and the measures in each of them.

import { showConfidence, showCount, showPercent, showQuantity } from '../document/format.js';
import type { Cell, Document, DocumentTable, TableColumn, TableRow } from '../document/model.js';
import type { Recourse, RecourseGroup, RecourseSubgroup } from './recourse.js';
import type { RecourseMeasure } from './recourse-input.js';

const headings: readonly (readonly [RecourseMeasure, TableColumn])[] = [
  ['effectiveness', { heading: 'Recourse', format: 'percent' }],
  ['effectivenessWithinBudget', { heading: 'Within budget', format: 'percent' }],
  ['costOfEffectiveness', { heading: 'Cost' }],
  ['meanCost', { heading: 'Mean cost' }],
  ['actionEffectiveness', { heading: 'Best action', format: 'percent' }],
  ['actionEffectivenessWithinBudget', { heading: 'Best within budget', format: 'percent' }],
  ['actionCost', { heading: 'Cost of an action' }],
  ['choices', { heading: 'Choices', format: 'count' }],
];

const getName = ({ conditions }: RecourseSubgroup): string =>
  Object.entries(conditions)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ') || 'all people';

/** Describes the search: the actions, the largest gaps, and a table per subgroup. */
export function describeRecourse(result: Recourse): Document {
  const { rows, groups, actions, budget, share, searched, comparisons, subgroups } = result;
  const shown = headings.filter(([name]) => budget !== null || !name.endsWith('WithinBudget'));
  // Without a budget, both proportions are equal.
  const sorted = shown.find(([name]) => name === result.metric) ?? shown[0];
  const sortedBy = result.metric === 'tradeOff' ? 'Gap in costs' : `the gap in ${sorted?.[1].heading}`;
  return {
    name: 'recourse',
    title: 'Recourse by subgroup',
    blocks: [
      {
        texts: [
          `${showCount(rows)} people with an unfavorable decision: ` +
            `${groups.map(({ name, rows: own }) => `${name} ${showCount(own)}`).join(', ')}.`,
          `Compared: ${showCount(searched)} subgroups of up to ${result.maxConditions} conditions, with at least ` +
            `${showPercent(result.minSupport)} of each group and ${showCount(result.minRows)} of its people. Sorted by ` +
            `${sortedBy}.`,
        ],
      },
      {
        caption: 'Actions',
        isFolded: true,
        heading: 'Action',
        columns: [{ heading: 'Changes' }, { heading: 'Mean cost' }, { heading: 'Effective for', format: 'count' }],
        rows: actions.map(({ name, changes, cost, effective }) => ({
          name,
          cells: [
            Object.entries(changes)
              .map(([column, value]) => `${column}: ${value}`)
              .join(', '),
            ...[cost, effective],
          ],
        })),
      },
      {
        caption: 'Largest gaps',
        heading: 'Subgroup',
        columns: [
          { heading: 'People', format: 'count' },
          { heading: 'More recourse' },
          { heading: 'Less recourse' },
          { heading: 'Gap', format: 'points' },
          { heading: 'p', format: 'p' },
          { heading: 'p, adjusted', format: 'p' },
          { heading: 'Gap in costs', format: 'points' },
        ],
        rows: subgroups.map((each, i) => {
          const { pValue, adjustedPValue, ...gap } = each.gap;
          return {
            name: `${i + 1}. ${getName(each)}`,
            cells: [
              ...[each.rows, gap.highest, gap.lowest, gap],
              ...[pValue, adjustedPValue, each.tradeOff.difference],
            ],
          };
        }),
      },
      ...subgroups.map((each, i) => describeGroups(each, i, shown)),
      {
        texts: [
          `Gap: in the proportion that could reverse the decision by an action${getBudget(result)}. Its ` +
            `${showConfidence(result.confidence)} interval and the adjusted p-value hold jointly for all ` +
            `${showCount(comparisons)} comparisons. Actions and costs are treated as given.`,
          'Intervals of other measures hold jointly for all subgroups, and for costs within the range in the data. An ' +
            'interval without a finite upper limit is omitted.',
          'Recourse, Cost, and Mean cost: each person takes their cheapest effective action; Cost is the least at ' +
            `which ${showPercent(share)} have recourse. Best action, Cost of an action, and Choices: all people of a ` +
            `group take the same action; an action is a choice if it is effective for ${showPercent(share)}.`,
          'Gap in costs: the largest difference in the proportion with recourse at a cost up to c, over all c.',
          ...result.notes,
        ],
      },
    ],
  };
}

const getBudget = ({ budget }: Recourse): string => (budget === null ? '' : ` at a cost up to ${showQuantity(budget)}`);

function describeGroups(
  subgroup: RecourseSubgroup,
  index: number,
  shown: readonly (readonly [RecourseMeasure, TableColumn])[],
): DocumentTable {
  const row = (group: RecourseGroup): TableRow => ({
    name: group.name,
    group: group.name,
    cells: [group.rows, ...shown.map(([name]): Cell => group[name])],
  });
  return {
    caption: `${index + 1}. ${getName(subgroup)}`,
    heading: 'Group',
    columns: [{ heading: 'People', format: 'count' }, ...shown.map(([, column]) => column)],
    rows: [
      ...subgroup.groups.map(row),
      { name: 'Largest gap', isSummary: true, cells: [undefined, ...shown.map(([name]) => subgroup.gaps[name])] },
    ],
    isFolded: index > 0,
  };
}
