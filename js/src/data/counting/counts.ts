// SPDX-License-Identifier: Apache-2.0
//
// How often each combination of categories occurs: what is known of one part of a file, and those of all its parts
// in one. The parts may have been counted anywhere; only their order matters.

import { FairwasmError } from '../../core/error.js';
import { badFile } from '../byte-input.js';

/** Some rows of a file by the combination of their categories, in the order of its first row. */
export interface Counts {
  /** How many rows there are. */
  rows: number;
  /** For each column its distinct texts, in the order in which they first came. */
  texts: string[][];
  /** For each column, which text each combination has. */
  codes: Uint32Array[];
  /** How many rows have it. */
  counts: Float64Array;
  /** The first of them, counted from the first of these rows. */
  firstRows: Float64Array;
}

/** Rows of a file by combination of categories; `firstRows` are counted from the file's first. */
export interface CountedBatch extends Counts {
  /** The columns' names, as they were asked for. */
  names: string[];
}

/** Counts of one part. */
export interface Part {
  counts: Counts;
  /** Why the next row was refused. */
  refusal?: unknown;
}

const maxStored = 1 << 14; // combinations, or texts of a column; more than an audit can have are soon refused

/**
 * The counts of all parts, one after the other: in one batch, as long as there are few combinations. Rows before one that
 * is refused are handed on first: there may be something wrong with them too.
 */
export async function* merged(
  parts: AsyncIterable<Part>,
  batchOf: (counts: Counts) => CountedBatch,
): AsyncGenerator<CountedBatch> {
  const all = new MergedCounts();
  for await (const { counts, refusal } of parts) {
    const rowsBefore = all.rows;
    all.add(counts);
    if (refusal || all.size > maxStored) yield batchOf(all.take());
    if (refusal) throw refusal instanceof FairwasmError ? refusal.inRowsFrom(rowsBefore) : refusal;
  }
  if (all.rows === 0) throw badFile('a header and at least one row of data', 'only a header');
  if (all.size > 0) yield batchOf(all.take());
}

/** The counts of parts, one after the other. */
export class MergedCounts {
  /** Rows of all parts. */
  rows = 0;
  #columns: MergedColumn[] = [];
  #places = new Map<string, number>();
  #counts: number[] = [];
  #firstRows: number[] = [];

  add(part: Counts): void {
    const translations = part.texts.map((texts, i) => this.#column(i).codesOf(texts));
    for (let each = 0; each < part.counts.length; each++) {
      const codes = translations.map(
        (codes, i) => codes[part.codes[i]?.[each] as number] as number,
      );
      const key = codes.join();
      const place = this.#places.get(key) ?? this.#add(key, codes, part.firstRows[each] as number);
      this.#counts[place] = (this.#counts[place] as number) + (part.counts[each] as number);
    }
    this.rows += part.rows;
  }

  /** How many combinations there are, or texts of a column if these are more. */
  get size(): number {
    return Math.max(this.#counts.length, ...this.#columns.map(({ texts }) => texts.length));
  }

  /** The counts so far, with first rows counted from the file's first; what is added later comes into the next ones. */
  take(): Counts {
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
    const place = this.#counts.push(0) - 1;
    this.#places.set(key, place);
    this.#firstRows.push(this.rows + firstRow);
    codes.forEach((code, i) => {
      this.#columns[i]?.codes.push(code);
    });
    return place;
  }
}

class MergedColumn {
  readonly texts: string[] = [];
  /** Of each combination. */
  readonly codes: number[] = [];
  readonly #known = new Map<string, number>();

  codesOf(texts: readonly string[]): number[] {
    return texts.map((text) => {
      const known = this.#known.get(text);
      if (known !== undefined) return known;
      const code = this.texts.push(text) - 1;
      this.#known.set(text, code);
      return code;
    });
  }
}
