// SPDX-License-Identifier: Apache-2.0
//
// Database engines of `--from`: the engine that an address names, and its client, which is not part of the
// package. Errors become one line with the engine's name, never with a password.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecent, minimumVersions, type Peer } from '../../../core/optional-package.js';
import type { Value } from '../../../data/value.js';
import { oneLine } from '../../../document/format.js';
import type { Dialect, Statement } from '../../../sql/index.js';
import { InputError } from '../../command.js';
import { UsageError } from '../../options/usage.js';

/** A query result: columns by name. */
export type Answer = Record<string, Value[]>;

/** The parsed address of `--from`, without secrets. */
export interface Address {
  /** Name for reports. */
  name: string;
  /** Path of the file; empty if there is none. */
  path: string;
  /** Address of the server. */
  url?: URL;
}

/** A database engine. */
export interface Engine {
  dialect: Dialect;
  /** Runs one read-only query with a time limit in seconds. */
  ask(address: Address, statement: Statement, seconds: number): Promise<Answer>;
}

/** Turns rows, which are arrays, into columns. Any name is allowed, even `__proto__`. */
export const getAnswer = (names: readonly string[], rows: readonly (readonly unknown[])[]): Answer =>
  Object.fromEntries(names.map((name, i) => [name, rows.map((row) => row[i] as Value)]));

/**
 * Imports a client package, installed next to this package or in the current folder.
 *
 * @param path Path of a module within the package, such as `/wasm`.
 * @throws UsageError with the version to install if the package is missing or too old.
 */
export async function getClient<T>(name: Peer, engine: string, path = ''): Promise<T> {
  const there = createRequire(join(process.cwd(), 'package.json'));
  const version = getVersion(name, createRequire(import.meta.url)) ?? getVersion(name, there);
  const needed = `${engine} requires the package ${name}, version ${minimumVersions[name]} or later`;
  if (version !== undefined && !isRecent(name, version)) {
    throw new UsageError(`${needed}; version ${version} is installed. Run: npm install ${name}@latest`);
  }
  try {
    return (await import(`${name}${path}`)) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  }
  try {
    return (await import(pathToFileURL(there.resolve(`${name}${path}`)).href)) as T;
  } catch {
    throw new UsageError(`${needed}, which is not installed. Run: npm install ${name}`);
  }
}

// Version of the package that would be imported; undefined if there is none or packages are not in folders.
function getVersion(name: string, { resolve }: NodeJS.Require): string | undefined {
  const manifests = (resolve.paths(name) ?? []).map((folder) => join(folder, name, 'package.json'));
  const manifest = manifests.find((file) => existsSync(file));
  return manifest && (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** Returns the path after `scheme:`. */
export function fileAddress(from: string): Address {
  const path = from.slice(from.indexOf(':') + 1);
  return { name: path === '' ? 'duckdb' : from, path };
}

/** Returns the server of an address. A password in the address would be visible in the list of processes. */
export function serverAddress(from: string, variable: string): Address {
  const url = URL.canParse(from) ? new URL(from) : undefined;
  if (!url) throw new UsageError(`--from requires an address such as ${from.split(':')[0]}://host/name`);
  if (url.password !== '' || url.searchParams.has('password')) {
    throw new UsageError(`other users can read a password in an address; set ${variable} instead`);
  }
  return { name: `${url.protocol}//${url.host}${url.pathname}`, path: '', url };
}

/** Seconds beyond the query's time limit that the server has to report the timeout. */
export const grace = 2;

/**
 * Resolves with the result of the promise, or rejects after a number of seconds, because a server may never
 * answer.
 */
export async function answeredIn<T>(seconds: number, promised: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const tell = () => reject(new Error(`the server did not answer within ${seconds} s; raise --timeout`));
    timer = setTimeout(tell, 1000 * seconds);
  });
  try {
    return await Promise.race([promised, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Turns an error of a client into one line. */
export function failed(name: string, error: unknown): InputError | UsageError {
  if (error instanceof InputError || error instanceof UsageError) return error;
  const { message, code, errors } = Object(error) as {
    message?: string;
    code?: string;
    errors?: readonly { message?: string }[];
  };
  // If several network addresses failed, the first error is enough.
  const text = message || errors?.[0]?.message || code || String(error);
  return new InputError(oneLine(`${name}: ${text.trim()}`));
}
