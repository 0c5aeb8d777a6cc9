// SPDX-License-Identifier: Apache-2.0
//
// What commands write to a terminal. Node cannot give a process one, `script` of util-linux can; that of macOS takes other
// arguments.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const hasScript = spawnSync('script', ['--version']).status === 0;

/** Why there is no terminal here, if there is none. */
export const withoutTerminal = hasScript ? undefined : 'there is no `script` of util-linux here';

/** The command line, as a shell calls it. */
export const program = `'${process.execPath}' '${join(process.cwd(), 'dist', 'cli', 'main.js')}'`;

/** What a shell's command writes to a terminal. */
export const onTerminal = (command, { cwd, env = {} }) =>
  spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: undefined, ...env },
  }).stdout.replaceAll('\r\n', '\n');
