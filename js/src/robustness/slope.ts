// SPDX-License-Identifier: Apache-2.0
//
// A lower bound on a network's Lipschitz constant, from what it gives for some inputs: it can refute a
// constant that somebody states, and shows how much a bound from the weights may be too large.

import { type FairwasmError, invalid, shapeMismatch } from '../core/error.js';
import { requireOptions, shown } from '../core/options.js';
import { type Matrix, type Tensor, toTensor } from './scores.js';

/** What a network was given, and what it gave: a row each. */
export interface SlopeInput {
  /** The inputs, (rows, features). More axes, as pictures have, count as features. */
  inputs: Matrix;
  /** The outputs before any softmax or sigmoid: (rows, outputs), or one number a row. */
  outputs: Matrix | readonly number[];
}

/** The steepest slopes between any two rows, for the Euclidean norm; 0 for fewer than two rows. */
export interface SteepestSlope {
  /** max ‖f(x) - f(y)‖ / ‖x - y‖, of the vector of outputs: compare with `lipConst` of joint outputs. */
  value: number;
  /** The same of the steepest single output: compare with `lipConst` of disjoint neurons. */
  perOutput: number;
  /** Between which rows `value` was found. Left out where no slope is above 0. */
  rows?: [number, number];
}

/** @internal Use `robustness.steepestSlope()`. */
export function steepestSlope(input: SlopeInput): SteepestSlope {
  requireOptions('steepestSlope', input, ['inputs', 'outputs']);
  const inputs = rowsOf(toTensor(input.inputs, 'inputs'), 'inputs');
  const outputs = rowsOf(toTensor(input.outputs, 'outputs'), 'outputs');
  if (inputs.length !== outputs.length) {
    throw shapeMismatch(
      'outputs',
      `${inputs.length} rows, like the inputs`,
      String(outputs.length),
    );
  }
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

function rowsOf({ data, shape }: Tensor, argument: string): Float64Array[] {
  const values = Float64Array.from(data);
  const rows = shape[0] ?? 0;
  const width = values.length / (rows || 1);
  const stray = values.findIndex((value) => !Number.isFinite(value));
  if (stray >= 0) {
    throw invalid(argument, 'finite numbers', shown(values[stray]), Math.floor(stray / width));
  }
  return Array.from({ length: rows }, (_, row) => values.subarray(row * width, (row + 1) * width));
}

// The Euclidean distance of two vectors, and the largest difference of one of their numbers.
function distances(a: Float64Array, b: Float64Array): { together: number; largest: number } {
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    largest = Math.max(largest, Math.abs((a[i] as number) - (b[i] as number)));
  }
  if (largest === 0) return { together: 0, largest };
  let squares = 0; // of what is left beside the largest, so that no square is too large or too small
  for (let i = 0; i < a.length; i++) {
    squares += (((a[i] as number) - (b[i] as number)) / largest) ** 2;
  }
  return { together: largest * Math.sqrt(squares), largest };
}

function noFunction(row: number, other: number): FairwasmError {
  return invalid(
    'outputs',
    `the outputs of row ${other}, which has the same inputs`,
    'other outputs',
    row,
  );
}
