// SPDX-License-Identifier: Apache-2.0
//
// Normalizes values of groups and labels as the audit does, so that every part of the page compares equal values:
// " 1", "1.0", and "1" are "1", and NA is missing.

import { toCategory } from 'fairwasm';
import { plainNumber } from './digits.js';

const maxStored = 1 << 14; // limits memory for columns of measurements

/** Returns normalized texts; missing values become empty. */
export function naming(): (column: string, texts: readonly string[]) => string[] {
  const known = new Map<string, Map<string, string>>();
  return (column, texts) => {
    const names = known.get(column) ?? new Map<string, string>();
    known.set(column, names);
    return texts.map((text) => (plainNumber(text) !== undefined ? text : (names.get(text) ?? learn(names, text))));
  };
}

function learn(names: Map<string, string>, text: string): string {
  const name = toCategory(text) ?? '';
  if (names.size >= maxStored) names.clear();
  names.set(text, name);
  return name;
}
