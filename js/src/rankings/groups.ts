// SPDX-License-Identifier: Apache-2.0
//
// The groups of rows, and their reference shares.

import { invalid } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import { CategoryEncoder, missingCategory } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';

/**
 * Numbers in proportion to the reference shares, by group: proportions, percentages, or counts of a population, such as
 * `{ f: 0.51, m: 0.49 }`. They are divided by their sum. Fractions that are all at most 1 must sum to 1, up to 0.005.
 */
export type ReferenceShares = Readonly<Record<string, number>>;

/**
 * Returns the groups of the reference in its order, and the group of each row of a column. A row with a
 * missing value has a code that is not below the number of groups.
 *
 * @throws FairwasmError `invalidArgument` for a group without a reference share, and for an invalid reference.
 */
export function codeGroups(column: CategoryColumn, reference: ReferenceShares) {
  const names = requireReference(reference);
  const encoder = new CategoryEncoder('group', names, 'category');
  const codes = encoder.encode(column);
  const isStray = (name: string, code: number) =>
    code >= names.length && name !== missingCategory && codes.includes(code);
  requireShares([...names, ...encoder.categories.filter(isStray)], names);
  return { names, codes };
}

/** Returns the names of the groups. */
export function requireReference(reference: ReferenceShares): string[] {
  if (!isPlain(reference)) throw invalid('reference', 'an object such as { f: 0.51, m: 0.49 }', shown(reference));
  const names = Object.keys(reference);
  const unexpected = names.find((name) => !isNumber(reference[name]));
  if (unexpected !== undefined) {
    throw invalid(
      'reference',
      'a number of 0 or more for each group',
      `${shown(reference[unexpected])} for '${unexpected}'`,
    );
  }
  const sum = names.reduce((all, name) => all + (reference[name] as number), 0);
  const numbers = names.map((name) => reference[name] as number);
  const areShares = numbers.every((each) => each <= 1) && !numbers.every(Number.isInteger);
  if (names.length < 2 || !(sum > 0)) {
    throw invalid(
      'reference',
      'at least two groups with positive numbers',
      `${names.length} groups with a sum of ${sum}`,
    );
  }
  if (areShares && Math.abs(sum - 1) > 0.005) {
    throw invalid(
      'reference',
      'shares that add up to 1, or whole numbers for counts',
      `a sum of ${Number(sum.toPrecision(6))}`,
    );
  }
  return names;
}

const isNumber = (value: unknown) => typeof value === 'number' && value >= 0 && Number.isFinite(value);

/** Throws unless all names have a reference share. */
export function requireShares(names: readonly string[], allowed: readonly string[]): void {
  const unexpected = names.find((name) => !allowed.includes(name));
  if (unexpected === undefined) return;
  throw invalid('reference', `a number for each group: ${names.slice(0, 20).join(', ')}`, `none for '${unexpected}'`);
}
