// SPDX-License-Identifier: Apache-2.0
//
// What asking about all rows with one column changed has in common, whatever the column is changed to: the scores then,
// and the groups by which they are told apart.

import type { RunOptions } from '../core/long-run.js';
import type { Value } from '../data/value.js';
import { rowsByCategory } from './decisions.js';
import { type Predict, scoresOf } from './predict.js';
import type { Row } from './rows.js';

/** The scores of the rows with another value in one column; `valueAt` has it by a row's place. */
export const scoresWith = (
  predict: Predict,
  rows: readonly Row[],
  column: string,
  valueAt: (place: number) => Value,
  run: RunOptions,
): Promise<Float64Array> =>
  scoresOf(
    predict,
    rows.map((row, place) => ({ ...row, [column]: valueAt(place) })),
    run,
  );

const maxGroups = 20; // beyond, each would have few rows, and a table more than anybody reads

/** The places of each group's rows. Throws `tooLarge` for more than 20 groups. */
export const placesByGroup = (rows: readonly Row[], group: string): Map<string, number[]> =>
  rowsByCategory('group', rows, group, maxGroups);

/** The values at some places. */
export const valuesAt = (values: ArrayLike<number>, places: readonly number[]): number[] =>
  places.map((place) => values[place] as number);
