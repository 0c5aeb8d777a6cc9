// SPDX-License-Identifier: Apache-2.0
//
// Changes in scores after rows exchange values, and the standard errors of their means. Each row counts twice: as
// receiver and as giver.

import { type Estimate, estimate } from '../core/estimate.js';
import { getMin } from '../core/extremes.js';
import { quantile } from '../core/intervals.js';

/** A signed mean over some rows. */
export interface SignedMean {
  places: readonly number[];
  sign: 1 | -1;
}

/** Score changes of all rows, for each permutation. */
export class Moves {
  readonly rows: number;
  readonly #permutations: { moves: Float64Array; givers: Uint32Array }[] = [];

  constructor(rows: number) {
    this.rows = rows;
  }

  /** Adds the scores before and after a permutation; `givers[i]` is the row whose value row i received. */
  add(before: Float64Array, after: Float64Array, givers: Uint32Array): void {
    const moves = after.map((score, row) => score - (before[row] as number));
    this.#permutations.push({ moves, givers });
  }

  /**
   * Returns the sum of signed means of `of(move)` over rows and permutations. The standard error is that of a
   * two-sample statistic, to first order: the root of the sum of squares of each row's contribution as receiver and
   * as giver.
   */
  mean(parts: readonly SignedMean[], of: (move: number) => number, confidence: number): Estimate {
    const influences = new Float64Array(this.rows);
    let value = 0;
    for (const { places, sign } of parts) {
      const center = this.#meanOver(places, of);
      value += sign * center;
      const weight = sign / (places.length * this.#permutations.length);
      for (const { moves, givers } of this.#permutations) {
        for (const row of places) {
          const excess = weight * (of(moves[row] as number) - center);
          influences[row] = (influences[row] as number) + excess;
          const giver = givers[row] as number;
          influences[giver] = (influences[giver] as number) + excess;
        }
      }
    }
    const min = getMin(parts.map(({ places }) => places.length));
    const error = Math.sqrt(influences.reduce((sum, each) => sum + each * each, 0));
    if (min < 2 || error === 0) return estimate(value, () => 'no rows');
    const reach = quantile(confidence, min - 1) * error * Math.sqrt(min / (min - 1));
    return estimate(value, () => 'no rows', { ci: [value - reach, value + reach] });
  }

  #meanOver(places: readonly number[], of: (move: number) => number): number {
    let sum = 0;
    for (const { moves } of this.#permutations) {
      for (const row of places) sum += of(moves[row] as number);
    }
    return sum / (places.length * this.#permutations.length);
  }
}
