// SPDX-License-Identifier: Apache-2.0
//
// Columns that contain the decision or the outcome in other words, such as the score behind a decision. Groups by their
// values have extreme rates by construction.

import { getMax } from '../core/extremes.js';
import { CategoryEncoder } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';

const [maxErrors, maxRareErrors] = [0.01, 0.05] as const;
/** With fewer rows, a group may have equal decisions by chance. */
const minRows = 50;
/** Numbers with more values are compared in their order, because a threshold may determine the decision. */
const maxCategories = 20;

interface Coded {
  codes: ArrayLike<number>;
  categories: readonly string[];
}

/**
 * Returns the columns that determine one of the outcomes, or follow from it, in at least 99% of the rows, by the name of the
 * outcome. Each row is predicted from the other rows with its value, so that an identifier determines nothing; and at
 * most a twentieth of the rows with rare outcomes may be wrong.
 */
export function findDetermined(
  columns: Readonly<Record<string, CategoryColumn>>,
  outcomes: Readonly<Record<string, CategoryColumn>>,
): Map<string, string> {
  const result = new Map<string, string>();
  const targets = Object.entries(outcomes).map(([name, column]) => [name, encode(name, column)] as const);
  for (const [name, column] of Object.entries(columns)) {
    const coded = encode(name, column);
    const [outcome] = targets.find(([, target]) => determines(coded, target) || determines(target, coded)) ?? [];
    if (outcome !== undefined) result.set(name, outcome);
  }
  return result;
}

/** Returns the notes that name columns that were omitted, one per outcome. */
export const determinedNotes = (result: ReadonlyMap<string, string>): string[] =>
  [...new Set(result.values())].map((outcome) => {
    const names = [...result].filter(([, each]) => each === outcome).map(([name]) => name);
    return `omitted ${names.join(', ')}: in at least 99% of the rows, ${names.length === 1 ? 'it' : 'each'} determines ${outcome} or is determined by it`;
  });

function encode(name: string, column: CategoryColumn): Coded {
  const encoder = new CategoryEncoder(name, [], 'category');
  return { codes: encoder.encode(column), categories: encoder.categories };
}

function determines(column: Coded, target: Coded): boolean {
  const rows = target.codes.length;
  if (rows < minRows || target.categories.length > maxCategories) return false;
  const counts = new Float64Array(target.categories.length);
  for (let row = 0; row < rows; row++) (counts[target.codes[row] as number] as number) += 1;
  const rare = rows - getMax(counts);
  const most = Math.min(maxErrors * rows, maxRareErrors * rare);
  if (rare === 0) return false;
  const numbers = column.categories.map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  const isOrdered = numbers.length > maxCategories && numbers.every((number) => !Number.isNaN(number));
  return (isOrdered ? countChanges(column.codes, numbers, target.codes) : countErrors(column, target)) <= most;
}

/** Returns the number of rows whose outcome is not the one of most other rows with the same value. */
function countErrors({ codes, categories }: Coded, target: Coded): number {
  const width = target.categories.length;
  if (categories.length * width > 1e7) return Number.POSITIVE_INFINITY;
  const cells = new Uint32Array(categories.length * width);
  for (let row = 0; row < codes.length; row++) {
    (cells[(codes[row] as number) * width + (target.codes[row] as number)] as number) += 1;
  }
  let right = 0;
  for (let value = 0; value < categories.length; value++) {
    const [first = 0, second = 0] = cells
      .subarray(value * width, (value + 1) * width)
      .slice()
      .sort()
      .reverse();
    if (first - 1 > second) right += first;
  }
  return codes.length - right;
}

/** Returns how often the outcome changes if the rows are sorted by the number. */
function countChanges(codes: ArrayLike<number>, numbers: readonly number[], outcomes: ArrayLike<number>): number {
  const order = Uint32Array.from({ length: codes.length }, (_, row) => row);
  const numberOf = (row: number) => numbers[codes[row] as number] as number;
  order.sort((a, b) => numberOf(a) - numberOf(b) || (outcomes[a] as number) - (outcomes[b] as number));
  let changes = 0;
  for (let i = 1; i < order.length; i++) {
    if (outcomes[order[i] as number] !== outcomes[order[i - 1] as number]) changes += 1;
  }
  return changes;
}
