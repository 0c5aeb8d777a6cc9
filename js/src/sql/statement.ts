// SPDX-License-Identifier: Apache-2.0
//
// The statement that counts rows in the database. Its inner query assigns generated names to the counted columns, so
// that no engine confuses a column with a column of the result; its outer query counts.

import { requireOneOf } from '../core/options.js';
import { binNames } from './bins.js';
import {
  type AnswerColumns,
  answerColumns,
  answerList,
  answerNames,
  type Counted,
  requireCounted,
  type SumName,
} from './counting.js';
import { type Dialect, dialectNames, dialects, type Parameter, type Writing } from './dialects.js';
import { StatementWriter } from './statement-writer.js';

/** A statement, ready for a client of the engine. */
export interface Statement {
  text: string;
  /** Parameters in the form that the engine's clients accept: in order, or by name. */
  parameters: readonly Parameter[] | Readonly<Record<string, Parameter>>;
  /** The columns of the answer. */
  columns: readonly string[];
}

/**
 * Returns the statement that counts rows by group and outcome: `SELECT … COUNT(*) … GROUP BY …`. Run it in your
 * database on any number of rows. The result has one row for each combination that occurs; pass it to {@link
 * counted}.
 *
 * Names are quoted for the dialect, and values are always parameters. NULL is a separate group, which is handled like
 * a missing value. Groups are compared exactly, even if the engine would treat `A` and `a` as equal (MySQL, SQL
 * Server, SQLite's NOCASE). With weights w and scores s, the result also has Σ w, Σ w², Σ w s, Σ (w s)², and Σ w · w
 * s as 64-bit floating-point numbers: they agree with those of rows that are read one by one to 1e-12, and the
 * numbers of rows agree exactly.
 *
 * @example
 * const what = { table: 'decisions', label: 'repaid', prediction: 'approved', groups: ['sex'] };
 * const { text, parameters, columns } = statement(what, 'postgresql'); // for client.query(text, parameters)
 * columns; // ["sex", "repaid", "approved", "n"]
 *
 * @throws FairwasmError `invalidArgument` for unknown options and dialects, for a missing outcome, for names that no
 *   engine accepts (empty, with a NUL, longer than 63 bytes in PostgreSQL), and for a column with the same name as
 *   another column of the result.
 */
export function statement(request: Counted, dialect: Dialect): Statement {
  requireCounted(request);
  const writing = dialects[requireOneOf('dialect', dialect, dialectNames)];
  const columns = answerColumns('statement', request);
  return new Writer(request, columns, writing).statement();
}

class Writer extends StatementWriter {
  readonly #what: Counted;
  readonly #columns: AnswerColumns;

  constructor(options: Counted, columns: AnswerColumns, writing: Writing) {
    const { score = '', weight = '', where = {} } = options;
    super(writing, [...answerList(columns), score, weight, ...Object.keys(where)]);
    this.#what = options;
    this.#columns = columns;
  }

  statement(): Statement {
    const { keys, flags, counts, sums } = this.#columns;
    // Parameters are numbered in the order of the text.
    const inner = [...this.#keys(), ...this.#flags(), ...this.#values()];
    const flagged = flags.map((name) => answerNames[name]);
    const grouped = [...keys.map((_, i) => `key${i}`), ...flagged].map((name) => this.own(name));
    const answered = [...keys, ...flagged];
    const outer = [
      ...grouped.map((own, i) => `${own} AS ${this.quote('groups', answered[i] as string)}`),
      `${this.writing.count} AS ${this.quote('counts', counts)}`,
      ...sums.map((name) => {
        const answer = this.quote('statement', answerNames[name]);
        return `${sumTexts[name](this.#weighted())} AS ${answer}`;
      }),
    ];
    const { exactGroup = (expression: string) => expression } = this.writing;
    const text = [
      `SELECT\n  ${outer.join(',\n  ')}`,
      `FROM (\n  SELECT\n    ${inner.join(',\n    ')}\n  FROM ${this.source(this.#what)}${this.where(this.#what)}\n) AS ${this.own('rows')}`,
      `GROUP BY ${grouped.map(exactGroup).join(', ')}`,
      ...this.#having(),
    ].join('\n');
    return { text, parameters: this.given(), columns: answerList(this.#columns) };
  }

  // The number was validated; not every engine accepts a parameter there.
  #having(): string[] {
    const { minCellSize } = this.#what;
    return minCellSize === undefined ? [] : [`HAVING ${this.writing.count} >= ${minCellSize}`];
  }

  #keys(): string[] {
    const { exact = (expression: string) => expression } = this.writing;
    return this.#columns.keys.map((name, i) => {
      const limits = this.#computeLimits(name);
      const column = this.quote('groups', name);
      const key = limits ? this.#binned(column, limits) : exact(column);
      return `${key} AS ${this.own(`key${i}`)}`;
    });
  }

  #computeLimits(name: string): readonly number[] | undefined {
    const { bins = {} } = this.#what;
    return Object.hasOwn(bins, name) ? bins[name] : undefined;
  }

  #binned(column: string, limits: readonly number[]): string {
    const names = binNames(limits);
    const number = this.writing.double(column);
    const steps = limits.map((limit, i) => {
      const below = this.number(limit);
      return `WHEN ${number} < ${below} THEN ${this.parameter(names[i] as string)}`;
    });
    // Some engines sort NaN above everything; only a finite number minus itself is 0.
    const last = `WHEN ${number} - ${number} = 0 THEN ${this.parameter(names.at(-1) as string)}`;
    return `CASE ${steps.join(' ')} ${last} ELSE NULL END`;
  }

  #flags(): string[] {
    const { score = '', weight = '', threshold } = this.#what;
    const isMissing = (role: string, name: string) => `CASE WHEN ${this.#known(role, name)} IS NULL THEN 1 ELSE 0 END`;
    const texts = {
      above: () => this.#above(score, threshold as number),
      weightMissing: () => isMissing('weight', weight),
      scoreMissing: () => isMissing('score', score),
    };
    return this.#columns.flags.map((flag) => `${texts[flag]()} AS ${this.own(answerNames[flag])}`);
  }

  // Returns NULL if there is no number.
  #known(role: string, name: string): string {
    const column = this.quote(role, name);
    return this.writing.losesTexts ? this.writing.double(column) : column;
  }

  #above(score: string, threshold: number): string {
    const column = this.quote('score', score);
    const reaches = `${this.writing.double(column)} >= ${this.number(threshold)}`;
    return `CASE WHEN ${this.#known('score', score)} IS NULL THEN NULL WHEN ${reaches} THEN 1 ELSE 0 END`;
  }

  #values(): string[] {
    const { score, weight, minCellSize } = this.#what;
    if (minCellSize !== undefined) return [];
    const value = (role: string, name: string) => `${this.writing.double(this.quote(role, name))} AS ${this.own(role)}`;
    return [
      ...(weight === undefined ? [] : [value('weight', weight)]),
      ...(score === undefined ? [] : [value('score', score)]),
    ];
  }

  #weighted(): Weighted {
    const [weight, score] = [this.own('weight'), this.own('score')];
    const product = this.#what.weight === undefined ? score : `(${weight} * ${score})`;
    return { weight, score, product };
  }
}

interface Weighted {
  weight: string;
  score: string;
  product: string;
}

const sumTexts: Readonly<Record<SumName, (values: Weighted) => string>> = {
  weightSum: ({ weight }) => `SUM(${weight})`,
  weightSquares: ({ weight }) => `SUM(${weight} * ${weight})`,
  weightLeast: ({ weight }) => `MIN(${weight})`,
  scoreSum: ({ product }) => `SUM(${product})`,
  scoreSquares: ({ product }) => `SUM(${product} * ${product})`,
  scoreLeast: ({ score }) => `MIN(${score})`,
  scoreGreatest: ({ score }) => `MAX(${score})`,
  scoreWeighted: ({ weight, product }) => `SUM(${weight} * ${product})`,
};
