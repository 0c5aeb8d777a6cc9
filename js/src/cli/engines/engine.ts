// SPDX-License-Identifier: Apache-2.0
//
// An engine that the command line asks itself: which one an address names, and the client that speaks with it, which
// is not part of the package. What goes wrong there becomes one line that names the engine, and never a password.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecent, minimumVersions, type Peer } from '../../core/optional-package.js';
import type { Value } from '../../data/value.js';
import { oneLine } from '../../report/shown.js';
import type { Dialect, Statement } from '../../sql/index.js';
import { InputError, UsageError } from '../command.js';

/** An answer: columns by name. */
export type Answer = Record<string, Value[]>;

/** What `--from` names, without anything that is secret. */
export interface Address {
  /** As reports show it. */
  name: string;
  /** A file's path; empty where there is none. */
  path: string;
  /** Of a server. */
  url?: URL;
}

/** How an engine is asked. */
export interface Engine {
  dialect: Dialect;
  /** Asks once, reading alone, and gives up after so many seconds. */
  ask(address: Address, statement: Statement, seconds: number): Promise<Answer>;
}

/** Columns of rows that are lists; any name can be one, `__proto__` as well. */
export const answerOf = (names: readonly string[], rows: readonly (readonly unknown[])[]): Answer =>
  Object.fromEntries(names.map((name, i) => [name, rows.map((row) => row[i] as Value)]));

/**
 * Imports a client package: that beside this package, or that of the folder in which the command was called.
 *
 * @param path Of a module within the package, such as `/wasm`.
 * @throws UsageError with the version to install if the package is missing or too old.
 */
export async function clientOf<T>(name: Peer, engine: string, path = ''): Promise<T> {
  const there = createRequire(join(process.cwd(), 'package.json'));
  const version = versionOf(name, createRequire(import.meta.url)) ?? versionOf(name, there);
  const needed = `${engine} is read through the package ${name}, version ${minimumVersions[name]} or later`;
  if (version !== undefined && !isRecent(name, version)) {
    throw new UsageError(`${needed}; version ${version} is installed: npm install ${name}@latest`);
  }
  try {
    return (await import(`${name}${path}`)) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  }
  try {
    return (await import(pathToFileURL(there.resolve(`${name}${path}`)).href)) as T;
  } catch {
    throw new UsageError(`${needed}, which is not installed: npm install ${name}`);
  }
}

// Of the package that would be imported; undefined if there is none, or if packages are not in folders.
function versionOf(name: string, { resolve }: NodeJS.Require): string | undefined {
  const manifests = (resolve.paths(name) ?? []).map((folder) => join(folder, name, 'package.json'));
  const manifest = manifests.find((file) => existsSync(file));
  return manifest && (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** The file that comes after `scheme:`. */
export function fileAddress(from: string): Address {
  const path = from.slice(from.indexOf(':') + 1);
  return { name: path === '' ? 'duckdb' : from, path };
}

/** The server of an address; a password in it would stand in the list of processes, for all to read. */
export function serverAddress(from: string, variable: string): Address {
  const url = URL.canParse(from) ? new URL(from) : undefined;
  if (!url)
    throw new UsageError(`--from takes an address such as ${from.split(':')[0]}://host/name`);
  if (url.password !== '' || url.searchParams.has('password')) {
    throw new UsageError(`a password in an address can be read by others: set ${variable} instead`);
  }
  return { name: `${url.protocol}//${url.host}${url.pathname}`, path: '', url };
}

/** Seconds that a server has beyond its own limit, to say that it was reached. */
export const grace = 2;

/** What is promised, or an error after so many seconds: a server may take a question and never answer. */
export async function answeredIn<T>(seconds: number, promised: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const tell = () => reject(new Error(`the server did not answer within ${seconds} s`));
    timer = setTimeout(tell, 1000 * seconds);
  });
  try {
    return await Promise.race([promised, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a client throws, as one line. */
export function failed(name: string, error: unknown): InputError | UsageError {
  if (error instanceof InputError || error instanceof UsageError) return error;
  const { message, code, errors } = Object(error) as {
    message?: string;
    code?: string;
    errors?: readonly { message?: string }[];
  };
  // Of several addresses that were tried, the first says enough.
  const text = message || errors?.[0]?.message || code || String(error);
  return new InputError(oneLine(`${name}: ${text.trim()}`));
}
