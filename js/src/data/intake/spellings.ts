// SPDX-License-Identifier: Apache-2.0
//
// Merges values of a column that differ only in case, blanks, punctuation, or invisible characters under the name of
// the first value. Columns of labels that are compared with each other share their names.

import type { CodedBatch } from '../coded-csv.js';
import { type CodedColumn, isCoded } from '../column.js';
import type { CountedBatch } from '../counting/counts.js';
import {
  getKey,
  getLooseKey,
  getName,
  hasInvisible,
  isMissing,
  type MissingTexts,
  tidy,
  type Value,
} from '../value.js';
import type { Spelling } from './options.js';
import { type Decision, mergedNotes, valueNotes } from './record.js';

const maxNames = 1000; // more values than groups or labels have
const maxStored = 1 << 13;

const isNumber = (name: string): boolean => Number.isFinite(Number(name));

/** The spellings of one column, or of several columns with the same labels. */
class Spellings {
  readonly #names = new Map<string, string>();
  readonly #known = new Map<Value, Value>();
  readonly #missingTexts: MissingTexts | undefined;
  /** The merged values by their new name. */
  readonly renamed = new Map<string, Set<string>>();
  /** The texts that mean a missing value. */
  readonly missing = new Set<string>();
  /** The values from which invisible characters were removed. */
  readonly invisible = new Set<string>();

  constructor(missingTexts: MissingTexts | undefined) {
    this.#missingTexts = missingTexts;
  }

  /** Returns the value, or the first spelling of the same value. */
  of(value: Value): Value {
    const cached = this.#known.get(value);
    if (cached !== undefined) return cached;
    const result = this.#find(value);
    if (this.#known.size >= maxStored) this.#known.clear();
    this.#known.set(value, result);
    return result;
  }

  #find(value: Value): Value {
    if (typeof value !== 'string') return value;
    if (isMissing(value, this.#missingTexts)) {
      if (value.trim() !== '') this.missing.add(tidy(value));
      return value;
    }
    const name = getName(value) as string;
    if (hasInvisible(value)) this.invisible.add(name);
    if (isNumber(name)) return value;
    const key = getLooseKey(name);
    const first = this.#names.get(key);
    if (first === undefined && this.#names.size < maxNames) this.#names.set(key, name);
    if (first === undefined || getKey(first) === getKey(name)) return value;
    const others = this.renamed.get(first) ?? new Set();
    this.renamed.set(first, others.add(name));
    return first;
  }
}

/** Gives each value in columns of text one spelling. */
export class OneSpelling {
  readonly #columns = new Map<string, Spellings>();
  readonly #isEach: boolean;
  readonly #missingTexts: MissingTexts | undefined;

  constructor(spelling: Spelling, missingTexts?: MissingTexts) {
    this.#missingTexts = missingTexts;
    const lists = typeof spelling === 'string' ? [] : spelling;
    this.#isEach = spelling === 'merge' || lists.some((names) => names.length === 0);
    for (const names of lists) {
      const shared = new Spellings(this.#missingTexts);
      for (const name of names) this.#columns.set(name, shared);
    }
  }

  /** Returns the strings, each in its first spelling. */
  texts<T extends Value>(name: string, texts: readonly T[]): readonly T[] {
    const spellings = this.#columns.get(name) ?? (this.#isEach ? new Spellings(this.#missingTexts) : undefined);
    if (!spellings) return texts;
    this.#columns.set(name, spellings);
    return texts.map((text) => spellings.of(text) as T);
  }

  /** Chooses spellings in the order of their code points, if the order of rows has no meaning. */
  sort(columns: CodedBatch['columns']): void {
    for (const [name, column] of Object.entries(columns)) {
      const values = isCoded(column) ? Array.from(column.categories as ArrayLike<Value>) : column;
      const texts = Array.from(values as ArrayLike<Value>).filter((each) => typeof each === 'string');
      this.texts(name, [...new Set(texts)].sort());
    }
  }

  columns(columns: CodedBatch['columns']): CodedBatch['columns'] {
    const entries = Object.entries(columns).map(([name, column]) => [name, this.#column(name, column)]);
    return Object.fromEntries(entries);
  }

  /** The decisions about each column in which values were merged. */
  get decisions(): Decision[] {
    return [...new Set(this.#columns.values())].flatMap((spellings) => {
      const all = [...this.#columns].filter(([, each]) => each === spellings);
      const pairs = [...spellings.renamed].flatMap(([first, others]) =>
        [...others].map((other) => [other, first] as const),
      );
      const names = all.map(([name]) => name).join(', ');
      return [...mergedNotes(names, pairs), ...valueNotes(names, spellings.missing, spellings.invisible)];
    });
  }

  #column(name: string, column: CodedBatch['columns'][string]) {
    if (isCoded(column)) {
      const categories = this.texts(name, Array.from(column.categories as ArrayLike<Value>));
      return { codes: column.codes, categories } as CodedColumn;
    }
    const isText = Array.isArray(column) && column.some((value) => typeof value === 'string');
    return isText ? this.texts(name, column as readonly Value[]) : column;
  }
}

/** Gives each string of a batch one spelling. */
export async function* spelled<T extends CodedBatch | CountedBatch>(
  batches: AsyncIterable<T>,
  one: OneSpelling,
): AsyncGenerator<T, void, undefined> {
  for await (const batch of batches) {
    if (!('names' in batch)) yield { ...batch, columns: one.columns(batch.columns) };
    else {
      const texts = batch.texts.map((each, i) => [...one.texts(batch.names[i] as string, each)]);
      yield { ...batch, texts };
    }
  }
}
