// SPDX-License-Identifier: Apache-2.0
//
// The sums of a tally by true and predicted label over all groups, for checks that both columns use the same
// labels and that scores do not rank backwards.

import type { Wasm } from '../core/module.js';
import type { Tally } from './tally.js';

/** The relevant sums of a cell, in the order of tally.hpp. */
export const sum = { rows: 0, weight: 1, squaredWeight: 2, score: 3, squaredScore: 4, scoreWeight: 5 } as const;

/** `of(label, prediction)` returns the sums of a pair of labels; the index of a missing column is 0. */
export interface LabelSums {
  labels: number;
  predictions: number;
  of(label: number, prediction: number): Float64Array;
}

export function labelSums(wasm: Wasm, tally: Tally): LabelSums {
  const { label, prediction } = tally.columns;
  const count = tally.labels.length;
  const labels = label ? count : 1;
  const predictions = prediction ? count : 1;
  const width = wasm.tallySums;
  const cells = tally.handle.sums();
  const sums = new Float64Array(labels * predictions * width);
  for (let i = 0; i < cells.length; i++) {
    const at = i % sums.length;
    sums[at] = (sums[at] as number) + (cells[i] as number);
  }
  return {
    labels,
    predictions,
    of: (i, j) => sums.subarray((i * predictions + j) * width, (i * predictions + j + 1) * width),
  };
}
