// SPDX-License-Identifier: Apache-2.0
//
// Are similar individuals labeled alike?

import { FairwasmError } from '../core/error.js';
import { shown } from '../core/options.js';
import { type NumberColumn, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type FeatureMatrix, toMatrix } from '../data/matrix.js';
import type { Wasm } from './module.js';

/** See {@link Fairwasm.consistency}. */
export function consistency(
  wasm: Wasm,
  features: FeatureMatrix,
  label: NumberColumn,
  neighbors = 5,
): number {
  if (!Number.isInteger(neighbors) || neighbors < 1) {
    throw new FairwasmError('invalidArgument', {
      argument: 'neighbors',
      expected: 'a whole number, 1 or more',
      actual: shown(neighbors),
    });
  }
  const { values, rows, columns } = toMatrix(features, 'features');
  const labels = toNumbers(label, 'label');
  requireRows('label', labels.length, rows);
  return wasm.consistency(values, columns, labels, neighbors);
}
