// SPDX-License-Identifier: Apache-2.0
//
// A lower bound on a network's Lipschitz constant, from its outputs for some inputs. It can refute a stated constant,
// and shows how loose a bound from the weights may be.

import { type FairwasmError, invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import { requireRows } from '../data/condition.js';
import type { NumberTensor } from './scores.js';

/** The steepest slope of a network between two inputs. */
export interface SteepestSlope {
  /** max ‖f(x) - f(y)‖ / ‖x - y‖ for the vector of outputs: compare it with `lipConst` of joint outputs. */
  value: number;
  /** The same for the steepest single output: compare it with `lipConst` of disjoint neurons. */
  perOutput: number;
  /** The two rows that attain `value`. Omitted if no slope is positive. */
  rows?: [number, number];
}

/** @internal Use `robustness.steepestSlope()`. */
export function steepestSlope(x: NumberTensor, y: NumberTensor): SteepestSlope {
  const inputs = getRows(x, 'inputs');
  const outputs = getRows(y, 'outputs');
  requireRows('outputs', outputs.length, inputs.length, 'rows, as in the inputs');
  const steepest: SteepestSlope = { value: 0, perOutput: 0 };
  inputs.forEach((x, row) => {
    for (let other = 0; other < row; other++) {
      const distance = distances(x, inputs[other] as Float64Array).together;
      const rise = distances(outputs[row] as Float64Array, outputs[other] as Float64Array);
      if (distance === 0 && rise.largest > 0) throw noFunction(row, other);
      if (distance === 0) continue;
      steepest.perOutput = Math.max(steepest.perOutput, rise.largest / distance);
      if (rise.together / distance <= steepest.value) continue;
      steepest.value = rise.together / distance;
      steepest.rows = [other, row];
    }
  });
  return steepest;
}

function getRows({ data, shape }: NumberTensor, argument: string): Float64Array[] {
  const values = Float64Array.from(data);
  const rows = shape[0] ?? 0;
  const width = values.length / (rows || 1);
  const invalidIndex = values.findIndex((value) => !Number.isFinite(value));
  if (invalidIndex >= 0)
    throw invalid(argument, 'finite numbers', shown(values[invalidIndex]), Math.floor(invalidIndex / width));
  return Array.from({ length: rows }, (_, row) => values.subarray(row * width, (row + 1) * width));
}

// Returns the Euclidean distance of two vectors, and the largest difference of a single element.
function distances(a: Float64Array, b: Float64Array): { together: number; largest: number } {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs((a[i] as number) - (b[i] as number)));
  if (largest === 0) return { together: 0, largest };
  let squares = 0; // relative to the largest element, so that squares neither overflow nor underflow
  for (let i = 0; i < a.length; i++) squares += (((a[i] as number) - (b[i] as number)) / largest) ** 2;
  return { together: largest * Math.sqrt(squares), largest };
}

function noFunction(row: number, other: number): FairwasmError {
  return invalid('outputs', `the outputs of row ${other}, which has the same inputs`, 'different outputs', row);
}
