// SPDX-License-Identifier: Apache-2.0
//
// The columns of a whole table, for computations that need several passes over the rows.

import type { CsvSource } from './byte-input.js';
import type { CsvOptions } from './coded-csv.js';
import { type CsvBatch, readCsv } from './csv.js';
import type { Value } from './value.js';

/** A column of coded categories, of numbers, or of strings among which are numbers. */
export type WholeColumn = Awaited<ReturnType<typeof readAllRows>>['columns'][string];

/**
 * Returns the columns of a table of any format that `readCsv` reads: categories as `{ codes, categories }`, so that each
 * distinct string is processed once, and the columns listed in `numbers` as numbers. All functions of the package accept
 * both.
 *
 * @param options The options of `readCsv`. `numbers`: names of numeric columns. Numbers in another notation are written
 *   in standard notation.
 *
 * @example
 * const { columns } = await readAllRows('sex,wage\nf,20\nm,22\nf,21\n', { numbers: ['wage'] });
 * 'codes' in columns.sex && columns.sex.categories; // ["f", "m"]
 * columns.wage instanceof Float64Array; // true
 *
 * @throws FairwasmError as `readCsv` does.
 */
export async function readAllRows(
  source: CsvSource,
  options: CsvOptions & { numbers?: readonly string[] | undefined } = {},
): Promise<
  Omit<CsvBatch, 'columns' | 'firstRow'> & {
    columns: Record<string, { codes: Uint32Array; categories: readonly string[] } | Float64Array | readonly Value[]>;
  }
> {
  const gathered = new Map<string, Gathered>();
  const rows: Uint32Array[] = [];
  for await (const batch of readCsv(source, { plainNumbers: true, ...options, coded: true })) {
    for (const [name, column] of Object.entries(batch.columns)) {
      const cached = gathered.get(name) ?? ('codes' in column ? new GatheredTexts() : new GatheredNumbers());
      gathered.set(name, cached);
      cached.add(column);
    }
    if (batch.rows) rows.push(batch.rows);
  }
  const columns = [...gathered].map(([name, column]) => [name, column.whole()]);
  return { columns: Object.fromEntries(columns), ...(rows.length > 0 && { rows: joined(rows) }) };
}

/** @internal Returns the values of several columns of one kind as one column. */
export function joinedColumns(columns: readonly WholeColumn[]): WholeColumn {
  const all = columns.every((each) => 'codes' in each) ? new GatheredTexts() : new GatheredNumbers();
  for (const each of columns) all.add(each);
  return all.whole();
}

/** Consecutive batches of one column. */
interface Gathered {
  add(batch: WholeColumn): void;
  whole(): WholeColumn;
}

class GatheredTexts implements Gathered {
  readonly #places = new Map<string, number>();
  readonly #codes: Uint32Array[] = [];

  add(batch: WholeColumn): void {
    const { codes, categories } = batch as { codes: Uint32Array; categories: readonly string[] };
    const indices = categories.map((text) => {
      const cached = this.#places.get(text) ?? this.#places.size;
      this.#places.set(text, cached);
      return cached;
    });
    this.#codes.push(codes.map((code) => indices[code] as number));
  }

  whole(): WholeColumn {
    return { codes: joined(this.#codes), categories: [...this.#places.keys()] };
  }
}

class GatheredNumbers implements Gathered {
  readonly #batches: (Float64Array | readonly Value[])[] = [];

  add(batch: WholeColumn): void {
    this.#batches.push(batch as Float64Array | readonly Value[]);
  }

  whole(): WholeColumn {
    const length = this.#batches.reduce((sum, each) => sum + each.length, 0);
    const isNumeric = this.#batches.every((each) => each instanceof Float64Array);
    const values = isNumeric ? new Float64Array(length) : new Array<Value>(length);
    let row = 0;
    for (const each of this.#batches) {
      for (const value of each) values[row++] = value as never;
    }
    return values;
  }
}

function joined(batches: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(batches.reduce((sum, { length }) => sum + length, 0));
  let row = 0;
  for (const each of batches) {
    all.set(each, row);
    row += each.length;
  }
  return all;
}
