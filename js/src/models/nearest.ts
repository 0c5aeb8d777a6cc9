// SPDX-License-Identifier: Apache-2.0
//
// The most similar row with the opposite decision.

import type { RunOptions } from '../core/long-run.js';
import { requireWhole } from '../core/options.js';
import type { Value } from '../data/value.js';
import { getThreshold, requirePredictionInput, requireRun } from './decisions.js';
import { distanceBetween, distancesIn } from './distance.js';
import type { FlipOptions } from './flip.js';
import { computeScores } from './predict.js';
import { type Row, requireColumn } from './rows.js';

export interface NearestOther {
  /** The given row with its score and decision. */
  score: number;
  favorable: boolean;
  /** The nearest row with the opposite decision, or undefined if all rows have the same decision. */
  nearest:
    | {
        row: number;
        score: number;
        /** Gower's distance: the mean over columns, from 0 to 1. */
        distance: number;
        /** The columns in which the two rows differ, in column order. */
        differences: { column: string; from: Value; to: Value }[];
      }
    | undefined;
}

/**
 * Finds the nearest row with the opposite decision by Gower's distance: the mean over columns of |a - b| / range for
 * numbers, and of 0 or 1 for other values. If rows are equally near, the first is returned; undefined if all rows have
 * the same decision.
 *
 * Sources: Gower, A General Coefficient of Similarity, 1971; "nearest counterfactual" in Wexler et al., The What-If
 * Tool, 2019.
 *
 * @example
 * const { nearest } = await nearestOther({
 *   predict: (asked) => asked.map(({ income }) => Number(income) / 10), // any model
 *   rows: toRows({ income: [4, 5, 9], age: [30, 30, 30] }),
 *   row: 0,
 * });
 * nearest?.differences; // [{ "column": "income", "from": 4, "to": 5 }]
 *
 * @throws FairwasmError `invalidArgument` if a row or column does not exist; the signal's reason if it is aborted.
 */
export async function nearestOther(
  options: Pick<FlipOptions, 'predict' | 'rows' | 'threshold'> & {
    /** The row to explain, counted from 0. */
    row: number;
    /** The columns to compare. Default: all. */
    columns?: readonly string[] | undefined;
  },
  run: RunOptions = {},
): Promise<NearestOther> {
  requireRun(run);
  requirePredictionInput('nearestOther', options, ['row', 'columns', 'threshold']);
  const { predict, rows } = options;
  const row = requireWhole('row', options.row, 0, rows.length - 1);
  const own = rows[row] as Row;
  const columns = options.columns ?? Object.keys(own);
  for (const column of columns) requireColumn('columns', rows, column);
  const threshold = getThreshold(options);
  const scores = await computeScores(predict, rows, run);
  const score = scores[row] as number;
  const favorable = score >= threshold;
  const distances = distancesIn(rows, columns);
  let best: { row: number; distance: number } | undefined;
  for (let i = 0; i < rows.length; i++) {
    if ((scores[i] as number) >= threshold === favorable) continue;
    const distance = distanceBetween(distances, own, rows[i] as Row);
    if (best === undefined || distance < best.distance) best = { row: i, distance };
  }
  if (!best) return { score, favorable, nearest: undefined };
  const other = rows[best.row] as Row;
  const differences = distances
    .filter(({ column, between }) => between(own[column], other[column]) > 0)
    .map(({ column }) => ({ column, from: own[column], to: other[column] }));
  return { score, favorable, nearest: { ...best, score: scores[best.row] as number, differences } };
}
