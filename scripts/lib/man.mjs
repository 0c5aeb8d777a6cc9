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

/** Returns the overview of all commands, and the name and the help of each, at the level that `getLevel` returns. */
export async function helpOfCommands(getLevel = (_name) => 'all') {
  const load = (path) => import(join(top, 'dist/cli', path));
  const [{ commands }, { helpText }] = await Promise.all([load('commands.js'), load('options/options.js')]);
  const getHelp = async ([name, { load: loadCommand }]) => [
    name,
    helpText((await loadCommand()).manual, getLevel(name)),
  ];
  return {
    overview: await run(process.execPath, ['dist/cli/main.js', '--help'], { cwd: top }),
    commands: await Promise.all(Object.entries(commands).map(getHelp)),
  };
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
