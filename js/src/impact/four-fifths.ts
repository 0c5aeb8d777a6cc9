// SPDX-License-Identifier: Apache-2.0
//
// The four-fifths rule and the numbers that usually accompany it: the shortfall of selections, the effect of one
// more selection on the order, and tests.

import { invalid } from '../core/error.js';
import { type Estimate, type EstimateExtras, estimate } from '../core/estimate.js';
import { normalQuantile } from '../core/intervals.js';
import { didYouMean } from '../core/nearest.js';
import { isPlain, shown, suggestion } from '../core/options.js';
import { getName } from '../data/value.js';
import type { Wasm } from './module.js';
import { confidenceAmong, flatCounts, getCounts, type SelectionCounts } from './table.js';

/** A group, with s of n selected, compared with another group, with S of N selected. */
export interface RateComparison {
  group: string;
  /**
   * (s / n) / (S / N): the adverse impact ratio. Its interval is individual for a fixed reference; against the highest
   * rate, it holds for all groups jointly, whichever group truly has the highest rate.
   */
  ratio: Estimate;
  /** s / n - S / N. */
  difference: number;
  /** Whether 5 s N < 4 S n, in integers: exactly four fifths is not below. Null if a group has no applicants. */
  belowFourFifths: boolean | null;
  /** Number of additional selections needed for four fifths: ceil(4 S n / (5 N)) - s; negative if none are needed. */
  shortfallToFourFifths: number;
  /** Number of additional selections needed for equal rates: S n / N - s, not rounded. */
  shortfallToParity: number;
  /**
   * The effect of moving one selection from the other group to this one: the rates (s + 1) / n and (S - 1) / N, and
   * whether the first is then greater. Null if the other group has no selections, or if all of this group are selected.
   */
  flip: { groupRate: number; otherRate: number; reverses: boolean } | null;
  /**
   * difference / sqrt(p (1 - p) (1 / n + 1 / N)), with the pooled rate p of both groups; negative if this group's rate
   * is lower.
   */
  z: number;
  /** Two-sided p-value of `z`. */
  zPValue: number;
  /** Whether |z| > 1.96. */
  zIsSignificant: boolean;
  /**
   * s (N - S) / ((n - s) S): the odds of selection, divided by those in the other group, at least 0. Its interval is
   * not adjusted for other comparisons: Gart's interval (1966), which adds half a person to each of the four counts,
   * and reaches 0 or infinity if a count is 0. The denial odds ratio is its reciprocal.
   */
  oddsRatio: Estimate;
  /** P-values of Fisher's exact test; 1 if all or none were selected. `less`: of s or fewer selections. */
  fisher: { twoSided: number; less: number; greater: number };
  /** P-value of the chi-squared test with Yates's correction. */
  yatesPValue: number;
  /** The minimum of s, n - s, S, and N - S. Below 5, use Fisher's test. */
  smallestCell: number;
  /** Reasons why numbers are undefined or infinite, by name. */
  reasons: Readonly<Record<string, string>>;
}

/** Comparisons of all groups with one group. */
export type ComparedWith = NonNullable<FourFifths['againstHighest']>;

/** The result of {@link Impact.fourFifths}. */
export interface FourFifths {
  groups: readonly (SelectionCounts & {
    /** selected / applicants; NaN without applicants. */
    rate: number;
    /** Number of additional selections needed for the rate of all groups together; may be negative. */
    shortfallToPool: number;
  })[];
  /** The rate of all groups together; NaN without applicants. */
  poolRate: number;
  /** All groups with the highest rate. */
  highest: readonly string[];
  /** Comparisons with the first group in `highest`; null without applicants. */
  againstHighest: {
    /** The group with which the others are compared. */
    group: string;
    comparisons: readonly RateComparison[];
  } | null;
  /** Comparisons with the reference; null without one. */
  againstReference: {
    /** The group with which the others are compared. */
    group: string;
    comparisons: readonly RateComparison[];
  } | null;
}

/**
 * @internal Compares groups that were counted by this library; `confidence` may be the reason why there are no
 * intervals.
 */
export function compareRates(
  wasm: Wasm,
  groups: readonly SelectionCounts[],
  reference: string | undefined,
  confidence: number | string,
): FourFifths {
  const flat = flatCounts(groups);
  const [highest] = wasm.highest(flat);
  const chosen = reference === undefined ? undefined : getPlace(reference, groups);
  const shortfalls = wasm.shortfallsToPool(flat);
  const sum = (of: 'applicants' | 'selected') => groups.reduce((all, each) => all + each[of], 0);
  return {
    groups: groups.map(({ name, applicants, selected }, i) => ({
      name,
      applicants,
      selected,
      rate: selected / applicants,
      shortfallToPool: shortfalls[i] as number,
    })),
    poolRate: sum('selected') / sum('applicants'),
    highest: Array.from(wasm.highest(flat), (index) => (groups[index as number] as SelectionCounts).name),
    againstHighest: comparedWith(
      wasm,
      groups,
      highest,
      toHighest(wasm, flat, confidenceAmong(groups.length, confidence)),
      confidence,
    ),
    againstReference: comparedWith(wasm, groups, chosen, toReference(wasm, groups, chosen, confidence), confidence),
  };
}

/** The interval of a group's ratio, or the reason why there is none. */
type IntervalOf = (place: number) => Pick<EstimateExtras, 'ci' | 'warning'>;

function toHighest(wasm: Wasm, flat: Float64Array, confidence: number | string): IntervalOf {
  if (typeof confidence === 'string') return () => ({ warning: confidence });
  const ends = wasm.ratiosToHighest(flat, confidence);
  return (index) => ({ ci: [ends[2 * index] as number, ends[2 * index + 1] as number] });
}

function toReference(
  wasm: Wasm,
  groups: readonly SelectionCounts[],
  reference: number | undefined,
  confidence: number | string,
): IntervalOf {
  if (typeof confidence === 'string') return () => ({ warning: confidence });
  return (index) => {
    const [group, other] = [index, reference as number].map((at) => getCounts(groups[at] as SelectionCounts)) as [
      Float64Array,
      Float64Array,
    ];
    const [low, high] = wasm.ratioInterval(group, other, confidence);
    return { ci: [low as number, high as number] };
  };
}

function comparedWith(
  wasm: Wasm,
  groups: readonly SelectionCounts[],
  index: number | undefined,
  getInterval: IntervalOf,
  confidence: number | string,
): ComparedWith | null {
  if (index === undefined) return null;
  const other = groups[index] as SelectionCounts;
  const comparisons = groups.flatMap((group, i) =>
    i === index ? [] : compare(wasm, group, other, getInterval(i), confidence),
  );
  return { group: other.name, comparisons };
}

function compare(
  wasm: Wasm,
  group: SelectionCounts,
  other: SelectionCounts,
  extras: ReturnType<IntervalOf>,
  confidence: number | string,
): RateComparison {
  const result = wasm.compare(getCounts(group), getCounts(other));
  const { ratio, flippedRate, flippedOther, flipReverses, belowFourFifths, z } = result;
  const { fisherTwoSided: twoSided, fisherLess: less, fisherGreater: greater } = result;
  const isEmpty = group.applicants === 0 || other.applicants === 0;
  const why = getReasons(group, other);
  const numbers = {
    difference: result.difference,
    shortfallToFourFifths: result.shortfallToFourFifths,
    shortfallToParity: result.shortfallToParity,
    z,
    zPValue: result.zPValue,
    yatesPValue: result.yatesPValue,
  };
  const undefinedNames = Object.keys(numbers).filter((name) => !Number.isFinite(numbers[name as keyof typeof numbers]));
  if (Number.isNaN(twoSided)) undefinedNames.push('fisher');
  return {
    group: group.name,
    ratio: estimate(ratio, () => why('ratio'), extras),
    oddsRatio: estimate(result.oddsRatio, () => why('oddsRatio'), oddsExtras(group, other, confidence)),
    belowFourFifths: isEmpty ? null : belowFourFifths,
    ...numbers,
    zIsSignificant: Math.abs(z) > significant,
    flip: Number.isNaN(flippedRate)
      ? null
      : { groupRate: flippedRate, otherRate: flippedOther, reverses: flipReverses },
    fisher: { twoSided, less, greater },
    smallestCell: result.smallestCell,
    reasons: Object.fromEntries(undefinedNames.map((name) => [name, why(name)])),
  };
}

const significant = 1.96;

/** Returns the interval of an odds ratio, or the reason why there is none. */
function oddsExtras(
  group: SelectionCounts,
  other: SelectionCounts,
  confidence: number | string,
): Pick<EstimateExtras, 'ci' | 'warning'> {
  if (typeof confidence === 'string') return { warning: confidence };
  const rejected = [group, other].map(({ applicants, selected }) => applicants - selected) as [number, number];
  const above = [group.selected, rejected[1]];
  const below = [rejected[0], other.selected];
  const hasNone = (counts: number[]) => counts.includes(0);
  if (hasNone(above) && hasNone(below)) return {};
  const half = (counts: number[]) => counts.map((count) => count + 0.5) as [number, number];
  const [a, b, c, d] = [...half(above), ...half(below)] as [number, number, number, number];
  const center = (a * b) / (c * d);
  const reach = Math.exp(normalQuantile(confidence) * Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d));
  return { ci: [hasNone(above) ? 0 : center / reach, hasNone(below) ? Number.POSITIVE_INFINITY : center * reach] };
}

/** Returns why each number is undefined or infinite. */
function getReasons(group: SelectionCounts, other: SelectionCounts): (name: string) => string {
  const empty = [group, other].find(({ applicants }) => applicants === 0);
  return (name) => {
    if (empty) return `no applicants in ${empty.name}`;
    if (name === 'fisher') return 'too many applicants for an exact test; use z';
    if (group.selected + other.selected === 0) return 'no one was selected in either group';
    const areAll = group.selected === group.applicants && other.selected === other.applicants;
    if (areAll) return 'everyone was selected in both groups';
    if (other.selected === 0) return `no one was selected in ${other.name}`;
    return `everyone was selected in ${group.name}`;
  };
}

/** @internal Throws `invalidArgument` for anything but groups with counts and distinct names. */
export function requireGroups(groups: unknown): void {
  const isList = Array.isArray(groups);
  const invalidIndex = isList ? groups.findIndex((group) => !isCounted(group)) : -1;
  if (!isList || invalidIndex >= 0) {
    throw invalid(
      'groups',
      'an array of groups: { name, applicants, selected }',
      isList ? 'an array with other entries' : shown(groups),
      isList ? invalidIndex : undefined,
    );
  }
  const names = new Set<string>();
  const twice = groups.findIndex(({ name }) => names.size === names.add(name).size);
  if (twice < 0) return;
  throw invalid('groups', 'groups with distinct names', `${shown(groups[twice].name)} twice`, twice);
}

function isCounted(group: unknown): boolean {
  if (!isPlain(group)) return false;
  const { name, applicants, selected } = group as Partial<SelectionCounts>;
  return typeof name === 'string' && typeof applicants === 'number' && typeof selected === 'number';
}

function getPlace(reference: string, groups: readonly SelectionCounts[]): number {
  const names = groups.map(({ name }) => name);
  // Names read from data are cleaned; names in counts may have any form.
  const exact = names.indexOf(reference);
  const index = exact >= 0 ? exact : names.indexOf(getName(reference) ?? reference);
  if (index >= 0) return index;
  const meant = typeof reference === 'string' ? suggestion(reference, names) : undefined;
  throw invalid('reference', `one of the groups ${names.join(', ')}`, `${shown(reference)}${didYouMean(meant)}`);
}
