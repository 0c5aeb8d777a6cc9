// SPDX-License-Identifier: Apache-2.0
//
// Consistency: whether similar individuals have similar labels.

import { type Estimate, estimate, fewCases } from '../core/estimate.js';
import { requireWhole } from '../core/options.js';
import { type NumberColumn, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type FeatureMatrix, toMatrix } from '../data/matrix.js';
import type { Wasm } from './module.js';

/** See {@link Individual.consistency}. */
export function consistency(wasm: Wasm, features: FeatureMatrix, label: NumberColumn, neighbors = 5): number {
  const { values, columns, labels } = read(features, label, neighbors);
  return wasm.consistency(values, columns, labels, neighbors);
}

/** See {@link Individual.consistencyEstimate}. */
export function consistencyEstimate(
  wasm: Wasm,
  features: FeatureMatrix,
  label: NumberColumn,
  neighbors: number,
  confidence: number,
): Estimate {
  const { values, columns, labels } = read(features, label, neighbors);
  const flat = wasm.consistencyInterval(values, columns, labels, neighbors, confidence);
  const [value, low, high] = flat as unknown as [number, number, number];
  const warning = Number.isNaN(low) ? whyNoInterval(labels, neighbors) : fewWarning(labels);
  return estimate(value, () => 'no rows', { ci: [low, high], warning });
}

function read(features: FeatureMatrix, label: NumberColumn, neighbors: number) {
  requireWhole('neighbors', neighbors, 1);
  const { values, rows, columns } = toMatrix(features, 'features');
  const labels = toNumbers(label, 'label');
  requireRows('label', labels.length, rows);
  return { values, columns, labels };
}

function whyNoInterval(labels: Float64Array, neighbors: number): string {
  if (labels.every((each) => each === labels[0])) return 'no interval: all labels are equal';
  return neighbors < 2
    ? 'no interval: every row is its only neighbor'
    : 'no interval: there are no more rows than neighbors';
}

// With two labels, the rarer label determines how approximate the interval is.
function fewWarning(labels: Float64Array): string | undefined {
  const ones = labels.filter((each) => each === labels[0]).length;
  const other = labels.find((each) => each !== labels[0]);
  if (labels.some((each) => each !== labels[0] && each !== other)) return undefined;
  const fewest = Math.min(ones, labels.length - ones);
  if (fewest >= fewCases) return undefined;
  return `only ${fewest} ${fewest === 1 ? 'row' : 'rows'} of one label`;
}
