// SPDX-License-Identifier: Apache-2.0
//
// How scores moved where rows were given each other's values, and how sure means of that are: a row counts as the one that
// received and as the one that gave.

import { type Estimate, estimate } from '../core/estimate.js';
import { quantileOf } from './intervals.js';

/** The mean over some rows, with a sign. */
export interface Part {
  places: readonly number[];
  sign: 1 | -1;
}

/** Moves of all rows, by permutation. */
export class Moves {
  readonly rows: number;
  readonly #permutations: { moves: Float64Array; givers: Uint32Array }[] = [];

  constructor(rows: number) {
    this.rows = rows;
  }

  /** Scores as they were and with values of other rows, `givers`. */
  add(before: Float64Array, after: Float64Array, givers: Uint32Array): void {
    const moves = after.map((score, row) => score - (before[row] as number));
    this.#permutations.push({ moves, givers });
  }

  /**
   * The sum of signed means of `of(move)`, over rows and permutations. Its standard error is that of a statistic of two samples, to the first
   * order: the root of the sum of squares of what each row contributes as receiver and as giver.
   */
  mean(parts: readonly Part[], of: (move: number) => number, confidence: number): Estimate {
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
    const least = Math.min(...parts.map(({ places }) => places.length));
    const error = Math.sqrt(influences.reduce((sum, each) => sum + each * each, 0));
    if (least < 2 || error === 0) return estimate(value, () => 'no rows');
    const reach = quantileOf(confidence, least - 1) * error * Math.sqrt(least / (least - 1));
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
