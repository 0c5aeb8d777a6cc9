// SPDX-License-Identifier: Apache-2.0
//
// The interface of a command, and helpers that parse and validate arguments.

import { parseArgs } from 'node:util';
import { didYouMean } from '../core/nearest.js';
import { suggestion } from '../core/options.js';
import {
  exitCodeHelp,
  getSummary,
  letters,
  type Manual,
  type Option,
  type Options,
  type Values,
} from './options/options.js';
import { MissingColumnError, UsageError } from './options/usage.js';

/** Exit codes of the process. */
export const exitCodes = {
  ok: 0,
  /** A file, or data in it, cannot be used. */
  badInput: 1,
  /** The command line is invalid. */
  badUsage: 2,
  /** A value crosses a limit of --fail-under or --fail-over, or evidence differs. */
  limitCrossed: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command: a file in this folder and an entry in commands.ts. */
export interface Command {
  name: string;
  /** The contents of --help. */
  manual: Manual;
  /** Options for the parser and for completion. */
  options: Options;
  run(argv: readonly string[]): Promise<ExitCode>;
}

/** Options under the headings that `--help` shows. */
export type Sections = Readonly<Record<string, Options>>;
type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllOptions<S extends Sections> = Both<S[keyof S]> extends infer All extends Options ? All : never;
/** The values of the options of all sections. */
export type SectionValues<S extends Sections> = Values<AllOptions<S>>;

interface Described<S extends Sections> extends Omit<Manual, 'sections'> {
  sections: S;
}

interface ArgumentCommand<S extends Sections> extends Described<S> {
  run(values: SectionValues<S>, positionals: readonly string[]): Promise<ExitCode>;
}

interface FileCommand<S extends Sections> extends Described<S> {
  /** Whether the command reads several files. */
  takesSeveral?: boolean | undefined;
  run(values: SectionValues<S>, path: string, otherPaths: readonly string[]): Promise<void>;
}

/** The last sentences of the description of a command that reads one file. */
export const fileNote = 'The file needs a header row; use - for standard input. Nothing leaves this machine.';

const described = <S extends Sections>({ sections, ...manual }: Described<S>) => ({
  name: manual.name,
  manual: { closing: exitCodeHelp, ...manual, sections: Object.entries(sections) },
  options: Object.assign({}, ...Object.values(sections)) as AllOptions<S>,
});

/** Returns a command from its options, its help, and what it does with their values and the other arguments. */
export function argumentCommand<const S extends Sections>({ run, ...manual }: ArgumentCommand<S>): Command {
  const whole = described(manual);
  return {
    ...whole,
    async run(argv) {
      const { values, positionals } = parse(argv, whole.options);
      return run(values, positionals);
    },
  };
}

/** The same for a command that reads one CSV file. */
export function fileCommand<const S extends Sections>({
  run,
  about,
  takesSeveral,
  ...manual
}: FileCommand<S>): Command {
  const whole = described({ ...manual, about: `${about} ${fileNote}` });
  return {
    ...whole,
    async run(argv) {
      const { values, positionals } = parseTexts(argv, whole.options);
      const [first, ...otherNames] = positionals;
      const path = requireFile(takesSeveral && first !== undefined ? [first] : positionals);
      await run(readValues(values, whole.options), path, takesSeveral ? otherNames : []);
      return exitCodes.ok;
    },
  };
}

/** The same for a command that has only options. */
export function optionCommand<const S extends Sections>({
  run,
  ...manual
}: Described<S> & { run(values: SectionValues<S>): Promise<void> }): Command {
  const whole = described(manual);
  return {
    ...whole,
    async run(argv) {
      const { values, positionals } = parseTexts(argv, whole.options);
      if (positionals.length > 0) throw new UsageError(`takes only options; remove '${positionals[0]}'`);
      await run(readValues(values, whole.options));
      return exitCodes.ok;
    },
  };
}

/** An unusable file; the message is printed unchanged. */
export class InputError extends Error {
  /** Whether a value is missing, which --missing drop avoids in commands that have the option. */
  isMissingValue = false;
}

interface Parsed<T extends Options> {
  values: Values<T>;
  positionals: string[];
}

type Texts = Readonly<Record<string, string | boolean | string[] | undefined>>;

/**
 * Splits arguments into the texts of options, without defaults, and other arguments; throws {@link UsageError} for
 * unknown ones.
 */
export function parseTexts(argv: readonly string[], options: Options) {
  const present = Object.entries(options).map(([name, { type, multiple = false }]) => [
    name,
    { type, multiple, ...(letters[name] && { short: letters[name] }) },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: Object.fromEntries(present),
      strict: true,
      allowPositionals: true,
    });
    return { values: values as Texts, positionals };
  } catch (error) {
    throw new UsageError(explain(error as NodeJS.ErrnoException, Object.keys(options)));
  }
}

/** Parses arguments and checks them against the rows of the options; throws {@link UsageError}. */
export function parse<T extends Options>(argv: readonly string[], options: T): Parsed<T> {
  const { values, positionals } = parseTexts(argv, options);
  return { values: readValues(values, options), positionals };
}

function readValues<T extends Options>(given: Texts, options: T): Values<T> {
  for (const [name, row] of Object.entries(options)) requireRules(name, row, given);
  const values = Object.entries(options).flatMap(([name, row]): [string, unknown][] => {
    const text = given[name] ?? row.default;
    if (text === undefined) return [];
    return [[name, row.read?.(`--${name}`, [text].flat() as string[]) ?? text]];
  });
  return Object.fromEntries(values) as Values<T>;
}

const isGiven = (texts: Texts, name: string) => texts[name] !== undefined;

function requireRules(name: string, row: Option, given: Texts): void {
  const { isRequired, orElse, requires, excludes, value, default: initial } = row;
  if (!isGiven(given, name)) {
    const isMissing = initial === undefined && orElse && !orElse.some((other) => isGiven(given, other));
    if (isRequired || isMissing) {
      const others = (orElse ?? []).map((other) => ` or --${other}`).join('');
      const MissingError = value?.startsWith('COLUMN') ? MissingColumnError : UsageError;
      throw new MissingError(`pass --${name} ${value}${others}: ${getSummary(row)}`);
    }
    return;
  }
  if (requires && !requires.some((other) => isGiven(given, other))) {
    throw new UsageError(`--${name} requires --${requires.join(' or --')}`);
  }
  const other = excludes?.find((each) => isGiven(given, each));
  if (other !== undefined) {
    throw new UsageError(`--${name} cannot be combined with --${other}. Remove one of them.`);
  }
}

function explain({ code, message }: NodeJS.ErrnoException, options: readonly string[]): string {
  const [, hyphens, unknown] = /'(-{1,2})([^']+)'/.exec(message) ?? [];
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || unknown === undefined) {
    return message.split('\n', 1)[0] as string;
  }
  if (options.includes('format') && /^(?:text|json|markdown|csv|html)$/.test(unknown)) {
    return `unknown option '${hyphens}${unknown}'${didYouMean(`--format ${unknown}`)}`;
  }
  // The package calls this argument groups.
  const names = options.includes('group') ? [...options, 'groups'] : options;
  const meant = suggestion(unknown, names)?.replace(/^groups$/, 'group');
  return `unknown option '${hyphens}${unknown}'${didYouMean(meant && `--${meant}`)}`;
}

/** Returns the only file that was passed. */
export function requireFile([path, ...more]: readonly string[]): string {
  if (path === undefined) throw new UsageError('pass a CSV file, or - for standard input');
  if (more.length > 0) throw new UsageError(`pass one file at a time; remove '${more[0]}'`);
  return path;
}

/** Returns the character for `--delimiter`, or undefined to detect it. */
export function requireDelimiter(text: string | undefined): string | undefined {
  const delimiter = text?.toLowerCase() === 'tab' ? '\t' : text;
  if (delimiter === undefined || /^[^"\r\n\0\u0080-\uffff]$/.test(delimiter)) return delimiter;
  throw new UsageError(`--delimiter requires one ASCII character or 'tab', got '${text}'`);
}
