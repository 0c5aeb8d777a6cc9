// SPDX-License-Identifier: Apache-2.0
//
// Names of tables and columns, which are untrusted: they are quoted for the dialect, and rejected if quoting is not
// sufficient.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import type { Writing } from './dialects.js';

/** Quotes names for one dialect. */
export class Names {
  readonly #writing: Writing;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /**
   * Returns the name in quotes.
   *
   * @param argument The argument that contains the name.
   * @throws FairwasmError `invalidArgument` for a name that no engine keeps unchanged: empty, with a NUL or an
   *   unpaired surrogate, or too long.
   */
  quote(argument: string, name: string): string {
    const problem = this.#problem(name);
    if (problem === undefined) return this.#writing.quote(name);
    throw invalid(
      argument,
      `a name that the engine can store: ${problem}`,
      shown(name.length > 80 ? `${name.slice(0, 80)}…` : name),
    );
  }

  #problem(name: string): string | undefined {
    const { maxNameLength = Number.POSITIVE_INFINITY, cannotName } = this.#writing;
    if (name === '') return 'it is empty';
    if (name.includes('\0')) return 'it contains a NUL character';
    if (/\p{Surrogate}/u.test(name)) return 'it contains half of a surrogate pair';
    if (cannotName?.test(name)) return 'it contains a character beyond U+FFFF, or a blank at one end';
    const bytes = new TextEncoder().encode(name).length;
    if (bytes > maxNameLength) return `it has ${bytes} bytes, of at most ${maxNameLength}`;
    return undefined;
  }
}

/** Returns a prefix for generated names that none of `others` begins with, in any case. */
export function freshPrefix(others: readonly string[]): string {
  const taken = others.map((name) => name.toLowerCase());
  let prefix = 'fw';
  while (taken.some((name) => name.startsWith(prefix))) prefix = `${prefix}_`;
  return prefix;
}
