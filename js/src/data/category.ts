// SPDX-License-Identifier: Apache-2.0
//
// Converts values to category codes. The rule in value.ts determines which values are one category and its name, so
// that a group has the same name for every type of column.

import { invalid, missingValue } from '../core/error.js';
import { shown } from '../core/options.js';
import { firstRows, requireBelow, type UncheckedCodes } from './codes.js';
import {
  type CategoryColumn,
  type CodedColumn,
  type Codes,
  isCoded,
  type NumericArray,
  toIndexable,
} from './column.js';
import { maxGroups, tooManyValues } from './group-limit.js';
import {
  getKey,
  getName,
  isMissing,
  isPlainText,
  type MissingTexts,
  reading,
  requireName,
  usualMissingTexts,
  type Value,
} from './value.js';

export type { Codes };

/**
 * The category of rows without a group. It is treated like any other group, because a model can also be unfair to
 * people whose group is missing.
 */
export const missingCategory = '(missing)';

/** @internal Returns values with these names, to be encoded again: `(missing)` is the name of an empty value. */
export const toValues = (categories: readonly string[]): string[] =>
  categories.map((category) => (category === missingCategory ? '' : category));

/** How to handle a missing value: as a separate category, or as an error with the row. */
export type MissingPolicy = 'category' | 'error';

export interface EncoderOptions {
  /** Strings that mean a missing value. Default: {@link defaultMissingValues}. */
  missingTexts?: MissingTexts | undefined;
  /** Maximum number of categories, checked whenever a new one is added. Default: unlimited. */
  max?: ((own: CategoryEncoder) => number) | undefined;
}

// Integers up to a few times the number of categories, the usual content of numeric columns, are looked up in an array.
const smallNumbers = 1024;
const usualNumbers = 2 ** 17;
const maxSparsity = 8;
const maxSmallNumbers = 2 ** 22;

/**
 * Assigns each category a code in order of first appearance, over any number of columns. {@link rollback} removes
 * everything learned since {@link mark}, so that a failed update leaves no trace.
 */
export class CategoryEncoder {
  readonly name: string;
  readonly categories: string[];
  /** Codes of original values, so that the rule is applied once per distinct value, and of usual categories. */
  readonly #codes = new Map<Value, number>();
  /** Codes of categories that differ from the value with their name, such as (missing). */
  readonly #unusual = new Map<string, number>();
  /** Codes of categories whose key differs from their name. */
  readonly #byKey = new Map<string, number>();
  #smallCodes = new Int32Array(smallNumbers).fill(-1);
  /** Number of categories in the maps. Others are small numbers and are added when another value occurs. */
  #indexed = 0;
  readonly #missing: MissingPolicy;
  readonly #missingTexts: MissingTexts;
  readonly #most: (own: CategoryEncoder) => number;

  constructor(
    name: string,
    categories: readonly string[],
    missing: MissingPolicy,
    { missingTexts = usualMissingTexts, max = anyNumber }: EncoderOptions = {},
  ) {
    this.name = name;
    this.categories = [...categories];
    this.#missing = missing;
    this.#missingTexts = missingTexts;
    this.#most = max;
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

  /** Adds the categories of another encoder, with unchanged names. */
  learn(categories: readonly string[]): void {
    for (const category of categories) {
      if (this.#codeNamed(category) === undefined) this.#append(category, this.#isUsual(category));
    }
  }

  /** Returns the code of a value, which is learned if it is new. */
  getCode(value: Value, row?: number): number {
    return typeof value === 'number'
      ? this.#codeOfNumber(value, row)
      : (this.#codes.get(value) ?? this.#lookUp(value, row));
  }

  /** Returns this encoder's name of a value; undefined if it does not occur. */
  find(value: unknown): string | undefined {
    if (isMissing(value, this.#missingTexts)) return undefined; // its group is called (missing)
    const code = this.#find(requireName(value, this.name));
    return code === undefined ? undefined : this.categories[code];
  }

  /** Returns this encoder's names for the categories of another encoder, so that equal categories are merged. */
  namesFor(categories: readonly string[]): string[] {
    return categories.map((category) => {
      if (this.#codeNamed(category) !== undefined) return category;
      const code = this.#findKey(getKey(category));
      const name = code === undefined ? this.#inStyle(category) : (this.categories[code] as string);
      return categories.includes(name) ? category : name;
    });
  }

  /**
   * Returns the column as codes, with one byte each for up to 256 categories. If `unchecked` is given, codes that
   * need no translation are added to it instead of being checked against their categories.
   */
  encode(column: CategoryColumn, unchecked?: UncheckedCodes[]): Codes {
    return reading(this.name, () => {
      if (isCoded(column)) return this.#translate(column, unchecked);
      const values = toIndexable(column, this.name);
      const codes = new Uint8Array(values.length);
      if (this.#fill(codes, values)) return codes;
      const wideCodes = new Uint32Array(values.length);
      this.#fill(wideCodes, values);
      return wideCodes;
    });
  }

  // Returns false if a code does not fit.
  #fill(codes: Codes, values: ArrayLike<Value>): boolean {
    const numbers = ArrayBuffer.isView(values) && !isBig(values);
    return numbers
      ? this.#fillFromNumbers(codes, values as unknown as NumericArray)
      : this.#fillFromValues(codes, values);
  }

  #fillFromValues(codes: Codes, values: ArrayLike<Value>): boolean {
    const max = codes.BYTES_PER_ELEMENT === 1 ? 0xff : 0x7fffffff;
    const known = this.#codes;
    let previous: Value | symbol = Symbol('none');
    let code = 0;
    for (let row = 0; row < codes.length; row++) {
      const value = values[row];
      if (typeof value === 'number') code = this.#codeOfNumber(value, row);
      // Rows of one list, cluster, or item usually follow each other.
      else if (value !== previous) code = known.get(value) ?? this.#lookUp(value, row);
      previous = value;
      if (code > max) return false;
      codes[row] = code;
    }
    return true;
  }

  #codeOfNumber(value: number, row?: number): number {
    const smallCodes = this.#smallCodes;
    const small = value | 0;
    const isSmall = small === value && small >= 0 && small < smallCodes.length;
    const code = isSmall ? (smallCodes[small] as number) : -1;
    if (code >= 0) return code;
    const cached = this.#codes.get(value) ?? this.#lookUp(value, row);
    if (small === value) this.#learnSmall(value, cached);
    return cached;
  }

  // This loop is separate because engines read numbers without boxing only if all values are numbers.
  #fillFromNumbers(codes: Codes, values: NumericArray): boolean {
    const max = codes.BYTES_PER_ELEMENT === 1 ? 0xff : 0x7fffffff;
    let smallCodes = this.#smallCodes;
    for (let row = 0; row < codes.length; row++) {
      const value = values[row] as number;
      const small = value | 0;
      let code = -1;
      if (small === value && small >= 0 && small < smallCodes.length) code = smallCodes[small] as number;
      if (code < 0) {
        code = this.getCode(value, row);
        smallCodes = this.#smallCodes;
      }
      if (code > max) return false;
      codes[row] = code;
    }
    return true;
  }

  #relearn(): void {
    this.#codes.clear();
    this.#unusual.clear();
    this.#byKey.clear();
    this.#smallCodes.fill(-1);
    this.#indexed = this.categories.length;
    this.categories.forEach((category, code) => {
      if (this.#codeNamed(category) === undefined) this.#index(category, code, this.#isUsual(category));
    });
  }

  #isUsual(category: string): boolean {
    return category !== missingCategory && !isMissing(category, this.#missingTexts) && getName(category) === category;
  }

  #indexAll(): void {
    for (; this.#indexed < this.categories.length; this.#indexed++)
      this.#index(this.categories[this.#indexed] as string, this.#indexed, true);
  }

  #codeNamed(category: string): number | undefined {
    this.#indexAll();
    const code = this.#codes.get(category);
    return code !== undefined && this.categories[code] === category ? code : this.#unusual.get(category);
  }

  // If several categories of another encoder have the same key, the first represents all.
  #index(category: string, code: number, isUsual: boolean): void {
    (isUsual ? this.#codes : this.#unusual).set(category, code);
    const key = getKey(category);
    if (key !== category && !this.#byKey.has(key)) this.#byKey.set(key, code);
  }

  #find(name: string): number | undefined {
    const code = this.#codeNamed(name);
    if (code !== undefined) return code;
    const key = getKey(name);
    return key === name ? this.#byKey.get(key) : this.#findKey(key);
  }

  // The first category with this key, whether or not its name is the key.
  #findKey(key: string): number | undefined {
    const same = getKey(key) === key ? this.#codeNamed(key) : undefined;
    const other = this.#byKey.get(key);
    return same === undefined || (other !== undefined && other < same) ? other : same;
  }

  #add(category: string, row?: number): number {
    this.#requireRoom(row);
    return this.#append(category, category !== missingCategory);
  }

  #requireRoom(row?: number): void {
    const max = this.#most(this);
    if (this.categories.length >= max) throw tooManyValues(this.name, max, 'more', row);
  }

  #append(category: string, isUsual: boolean): number {
    const code = this.categories.length;
    this.categories.push(category);
    this.#index(category, code, isUsual);
    this.#indexed++;
    return code;
  }

  // Applies the rule to a value that has not occurred before.
  #lookUp(value: Value, row: number | undefined): number {
    if (typeof value === 'number' && this.#indexed === 0) {
      this.#requireRoom(row);
      const code = this.categories.length;
      if (this.#learnSmall(value, code)) {
        this.categories.push(String(value));
        return code;
      }
    }
    if (this.#indexed < this.categories.length) {
      this.#indexAll();
      return this.getCode(value, row);
    }
    const name = this.#isPlain(value) ? value : this.#toName(value, row);
    const code = this.#find(name) ?? this.#add(this.#inStyle(name), row);
    if (typeof value === 'number' && this.#learnSmall(value, code)) return code;
    // Each date is a different object.
    if (!(value instanceof Date) && value !== this.categories[code]) this.#codes.set(value, code);
    return code;
  }

  // Returns false for other numbers.
  #learnSmall(value: number, code: number): boolean {
    const below = Math.max(usualNumbers, maxSparsity * this.categories.length);
    const isSmall = Number.isInteger(value) && value >= 0;
    if (!isSmall || value >= Math.min(below, maxSmallNumbers)) return false;
    if (value >= this.#smallCodes.length) {
      const longer = new Int32Array(2 ** Math.ceil(Math.log2(value + 1))).fill(-1);
      longer.set(this.#smallCodes);
      this.#smallCodes = longer;
    }
    this.#smallCodes[value] = code;
    return true;
  }

  #toName(value: unknown, row: number | undefined): string {
    if (isMissing(value, this.#missingTexts)) return this.#missingName(value, row);
    const name = requireName(value, this.name, row);
    if (name !== missingCategory) return name;
    throw invalid(
      this.name,
      'another name, because this one is reserved for missing values; leave the value empty',
      `'${missingCategory}'`,
      row,
    );
  }

  #missingName(value: unknown, row: number | undefined): string {
    if (this.#missing === 'category') return missingCategory;
    const isText = typeof value === 'string' && value !== '';
    throw missingValue(this.name, 'a value in every row', `a missing value${isText ? ` (${shown(value)})` : ''}`, row);
  }

  // The first value of a pair determines the spelling of both: after 0, true is named 1.
  #inStyle(name: string): string {
    const key = getKey(name);
    if (key !== '0' && key !== '1') return name;
    const other = key === '0' ? '1' : '0';
    const code = this.#findKey(other);
    if (code === undefined) return name;
    const inNumbers = this.categories[code] === other;
    return inNumbers ? key : key === '1' ? 'true' : 'false';
  }

  #isPlain(value: Value): value is string {
    return typeof value === 'string' && isPlainText(value, this.#missingTexts);
  }

  // Learns the first categories at once, with their codes. Returns false, and learns none, unless all are plain and distinct.
  #learnAll(list: ArrayLike<Value>): boolean {
    if (this.categories.length > 0 || list.length > this.#most(this)) return false;
    for (let code = 0; code < list.length; code++) {
      const value = list[code];
      if (!this.#isPlain(value)) break;
      this.#codes.set(value, code);
      this.categories.push(value);
    }
    this.#indexed = this.categories.length;
    if (this.#codes.size === list.length) return true;
    this.rollback(0);
    return false;
  }

  // True if no problem with these categories requires the row in which they first appear.
  #isClear(list: ArrayLike<Value>): boolean {
    if (this.categories.length + list.length > this.#most(this)) return false;
    return Array.from(list).every((each) => named.includes(typeof each) && !isMissing(each, this.#missingTexts));
  }

  #checked<T extends Uint8Array | Uint32Array>(codes: T, below: number, unchecked?: UncheckedCodes[]): T {
    const own = { codes, below, known: this.categories, argument: this.name };
    if (unchecked) unchecked.push(own);
    else requireBelow(own);
    return codes;
  }

  #translate({ codes: given, categories }: CodedColumn, unchecked?: UncheckedCodes[]): Codes {
    const list = toIndexable(categories, `categories of ${this.name}`);
    const codes = toIndexable(given, this.name) as ArrayLike<number>;
    const isTyped = codes instanceof Uint8Array || codes instanceof Uint32Array;
    if (isTyped && this.#learnAll(list)) return this.#checked(codes, list.length, unchecked);
    const isClear = isTyped && this.#isClear(list);
    const rows = isClear ? undefined : firstRows(codes, list.length, this.name);
    const table = Array.from(list, (category, code) => {
      const row = rows?.[code] ?? -1;
      if (row >= 0) return this.getCode(category, row);
      return isMissing(category, this.#missingTexts) ? -1 : this.getCode(category);
    });
    const isIdentity = isTyped && table.every((code, i) => code === i);
    if (isClear) this.#checked(codes, list.length, isIdentity ? unchecked : undefined);
    if (isIdentity) return codes;
    const translated = new (this.categories.length <= 256 ? Uint8Array : Uint32Array)(codes.length);
    for (let row = 0; row < codes.length; row++) translated[row] = table[Number(codes[row])] as number;
    return translated;
  }
}

/** Returns an encoder for a column of groups, of which there are at most {@link maxGroups}. */
export const groupEncoder = (
  name: string,
  categories: readonly string[] = [],
  missingTexts?: MissingTexts,
): CategoryEncoder => new CategoryEncoder(name, categories, 'category', { missingTexts, max: () => maxGroups });

const anyNumber = (): number => Number.POSITIVE_INFINITY;

const named = ['string', 'number', 'bigint', 'boolean'];

const isBig = (values: object) => values instanceof BigInt64Array || values instanceof BigUint64Array;
