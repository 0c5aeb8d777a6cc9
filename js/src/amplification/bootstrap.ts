// SPDX-License-Identifier: Apache-2.0
//
// Bootstrap intervals: how far a value would move if other rows had been drawn from where these came.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { type Estimate, estimate } from '../group/estimate.js';
import { inSlices, type LongRun } from './long-run.js';

/** How intervals are made. */
export interface BootstrapOptions extends LongRun {
  /** How often the rows are drawn anew; 0: no intervals. 200 if left out. */
  replicates?: number | undefined;
  /** The share of replicates between the ends of an interval. 0.95 if left out. */
  level?: number | undefined;
  /** One seed gives the same intervals everywhere. 1 if left out. */
  seed?: number | undefined;
}

/** A lower and an upper end. */
export type Interval = readonly [low: number, high: number];

/** An estimate with its bootstrap interval, where one was asked for and could be had. */
export interface IntervalEstimate extends Estimate {
  ci?: Interval;
}

/** Options with nothing left out. */
export type CheckedOptions = ReturnType<typeof bootstrapOptions>;

/** The options with their defaults. Throws `invalidArgument` for numbers that make no sense. */
export function bootstrapOptions(options: BootstrapOptions) {
  const { replicates = 200, level = 0.95, seed = 1 } = options;
  const require = (holds: boolean, argument: string, expected: string, actual: number) => {
    if (!holds) {
      throw new FairwasmError('invalidArgument', { argument, expected, actual: String(actual) });
    }
  };
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  require(isCount(replicates), 'replicates', 'a whole number, 0 or more', replicates);
  require(level > 0 && level < 1, 'level', 'a number between 0 and 1', level);
  require(isCount(seed), 'seed', 'a whole number, 0 or more', seed);
  return { ...options, replicates, level, seed };
}

/** Values of one replicate after the other, and their intervals. */
export class Replicates {
  readonly #wasm: Wasm;
  readonly #level: number;
  readonly #values: Float64Array[];
  #count = 0;

  /** Room for `width` values of each of `replicates`. */
  constructor(wasm: Wasm, replicates: number, width: number, level: number) {
    this.#wasm = wasm;
    this.#level = level;
    this.#values = Array.from({ length: width }, () => new Float64Array(replicates));
  }

  add(values: ArrayLike<number>): void {
    this.#values.forEach((ofValue, i) => {
      ofValue[this.#count] = values[i] as number;
    });
    this.#count++;
  }

  /** `value` with the interval of the i-th values of all replicates. */
  estimate(i: number, value: number, reason: () => string): IntervalEstimate {
    const point = estimate(value, reason);
    if (this.#count === 0) return point;
    const ci = this.#wasm.percentileInterval(this.#values[i] as Float64Array, this.#level);
    return ci.some(Number.isNaN) ? point : { ...point, ci };
  }
}

/** Draws all replicates, `width` values each, in slices; `draw` gets their numbers, from 0 on. */
export async function drawReplicates(
  wasm: Wasm,
  width: number,
  options: CheckedOptions,
  draw: (number: number) => ArrayLike<number>,
): Promise<Replicates> {
  const { replicates, level } = options;
  const drawn = new Replicates(wasm, replicates, width, level);
  let number = 0;
  if (replicates === 0) options.onProgress?.(1);
  else {
    await inSlices(() => {
      drawn.add(draw(number++));
      return number / replicates;
    }, options);
  }
  return drawn;
}
