// SPDX-License-Identifier: Apache-2.0
//
// Rows that the module keeps, because their metrics depend on the order of scores; each column is copied once.

import { shapeMismatch } from '../core/error.js';
import { Handle } from '../core/handle.js';
import { Staging } from '../core/staging.js';
import { type FeatureMatrix, toMatrix } from '../data/matrix.js';
import type { Wasm } from './module.js';

type Columns = readonly (Float64Array | Uint32Array | Uint8Array | undefined)[];

const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Calls `make` with the addresses of copied columns, and frees the copies afterwards. */
function staged<T>(wasm: Wasm, columns: Columns, make: (addresses: (number | undefined)[]) => T): T {
  const bytes = columns.reduce((sum, column) => sum + aligned(column?.byteLength ?? 0), 0);
  const staging = new Staging(wasm, Math.max(8, bytes));
  try {
    let offset = 0;
    const addresses = columns.map((column) => {
      if (column === undefined) return undefined;
      const address = staging.copy(column, offset);
      offset += aligned(column.byteLength);
      return address;
    });
    return make(addresses);
  } finally {
    staging.dispose();
  }
}

/** Returns the probabilities of each class in each row, with the index of its true class. */
export function keptProbabilities(
  wasm: Wasm,
  rows: { classes: number; truths: Uint32Array; probabilities: Float64Array; weights: Float64Array | undefined },
) {
  const { classes, truths, probabilities, weights } = rows;
  return staged(wasm, [probabilities, weights, truths], ([values, weight, truth]) => {
    const kept = new wasm.ProbabilityRows({
      rows: truths.length,
      classes,
      probabilities: values as number,
      truths: truth as number,
      weights: weight,
    });
    return new Handle(kept);
  });
}

/** Returns the labels of each row, each 0 or 1. */
export function keptLabels(
  wasm: Wasm,
  rows: {
    rows: number;
    labels: number;
    truths: Uint8Array;
    predictions: Uint8Array;
    scores: Float64Array | undefined;
    weights: Float64Array | undefined;
  },
) {
  const { truths, predictions, scores, weights } = rows;
  return staged(wasm, [scores, weights, truths, predictions], ([score, weight, truth, predicted]) => {
    const kept = new wasm.LabelRows({
      rows: rows.rows,
      labels: rows.labels,
      truths: truth as number,
      predictions: predicted as number,
      scores: score,
      weights: weight,
    });
    return new Handle(kept);
  });
}

/** Returns a matrix with this number of rows and columns, in row-major order. */
export function requireMatrix(
  argument: string,
  input: FeatureMatrix,
  expected: { rows?: number | undefined; columns?: number | undefined },
) {
  const matrix = toMatrix(input, argument);
  const { rows = matrix.rows, columns = matrix.columns } = expected;
  if (matrix.rows === rows && matrix.columns === columns) return matrix;
  throw shapeMismatch(argument, `${rows} rows of ${columns} numbers`, `${matrix.rows} of ${matrix.columns}`);
}
