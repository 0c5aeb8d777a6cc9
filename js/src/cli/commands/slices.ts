// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm slices`: finds the slices of rows with the highest errors in a CSV file.

import { getSpelling } from '../../data/intake/options.js';
import { determinedNotes, findDetermined } from '../../slices/determined.js';
import type { SliceInput } from '../../slices/input.js';
import { load } from '../../slices/slices.js';
import { fileCommand, type SectionValues } from '../command.js';
import { computing } from '../input/computing.js';
import { merging } from '../input/input.js';
import { getIntake, intakeOptions } from '../input/intake.js';
import { pickColumns, readTable, tidyRoles } from '../input/table-columns.js';
import { names, number, ranges, text, toArguments } from '../options/options.js';
import { rows, simultaneousConfidence } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormatOptions, documentFormats, requireFormat, writeResult } from '../output/format.js';
import { requireOtherFile } from '../output/output.js';

const sections = {
  Columns: {
    label: { ...text('COLUMN', 'the true label'), requires: ['prediction'] },
    prediction: {
      ...text('COLUMN', ['the predicted label', 'a row whose predicted label differs from the true label is an error']),
      requires: ['label'],
    },
    error: {
      ...text('COLUMN', 'instead of --label and --prediction: the error of each row, at least 0'),
      excludes: ['label', 'prediction'],
    },
    search: names('COLUMN,...', [
      'the columns that may define slices',
      'may be repeated. Default: all other columns, except those that determine the label, the prediction, or the ' +
        'error',
    ]),
    rows: text('COLUMN', [
      'number of rows that each line represents, if the file is a table of counts',
      '--error is then the sum of the errors of these rows',
    ]),
    cluster: { ...rows.cluster, excludes: ['rows'] },
    ...intakeOptions,
  },
  Search: {
    'max-conditions': number(ranges.whole(1), ['maximum number of conditions per slice', 'Default: 3']),
    'min-rows': number(ranges.whole(1), ['minimum number of rows per slice', 'Default: 1% of the rows, at least 32']),
    alpha: number(ranges.any, [
      'weight of the error in the score, 0 to 1',
      'values near 1 favor small slices. Default: 0.95',
    ]),
    'bin-count': number(ranges.whole(2), [
      'cut columns with more distinct numbers than this into this number of ranges',
      'Default: 10',
    ]),
  },
  Output: {
    top: number(ranges.whole(1), ['number of slices to list, at most 1000', 'Default: 10']),
    confidence: simultaneousConfidence,
    permutations: number(
      ranges.whole(0),
      [
        'number of random permutations of the errors for the p-values',
        'Each permutation repeats the search; 0 omits p-values',
      ],
      99,
    ),
    seed: rows.seed,
    ...documentFormatOptions,
  },
} as const;

export const slices = fileCommand({
  name: 'slices',
  usage: ['FILE.csv --label COLUMN --prediction COLUMN', 'FILE.csv --error COLUMN'],
  about:
    'Finds the slices with the highest error scores among all slices defined by up to three ' +
    'conditions on other columns (SliceLine, 2021). The search is exact. Columns with many distinct ' +
    'numbers are cut into ranges.',
  sections,
  examples: [
    'people.csv --label outcome --prediction decision',
    'people.csv --error loss --search sex,age,region --top 5',
  ],
  run,
});

type Given = SectionValues<typeof sections>;

async function run(values: Given, path: string): Promise<void> {
  const format = requireFormat(values, documentFormats);
  if (values.error === undefined && values.label === undefined)
    throw new UsageError('pass --label and --prediction, or --error');
  const intake = getIntake(values);
  await requireOtherFile(values.output, path);
  const roles = tidyRoles(values, ['label', 'prediction', 'error', 'rows', 'cluster']);
  const labels = [roles.label, roles.prediction].filter((name) => name !== undefined);
  const spellings = getSpelling(intake.spellings, [], [labels], true);
  const { search } = values;
  const read = await readTable(path, { roles, search }, merging(intake, spellings));
  const { table, searched, byRole, columns } = read;
  const outcomes = Object.fromEntries(
    Object.values<string | undefined>({ label: roles.label, prediction: roles.prediction, error: roles.error }).flatMap(
      (name) => (name === undefined ? [] : [[name, table[name] as string[]]]),
    ),
  );
  const determined = search ? new Map<string, string>() : findDetermined(pickColumns(table, searched), outcomes);
  const kept = searched.filter((name) => !determined.has(name));
  const input = { columns: pickColumns(table, kept), ...byRole } as SliceInput;
  const asked = {
    ...toArguments(values, ['alpha', 'min-rows', 'max-conditions', 'top', 'confidence']),
    ...toArguments(values, ['permutations', 'seed']),
    bins: values['bin-count'],
  };
  const slices = await load();
  const origin = { path, intake, columns };
  const result = await computing((run) => slices.worstSlices(input, { ...asked, ...run }), origin);
  await writeResult({ ...result, notes: [...result.notes, ...determinedNotes(determined)] }, format, values);
}
