// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm proxies`: finds the columns of a CSV file that give a group away.

import { load } from '../../slices/slices.js';
import { computing } from '../input/computing.js';
import { intakeOptions } from '../input/intake.js';
import { pickColumns, readTable, tidyRoles } from '../input/table-columns.js';
import { names, number, ranges, required, text, toArguments } from '../options/options.js';
import { rows } from '../options/rows.js';
import { documentFormatOptions } from '../output/format.js';
import { resultCommand } from '../result-command.js';

export const proxies = resultCommand({
  name: 'proxies',
  usage: ['FILE.csv --group COLUMN'],
  about:
    'Finds columns that reveal a group: a model without access to the group can ' +
    'use them as proxies. Prints Cramér’s V, the uncertainty coefficient, the accuracy of the ' +
    'best guess, and p-values that account for the search.',
  sections: {
    Columns: {
      group: required(text('COLUMN', 'the group of each row')),
      unknown: rows.unknown,
      search: names('COLUMN,...', ['the columns to compare', 'may be repeated. Default: all other columns']),
      ...intakeOptions,
    },
    Search: {
      'max-columns': number(ranges.whole(1), ['maximum number of columns per combination, up to 3', 'Default: 1']),
      'bin-count': number(ranges.whole(2), [
        'cut columns with more distinct numbers than this into this number of ranges',
        'Default: 10',
      ]),
    },
    Output: {
      top: number(ranges.whole(1), ['number of columns or combinations to list, at most 1000', 'Default: 20']),
      permutations: number(
        ranges.whole(0),
        ['number of random permutations of the group for the p-values', '0 omits p-values'],
        999,
      ),
      seed: rows.seed,
      ...documentFormatOptions,
    },
  },
  examples: [
    'applicants.csv --group sex',
    'applicants.csv --group race --search district,school,income --max-columns 2',
  ],
  async run(values, { path, intake }) {
    const roles = tidyRoles(values, ['group']);
    const read = await readTable(path, { roles, search: values.search }, intake);
    const input = { columns: pickColumns(read.table, read.searched), group: read.byRole.group as string[] };
    const asked = { ...toArguments(values, ['max-columns', 'top', 'permutations', 'seed']), bins: values['bin-count'] };
    const slices = await load();
    const origin = { path, intake, columns: roles as Record<string, string> };
    return computing((each) => slices.proxies(input, { ...asked, ...each }), origin);
  },
});
