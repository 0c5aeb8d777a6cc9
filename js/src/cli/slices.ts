// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm slices`: finds the slices of rows with the highest errors in a CSV file.

import { nearest } from '../core/nearest.js';
import { getSpelling, type IntakeOptions } from '../data/intake/options.js';
import { tidy } from '../data/value.js';
import { oneLine } from '../document/format.js';
import type { SliceInput } from '../slices/input.js';
import type { SliceOptions } from '../slices/options.js';
import { load } from '../slices/slices.js';
import { fileCommand, InputError, type SectionValues } from './command.js';
import { computing } from './computing.js';
import { readColumns } from './file-columns.js';
import { requireFormat } from './format.js';
import { getName, merging } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { flag, names, number, ranges, text } from './options.js';
import { requireOtherFile } from './output.js';
import { rows } from './rows.js';
import { UsageError } from './usage.js';
import { writeResult } from './write-result.js';

const sections = {
  Columns: {
    label: { ...text('COLUMN', 'the true label'), requires: ['prediction'] },
    prediction: {
      ...text(
        'COLUMN',
        'the predicted label; a row whose predicted label differs from the true label is an error',
      ),
      requires: ['label'],
    },
    error: {
      ...text('COLUMN', 'instead of --label and --prediction: the error of each row, at least 0'),
      excludes: ['label', 'prediction'],
    },
    search: names(
      'COLUMN,...',
      'the columns that may define slices; may be repeated. Default: all other columns',
    ),
    rows: text(
      'COLUMN',
      'number of rows that each line represents, if the file is a table of counts; --error is ' +
        'then the sum of the errors of these rows',
    ),
    cluster: { ...rows.cluster, excludes: ['rows'] },
    ...intakeOptions,
  },
  Search: {
    'max-conditions': number(ranges.whole(1), 'maximum number of conditions per slice. Default: 3'),
    'min-rows': number(
      ranges.whole(1),
      'minimum number of rows per slice. Default: 1% of the rows, at least 32',
    ),
    alpha: number(
      ranges.any,
      'weight of the error in the score, 0 to 1; values near 1 favor small slices. Default: ' +
        '0.95',
    ),
    'bin-count': number(
      ranges.whole(2),
      'cut columns with more distinct numbers than this into this number of ranges. Default: 10',
    ),
  },
  Output: {
    top: number(ranges.whole(1), 'number of slices to list, at most 1000. Default: 10'),
    confidence: number(ranges.any, 'simultaneous level of the confidence intervals. Default: 0.95'),
    permutations: number(
      ranges.whole(0),
      'number of random permutations of the errors for the p-values. Each permutation repeats ' +
        'the search; 0 omits p-values.',
      99,
    ),
    seed: rows.seed,
    format: rows.format,
    json: flag('short for --format json'),
    output: rows.output,
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

const roles = ['label', 'prediction', 'error', 'rows', 'cluster'] as const;

async function run(all: Given, path: string): Promise<void> {
  // All columns are read by default, under names without invisible characters.
  const names = roles.flatMap((role) => (all[role] === undefined ? [] : [[role, tidy(all[role])]]));
  const values: Given = { ...all, ...Object.fromEntries(names) };
  const formatted = values.json ? { ...values, format: 'json' } : values;
  const format = requireFormat(formatted, ['text', 'json']);
  if (values.error === undefined && values.label === undefined)
    throw new UsageError('pass --label and --prediction, or --error');
  const asked: SliceOptions = {
    alpha: values.alpha,
    minRows: values['min-rows'],
    maxConditions: values['max-conditions'],
    bins: values['bin-count'],
    top: values.top,
    confidence: values.confidence,
    permutations: values.permutations,
    seed: values.seed,
  };
  const intake = getIntake(all);
  await requireOtherFile(values.output, path);
  const { columns, input } = await read(path, values, intake);
  const slices = await load();
  const origin = {
    path,
    intake,
    columns: {
      ...Object.fromEntries(columns.map((name) => [name, name])),
      ...Object.fromEntries(names),
    },
  };
  const found = await computing((run) => slices.worstSlices(input, { ...asked, ...run }), origin);
  await writeResult(found, format, values);
}

async function read(path: string, values: Given, intake: IntakeOptions) {
  const named = roles.flatMap((role) => values[role] ?? []);
  const { search } = values;
  const asked = search && [...new Set([...search, ...named])];
  const labels = [values.label, values.prediction].filter((name) => name !== undefined);
  const spellings = getSpelling(intake.spellings, [], [labels], true);
  const table = await readColumns(path, asked, merging(intake, spellings));
  const missing = named.find((name) => !Object.hasOwn(table, name));
  if (missing !== undefined) throw noColumn(path, missing, Object.keys(table));
  const columns = search ?? Object.keys(table).filter((name) => !named.includes(name));
  const pick = (names: readonly (readonly [key: string, column: string])[]) =>
    Object.fromEntries(names.map(([key, name]) => [key, table[name] as string[]]));
  const given = roles.flatMap((role) => {
    const name = values[role];
    return name === undefined ? [] : [[role, name] as const];
  });
  const input = {
    columns: pick(columns.map((name) => [name, name])),
    ...pick(given),
  } as SliceInput;
  return { columns, input };
}

/** Returns the error of a column that the file does not have. */
export function noColumn(path: string, name: string, known: readonly string[]): InputError {
  const meant = nearest(name, known);
  const hint = meant === undefined ? '' : `; did you mean '${meant}'?`;
  return new InputError(oneLine(`${getName(path)}: there is no column '${name}'${hint}`));
}
