// SPDX-License-Identifier: Apache-2.0
//
// Groups compared within strata: among people who are alike in some other way, such as applicants to one department.
// What a gap would be if groups were spread over the strata alike, whether the odds are alike in all strata, and whether
// a gap turns around within them (Simpson's paradox). All from the counts: rows are not read again.

import { invalid } from '../core/error.js';
import { type Estimate, estimate, infiniteOddsRatio, infiniteRatio } from '../core/estimate.js';
import { requireOneOf, requireOptions, requireTexts } from '../core/options.js';
import { findGroupMetric, type RateName } from '../metrics/group.js';
import type { Frame } from './frame.js';
import { Cells, type Compared, type Stratum } from './strata.js';

/** A chi-squared test: its `value` is the statistic. */
export interface ChiSquared extends Estimate {
  degrees: number;
}

/** What the gap over all rows becomes within strata; `undefined` where one of the two has no interval. */
export type ConditionalVerdict =
  /** Both intervals leave out 0, on the same side. */
  | 'holds'
  /** Both leave out 0, on different sides. */
  | 'reversed'
  /** Only that of the gap over all rows does. */
  | 'vanishes'
  /** Only that within strata does. */
  | 'appears'
  /** Neither does. */
  | 'inconclusive'
  | 'undefined';

/** A group compared with the reference in one rate, within strata. */
export interface ConditionalRate {
  /** The group's rate less that of the reference, over all rows, whatever stratum they are in. */
  difference: Estimate;
  /**
   * The same if both were spread over the strata as all rows are (direct standardization), over the strata in which
   * both have the rate.
   */
  standardizedDifference: Estimate;
  standardizedRatio: Estimate;
  /** Mantel and Haenszel's; the interval is Robins, Breslow and Greenland's. */
  commonOddsRatio: Estimate;
  /** Cochran, Mantel and Haenszel's test, without correction for continuity: that the odds are alike in every stratum. */
  sameOdds: ChiSquared;
  /** Breslow and Day's test with Tarone's correction: that the odds ratio is one for all strata. */
  sameOddsRatio: ChiSquared;
  verdict: ConditionalVerdict;
  /** In how many strata both have the rate, and which share of either's denominators is in them. */
  comparedStrata: number;
  groupShare: number;
  referenceShare: number;
  /** The difference in each stratum, in their order. */
  strata: readonly Estimate[];
}

/** Groups by `by`, compared within the strata of `within`. */
export interface Conditional {
  by: readonly string[];
  within: readonly string[];
  /** The name of the group that the others are compared with, and its id. */
  reference: string;
  referenceId: string;
  /** Largest first. */
  strata: readonly Stratum[];
  comparisons: readonly {
    id: string;
    group: string;
    /** By name of the rate. */
    rates: Readonly<Record<string, ConditionalRate>>;
  }[];
}

/** Within what groups are compared, and in which rates. */
export interface ConditionalOptions<Attribute extends string = string> {
  /** The attributes whose categories, crossed, are the strata. */
  within: Attribute | readonly Attribute[];
  /** Shares of rows; left out: {@link conditionalRates}, as far as the columns allow them. */
  rates?: readonly RateName[] | undefined;
}

/** @internal What groups are compared in where nothing else is asked for; the base rate, where nothing is predicted. */
export const conditionalRates: readonly RateName[] = [
  'selectionRate',
  'truePositiveRate',
  'falsePositiveRate',
  'accuracy',
];

/**
 * @internal
 * @throws FairwasmError `invalidArgument` for attributes that are not known or make the groups themselves, and for what is
 *   no share of rows.
 */
export function conditional(compared: Compared, options: ConditionalOptions): Conditional {
  requireOptions('conditional', options, ['within', 'rates']);
  const { frame, tally } = compared;
  const within = requireWithin(
    requireTexts('within', [options.within].flat()),
    tally.groups.map(({ name }) => name).filter((name) => !frame.by.includes(name)),
  );
  const rates = requireRates(compared, options.rates);
  const cells = new Cells(compared, within);
  const others = frame.groups.filter((group) => group !== frame.reference);
  return {
    by: frame.by,
    within,
    reference: frame.reference.name,
    referenceId: frame.reference.id,
    strata: cells.strata,
    comparisons: others.map((group) => ({
      id: group.id,
      group: group.name,
      rates: Object.fromEntries(
        rates.map((rate) => [rate, new Comparison(compared, cells, group, rate).whole()]),
      ),
    })),
  };
}

/** @internal Throws `invalidArgument` for none, one that is named twice, or that is not among `known`. */
export function requireWithin(within: readonly string[], known: readonly string[]): string[] {
  const stray = within.find((name, i) => !known.includes(name) || within.indexOf(name) !== i);
  if (stray === undefined && within.length > 0) return [...within];
  throw invalid(
    'within',
    `attributes other than those that make the groups, each once: ${known.join(', ') || 'there are none'}`,
    stray === undefined ? 'none' : `'${stray}'`,
  );
}

// Of shares of rows alone, not of scores, the counts tell what a table of two by two is.
const isShare = (name: string): boolean => !findGroupMetric(name)?.inputs.includes('score');

function requireRates({ frame }: Compared, asked: readonly string[] | undefined): RateName[] {
  const shares = frame.shrinkable.filter(isShare);
  if (asked !== undefined) {
    return requireTexts('rates', asked).map((name) => requireOneOf('rates', name, shares));
  }
  const usual = conditionalRates.filter((name) => shares.includes(name));
  return usual.length > 0 ? usual : shares.filter((name) => name === 'baseRate');
}

// Where the core's flat array has what.
const at = {
  difference: 6,
  ratio: 9,
  oddsRatio: 12,
  sameOdds: 15,
  room: 18,
  sameOddsRatio: 19,
  smallestCell: 22,
  strata: 23,
  groupShare: 24,
  referenceShare: 25,
} as const;

const minMemory = 5;
const minInCell = 1;
const noPair = 'no stratum has both groups';

/** One group, one rate. */
class Comparison {
  readonly #compared: Compared;
  readonly #rate: number;
  readonly #undefinedWhen: string;
  readonly #pairs: readonly (readonly [Float64Array, Float64Array])[];
  readonly #overall: readonly [Float64Array, Float64Array];
  readonly #flat: Float64Array;

  constructor(compared: Compared, cells: Cells, group: Frame['groups'][number], rate: string) {
    const { wasm, frame } = compared;
    this.#compared = compared;
    this.#rate = wasm.rateNames().indexOf(rate);
    this.#undefinedWhen = findGroupMetric(rate)?.undefinedWhen ?? 'no rows';
    const places = cells.strata.map((_, stratum) => stratum);
    this.#pairs = places.map((stratum) => [
      cells.of(group, stratum),
      cells.of(frame.reference, stratum),
    ]);
    this.#overall = [frame.countsOf(group), frame.countsOf(frame.reference)];
    const counts = new Float64Array(3 * places.length * wasm.countWidth);
    for (const stratum of places) {
      const three = [...(this.#pairs[stratum] as readonly Float64Array[]), cells.all(stratum)];
      three.forEach((each, i) => {
        counts.set(each, (3 * stratum + i) * wasm.countWidth);
      });
    }
    this.#flat = wasm.compareWithin(this.#rate, counts, this.#confidence);
  }

  /** The gap over all rows, and that within strata. */
  get gaps(): Pick<ConditionalRate, 'difference' | 'standardizedDifference' | 'verdict'> {
    const difference = this.#difference(...this.#overall);
    const standardizedDifference = this.#bounded(at.difference, () => noPair);
    const verdict = verdictOf(difference, standardizedDifference);
    return { difference, standardizedDifference, verdict };
  }

  whole(): ConditionalRate {
    return {
      ...this.gaps,
      standardizedRatio: this.#bounded(at.ratio, (value) =>
        Number.isNaN(value) && this.#flat[at.strata] === 0 ? noPair : infiniteRatio,
      ),
      commonOddsRatio: this.#oddsRatio(),
      sameOdds: this.#test(at.sameOdds, 'no stratum has cases and others', this.#rough()),
      sameOddsRatio: this.#sameOddsRatio(),
      comparedStrata: this.#flat[at.strata] as number,
      groupShare: this.#share(at.groupShare),
      referenceShare: this.#share(at.referenceShare),
      strata: this.#pairs.map((pair) => this.#difference(...pair)),
    };
  }

  get #confidence(): number {
    return this.#compared.confidence ?? 0.95;
  }

  // Where persons have several rows, those in different strata go together: nothing here knows how.
  get #withoutInterval(): string | undefined {
    if (this.#compared.confidence === undefined) return '';
    return this.#compared.tally.columns.cluster
      ? 'no interval: rows of one cluster may be in several strata'
      : undefined;
  }

  #extras(ci: readonly [number, number]) {
    const why = this.#withoutInterval;
    if (why === undefined) return { ci };
    return why === '' ? {} : { warning: why };
  }

  #difference(group: Float64Array, reference: Float64Array): Estimate {
    const { wasm } = this.#compared;
    const flat = wasm.rateDifference(this.#rate, group, reference, this.#confidence);
    const [value, low, high] = flat as unknown as [number, number, number];
    return estimate(value, () => this.#undefinedWhen, this.#extras([low, high]));
  }

  #bounded(place: number, reason: (value: number) => string): Estimate {
    const [value, low, high] = this.#flat.subarray(place, place + 3) as unknown as [
      number,
      number,
      number,
    ];
    return estimate(value, () => reason(value), this.#extras([low, high]));
  }

  #oddsRatio(): Estimate {
    return this.#bounded(at.oddsRatio, (value) =>
      Number.isNaN(value) ? 'no stratum tells an odds ratio' : infiniteOddsRatio,
    );
  }

  #rough(): string | undefined {
    const room = this.#flat[at.room] as number;
    if (!(room < minMemory)) return undefined;
    return `the margins leave room for only ${room.toFixed(1)} cases to either side`;
  }

  // With cells of less than one the test rejects what is so in up to four cases of ten.
  #sameOddsRatio(): ChiSquared {
    const cell = this.#flat[at.smallestCell] as number;
    const rough = `the smallest cell of a stratum is expected to be ${cell.toFixed(1)}`;
    const test = this.#test(
      at.sameOddsRatio,
      'fewer than two strata tell an odds ratio, or the common one is 0, infinite or undefined',
      cell < minMemory ? rough : undefined,
    );
    if (!(cell < minInCell) || test.pValue === undefined) return test;
    const { pValue: _, ...without } = test;
    return { ...without, warning: `no test: ${rough}` };
  }

  #test(place: number, undefinedWhen: string, warning?: string): ChiSquared {
    const [statistic, degrees, pValue] = this.#flat.subarray(place, place + 3) as unknown as [
      number,
      number,
      number,
    ];
    const why = this.#withoutInterval;
    const extras = why === undefined ? { pValue, warning } : why === '' ? {} : { warning: why };
    return { ...estimate(statistic, () => undefinedWhen, extras), degrees };
  }

  #share(place: number): number {
    const share = this.#flat[place] as number;
    return Number.isNaN(share) ? 0 : share;
  }
}

const sideOf = ({ ci }: Estimate): number | undefined => {
  if (ci === undefined) return undefined;
  if (ci[0] > 0) return 1;
  return ci[1] < 0 ? -1 : 0;
};

function verdictOf(difference: Estimate, standardized: Estimate): ConditionalVerdict {
  const [plain, within] = [sideOf(difference), sideOf(standardized)];
  if (plain === undefined || within === undefined) return 'undefined';
  if (plain === 0) return within === 0 ? 'inconclusive' : 'appears';
  if (within === 0) return 'vanishes';
  return plain === within ? 'holds' : 'reversed';
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(3)}`;

/**
 * @internal A sentence for each gap in the first rate that reverses within strata; none where that cannot be told. It is
 * searched for, so the risk of a false reversal is divided by the number of `comparisons` of the search (Bonferroni). As a
 * reversal has a side, each of both intervals may miss on that side with the whole of its part.
 */
export function reversals(
  given: Compared,
  within: readonly string[],
  comparisons: number,
): string[] {
  const { frame, confidence } = given;
  const compared = {
    ...given,
    confidence: confidence && 1 - (1 - confidence) * Math.min(1, 2 / comparisons),
  };
  const [rate] = requireRates(compared, undefined);
  const isKnown = confidence !== undefined && !compared.tally.columns.cluster;
  if (rate === undefined || !isKnown || frame.groups.length < 2) return [];
  const cells = new Cells(compared, within);
  if (frame.groups.length * cells.strata.length > maxCompared) return [];
  const others = frame.groups.filter((group) => group !== frame.reference);
  return others.flatMap((group) => {
    const { difference, standardizedDifference, verdict } = new Comparison(
      compared,
      cells,
      group,
      rate,
    ).gaps;
    if (verdict !== 'reversed') return [];
    const title = findGroupMetric(rate)?.title ?? rate;
    return [
      `${title}: ‘${group.name}’ is ${signed(difference.value)} from ‘${frame.reference.name}’ over all rows, but ` +
        `${signed(standardizedDifference.value)} among rows alike in ${within.join(' and ')} (Simpson’s paradox).`,
    ];
  });
}

// More would take longer than the audit itself, and strata of few rows turn nothing around.
const maxCompared = 4096;
