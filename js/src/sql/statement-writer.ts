// SPDX-License-Identifier: Apache-2.0
//
// The common parts of all statements: the rows' source, conditions, quoted names, and numbered parameters.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import { conditionText } from './conditions.js';
import type { Counted } from './counting.js';
import type { Parameter, Writing } from './dialects.js';

/** The rows' source and conditions. */
export type SqlSource = Pick<Counted, 'table' | 'query' | 'where'>;

/** Writes a statement in one dialect. */
export class StatementWriter {
  protected readonly writing: Writing;
  readonly #names: Names;
  readonly #prefix: string;
  readonly #parameters: Parameter[] = [];

  /** @param columns All names in the statement, which generated names must not equal. */
  constructor(writing: Writing, columns: readonly string[]) {
    this.writing = writing;
    this.#names = new Names(writing);
    this.#prefix = freshPrefix(columns);
  }

  protected source({ table, query }: SqlSource): string {
    if (table === undefined) {
      const own = (query as string).trim().replace(/(?<!;);+$/, '');
      return `(\n${own}\n  ) AS ${this.own('source')}`;
    }
    return [table]
      .flat()
      .map((name) => this.quote('table', name))
      .join('.');
  }

  protected where({ where = {} }: SqlSource): string {
    const conditions = Object.entries(where).map(([name, condition]) =>
      conditionText(this.quote('where', name), condition, (value) => this.parameter(value)),
    );
    return conditions.length === 0 ? '' : `\n  WHERE ${conditions.join('\n    AND ')}`;
  }

  /** Returns a generated name, which needs no quotes. */
  protected own(name: string): string {
    return `${this.#prefix}_${name}`;
  }

  protected quote(argument: string, name: string): string {
    return this.#names.quote(argument, name);
  }

  protected parameter(value: Parameter): string {
    this.#parameters.push(this.writing.value?.(value) ?? value);
    return this.writing.placeholder(this.#parameters.length, value);
  }

  protected number(value: number): string {
    return this.writing.double(this.parameter(value));
  }

  /** Returns the parameter values in the form that clients accept. */
  protected given(): readonly Parameter[] | Readonly<Record<string, Parameter>> {
    const { parameterName } = this.writing;
    if (!parameterName) return this.#parameters;
    return Object.fromEntries(this.#parameters.map((value, i) => [parameterName(i + 1), value] as const));
  }
}

/** Quotes names for one dialect. */
class Names {
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

/** Returns a prefix for generated names that none of `otherNames` begins with, in any case. */
function freshPrefix(otherNames: readonly string[]): string {
  const taken = otherNames.map((name) => name.toLowerCase());
  let prefix = 'fw';
  while (taken.some((name) => name.startsWith(prefix))) prefix = `${prefix}_`;
  return prefix;
}
