// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm rankings`: measures groups in the ranked lists of a CSV file.

import { maxDepth, type RankingInput } from '../../rankings/ranked-lists.js';
import { load } from '../../rankings/rankings.js';
import { intakeOptions } from '../input/intake.js';
import { column, number, ranges, required } from '../options/options.js';
import { referenceShares, rows } from '../options/rows.js';
import { documentFormatOptions } from '../output/format.js';
import { columnCommand } from '../result-command.js';

export const rankings = columnCommand({
  name: 'rankings',
  usage: ['FILE.csv --group COLUMN --position COLUMN [--query COLUMN]'],
  about:
    'Measures the representation of groups in ranked lists: exposure, top positions, favored ' +
    'pairs, and prefixes. Confidence intervals treat lists as clusters.',
  sections: {
    Columns: {
      group: required(column('category', 'the group of each row')),
      query: column('name', ['the list that each row belongs to, such as a query or a user', 'Default: one list']),
      position: {
        ...column('number', ['the position in the list, from 1 (the top)', 'positions can be missing']),
        orElse: ['score'],
      },
      score: { ...column('number', 'instead of --position: higher scores are ranked first'), excludes: ['position'] },
      relevance: column('number', 'relevance or merit of each row, at least 0'),
      rows: rows.rows,
      missing: rows.missing,
      unknown: rows.unknown,
      ...intakeOptions,
    },
    Measures: {
      reference: referenceShares,
      top: number(ranges.whole(1), ['number of top positions of the list for skew', 'Default: 10']),
      patience: number(ranges.level, [
        'probability of looking at the next position, for geometric exposure',
        'Default: 0.8',
      ]),
      depth: number(ranges.whole(1, maxDepth), ['number of prefixes to test in each list', 'Default: 100']),
    },
    Output: { confidence: rows.confidence, ...documentFormatOptions },
  },
  examples: [
    'results.csv --group sex --query search --position rank',
    'candidates.csv --group sex --score points --relevance hired --reference f=0.5,m=0.5 --top 20',
  ],
  dropsMissing: true,
  compute: async (input: RankingInput, { reference, top, patience, depth, confidence }) => {
    const { rankings: measure } = await load();
    return measure({ ...input, reference, top, patience, depth, confidence });
  },
});
