// SPDX-License-Identifier: Apache-2.0
//
// What a search for slices gives, in words instead of places.

import { type Estimate, estimate } from '../core/estimate.js';
import type { SliceRun } from '../wasm/slices.js';
import type { SliceColumn } from './columns.js';
import type { CheckedOptions } from './options.js';

/** What the core found. */
export type RunResult = ReturnType<SliceRun['result']>;

/** One slice: the rows for which all its conditions hold. */
export interface WorstSlice {
  /** The value that each of some columns has: `{ sex: 'f', age: '(25, 32]' }`, above 25 and up to 32. */
  conditions: Record<string, string>;
  rows: number;
  /** The mean error of its rows; its interval holds for all slices that could have been chosen. */
  averageError: Estimate;
  score: number;
  /**
   * Share of the permutations, the data themselves counted among them, whose worst slice scores as high. Left out
   * where there are none.
   */
  pValue?: number;
  /** Rows in common with each slice of the list, itself among them. */
  sharedRows: readonly number[];
}

/** The worst slices, worst first, and what they were found among. */
export interface WorstSlices {
  slices: readonly WorstSlice[];
  rows: number;
  /** Of all rows. */
  averageError: Estimate;
  alpha: number;
  minRows: number;
  maxConditions: number;
  confidence: number;
  /** How many slices can be named, for which the intervals hold together. */
  conjunctions: number;
  /** How many of them had to be looked at; the others cannot be among the worst. */
  evaluated: number;
  /** Where the ranges of columns of many numbers end, the last one apart. */
  bins: Record<string, readonly number[]>;
  permutations: number;
  seed: number;
  /** Why there are no intervals or no p-values, in words. */
  notes: readonly string[];
}

/** How many slices there are. */
export interface SliceCount {
  /** With `minRows` rows or more. */
  slices: number;
  /** Of these, with a score above 0. */
  positive: number;
  /** How many can be named, with however few rows. */
  conjunctions: number;
}

/** The options of a search, those left to the data among them. */
export type KnownOptions = CheckedOptions & { minRows: number };

const noRows = () => 'there are no rows';

export function describe(
  result: RunResult,
  columns: readonly SliceColumn[],
  options: KnownOptions,
): WorstSlices {
  const { alpha, minRows, maxConditions, confidence, seed } = options;
  const { rows, errors, permutations } = result;
  return {
    slices: result.slices.map((slice) => describeSlice(slice, columns, permutations)),
    rows,
    averageError: estimate(errors / rows, noRows),
    ...{ alpha, minRows, maxConditions, confidence },
    conjunctions: result.conjunctions,
    evaluated: result.seen,
    bins: Object.fromEntries(
      columns.flatMap(({ name, limits }) => (limits ? [[name, limits] as const] : [])),
    ),
    ...{ permutations, seed },
    notes: result.slices.length === 0 ? [nothingFound(result, options)] : notesOf(result, options),
  };
}

function describeSlice(
  { columns: places, values, rows, errors, score, ...slice }: RunResult['slices'][number],
  columns: readonly SliceColumn[],
  permutations: number,
): WorstSlice {
  const conditions = Array.from(places, (place, i): [string, string] => {
    const column = columns[place] as SliceColumn;
    return [column.name, column.values[values[i] as number] as string];
  });
  return {
    conditions: Object.fromEntries(conditions),
    rows,
    averageError: estimate(errors / rows, noRows, { ci: [slice.low, slice.high] }),
    score,
    ...(permutations > 0 && { pValue: (1 + slice.permutationsAsHigh) / (1 + permutations) }),
    sharedRows: Array.from(slice.sharedRows),
  };
}

function nothingFound({ rows, errors }: RunResult, { alpha, minRows }: KnownOptions): string {
  if (rows === 0) return 'no slices: there are no rows';
  if (errors === 0) return 'no slices: no row has an error';
  if (alpha <= 0.5) return 'no slices: with an alpha of 1/2 or less no score is above 0';
  return `no slice of ${minRows} rows or more has a score above 0`;
}

function notesOf(
  { slices, isSummed, isBinary }: RunResult,
  { permutations }: KnownOptions,
): string[] {
  const notes: string[] = [];
  if (isSummed) {
    notes.push('no intervals and no p-values: only sums of errors over several rows are known');
  } else {
    if (Number.isNaN(slices[0]?.low)) {
      notes.push(
        'no intervals: none is known that is valid after a search if errors can be above 1',
      );
    }
    if (permutations === 0) {
      notes.push('no p-values: no permutations were requested');
    } else if (!isBinary) {
      notes.push(
        'the p-values test whether errors are exchangeable between rows: a slice whose errors only vary more ' +
          'can have a small p-value',
      );
    }
  }
  return notes;
}
