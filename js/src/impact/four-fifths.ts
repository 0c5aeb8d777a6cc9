// SPDX-License-Identifier: Apache-2.0
//
// The four-fifths rule and what practice puts beside it: how many selections are missing, whether one more would turn
// the order, and tests.

import { invalid } from '../core/error.js';
import { type Beside, type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { isPlain, requireOptions, shown, suggestion } from '../core/options.js';
import { nameOf } from '../data/value.js';
import type { Wasm } from './module.js';
import { confidenceAmong, countsOf, flatCounts, type SelectionCounts } from './table.js';

/** How {@link Impact.fourFifths} compares. */
export interface FourFifthsOptions {
  /** A group that was chosen before the rates were looked at: all others are compared with it too. */
  reference?: string | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

/** One group, s of n selected, compared with another one, S of N. */
export interface RateComparison {
  group: string;
  /**
   * (s / n) / (S / N), the adverse impact ratio where the other group is a fixed reference. With its interval: of a
   * fixed reference by itself; of the highest rate for all groups together, whichever has it in truth.
   */
  ratio: Estimate;
  /** s / n - S / N. */
  difference: number;
  /** Whether 5 s N < 4 S n, in whole numbers: exactly four fifths is not below. Null where a group has nobody. */
  belowFourFifths: boolean | null;
  /** How many more would have to be selected for four fifths: ceil(4 S n / (5 N)) - s; negative: none are missing. */
  shortfallToFourFifths: number;
  /** For equal rates: S n / N - s, not rounded. */
  shortfallToParity: number;
  /**
   * What one selection moved from the other group to this one would do: the rates (s + 1) / n and (S - 1) / N, and
   * whether the first is then the greater. Null where the other has none selected, or this one all.
   */
  flip: { groupRate: number; otherRate: number; reverses: boolean } | null;
  /** difference / sqrt(p (1 - p) (1 / n + 1 / N)), p of both together; negative: this group is lower. */
  z: number;
  /** Two-sided. */
  zPValue: number;
  /** Whether |z| > 1.96. */
  zIsSignificant: boolean;
  /** s (N - S) / ((n - s) S). */
  oddsRatio: number;
  /** Fisher's exact test; 1 where all or none were selected. `less`: of s or fewer. */
  fisher: { twoSided: number; less: number; greater: number };
  /** The chi-squared test with Yates's correction. */
  yatesPValue: number;
  /** The least of s, n - s, S and N - S: below 5, Fisher's test is the one to read. */
  smallestCell: number;
  /** Why a number is undefined or infinite, by its name; empty where none is. */
  reasons: Readonly<Record<string, string>>;
}

/** All groups compared with one of them. */
export interface ComparedWith {
  /** The group that they are compared with. */
  group: string;
  comparisons: readonly RateComparison[];
}

/** What {@link Impact.fourFifths} gives. */
export interface FourFifths {
  groups: readonly (SelectionCounts & {
    /** selected / applicants; NaN without applicants. */
    rate: number;
    /** How many more would have to be selected for the rate of all groups together; may be negative. */
    shortfallToPool: number;
  })[];
  /** The rate of all groups together; NaN without applicants. */
  poolRate: number;
  /** All groups with the highest rate. */
  highest: readonly string[];
  /** With the first of the highest; null where nobody applied. */
  againstHighest: ComparedWith | null;
  /** With the reference; null where none was chosen. */
  againstReference: ComparedWith | null;
}

/** See {@link Impact.fourFifths}. */
export function fourFifths(
  wasm: Wasm,
  groups: readonly SelectionCounts[],
  options: FourFifthsOptions = {},
): FourFifths {
  requireOptions('fourFifths', options, ['reference', 'confidence']);
  requireGroups(groups);
  return compareRates(wasm, groups, options.reference, requireConfidence(options.confidence));
}

/** @internal The same for groups that were counted here; in place of a confidence, why there are no intervals. */
export function compareRates(
  wasm: Wasm,
  groups: readonly SelectionCounts[],
  reference: string | undefined,
  confidence: number | string,
): FourFifths {
  const flat = flatCounts(groups);
  const [highest] = wasm.highest(flat);
  const chosen = reference === undefined ? undefined : placeOf(reference, groups);
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
    highest: Array.from(
      wasm.highest(flat),
      (place) => (groups[place as number] as SelectionCounts).name,
    ),
    againstHighest: comparedWith(
      wasm,
      groups,
      highest,
      toHighest(wasm, flat, confidenceAmong(groups.length, confidence)),
    ),
    againstReference: comparedWith(
      wasm,
      groups,
      chosen,
      toReference(wasm, groups, chosen, confidence),
    ),
  };
}

/** The interval of a group's ratio, or why there is none. */
type IntervalOf = (place: number) => Pick<Beside, 'ci' | 'warning'>;

function toHighest(wasm: Wasm, flat: Float64Array, confidence: number | string): IntervalOf {
  if (typeof confidence === 'string') return () => ({ warning: confidence });
  const ends = wasm.ratiosToHighest(flat, confidence);
  return (place) => ({ ci: [ends[2 * place] as number, ends[2 * place + 1] as number] });
}

function toReference(
  wasm: Wasm,
  groups: readonly SelectionCounts[],
  reference: number | undefined,
  confidence: number | string,
): IntervalOf {
  if (typeof confidence === 'string') return () => ({ warning: confidence });
  return (place) => {
    const [group, other] = [place, reference as number].map((at) =>
      countsOf(groups[at] as SelectionCounts),
    ) as [Float64Array, Float64Array];
    const [low, high] = wasm.ratioInterval(group, other, confidence);
    return { ci: [low as number, high as number] };
  };
}

function comparedWith(
  wasm: Wasm,
  groups: readonly SelectionCounts[],
  place: number | undefined,
  intervalOf: IntervalOf,
): ComparedWith | null {
  if (place === undefined) return null;
  const other = groups[place] as SelectionCounts;
  const comparisons = groups.flatMap((group, i) =>
    i === place ? [] : compare(wasm, group, other, intervalOf(i)),
  );
  return { group: other.name, comparisons };
}

function compare(
  wasm: Wasm,
  group: SelectionCounts,
  other: SelectionCounts,
  extras: ReturnType<IntervalOf>,
): RateComparison {
  const found = wasm.compare(countsOf(group), countsOf(other));
  const { ratio, flippedRate, flippedOther, flipReverses, belowFourFifths, z } = found;
  const { fisherTwoSided: twoSided, fisherLess: less, fisherGreater: greater } = found;
  const isEmpty = group.applicants === 0 || other.applicants === 0;
  const why = reasonsOf(group, other);
  const numbers = {
    difference: found.difference,
    shortfallToFourFifths: found.shortfallToFourFifths,
    shortfallToParity: found.shortfallToParity,
    z,
    zPValue: found.zPValue,
    oddsRatio: found.oddsRatio,
    yatesPValue: found.yatesPValue,
  };
  const undefinedNames = Object.keys(numbers).filter(
    (name) => !Number.isFinite(numbers[name as keyof typeof numbers]),
  );
  if (Number.isNaN(twoSided)) undefinedNames.push('fisher');
  return {
    group: group.name,
    ratio: estimate(ratio, () => why('ratio'), extras),
    belowFourFifths: isEmpty ? null : belowFourFifths,
    ...numbers,
    zIsSignificant: Math.abs(z) > significant,
    flip: Number.isNaN(flippedRate)
      ? null
      : { groupRate: flippedRate, otherRate: flippedOther, reverses: flipReverses },
    fisher: { twoSided, less, greater },
    smallestCell: found.smallestCell,
    reasons: Object.fromEntries(undefinedNames.map((name) => [name, why(name)])),
  };
}

const significant = 1.96;

/** Says why a number of that name is undefined or infinite. */
function reasonsOf(group: SelectionCounts, other: SelectionCounts): (name: string) => string {
  const empty = [group, other].find(({ applicants }) => applicants === 0);
  return (name) => {
    if (empty) return `no applicants in ${empty.name}`;
    if (name === 'fisher') return 'too many applicants for an exact test; z says the same';
    if (group.selected + other.selected === 0) return 'nobody was selected in either group';
    const areAll = group.selected === group.applicants && other.selected === other.applicants;
    if (areAll) return 'everybody was selected in both groups';
    if (other.selected === 0) return `nobody was selected in ${other.name}`;
    return `everybody was selected in ${group.name}`;
  };
}

/** @internal Throws `invalidArgument` for what are no groups with counts and names of their own. */
export function requireGroups(groups: unknown): void {
  const isList = Array.isArray(groups);
  const stray = isList ? groups.findIndex((group) => !isCounted(group)) : -1;
  if (!isList || stray >= 0) {
    throw invalid(
      'groups',
      'an array of groups: { name, applicants, selected }',
      isList ? 'something else among them' : shown(groups),
      isList ? stray : undefined,
    );
  }
  const names = new Set<string>();
  const twice = groups.findIndex(({ name }) => names.size === names.add(name).size);
  if (twice < 0) return;
  throw invalid('groups', 'groups of different names', `${shown(groups[twice].name)} twice`, twice);
}

function isCounted(group: unknown): boolean {
  if (!isPlain(group)) return false;
  const { name, applicants, selected } = group as Partial<SelectionCounts>;
  return typeof name === 'string' && typeof applicants === 'number' && typeof selected === 'number';
}

function placeOf(reference: string, groups: readonly SelectionCounts[]): number {
  const names = groups.map(({ name }) => name);
  // Names read from data are tidied; counts may have names of any form.
  const exact = names.indexOf(reference);
  const place = exact >= 0 ? exact : names.indexOf(nameOf(reference) ?? reference);
  if (place >= 0) return place;
  const meant = typeof reference === 'string' ? suggestion(reference, names) : undefined;
  throw invalid(
    'reference',
    `one of the groups ${names.join(', ')}`,
    `${shown(reference)}${meant === undefined ? '' : `; did you mean '${meant}'?`}`,
  );
}
