// SPDX-License-Identifier: Apache-2.0
//
// fairwasm.config.json: default options for every call, in a file next to the data or code. Its sections are
// commands and its keys are options; options on the command line override them.

import { readFile } from 'node:fs/promises';
import { countMetrics } from '../../audit/custom/count-metrics.js';
import { didYouMeanAny } from '../../core/nearest.js';
import { isPlain, shown } from '../../core/options.js';
import { oneLine } from '../../document/format.js';
import { looksLikeFormula } from '../../metrics/formula.js';
import { InputError, parseTexts } from '../command.js';
import { unusable } from '../input/input.js';
import type { Options } from './options.js';
import { rows } from './rows.js';
import { UsageError } from './usage.js';

/** The file that is read if it exists and --config is not passed. */
export const configFile = 'fairwasm.config.json';

/** Commands that have a section. */
const sections: readonly string[] = ['audit', 'compare'];

/** Options that are not allowed in the file. */
export const onlyGiven: readonly string[] = ['config', 'example'];

/** The option that names another file. */
export const configOptions = { config: rows.config } as const;

/**
 * Returns the arguments preceded by those of the configuration. Examples have their own data and ignore the
 * configuration.
 *
 * @throws InputError if the file cannot be read; UsageError for unknown sections, options, or values.
 */
export async function configured<T extends Options>(
  command: string,
  argv: readonly string[],
  options: T,
): Promise<string[]> {
  const given = parseTexts(argv, options).values;
  if (given.example !== undefined) {
    if (given.config !== undefined) {
      throw new UsageError('--example uses built-in data. Remove --config.');
    }
    return [...argv];
  }
  const path = given.config as string | undefined;
  const section = await readSection(path ?? configFile, path !== undefined, command);
  const known = Object.keys(options).filter((name) => !onlyGiven.includes(name));
  const before = Object.entries(section).flatMap(([name, value]) => {
    const where = `${path ?? configFile}: ${command}.${name}`;
    if (!known.includes(name)) throw unknown(where, 'option', name, known);
    const argument = getArguments(where, name, value, options[name] as Options[string]);
    return given[name] === undefined ? argument : [];
  });
  return [...before, ...argv];
}

async function readSection(
  path: string,
  isNamed: boolean,
  command: string,
): Promise<Readonly<Record<string, unknown>>> {
  const config = await readConfig(path, isNamed);
  const known = ['$schema', ...sections];
  const unexpected = Object.keys(config).find((name) => !known.includes(name));
  if (unexpected !== undefined) throw unknown(`${path}: ${unexpected}`, 'command', unexpected, sections);
  const section = config[command] ?? {};
  if (isPlain(section)) return section as Readonly<Record<string, unknown>>;
  throw new UsageError(oneLine(`${path}: ${command} must be an object with options, got ${shown(section)}`));
}

async function readConfig(path: string, isNamed: boolean): Promise<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unusable(path, error);
    if (isNamed) throw new UsageError(`--config ${path}: file not found`);
    return {};
  }
  try {
    const config: unknown = JSON.parse(text);
    if (isPlain(config)) return config as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new InputError(oneLine(`${path}: invalid JSON: ${(error as Error).message}`));
  }
  throw new UsageError(oneLine(`${path}: must be an object with commands such as "audit"`));
}

/** Returns the option in command-line form; the parser validates its values. */
function getArguments(where: string, name: string, value: unknown, { type, multiple }: Options[string]): string[] {
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value ? [`--${name}`] : [];
    throw new UsageError(oneLine(`${where} must be true or false, got ${shown(value)}`));
  }
  const values = multiple && Array.isArray(value) ? value : [value];
  const unexpected = values.find((each) => !['string', 'number'].includes(typeof each));
  const module = name === 'metric' ? values.find((each) => !isHarmless(String(each))) : undefined;
  if (module !== undefined) {
    const why = 'must be a formula, such as FN / FP, or a name: a file must not run code';
    throw new UsageError(oneLine(`${where} ${why}; pass --metric ${module}`));
  }
  if (unexpected === undefined && values.length > 0) return values.map((each) => `--${name}=${each}`);
  const takes = multiple ? 'strings or numbers' : 'a string or a number';
  throw new UsageError(oneLine(`${where} takes ${takes}, not ${shown(unexpected ?? value)}`));
}

const isHarmless = (metric: string): boolean => looksLikeFormula(metric) || Object.hasOwn(countMetrics, metric);

function unknown(key: string, kind: string, name: string, names: readonly string[]): UsageError {
  return new UsageError(oneLine(`${key}: unknown ${kind}${didYouMeanAny(name, names)}`));
}
