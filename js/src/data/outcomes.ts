// SPDX-License-Identifier: Apache-2.0
//
// Labels as outcomes of two kinds: the favorable ones, and all others.

import { CategoryEncoder } from './category.js';
import type { CategoryColumn } from './column.js';

/** 1 where the label is among `favorable`, else 0. Throws `missingValue` with the row. */
export function toOutcomes(label: CategoryColumn, favorable: readonly string[]): Uint8Array {
  const codes = new CategoryEncoder('label', favorable, 'error').encode(label);
  // A loop: Uint8Array.from() asks an iterator for each row, which takes longer than all the rest of an update.
  const outcomes = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) {
    outcomes[row] = (codes[row] as number) < favorable.length ? 1 : 0;
  }
  return outcomes;
}
