// SPDX-License-Identifier: Apache-2.0
//
// The file that a command reads: opened, read with progress, and named in every complaint about it, together
// with the line and the column.

import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { FairwasmError } from '../core/error.js';
import { type CsvOptions, lineNumber } from '../data/csv.js';
import { lineOfRow } from '../data/csv-line.js';
import { bytesOfDescriptor } from '../data/files/descriptor.js';
import { formatOf, headLength } from '../data/files/format.js';
import { oneLine } from '../report/shown.js';
import { InputError } from './command.js';
import { showProgress } from './progress.js';
import { watchFile } from './watch-file.js';

/** What a file is called in reports and complaints. */
export const nameOf = (path: string): string => (path === '-' ? 'standard input' : path);

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
};

/** What a command makes of a file's bytes; `name` is what the file is called. */
export type Read<T> = (
  source: AsyncIterable<Uint8Array>,
  options: Pick<CsvOptions, 'onProgress' | 'delimiter'>,
  name: string,
) => Promise<T>;

/**
 * Opens `path` (`-`: standard input) and lets `read` have its bytes, with a progress line on a terminal.
 * Whatever `read` complains of becomes an {@link InputError} of one line that names the file, its line and
 * the column; and so does a file that was changed meanwhile, whatever was read of it.
 *
 * @param columns The names of the file's columns that the command asked for.
 */
export async function withInput<T>(
  path: string,
  columns: readonly string[],
  read: Read<T>,
  delimiter?: string,
): Promise<T> {
  const name = nameOf(path);
  let progress: ReturnType<typeof showProgress> | undefined;
  let file: FileHandle | undefined;
  let isChanged = () => false;
  try {
    if (path !== '-') file = await open(path);
    isChanged = watchFile(file?.fd ?? standardInput, file && path);
    progress = showProgress(`Reading ${oneLine(name)}`, await sizeOf(file));
    const source = file ? await sourceOf(file) : process.stdin;
    const result = await read(source, { onProgress: progress.update, delimiter }, name);
    if (isChanged()) throw changed(name);
    return result;
  } catch (error) {
    if (isChanged()) throw changed(name); // and what is said of it, of no file that there is
    throw await describe(error, { path, columns: byName(columns), delimiter });
  } finally {
    progress?.end();
    await file?.close().catch(() => {}); // what was wanted of it is there
  }
}

const standardInput = 0;

const changed = (name: string) =>
  new InputError(
    oneLine(`${name}: it was changed while it was read; try again when nothing writes to it`),
  );

// Regular files can be read anywhere, as Parquet needs it.
async function sourceOf(file: FileHandle): Promise<AsyncIterable<Uint8Array>> {
  const stream = createReadStream('', { fd: file, highWaterMark: 1 << 18, autoClose: false });
  const byteLength = await sizeOf(file);
  if (byteLength === undefined) return stream;
  return Object.assign(stream, bytesOfDescriptor(file.fd, byteLength), { descriptor: file.fd });
}

const enough = 1 << 26; // bytes: below, workers take longer to start than they save
const maxWorkers = 8;

/** How many workers are to share the counting of a source: those of a large file that can be read anywhere. */
export function workersFor(source: AsyncIterable<Uint8Array>): number {
  const { byteLength = 0 } = source as { byteLength?: number };
  return byteLength < enough ? 0 : Math.min(maxWorkers, availableParallelism());
}

// Pipes and the like have no size that would mean anything.
async function sizeOf(file: FileHandle | undefined): Promise<number | undefined> {
  const stats = await file?.stat();
  return stats?.isFile() ? stats.size : undefined;
}

/** Where values come from: a file, and which of its columns was used for what. */
export interface Origin {
  path: string;
  /** Names of columns by what the package calls them. */
  columns: Readonly<Record<string, string>>;
  delimiter?: string | undefined;
}

const byName = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((name) => [name, name]));

const longest = 400;
const shorten = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** A {@link FairwasmError} as people see it: the file, the line and the column, what was expected, what came. */
export async function complaint(error: FairwasmError, origin: Origin): Promise<InputError> {
  const { argument, row, expected, actual } = error;
  const { path, columns } = origin;
  const place = [nameOf(path)];
  if (row !== undefined) place.push(await placeOf(row, origin));
  if (Object.hasOwn(columns, argument)) place.push(`column ${columns[argument]}`);
  else if (argument !== 'file') place.push(argument);
  const text = `${place.join(', ')}: expected ${shorten(expected)}, got ${shorten(actual)}`;
  return new InputError(oneLine(text));
}

// What came through a pipe cannot be read again: its blank lines are not counted.
async function placeOf(row: number, { path, delimiter }: Origin): Promise<string> {
  if (path === '-') return `line ${lineNumber(row)}`;
  const head = await createReadStream(path, { end: headLength - 1 }).toArray();
  const format = formatOf(Buffer.concat(head));
  if (format !== 'csv') return `row ${row + 1}`;
  return `line ${await lineOfRow(createReadStream(path), row, delimiter)}`;
}

async function describe(error: unknown, origin: Origin): Promise<unknown> {
  if (error instanceof FairwasmError) return complaint(error, origin);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  const name = nameOf(origin.path);
  return new InputError(oneLine(`${name}: ${reasons[code ?? ''] ?? `cannot be read (${code})`}`));
}
