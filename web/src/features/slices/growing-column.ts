// SPDX-License-Identifier: Apache-2.0
//
// A column of a file that is read in batches, as codes.

import { plainNumber } from '../../table/digits.js';
import type { CodedTexts } from '../../table/read.js';

// The usual notation of numbers; 007 and 02139 are names.
const decimal = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** NaN for an empty string; undefined if the string is not a number. */
function numberIn(text: string): number | undefined {
  if (text === '') return Number.NaN;
  return plainNumber(text) ?? (decimal.test(text) ? Number(text) : undefined);
}

/** The values of a column as codes, with memory proportional to the rows. */
export class GrowingColumn {
  readonly categories: string[] = [];
  readonly #codes = new Map<string, number>();
  #values = new Uint32Array(1024);
  #length = 0;

  /** Adds the values of these rows. Default: all rows. */
  add({ codes, categories }: CodedTexts, rows: Uint32Array = Uint32Array.from(codes.keys())): void {
    const places = new Map<number, number>();
    this.#reserve(this.#length + rows.length);
    for (const row of rows) {
      const code = codes[row] as number;
      const place = places.get(code) ?? this.#getPlace(categories[code] as string);
      places.set(code, place);
      this.#values[this.#length++] = place;
    }
  }

  coded() {
    const codes = this.#values.subarray(0, this.#length);
    return { codes, categories: this.categories };
  }

  /** Numbers if all values are numeric: the search bins them. Otherwise codes. */
  column(): Float64Array | { codes: Uint32Array; categories: string[] } {
    const { codes } = this.coded();
    const numbers = this.categories.map(numberIn);
    if (numbers.some((number) => number === undefined)) {
      return { codes, categories: this.categories };
    }
    return Float64Array.from(codes, (code) => numbers[code] as number);
  }

  #getPlace(category: string): number {
    const known = this.#codes.get(category);
    if (known !== undefined) return known;
    this.#codes.set(category, this.categories.length);
    return this.categories.push(category) - 1;
  }

  #reserve(length: number): void {
    if (length <= this.#values.length) return;
    const larger = new Uint32Array(Math.max(length, 2 * this.#values.length));
    larger.set(this.#values.subarray(0, this.#length));
    this.#values = larger;
  }
}
