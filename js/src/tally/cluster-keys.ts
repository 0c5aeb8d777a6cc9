// SPDX-License-Identifier: Apache-2.0
//
// Clusters as numbers: only a 64-bit hash of each name is kept, so that a person in another batch, file, or
// worker has the same number, and a stored tally contains no names. Equal categories are equal clusters.

import { invalid, missingValue } from '../core/error.js';
import { shown } from '../core/options.js';
import { type CategoryColumn, isCoded, toIndexable } from '../data/column.js';
import {
  getKey,
  isMissing,
  type MissingTexts,
  reading,
  requireName,
  usualMissingTexts,
  type Value,
} from '../data/value.js';

/** Returns one number per row. Throws `missingValue` with the row if the cluster is missing. */
export function toClusterKeys(
  column: CategoryColumn,
  missing: MissingTexts = usualMissingTexts,
  name = 'cluster',
): BigUint64Array {
  return reading(name, () => {
    const codes = isCoded(column) ? toIndexable(column.codes, name) : undefined;
    const values = toIndexable(isCoded(column) ? column.categories : column, name);
    const length = (codes ?? values).length;
    const halves = new Uint32Array(2 * length);
    const known = new Map<Value, number>(); // The first row of each value.
    for (let row = 0; row < length; row++) {
      const value = codes ? categoryAt(values, Number(codes[row]), { name, row }) : values[row];
      const first = typeof value === 'object' ? undefined : known.get(value);
      if (first !== undefined) {
        halves[2 * row] = halves[2 * first] as number;
        halves[2 * row + 1] = halves[2 * first + 1] as number;
        continue;
      }
      hashInto(halves, 2 * row, getKey(toName(value, { name, row }, missing)));
      known.set(value, row);
    }
    return new BigUint64Array(halves.buffer);
  });
}

interface Place {
  name: string;
  row: number;
}

function categoryAt(categories: ArrayLike<Value>, code: number, { name, row }: Place): Value {
  if (code in categories) return categories[code];
  throw invalid(name, `a code below ${categories.length}`, shown(code), row);
}

function toName(value: unknown, { name, row }: Place, missing: MissingTexts): string {
  if (!isMissing(value, missing)) return requireName(value, name, row);
  const isText = typeof value === 'string' && value !== '';
  throw missingValue(name, 'a value in every row', `a missing value${isText ? ` (${shown(value)})` : ''}`, row);
}

// Two lanes of multiply and xor over the string's UTF-16 units, mixed with each other at the end (like cyrb53 by
// bryc, public domain, but with all 64 bits).
function hashInto(halves: Uint32Array, at: number, text: string): void {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    other = Math.imul(other ^ unit, 0x5f356495);
  }
  const mixed = (lane: number, by: number) =>
    Math.imul(lane ^ (lane >>> 16), 0x85ebca6b) ^ Math.imul(by ^ (by >>> 13), 0xc2b2ae35);
  halves[at] = mixed(one, other);
  halves[at + 1] = mixed(other, one);
}
