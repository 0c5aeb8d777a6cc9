// SPDX-License-Identifier: Apache-2.0
//
// Counts and sums of numeric columns by any columns, for repeated decisions, rates per exposure, shares, rankings, and
// monitoring: their functions accept a row per combination.

import { FairwasmError, invalid } from '../core/error.js';
import { requireOneOf, requireOptions, requireTexts } from '../core/options.js';
import { requireNames } from '../data/named-columns.js';
import type { Table } from '../data/table.js';
import type { Value } from '../data/value.js';
import { requireCount } from '../tally/counted-rows.js';
import { getValues, toNumber } from './counted.js';
import { type Counted, requireSource } from './counting.js';
import { type Dialect, dialectNames, dialects, type Writing } from './dialects.js';
import type { Statement } from './statement.js';
import { StatementWriter } from './statement-writer.js';

/** The columns to count by and to sum, and the table; names are column names of the table. */
export interface Totals extends Pick<Counted, 'table' | 'query' | 'where'> {
  /** The columns whose combinations are counted, such as the group and the cluster. */
  by: readonly string[];
  /** Numeric columns to sum, such as events and exposure. Default: none. */
  sums?: readonly string[] | undefined;
  /** Name of the result's column with the number of rows. Default: `n`. */
  counts?: string | undefined;
}

const totalOptions = ['by', 'sums', 'counts'];
const sourceOptions = ['table', 'query', 'where'];
const incompleteColumn = 'fairwasm_incomplete';

function requireTotals(caller: string, input: Totals, otherNames: readonly string[] = []): string[] {
  requireOptions(caller, input, [...totalOptions, ...otherNames]);
  const { by, sums = [], counts = 'n' } = input;
  requireTexts('counts', [counts]);
  requireNames('by', by);
  requireNames('sums', sums);
  if (by.length === 0) throw invalid('by', 'at least one column', 'none');
  const all = [...by, ...sums, counts, ...(sums.length > 0 ? [incompleteColumn] : [])];
  const twice = all.find((name, i) => all.indexOf(name) !== i);
  if (twice !== undefined) throw invalid('sums', 'names of different columns', `'${twice}' twice`);
  return all;
}

/**
 * Returns the statement that counts the rows of each combination and sums numeric columns: `SELECT … COUNT(*), SUM(…) …
 * GROUP BY …`. Pass its result to {@link totals}, and the columns to `compareVariants` (by item, variant, and outcome),
 * `ratesPerExposure` (by group and cluster, with the sums of events and exposure), `shares` (by group),
 * `rankings` (by query, position, and group), or a monitor (by batch, group, and outcome).
 *
 * Rows in which a summed number is missing are excluded from the sums; the result counts them. NULL is a separate
 * category. Names are quoted, and values are parameters, as in {@link statement}.
 *
 * @example
 * const what = { table: 'claims', by: ['region', 'policy'], sums: ['claims', 'years'] };
 * totalsStatement(what, 'postgresql').columns; // ["region", "policy", "claims", "years", "n", "fairwasm_incomplete"]
 *
 * @throws FairwasmError `invalidArgument` like {@link statement}, and for a column that is named twice.
 */
export function totalsStatement(what: Totals, dialect: Dialect): Statement {
  const columns = requireTotals('totalsStatement', what, sourceOptions);
  requireSource(what);
  const writing = dialects[requireOneOf('dialect', dialect, dialectNames)];
  return new TotalsWriter(what, columns, writing).statement();
}

class TotalsWriter extends StatementWriter {
  readonly #what: Totals;
  readonly #columns: readonly string[];

  constructor(what: Totals, columns: readonly string[], writing: Writing) {
    super(writing, [...columns, ...Object.keys(what.where ?? {})]);
    this.#what = what;
    this.#columns = columns;
  }

  statement(): Statement {
    const { by, sums = [], counts = 'n' } = this.#what;
    const { exact = same, exactGroup = same, double, count } = this.writing;
    const keys = by.map((name, i) => `${exact(this.quote('by', name))} AS ${this.own(`key${i}`)}`);
    const values = sums.map((name, i) => {
      return `${double(this.quote('sums', name))} AS ${this.own(`sum${i}`)}`;
    });
    const grouped = by.map((_, i) => this.own(`key${i}`));
    const summed = sums.map((_, i) => this.own(`sum${i}`));
    const isKnown = summed.map((own) => `${own} IS NOT NULL`).join(' AND ');
    const outer = [
      ...grouped.map((own, i) => `${own} AS ${this.quote('by', by[i] as string)}`),
      ...summed.map((own, i) => {
        const name = this.quote('sums', sums[i] as string);
        return `SUM(CASE WHEN ${isKnown} THEN ${own} ELSE 0 END) AS ${name}`;
      }),
      `${count} AS ${this.quote('counts', counts)}`,
      ...(sums.length > 0
        ? [`SUM(CASE WHEN ${isKnown} THEN 0 ELSE 1 END) AS ${this.quote('sums', incompleteColumn)}`]
        : []),
    ];
    const inner = [...keys, ...values].join(',\n    ');
    const text = [
      `SELECT\n  ${outer.join(',\n  ')}`,
      `FROM (\n  SELECT\n    ${inner}\n  FROM ${this.source(this.#what)}${this.where(this.#what)}\n) AS ${this.own('rows')}`,
      `GROUP BY ${grouped.map(exactGroup).join(', ')}`,
    ].join('\n');
    return { text, parameters: this.given(), columns: this.#columns };
  }
}

const same = (expression: string) => expression;

/**
 * Returns the columns of a result of {@link totalsStatement}.
 *
 * @example
 * const answer = [{ region: 'north', claims: 3, years: 40, n: 25, fairwasm_incomplete: 0 }];
 * const { by, sums } = totals(answer, { by: ['region'], sums: ['claims', 'years'] });
 * [by.region, ...(sums.years ?? [])]; // [["north"], 40]
 *
 * @throws FairwasmError `invalidArgument`, with the row, for a number of rows that is not whole, and for a sum that is
 *   not a number; `missingValue` for an absent column or sum.
 */
export function totals(
  answer: Table,
  what: Totals,
): {
  by: Readonly<Record<string, readonly Value[]>>;
  sums: Readonly<Record<string, Float64Array>>;
  /** Number of rows of each combination. */
  rows: Float64Array;
  /** Rows in which a summed number is missing; the sums exclude them. */
  incomplete: number;
} {
  requireTotals('totals', what, sourceOptions);
  const { by, sums = [], counts = 'n' } = what;
  const numbers = (name: string) =>
    Float64Array.from(getValues(answer, name), (value, row) => {
      const number = toNumber(value, name, row);
      if (Number.isFinite(number)) return number;
      throw new FairwasmError('missingValue', {
        ...{ argument: name, expected: 'a finite number', actual: 'none', row },
      });
    });
  const incomplete = sums.length > 0 ? numbers(incompleteColumn) : new Float64Array();
  return {
    by: Object.fromEntries(by.map((name) => [name, getValues(answer, name)])),
    sums: Object.fromEntries(sums.map((name) => [name, numbers(name)])),
    rows: numbers(counts).map(requireCount),
    incomplete: incomplete.reduce((all, each) => all + each, 0),
  };
}
