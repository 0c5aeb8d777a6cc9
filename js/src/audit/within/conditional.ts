// SPDX-License-Identifier: Apache-2.0
//
// Compares groups within strata of similar people, such as applicants to one department: the gap if both
// groups had the same distribution over strata, tests of equal odds in all strata, and whether a gap reverses
// within strata (Simpson's paradox). All results come from the counts; no rows are read again.

import { confidenceOfEach } from '../../claims/adjust.js';
import { reversalMark } from '../../claims/reversal.js';
import { chosen } from '../../claims/verdict.js';
import { invalid } from '../../core/error.js';
import { type Estimate, estimate, infiniteOddsRatio, infiniteRatio } from '../../core/estimate.js';
import { requireOneOf, requireOptions, requireTexts } from '../../core/options.js';
import { findGroupMetric, type RateName } from '../../metrics/group.js';
import { Jackknife } from '../../tally/jackknife.js';
import type { Frame } from '../frame/frame.js';
import { Cells, type StrataInput } from './strata.js';

/** A chi-squared test; `value` is the statistic. */
export interface ChiSquared extends Estimate {
  /**
   * @asType integer
   * @minimum 0
   */
  degrees: number;
}

/** How the gap over all rows changes within strata; `undefined` if one of the two has no interval. */
export type ConditionalVerdict = ConditionalRate['verdict'];

/** The comparison of a group with the reference group in one rate, within strata. */
export type ConditionalRate = Conditional['comparisons'][number]['rates'][string];

/** Groups by `by`, compared within the strata of `within`. */
export interface Conditional {
  by: readonly string[];
  within: readonly string[];
  /** Name and id of the reference group. */
  reference: string;
  referenceId: string;
  /** Largest first. */
  strata: readonly {
    /** Unique within its list, whatever its categories are called. */
    id: string;
    name: string;
    categories: Readonly<Record<string, string>>;
    /**
     * @asType integer
     * @minimum 1
     */
    rows: number;
  }[];
  comparisons: readonly {
    id: string;
    group: string;
    /** Results by rate. */
    rates: Readonly<
      Record<
        string,
        {
          /** Rate of the group minus that of the reference group, over all rows. */
          difference: Estimate;
          /**
           * The same difference if both groups had the distribution over strata of all rows (direct standardization),
           * over strata in which both have the rate.
           */
          standardizedDifference: Estimate;
          standardizedRatio: Estimate;
          /**
           * The Mantel-Haenszel common odds ratio, with the confidence interval of Robins, Breslow, and Greenland.
           */
          commonOddsRatio: Estimate;
          /** The Cochran-Mantel-Haenszel test of equal odds in every stratum, without continuity correction. */
          sameOdds: ChiSquared;
          /** The Breslow-Day test of a common odds ratio for all strata, with Tarone's correction. */
          sameOddsRatio: ChiSquared;
          verdict: /** Both intervals exclude 0, on the same side. */
            | 'holds'
            /** Both intervals exclude 0, on different sides. */
            | 'reversed'
            /** Only the interval of the gap over all rows excludes 0. */
            | 'vanishes'
            /** Only the interval within strata excludes 0. */
            | 'appears'
            /** Neither interval excludes 0. */
            | 'inconclusive'
            | 'undefined';
          /**
           * Number of strata in which both groups have the rate, and the proportion of each group's denominator in
           * these strata.
           * @asType integer
           * @minimum 0
           */
          comparedStrata: number;
          groupShare: number;
          referenceShare: number;
          /** The difference in each stratum, in the order of the strata. */
          strata: readonly Estimate[];
        }
      >
    >;
  }[];
}

/** The strata and the rates of a comparison. */
export interface ConditionalOptions<Attribute extends string = string> {
  /** The attributes whose combined categories are the strata. */
  within: Attribute | readonly Attribute[];
  /** Rates that are proportions of rows. Default: {@link conditionalRates}, if the columns allow them. */
  rates?: readonly RateName[] | undefined;
}

/** @internal The default rates; without predictions, the base rate. */
export const conditionalRates: readonly RateName[] = [
  'selectionRate',
  'truePositiveRate',
  'falsePositiveRate',
  'accuracy',
];

/**
 * @internal Returns the comparison within strata.
 * @throws FairwasmError `invalidArgument` for attributes that are unknown or define the groups, and for rates that are not proportions of rows.
 */
export function conditional(compared: StrataInput, options: ConditionalOptions): Conditional {
  requireOptions('conditional', options, ['within', 'rates']);
  const { frame, tally } = compared;
  const within = requireWithin(
    requireTexts('within', [options.within].flat()),
    tally.groups.map(({ name }) => name).filter((name) => !frame.by.includes(name)),
  );
  const rates = requireRates(compared, options.rates);
  const cells = new Cells(compared, within);
  const others = frame.groups.filter((group) => group !== frame.reference);
  const pairs = others.flatMap((group) => rates.map((rate) => [group, rate] as const));
  const compare = (own: Cells, [group, rate]: (typeof pairs)[0]) => new Comparison(compared, own, group, rate);
  const known = pairs.map((pair) => compare(cells, pair));
  const jackknife =
    compared.confidence === undefined || !tally.columns.cluster
      ? undefined
      : Jackknife.fromTally(
          compared.wasm,
          tally,
          (handle) => {
            const rest = cells.of(handle);
            return pairs.flatMap((pair) => compare(rest, pair).values);
          },
          compared.confidence,
        );
  // The table states a verdict for each pair, from two intervals, which hold for all of them.
  const confidence = compared.confidence && confidenceOfEach(Math.max(1, 2 * pairs.length), compared.confidence);
  const wide = (pair: (typeof pairs)[0]) => new Comparison({ ...compared, confidence }, cells, ...pair).gaps;
  const wholes = known.map((each, i) =>
    each.whole(jackknife, i, confidence && { confidence, independent: wide(pairs[i] as (typeof pairs)[0]) }),
  );
  return {
    by: frame.by,
    within,
    reference: frame.reference.name,
    referenceId: frame.reference.id,
    strata: cells.strata,
    comparisons: others.map((group, i) => ({
      id: group.id,
      group: group.name,
      rates: Object.fromEntries(rates.map((rate, j) => [rate, wholes[i * rates.length + j] as ConditionalRate])),
    })),
  };
}

/**
 * @internal Throws `invalidArgument` for an empty list, a repeated attribute, or one that is not in `known`.
 */
export function requireWithin(within: readonly string[], known: readonly string[]): string[] {
  const stray = within.find((name, i) => !known.includes(name) || within.indexOf(name) !== i);
  if (stray === undefined && within.length > 0) return [...within];
  throw invalid(
    'within',
    `attributes that do not define the groups, without repetition: ${known.join(', ') || 'no other attributes'}`,
    stray === undefined ? 'none' : `'${stray}'`,
  );
}

// The counts determine the 2x2 table only for proportions of rows, not for scores.
const isShare = (name: string): boolean => !findGroupMetric(name)?.inputs.includes('score');

function requireRates({ frame }: StrataInput, requested: readonly string[] | undefined): RateName[] {
  const shares = frame.shrinkable.filter(isShare);
  if (requested !== undefined) {
    return requireTexts('rates', requested).map((name) => requireOneOf('rates', name, shares));
  }
  const usual = conditionalRates.filter((name) => shares.includes(name));
  return usual.length > 0 ? usual : shares.filter((name) => name === 'baseRate');
}

// Positions in the core's flat array.
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
const minInCell = 2;
const noPair = 'no stratum has both groups';

/** The comparison of one group in one rate. */
class Comparison {
  readonly #compared: StrataInput;
  readonly #rate: number;
  readonly #undefinedWhen: string;
  readonly #pairs: readonly (readonly [Float64Array, Float64Array])[];
  readonly #overall: readonly [Float64Array, Float64Array];
  readonly #flat: Float64Array;

  constructor(compared: StrataInput, cells: Cells, group: Frame['groups'][number], rate: string) {
    const { wasm, frame } = compared;
    this.#compared = compared;
    this.#rate = wasm.rateNames().indexOf(rate);
    this.#undefinedWhen = findGroupMetric(rate)?.undefinedWhen ?? 'no rows';
    const places = cells.strata.map((_, stratum) => stratum);
    this.#pairs = places.map((stratum) => [cells.in(group, stratum), cells.in(frame.reference, stratum)]);
    this.#overall = [cells.whole(group), cells.whole(frame.reference)];
    const counts = new Float64Array(3 * places.length * wasm.countWidth);
    for (const stratum of places) {
      const three = [...(this.#pairs[stratum] as readonly Float64Array[]), cells.all(stratum)];
      three.forEach((each, i) => {
        counts.set(each, (3 * stratum + i) * wasm.countWidth);
      });
    }
    this.#flat = wasm.compareWithin(this.#rate, counts, this.#confidence);
  }

  /** The gaps over all rows and within strata. */
  get gaps(): Pick<ConditionalRate, 'difference' | 'standardizedDifference' | 'verdict'> {
    const difference = this.#difference(...this.#overall);
    const standardizedDifference = this.#bounded(at.difference, () => noPair);
    const verdict = getVerdict(difference, standardizedDifference);
    return { difference, standardizedDifference, verdict };
  }

  /** The values that have intervals if rows are clustered. */
  get values(): number[] {
    const { wasm } = this.#compared;
    const differences = [this.#overall, ...this.#pairs].map(
      ([group, reference]) => wasm.rateDifference(this.#rate, group, reference, this.#confidence)[0] as number,
    );
    const places = [at.difference, at.ratio, at.oddsRatio];
    return [...places.map((place) => this.#flat[place] as number), ...differences];
  }

  /**
   * @param place The place of this comparison among those of the jackknife.
   * @param together The level of intervals that hold for all comparisons, and the gaps of independent rows with them.
   */
  whole(
    jackknife: Jackknife | undefined,
    place: number,
    together: { confidence: number; independent: Comparison['gaps'] } | undefined | 0,
  ): ConditionalRate {
    const found = this.#independent();
    if (jackknife === undefined) return together ? withAdjusted(found, together.independent) : found;
    const first = place * (this.#pairs.length + 4);
    const clustered = (known: Estimate, i: number, statistic: 'signed' | 'positive', confidence?: number) => {
      const max = statistic === 'signed' ? 1 : Number.POSITIVE_INFINITY;
      const getValue = (values: ArrayLike<number>) => values[first + i] as number;
      const { ci, warning } = jackknife.bound(getValue, statistic, { max, ...(confidence && { confidence }) });
      return estimate(known.value, () => known.reason as string, { ci, warning });
    };
    const gaps = (confidence?: number) => ({
      difference: clustered(found.difference, 3, 'signed', confidence),
      standardizedDifference: clustered(found.standardizedDifference, 0, 'signed', confidence),
    });
    const bounded = {
      ...found,
      ...gaps(),
      standardizedRatio: clustered(found.standardizedRatio, 1, 'positive'),
      commonOddsRatio: clustered(found.commonOddsRatio, 2, 'positive'),
      strata: found.strata.map((known, i) => clustered(known, 4 + i, 'signed')),
    };
    return together ? withAdjusted(bounded, gaps(together.confidence)) : bounded;
  }

  #independent(): ConditionalRate {
    return {
      ...this.gaps,
      standardizedRatio: this.#bounded(at.ratio, (value) =>
        Number.isNaN(value) && this.#flat[at.strata] === 0 ? noPair : infiniteRatio,
      ),
      commonOddsRatio: this.#oddsRatio(),
      sameOdds: this.#test(at.sameOdds, 'no stratum has both cases and non-cases', this.#rough()),
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

  // If people have rows in several strata, the strata are dependent, which these formulas do not account for.
  get #withoutInterval(): string | undefined {
    if (this.#compared.confidence === undefined) return '';
    return this.#compared.tally.columns.cluster ? 'no test: rows of one cluster may be in several strata' : undefined;
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
    const [value, low, high] = this.#flat.subarray(place, place + 3) as unknown as [number, number, number];
    return estimate(value, () => reason(value), this.#extras([low, high]));
  }

  #oddsRatio(): Estimate {
    return this.#bounded(at.oddsRatio, (value) =>
      Number.isNaN(value) ? 'no stratum is informative' : infiniteOddsRatio,
    );
  }

  #rough(): string | undefined {
    const room = this.#flat[at.room] as number;
    if (!(room < minMemory)) return undefined;
    return `given the margins, the number of cases can vary by only ${room.toFixed(1)} in either direction`;
  }

  // With expected counts below two, the test has a false positive rate of up to 10%; below one, up to 40%.
  #sameOddsRatio(): ChiSquared {
    const cell = this.#flat[at.smallestCell] as number;
    const rough = `the smallest expected count of a stratum is ${cell.toFixed(1)}`;
    const test = this.#test(
      at.sameOddsRatio,
      'fewer than two strata are informative, or the common odds ratio is 0, infinite, or undefined',
      cell < minMemory ? rough : undefined,
    );
    if (!(cell < minInCell) || test.pValue === undefined) return test;
    const { pValue: _, ...without } = test;
    return { ...without, warning: `no test: ${rough}` };
  }

  #test(place: number, undefinedWhen: string, warning?: string): ChiSquared {
    const [statistic, degrees, pValue] = this.#flat.subarray(place, place + 3) as unknown as [number, number, number];
    const why = this.#withoutInterval;
    const extras = why === undefined ? { pValue, warning } : why === '' ? {} : { warning: why };
    return { ...estimate(statistic, () => undefinedWhen, extras), degrees };
  }

  #share(place: number): number {
    const share = this.#flat[place] as number;
    return Number.isNaN(share) ? 0 : share;
  }
}

/** Adds the intervals that hold for all comparisons, from which the verdict follows. */
function withAdjusted(
  found: ConditionalRate,
  wide: Pick<ConditionalRate, 'difference' | 'standardizedDifference'>,
): ConditionalRate {
  const adjusted = (alone: Estimate, { ci }: Estimate): Estimate =>
    alone.ci && ci ? { ...alone, adjustedCi: ci } : alone;
  const difference = adjusted(found.difference, wide.difference);
  const standardizedDifference = adjusted(found.standardizedDifference, wide.standardizedDifference);
  const verdict = getVerdict(difference, standardizedDifference);
  return { ...found, difference, standardizedDifference, verdict };
}

const getSide = (estimate: Estimate): number | undefined => {
  const { ci } = chosen(estimate);
  if (ci === undefined) return undefined;
  if (ci[0] > 0) return 1;
  return ci[1] < 0 ? -1 : 0;
};

function getVerdict(difference: Estimate, standardized: Estimate): ConditionalVerdict {
  const [plain, within] = [getSide(difference), getSide(standardized)];
  if (plain === undefined || within === undefined) return 'undefined';
  if (plain === 0) return within === 0 ? 'inconclusive' : 'appears';
  if (within === 0) return 'vanishes';
  return plain === within ? 'holds' : 'reversed';
}

const signed = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${(100 * Math.abs(value)).toFixed(1)} points`;

/**
 * @internal Returns a sentence for each gap in the first rate that reverses within strata, if the intervals
 * exist. Because reversals are searched for, the error rate is divided by the number of `comparisons`
 * (Bonferroni). A reversal has a direction, so each of the two intervals may use its whole error rate on that
 * side.
 */
export function reversals(given: StrataInput, within: readonly string[], comparisons: number): string[] {
  const { frame, confidence } = given;
  const compared = { ...given, confidence: confidence && 1 - (1 - confidence) * Math.min(1, 2 / comparisons) };
  const [rate] = requireRates(compared, undefined);
  const isKnown = confidence !== undefined && !compared.tally.columns.cluster;
  if (rate === undefined || !isKnown || frame.groups.length < 2) return [];
  const cells = new Cells(compared, within);
  if (frame.groups.length * cells.strata.length > maxCompared) return [];
  const others = frame.groups.filter((group) => group !== frame.reference);
  return others.flatMap((group) => {
    const { difference, standardizedDifference, verdict } = new Comparison(compared, cells, group, rate).gaps;
    if (verdict !== 'reversed') return [];
    const title = findGroupMetric(rate)?.title ?? rate;
    return [
      `${title}: the gap between ‘${group.name}’ and ‘${frame.reference.name}’ is ${signed(difference.value)} over all rows, but ` +
        `${signed(standardizedDifference.value)} among rows with equal ${within.join(' and ')} ${reversalMark}`,
    ];
  });
}

// More strata would take longer than the audit itself, and strata with few rows cannot show a reversal.
const maxCompared = 4096;
