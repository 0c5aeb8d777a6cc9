// SPDX-License-Identifier: Apache-2.0
//
// The group of each row for any choice of attributes, for metrics that need rows.

import { invalid } from '../core/error.js';
import { didYouMean } from '../core/nearest.js';
import { requireTexts, suggestion } from '../core/options.js';
import { groupEncoder, toValues } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import type { MissingTexts } from '../data/value.js';
import type { Place } from './measured-frame.js';

/**
 * Returns the requested attributes without duplicates.
 *
 * @throws FairwasmError `invalidArgument` for anything but names among `allowed`.
 */
export function requireAttributes(by: string | readonly string[], allowed: readonly string[]): readonly string[] {
  const requested = requireTexts('by', [by].flat());
  const unexpected = requested.find((name, i) => !allowed.includes(name) || requested.indexOf(name) !== i);
  if (unexpected === undefined) return requested;
  const meant = allowed.includes(unexpected) ? undefined : suggestion(unexpected, allowed);
  throw invalid(
    'by',
    `attributes among ${allowed.join(', ') || 'none'}, without repetition`,
    `'${unexpected}'${didYouMean(meant)}`,
  );
}

/** Rows by the categories of some attributes. */
export interface RowPlaces {
  /** Index of each row's group. */
  codes: Uint32Array;
  places: readonly Place[];
}

interface CodedColumn {
  codes: Uint8Array | Uint32Array;
  categories: readonly string[];
}

/** Group columns, encoded once. */
export class CodedGroups {
  readonly rows: number;
  readonly #columns = new Map<string, CodedColumn>();

  constructor(groups: Readonly<Record<string, CategoryColumn>>, rows: number, missingTexts: MissingTexts) {
    this.rows = rows;
    for (const [name, column] of Object.entries(groups)) {
      const encoder = groupEncoder(name, [], missingTexts);
      const codes = encoder.encode(column);
      requireRows(name, codes.length, rows);
      // Copied, because the codes of a coded column belong to the caller.
      this.#columns.set(name, { codes: codes.slice(), categories: encoder.categories });
    }
  }

  get attributes(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** The columns as codes, for other code that counts their rows. */
  get columns(): Record<string, CodedColumn> {
    const columns = [...this.#columns];
    return Object.fromEntries(
      columns.map(([name, { codes, categories }]) => [name, { codes, categories: toValues(categories) }]),
    );
  }

  /** Returns the groups that have rows, by the intersection of some of the attributes. */
  by(attributes: readonly string[]): RowPlaces {
    const columns = attributes.map((name) => this.#columns.get(name) as CodedColumn);
    const codes = new Uint32Array(this.rows);
    const known = new Map<string, number>();
    const places: { categories: Record<string, string>; rows: number }[] = [];
    for (let row = 0; row < this.rows; row++) {
      const key = columns.map((column) => column.codes[row]).join();
      let index = known.get(key);
      if (index === undefined) {
        index = places.length;
        known.set(key, index);
        const entries = columns.map(({ categories, codes: own }, i) => [
          attributes[i] as string,
          categories[own[row] as number] as string,
        ]);
        places.push({ categories: Object.fromEntries(entries), rows: 0 });
      }
      codes[row] = index;
      (places[index] as { rows: number }).rows++;
    }
    return { codes, places };
  }
}
