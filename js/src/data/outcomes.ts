// SPDX-License-Identifier: Apache-2.0
//
// Labels as outcomes of two kinds: the favorable ones, and all others.

import { CategoryEncoder } from './category.js';
import type { CategoryColumn } from './column.js';

/** 1 where the label is among `favorable`, else 0. Throws `missingValue` with the row. */
export function toOutcomes(label: CategoryColumn, favorable: readonly string[]): Uint8Array {
  const codes = new CategoryEncoder('label', favorable, 'error').encode(label);
  return Uint8Array.from(codes, (code) => (code < favorable.length ? 1 : 0));
}
