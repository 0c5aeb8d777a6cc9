// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals and tests of one frame by index: access to the core's flat arrays by group and metric.

import { type EstimateExtras, fewCases, requireConfidence } from '../../core/estimate.js';
import { getMin } from '../../core/extremes.js';
import type { Wasm } from '../../core/module.js';
import { requireBoolean, requireOptions, requireWhole } from '../../core/options.js';

/** Options for confidence intervals and tests. Equal seeds produce equal results on every platform. */
export interface UncertaintyOptions {
  /**
   * Number of permutation draws. Default: 2000.
   * @asType integer
   * @minimum 0
   */
  draws?: number;
  /**
   * Seed of random draws. Default: 1.
   * @asType integer
   * @minimum 0
   */
  seed?: number;
  /**
   * Level of the confidence intervals, in (0, 1). Default: 0.95.
   * @asType number
   * @exclusiveMinimum 0
   * @exclusiveMaximum 1
   */
  confidence?: number;
  /**
   * Whether the intervals of a frame's disparities hold simultaneously (Bonferroni over groups and
   * disparities). Default: false. Spreads, minima, and maxima always cover all groups.
   */
  simultaneous?: boolean;
}

export const defaultUncertainty: Required<UncertaintyOptions> = {
  draws: 2000,
  seed: 1,
  confidence: 0.95,
  simultaneous: false,
};

/** No cluster has rows in several groups. */
export const nobody: Float64Array = new Float64Array(0);

/** Intervals and tests of one frame; groups have the order of the counts. */
export class FrameUncertainty {
  readonly #flat: ReturnType<Wasm['frameUncertainty']>;
  readonly #wasm: Wasm;
  readonly #tested = new Map<number, Tests>();
  readonly #rates: number;
  readonly #spreads: number;
  readonly #disparities: number;
  readonly #reference: number;

  /**
   * @param counts The core's counts of all groups.
   * @param shared The core's statistics of clusters with rows in several groups; empty if there are none.
   */
  constructor(
    wasm: Wasm,
    counts: Float64Array,
    overall: Float64Array,
    reference: number,
    options: UncertaintyOptions,
    shared: Float64Array = nobody,
  ) {
    this.#flat = wasm.frameUncertainty(counts, overall, reference, checked(options), shared);
    this.#rates = wasm.rateNames().length;
    this.#spreads = wasm.spreadNames().length;
    this.#disparities = wasm.disparityNames().length;
    this.#reference = reference;
    this.#wasm = wasm;
  }

  /** Returns the interval for a rate of a group, or of all rows if `group` is undefined. */
  rate(group: number | undefined, rate: number): EstimateExtras {
    if (group === undefined) {
      return {
        ci: at(this.#flat.overallRates, rate),
        warning: roughWarning(this.#flat.overallCases[rate] as number, this.#flat.overallClusters[rate] as number),
      };
    }
    return {
      ci: at(this.#flat.rates, group * this.#rates + rate),
      warning: roughWarning(this.#cases(group, rate), this.#clusters(group, rate)),
    };
  }

  /** Returns the interval and test for a member of a rate's spread. */
  spread(rate: number, member: number): EstimateExtras {
    const groups = this.#flat.expectedCases.length / this.#rates;
    const cases = Array.from({ length: groups }, (_, group) => this.#cases(group, rate));
    const min = getMin(cases.filter((count) => !Number.isNaN(count)));
    const isOfPairs = ['difference', 'ratio'].includes(this.#wasm.spreadNames()[member] as string);
    const max = this.#wasm.maxPairedGroups;
    return {
      ci: at(this.#flat.spreads, rate * this.#spreads + member),
      pValue: this.#flat.spreadTests[rate],
      warning:
        isOfPairs && groups > max
          ? `no interval and no test: more than ${max} groups`
          : fewCasesWarning(min, ' in the smallest group'),
    };
  }

  /**
   * Returns the interval and test for a disparity of a group.
   *
   * @param rates The rates that the disparity compares.
   */
  disparity(group: number, disparity: number, rates: readonly number[]): EstimateExtras {
    const ci = at(this.#flat.disparities, group * this.#disparities + disparity);
    const min = (of: (place: number, rate: number) => number) =>
      getMin(rates.flatMap((rate) => [of(group, rate), of(this.#reference, rate)]));
    const warning = roughWarning(
      min((place, rate) => this.#cases(place, rate)),
      min((place, rate) => this.#clusters(place, rate)),
    );
    const { pValues, adjusted } = this.#tests(disparity);
    return {
      ci,
      pValue: pValues[group],
      adjustedPValue: adjusted[group],
      minimumDetectableDifference: at(this.#flat.minimumDetectable, group * this.#disparities + disparity),
      warning,
    };
  }

  #cases(group: number, rate: number): number {
    return this.#flat.expectedCases[group * this.#rates + rate] as number;
  }

  #clusters(group: number, rate: number): number {
    return this.#flat.clusters[group * this.#rates + rate] as number;
  }

  // P-values of the hypothesis of no disparity by group, and the same adjusted over the groups.
  #tests(disparity: number): Tests {
    const known = this.#tested.get(disparity);
    if (known) return known;
    const pValues = this.#flat.disparityTests.filter((_, place) => place % this.#disparities === disparity);
    const tests = { pValues, adjusted: this.#wasm.adjustPValues(pValues) };
    this.#tested.set(disparity, tests);
    return tests;
  }
}

interface Tests {
  pValues: Float64Array;
  adjusted: Float64Array;
}

// With fewer effective clusters, such as one cluster with most of the rows, an interval is wide and still
// approximate.
const fewClusters = 5;

/** Returns the reason why an interval is approximate: few expected cases, or a few clusters with most of the rows. */
function roughWarning(cases: number, clusters: number): string | undefined {
  return (
    fewCasesWarning(cases) ?? (clusters < fewClusters ? `only ${clusters.toFixed(1)} effective clusters` : undefined)
  );
}

/** Returns a sentence if fewer cases are expected than an interval requires, or else undefined. */
export function fewCasesWarning(cases: number, where = ''): string | undefined {
  if (!(cases < fewCases)) return undefined;
  return `only ${cases.toFixed(1)} cases expected${where}`;
}

/** Throws for unknown option names and invalid values. */
export function checked(options: UncertaintyOptions): Required<UncertaintyOptions> {
  requireOptions('uncertainty', options, Object.keys(defaultUncertainty));
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const all = { ...defaultUncertainty, ...Object.fromEntries(given) };
  requireWhole('draws', all.draws, 0);
  requireWhole('seed', all.seed, 0);
  requireConfidence(all.confidence);
  requireBoolean('simultaneous', all.simultaneous);
  return all;
}

function at(ends: Float64Array, i: number): [number, number] {
  return [ends[2 * i] as number, ends[2 * i + 1] as number];
}
