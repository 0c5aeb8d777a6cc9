// SPDX-License-Identifier: Apache-2.0
//
// The common parts of all statements: the rows' source, conditions, quoted names, and numbered parameters.

import { conditionText } from './conditions.js';
import type { Counted } from './counting.js';
import type { Parameter, Writing } from './dialects.js';
import { freshPrefix, Names } from './names.js';

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
