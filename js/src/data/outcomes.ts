// SPDX-License-Identifier: Apache-2.0
//
// Labels as binary outcomes: favorable or not.

import { CategoryEncoder } from './category.js';
import type { CategoryColumn } from './column.js';

/** Returns 1 if the label is in `favorable`, otherwise 0. Throws `missingValue` with the row. */
export function toOutcomes(label: CategoryColumn, favorable: readonly string[]): Uint8Array {
  const codes = new CategoryEncoder('label', favorable, 'error').encode(label);
  // Uint8Array.from() calls an iterator for each row, which takes longer than the rest of an update.
  const outcomes = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) outcomes[row] = (codes[row] as number) < favorable.length ? 1 : 0;
  return outcomes;
}
