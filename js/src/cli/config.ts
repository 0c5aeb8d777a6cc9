// SPDX-License-Identifier: Apache-2.0
//
// fairwasm.config.json: options that every call has, in a file beside the data or the code. Its sections are commands and
// its keys their options; what the command line says takes the place of what the file says, option by option.

import { readFile } from 'node:fs/promises';
import type { ParseArgsConfig } from 'node:util';
import { nearest } from '../core/nearest.js';
import { isPlain, shown } from '../core/options.js';
import { oneLine } from '../report/shown.js';
import { InputError, parse, UsageError } from './command.js';
import { rows } from './rows.js';

/** The file that is read where it is there, and nobody names another one. */
export const configFile = 'fairwasm.config.json';

/** The commands that it has sections for. */
const sections: readonly string[] = ['audit', 'compare'];

/** Options of the command line alone: `metric` names code to run, which a file that was found must not. */
export const onlyGiven: readonly string[] = ['config', 'example', 'metric'];

/** An option of the command line, so that a file can be named. */
export const configOptions = { config: rows.config } as const;

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * The arguments with those of the configuration before them. An example brings its own data, and is not configured.
 *
 * @throws InputError for a file that cannot be read, or is no configuration: unknown sections, options or values.
 */
export async function configured<T extends Options>(
  command: string,
  argv: readonly string[],
  options: T,
): Promise<string[]> {
  const given = parse(argv, withoutDefaults(options)).values as Readonly<Record<string, unknown>>;
  if (given.example !== undefined) {
    if (given.config !== undefined) {
      throw new UsageError('--example brings its own data: leave out --config');
    }
    return [...argv];
  }
  const path = given.config as string | undefined;
  const section = await readSection(path ?? configFile, path !== undefined, command);
  const known = Object.keys(options).filter((name) => !onlyGiven.includes(name));
  const before = Object.entries(section).flatMap(([name, value]) => {
    const where = `${path ?? configFile}: ${command}.${name}`;
    if (!known.includes(name)) throw unknown(where, 'option', name, known);
    const argument = argumentsOf(where, name, value, options[name] as Options[string]);
    return given[name] === undefined ? argument : [];
  });
  return [...before, ...argv];
}

/** Those of the command, without what they are by default: what was given can then be told. */
const withoutDefaults = (options: Options): Options =>
  Object.fromEntries(
    Object.entries(options).map(([name, { default: _, ...option }]) => [name, option]),
  );

async function readSection(
  path: string,
  isNamed: boolean,
  command: string,
): Promise<Readonly<Record<string, unknown>>> {
  const config = await readConfig(path, isNamed);
  const known = ['$schema', ...sections];
  const stray = Object.keys(config).find((name) => !known.includes(name));
  if (stray !== undefined) throw unknown(`${path}: ${stray}`, 'command', stray, sections);
  const section = config[command] ?? {};
  if (isPlain(section)) return section as Readonly<Record<string, unknown>>;
  throw new InputError(
    oneLine(`${path}: ${command} takes an object with options, not ${shown(section)}`),
  );
}

async function readConfig(
  path: string,
  isNamed: boolean,
): Promise<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isNamed) return {};
    throw new InputError(
      oneLine(`${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`),
    );
  }
  try {
    const config: unknown = JSON.parse(text);
    if (isPlain(config)) return config as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new InputError(oneLine(`${path}: it is no JSON: ${(error as Error).message}`));
  }
  throw new InputError(oneLine(`${path}: it takes an object, with commands such as "audit"`));
}

/** The option as the command line has it; its values are judged there. */
function argumentsOf(
  where: string,
  name: string,
  value: unknown,
  { type, multiple = false }: Options[string],
): string[] {
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value ? [`--${name}`] : [];
    throw new InputError(oneLine(`${where} takes true or false, not ${shown(value)}`));
  }
  const values = multiple && Array.isArray(value) ? value : [value];
  const stray = values.find((each) => !['string', 'number'].includes(typeof each));
  if (stray === undefined && values.length > 0) return values.map((each) => `--${name}=${each}`);
  const takes = multiple ? 'texts or numbers' : 'a text or a number';
  throw new InputError(oneLine(`${where} takes ${takes}, not ${shown(stray ?? value)}`));
}

function unknown(where: string, what: string, name: string, known: readonly string[]): InputError {
  const meant = nearest(name, known);
  const hint = meant ? `did you mean '${meant}'?` : `there are ${known.join(', ')}`;
  return new InputError(oneLine(`${where}: there is no such ${what}; ${hint}`));
}
