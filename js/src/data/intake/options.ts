// SPDX-License-Identifier: Apache-2.0
//
// The options that override decisions about a file, and their checks.

import { type FairwasmError, invalid } from '../../core/error.js';
import { requireBoolean, requireFunction, requireTexts, shown } from '../../core/options.js';
import type { Value } from '../value.js';
import { type PercentNotation, percentNotations, thousandsMarks } from './number-texts.js';

/** The order of day and month in dates such as 1/2/2024. */
export type DateOrder = 'dmy' | 'mdy';
export const dateOrders: readonly DateOrder[] = ['dmy', 'mdy'];

/** Overrides of the reader's decisions about a file; see {@link Intake}. */
export interface IntakeOptions {
  /** The value that a blank of a column stands for, such as `{ selected: 'no' }`. Default: none; a blank is missing. */
  blanks?: Readonly<Record<string, string>> | undefined;
  /** Other names for values of a column, such as `{ sex: { M: 'male' } }`. Default: none. */
  recode?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /**
   * Cuts columns of numbers or dates into ranges: `{ age: [18, 65] }`, `{ age: { upTo: [25] } }` for 25 in the lower
   * range, or `{ hired: ['2024-01-01'] }`.
   */
  bins?:
    | Readonly<Record<string, readonly number[] | readonly string[] | { readonly upTo: readonly number[] }>>
    | undefined;
  /**
   * Keeps the rows that meet all conditions. A value may be a date or a period, such as `2024-03-01`, `2024-Q1`, or
   * `2024-03`, with which the dates of a column are compared: those `=` a period are in it, and those `<=` it are in
   * or before it.
   */
  where?:
    | readonly {
        column: string;
        operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
        /** For `=`, any of these values; for `!=`, none of these values. */
        value: Value | readonly Value[];
      }[]
    | undefined;
  /**
   * Omits the rows without a value in a column, and those with one of these values: `{ race: ['Unknown'], label: [] }`.
   * Values are compared without case and punctuation.
   */
  omit?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Keeps this number of the most frequent categories of a column; all others become `other`. The file is read twice.
   */
  largest?: Readonly<Record<string, number>> | undefined;
  /**
   * The delimiter, an ASCII character. Default: the delimiter that a first line such as `sep=;` specifies.
   * Otherwise, the comma, semicolon, tab, or vertical bar that splits the most rows into the same number of fields,
   * or blanks between columns.
   */
  delimiter?: string | undefined;
  /** `','` if numbers are written 0,5. Default: a decimal point, or a comma if all numbers of a column have a comma. */
  decimal?: '.' | ',' | undefined;
  /** The thousands separator of numbers such as 1,390. Default: detected if it is not a decimal mark. */
  thousands?: (',' | '.' | "'" | ' ' | '’' | '\u00a0' | '\u2009' | '\u202f') | undefined;
  /**
   * The encoding of text; a byte order mark in the file takes precedence. Default: UTF-8, UTF-16 if every other byte is
   * zero, or Windows-1252 for text that is not UTF-8.
   */
  encoding?: ('utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | (string & {})) | undefined;
  /**
   * Number of lines above the header to skip; no other lines are then skipped, except blank lines. Default: lines
   * above and below the table are detected by their fields, and repeated headers by their names.
   */
  skipLines?: number | undefined;
  /** Whether the first line contains the names of the columns. Default: true, unless it looks like the rows below. */
  header?: boolean | undefined;
  /** Names for all columns, which replace the names in the file. */
  names?: readonly string[] | undefined;
  /**
   * The order of day and month in dates such as 1/2/2024, for conditions, ranges, and batches. Default: detected from
   * the column; an error if it matters and is not clear. Dates such as 1.2.2024 begin with the day.
   */
  dateOrder?: 'dmy' | 'mdy' | undefined;
  /** How to read numbers such as 45%; see {@link PercentNotation}. Default: `fraction`. */
  percent?: 'fraction' | 'number' | 'text' | undefined;
  /** Whether to omit blank rows between others or to read them as rows of missing values. Default: `drop`. */
  blankRows?: 'drop' | 'keep' | undefined;
  /**
   * Whether invisible characters in values, such as zero-width spaces, are removed, or kept and written as codes such
   * as `<U+200B>`, so that values that look the same remain different. Default: they are removed from the names of
   * groups and labels, and {@link readCsv} returns them.
   */
  invisible?: 'remove' | 'keep' | undefined;
  /** Whether to omit a row below the table that looks like a total. Default: `drop`. */
  totals?: 'drop' | 'keep' | undefined;
  /** The sheet of a workbook, or the file in a ZIP archive, by its name or its number from 1. */
  sheet?: string | number | undefined;
  /** Spellings of one value; see {@link Spelling}. Default: `keep` in {@link readCsv}, `merge` in audits. */
  spellings?: ('merge' | 'keep' | readonly (readonly string[])[]) | undefined;
}

/**
 * Treatment of values that differ only in case, blanks, punctuation, or invisible characters. `merge` replaces each
 * value with the first spelling in the file, and `keep` treats them as different values. Lists of columns merge only
 * the values in these columns: the columns of a list use the same spellings, and an empty list stands for all other
 * columns.
 */
export type Spelling = NonNullable<IntakeOptions['spellings']>;

/**
 * @internal Returns the spelling that merges the values of each column, and of columns of labels, which share values.
 *
 * @param hasOthers Whether all other columns are merged too.
 */
export function getSpelling(
  input: Spelling | undefined,
  columns: readonly string[],
  labels: readonly (readonly string[])[] = [],
  hasOthers = false,
): Spelling {
  if (input !== undefined && input !== 'merge') return input;
  const lists = [...columns.map((name) => [name]), ...labels].filter(({ length }) => length > 0);
  return hasOthers ? [...lists, []] : lists;
}

/** @internal */
export const intakeOptionNames = Object.keys({
  delimiter: true,
  decimal: true,
  thousands: true,
  encoding: true,
  skipLines: true,
  header: true,
  names: true,
  dateOrder: true,
  percent: true,
  blankRows: true,
  invisible: true,
  totals: true,
  sheet: true,
  spellings: true,
  blanks: true,
  recode: true,
  bins: true,
  where: true,
  omit: true,
  largest: true,
} satisfies Record<keyof IntakeOptions, true>);

const allowedValues = {
  dateOrder: dateOrders,
  percent: percentNotations,
  blankRows: ['drop', 'keep'],
  invisible: ['remove', 'keep'],
  totals: ['drop', 'keep'],
} as const satisfies { [Name in keyof IntakeOptions]?: readonly IntakeOptions[Name][] };

/** @internal Throws `invalidArgument` for invalid overrides. */
export function requireIntake(options: IntakeOptions & { onIntake?: ((intake: never) => void) | undefined }): void {
  const { names, header, skipLines, sheet, decimal, thousands, onIntake } = options;
  if (names !== undefined) requireTexts('names', names);
  if (header !== undefined) requireBoolean('header', header);
  if (skipLines !== undefined && !(Number.isSafeInteger(skipLines) && skipLines >= 0))
    throw badOption('skipLines', 'a nonnegative whole number', skipLines);
  const isSheet = typeof sheet === 'string' || (Number.isSafeInteger(sheet) && Number(sheet) > 0);
  if (sheet !== undefined && !isSheet) throw badOption('sheet', 'a name or a number from 1', sheet);
  if (![undefined, '.', ','].includes(decimal)) throw badOption('decimal', "'.' or ','", decimal);
  for (const [name, choices] of Object.entries(allowedValues)) {
    const given = options[name as keyof typeof allowedValues];
    if (given !== undefined && !(choices as readonly string[]).includes(given))
      throw badOption(name, `one of ${choices.join(', ')}`, given);
  }
  if (thousands !== undefined && !thousandsMarks.includes(thousands))
    throw badOption('thousands', `one of ${thousandsMarks.join(' ')}`, thousands);
  if (options.spellings !== undefined && !isSpelling(options.spellings))
    throw badOption('spellings', "'merge', 'keep', or lists of columns", options.spellings);
  if (thousands !== undefined && thousands === (decimal ?? '.'))
    throw badOption('thousands', 'a character other than the decimal mark', thousands);
  if (onIntake !== undefined) requireFunction('onIntake', onIntake);
}

const isSpelling = (input: unknown): input is Spelling =>
  input === 'merge' ||
  input === 'keep' ||
  (Array.isArray(input) &&
    input.every((each) => Array.isArray(each) && each.every((name) => typeof name === 'string')));

/** @internal */
export function badOption(argument: string, expected: string, actual: unknown): FairwasmError {
  return invalid(argument, expected, typeof actual === 'string' ? JSON.stringify(actual) : shown(actual));
}
