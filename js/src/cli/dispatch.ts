// SPDX-License-Identifier: Apache-2.0
//
// Finds and runs the command; turns an exception into a one-line message and an exit code.

import { statSync } from 'node:fs';
import { getMax } from '../core/extremes.js';
import { didYouMean, didYouMeanAny } from '../core/nearest.js';
import { oneLine } from '../document/format.js';
import { padRight, wrap } from '../document/layout.js';
import { type Command, type ExitCode, exitCodes, InputError } from './command.js';
import { commands } from './commands.js';
import { useOptions } from './input/intake.js';
import { helpText } from './options/options.js';
import { MissingColumnError, UsageError } from './options/usage.js';
import { forTerminal, writeStandardOutput } from './output/output.js';
import { packageVersion } from './version.js';

const names = Object.keys(commands);

function help(): string {
  const longest = getMax(names.map((name) => name.length));
  const rows = Object.entries(commands).flatMap(([name, { summary }]) =>
    wrap(summary, 80 - longest - 4).map((line, i) => `  ${padRight(i === 0 ? name : '', longest)}  ${line}`),
  );
  return `Usage: fairwasm COMMAND ...

Measures whether a model treats groups of people differently. Your data never
leaves this machine.

Commands
${rows.join('\n')}

fairwasm COMMAND --help describes a command; --help --all lists every option.
fairwasm --version prints the version.

Examples
  fairwasm audit people.csv --label outcome --prediction decision --group sex
  fairwasm audit --example compas
  fairwasm explain disparateImpact
`;
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h';
const asksForHelp = (name: string | undefined) => name === 'help' || isHelp(name ?? '');

const isCommand = (name: string | undefined): name is string => name !== undefined && Object.hasOwn(commands, name);

const getCommand = async (name: string | undefined): Promise<Command | undefined> =>
  isCommand(name) ? commands[name]?.load() : undefined;

async function dispatch([name, ...rest]: readonly string[]): Promise<ExitCode> {
  const command = await getCommand(asksForHelp(name) ? rest[0] : name);
  if (command && (asksForHelp(name) || rest.some(isHelp))) {
    await writeStandardOutput(`${helpText(command.manual, rest.includes('--all') ? 'all' : 'short')}\n`);
  } else if (command) {
    return await runCommand(command, rest);
  } else if (name === '--version' || name === '-v') {
    await writeStandardOutput(`${await packageVersion()}\n`);
  } else if (asksForHelp(name)) {
    await writeStandardOutput(help());
  } else if (name === undefined) {
    process.stderr.write(help()); // Without a command, the user needs the list of commands.
    return exitCodes.badUsage;
  } else {
    throw unknownCommand(name);
  }
  return exitCodes.ok;
}

/**
 * Runs a command. An error about a missing value names the option that omits such rows, if the command has it; an error about
 * a missing option for a column names the columns of the file.
 */
async function runCommand(command: Command, argv: readonly string[]): Promise<ExitCode> {
  useOptions(command.options);
  try {
    return await command.run(argv);
  } catch (error) {
    if (error instanceof InputError && error.isMissingValue && 'missing' in command.options)
      error.message += '; --missing drop omits such rows';
    if (error instanceof MissingColumnError) error.message += await columnsOf(argv);
    throw error;
  }
}

const maxColumns = 20;

async function columnsOf(argv: readonly string[]): Promise<string> {
  const path = argv.find((argument) => statSync(argument, { throwIfNoEntry: false })?.isFile());
  if (path === undefined) return '';
  const { readColumnNames } = await import('./input/file-columns.js');
  const columns = await readColumnNames(path).catch(() => []);
  const more = columns.length > maxColumns ? `, and ${columns.length - maxColumns} more` : '';
  return columns.length === 0 ? '' : `. ${path} has the columns ${columns.slice(0, maxColumns).join(', ')}${more}`;
}

function unknownCommand(name: string): UsageError {
  const hint = name === 'version' ? didYouMean('--version') : didYouMeanAny(name, names);
  return new UsageError(`unknown command '${name}'${hint}`);
}

/** Runs `fairwasm` with these arguments; resolves with the exit code and never rejects. */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  try {
    return await dispatch(argv);
  } catch (error) {
    if (error instanceof UsageError) {
      const where = isCommand(argv[0]) ? `fairwasm ${argv[0]} --help` : 'fairwasm --help';
      process.stderr.write(`fairwasm: ${oneLine(error.message)} (${where})\n`);
      return exitCodes.badUsage;
    }
    const message = error instanceof InputError ? error.message : `internal error: ${(error as Error).stack}`;
    process.stderr.write(`fairwasm: ${forTerminal(message)}\n`);
    return exitCodes.badInput;
  }
}
