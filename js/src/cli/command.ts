// SPDX-License-Identifier: Apache-2.0
//
// What a command of the command line is, and what is common to reading their arguments.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { suggestion } from '../core/options.js';
import type { Manual, Options } from './options.js';

/** What the process ends with. */
export const exitCodes = {
  ok: 0,
  /** A file or something in it cannot be used. */
  badInput: 1,
  /** The command line itself is wrong. */
  badUsage: 2,
  /** Everything worked, and a value is beyond a limit that --fail-under or --fail-over sets, or evidence differs. */
  limitCrossed: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

type ParserOptions = NonNullable<ParseArgsConfig['options']>;

/** One command: a file in this folder and a row in the table of commands.ts. */
export interface Command {
  name: string;
  /** What --help shows. */
  manual: Manual;
  /** Its options, for the parser and for completion. */
  options: Options;
  run(argv: readonly string[]): Promise<ExitCode>;
}

/** A mistake in the command line; its message is shown together with a pointer to --help. */
export class UsageError extends Error {}

/** A file that cannot be used; its message is shown as it is. */
export class InputError extends Error {}

type Parsed<T extends ParserOptions> = ReturnType<
  typeof parseArgs<{ options: T; strict: true; allowPositionals: true }>
>;

/** The arguments as `node:util` parses them; throws {@link UsageError} for any that are not known. */
export function parse<T extends ParserOptions>(argv: readonly string[], options: T): Parsed<T> {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError(explain(error as NodeJS.ErrnoException, Object.keys(options)));
  }
}

function explain({ code, message }: NodeJS.ErrnoException, options: readonly string[]): string {
  const unknown = /'-{1,2}([^']+)'/.exec(message)?.[1];
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || unknown === undefined) {
    return message.split('\n', 1)[0] as string;
  }
  // The package's word for --group is groups.
  const known = options.includes('group') ? [...options, 'groups'] : options;
  const meant = suggestion(unknown, known)?.replace(/^groups$/, 'group');
  return `there is no option '--${unknown}'${meant ? `; did you mean '--${meant}'?` : ''}`;
}

/** One of several words, `--format` for instance. */
export function requireChoice<T extends string>(
  option: string,
  value: string,
  choices: readonly T[],
): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const meant = suggestion(value, choices);
  const hint = meant === undefined ? '' : `; did you mean '${meant}'?`;
  throw new UsageError(`${option} is one of ${choices.join(', ')}, not '${value}'${hint}`);
}

/** A finite number, as JavaScript writes it. */
export function requireNumber(option: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new UsageError(`${option} takes a number, not '${text}'`);
}

/** A number from 0 to 1, both included. */
export function requireShare(option: string, text: string): number {
  const value = requireNumber(option, text);
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`${option} takes a number from 0 to 1, not '${text}'`);
}

/** `name=value` as a pair; the value may hold further equals signs. */
export function requirePair(option: string, text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`${option} takes NAME=VALUE, not '${text}'`);
}

/**
 * What an option that may be repeated names, whether by repetition or between commas. A comma after a
 * backslash is part of a name.
 */
export function listOf(values: readonly string[] | undefined): string[] {
  return (values ?? [])
    .flatMap((value) => value.split(/(?<!\\),/))
    .map((name) => name.replaceAll('\\,', ','))
    .filter((name) => name !== '');
}

/** Names of which none stands there twice. */
export function requireOnce(option: string, names: readonly string[]): readonly string[] {
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated === undefined) return names;
  throw new UsageError(`${option} names '${repeated}' twice`);
}

/** The one file that a command is given. */
export function requireFile([path, ...more]: readonly string[]): string {
  if (path === undefined) throw new UsageError('give a CSV file, or - for standard input');
  if (more.length > 0) throw new UsageError(`give one file at a time, without '${more[0]}'`);
  return path;
}

/** The character that `--delimiter` names; undefined where it is to be guessed. */
export function requireDelimiter(text: string | undefined): string | undefined {
  const delimiter = text?.toLowerCase() === 'tab' ? '\t' : text;
  if (delimiter === undefined || /^[^"\r\n\0\u0080-\uffff]$/.test(delimiter)) return delimiter;
  throw new UsageError(`--delimiter takes one ASCII character or 'tab', not '${text}'`);
}
