#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm`: finds the command, runs it, and turns what it throws into one line and an exit code.

import { nearest } from '../core/nearest.js';
import { padRight, wrap } from '../report/layout.js';
import { oneLine } from '../report/shown.js';
import { type Command, type ExitCode, exitCodes, InputError, UsageError } from './command.js';
import { forTerminal, writeStandardOutput } from './output.js';
import { packageVersion } from './version.js';

// Each is read when it is called: most of the time to start would be that of the others.
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  audit: async () => (await import('./audit.js')).audit,
  classes: async () => (await import('./classes.js')).classes,
  errors: async () => (await import('./errors.js')).errors,
  labels: async () => (await import('./labels.js')).labels,
  compare: async () => (await import('./compare.js')).compare,
  impact: async () => (await import('./impact.js')).impact,
  metric: async () => (await import('./metric.js')).metric,
  amplification: async () => (await import('./amplification.js')).amplification,
  captions: async () => (await import('./captions.js')).captions,
  leakage: async () => (await import('./leakage.js')).leakage,
  dpa: async () => (await import('./dpa.js')).dpa,
  lic: async () => (await import('./lic.js')).lic,
  robustness: async () => (await import('./robustness.js')).robustness,
  slices: async () => (await import('./slices.js')).slices,
  predict: async () => (await import('./predict.js')).predict,
  sql: async () => (await import('./sql.js')).sql,
  thresholds: async () => (await import('./thresholds.js')).thresholds,
  metrics: async () => (await import('./metrics.js')).metrics,
  explain: async () => (await import('./metrics.js')).explain,
  examples: async () => (await import('./examples.js')).examples,
  verify: async () => (await import('./verify.js')).verify,
  report: async () => (await import('./report.js')).report,
  completion: async () => (await import('./completion.js')).completionOf(everyCommand),
};
const names = Object.keys(commands);

const everyCommand = (): Promise<Command[]> =>
  Promise.all(Object.values(commands).map((find) => find()));

async function help(): Promise<string> {
  const all = await everyCommand();
  const longest = Math.max(...names.map((name) => name.length));
  const rows = all.flatMap(({ name, summary }) =>
    wrap(summary, 80 - longest - 4).map(
      (line, i) => `  ${padRight(i === 0 ? name : '', longest)}  ${line}`,
    ),
  );
  return `Usage: fairwasm COMMAND ...

Measures how groups of people fare under a model's decisions, on this machine:
no data leaves it.

Commands
${rows.join('\n')}

fairwasm COMMAND --help explains each; fairwasm --version prints the version.

Examples
  fairwasm audit people.csv --label outcome --prediction decision --group sex
  fairwasm audit --example compas
  fairwasm explain disparateImpact
`;
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h';

const isCommand = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(commands, name);

const commandOf = async (name: string | undefined): Promise<Command | undefined> =>
  isCommand(name) ? commands[name]?.() : undefined;

async function dispatch([name, ...rest]: readonly string[]): Promise<ExitCode> {
  const command = await commandOf(isHelp(name ?? '') ? rest[0] : name);
  if (command && (isHelp(name as string) || rest.some(isHelp))) {
    await writeStandardOutput(`${command.help}\n`);
  } else if (command) {
    return command.run(rest);
  } else if (name === '--version') {
    await writeStandardOutput(`${await packageVersion()}\n`);
  } else if (name !== undefined && isHelp(name)) {
    await writeStandardOutput(await help());
  } else if (name === undefined) {
    process.stderr.write(await help()); // who gives no command wants to know which there are
    return exitCodes.badUsage;
  } else {
    throw unknownCommand(name);
  }
  return exitCodes.ok;
}

function unknownCommand(name: string): UsageError {
  const meant = nearest(name, names);
  return new UsageError(
    `there is no command '${name}'; ${meant ? `did you mean '${meant}'?` : `there are ${names.join(', ')}`}`,
  );
}

async function main(argv: readonly string[]): Promise<ExitCode> {
  try {
    return await dispatch(argv);
  } catch (error) {
    if (error instanceof UsageError) {
      const where = isCommand(argv[0]) ? `fairwasm ${argv[0]} --help` : 'fairwasm --help';
      process.stderr.write(`fairwasm: ${oneLine(error.message)} (${where})\n`);
      return exitCodes.badUsage;
    }
    const message =
      error instanceof InputError ? error.message : `internal error: ${(error as Error).stack}`;
    process.stderr.write(`fairwasm: ${forTerminal(message)}\n`);
    return exitCodes.badInput;
  }
}

process.exitCode = await main(process.argv.slice(2));
