// SPDX-License-Identifier: Apache-2.0
//
// Rows are counted once by the intersectional category of all attributes, each of which includes "unknown". Every table
// of an audit is a sum of these counts.

import { type FairwasmError, invalid, tooLarge } from '../core/error.js';
import { requireTexts } from '../core/options.js';
import { CategoryEncoder, missingCategory } from '../data/category.js';
import { placesIn } from '../data/codes.js';
import type { CategoryColumn, Codes } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { sortedNames } from '../data/largest-group.js';
import { requireColumns } from '../data/named-columns.js';
import { getKey, requireName } from '../data/value.js';

/** Intersectional categories of rows, including unknown ones. */
export interface CrossedGroups {
  rows: number;
  attributes: readonly Attribute[];
  /** Number of intersectional categories, including unknown ones. */
  size: number;
  /** Index of each row's intersectional category. */
  cells: Uint32Array;
}

export interface Attribute {
  name: string;
  /** The categories in the order of their names; the index after the last stands for "unknown". */
  categories: readonly string[];
  /** Names in the data that count as unknown, without `(missing)`. */
  unknownNames: readonly string[];
}

const maxCells = 1_000_000;

/**
 * @param unknownValues Names that stand for an unknown category, in addition to missing values (blanks, null, `NA`, `?`,
 *   …).
 * @param isUnknown True for other names that stand for an unknown category.
 * @throws FairwasmError `invalidArgument` without attributes and for values without a name, `shapeMismatch` for columns
 *   of different lengths, `tooLarge` for more than a million intersectional categories.
 */
export function crossGroups(
  groups: Readonly<Record<string, CategoryColumn>>,
  unknownValues: readonly string[] = [],
  isUnknown: (name: string) => boolean = () => false,
): CrossedGroups {
  requireColumns('groups', groups);
  const names = requireTexts('unknownValues', unknownValues).map((text) => getKey(requireName(text, 'unknownValues')));
  const keys = new Set([missingCategory, ...names]);
  const isNotKnown = (name: string) => keys.has(getKey(name)) || isUnknown(name);
  const columns = Object.entries(groups).map(([name, column]) => {
    const encoder = new CategoryEncoder(name, [], 'category', { max: () => maxCells });
    const codes = encoder.encode(column);
    return { codes, ...sorted(name, encoder.categories, isNotKnown) };
  });
  const [first] = columns;
  if (!first) throw noGroups();
  for (const { name, codes } of columns) requireRows(name, codes.length, first.codes.length);
  const size = columns.reduce((product, { categories }) => product * (categories.length + 1), 1);
  if (size > maxCells) throw tooMany(size);
  return { rows: first.codes.length, attributes: columns, size, cells: getCells(columns) };
}

function noGroups(): FairwasmError {
  return invalid('groups', 'at least one column, such as { sex: […] }', 'none');
}

function tooMany(size: number): FairwasmError {
  return tooLarge('groups', `at most ${maxCells} crossed categories`, `${size} of them`);
}

/** Returns the categories in the order of their names, and the index of each code in it. */
function sorted(name: string, input: readonly string[], isUnknown: (name: string) => boolean) {
  const categories = sortedNames(input.filter((category) => !isUnknown(category)));
  const known = placesIn(categories, input);
  const places = known.map((position, i) => (isUnknown(input[i] as string) ? categories.length : position));
  const unknownNames = input.filter((each) => each !== missingCategory && isUnknown(each));
  return { name, categories, unknownNames, places };
}

interface CodedAttribute extends Attribute {
  codes: Codes;
  places: Uint32Array;
}

function getCells(columns: readonly CodedAttribute[]): Uint32Array {
  const cells = new Uint32Array((columns[0] as CodedAttribute).codes.length);
  for (const { codes, places, categories } of columns) {
    const width = categories.length + 1;
    for (let row = 0; row < cells.length; row++) {
      cells[row] = (cells[row] as number) * width + (places[codes[row] as number] as number);
    }
  }
  return cells;
}
