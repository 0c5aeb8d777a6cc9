// SPDX-License-Identifier: Apache-2.0
//
// The options that override how a file is read: the same in every command that reads one.

import { percentNotations, thousandsMarks } from '../../data/intake/number-texts.js';
import { dateOrders, type IntakeOptions } from '../../data/intake/options.js';
import type { BinLimits } from '../../data/intake/ranges.js';
import type { Decision, Intake } from '../../data/intake/record.js';
import type { RowCondition } from '../../data/intake/selection.js';
import { periodReaders } from '../../data/intake/times.js';
import { oneLine } from '../../document/format.js';
import type { Parameter } from '../../sql/index.js';
import { requireDelimiter } from '../command.js';
import {
  advanced,
  choice,
  flag,
  list,
  names,
  number,
  ranges,
  requireNumber,
  text,
  type Values,
} from '../options/options.js';
import { rows } from '../options/rows.js';
import { getList, requireLastPair, requireOnce, UsageError, unescaped } from '../options/usage.js';
import { forTerminal } from '../output/output.js';

const readingOptions = {
  delimiter: text('CHARACTER', ["field separator ('tab' for a tab)", 'Default: detected']),
  encoding: text('NAME', ['encoding of text, such as latin1', 'Default: detected']),
  decimal: { ...choice(['.', ','], ["decimal mark of numbers, '.' or ','", 'Default: detected']), value: 'CHARACTER' },
  thousands: { ...choice(thousandsMarks, ['thousands separator of numbers', 'Default: detected']), value: 'CHARACTER' },
  'skip-lines': number(ranges.whole(0, 999_999), [
    'number of lines to skip above the header',
    'no other lines are skipped. Default: detected',
  ]),
  header: { ...flag(['the first line contains the column names', 'Default: detected']), excludes: ['no-header'] },
  'no-header': flag(['the file has no header row', "the columns are named 'column 1', 'column 2', ..."]),
  columns: names('NAME,...', 'names for all columns, which replace the names in the file'),
  'date-order': choice(dateOrders, ['order of day and month in dates such as 1/2/2024', 'Default: detected']),
  percent: choice(percentNotations, ['how to read 45%: as 0.45, as 45, or as a string', 'Default: fraction']),
  'blank-rows': choice(['drop', 'keep'], ['omit blank rows, or read them as rows of missing values', 'Default: drop']),
  invisible: choice(
    ['remove', 'keep'],
    ['remove invisible characters from values, or write them as codes such as <U+200B>', 'Default: remove'],
  ),
  totals: choice(['drop', 'keep'], ['omit a row below the table that looks like a total, or read it', 'Default: drop']),
  sheet: text('NAME', [
    'sheet of a workbook, or file in a ZIP archive, by name or number',
    'Default: the only sheet or file with a table',
  ]),
  'keep-spellings': flag([
    'do not merge groups or labels that differ only in case, blanks, or punctuation',
    'Default: they are merged, with a note',
  ]),
} as const;

export const intakeOptions = {
  ...advanced(readingOptions),
  blank: list('COLUMN=VALUE', [
    'the value of blank cells in a column, such as selected=no',
    'Default: a missing value',
  ]),
  recode: list('COLUMN:VALUE=NAME', ["rename a value, as in 'sex:M=male'", 'an empty name makes the value missing']),
  where: rows.where,
  bins: rows.bins,
  largest: list('COLUMN=NUMBER', ['keep the NUMBER most frequent categories of a column', "all others become 'other'"]),
} as const;

export const intakeOptionNames: readonly string[] = Object.keys(intakeOptions);

type Given = Values<typeof intakeOptions>;

/** Options of commands that compare groups, which omit rows while a file is read. */
interface GroupValues {
  group?: string | readonly string[] | undefined;
  unknown?: string | readonly string[] | undefined;
}

/** Reads the options. Throws {@link UsageError} for invalid values. */
export function getIntake(values: Given & GroupValues): IntakeOptions {
  const { encoding, header, sheet } = values;
  const bins = rowRanges(values.bins ?? []);
  const where = rowConditions(values.where ?? []);
  const largest = getLargest(values.largest ?? []);
  const given: IntakeOptions = {
    delimiter: requireDelimiter(values.delimiter),
    encoding: encoding === undefined ? undefined : requireEncoding(encoding),
    decimal: values.decimal,
    thousands: values.thousands,
    skipLines: values['skip-lines'],
    header: values['no-header'] ? false : header,
    names: values.columns,
    sheet: sheet !== undefined && /^[1-9]\d{0,4}$/.test(sheet) ? Number(sheet) : sheet,
    dateOrder: values['date-order'],
    percent: values.percent,
    blankRows: values['blank-rows'],
    invisible: values.invisible,
    totals: values.totals,
    spellings: values['keep-spellings'] ? 'keep' : undefined,
    blanks: values.blank && getBlanks(values.blank),
    recode: values.recode && getNewNames(values.recode),
    bins: values.bins && bins,
    where: where.length > 0 ? where : undefined,
    largest: values.largest && largest,
    omit: unknownGroups(values),
  };
  const asked = Object.entries(given).filter(([, value]) => value !== undefined);
  if (given.thousands !== undefined && given.thousands === (given.decimal ?? '.'))
    throw new UsageError('--thousands and --decimal name the same character');
  return Object.fromEntries(asked);
}

const unknownGroups = ({ group, unknown }: GroupValues): IntakeOptions['omit'] =>
  group === undefined || unknown === undefined
    ? undefined
    : Object.fromEntries([group].flat().map((name) => [name, [unknown].flat()]));

/** Returns the options with which rows without a value in one of these columns are omitted, with `--missing drop`. */
export function completing(
  intake: IntakeOptions,
  { missing }: { missing?: 'error' | 'drop' | undefined },
  columns: readonly (string | undefined)[],
): IntakeOptions {
  if (missing !== 'drop') return intake;
  const needed = columns.flatMap((name) => (name === undefined ? [] : [[name, [] as string[]] as const]));
  return { ...intake, omit: { ...Object.fromEntries(needed), ...intake.omit } };
}

const getLargest = (texts: readonly string[]): Record<string, number> =>
  byColumn('--largest', texts, (most) => requireNumber('--largest', most, ranges.whole(1)));

const getBlanks = (texts: readonly string[]): Record<string, string> =>
  byColumn('--blank', texts, (meaning) => meaning);

/** Parses `COLUMN:VALUE=NAME`; a colon after a backslash belongs to the column's name. */
function getNewNames(texts: readonly string[]): NonNullable<IntakeOptions['recode']> {
  const all: Record<string, Record<string, string>> = {};
  for (const text of texts) {
    const [, column = '', value = '', to = ''] = /^((?:[^:\\]|\\.)+):(.+)=([^=]*)$/s.exec(text) ?? [];
    if (value === '') throw new UsageError(`--recode requires COLUMN:VALUE=NAME, got '${text}'`);
    const name = unescaped(column.replaceAll('\\:', ':'));
    all[name] = { ...all[name], [value.trim()]: to.trim() };
  }
  return all;
}

/** Parses `COLUMN=VALUE`; the name may contain `=`. */
function byColumn<T>(option: string, texts: readonly string[], parsed: (value: string) => T) {
  const pairs = texts.map((text): [string, T] => {
    const [name, value] = requireLastPair(option, text);
    return [name, parsed(value.trim())];
  });
  requireOnce(
    option,
    pairs.map(([name]) => name),
  );
  return Object.fromEntries(pairs);
}

function requireEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new UsageError(`--encoding takes the name of an encoding, such as utf-8, utf-16le, or latin1, not '${name}'`);
  }
}

/** The options of commands that override decisions, if their names differ from those of the package's options. */
const otherNames: { readonly [Name in NonNullable<Decision['option']>]?: string } = {
  skipLines: 'skip-lines',
  dateOrder: 'date-order',
  names: 'columns',
  blankRows: 'blank-rows',
  spellings: 'keep-spellings',
  blanks: 'blank',
  missingValues: 'missing-values',
};

let optionsOfCommand: object = {};

/** Notes the options of the command that runs; notes about a file name only these. */
export function useOptions(input: object): void {
  optionsOfCommand = input;
}

const options = new Map<string, string>();

/** Stores the options that override decisions, for {@link withOption}. */
export function storeOptions({ decisions }: Intake): void {
  for (const { note, option } of decisions) if (option !== undefined) options.set(note, otherNames[option] ?? option);
}

/** Returns a note about a file with the option that overrides the decision. */
export function withOption(note: string): string {
  const option = options.get(note);
  return option !== undefined && option in optionsOfCommand ? `${note} (--${option})` : note;
}

/** Prints unusual decisions about a file to standard error, each once, with the option that overrides it. */
export function printNotes(path: string): (intake: Intake) => void {
  const printed = new Set<string>();
  return (intake) => {
    storeOptions(intake);
    for (const note of intake.notes.filter((each) => !printed.has(each))) {
      printed.add(note);
      process.stderr.write(`fairwasm: ${forTerminal(oneLine(`${path}: ${withOption(note)}`))}\n`);
    }
  };
}

/** Parses `age=18,65`, `age>25`, and `hired=2024-01-01`, limits of ranges of a column; a name may contain `=`. */
function rowRanges(texts: readonly string[]): Record<string, BinLimits> {
  const bins = texts.map((text): [string, BinLimits] => {
    const [, name, operator, limits] = /^(.+)([=>])([^=>]*)$/s.exec(text) ?? [];
    if (name === undefined || limits === undefined)
      throw new UsageError(`--bins takes COLUMN=NUMBER,... or COLUMN>NUMBER,..., not '${text}'`);
    const all = getList([limits]);
    const areDates = operator === '=' && all.every((limit) => Number.isNaN(Number(limit)) && periodReaders([limit])[0]);
    if (areDates) return [unescaped(name), all];
    const numbers = all.map((limit) => requireNumber('--bins', limit));
    return [unescaped(name), operator === '>' ? { upTo: numbers } : numbers];
  });
  requireOnce(
    '--bins',
    bins.map(([name]) => name),
  );
  return Object.fromEntries(bins);
}

/** Parses conditions; several values for one column are alternatives. Throws {@link UsageError} for other text. */
function rowConditions(texts: readonly string[]): RowCondition[] {
  const where = texts.map(getCondition);
  const equal = where.filter(({ operator }) => operator === '=');
  const merged = [...new Set(equal.map(({ column }) => column))].map((column) => ({
    column,
    operator: '=' as const,
    value: equal.filter((each) => each.column === column).flatMap(({ value }) => value as Parameter[]),
  }));
  return [...merged, ...where.filter(({ operator }) => operator !== '=')];
}

// A backslash before an operator makes it part of the column's name.
function getCondition(text: string): RowCondition {
  const match = [...text.matchAll(/\\.|<=|>=|!=|=|<|>/gs)].find(([part]) => part[0] !== '\\');
  if (!match || match.index === 0)
    throw new UsageError(`--where takes COLUMN=VALUE, with = != < <= > or >=, not '${text}'`);
  const [operator] = match;
  const [name, value] = [text.slice(0, match.index), text.slice(match.index + operator.length)];
  const column = unescaped(name).trim();
  const isQuoted = /^"(.*)"$/s.test(value);
  const parts = isQuoted ? [value] : getList([value]);
  const values = parts.map((each) => getParameter(isQuoted ? each : each.trim()));
  if (values.length === 0) values.push('');
  const isEquality = operator === '=' || operator === '!=';
  return { column, operator: operator as '=', value: isEquality ? values : (values[0] as Parameter) };
}

// A value in number notation is a number; double quotes make it a string.
export function getParameter(text: string): Parameter {
  const quoted = /^"(.*)"$/s.exec(text);
  if (quoted) return quoted[1] as string;
  return String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
}
