// SPDX-License-Identifier: Apache-2.0
//
// The limit that trained attackers approach: what the best possible attacker, a table of counts, would
// reach. A function of counts, hence of a tally, hence also of a database's GROUP BY.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
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

const sumsPerCell = 4; // see Tally: rows come first

/**
 * The limit over all rows of a tally of one or more groups, label and prediction: every combination of
 * groups is a cell of the feature.
 *
 * @internal Use `fair.exactLeakage()`.
 */
export function exactOfTally(wasm: Wasm, tally: Tally, options: ExactOptions): ExactLeakage {
  const { label, prediction } = tally.columns;
  if (!label || !prediction) {
    throw new FairwasmError('invalidArgument', {
      argument: 'tally',
      expected: 'a tally of labels and predictions',
      actual: label ? 'one without predictions' : 'one without labels',
    });
  }
  const sums = tally.handle.sums();
  const classes = tally.labels.length;
  const cells = classes > 0 ? sums.length / (sumsPerCell * classes * classes) : 0;
  const labels = new Float64Array(cells * classes);
  const predictions = new Float64Array(cells * classes);
  let kept = 0;
  for (let cell = 0; cell < cells; cell++) {
    for (let truth = 0; truth < classes; truth++) {
      for (let answer = 0; answer < classes; answer++) {
        const rows = sums[((cell * classes + truth) * classes + answer) * sumsPerCell] as number;
        (labels[cell * classes + truth] as number) += rows;
        (predictions[cell * classes + answer] as number) += rows;
        if (truth === answer) kept += rows;
      }
    }
  }
  const counts = [{ classes, label: labels, prediction: predictions, kept }];
  return exactOf(wasm, counts, counts, options);
}
