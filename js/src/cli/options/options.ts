// SPDX-License-Identifier: Apache-2.0
//
// Options as rows: a row defines how an option is parsed and describes what it does. Help, completion, the manual page, and the
// schema of configuration files are derived from it.

import { padRight, wrap } from '../../document/layout.js';
import { getList, requireChoice, requireLastPair, requireOnce, requirePair, UsageError } from './usage.js';

/** One option. `value` is the placeholder in help, such as `COLUMN`, or the choices, such as `text|json`. */
export interface Option<Value = unknown> {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly default?: string;
  readonly value?: string;
  /** The description: the summary, and details. */
  readonly help: string;
  /** The part of the help that fits into one line. Default: all of it. */
  readonly summary?: string;
  /** The numbers that it accepts, if it takes one. */
  readonly range?: Range;
  /** The content of the column, if the option names one. */
  readonly column?: ColumnKind;
  /** Whether the command cannot run without it. */
  readonly isRequired?: true;
  /** Options one of which must be given if it is not. */
  readonly orElse?: readonly string[];
  /** Options of which one must also be given. */
  readonly requires?: readonly string[];
  /** Options that cannot be given with it. */
  readonly excludes?: readonly string[];
  /** Whether only `--help --all` lists it. */
  readonly isAdvanced?: true;
  /** Converts the texts, one unless `multiple`. Throws {@link UsageError}. */
  readonly read?: (option: string, texts: readonly string[]) => Value;
}

/** The content of a column: categories, names (categories with many values, whose spelling is kept), or numbers. */
export type ColumnKind = 'category' | 'name' | 'number';

/** A noun phrase, or a summary and details, which are a sentence if they start with an uppercase letter. */
export type Help = string | readonly [summary: string, details: string];

const toHelp = (help: Help) =>
  typeof help === 'string'
    ? { help }
    : { help: `${help[0]}${/^\p{Lu}/u.test(help[1]) ? '.' : ';'} ${help[1]}`, summary: help[0] };

/** Returns the description of an option in one line. */
export const getSummary = ({ summary, help }: Pick<Option, 'summary' | 'help'>): string => summary ?? help;

export type Options = Readonly<Record<string, Option>>;

type Value<Row extends Option> = Row extends { read: (...given: never[]) => infer Result }
  ? Result
  : Row extends { type: 'boolean' }
    ? boolean
    : Row extends { multiple: true }
      ? string[]
      : string;

type Certain<T extends Options> = {
  [Name in keyof T]: T[Name] extends { default: string } | { isRequired: true } ? Name : never;
}[keyof T];

/** The values of parsed options, by name; values that are neither required nor have a default may be undefined. */
export type Values<T extends Options> = { [Name in Certain<T>]: Value<T[Name]> } & {
  [Name in Exclude<keyof T, Certain<T>>]?: Value<T[Name]> | undefined;
};

export interface Text {
  type: 'string';
  value: string;
  help: string;
  summary?: string;
}

/** An option with one value. */
export function text(value: string, help: Help): Text;
export function text(value: string, help: Help, initial: string): Text & { default: string };
export function text(value: string, help: Help, initial?: string): Text & { default?: string } {
  const row = { type: 'string' as const, value, ...toHelp(help) };
  if (initial === undefined) return row;
  const described = `${row.help ? `${row.help}. ` : ''}Default: ${initial}`;
  return { ...row, help: described, summary: getSummary(row), default: initial };
}

/** An option that names a column of the file. */
export const column = (kind: ColumnKind, help: Help) => ({ ...text('COLUMN', help), column: kind }) as const;

/** An option that can be repeated. */
export const list = (value: string, help: Help) =>
  ({ type: 'string', multiple: true, value, ...toHelp(help) }) as const;

/** An option without a value. */
export const flag = (help: Help) => ({ type: 'boolean', ...toHelp(help) }) as const;

/** Numbers that an option accepts, with the keywords of JSON Schema. */
export interface Range {
  type: 'integer' | 'number';
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

/** The ranges of options. */
export const ranges = {
  any: { type: 'number' },
  positive: { type: 'number', exclusiveMinimum: 0 },
  notNegative: { type: 'number', minimum: 0 },
  proportion: { type: 'number', minimum: 0, maximum: 1 },
  /** Range of a level, such as a confidence level. */
  level: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  whole: (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): Range => ({ type: 'integer', minimum, maximum }),
} as const;

function describeRange({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Range) {
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum !== undefined)
    return most === undefined ? `${kind} of at least ${minimum}` : `${kind} from ${minimum} to ${most}`;
  if (exclusiveMinimum === undefined) return kind;
  if (exclusiveMaximum !== undefined) return `${kind} between ${exclusiveMinimum} and ${exclusiveMaximum}`;
  return `${kind} above ${exclusiveMinimum}${most === undefined ? '' : `, at most ${most}`}`;
}

const isInRange = (value: number, range: Range): boolean =>
  (range.type === 'number' || Number.isInteger(value)) &&
  value >= (range.minimum ?? Number.NEGATIVE_INFINITY) &&
  value <= (range.maximum ?? Number.POSITIVE_INFINITY) &&
  value > (range.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
  value < (range.exclusiveMaximum ?? Number.POSITIVE_INFINITY);

/** Parses a number in JavaScript notation. */
export function requireNumber(option: string, text: string, range: Range = ranges.any): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && isInRange(value, range)) return value;
  throw new UsageError(`${option} requires ${describeRange(range)}, got '${text}'`);
}

export type Reader<Value> = (option: string, texts: readonly string[]) => Value;

/** An option with a number in a range. */
export function number(range: Range, help: Help): Text & { range: Range; read: Reader<number> };
export function number(
  range: Range,
  help: Help,
  initial: number,
): Text & { range: Range; read: Reader<number>; default: string };
export function number(range: Range, help: Help, initial?: number) {
  const read: Reader<number> = (option, [given]) => requireNumber(option, given as string, range);
  return initial === undefined
    ? { ...text('NUMBER', help), range, read }
    : { ...text('NUMBER', help, String(initial)), range, read };
}

/** An option with one of some values. */
export function choice<T extends string>(choices: readonly T[], help: Help): Text & { read: Reader<T> };
export function choice<T extends string>(
  choices: readonly T[],
  help: Help,
  initial: T,
): Text & { read: Reader<T>; default: string };
export function choice<T extends string>(choices: readonly T[], help: Help, initial?: T) {
  const read: Reader<T> = (option, [given]) => requireChoice(option, given as string, choices);
  const value = choices.join('|');
  return initial === undefined ? { ...text(value, help), read } : { ...text(value, help, initial), read };
}

function readNames(option: string, texts: readonly string[], value: string): string[] {
  const all = getList(texts);
  if (all.length > 0) return requireOnce(option, all);
  throw new UsageError(`${option} requires ${value}`);
}

/** An option with some of a set of values, separated by commas or by repeating it. */
export const choices = <T extends string>(present: readonly T[], value: string, help: Help) => ({
  ...list(value, help),
  read: (option: string, texts: readonly string[]): T[] =>
    readNames(option, texts, value).map((name) => requireChoice(option, name, present)),
});

/** An option with different names, separated by commas or by repeating it. A comma after a backslash belongs to a name. */
export const names = (value: string, help: Help) => ({
  ...list(value, help),
  read: (option: string, texts: readonly string[]): string[] => readNames(option, texts, value),
});

/**
 * An option with pairs `NAME=VALUE`, repeated for each name. With `toValue`, values contain no equals sign, so that names
 * may.
 */
export function pairs(value: string, help: Help): ReturnType<typeof list> & { read: Reader<[string, string][]> };
export function pairs<T>(
  value: string,
  help: Help,
  toValue: (option: string, text: string) => T,
): ReturnType<typeof list> & { read: Reader<[string, T][]> };
export function pairs<T>(value: string, help: Help, toValue?: (option: string, text: string) => T) {
  const read: Reader<[string, T | string][]> = (option, texts) => {
    const all = texts.map((each) => (toValue ? requireLastPair(option, each) : requirePair(option, each)));
    requireOnce(
      option,
      all.map(([name]) => name),
    );
    return all.map(([name, each]) => [name, toValue ? toValue(option, each) : each]);
  };
  return { ...list(value, help), read };
}

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/**
 * Returns the given values of options under the names of the package's arguments, such as `minRows` for `--min-rows`.
 * Omitted options get the package's defaults.
 */
export const toArguments = <V extends object, Name extends keyof V & string>(values: V, names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const argument = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
      return values[name] === undefined ? [] : [[argument, values[name]]];
    }),
  ) as { [Each in Name as CamelCase<Each>]?: Exclude<V[Each], undefined> };

/** Returns the same option as a required one. */
export const required = <Row extends Option>(row: Row): Row & { isRequired: true } => ({ ...row, isRequired: true });

/** The same options, listed only by `--help --all`. */
export const advanced = <Rows extends Options>(rows: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, isAdvanced: true }])) as Rows;

/** The letters of options, the same in every command, such as `-o FILE`. */
export const letters: Readonly<Record<string, string>> = {
  label: 'l',
  prediction: 'p',
  group: 'g',
  output: 'o',
  format: 'f',
};

/** Options under a heading; `notes` are lines that follow them as they are. */
export type Section = readonly [title: string, options: Options, notes?: string];

/** The content of `--help`. */
export interface Manual {
  name: string;
  /** The arguments after the command's name, one entry per form. */
  usage: readonly string[];
  /** Paragraphs, separated by an empty line. */
  about: string;
  sections?: readonly Section[];
  /** Options that a short help lists in addition to those that are required, or that the first usage or a shown example mentions. */
  common?: readonly string[];
  /** Lines after the description as they are. */
  notes?: string;
  /** Paragraphs after the options. */
  closing?: string;
  /** Arguments of this command, or a whole line that starts with `fairwasm`. */
  examples?: readonly string[];
}

export const exitCodeHelp = 'Exit codes: 0 success, 1 unusable input, 2 invalid usage.';

/** The same for commands that judge limits. */
export const limitExitCodeHelp =
  'Exit codes: 0 success, 1 unusable input, 2 invalid usage, 3 a limit was crossed or could not ' + 'be checked.';

const width = 80;
const helpColumn = 28;

const maxShortLines = 60;
const shortExamples = 2;

/** `all`: every option. `usual`: without advanced options. `short`: if `usual` is long, only summaries of common options. */
type HelpLevel = 'short' | 'usual' | 'all';

/** Returns the help of a command, in lines of at most 80 columns. */
export function helpText(manual: Manual, level: HelpLevel = 'all'): string {
  const { sections = [], examples = [] } = manual;
  if (level === 'all') return layOut(manual, sections, examples);
  const text = layOut(
    manual,
    selected(sections, ([, row]) => !row.isAdvanced),
    examples,
  );
  if (level === 'usual' || text.split('\n').length <= maxShortLines) return text;
  const common = commonOptions(manual);
  const short = selected(sections, ([name, row]) => row.isRequired || common.has(name)).map(
    ([title, rows]): Section => {
      const summaries = Object.entries(rows).map(([name, row]) => [name, { ...row, help: getSummary(row) }]);
      return [title, Object.fromEntries(summaries)];
    },
  );
  return layOut(manual, short, examples.slice(0, shortExamples));
}

function commonOptions({ usage, examples = [], common = [] }: Manual): Set<string> {
  const shown = [...usage.slice(0, 1), ...examples.slice(0, shortExamples)].join(' ');
  const mentioned = [...shown.matchAll(/--([a-z-]+)/g)].map(([, name]) => name as string);
  return new Set([...mentioned, ...common, 'format', 'output']);
}

const selected = (
  sections: readonly Section[],
  isSelected: (row: [string, Option]) => boolean | undefined,
): Section[] =>
  sections.map(([title, rows, ...notes]) => [
    title,
    Object.fromEntries(Object.entries(rows).filter(isSelected)),
    ...notes,
  ]);

function layOut(
  { name, usage, about, sections = [], notes, closing }: Manual,
  shown: readonly Section[],
  examples: readonly string[],
): string {
  const hasMore = countOptions(shown) < countOptions(sections);
  const blocks = [
    usage.map((each, i) => usageLines(name, each, i)).join('\n'),
    ...paragraphs(about),
    ...noted(notes),
    ...shown.filter(([, options]) => Object.keys(options).length > 0).map(sectionLines),
    ...(hasMore ? paragraphs(`\`fairwasm ${name} --help --all\` lists all options.`) : []),
    ...paragraphs(closing ?? ''),
  ];
  const lines = examples.map((each) => exampleLines(name, each));
  return [...blocks, ...(lines.length > 0 ? [['Examples', ...lines].join('\n')] : [])].join('\n\n');
}

const countOptions = (sections: readonly Section[]) =>
  sections.reduce((count, [, options]) => count + Object.keys(options).length, 0);

const sectionLines = ([title, options, notes]: Section): string =>
  [...(title ? [title] : []), ...Object.entries(options).map(optionLines), ...noted(notes)].join('\n');

const noted = (notes: string | undefined) => (notes === undefined ? [] : [notes]);

const paragraphs = (text: string) =>
  text.split('\n\n').flatMap((each) => (each === '' ? [] : [wrap(each, width).join('\n')]));

/** Breaks `words` where an option starts, if they are too long for one line. */
function broken(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const part of text.split(/ (?=\[?--)/)) {
    const longer = `${lines.at(-1)} ${part}`;
    if (lines.length > 0 && longer.length <= room) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

function usageLines(name: string, arguments_: string, i: number): string {
  const start = `${i === 0 ? 'Usage: ' : '       '}fairwasm ${name} `;
  return (start + broken(arguments_, width - start.length).join(`\n${' '.repeat(start.length)}`)).trimEnd();
}

const exampleLines = (name: string, arguments_: string) =>
  `  ${broken(/^fairwasm /.test(arguments_) ? arguments_ : `fairwasm ${name} ${arguments_}`.trimEnd(), width - 6).join(' \\\n    ')}`;

function optionLines([name, { value, help }]: readonly [string, Option]): string {
  const letter = letters[name] === undefined ? '' : `-${letters[name]}, `;
  const start = `  ${letter}--${name}${value === undefined ? '' : ` ${value}`}`;
  const lines = wrap(help, width - helpColumn);
  const indent = ' '.repeat(helpColumn);
  if (start.length >= helpColumn) {
    const end = start.length <= width ? start.length : start.lastIndexOf('|', width - 1) + 1;
    const rest = start.slice(end); // of choices that need two lines
    const parts = [start.slice(0, end), ...(rest ? [`      ${rest}`] : [])];
    return [...parts, ...lines.map((line) => indent + line)].join('\n');
  }
  return lines.map((line, i) => (i === 0 ? padRight(start, helpColumn) : indent) + line).join('\n');
}
