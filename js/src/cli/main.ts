#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm`: finds the command, runs it, and turns what it throws into one line and an exit code.

import { nearest } from '../core/nearest.js';
import { padRight } from '../report/layout.js';
import { oneLine } from '../report/shown.js';
import { amplification } from './amplification.js';
import { audit } from './audit.js';
import { captions } from './captions.js';
import { classes } from './classes.js';
import { type Command, type ExitCode, exitCodes, InputError, UsageError } from './command.js';
import { compare } from './compare.js';
import { dpa } from './dpa.js';
import { examples } from './examples.js';
import { impact } from './impact.js';
import { labels } from './labels.js';
import { leakage } from './leakage.js';
import { lic } from './lic.js';
import { metric } from './metric.js';
import { explain, metrics } from './metrics.js';
import { writeStandardOutput } from './output.js';
import { report } from './report.js';
import { robustness } from './robustness.js';
import { slices } from './slices.js';
import { sql } from './sql.js';
import { thresholds } from './thresholds.js';
import { verify } from './verify.js';
import { packageVersion } from './version.js';

const commands: readonly Command[] = [
  audit,
  classes,
  labels,
  compare,
  impact,
  metric,
  amplification,
  captions,
  leakage,
  dpa,
  lic,
  robustness,
  slices,
  sql,
  thresholds,
  metrics,
  explain,
  examples,
  verify,
  report,
];

function help(): string {
  const longest = Math.max(...commands.map(({ name }) => name.length));
  const rows = commands.map(({ name, summary }) => `  ${padRight(name, longest)}  ${summary}`);
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

async function dispatch([name, ...rest]: readonly string[]): Promise<ExitCode> {
  const command = commands.find((each) => each.name === (isHelp(name ?? '') ? rest[0] : name));
  if (command && (isHelp(name as string) || rest.some(isHelp))) {
    await writeStandardOutput(`${command.help}\n`);
  } else if (command) {
    return command.run(rest);
  } else if (name === '--version') {
    await writeStandardOutput(`${await packageVersion()}\n`);
  } else if (name !== undefined && isHelp(name)) {
    await writeStandardOutput(help());
  } else {
    throw unknownCommand(name);
  }
  return exitCodes.ok;
}

function unknownCommand(name: string | undefined): UsageError {
  const names = commands.map((command) => command.name);
  if (name === undefined) return new UsageError(`give a command: ${names.join(', ')}`);
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
      const command = commands.find(({ name }) => name === argv[0]);
      const where = command ? `fairwasm ${command.name} --help` : 'fairwasm --help';
      process.stderr.write(`fairwasm: ${oneLine(error.message)} (${where})\n`);
      return exitCodes.badUsage;
    }
    const message =
      error instanceof InputError ? error.message : `internal error: ${(error as Error).stack}`;
    process.stderr.write(`fairwasm: ${message}\n`);
    return exitCodes.badInput;
  }
}

process.exitCode = await main(process.argv.slice(2));
