// SPDX-License-Identifier: Apache-2.0
//
// Limits the number of categories of a column in an intersection. The core rejects too many combinations; checking
// the limit for each new name rejects them before a million are encoded.

import type { CategoryEncoder } from './category.js';

/** Returns the number of categories that `own` may have, given the other columns, for at most `most` combinations. */
export function getMaxCategories(own: CategoryEncoder, encoders: readonly CategoryEncoder[], max: number): number {
  const others = encoders.filter((encoder) => encoder !== own);
  const combinations = others.reduce((all, { categories }) => all * (categories.length || 1), 1);
  const room = Math.floor(max / combinations);
  const times = encoders.length - others.length; // labels are intersected with themselves, as true and predicted labels
  return times > 1 ? Math.floor(Math.sqrt(room)) : room;
}
