// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm proxies`: finds the columns of a CSV file that give a group away.

import { tidy } from '../data/value.js';
import { load } from '../slices/slices.js';
import { type Command, type ExitCode, exitCodes, parseFile } from './command.js';
import { computing } from './computing.js';
import { readColumns } from './file-columns.js';
import { documentFormatOptions, documentFormats, requireFormat } from './format.js';
import { getName } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { exitCodeHelp, type Manual, names, number, ranges, required, text } from './options.js';
import { requireOtherFile } from './output.js';
import { rows } from './rows.js';
import { noColumn } from './slices.js';
import { writeResult } from './write-result.js';

const columns = {
  group: required(text('COLUMN', 'the group of each row')),
  search: names(
    'COLUMN,...',
    'the columns to compare; may be repeated. Default: all other columns',
  ),
  ...intakeOptions,
} as const;
const searchOptions = {
  'max-columns': number(
    ranges.whole(1),
    'maximum number of columns per combination, up to 3. Default: 1',
  ),
  'bin-count': number(
    ranges.whole(2),
    'cut columns with more distinct numbers than this into this number of ranges. Default: 10',
  ),
} as const;
const output = {
  top: number(
    ranges.whole(1),
    'number of columns or combinations to list, at most 1000. Default: 20',
  ),
  permutations: number(
    ranges.whole(0),
    'number of random permutations of the group for the p-values; 0 omits p-values.',
    999,
  ),
  seed: rows.seed,
  ...documentFormatOptions,
} as const;
const options = { ...columns, ...searchOptions, ...output } as const;

const manual: Manual = {
  name: 'proxies',
  usage: ['FILE.csv --group COLUMN'],
  about:
    'Finds columns that reveal a group: a model without access to the group can ' +
    'use them as proxies. Prints Cramér’s V, the uncertainty coefficient, the accuracy of the ' +
    'best guess, and p-values that account for the search. The file needs a header row; use - for ' +
    'standard input. Nothing leaves this machine.',
  sections: [
    ['Columns', columns],
    ['Search', searchOptions],
    ['Output', output],
  ],
  closing: exitCodeHelp,
  examples: [
    'applicants.csv --group sex',
    'applicants.csv --group race --search district,school,income --max-columns 2',
  ],
};

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, path } = parseFile(argv, options);
  const format = requireFormat(values, documentFormats);
  const intake = getIntake(values);
  await requireOtherFile(values.output, path);
  const group = tidy(values.group);
  const { search } = values;
  const table = await readColumns(path, search && [...new Set([...search, group])], intake);
  if (!Object.hasOwn(table, group)) throw noColumn(path, group, Object.keys(table));
  const chosen = search ?? Object.keys(table).filter((name) => name !== group);
  const input = {
    columns: Object.fromEntries(chosen.map((name) => [name, table[name] as string[]])),
    group: table[group] as string[],
  };
  const asked = {
    maxColumns: values['max-columns'],
    bins: values['bin-count'],
    top: values.top,
    permutations: values.permutations,
    seed: values.seed,
  };
  const slices = await load();
  const origin = { path, intake, columns: { group } };
  const found = await computing((each) => slices.proxies(input, { ...asked, ...each }), origin);
  await writeResult(found, format, { ...values, source: getName(path) });
  return exitCodes.ok;
}

export const proxies: Command = { name: 'proxies', manual, options, run };
