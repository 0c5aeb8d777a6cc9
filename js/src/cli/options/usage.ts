// SPDX-License-Identifier: Apache-2.0
//
// Checks of texts on the command line.

import { didYouMean } from '../../core/nearest.js';
import { suggestion } from '../../core/options.js';

/** An invalid command line; the message is printed with a pointer to --help. */
export class UsageError extends Error {}

/** A command line without an option that names a column; the message also lists the columns of the file. */
export class MissingColumnError extends UsageError {}

/** Returns a value that must be one of `choices`, such as that of `--format`. */
export function requireChoice<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const match = choices.find((choice) => choice === value);
  if (match !== undefined) return match;
  const hint = didYouMean(suggestion(value, choices));
  throw new UsageError(`${option} must be one of ${choices.join(', ')}, got '${value}'${hint}`);
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

/** The same for a value without equals signs, such as a number. */
export function requireLastPair(option: string, text: string): [name: string, value: string] {
  const [, name, value] = /^(.+)=([^=]*)$/s.exec(text) ?? requirePair(option, text);
  return [unescaped(name as string), value as string];
}

/** The same for a name that is one of `names`, which may contain equals signs. */
export function pairWith(names: readonly string[], option: string, text: string): [name: string, value: string] {
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
export function requireOnce(option: string, names: string[]): string[] {
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated === undefined) return names;
  throw new UsageError(`${option} names '${repeated}' twice`);
}
