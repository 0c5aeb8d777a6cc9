// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm shares`: compares the shares of groups in a CSV file with reference shares.

import { load } from '../../rankings/rankings.js';
import type { ShareInput } from '../../rankings/shares.js';
import { intakeOptions } from '../input/intake.js';
import { column, flag, required } from '../options/options.js';
import { referenceShares, rows } from '../options/rows.js';
import { documentFormatOptions } from '../output/format.js';
import { columnCommand } from '../result-command.js';

export const shares = columnCommand({
  name: 'shares',
  usage: ['FILE.csv --group COLUMN --reference GROUP=NUMBER,...'],
  about:
    'Compares the shares of groups in a file with reference shares, such as those of a ' +
    'population: ratios, differences, missing members, and tests, with simultaneous confidence ' +
    'intervals.',
  sections: {
    Columns: {
      group: required(column('category', 'the group of each row')),
      cluster: column('category', 'the cluster of each row, such as a person: rows of it are not independent'),
      rows: rows.rows,
      unknown: rows.unknown,
      ...intakeOptions,
    },
    Comparison: {
      reference: required(referenceShares),
      sample: flag('the numbers in --reference are counts from another sample'),
    },
    Output: { confidence: rows.confidence, ...documentFormatOptions },
  },
  examples: [
    'applicants.csv --group sex --reference f=0.51,m=0.49',
    'images.csv --group skin --reference light=310,dark=190 --sample',
  ],
  compute: async (input: Pick<ShareInput, 'group' | 'cluster' | 'rows'>, { reference, sample, confidence }) => {
    const { shares: compare } = await load();
    return compare({ ...input, reference, isSample: sample, confidence });
  },
});
