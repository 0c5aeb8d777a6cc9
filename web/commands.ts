// SPDX-License-Identifier: Apache-2.0
//
// Provides the options of commands to the page as the module `virtual:commands`, so that a form has the texts, ranges,
// and rules of the command line.

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const id = 'virtual:commands';

/** The commands that have a form. */
const names = ['repeated', 'exposure', 'shares', 'rankings', 'monitoring'];

const dist = (path: string) => fileURLToPath(new URL(`../dist/cli/${path}`, import.meta.url));

export const commandOptions: Plugin = {
  name: 'fairwasm-command-options',
  resolveId: (name) => (name === id ? `\0${id}` : undefined),
  async load(name) {
    if (name !== `\0${id}`) return undefined;
    const [{ commands }, { fileNote }, { intakeOptions }, { documentFormatOptions }] =
      await Promise.all(
        ['commands.js', 'command.js', 'intake.js', 'format.js'].map((path) => import(dist(path))),
      );
    // The page reads and saves files in its own way.
    const others = { ...intakeOptions, ...documentFormatOptions };
    const forms = await Promise.all(
      names.map(async (command) => {
        const { about, sections } = (await commands[command].load()).manual;
        const kept = sections.flatMap(([title, options]: [string, object]) => {
          const rows = Object.entries(options).filter(([option]) => !(option in others));
          return rows.length > 0 ? [[title, Object.fromEntries(rows)]] : [];
        });
        return [command, { about: about.replace(` ${fileNote}`, ''), sections: kept }];
      }),
    );
    return `export const commands = ${JSON.stringify(Object.fromEntries(forms))};`;
  },
};
