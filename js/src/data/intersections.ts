// SPDX-License-Identifier: Apache-2.0
//
// How many categories a column may have where those of several are crossed. The core refuses too many combinations;
// asked for each new name, the limit comes before a million of them were coded.

import type { CategoryEncoder } from './category.js';

/** How many categories `own` may have beside those of the others, for `most` combinations at most. */
export function maxCategoriesOf(
  own: CategoryEncoder,
  encoders: readonly CategoryEncoder[],
  most: number,
): number {
  const others = encoders.filter((encoder) => encoder !== own);
  const combinations = others.reduce((all, { categories }) => all * (categories.length || 1), 1);
  const room = Math.floor(most / combinations);
  const times = encoders.length - others.length; // labels are crossed with themselves: true and predicted ones
  return times > 1 ? Math.floor(Math.sqrt(room)) : room;
}
