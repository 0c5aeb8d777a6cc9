// Creates the manual page, fairwasm(1), from the --help text of each command.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { top } from './paths.mjs';
import { run } from './run.mjs';

const escaped = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');

/**
 * Returns the overview of all commands, and the name and the help of each, which is complete if `isComplete` returns
 * true for its name.
 */
export async function helpOfCommands(isComplete = (_name) => true) {
  const help = (args) => run(process.execPath, ['dist/cli/main.js', ...args, '--help'], { cwd: top });
  const overview = await help([]);
  const names = [
    ...overview
      .split('Commands\n')[1]
      .split('\n\n')[0]
      .matchAll(/^ {2}([a-z]+) /gm),
  ].map(([, name]) => name);
  const commands = await Promise.all(
    names.map(async (name) => [name, await help(isComplete(name) ? [name, '--all'] : [name])]),
  );
  return { overview, commands };
}

/** Writes dist/fairwasm.1, where npm expects it. */
export async function buildMan() {
  const { version, description } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));
  const { overview, commands } = await helpOfCommands();
  const sections = [['DESCRIPTION', overview], ...commands.map(([name, text]) => [`fairwasm ${name}`, text])];
  const body = sections.map(([title, text]) => `.SH "${escaped(title)}"\n.nf\n${escaped(text.trim())}\n.fi`);
  const head = `.TH FAIRWASM 1 "" "fairwasm ${version}" "User Commands"\n.SH NAME\nfairwasm \\- ${escaped(description)}`;
  await writeFile(join(top, 'dist/fairwasm.1'), `${head}\n${body.join('\n')}\n`);
}
