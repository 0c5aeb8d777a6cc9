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

/** Writes dist/fairwasm.1, where npm expects it. */
export async function buildMan() {
  const help = (args) =>
    run(process.execPath, ['dist/cli/main.js', ...args, '--help'], { cwd: top });
  const { version, description } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));
  const all = await help([]);
  const names = [
    ...all
      .split('Commands\n')[1]
      .split('\n\n')[0]
      .matchAll(/^ {2}([a-z]+) /gm),
  ].map(([, name]) => name);
  const commands = await Promise.all(
    names.map(async (name) => [name, await help([name, '--all'])]),
  );
  const sections = [
    ['DESCRIPTION', all],
    ...commands.map(([name, text]) => [`fairwasm ${name}`, text]),
  ];
  const body = sections.map(
    ([title, text]) => `.SH "${escaped(title)}"\n.nf\n${escaped(text.trim())}\n.fi`,
  );
  const head = `.TH FAIRWASM 1 "" "fairwasm ${version}" "User Commands"\n.SH NAME\nfairwasm \\- ${escaped(description)}`;
  await writeFile(join(top, 'dist/fairwasm.1'), `${head}\n${body.join('\n')}\n`);
}
