// SPDX-License-Identifier: Apache-2.0
//
// Bootstrap intervals: how far a value would move if other rows had been drawn from where these came.

import { FairwasmError } from '../core/error.js';
import { type Estimate, estimate } from '../core/estimate.js';
import { inSlices, type LongRun } from '../core/long-run.js';
import { requireOptions, shown } from '../core/options.js';
import type { Wasm } from './module.js';

/** How intervals are made. */
export interface BootstrapOptions extends LongRun {
  /** How often the rows are drawn anew; 0: no intervals. 200 if left out. */
  draws?: number | undefined;
  /** The share of draws between the ends of an interval. 0.95 if left out. */
  confidence?: number | undefined;
  /** One seed gives the same intervals everywhere. 1 if left out. */
  seed?: number | undefined;
}

/** Options with nothing left out. */
export type CheckedOptions = ReturnType<typeof bootstrapOptions>;

/** The names of {@link BootstrapOptions}. */
export const bootstrapNames = ['draws', 'confidence', 'seed', 'onProgress', 'signal'] as const;

/** The options with their defaults. Throws `invalidArgument` for what is unknown or makes no sense. */
export function bootstrapOptions(options: BootstrapOptions) {
  requireOptions('options', options, bootstrapNames);
  const { draws = 200, confidence = 0.95, seed = 1 } = options;
  const require = (holds: boolean, argument: string, expected: string, actual: unknown) => {
    if (!holds) {
      throw new FairwasmError('invalidArgument', { argument, expected, actual: shown(actual) });
    }
  };
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  require(isCount(draws), 'draws', 'a whole number, 0 or more', draws);
  const isShare = typeof confidence === 'number' && confidence > 0 && confidence < 1;
  require(isShare, 'confidence', 'a number between 0 and 1', confidence);
  require(isCount(seed), 'seed', 'a whole number, 0 or more', seed);
  return { ...options, draws, confidence, seed };
}

/** Values of one replicate after the other, and their intervals. */
export class Replicates {
  readonly #wasm: Wasm;
  readonly #confidence: number;
  readonly #values: Float64Array[];
  #count = 0;

  /** Room for `width` values of each of `draws`. */
  constructor(wasm: Wasm, draws: number, width: number, confidence: number) {
    this.#wasm = wasm;
    this.#confidence = confidence;
    this.#values = Array.from({ length: width }, () => new Float64Array(draws));
  }

  add(values: ArrayLike<number>): void {
    this.#values.forEach((ofValue, i) => {
      ofValue[this.#count] = values[i] as number;
    });
    this.#count++;
  }

  /**
   * `value` with the interval of the i-th values of all draws. Draws of a few rows may all lie to one side
   * of it: what was found is possible, too, and the interval reaches as far.
   */
  estimate(i: number, value: number, reason: () => string): Estimate {
    if (this.#count === 0) return estimate(value, reason);
    const values = this.#values[i] as Float64Array;
    const [low = value, high = value] = this.#wasm.percentileInterval(values, this.#confidence);
    return estimate(value, reason, { ci: [Math.min(low, value), Math.max(high, value)] });
  }
}

/** Draws all draws, `width` values each, in slices; `draw` gets their numbers, from 0 on. */
export async function drawReplicates(
  wasm: Wasm,
  width: number,
  options: CheckedOptions,
  draw: (number: number) => ArrayLike<number>,
): Promise<Replicates> {
  const { draws, confidence } = options;
  const drawn = new Replicates(wasm, draws, width, confidence);
  let number = 0;
  if (draws === 0) options.onProgress?.(1);
  else {
    await inSlices(() => {
      drawn.add(draw(number++));
      return number / draws;
    }, options);
  }
  return drawn;
}
