// SPDX-License-Identifier: Apache-2.0
//
// Values become category codes. A category is text: the number 1, the text "1" and the code of "1" are
// the same category, so that a group can be named the same way whatever its column was read from.

import { FairwasmError } from '../core/error.js';
import {
  type CategoryColumn,
  isCoded,
  isMissing,
  type NumericArray,
  toIndexable,
  type Value,
} from './column.js';

/** The category of rows whose group is not known. A group like any other: missingness can be unfair too. */
export const missingCategory = '(missing)';

/** What a missing value becomes: a category of its own, or an error with the row. */
export type MissingPolicy = 'category' | 'error';

export type Codes = Uint8Array | Uint32Array;

// Small whole numbers, the usual content of numeric columns, are looked up in an array.
const smallNumbers = 1024;

/**
 * Gives each category the code at which it was first seen, over any number of columns. What was learnt
 * since {@link mark} can be forgotten by {@link rollback}, so that a failed update leaves no trace.
 */
export class CategoryEncoder {
  readonly name: string;
  readonly categories: string[];
  readonly #codes = new Map<Value, number>();
  readonly #smallCodes = new Int32Array(smallNumbers).fill(-1);
  #missing: MissingPolicy;

  constructor(name: string, categories: readonly string[], missing: MissingPolicy) {
    this.name = name;
    this.categories = [...categories];
    this.#missing = missing;
    this.#relearn();
  }

  mark(): number {
    return this.categories.length;
  }

  rollback(mark: number): void {
    if (this.categories.length === mark) return;
    this.categories.length = mark;
    this.#relearn();
  }

  /** The code of a category, which is learnt if it is new. */
  codeOf(category: string): number {
    const known = this.#codes.get(category);
    if (known !== undefined) return known;
    this.categories.push(category);
    this.#codes.set(category, this.categories.length - 1);
    return this.categories.length - 1;
  }

  /** The column as codes, of one byte each as long as there are at most 256 categories. */
  encode(column: CategoryColumn): Codes {
    if (isCoded(column)) return this.#translate(column.codes, column.categories);
    const values = toIndexable(column, this.name);
    const codes = new Uint8Array(values.length);
    if (this.#fill(codes, values)) return codes;
    const wideCodes = new Uint32Array(values.length);
    this.#fill(wideCodes, values);
    return wideCodes;
  }

  // False where a code does not fit.
  #fill(codes: Codes, values: ArrayLike<Value>): boolean {
    const numbers = ArrayBuffer.isView(values) && !isBig(values);
    return numbers
      ? this.#fillFromNumbers(codes, values as unknown as NumericArray)
      : this.#fillFromValues(codes, values);
  }

  #fillFromValues(codes: Codes, values: ArrayLike<Value>): boolean {
    const most = codes.BYTES_PER_ELEMENT === 1 ? 0xff : 0x7fffffff;
    for (let row = 0; row < codes.length; row++) {
      const code = this.#lookUp(values[row], row);
      if (code > most) return false;
      codes[row] = code;
    }
    return true;
  }

  // A loop of its own: engines read numbers without boxing them only where nothing else passes by.
  #fillFromNumbers(codes: Codes, values: NumericArray): boolean {
    const most = codes.BYTES_PER_ELEMENT === 1 ? 0xff : 0x7fffffff;
    const smallCodes = this.#smallCodes;
    for (let row = 0; row < codes.length; row++) {
      const value = values[row] as number;
      const small = value | 0;
      let code = -1;
      if (small === value && small >= 0 && small < smallNumbers) code = smallCodes[small] as number;
      if (code < 0) code = this.#lookUp(value, row);
      if (code > most) return false;
      codes[row] = code;
    }
    return true;
  }

  #relearn(): void {
    this.#codes.clear();
    this.#smallCodes.fill(-1);
    this.categories.forEach((category, code) => {
      this.#codes.set(category, code);
    });
  }

  #lookUp(value: Value, row: number): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.codeOf(this.#categoryOf(value, row));
    this.#codes.set(value, code);
    if (
      typeof value === 'number' &&
      Number.isInteger(value) &&
      value >= 0 &&
      value < smallNumbers
    ) {
      this.#smallCodes[value] = code;
    }
    return code;
  }

  #categoryOf(value: Value, row: number): string {
    if (!isMissing(value)) return String(value);
    if (this.#missing === 'category') return missingCategory;
    throw new FairwasmError('missingValue', {
      argument: this.name,
      expected: 'a value in every row',
      actual: 'a missing value',
      row,
    });
  }

  #translate(codes: Codes, categories: readonly string[]): Codes {
    const table = categories.map((category) => this.codeOf(category));
    if (table.every((code, i) => code === i)) return codes; // the core checks their range
    const translated = new Uint32Array(codes.length);
    for (let row = 0; row < codes.length; row++) {
      const code = table[codes[row] as number];
      if (code === undefined) {
        throw new FairwasmError('invalidArgument', {
          argument: this.name,
          expected: `a code below ${categories.length}`,
          actual: String(codes[row]),
          row,
        });
      }
      translated[row] = code;
    }
    return this.#narrow(translated);
  }

  #narrow(codes: Uint32Array): Codes {
    return this.categories.length <= 256 ? Uint8Array.from(codes) : codes;
  }
}

const isBig = (values: object) =>
  values instanceof BigInt64Array || values instanceof BigUint64Array;
