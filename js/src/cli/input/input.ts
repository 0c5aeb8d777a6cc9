// SPDX-License-Identifier: Apache-2.0
//
// Opens and reads the input file of a command, shows progress, detects changes of the file meanwhile, and adds the file,
// line, and column to errors.

import { type BigIntStats, createReadStream, fstatSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { FairwasmError } from '../../core/error.js';
import { type CsvOptions, readCsv } from '../../data/csv.js';
import { lineOfRow } from '../../data/csv-line.js';
import { toAnswer } from '../../data/favorable.js';
import { bytesOfDescriptor } from '../../data/files/descriptor.js';
import { getFormat, headLength } from '../../data/files/format.js';
import type { IntakeOptions, Spelling } from '../../data/intake/options.js';
import { getLooseKey, isMissing } from '../../data/value.js';
import { oneLine } from '../../document/format.js';
import { InputError } from '../command.js';
import { UsageError } from '../options/usage.js';
import { showProgress } from '../output/progress.js';
import { printNotes } from './intake.js';

/** Returns the name of a file for reports and errors. */
export const getName = (path: string): string => (path === '-' ? 'standard input' : path);

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

/** How a command reads a file. */
export type ReadingOptions = IntakeOptions & Pick<CsvOptions, 'onProgress' | 'onIntake'>;

/** Reads the bytes of a file; `name` is the file's name for messages. */
export type Read<T> = (source: AsyncIterable<Uint8Array>, options: ReadingOptions, name: string) => Promise<T>;

/**
 * Opens `path` (`-`: standard input) and passes its bytes to `read`, with a progress line on a terminal. An
 * error of `read` becomes a one-line {@link InputError} with the file, line, and column; so does a change of
 * the file while it is read.
 *
 * @param columns The names of the columns that the command reads.
 */
export async function withInput<T>(
  path: string,
  columns: readonly string[],
  read: Read<T>,
  intake: IntakeOptions = {},
): Promise<T> {
  const name = getName(path);
  let progress: ReturnType<typeof showProgress> | undefined;
  let file: FileHandle | undefined;
  let isChanged = () => false;
  try {
    requireNoUrl(path);
    if (/\.br$/i.test(path))
      throw new UsageError(`the file is compressed with Brotli; unpack it first: brotli -dk '${path}'`);
    if (path !== '-') file = await open(path);
    isChanged = watchFile(file?.fd ?? standardInput, file && path);
    progress = showProgress(`Reading ${oneLine(name)}`);
    const source = file ? await getSource(file) : process.stdin;
    const reading = { ...intake, onProgress: progress.update, onIntake: printNotes(name) };
    const result = await read(source, reading, name);
    if (isChanged()) throw changed(name);
    return result;
  } catch (error) {
    if (isChanged()) throw changed(name); // Messages about a missing file keep their own text.
    throw await describe(error, { path, columns: byName(columns), intake });
  } finally {
    progress?.end();
    await file?.close().catch(() => {}); // Standard input is available by now.
  }
}

function requireNoUrl(path: string): void {
  if (!/^(https?|ftp):\/\//i.test(path)) return;
  throw new UsageError(`the file is a URL; download it first: curl -LO '${path.replaceAll("'", '%27')}'`);
}

const standardInput = 0;

const changed = (name: string) =>
  new InputError(
    oneLine(`${name}: the file changed while it was being read; try again when no program is writing to it`),
  );

// Regular files allow random access, which Parquet requires.
async function getSource(file: FileHandle): Promise<AsyncIterable<Uint8Array>> {
  const stream = createReadStream('', { fd: file, highWaterMark: 1 << 18, autoClose: false });
  const byteLength = await getSize(file);
  if (byteLength === undefined) return stream;
  return Object.assign(stream, bytesOfDescriptor(file.fd, byteLength), { descriptor: file.fd });
}

const enough = 1 << 26; // bytes; for smaller files, starting workers takes longer than it saves
const maxWorkers = 8;

/**
 * Returns the number of workers that count a source: more than one only for large files with random access.
 */
export function workersFor(source: AsyncIterable<Uint8Array>): number {
  const { byteLength = 0 } = source as { byteLength?: number };
  return byteLength < enough ? 0 : Math.min(maxWorkers, availableParallelism());
}

// The size of a pipe is meaningless.
async function getSize(file: FileHandle): Promise<number | undefined> {
  const stats = await file.stat();
  return stats.isFile() ? stats.size : undefined;
}

// By the options of a command: the number of each row in the file, if conditions omit rows.
const rowsKept = new WeakMap<IntakeOptions, number[]>();

/** Notes which rows of a file were kept, so that errors of computations name the row of the file. */
export function noteRows(intake: IntakeOptions, { rows }: { rows?: Uint32Array | undefined }): void {
  if (rows === undefined) return;
  const numbers = rowsKept.get(intake) ?? [];
  for (const row of rows) numbers.push(row);
  rowsKept.set(intake, numbers);
}

/** Returns the same options in the reader's spelling. */
export function merging(intake: IntakeOptions, spellings: Spelling): IntakeOptions {
  const changed = { ...intake, spellings };
  const numbers = rowsKept.get(intake) ?? [];
  rowsKept.set(intake, numbers);
  rowsKept.set(changed, numbers);
  return changed;
}

/** The error of a computation, with the row of the file. */
export const inFileRows = (error: FairwasmError, { intake }: Origin): FairwasmError =>
  error.inRowsFrom(0, intake && rowsKept.get(intake));

/** The source of values: a file, and the role of its columns. */
export interface Origin {
  path: string;
  /** Column names by the package's argument names. */
  columns: Readonly<Record<string, string>>;
  intake?: IntakeOptions | undefined;
  /** Whether `path` names several files, whose rows are counted together. */
  hasSeveralFiles?: boolean | undefined;
}

const byName = (columns: readonly string[]) => Object.fromEntries(columns.map((name) => [name, name]));

const longest = 400;
const shorten = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/**
 * Turns a {@link FairwasmError} into a message with the file, line, and column, and the expected and actual
 * value.
 */
export async function complaint(error: FairwasmError, origin: Origin): Promise<InputError> {
  const { argument, row, expected, actual, code } = error;
  const { path, columns } = origin;
  const location = [getName(path)];
  if (row !== undefined) location.push(origin.hasSeveralFiles ? `row ${row + 1}` : await getPlace(row, origin));
  if (Object.hasOwn(columns, argument)) location.push(`column ${columns[argument]}`);
  else if (argument !== 'file') location.push(argument);
  const column = code === 'missingValue' ? columns[argument] : undefined;
  const advice = column === undefined || origin.hasSeveralFiles ? '' : await blankAdvice(column, origin);
  const text = `${location.join(', ')}: expected ${shorten(expected)}, got ${shorten(actual)}${advice}`;
  const result = new InputError(oneLine(text));
  result.isMissingValue = code === 'missingValue';
  result.cause = error;
  return result;
}

// A column with one value, such as x or yes, and blanks probably contains answers.
async function blankAdvice(name: string, { path, intake }: Origin): Promise<string> {
  if (path === '-') return '';
  const options = { ...intake, columns: [name], coded: true } as const;
  const values = new Set<string>();
  for await (const { columns } of readCsv(createReadStream(path), options)) {
    for (const text of columns[name]?.categories ?? []) if (!isMissing(text)) values.add(getLooseKey(text));
    if (values.size > 1) return '';
  }
  const [only] = values;
  if (only === undefined || toAnswer(only) === 'no') return '';
  return `; if a blank means no, pass --blank '${name}=no': the only other value is '${only}'`;
}

// Input from a pipe cannot be read again, so its blank lines are not counted.
async function getPlace(row: number, { path, intake }: Origin): Promise<string> {
  if (path === '-') return `line ${row + 2}`;
  const head = await createReadStream(path, { end: headLength - 1 }).toArray();
  const format = getFormat(Buffer.concat(head));
  if (format !== 'csv') return `row ${row + 1}`;
  return `line ${await lineOfRow(createReadStream(path), row, intake)}`;
}

async function describe(error: unknown, origin: Origin): Promise<unknown> {
  return error instanceof FairwasmError ? complaint(error, origin) : unreadable(origin.path, error as Error);
}

/** Returns the error of a file that cannot be read; other errors stay as they are. */
function unreadable(path: string, error: NodeJS.ErrnoException): Error {
  const { code, syscall } = error;
  if (syscall === undefined) return error;
  const reason = reasons[code ?? ''] ?? `cannot be read (${code})`;
  return new InputError(oneLine(`${getName(path)}: ${reason}`));
}

/** Returns the error of a file that cannot be read, or whose content is rejected as not being `subject`. */
export function unusable(path: string, error: unknown, subject = ''): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    error instanceof FairwasmError
      ? `${subject}expected ${error.expected}, got ${error.actual}`
      : code === 'ENOENT'
        ? reasons.ENOENT
        : message;
  return new InputError(oneLine(`${path}: ${why}`));
}

/** Runs `open`; its errors become an {@link InputError} with the file's name. */
export async function withFile<T>(path: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw error instanceof FairwasmError ? unusable(path, error) : unreadable(path, error as NodeJS.ErrnoException);
  }
}

/**
 * Records the state of an open file and returns a function that reports whether its size or modification time
 * has changed. Pipes never change.
 */
function watchFile(descriptor: number, path: string | undefined): () => boolean {
  const before = found(() => fstatSync(descriptor, { bigint: true }));
  if (!before?.isFile()) return () => false;
  return () => {
    // A different file may have replaced it, which a second open would read; a deleted file is still
    // complete.
    const named = path === undefined ? undefined : found(() => statSync(path, { bigint: true }));
    const now = named ?? fstatSync(descriptor, { bigint: true });
    return now.size !== before.size || now.mtimeNs !== before.mtimeNs;
  };
}

function found(look: () => BigIntStats): BigIntStats | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
