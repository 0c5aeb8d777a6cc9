// SPDX-License-Identifier: Apache-2.0
//
// Searches a file's rows for the worst slices: all groups that any of its columns can define, chosen for comparison or
// not. The columns of the question define none.

import type { Slices } from 'fairwasm/slices';
import type { Choice } from '../table/choice.js';
import { plainNumber } from '../table/digits.js';
import { type CodedTexts, readCodes } from '../table/read.js';
import type { Progress } from '../work/requests.js';
import { type DistinctSlices, getDistinct } from './distinct.js';
import { type RowReader, rowReader } from './outcomes.js';
import type { SliceQuestion } from './questions.js';

const roles = ['prediction', 'rival', 'label', 'score', 'weight', 'cluster'] as const;

// A search of randomly permuted errors takes nearly as long as the search itself.
const fewCells = 120_000;
const getPermutations = (cells: number): number => (cells <= fewCells ? 99 : 19);

// Most slices that a search lists are parts of each other.
const top = 200;

// The usual notation of numbers; 007 and 02139 are names.
const decimal = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** NaN for an empty string; undefined if the string is not a number. */
function numberIn(text: string): number | undefined {
  if (text === '') return Number.NaN;
  return plainNumber(text) ?? (decimal.test(text) ? Number(text) : undefined);
}

/** The values of a column as codes, with memory proportional to the rows. */
class GrowingColumn {
  readonly categories: string[] = [];
  readonly #codes = new Map<string, number>();
  #values = new Uint32Array(1024);
  #length = 0;

  add({ codes, categories }: CodedTexts, rows: Uint32Array): void {
    const places = new Map<number, number>();
    this.#reserve(this.#length + rows.length);
    for (const row of rows) {
      const code = codes[row] as number;
      const place = places.get(code) ?? this.#getPlace(categories[code] as string);
      places.set(code, place);
      this.#values[this.#length++] = place;
    }
  }

  coded() {
    const codes = this.#values.subarray(0, this.#length);
    return { codes, categories: this.categories };
  }

  /** Numbers if all values are numeric: the search bins them. Otherwise codes. */
  column(): Float64Array | { codes: Uint32Array; categories: string[] } {
    const { codes } = this.coded();
    const numbers = this.categories.map(numberIn);
    if (numbers.some((number) => number === undefined)) {
      return { codes, categories: this.categories };
    }
    return Float64Array.from(codes, (code) => numbers[code] as number);
  }

  #getPlace(category: string): number {
    const known = this.#codes.get(category);
    if (known !== undefined) return known;
    this.#codes.set(category, this.categories.length);
    return this.categories.push(category) - 1;
  }

  #reserve(length: number): void {
    if (length <= this.#values.length) return;
    const larger = new Uint32Array(Math.max(length, 2 * this.#values.length));
    larger.set(this.#values.subarray(0, this.#length));
    this.#values = larger;
  }
}

/**
 * The worst slices of the whole file by columns other than those of its roles and `without`; `undefined` if no column can
 * define any.
 */
export async function sliceRows(
  slices: Slices,
  file: Blob,
  choice: Choice,
  question: SliceQuestion,
  without: readonly string[],
  onProgress: (progress: Progress) => void,
): Promise<DistinctSlices | undefined> {
  const columns = new Map<string, GrowingColumn>();
  const error: number[] = [];
  const people = new GrowingColumn();
  const taken: readonly (string | undefined)[] = [...without, ...roles.map((role) => choice[role])];
  const reading = {
    bins: choice.bins,
    onProgress: ({ done }: { done: number }) => onProgress({ done, total: file.size }),
  };
  for await (const batch of readCodes(file, reading)) {
    const kept = keptRows(rowReader(batch.columns, choice, question), batch.columns, error);
    for (const [name, column] of Object.entries(batch.columns)) {
      if (name === choice.cluster) people.add(column, kept);
      if (taken.includes(name)) continue;
      const known = columns.get(name) ?? new GrowingColumn();
      columns.set(name, known);
      known.add(column, kept);
    }
  }
  if (columns.size === 0 || error.length === 0) return undefined;
  const named = [...columns].map(([name, column]) => [name, column.column()] as const);
  const cluster = choice.cluster === undefined ? undefined : people.coded();
  const options = {
    top,
    permutations: getPermutations(error.length * columns.size),
    onProgress: ({ done }: { done: number }) => {
      const note = `Searching all columns: ${Math.floor(done * 100)}%`;
      onProgress({ done, total: 1, note });
    },
  };
  return getDistinct(
    await slices.worstSlices({ columns: Object.fromEntries(named), error, cluster }, options),
  );
}

// The rows that the question includes; `error` gets the value of each.
function keptRows(
  read: RowReader,
  columns: Readonly<Record<string, CodedTexts>>,
  error: number[],
): Uint32Array {
  const length = Object.values(columns)[0]?.codes.length ?? 0;
  const rows = new Uint32Array(length);
  let kept = 0;
  for (let row = 0; row < length; row++) {
    const outcome = read(row);
    if (outcome === undefined) continue;
    error.push(outcome.observed);
    rows[kept++] = row;
  }
  return rows.subarray(0, kept);
}
