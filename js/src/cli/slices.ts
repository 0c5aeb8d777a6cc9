// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm slices`: finds the slices of rows with the highest errors in a CSV file.

import { nearest } from '../core/nearest.js';
import { getSpelling, type IntakeOptions } from '../data/coded-csv.js';
import { tidy } from '../data/value.js';
import { oneLine } from '../document/format.js';
import type { SliceInput } from '../slices/input.js';
import type { SliceOptions } from '../slices/options.js';
import { load } from '../slices/slices.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  getList,
  InputError,
  parse,
  requireFile,
  requireNumber,
  requireWhole,
  UsageError,
} from './command.js';
import { computing } from './computing.js';
import { readColumns } from './file-columns.js';
import { requireFormat } from './format.js';
import { getName, merging } from './input.js';
import { getIntake, intakeOptions, splitBins } from './intake.js';
import { exitCodeHelp, flag, list, type Manual, text } from './options.js';
import { requireOtherFile } from './output.js';
import { rows } from './rows.js';
import { writeResult } from './write-result.js';

const { bins: _, ...readingOptions } = intakeOptions; // --bins has two meanings here
const columns = {
  label: text('COLUMN', 'the true label'),
  prediction: text(
    'COLUMN',
    'the predicted label; a row with another label than the true one is an error',
  ),
  error: text('COLUMN', 'instead of both: the error of each row, 0 or more'),
  search: list(
    'COLUMN,...',
    'the columns that may define slices; may be repeated. Default: all other columns',
  ),
  rows: text(
    'COLUMN',
    'number of rows that each line represents, if the file is a table of counts; --error is ' +
      'then a sum',
  ),
  ...readingOptions,
} as const;
const searchOptions = {
  'max-conditions': text('NUMBER', 'conditions per slice. Default: 3'),
  'min-rows': text('NUMBER', 'rows per slice. Default: 1% of the rows, at least 32'),
  alpha: text(
    'NUMBER',
    'weight of the error in the score, 0 to 1; values near 1 favor small slices. Default: ' +
      '0.95',
  ),
  bins: list(
    'NUMBER',
    'number of ranges for columns with more distinct numbers than this, or COLUMN=NUMBER,... with ' +
      'the limits of one column. Default: 10',
  ),
} as const;
const output = {
  top: text('NUMBER', 'slices to list, at most 1000. Default: 10'),
  confidence: text('NUMBER', 'simultaneous level of the confidence intervals. Default: 0.95'),
  permutations: text(
    'NUMBER',
    'random permutations of the errors for the p-values; each repeats the search; 0 omits ' +
      'p-values.',
    '99',
  ),
  seed: rows.seed,
  format: rows.format,
  json: flag('short for --format json'),
  output: rows.output,
} as const;
const options = { ...columns, ...searchOptions, ...output } as const;

const manual: Manual = {
  name: 'slices',
  usage: ['FILE.csv --label COLUMN --prediction COLUMN', 'FILE.csv --error COLUMN'],
  about:
    'Finds the slices with the highest error scores among all slices that up to three ' +
    'conditions on other columns define (SliceLine, 2021). The search is exact. Columns with ' +
    'many distinct numbers are cut into ranges. The file needs a header row; use - for ' +
    'standard input. Nothing leaves this machine.',
  sections: [
    ['Columns', columns],
    ['Search', searchOptions],
    ['Output', output],
  ],
  closing: exitCodeHelp,
  examples: [
    'people.csv --label outcome --prediction decision',
    'people.csv --error loss --search sex,age,region --top 5',
  ],
};

type Values = ReturnType<typeof splitBins<ReturnType<typeof parse<typeof options>>['values']>>[0];

const roles = ['label', 'prediction', 'error', 'rows'] as const;

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values: given, positionals } = parse(argv, options);
  const [all, reading] = splitBins(given);
  // All columns are read by default, under names without invisible characters.
  const names = roles.flatMap((role) => (all[role] === undefined ? [] : [[role, tidy(all[role])]]));
  const values: Values = { ...all, ...Object.fromEntries(names) };
  const path = requireFile(positionals);
  const formatted = values.json ? { ...values, format: 'json' } : values;
  const format = requireFormat(formatted, ['text', 'json']);
  requireRoles(values);
  const asked = getOptions(values);
  const intake = getIntake(reading);
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
  return exitCodes.ok;
}

function requireRoles({ label, prediction, error }: Values): void {
  if (error !== undefined) {
    if (label === undefined && prediction === undefined) return;
    throw new UsageError('pass either --error, or --label and --prediction, not both');
  }
  if (label === undefined) throw new UsageError('pass --label and --prediction, or --error');
  if (prediction === undefined)
    throw new UsageError('--label requires --prediction. Add --prediction.');
}

// Omitted options get the package's defaults; the package validates the values.
function getOptions(values: Values): SliceOptions {
  const number = (option: 'alpha' | 'confidence') =>
    values[option] === undefined ? undefined : requireNumber(`--${option}`, values[option]);
  const whole = (
    option: 'max-conditions' | 'min-rows' | 'bins' | 'top' | 'permutations' | 'seed',
    least: number,
  ) => {
    const text = values[option];
    return text === undefined ? undefined : requireWhole(`--${option}`, text, least);
  };
  return {
    alpha: number('alpha'),
    minRows: whole('min-rows', 1),
    maxConditions: whole('max-conditions', 1),
    bins: whole('bins', 2),
    top: whole('top', 1),
    confidence: number('confidence'),
    permutations: whole('permutations', 0),
    seed: whole('seed', 0),
  };
}

async function read(path: string, values: Values, intake: IntakeOptions) {
  const named = roles.flatMap((role) => values[role] ?? []);
  const chosen = getList(values.search);
  const asked = chosen.length > 0 ? [...new Set([...chosen, ...named])] : undefined;
  const labels = [values.label, values.prediction].filter((name) => name !== undefined);
  const spellings = getSpelling(intake.spellings, [], [labels], true);
  const table = await readColumns(path, asked, merging(intake, spellings));
  const missing = named.find((name) => !Object.hasOwn(table, name));
  if (missing !== undefined) throw noColumn(path, missing, Object.keys(table));
  const columns = asked ? chosen : Object.keys(table).filter((name) => !named.includes(name));
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

function noColumn(path: string, name: string, known: readonly string[]): InputError {
  const meant = nearest(name, known);
  const hint = meant === undefined ? '' : `; did you mean '${meant}'?`;
  return new InputError(oneLine(`${getName(path)}: there is no column '${name}'${hint}`));
}

export const slices: Command = {
  name: 'slices',
  manual,
  options,
  run,
};
