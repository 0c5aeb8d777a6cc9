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
  readonly #wasm: Wasm;
  readonly #tested = new Map<string, Tests>();
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
    this.#wasm = wasm;
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

  /** Beside a disparity of a group; `rates` are those whose equality it is about, if it is about any. */
  disparity(group: number, disparity: number, rates: readonly number[]): Beside {
    const ci = at(this.#flat.disparities, group * this.#disparities + disparity);
    if (rates.length === 0) return { ci };
    const { pValues, adjusted } = this.#tests(rates);
    return { ci, pValue: pValues[group], adjustedPValue: adjusted[group] };
  }

  // By group: whether these rates are all equal, and that adjusted over the groups.
  #tests(rates: readonly number[]): Tests {
    const key = rates.join();
    const known = this.#tested.get(key);
    if (known) return known;
    const all = this.#flat.differenceTests;
    const groups = Array.from({ length: all.length / this.#rates }, (_, group) => group);
    const pValues = Float64Array.from(groups, (group) =>
      ofTheLeast(rates.map((rate) => all[group * this.#rates + rate] as number)),
    );
    const tests = { pValues, adjusted: this.#wasm.adjustPValues(pValues) };
    this.#tested.set(key, tests);
    return tests;
  }
}

interface Tests {
  pValues: Float64Array;
  adjusted: Float64Array;
}

// That all of several are true, from tests of different rows, hence independent: the least p-value of k is
// below p with the probability 1 - (1 - p)^k (Šidák 1967).
function ofTheLeast(pValues: readonly number[]): number {
  const least = Math.min(...pValues);
  return pValues.length === 1 ? least : -Math.expm1(pValues.length * Math.log1p(-least));
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
