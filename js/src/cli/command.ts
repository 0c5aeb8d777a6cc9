// SPDX-License-Identifier: Apache-2.0
//
// The interface of a command, and helpers that parse and validate arguments.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { suggestion } from '../core/options.js';
import type { Manual, Options } from './options.js';

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

type ParserOptions = NonNullable<ParseArgsConfig['options']>;

/** A command: a file in this folder and an entry in commands.ts. */
export interface Command {
  name: string;
  /** The contents of --help. */
  manual: Manual;
  /** Options for the parser and for completion. */
  options: Options;
  run(argv: readonly string[]): Promise<ExitCode>;
}

/** An invalid command line; the message is printed with a pointer to --help. */
export class UsageError extends Error {}

/** An unusable file; the message is printed unchanged. */
export class InputError extends Error {}

type Parsed<T extends ParserOptions> = ReturnType<
  typeof parseArgs<{ options: T; strict: true; allowPositionals: true }>
>;

/** Parses arguments with `node:util`; throws {@link UsageError} for unknown ones. */
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
  // The package calls this argument groups.
  const known = options.includes('group') ? [...options, 'groups'] : options;
  const meant = suggestion(unknown, known)?.replace(/^groups$/, 'group');
  return `unknown option '--${unknown}'${meant ? `; did you mean '--${meant}'?` : ''}`;
}

/** Returns a value that must be one of `choices`, such as that of `--format`. */
export function requireChoice<T extends string>(
  option: string,
  value: string,
  choices: readonly T[],
): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const meant = suggestion(value, choices);
  const hint = meant === undefined ? '' : `; did you mean '${meant}'?`;
  throw new UsageError(`${option} must be one of ${choices.join(', ')}, got '${value}'${hint}`);
}

/** Parses a finite number in JavaScript notation. */
export function requireNumber(option: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new UsageError(`${option} requires a number, got '${text}'`);
}

/** Parses a whole number of at least `min`. */
export function requireWhole(option: string, text: string, min: number): number {
  const value = requireNumber(option, text);
  if (Number.isSafeInteger(value) && value >= min) return value;
  throw new UsageError(`${option} requires a whole number of at least ${min}, got '${text}'`);
}

/** Parses a number from 0 to 1, inclusive. */
export function requireShare(option: string, text: string): number {
  const value = requireNumber(option, text);
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`${option} requires a number from 0 to 1, got '${text}'`);
}

/** Removes the backslash before a character that would otherwise have a meaning. */
export const unescaped = (name: string): string => name.replace(/\\([=<>!,])/g, '$1');

/**
 * Splits `name=value`; the value may contain further equals signs, and the name may after a backslash.
 */
export function requirePair(option: string, text: string): [name: string, value: string] {
  const at = text.search(/(?<!\\)=/);
  if (at > 0) return [unescaped(text.slice(0, at)), text.slice(at + 1)];
  throw new UsageError(`${option} requires NAME=VALUE, got '${text}'`);
}

/** The same for a name that is one of `names`, which may contain equals signs. */
export function pairWith(
  names: readonly string[],
  option: string,
  text: string,
): [name: string, value: string] {
  const known = names.filter((name) => text.startsWith(`${name}=`));
  const longest = known.reduce((best, name) => (name.length > best.length ? name : best), '');
  if (longest === '') return requirePair(option, text);
  return [longest, text.slice(longest.length + 1)];
}

/** Returns the names of a repeated or comma-separated option. A comma after a backslash belongs to a name. */
export function getList(values: readonly string[] | undefined): string[] {
  return (values ?? [])
    .flatMap((value) => value.split(/(?<!\\),/))
    .map((name) => name.replaceAll('\\,', ','))
    .filter((name) => name !== '');
}

/** Throws {@link UsageError} if a name is repeated. */
export function requireOnce(option: string, names: readonly string[]): readonly string[] {
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated === undefined) return names;
  throw new UsageError(`${option} names '${repeated}' twice`);
}

/** Returns the only file that was passed. */
export function requireFile([path, ...more]: readonly string[]): string {
  if (path === undefined) throw new UsageError('name a CSV file, or - for standard input');
  if (more.length > 0) throw new UsageError(`pass one file at a time; remove '${more[0]}'`);
  return path;
}

/** Returns the character for `--delimiter`, or undefined to detect it. */
export function requireDelimiter(text: string | undefined): string | undefined {
  const delimiter = text?.toLowerCase() === 'tab' ? '\t' : text;
  if (delimiter === undefined || /^[^"\r\n\0\u0080-\uffff]$/.test(delimiter)) return delimiter;
  throw new UsageError(`--delimiter requires one ASCII character or 'tab', got '${text}'`);
}
