// SPDX-License-Identifier: Apache-2.0
//
// The options that override how a file is read: the same in every command that reads one.

import type { Intake, IntakeOptions } from '../data/coded-csv.js';
import { thousandsMarks } from '../data/intake/number-texts.js';
import { oneLine } from '../document/format.js';
import {
  getList,
  requireChoice,
  requireDelimiter,
  requireOnce,
  requirePair,
  requireWhole,
  UsageError,
  unescaped,
} from './command.js';
import { rowConditions, rowRanges } from './counting.js';
import { flag, list, text } from './options.js';
import { forTerminal } from './output.js';
import { rows } from './rows.js';

export const intakeOptions = {
  delimiter: text('CHARACTER', "field separator ('tab' for a tab). Default: detected"),
  encoding: text('NAME', 'encoding of text, such as latin1. Default: detected'),
  decimal: text('CHARACTER', "decimal mark of numbers, '.' or ','. Default: detected"),
  thousands: text('CHARACTER', 'thousands separator of numbers. Default: detected'),
  'skip-lines': text(
    'NUMBER',
    'lines above the header; nothing else is then skipped. Default: detected',
  ),
  header: flag('the first line names the columns. Default: detected'),
  'no-header': flag("no line names the columns; their names are 'column 1', 'column 2', ..."),
  columns: list('NAME,...', 'names for all columns, instead of those in the file'),
  sheet: text(
    'NAME',
    'sheet of a workbook, or file in a ZIP archive, by name or number. Default: the only one ' +
      'with a table',
  ),
  'keep-spellings': flag(
    'keep groups and labels apart that differ only in case, blanks, or punctuation. Default: ' +
      'merged, with a note',
  ),
  blank: list(
    'COLUMN=VALUE',
    'what a blank of a column means: selected=no. Default: a blank is a missing value',
  ),
  where: rows.where,
  bins: rows.bins,
  largest: list(
    'COLUMN=NUMBER',
    "keep the NUMBER most frequent categories of a column; all others become 'other'",
  ),
} as const;

export const intakeOptionNames: readonly string[] = Object.keys(intakeOptions);

type Flag = 'header' | 'no-header' | 'keep-spellings';
type List = 'columns' | 'blank' | 'where' | 'bins' | 'largest';
type Values = {
  [Name in Exclude<keyof typeof intakeOptions, Flag | List>]?: string | undefined;
} & { [Name in Flag]?: boolean | undefined } & { [Name in List]?: string[] | undefined };

/** Separates a command's own `--bins NUMBER` from the limits of columns. */
export function splitBins<T extends { bins?: string[] | undefined }>(
  given: T,
): [own: Omit<T, 'bins'> & { bins?: string | undefined }, intake: T] {
  const isNumber = (text: string) => !/[=>]/.test(text);
  const cuts = given.bins?.filter((text) => !isNumber(text)) ?? [];
  return [
    { ...given, bins: given.bins?.filter(isNumber).at(-1) },
    { ...given, bins: cuts.length > 0 ? cuts : undefined },
  ];
}

/** Reads the options. Throws {@link UsageError} for impossible ones. */
export function getIntake(values: Values): IntakeOptions {
  const { encoding, header, sheet } = values;
  if (header && values['no-header']) throw new UsageError('give --header or --no-header, not both');
  const names = getList(values.columns);
  const bins = rowRanges(values.bins ?? []);
  const where = rowConditions(values.where ?? []);
  const largest = getLargest(values.largest ?? []);
  const given: IntakeOptions = {
    delimiter: requireDelimiter(values.delimiter),
    encoding: encoding === undefined ? undefined : requireEncoding(encoding),
    decimal: choice('--decimal', values.decimal, ['.', ','] as const),
    thousands: choice('--thousands', values.thousands, thousandsMarks),
    skipLines: values['skip-lines'] === undefined ? undefined : getLines(values['skip-lines']),
    header: values['no-header'] ? false : header,
    names: names.length > 0 ? names : undefined,
    sheet: sheet !== undefined && /^[1-9]\d{0,4}$/.test(sheet) ? Number(sheet) : sheet,
    spellings: values['keep-spellings'] ? 'keep' : undefined,
    blanks: values.blank && getBlanks(values.blank),
    bins: values.bins && bins,
    where: where.length > 0 ? where : undefined,
    largest: values.largest && largest,
  };
  const asked = Object.entries(given).filter(([, value]) => value !== undefined);
  if (given.thousands !== undefined && given.thousands === (given.decimal ?? '.'))
    throw new UsageError('--thousands and --decimal name the same character');
  return Object.fromEntries(asked);
}

const getLargest = (texts: readonly string[]): Record<string, number> =>
  byColumn('--largest', texts, (most) => requireWhole('--largest', most, 1));

const getBlanks = (texts: readonly string[]): Record<string, string> =>
  byColumn('--blank', texts, (meaning) => meaning);

/** Parses `COLUMN=VALUE`; the name may contain `=`. */
function byColumn<T>(option: string, texts: readonly string[], parsed: (value: string) => T) {
  const pairs = texts.map((text): [string, T] => {
    const [, name, value] = /^(.+)=([^=]+)$/s.exec(text) ?? requirePair(option, text);
    return [unescaped(name as string), parsed((value as string).trim())];
  });
  requireOnce(
    option,
    pairs.map(([name]) => name),
  );
  return Object.fromEntries(pairs);
}

const choice = <T extends string>(name: string, value: string | undefined, all: readonly T[]) =>
  value === undefined ? undefined : requireChoice(name, value, all);

function requireEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new UsageError(
      `--encoding takes the name of an encoding, such as utf-8, utf-16le, or latin1, not '${name}'`,
    );
  }
}

function getLines(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new UsageError(`--skip-lines takes a whole number, not '${text}'`);
}

/** Prints unusual decisions about a file to standard error, each once. */
export function printNotes(path: string): (intake: Intake) => void {
  const printed = new Set<string>();
  return ({ notes }) => {
    for (const note of notes.filter((each) => !printed.has(each))) {
      printed.add(note);
      process.stderr.write(`fairwasm: ${forTerminal(oneLine(`${path}: ${note}`))}\n`);
    }
  };
}
