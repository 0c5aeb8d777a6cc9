// SPDX-License-Identifier: Apache-2.0
//
// The options that override how a file is read: the same in every command that reads one.

import type { Intake, IntakeOptions } from '../data/coded-csv.js';
import { thousandsMarks } from '../data/intake/number-texts.js';
import { oneLine } from '../report/shown.js';
import { listOf, requireChoice, requireDelimiter, UsageError } from './command.js';
import { flag, list, text } from './options.js';
import { forTerminal } from './output.js';

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
  names: list('NAME,...', 'names for all columns, instead of those in the file'),
  sheet: text(
    'NAME',
    'sheet of a workbook, or file in a ZIP archive, by name or number. Default: the only one ' +
      'with a table',
  ),
} as const;

export const intakeOptionNames: readonly string[] = Object.keys(intakeOptions);

type Values = {
  [Name in Exclude<keyof typeof intakeOptions, 'header' | 'no-header' | 'names'>]?:
    | string
    | undefined;
} & {
  header?: boolean | undefined;
  'no-header'?: boolean | undefined;
  names?: string[] | undefined;
};

/** Reads the options. Throws {@link UsageError} for impossible ones. */
export function intakeOf(values: Values): IntakeOptions {
  const { encoding, header, sheet } = values;
  if (header && values['no-header']) throw new UsageError('give --header or --no-header, not both');
  const names = listOf(values.names);
  const given: IntakeOptions = {
    delimiter: requireDelimiter(values.delimiter),
    encoding: encoding === undefined ? undefined : requireEncoding(encoding),
    decimal: choice('--decimal', values.decimal, ['.', ','] as const),
    thousands: choice('--thousands', values.thousands, thousandsMarks),
    skipLines: values['skip-lines'] === undefined ? undefined : linesOf(values['skip-lines']),
    header: values['no-header'] ? false : header,
    names: names.length > 0 ? names : undefined,
    sheet: sheet !== undefined && /^[1-9]\d{0,4}$/.test(sheet) ? Number(sheet) : sheet,
  };
  const asked = Object.entries(given).filter(([, value]) => value !== undefined);
  if (given.thousands !== undefined && given.thousands === (given.decimal ?? '.'))
    throw new UsageError('--thousands and --decimal name the same character');
  return Object.fromEntries(asked);
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

function linesOf(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new UsageError(`--skip-lines takes a whole number, not '${text}'`);
}

/** Prints unusual decisions about a file to standard error. */
export const printNotes =
  (path: string) =>
  ({ notes }: Intake): void => {
    for (const note of notes)
      process.stderr.write(`fairwasm: ${forTerminal(oneLine(`${path}: ${note}`))}\n`);
  };
