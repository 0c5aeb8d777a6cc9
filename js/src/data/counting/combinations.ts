// SPDX-License-Identifier: Apache-2.0
//
// Counts the rows with each combination of codes, and finds the first row of each. A row's codes are combined into
// one number, which indexes a table while the number of possible combinations is small; otherwise the combinations so
// far are renumbered.

/** A column of codes, all below `categories`. */
export interface CountedCodes {
  codes: Uint8Array | Uint32Array;
  categories: number;
}

/** Combinations in the order of their first rows. */
export interface Combinations {
  /** For each column, the code of each combination. */
  codes: Uint32Array[];
  counts: Float64Array;
  firstRows: Float64Array;
}

const largestTable = 1 << 20; // entries

/** Counts rows of columns of equal length. */
export function getCombinations(columns: readonly CountedCodes[], rows: number): Combinations {
  const numbers = new Uint32Array(rows);
  let size = 1; // all numbers are below this
  for (const column of columns) size = combine(numbers, size, column);
  const counts = new Uint32Array(size);
  const first: number[] = [];
  for (let row = 0; row < rows; row++) {
    const number = numbers[row] as number;
    const count = counts[number] as number;
    if (count === 0) first.push(row);
    counts[number] = count + 1;
  }
  return {
    codes: columns.map(({ codes }) => Uint32Array.from(first, (row) => codes[row] as number)),
    counts: Float64Array.from(first, (row) => counts[numbers[row] as number] as number),
    firstRows: Float64Array.from(first),
  };
}

/** Combines one more column with the numbers; returns the new upper limit. */
function combine(numbers: Uint32Array, before: number, column: CountedCodes): number {
  const { codes, categories } = column;
  const fits = (size: number) => size * categories <= largestTable;
  const size = fits(before) ? before : numberedAnew(numbers, before);
  if (!fits(size)) return combineMany(numbers, column);
  for (let row = 0; row < numbers.length; row++)
    numbers[row] = (numbers[row] as number) * categories + (codes[row] as number);
  return size * categories;
}

/** Renumbers in order of first appearance; returns the number of distinct values. */
function numberedAnew(numbers: Uint32Array, size: number): number {
  const known = new Uint32Array(size); // a new number plus one; 0 if it has not occurred
  let max = 0;
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] as number;
    if (known[number] === 0) known[number] = ++max;
    numbers[row] = (known[number] as number) - 1;
  }
  return max;
}

// Keys of a Map may exceed 32 bits.
function combineMany(numbers: Uint32Array, { codes, categories }: CountedCodes): number {
  const known = new Map<number, number>();
  for (let row = 0; row < numbers.length; row++) {
    const index = (numbers[row] as number) * categories + (codes[row] as number);
    const number = known.get(index) ?? known.size;
    if (number === known.size) known.set(index, number);
    numbers[row] = number;
  }
  return known.size;
}
