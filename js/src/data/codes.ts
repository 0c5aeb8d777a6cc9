// SPDX-License-Identifier: Apache-2.0
//
// Checks that codes have categories, and finds where each first appears. Codes are checked before they are counted,
// so the check must not be slower than the counting.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';

/** Codes of a column that have not been compared with its number of categories. */
export interface UncheckedCodes {
  codes: Uint8Array | Uint32Array;
  /** Number of the column's categories. */
  below: number;
  /** All categories that the encoder has when the codes are counted. */
  known: readonly string[];
  argument: string;
}

/** Throws `invalidArgument`, with its row, for the first code without a category. */
export function requireBelow({ codes, below, argument }: Omit<UncheckedCodes, 'known'>): void {
  if (!areBelow(codes, below)) firstRows(codes, below, argument);
}

/** True if all codes are below `count`. */
export function areBelow(codes: Uint8Array | Uint32Array, count: number): boolean {
  if (codes instanceof Uint32Array && count <= 2 ** 31) return areWordsBelow(codes, count);
  const inWords = codes instanceof Uint8Array && count <= 128 && codes.byteOffset % 4 === 0;
  return inWords ? areBytesBelow(codes, count) : codes.every((code) => code < count);
}

// Checks four bytes at a time: adding 128 - count to the lower seven bits of each byte sets its highest bit if the
// code is at least `count`, without a carry into the next byte.
function areBytesBelow(codes: Uint8Array, count: number): boolean {
  const { buffer, byteOffset, length } = codes;
  const inWords = length - (length % 4);
  if (length === 0) return true; // also true for detached memory
  const words = new Int32Array(buffer, byteOffset, inWords / 4);
  const added = (128 - count) * 0x01010101;
  let above = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number;
    above |= word | ((word & 0x7f7f7f7f) + added);
  }
  return (above & 0x80808080) === 0 && codes.subarray(inWords).every((code) => code < count);
}

// As signed integers, a code above 2^31 and the difference of the last category and a code without one are negative.
function areWordsBelow(codes: Uint32Array, count: number): boolean {
  if (codes.length === 0) return true; // also true for detached memory
  const words = new Int32Array(codes.buffer, codes.byteOffset, codes.length);
  const last = count - 1;
  let negative = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number;
    negative |= word | (last - word);
  }
  return negative >= 0;
}

/** Returns the index of each category in a list of all categories. */
export function placesIn(order: readonly string[], categories: readonly string[]): Uint32Array {
  const indexByKey = new Map(order.map((category, position) => [category, position]));
  return Uint32Array.from(categories, (category) => indexByKey.get(category) as number);
}

/** Returns the new code, `places[code]`, of each row. */
export function moveCodes(codes: Uint8Array | Uint32Array, indices: Uint32Array): Uint32Array {
  const moved = new Uint32Array(codes.length);
  // map() and from() call a function for each row, which takes longer than most computations with the codes.
  for (let row = 0; row < codes.length; row++) moved[row] = indices[codes[row] as number] as number;
  return moved;
}

/**
 * Returns the row in which each code first appears, or -1 if it does not occur. Throws for a code without a category.
 */
export function firstRows(codes: ArrayLike<number>, count: number, argument: string): Int32Array {
  const rows = new Int32Array(count).fill(-1);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    const first = rows[code]; // undefined if the code is invalid
    if (first === -1) rows[code] = row;
    else if (first === undefined) {
      throw invalid(argument, `a code below ${count}`, shown(code), row);
    }
  }
  return rows;
}
