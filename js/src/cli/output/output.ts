// SPDX-License-Identifier: Apache-2.0
//
// Writes a command's result to standard output, or to a file that is either complete or unchanged.

import { fstatSync, writeSync } from 'node:fs';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { oneLine } from '../../document/format.js';
import { InputError } from '../command.js';
import { UsageError } from '../options/usage.js';

/**
 * Returns whether standard output supports colors and the user has not disabled them (https://no-color.org).
 */
export function isColored(path: string | undefined): boolean {
  return path === undefined && process.stdout.isTTY === true && !process.env.NO_COLOR;
}

const widths = { least: 40, usual: 80, most: 160 };

/** Returns the number of columns of the terminal, or 80 without one. */
export function terminalWidth(path: string | undefined): number {
  const { isTTY, columns } = process.stdout;
  if (path !== undefined || !isTTY || !columns) return widths.usual;
  return Math.min(widths.most, Math.max(widths.least, columns));
}

/** Throws {@link UsageError} if the output would overwrite the input. */
export async function requireOtherFile(output: string | undefined, input: string | undefined): Promise<void> {
  if (output === undefined || input === undefined || input === '-') return;
  const [from, to] = await Promise.all([input, output].map((path) => realpath(path).catch(() => undefined)));
  if (from !== undefined && from === to) {
    throw new UsageError(`--output would overwrite the input '${input}'`);
  }
}

/** Writes a result to the file `path`, or to standard output. */
export async function writeOutput(text: string, path: string | undefined): Promise<void> {
  if (path === undefined) await writeStandardOutput(text);
  else await writeWholeFile(path, text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what emphasizes
const ours = /([\n\t]|\x1b\[(?:1|2|22)m)/;

/**
 * Escapes control characters for terminals, because files and models choose the names in a result. Files and
 * pipes get all characters.
 */
export const forTerminal = (text: string): string =>
  text
    .split(ours)
    .map((piece, i) => (i % 2 === 1 ? piece : oneLine(piece)))
    .join('');

/** Writes to standard output. A reader that stops early (`| head`) is not an error. */
export async function writeStandardOutput(text: string): Promise<void> {
  try {
    await (isFile(process.stdout.fd) ? writeAll(process.stdout.fd, text) : writeStream(text));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EPIPE') throw new InputError(`standard output: ${message}`);
  }
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false; // Threads have no separate file descriptors.
  }
}

// On a full disk, Node's stream reports a partial write as complete.
function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

function writeStream(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { stdout } = process;
    const done = (error?: Error | null): void => {
      stdout.off('error', done);
      if (error) reject(error);
      else resolve();
    };
    stdout.once('error', done);
    stdout.write(stdout.isTTY ? forTerminal(text) : text, done);
  });
}

async function writeWholeFile(path: string, text: string): Promise<void> {
  try {
    const before = await stat(path).catch(() => undefined);
    // A device or pipe cannot be replaced.
    if (before && !before.isFile()) await writeFile(path, text);
    else await interruptible((signal) => replaceFile(path, text, before?.mode, signal));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'the folder does not exist' : message;
    throw new InputError(oneLine(`${path}: the file cannot be written: ${reason}`));
  }
}

async function replaceFile(path: string, text: string, mode: number | undefined, signal: AbortSignal): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    await writeFile(temporary, text, { flag: 'wx', signal });
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `write`, which gets a signal that is aborted when the process should end. The process ends after
 * `write` has settled.
 */
export async function interruptible<T>(write: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    received = signal;
    controller.abort();
  };
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await write(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    if (received) process.kill(process.pid, received);
  }
}
