// SPDX-License-Identifier: Apache-2.0
//
// How many rows have each combination of codes, and which is the first, of columns that are codes already. A row's codes
// make one number, in a table of all that are possible as long as that is small; where it is not, the combinations so far are
// numbered anew, as they come.

/** A column of codes, all below `categories`. */
export interface CountedCodes {
  codes: Uint8Array | Uint32Array;
  categories: number;
}

/** Combinations in the order of their first rows. */
export interface Combinations {
  /** Of each column, the code that each combination has. */
  codes: Uint32Array[];
  counts: Float64Array;
  firstRows: Float64Array;
}

const largestTable = 1 << 20; // places

/** Counts rows of columns, all of them of one length. */
export function combinationsOf(columns: readonly CountedCodes[], rows: number): Combinations {
  const numbers = new Uint32Array(rows);
  let size = 1; // the numbers are below
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

/** Takes one more column into the numbers; returns what they are below then. */
function combine(numbers: Uint32Array, before: number, column: CountedCodes): number {
  const { codes, categories } = column;
  const fits = (size: number) => size * categories <= largestTable;
  const size = fits(before) ? before : numberedAnew(numbers, before);
  if (!fits(size)) return combineMany(numbers, column);
  for (let row = 0; row < numbers.length; row++)
    numbers[row] = (numbers[row] as number) * categories + (codes[row] as number);
  return size * categories;
}

/** In the order in which they first come; returns how many there are. */
function numberedAnew(numbers: Uint32Array, size: number): number {
  const known = new Uint32Array(size); // a new number plus one; 0: has not come
  let most = 0;
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] as number;
    if (known[number] === 0) known[number] = ++most;
    numbers[row] = (known[number] as number) - 1;
  }
  return most;
}

// Numbers of a Map's keys may be larger than those of an array of 32 bits.
function combineMany(numbers: Uint32Array, { codes, categories }: CountedCodes): number {
  const known = new Map<number, number>();
  for (let row = 0; row < numbers.length; row++) {
    const place = (numbers[row] as number) * categories + (codes[row] as number);
    const number = known.get(place) ?? known.size;
    if (number === known.size) known.set(place, number);
    numbers[row] = number;
  }
  return known.size;
}
