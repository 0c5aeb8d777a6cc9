// SPDX-License-Identifier: Apache-2.0
//
// Counts of combinations of categories: for a part of a file, and merged over all parts. The parts may have been
// counted anywhere; only their order matters.

import { FairwasmError } from '../../core/error.js';
import { getMax } from '../../core/extremes.js';
import { badFile } from '../byte-input.js';

/** Counts of rows by combination of categories, in the order of each combination's first row. */
export interface CombinationCounts {
  /** Total number of rows. */
  rows: number;
  /** For each column its distinct strings, in order of first appearance. */
  texts: string[][];
  /** For each column, the string index of each combination. */
  codes: Uint32Array[];
  /** Number of rows with each combination. */
  counts: Float64Array;
  /** First row of each combination, counted from the first row of this part. */
  firstRows: Float64Array;
  /** Number of blank rows of delimited text, without the empty lines at the end. */
  blankRows?: number | undefined;
  /** Number of empty lines at the end. */
  emptyLines?: number | undefined;
}

/** Counts of rows by combination of categories; `firstRows` are counted from the start of the file. */
export interface CountedBatch extends CombinationCounts {
  /** The requested column names. */
  names: string[];
}

/** Counts of one part. */
export interface PartCounts {
  counts: CombinationCounts;
  /** The reason why the next row was rejected. */
  refusal?: unknown;
}

const maxStored = 1 << 14; // combinations, or strings of a column; more than an audit accepts are soon rejected

/**
 * Merges the counts of all parts in order, into a single batch while there are few combinations. Rows before a
 * rejected row are passed on first, because they may have errors too.
 */
export async function* merged(
  parts: AsyncIterable<PartCounts>,
  getBatch: (counts: CombinationCounts) => CountedBatch,
): AsyncGenerator<CountedBatch> {
  const all = new MergedCounts();
  for await (const { counts, refusal } of parts) {
    const rowsBefore = all.rows;
    all.add(counts);
    if (refusal || all.size > maxStored) yield getBatch(all.take());
    if (refusal) throw refusal instanceof FairwasmError ? refusal.inRowsFrom(rowsBefore) : refusal;
  }
  if (all.rows === 0) throw badFile('a header and at least one row of data', 'only a header');
  if (all.size > 0) yield getBatch(all.take());
}

/** Accumulates the counts of consecutive parts. */
export class MergedCounts {
  /** Number of rows of all parts. */
  rows = 0;
  #columns: MergedColumn[] = [];
  #places = new Map<string, number>();
  #counts: number[] = [];
  #firstRows: number[] = [];

  add(part: CombinationCounts): void {
    const translations = part.texts.map((texts, i) => this.#column(i).toCodes(texts));
    for (let each = 0; each < part.counts.length; each++) {
      const codes = translations.map((codes, i) => codes[part.codes[i]?.[each] as number] as number);
      const key = codes.join();
      const index = this.#places.get(key) ?? this.#add(key, codes, part.firstRows[each] as number);
      this.#counts[index] = (this.#counts[index] as number) + (part.counts[each] as number);
    }
    this.rows += part.rows;
  }

  /** Number of combinations, or number of strings of a column if it is larger. */
  get size(): number {
    return getMax(
      this.#columns.map(({ texts }) => texts.length),
      this.#counts.length,
    );
  }

  /** Returns the counts so far, with first rows counted from the start of the file, and starts a new batch. */
  take(): CombinationCounts {
    const columns = this.#columns;
    const taken = {
      rows: this.#counts.reduce((sum, each) => sum + each, 0),
      texts: columns.map(({ texts }) => texts),
      codes: columns.map(({ codes }) => Uint32Array.from(codes)),
      counts: Float64Array.from(this.#counts),
      firstRows: Float64Array.from(this.#firstRows),
    };
    this.#columns = columns.map(() => new MergedColumn());
    this.#places.clear();
    this.#counts = [];
    this.#firstRows = [];
    return taken;
  }

  #column(i: number): MergedColumn {
    const column = this.#columns[i] ?? new MergedColumn();
    this.#columns[i] = column;
    return column;
  }

  #add(key: string, codes: readonly number[], firstRow: number): number {
    const index = this.#counts.push(0) - 1;
    this.#places.set(key, index);
    this.#firstRows.push(this.rows + firstRow);
    codes.forEach((code, i) => {
      this.#columns[i]?.codes.push(code);
    });
    return index;
  }
}

class MergedColumn {
  readonly texts: string[] = [];
  /** Code of each combination. */
  readonly codes: number[] = [];
  readonly #known = new Map<string, number>();

  toCodes(texts: readonly string[]): number[] {
    return texts.map((text) => {
      const cached = this.#known.get(text);
      if (cached !== undefined) return cached;
      const code = this.texts.push(text) - 1;
      this.#known.set(text, code);
      return code;
    });
  }
}
