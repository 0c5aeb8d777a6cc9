// SPDX-License-Identifier: Apache-2.0
//
// Describes demographic disparity within strata.

import { showCount, showPercent } from '../document/format.js';
import type { Document } from '../document/model.js';
import type { ConditionalDisparities } from './conditional-disparity.js';

/** Disparities of a file, with the names of its columns. */
export interface StoredConditionalDisparities extends ConditionalDisparities {
  format: 'fairwasm-conditional-disparity';
  version: 1;
  source: string;
  columns: Readonly<{ group: string; selected: string; within: string; cluster?: string; crossedCluster?: string }>;
}

/** Describes the disparity of each group, over all rows and in each stratum. */
export function describeConditionalDisparity(result: StoredConditionalDisparities): Document {
  const { groups, strata, comparedShare, columns, source, clusters } = result;
  const difference = 'difference' as const;
  return {
    name: 'conditionalDisparity',
    title: `Demographic disparity within ${columns.within}`,
    source,
    ...(clusters !== undefined && { facts: [['Clusters', showCount(clusters)]] }),
    blocks: [
      {
        texts: [
          'A positive value means that the group is a larger proportion of the rejected people than of the selected people.',
          `Rows in strata with selected and rejected people: ${showPercent(comparedShare)}.`,
        ],
      },
      {
        caption: 'Disparity by group',
        heading: columns.group,
        columns: [
          { heading: 'All rows', format: difference },
          { heading: 'Mean of the strata', format: difference },
        ],
        rows: groups.map(({ name, disparity, conditional }) => ({
          name,
          group: name,
          cells: [disparity, conditional],
        })),
      },
      {
        caption: 'Disparity by stratum',
        heading: columns.within,
        columns: [
          { heading: 'Rows', format: 'count' },
          { heading: 'Selected', format: 'count' },
          ...groups.map(({ name }) => ({ heading: name, format: difference })),
        ],
        rows: strata.map(({ name, rows, selected }, s) => ({
          name,
          cells: [rows, selected, ...groups.map((group) => group.strata[s])],
        })),
      },
      {
        texts: [`The mean weights each of the ${showCount(strata.length)} strata by its number of rows.`],
        style: 'faint',
      },
    ],
  };
}
