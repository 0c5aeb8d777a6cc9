// SPDX-License-Identifier: Apache-2.0
//
// The limit that trained attackers approach: what the best possible attacker, a table of counts, would
// reach. A function of counts, hence of a tally, hence also of a database's GROUP BY.

import type { PredictabilityWasm as Wasm } from '../core/module.js';
import type { Tally } from '../tally/tally.js';
import type { EncodedColumns } from './columns.js';

/** How good the best possible attackers are. */
export interface ExactLeakage {
  /** λ of the attacker on labels, expected over the equalisation of the test rows. */
  lambdaD: number;
  /** Standard deviation of λ_D over equalisations; NaN for other metrics than accuracy. */
  lambdaDSpread: number;
  /** λ of the attacker on predictions. */
  lambdaM: number;
  /** λ_M - λ_D, or that over their sum where it is normalized. */
  leakage: number;
  /** Standard deviation of the leakage over equalisations. */
  leakageSpread: number;
}

/** How the exact limit is scored, as for trained attackers. */
export interface ExactOptions {
  /** Default: `accuracy`. */
  metric?: 'accuracy' | 'mse' | 'bce' | undefined;
  /** Default: true. */
  threshold?: boolean | undefined;
  /** Default: false. */
  normalized?: boolean | undefined;
}

type Counts = Parameters<Wasm['exactLeakage']>[0];

/** @internal */
export function countsOf(part: EncodedColumns, cells: number, classes: readonly number[]): Counts {
  return classes.map((count, column) => {
    const label = new Float64Array(cells * count);
    const prediction = new Float64Array(cells * count);
    let kept = 0;
    part.feature.rows.forEach((cell, row) => {
      const truth = part.label[column]?.[row] as number;
      const answer = part.prediction[column]?.[row] as number;
      (label[cell * count + truth] as number)++;
      (prediction[cell * count + answer] as number)++;
      if (truth === answer) kept++;
    });
    return { classes: count, label, prediction, kept };
  });
}

/** @internal */
export function exactOf(
  wasm: Wasm,
  train: Counts,
  test: Counts,
  { metric = 'accuracy', threshold = true, normalized = false }: ExactOptions,
): ExactLeakage {
  return wasm.exactLeakage(train, test, metric, threshold, normalized);
}

/** @internal Use `fair.exactLeakage()`. */
export function exactOfTally(
  wasm: Wasm,
  tally: Tally,
  { metric = 'accuracy', threshold = true, normalized = false }: ExactOptions,
): ExactLeakage {
  return wasm.exactLeakageOfTally(tally.toBytes(), metric, threshold, normalized);
}
