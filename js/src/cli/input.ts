// SPDX-License-Identifier: Apache-2.0
//
// The file that a command reads: opened, read with progress, and named in every complaint about it.

import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { FairwasmError } from '../core/error.js';
import { type CsvOptions, type CsvSource, rowNumber } from '../data/csv.js';
import { oneLine } from '../report/shown.js';
import { InputError } from './command.js';
import { showProgress } from './progress.js';

/** For `-`. */
const standardInput = 'standard input';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
};

/**
 * Opens `path` (`-`: standard input) and lets `read` have its bytes, with a progress line on a terminal.
 * Whatever `read` complains of becomes an {@link InputError} of one line that names the file, the row and
 * the column.
 *
 * @param columns The names of the file's columns that the command asked for.
 */
export async function withInput<T>(
  path: string,
  columns: readonly string[],
  read: (source: CsvSource, options: Pick<CsvOptions, 'onProgress'>, name: string) => Promise<T>,
): Promise<T> {
  const name = path === '-' ? standardInput : path;
  let progress: ReturnType<typeof showProgress> | undefined;
  let file: FileHandle | undefined;
  try {
    if (path !== '-') file = await open(path);
    progress = showProgress(`Reading ${oneLine(name)}`, await sizeOf(file));
    const source = file
      ? createReadStream('', { fd: file, highWaterMark: 1 << 18 })
      : process.stdin;
    return await read(source, { onProgress: progress.update }, name);
  } catch (error) {
    throw describe(error, name, columns);
  } finally {
    progress?.end();
    await file?.close().catch(() => {}); // the stream may have closed it
  }
}

// Pipes and the like have no size that would mean anything.
async function sizeOf(file: FileHandle | undefined): Promise<number | undefined> {
  const stats = await file?.stat();
  return stats?.isFile() ? stats.size : undefined;
}

const longest = 400;
const shorten = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

function describe(error: unknown, name: string, columns: readonly string[]): unknown {
  if (error instanceof FairwasmError) {
    const { argument, row, expected, actual } = error;
    const place = [name];
    if (row !== undefined) place.push(`row ${rowNumber(row)}`);
    if (columns.includes(argument)) place.push(`column ${argument}`);
    else if (argument !== 'file') place.push(argument);
    const complaint = `${place.join(', ')}: expected ${shorten(expected)}, got ${shorten(actual)}`;
    return new InputError(oneLine(complaint));
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return new InputError(oneLine(`${name}: ${reasons[code ?? ''] ?? `cannot be read (${code})`}`));
}
