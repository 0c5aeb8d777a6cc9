// SPDX-License-Identifier: Apache-2.0
//
// Whether codes have their categories, and where each comes first. Codes are looked at before they are counted, which
// must not take longer than the counting.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';

/** Codes of a column that were not compared with its number of categories yet. */
export interface UncheckedCodes {
  codes: Uint8Array | Uint32Array;
  /** The number of the column's categories. */
  below: number;
  /** All categories that the encoder knows by the time the codes are counted. */
  known: readonly string[];
  argument: string;
}

/** Throws `invalidArgument`, with its row, for the first code that has no category. */
export function requireBelow({ codes, below, argument }: Omit<UncheckedCodes, 'known'>): void {
  if (!areBelow(codes, below)) firstRows(codes, below, argument);
}

/** Whether all codes are below `count`. */
export function areBelow(codes: Uint8Array | Uint32Array, count: number): boolean {
  const inWords = codes instanceof Uint8Array && count <= 128 && codes.byteOffset % 4 === 0;
  return inWords ? areBytesBelow(codes, count) : largest(codes) < count;
}

// Four at a time: 128 - count is added to the lower seven bits of each byte, which sets its highest bit where they are
// count or more, and carries nothing into the next one.
function areBytesBelow(codes: Uint8Array, count: number): boolean {
  const { buffer, byteOffset, length } = codes;
  const inWords = length - (length % 4);
  if (length === 0) return true; // of memory that is gone, too
  const words = new Int32Array(buffer, byteOffset, inWords / 4);
  const added = (128 - count) * 0x01010101;
  let above = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number;
    above |= word | ((word & 0x7f7f7f7f) + added);
  }
  return (above & 0x80808080) === 0 && largest(codes.subarray(inWords)) < count;
}

function largest(codes: Uint8Array | Uint32Array): number {
  let most = -1;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    if (code > most) most = code;
  }
  return most;
}

/** The place of each category in a list of all of them. */
export function placesIn(order: readonly string[], categories: readonly string[]): Uint32Array {
  const places = new Map(order.map((category, place) => [category, place]));
  return Uint32Array.from(categories, (category) => places.get(category) as number);
}

/** The row in which each code comes first, -1 for one that does not. Throws for one without a category. */
export function firstRows(codes: ArrayLike<number>, count: number, argument: string): Int32Array {
  const rows = new Int32Array(count).fill(-1);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    const first = rows[code]; // undefined for what is no code
    if (first === -1) rows[code] = row;
    else if (first === undefined) {
      throw invalid(argument, `a code below ${count}`, shown(code), row);
    }
  }
  return rows;
}
