// SPDX-License-Identifier: Apache-2.0
//
// Provides the options of commands to the page, so that a form has the texts, ranges, and rules of the command line:
// `virtual:commands` has all options of the commands that are a form each, and `virtual:numbers/NAME` those options of a
// command that are numbers.

import { fileURLToPath } from 'node:url';
import type { OptionRow } from 'virtual:commands';
import type { Plugin } from 'vite';
import { getHint, getTitle, toArgument } from './src/widgets/option-text.ts';

/** The commands that are a form each. */
const names = ['repeated', 'exposure', 'shares', 'rankings', 'monitoring'];

const load = (name: string) => import(fileURLToPath(new URL(`../dist/cli/${name}.js`, import.meta.url)));

const loadCommand = async (name: string) => (await load('commands')).commands[name].load();

async function getForms() {
  const [{ fileNote }, { intakeOptions }, { documentFormatOptions }] = await Promise.all(
    ['command', 'input/intake', 'output/format'].map(load),
  );
  // The page reads and saves files in its own way; the order of dates also determines the order of batches.
  const { 'date-order': _, ...readingOptions } = intakeOptions;
  const others = { ...readingOptions, ...documentFormatOptions };
  const forms = await Promise.all(
    names.map(async (command) => {
      const { about, sections } = (await loadCommand(command)).manual;
      const kept = sections.flatMap(([title, options]: [string, object]) => {
        const rows = Object.entries(options).filter(
          ([option]) => !(option in others) && (option !== 'date-order' || command === 'monitoring'),
        );
        return rows.length > 0 ? [[title, Object.fromEntries(rows)]] : [];
      });
      return [command, { about: about.replace(` ${fileNote}`, ''), sections: kept }];
    }),
  );
  return Object.fromEntries(forms);
}

/** Returns the numbers that a command takes, by the names of the package's arguments. */
async function getNumbers(command: string) {
  const options = Object.entries<OptionRow>((await loadCommand(command)).options);
  const numbers = options.filter(([, { range }]) => range !== undefined);
  return Object.fromEntries(
    numbers.map(([name, { range, help, default: initial }]) => [
      toArgument(name),
      { title: getTitle(name), hint: getHint({ help }), range, initial: initial && Number(initial) },
    ]),
  );
}

export const commandOptions: Plugin = {
  name: 'fairwasm-command-options',
  resolveId: (name) => (/^virtual:(commands|numbers)/.test(name) ? `\0${name}` : undefined),
  async load(id) {
    const [, kind, command] = /^\0virtual:(commands|numbers)\/?(.*)$/.exec(id) ?? [];
    if (kind === undefined) return undefined;
    const value = kind === 'commands' ? await getForms() : await getNumbers(command as string);
    return `export const ${kind} = ${JSON.stringify(value)};`;
  },
};
