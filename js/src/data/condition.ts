// SPDX-License-Identifier: Apache-2.0
//
// Finds the rows of a group. Group metrics do not need this, because they are functions of a tally; individual
// metrics do.

import { type FairwasmError, invalid, shapeMismatch } from '../core/error.js';
import { withSuggestion } from '../core/options.js';
import { CategoryEncoder, type Codes } from './category.js';
import { type CategoryColumn, getLength, isCoded, type NumberColumn } from './column.js';
import { requireName } from './value.js';

/**
 * A group: a list of clauses joined by OR; each clause is a list of tests `attribute = category` joined by AND. `[{
 * sex: 'F', race: 'Black' }, { sex: 'M' }]` matches every Black woman and every man. `[]` matches no row, and `[{}]`
 * every row. A category that never occurs is an error (in AIF360's utilities it matches no row).
 */
export type GroupCondition = readonly Readonly<Record<string, string | number | boolean>>[];

/** The columns of a data set, all of equal length, and the two groups to compare; a metric that needs a missing group throws. */
export interface DatasetInput {
  /** Columns that define the groups, by attribute: AIF360's protected attributes. */
  groups: Readonly<Record<string, CategoryColumn>>;
  unprivileged?: GroupCondition | null | undefined;
  privileged?: GroupCondition | null | undefined;
  /** Row weights; as in AIF360, they may be 0 or negative. Default: 1. */
  weight?: NumberColumn | undefined;
}

/** An encoded group column. */
export interface GroupColumn {
  codes: Codes;
  encoder: CategoryEncoder;
  categories: readonly string[];
}

/** Group columns, encoded once, for matching any number of groups. */
export class RowGroups {
  readonly rows: number;
  readonly #columns: ReadonlyMap<string, GroupColumn>;

  /**
   * `rows` is the required number of rows. Default: the length of the first column. A column with more than `most`
   * categories is rejected, unless its categories were given as a list, because they need not all occur.
   */
  constructor(groups: Readonly<Record<string, CategoryColumn>>, rows?: number, max = Number.POSITIVE_INFINITY) {
    const columns = new Map<string, GroupColumn>();
    this.rows = rows ?? Object.entries(groups).map(([name, column]) => getLength(column, name))[0] ?? 0;
    for (const [name, column] of Object.entries(groups)) {
      const limit = isCoded(column) ? {} : { max: () => max };
      const encoder = new CategoryEncoder(name, [], 'category', limit);
      const codes = encoder.encode(column);
      requireRows(name, codes.length, this.rows);
      columns.set(name, { codes, encoder, categories: encoder.categories });
    }
    this.#columns = columns;
  }

  get attributes(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** Returns the codes of an attribute and their categories. Throws `invalidArgument` for an unknown attribute. */
  column(attribute: string): GroupColumn {
    const column = this.#columns.get(attribute);
    if (column) return column;
    throw invalid('attribute', `one of ${this.attributes.join(', ') || 'none'}`, `'${attribute}'`);
  }

  /**
   * Returns 1 for every row in the group and 0 for the others; without a group, all 1. Throws `invalidArgument` for
   * an unknown attribute, and for an unknown category unless `absent` is `none`.
   */
  matching(condition: GroupCondition | null | undefined, absent: 'error' | 'none' = 'error'): Uint8Array {
    if (condition === null || condition === undefined) return new Uint8Array(this.rows).fill(1);
    const matching = new Uint8Array(this.rows);
    for (const clause of requireClauses(condition)) {
      const tests = Object.entries(clause).map(([attribute, category]) => {
        const { codes, encoder, categories } = this.column(attribute);
        const name = encoder.find(category);
        if (name === undefined && absent === 'error') throw noSuchCategory(attribute, category, categories);
        return { codes, code: name === undefined ? -1 : categories.indexOf(name) };
      });
      if (tests.some(({ code }) => code < 0)) continue;
      for (let row = 0; row < this.rows; row++) {
        if (tests.every(({ codes, code }) => codes[row] === code)) matching[row] = 1;
      }
    }
    return matching;
  }
}

/** Returns the error for a group without rows: a condition's value that is not a category of the attribute. */
export function noSuchCategory(attribute: string, value: unknown, categories: readonly string[]): FairwasmError {
  const name = requireName(value, attribute);
  const some = categories.slice(0, maxListed).map((each) => `'${each}'`);
  if (categories.length > maxListed) some.push('…');
  return invalid(attribute, `a group among ${some.join(', ')}`, withSuggestion(name, categories));
}

const maxListed = 10;

/** Throws `invalidArgument` for anything but a list of clauses. */
export function requireClauses(condition: GroupCondition): GroupCondition {
  const isCategory = (category: unknown): boolean =>
    ['string', 'number', 'boolean', 'bigint'].includes(typeof category);
  const isClause = (clause: unknown): boolean =>
    typeof clause === 'object' && clause !== null && Object.values(clause).every(isCategory);
  const isList = Array.isArray(condition) && Array.from(condition).every(isClause);
  if (isList) return condition;
  throw invalid(
    'condition',
    'a list of clauses such as [{ sex: 1 }]',
    Array.isArray(condition) ? 'a list with other entries' : typeof condition,
  );
}

/** Throws `shapeMismatch` if a column does not have the expected number of rows (or other `units`). */
export function requireRows(argument: string, actual: number, expected: number, units = 'rows'): void {
  if (actual === expected) return;
  throw shapeMismatch(argument, `${expected} ${units}`, `${actual}`);
}
