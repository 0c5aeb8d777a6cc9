// SPDX-License-Identifier: Apache-2.0
//
// Where a command's result goes: standard output, or a file that is either complete or untouched.

import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { oneLine } from '../report/shown.js';
import { InputError, UsageError } from './command.js';

/** Whether standard output understands colors and nobody asked for none (https://no-color.org). */
export function isColored(path: string | undefined): boolean {
  return path === undefined && process.stdout.isTTY === true && !process.env.NO_COLOR;
}

const widths = { least: 40, usual: 80, most: 160 };

/** How many columns there are to fill: the terminal's, or 80 where there is none. */
export function terminalWidth(path: string | undefined): number {
  const { isTTY, columns } = process.stdout;
  if (path !== undefined || !isTTY || !columns) return widths.usual;
  return Math.min(widths.most, Math.max(widths.least, columns));
}

/** Throws {@link UsageError} where a result would take the place of the data. */
export async function requireOtherFile(
  output: string | undefined,
  input: string | undefined,
): Promise<void> {
  if (output === undefined || input === undefined || input === '-') return;
  const [from, to] = await Promise.all(
    [input, output].map((path) => realpath(path).catch(() => undefined)),
  );
  if (from !== undefined && from === to) {
    throw new UsageError(`--output would overwrite the input '${input}'`);
  }
}

/** Writes a result to the file `path`, or to standard output. */
export async function writeOutput(text: string, path: string | undefined): Promise<void> {
  if (path === undefined) await writeStandardOutput(text);
  else await writeWholeFile(path, text);
}

/** Standard output; a reader that stopped reading (`| head`) is no error. */
export function writeStandardOutput(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { stdout } = process;
    const done = (error?: Error | null): void => {
      if (!error || (error as NodeJS.ErrnoException).code === 'EPIPE') resolve();
      else reject(new InputError(`standard output: ${error.message}`));
    };
    stdout.once('error', done);
    stdout.write(text, done);
  });
}

async function writeWholeFile(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const before = await stat(path).catch(() => undefined);
    if (before && !before.isFile()) {
      await writeFile(path, text); // a device or a pipe: nothing to be replaced
      return;
    }
    await writeFile(temporary, text, { flag: 'wx' });
    if (before) await chmod(temporary, before.mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such folder' : message;
    throw new InputError(oneLine(`${path}: cannot be written: ${reason}`));
  }
}
