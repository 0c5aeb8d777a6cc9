// SPDX-License-Identifier: Apache-2.0
//
// Captures the output of commands on a terminal. Node cannot create a terminal, but `script` of util-linux can; that of
// macOS has other arguments.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const hasScript = spawnSync('script', ['--version']).status === 0;

/** The reason why there is no terminal, if so. */
export const withoutTerminal = hasScript ? undefined : 'there is no `script` of util-linux here';

/** The command line as a shell calls it. */
export const program = `'${process.execPath}' '${join(process.cwd(), 'dist', 'cli', 'main.js')}'`;

/** Returns the terminal output of a shell command. */
export const onTerminal = (command, { cwd, env = {} }) =>
  spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: undefined, ...env },
  }).stdout.replaceAll('\r\n', '\n');
