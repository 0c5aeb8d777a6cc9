// SPDX-License-Identifier: Apache-2.0
//
// Describes the columns that reveal a group.

import { showCount, showPercent } from '../document/format.js';
import type { Document } from '../document/model.js';
import type { Proxies } from './proxies.js';

/** Describes the columns: how they were found, a table, and an explanation of the table. */
export function describeProxies(result: Proxies): Document {
  const { proxies, searched, rows, groups, baseline, permutations, seed } = result;
  const hasTests = permutations > 0;
  return {
    name: 'proxies',
    title: 'Columns that reveal the group',
    blocks: [
      {
        texts: [
          `${showCount(rows)} rows, ${showCount(groups.length)} groups. Without any column, the best guess of the ` +
            `group is correct for ${showPercent(baseline)}.`,
          `Compared: ${showCount(searched)} ${searched === 1 ? 'column' : 'columns and combinations'}.`,
        ],
      },
      {
        caption: 'Strongest associations',
        heading: 'Column',
        columns: [
          { heading: 'Values', format: 'count' },
          { heading: 'Cramér’s V' },
          { heading: 'Uncertainty coefficient' },
          { heading: 'Best guess', format: 'percent' },
          { heading: 'Guess from others', format: 'percent' },
          ...(hasTests
            ? [
                { heading: 'p', format: 'p' as const },
                { heading: 'p, adjusted', format: 'p' as const },
              ]
            : []),
        ],
        rows: proxies.map((each) => ({
          name: each.columns.join(' and '),
          cells: [
            ...[each.values, each.cramersV, each.uncertaintyCoefficient],
            ...[each.bestGuess, each.bestGuessOfOthers],
            ...(hasTests ? [each.pValue, each.adjustedPValue] : []),
          ],
        })),
      },
      {
        texts: [
          'Best guess: proportion of rows whose group is the most frequent group among rows with ' +
            'the same value. Guess from others: proportion among the other rows with this value, ' +
            'so that values that occur once reveal nothing.',
          ...(hasTests
            ? [
                `p: proportion of random permutations of the groups with an association at least this strong (${showCount(permutations)} ` +
                  `permutations, seed ${seed}); adjusted p: comparison with the strongest ` +
                  'association of any column, which accounts for the search.',
              ]
            : []),
          'A model does not necessarily use a column that reveals the group, and it can combine ' +
            'columns that reveal little separately.',
        ],
      },
    ],
  };
}
