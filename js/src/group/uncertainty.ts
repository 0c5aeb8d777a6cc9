// SPDX-License-Identifier: Apache-2.0
//
// Intervals and tests of a frame, given their places: the core's flat arrays by group and metric.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import type { Tally } from '../tally/tally.js';
import type { Beside } from './estimate.js';

/** How uncertainty is computed. One seed gives the same numbers everywhere. */
export interface UncertaintyOptions {
  /** Bootstrap and permutation draws; default 2,000. */
  draws?: number;
  /** Default 1. */
  seed?: number;
  /** Default 0.95. */
  confidence?: number;
}

export const defaultUncertainty: Required<UncertaintyOptions> = {
  draws: 2000,
  seed: 1,
  confidence: 0.95,
};

/** Fewer rows than this say little: even a rate of a half is then known to ±0.17 at best. */
export const smallGroupRows = 30;

/** Intervals and tests of one frame. Groups are counted as in the core, including those without rows. */
export class FrameUncertainty {
  readonly #flat: ReturnType<Wasm['frameUncertainty']>;
  readonly #adjusted: Float64Array;
  readonly #rates: number;
  readonly #spreads: number;
  readonly #disparities: number;

  constructor(
    wasm: Wasm,
    tally: Tally,
    by: readonly string[],
    favorable: readonly string[],
    reference: number,
    options: UncertaintyOptions,
  ) {
    this.#flat = wasm.frameUncertainty(
      tally.handle,
      [...by],
      [...favorable],
      reference,
      checked(options),
    );
    this.#rates = wasm.rateNames().length;
    this.#spreads = wasm.spreadNames().length;
    this.#disparities = wasm.disparityNames().length;
    this.#adjusted = this.#adjust(wasm);
  }

  /** Beside a rate of a group; of all rows where `group` is undefined. */
  rate(group: number | undefined, rate: number): Beside {
    if (group === undefined) return { ci: at(this.#flat.overallRates, rate) };
    return { ci: at(this.#flat.rates, group * this.#rates + rate) };
  }

  /** Beside a member of a rate's spread. */
  spread(rate: number, member: number): Beside {
    return {
      ci: at(this.#flat.spreads, rate * this.#spreads + member),
      pValue: this.#flat.permutationTests[rate],
    };
  }

  /** Beside a disparity of a group; `rate` is the one whose equality it is about, if there is one. */
  disparity(group: number, disparity: number, rate: number): Beside {
    const test = group * this.#rates + rate;
    return {
      ci: at(this.#flat.disparities, group * this.#disparities + disparity),
      pValue: rate < 0 ? undefined : this.#flat.differenceTests[test],
      adjustedPValue: rate < 0 ? undefined : this.#adjusted[test],
    };
  }

  // Adjusted over the groups, rate by rate.
  #adjust(wasm: Wasm): Float64Array {
    const tests = this.#flat.differenceTests;
    const adjusted = new Float64Array(tests.length);
    for (let rate = 0; rate < this.#rates; rate++) {
      const column = tests.filter((_, i) => i % this.#rates === rate);
      wasm.adjustPValues(column).forEach((p, group) => {
        adjusted[group * this.#rates + rate] = p;
      });
    }
    return adjusted;
  }
}

// Whole numbers only the crossing can lose; the core checks the rest.
function checked(options: UncertaintyOptions): Required<UncertaintyOptions> {
  const all = { ...defaultUncertainty, ...options };
  for (const name of ['draws', 'seed'] as const) {
    if (Number.isSafeInteger(all[name]) && all[name] >= 0) continue;
    throw new FairwasmError('invalidArgument', {
      argument: name,
      expected: 'a whole number, 0 or more',
      actual: String(all[name]),
    });
  }
  return all;
}

function at(ends: Float64Array, i: number): [number, number] {
  return [ends[2 * i] as number, ends[2 * i + 1] as number];
}
