// SPDX-License-Identifier: Apache-2.0
//
// Columns by role for families without a tally: lengths, missing values, and rows in error messages.

import { FairwasmError } from '../core/error.js';
import { requireOneOf } from '../core/options.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import { moveCodes, placesIn } from '../data/codes.js';
import { type CategoryColumn, getLength, type NumberColumn, toNumbers } from '../data/column.js';
import { noSuchCategory, requireRows } from '../data/condition.js';
import { maxGroups } from '../data/group-limit.js';
import { sortedNames } from '../data/largest-group.js';
import { type MissingTexts, toMissingTexts } from '../data/value.js';
import { type AnyColumn, completeRows, pick } from './missing.js';

/** How to handle missing values. */
export interface MissingOptions {
  /**
   * Handling of a row with a missing value: `error` throws with its row number, `drop` skips and counts it.
   * Default: `error`.
   */
  missing?: 'error' | 'drop' | undefined;
  /**
   * Strings to read as missing values, regardless of case; blank strings are always missing values. Default:
   * {@link defaultMissingValues}.
   */
  missingValues?: readonly string[] | undefined;
}

/** @internal The names of {@link MissingOptions}. */
export const missingOptions = ['missing', 'missingValues'];

/** Codes of a column, and its categories in the order of their names. */
export interface SortedCodes {
  codes: Uint32Array;
  names: readonly string[];
  /** Returns the index of a category. Throws `invalidArgument` if it does not occur. */
  indexOf: (name: string, argument: string) => number;
}

/** Columns of equal length by role, of which rows with missing values have been dropped if requested. */
export class RoleColumns {
  readonly #columns: Readonly<Record<string, AnyColumn>>;
  readonly #texts: MissingTexts;
  readonly #groups: readonly string[];
  readonly length: number;
  /** Number of dropped rows. */
  readonly dropped: number = 0;
  readonly #origins: readonly number[] | undefined;

  /**
   * @param groups Roles whose missing values form a group, so that their rows are never dropped. Default: none.
   * @throws FairwasmError `shapeMismatch` for columns of different lengths; `invalidArgument` for invalid options.
   */
  constructor(
    input: Readonly<Record<string, AnyColumn | undefined>>,
    { missing = 'error', missingValues }: MissingOptions,
    groups: readonly string[] = [],
  ) {
    this.#groups = groups;
    requireOneOf('missing', missing, ['error', 'drop']);
    this.#texts = toMissingTexts(missingValues);
    const columns = Object.entries(input).filter((entry): entry is [string, AnyColumn] => entry[1] !== undefined);
    const [first] = columns;
    const length = first === undefined ? 0 : getLength(first[1], first[0]);
    for (const [name, column] of columns) requireRows(name, getLength(column, name), length);
    this.#columns = Object.fromEntries(columns);
    this.length = length;
    if (missing === 'error') return;
    const needed = columns.filter(([name]) => !groups.includes(name));
    const complete = completeRows(Object.fromEntries(needed), length, this.#texts);
    if (complete.length === length) return;
    this.length = complete.length;
    this.dropped = length - complete.length;
    this.#origins = complete;
    this.#columns = Object.fromEntries(
      columns.map(([name, column]) => [name, pick(column, name, complete) as AnyColumn]),
    );
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#columns, name);
  }

  /** Returns numbers; an empty array without the column. */
  numbers(name: string): Float64Array {
    if (!this.has(name)) return new Float64Array();
    return this.reading(() => toNumbers(this.#columns[name] as NumberColumn, name, this.#texts));
  }

  /** Returns categories in order of first appearance; no codes without the column. */
  categories(name: string): { codes: Uint32Array; encoder: CategoryEncoder } {
    const { codes, encoder } = this.#encode(name);
    return { codes: codes instanceof Uint32Array ? codes : new Uint32Array(codes), encoder };
  }

  #encode(name: string, max = Number.POSITIVE_INFINITY): { codes: Codes; encoder: CategoryEncoder } {
    const policy = this.#groups.includes(name) ? 'category' : 'error';
    const encoder = new CategoryEncoder(name, [], policy, { missingTexts: this.#texts, max: () => max });
    if (!this.has(name)) return { codes: new Uint32Array(), encoder };
    const codes = this.reading(() => encoder.encode(this.#columns[name] as CategoryColumn));
    return { codes, encoder };
  }

  /**
   * Returns groups in the order of their names, so that results do not depend on the order of rows.
   *
   * @throws FairwasmError `tooLarge` for more than {@link maxGroups}.
   */
  sorted(name: string): SortedCodes {
    const { codes, encoder } = this.#encode(name, maxGroups);
    const names = sortedNames(encoder.categories);
    return {
      codes: moveCodes(codes, placesIn(names, encoder.categories)),
      names,
      indexOf: (category, argument) => {
        const match = encoder.find(category);
        if (match === undefined) throw noSuchCategory(argument, category, names);
        return names.indexOf(match);
      },
    };
  }

  /** Returns the result of `read`; errors count rows as in the given columns. */
  reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof FairwasmError) throw error.inRowsFrom(0, this.#origins);
      throw error;
    }
  }
}
