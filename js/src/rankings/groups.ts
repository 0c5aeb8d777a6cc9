// SPDX-License-Identifier: Apache-2.0
//
// The groups of rows, and their reference shares.

import { invalid } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import { CategoryEncoder, missingCategory } from '../data/category.js';
import { moveCodes } from '../data/codes.js';
import type { CategoryColumn } from '../data/column.js';

/**
 * Numbers in proportion to the reference shares, by group: proportions, percentages, or counts of a population, such as
 * `{ f: 0.51, m: 0.49 }`. They are divided by their sum. Numbers that are all at most 1 must sum to 1, up to 0.005.
 */
export type ReferenceShares = Readonly<Record<string, number>>;

/** Groups in order, with the group of each row. */
export interface CodedGroups {
  names: readonly string[];
  codes: Uint32Array;
  /** The reference share of each group; empty without a reference. */
  reference: Float64Array;
}

/**
 * Returns the groups of a column: the groups of the reference in its order or, without a reference, the groups that
 * occur, sorted by name.
 *
 * @throws FairwasmError `invalidArgument` for a group without a reference share, and for an invalid reference.
 */
export function codeGroups(
  column: CategoryColumn,
  reference: ReferenceShares | undefined,
  ignoresMissing = false,
): CodedGroups {
  const known = reference === undefined ? [] : requireReference(reference);
  const encoder = new CategoryEncoder('group', known, 'category');
  const codes = encoder.encode(column);
  const counts = new Float64Array(encoder.categories.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    counts[code] = (counts[code] as number) + 1;
  }
  const isKept = (name: string, code: number) =>
    code < known.length ||
    ((counts[code] as number) > 0 && !(ignoresMissing && name === missingCategory));
  const occurring = encoder.categories.filter(isKept);
  if (reference !== undefined) requireShares(occurring, known);
  const names = reference === undefined ? occurring.toSorted() : known;
  return {
    names,
    codes: moveCodes(
      codes,
      Uint32Array.from(encoder.categories, (name) => names.indexOf(name)),
    ),
    reference: Float64Array.from(known, (name) => reference?.[name] as number),
  };
}

/** Returns the names of the groups. */
export function requireReference(reference: ReferenceShares): string[] {
  if (!isPlain(reference)) {
    throw invalid('reference', 'an object such as { f: 0.51, m: 0.49 }', shown(reference));
  }
  const names = Object.keys(reference);
  const stray = names.find((name) => !isNumber(reference[name]));
  if (stray !== undefined) {
    throw invalid(
      'reference',
      'a number of 0 or more for each group',
      `${shown(reference[stray])} for '${stray}'`,
    );
  }
  const sum = names.reduce((all, name) => all + (reference[name] as number), 0);
  const areShares = names.every((name) => (reference[name] as number) <= 1);
  if (names.length < 2 || !(sum > 0)) {
    throw invalid(
      'reference',
      'at least two groups with positive numbers',
      `${names.length} groups with a sum of ${sum}`,
    );
  }
  if (areShares && Math.abs(sum - 1) > 0.005) {
    throw invalid('reference', 'shares that add up to 1', `a sum of ${Number(sum.toPrecision(6))}`);
  }
  return names;
}

const isNumber = (value: unknown) =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value);

/** Throws unless all names have a reference share. */
export function requireShares(names: readonly string[], known: readonly string[]): void {
  const stray = names.find((name) => !known.includes(name));
  if (stray === undefined) return;
  throw invalid(
    'reference',
    `a number for each group: ${names.slice(0, 20).join(', ')}`,
    `none for '${stray}'`,
  );
}
