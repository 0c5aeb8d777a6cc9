// SPDX-License-Identifier: Apache-2.0
//
// A column of row weights.

import { type NumberColumn, requireEach, toNumbers } from './column.js';
import { requireRows } from './condition.js';

/** With larger weights, the product of two sums could be infinite. */
export const maxWeight = 1e100;

/**
 * Returns the weights of `rows` rows, from 0 to 1e100; undefined without a column, so that every row counts once.
 *
 * @throws FairwasmError `shapeMismatch` for another number of rows, `invalidArgument` or `missingValue`, with the
 *   row, for an invalid weight.
 */
export function toWeights(column: NumberColumn | null | undefined, rows: number): Float64Array | undefined {
  if (column === undefined || column === null) return undefined;
  const weights = toNumbers(column, 'weight');
  requireRows('weight', weights.length, rows, 'values, one per row');
  return requireWeights(weights);
}

/** Throws `invalidArgument`, with the row, for a weight that is negative or above {@link maxWeight}. */
export function requireWeights(weights: Float64Array): Float64Array {
  const isValid = (weight: number) => weight >= 0 && weight <= maxWeight;
  return requireEach(weights, 'weight', 'a weight from 0 to 1e100', isValid);
}
