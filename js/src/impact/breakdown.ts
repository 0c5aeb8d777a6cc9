// SPDX-License-Identifier: Apache-2.0
//
// Counts of intersectional categories, and their sums for each table.

import type { IsHidden } from '../data/suppression.js';
import type { Attribute, CrossedGroups } from './groups.js';
import type { Outcomes } from './outcomes.js';

/** Sums over the rows of each intersectional category. */
export interface CellCounts {
  /** Whether the category has rows, even if they represent no people. */
  occurs: Uint8Array;
  applicants: Float64Array;
  /** By outcome. */
  selected: readonly Float64Array[];
}

/** A category with its counts. */
export interface CountedCategory {
  /** By attribute: `{ race: 'Asian', sex: 'Female' }`. */
  categories: Readonly<Record<string, string>>;
  applicants: number;
  /** By outcome. */
  selected: readonly number[];
  isHidden: boolean;
}

/** The categories of one attribute, or of the intersection of several. */
export interface CategoryBreakdown {
  by: readonly string[];
  /** Applicants whose category of one of the attributes is unknown. */
  unknown: number;
  categories: readonly CountedCategory[];
  /** Index of the category of each intersectional category; -1 for unknown categories. */
  places: Int32Array;
}

/** Counts the rows in one pass. */
export function countCells({ cells, size }: CrossedGroups, outcomes: Outcomes): CellCounts {
  const { names, hits, applicants: given, selected: amounts } = outcomes;
  const occurs = new Uint8Array(size);
  const applicants = new Float64Array(size);
  const selected = names.map(() => new Float64Array(size));
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row] as number;
    occurs[cell] = 1;
    applicants[cell] = (applicants[cell] as number) + (given ? (given[row] as number) : 1);
    const counts = selected[hits[row] as number]; // -1 means no outcome
    if (counts) counts[cell] = (counts[cell] as number) + (amounts ? (amounts[row] as number) : 1);
  }
  return { occurs, applicants, selected };
}

/** Returns the table of the attributes at `indices`. */
export function breakDown(
  { attributes, size }: CrossedGroups,
  indices: readonly number[],
  { occurs, applicants, selected }: CellCounts,
  isHidden: IsHidden = () => false,
): CategoryBreakdown {
  const chosen = indices.map((index) => attributes[index] as Attribute);
  const keys = new Int32Array(size).fill(-1);
  const sums = new Map<number, { at: number[]; applicants: number; selected: number[] }>();
  let unknown = 0;
  for (let cell = 0; cell < size; cell++) {
    if (occurs[cell] === 0) continue;
    const all = placesIn(cell, attributes);
    const at = indices.map((position) => all[position] as number);
    const people = applicants[cell] as number;
    if (chosen.some(({ categories }, i) => at[i] === categories.length)) {
      unknown += people;
      continue;
    }
    const key = chosen.reduce((sum, { categories }, i) => sum * categories.length + (at[i] as number), 0);
    keys[cell] = key;
    const sum = sums.get(key) ?? { at, applicants: 0, selected: selected.map(() => 0) };
    sum.applicants += people;
    sum.selected = selected.map((counts, i) => (sum.selected[i] as number) + (counts[cell] as number));
    sums.set(key, sum);
  }
  const inOrder = [...sums].sort(([one], [other]) => one - other);
  const order = new Map(inOrder.map(([key], place) => [key, place]));
  const categories = inOrder.map(([, { at, ...counts }]) => ({
    categories: Object.fromEntries(
      chosen.map(({ name, categories: names }, i) => [name, names[at[i] as number] as string]),
    ),
    ...counts,
    isHidden: isHidden(at),
  }));
  return { by: chosen.map(({ name }) => name), unknown, categories, places: keys.map((key) => order.get(key) ?? -1) };
}

/** Returns the index of an intersectional category among the categories of each attribute. */
function placesIn(cell: number, attributes: readonly Attribute[]): number[] {
  const indices: number[] = [];
  let rest = cell;
  for (const { categories } of attributes.toReversed()) {
    indices.unshift(rest % (categories.length + 1));
    rest = Math.floor(rest / (categories.length + 1));
  }
  return indices;
}

/**
 * Returns the counts of each outcome and of no outcome for each intersectional category; they sum to its applicants.
 */
export function getLayers({ applicants, selected }: CellCounts): Float64Array[] {
  const rest = applicants.map((all, cell) => selected.reduce((left, counts) => left - (counts[cell] as number), all));
  return [...selected, rest];
}
