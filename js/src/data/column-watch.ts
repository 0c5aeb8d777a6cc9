// SPDX-License-Identifier: Apache-2.0
//
// Detects columns that are valid but determine the result by construction: an outcome as a group, the true outcome as the
// prediction, many different numbers as groups, and a threshold that no score or every score reaches. Every command that
// takes such columns uses this check.

import { showCount, showQuantity } from '../document/format.js';
import { type CategoryColumn, isCoded, type NumberColumn, toIndexable } from './column.js';
import { getName, isMissing, type Value } from './value.js';

type Column = CategoryColumn | NumberColumn;

/** Columns by role. */
interface WatchedColumns {
  groups?: Readonly<Record<string, CategoryColumn>> | undefined;
  /** The outcomes that groups may contain, by their name in a sentence, such as `prediction`. */
  outcomes?: Readonly<Record<string, Column | undefined>> | undefined;
  /** Number of rows with these values, for counts. Default: 1. */
  rows?: NumberColumn | undefined;
}

/** In fewer rows, columns often agree by chance. */
const minRows = 20;

/** More groups than this whose names are numbers are probably meant as ranges. */
const maxNumbers = 30;

/** The first rows of a part in which numbers are counted; most columns have other values within a few rows. */
const countedRows = 10_000;

/** The names of the values of a column by row; undefined for missing values. */
function namesOf(column: Column, argument: string): { rows: number; at(row: number): string | undefined } {
  const name = (value: unknown) => (isMissing(value) ? undefined : getName(value));
  if (!isCoded(column)) {
    const values: ArrayLike<Value> = toIndexable(column, argument);
    return { rows: values.length, at: (row) => name(values[row]) };
  }
  const codes = toIndexable(column.codes, argument);
  const names = column.categories.map(name);
  return { rows: codes.length, at: (row) => names[Number(codes[row])] };
}

/** A suspicion about two columns, until a row contradicts it: one determines the other, or both are equal. */
interface Suspicion {
  images: Map<string, string>;
  rows: number;
  isRefuted: boolean;
  areEqual: boolean;
  text: string;
}

/** Watches columns that arrive at once or in parts; rows that contradict a suspicion end it. */
export class ColumnWatch {
  readonly #suspicions = new Map<string, Suspicion>();
  readonly #numbers = new Map<string, Set<string> | undefined>();
  #scores = { rows: 0, reached: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, threshold: 0 };

  add({ groups = {}, outcomes = {}, rows }: WatchedColumns): this {
    const results = Object.entries(outcomes).flatMap(([name, column]) =>
      column ? [{ name, names: namesOf(column, name) }] : [],
    );
    for (const [name, column] of Object.entries(groups)) {
      const names = namesOf(column, name);
      this.#count(name, names);
      for (const result of results) {
        const text =
          `Each group of ${name} has only one ${result.name}, so gaps follow by construction. ` +
          `Check that ${name} is not the ${result.name} or computed from it.`;
        this.#compare(text, names, result.names, { areEqual: false, rows });
      }
    }
    return this;
  }

  /** Adds the true outcome and the prediction of rows, which should not be one column. */
  addPrediction(
    label: Column | undefined,
    prediction: Column | undefined,
    { name = 'prediction', rows }: { name?: string; rows?: NumberColumn | undefined } = {},
  ): this {
    if (!label || !prediction) return this;
    const text =
      `Every ${name} equals the true outcome, so error rates follow by construction. ` +
      'Check that they are different columns.';
    this.#compare(text, namesOf(label, 'label'), namesOf(prediction, 'prediction'), { areEqual: true, rows });
    return this;
  }

  /** Adds scores that are positive decisions from this threshold on. */
  addScores(scores: Float64Array, threshold: number): this {
    const all = this.#scores;
    all.rows += scores.length;
    all.threshold = threshold;
    for (const score of scores) {
      if (score >= threshold) all.reached++;
      if (score < all.min) all.min = score;
      if (score > all.max) all.max = score;
    }
    return this;
  }

  /** Returns a sentence for each suspicion that no row contradicts. */
  warnings(): string[] {
    return [...this.#ofMany(), ...this.#ofConstruction(), ...this.#ofThreshold()];
  }

  #compare(
    text: string,
    of: ReturnType<typeof namesOf>,
    to: ReturnType<typeof namesOf>,
    { areEqual, rows }: { areEqual: boolean; rows: NumberColumn | undefined },
  ): void {
    const counts = rows && toIndexable(rows, 'rows');
    const existing = this.#suspicions.get(text) ?? { images: new Map(), rows: 0, isRefuted: false, areEqual, text };
    this.#suspicions.set(text, existing);
    for (let row = 0; row < of.rows && !existing.isRefuted; row++) {
      const [value, image, count] = [of.at(row), to.at(row), Number(counts?.[row] ?? 1)];
      if (value === undefined || image === undefined || !(count > 0)) continue;
      const cached = existing.images.get(value);
      if (cached === undefined) existing.images.set(value, image);
      existing.isRefuted = areEqual ? value !== image : cached !== undefined && cached !== image;
      existing.rows += count;
    }
    if (existing.isRefuted) existing.images.clear();
  }

  #count(name: string, { rows, at }: ReturnType<typeof namesOf>): void {
    if (!this.#numbers.has(name)) this.#numbers.set(name, new Set());
    const numbers = this.#numbers.get(name);
    for (let row = 0; numbers && row < Math.min(rows, countedRows) && numbers.size <= maxNumbers; row++) {
      const value = at(row);
      if (value === undefined) continue;
      numbers.add(value);
      if (!Number.isNaN(Number(value))) continue;
      this.#numbers.set(name, undefined); // The groups are not numbers.
      return;
    }
  }

  #ofMany(): string[] {
    return [...this.#numbers].flatMap(([name, numbers]) =>
      (numbers?.size ?? 0) > maxNumbers
        ? [
            `The groups of ${name} are more than ${maxNumbers} different numbers. Cut them into ranges, such as below and from 40 (--bins ${name}=40).`,
          ]
        : [],
    );
  }

  // Groups of one row each determine everything.
  #ofConstruction(): string[] {
    return [...this.#suspicions.values()].flatMap(({ images, rows, isRefuted, areEqual, text }) => {
      const least = areEqual ? minRows : Math.max(minRows, 2 * images.size);
      const isShown = !isRefuted && rows >= least && new Set(images.values()).size > 1;
      return isShown ? [text] : [];
    });
  }

  #ofThreshold(): string[] {
    const { rows, reached, min, max, threshold } = this.#scores;
    if (rows < minRows || (reached > 0 && reached < rows)) return [];
    const who = reached === 0 ? 'No row reaches' : `All ${showCount(rows)} rows reach`;
    return [
      `${who} the threshold ${threshold}: scores range from ${showQuantity(min)} to ${showQuantity(max)}. Set a threshold in this range (--threshold).`,
    ];
  }
}
