// SPDX-License-Identifier: Apache-2.0
//
// The result of a slice search, with names instead of indices.

import { type Estimate, estimate } from '../core/estimate.js';
import type { Clustering } from '../tally/jackknife.js';
import type { SliceRun } from '../wasm/slices.js';
import { boundSlice } from './clustered.js';
import type { SliceColumn } from './columns.js';
import type { CheckedSliceOptions } from './options.js';

/** The core's result. */
export type RunResult = ReturnType<SliceRun['result']>;

/** The worst slices, worst first, and the scope of the search. */
export interface WorstSlices {
  slices: readonly {
    /** The value of each column in the conditions: `{ sex: 'f', age: '(25, 32]' }`, which is above 25 and up to 32. */
    conditions: Record<string, string>;
    rows: number;
    /** Mean error of its rows; the confidence interval holds jointly for all slices that could have been selected. */
    averageError: Estimate;
    score: number;
    /**
     * Proportion of permutations, including the original data, whose worst slice has at least this score. Omitted
     * without permutations.
     */
    pValue?: number;
    /** Number of rows in common with each listed slice, including itself. */
    sharedRows: readonly number[];
  }[];
  rows: number;
  /** Number of clusters, such as people with several rows; absent for independent rows. */
  clusters?: number;
  /** Mean error of all rows. */
  averageError: Estimate;
  alpha: number;
  minRows: number;
  maxConditions: number;
  confidence: number;
  /** Number of possible slices, for which the intervals hold jointly. */
  conjunctions: number;
  /** Number of slices that were evaluated; the others cannot be among the worst. */
  evaluated: number;
  /** Upper limits of the ranges of binned columns, except the last. */
  bins: Record<string, readonly number[]>;
  permutations: number;
  seed: number;
  /** Sentences that explain missing intervals or p-values. */
  notes: readonly string[];
}

/** The options of a search, including those that depend on the data. */
export type KnownOptions = CheckedSliceOptions & { minRows: number };

const noRows = () => 'there are no rows';

/** @internal Returns the result; `clusters` are those of the rows, if they are not independent. */
export function describe(
  result: RunResult,
  columns: readonly SliceColumn[],
  options: KnownOptions,
  clusters?: Clustering,
): WorstSlices {
  const { alpha, minRows, maxConditions, confidence, seed } = options;
  const { rows, errors, permutations, conjunctions } = result;
  const bounded = clusters
    ? result.slices.map((slice) => boundSlice(slice, columns, clusters, { conjunctions, confidence }))
    : result.slices;
  return {
    slices: bounded.map((slice) => describeSlice(slice, columns, permutations)),
    rows,
    ...(clusters && { clusters: clusters.count }),
    averageError: estimate(errors / rows, noRows),
    ...{ alpha, minRows, maxConditions, confidence },
    conjunctions,
    evaluated: result.seen,
    bins: Object.fromEntries(columns.flatMap(({ name, limits }) => (limits ? [[name, limits] as const] : []))),
    ...{ permutations, seed },
    notes:
      result.slices.length === 0 ? [nothingFound(result, options)] : getNotes(result, options, clusters !== undefined),
  };
}

function describeSlice(
  { columns: indices, values, rows, errors, score, ...slice }: RunResult['slices'][number],
  columns: readonly SliceColumn[],
  permutations: number,
): WorstSlices['slices'][number] {
  const conditions = Array.from(indices, (index, i): [string, string] => {
    const column = columns[index] as SliceColumn;
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

function getNotes(
  { slices, isSummed, isBinary }: RunResult,
  { permutations }: KnownOptions,
  isClustered: boolean,
): string[] {
  const notes: string[] = [];
  if (isSummed) {
    notes.push('no intervals and no p-values: they require the error of each row, but the input contains only sums');
  } else {
    if (Number.isNaN(slices[0]?.low)) {
      notes.push('no intervals: no known method is valid after a search if errors can be above 1');
    }
    if (isClustered) {
      notes.push('no p-values: permutations of rows ignore clusters');
    } else if (permutations === 0) {
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
