// SPDX-License-Identifier: Apache-2.0
//
// Helpers for functions that change one column in all rows: the new scores, and the rows of each group.

import type { RunOptions } from '../core/long-run.js';
import type { Value } from '../data/value.js';
import { rowsByCategory } from './decisions.js';
import { computeScores, type Predict } from './predict.js';
import type { Row } from './rows.js';

/** Returns the scores of the rows after `column` is set to `valueAt(row number)`. */
export const scoresWith = (
  predict: Predict,
  rows: readonly Row[],
  column: string,
  valueAt: (place: number) => Value,
  run: RunOptions,
): Promise<Float64Array> =>
  computeScores(
    predict,
    rows.map((row, index) => ({ ...row, [column]: valueAt(index) })),
    run,
  );

const maxGroups = 20; // with more groups, each has few rows and the table becomes unreadable

/** Returns the row numbers of each group. Throws `tooLarge` for more than 20 groups. */
export const placesByGroup = (rows: readonly Row[], group: string): Map<string, number[]> =>
  rowsByCategory('group', rows, group, maxGroups);

/** Returns the values at the given positions. */
export const valuesAt = (values: ArrayLike<number>, indices: readonly number[]): number[] =>
  indices.map((index) => values[index] as number);
