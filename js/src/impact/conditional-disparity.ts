// SPDX-License-Identifier: Apache-2.0
//
// Demographic disparity within strata: compares a group's proportion of the rejected people with its proportion of
// the selected people in the same stratum.

import type { ScoreRows } from '../audit/scores/score-rows.js';
import { type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { getMin, getNorm } from '../core/extremes.js';
import { normalQuantile, wilsonInterval } from '../core/intervals.js';
import { requireOptions } from '../core/options.js';
import { groupEncoder } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import type { Favorable } from '../data/favorable.js';
import { sortedNames } from '../data/largest-group.js';
import { type Clustering, clusterings, clusterOptions, Jackknife } from '../tally/jackknife.js';
import type { Wasm } from './module.js';
import { getOutcomes } from './outcomes.js';

/** Input of {@link Impact.conditionalDisparity}. */
export interface ConditionalDisparityInput extends Pick<ScoreRows, 'cluster' | 'crossedCluster'> {
  group: CategoryColumn;
  /** The decision: a label or a prediction. */
  selected: CategoryColumn;
  /** The decision that means "selected". Not needed for common pairs such as 1 and 0, or yes and no. */
  favorable?: Favorable | undefined;
  /** The stratum of each row, such as the department. */
  within: CategoryColumn;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

/** The disparity of a group. */
export type GroupDisparity = ConditionalDisparities['groups'][number];

/** The result of {@link Impact.conditionalDisparity}. */
export interface ConditionalDisparities {
  /** Number of clusters, such as people with several decisions; absent for independent rows. */
  clusters?: number;
  groups: readonly {
    name: string;
    /** Proportion of the group among the rejected minus its proportion among the selected, over all rows, in [-1, 1]. */
    disparity: Estimate;
    /** Mean of the disparities in the strata, weighted by the number of rows of each stratum, in [-1, 1]. */
    conditional: Estimate;
    /** The disparity in each stratum, in the order of `strata`. */
    strata: readonly Estimate[];
  }[];
  /** Strata by name; strata with only selected or only rejected people have no disparity and are omitted from the mean. */
  strata: readonly { name: string; rows: number; selected: number }[];
  /** The proportion of rows in strata with a disparity. */
  comparedShare: number;
}

/** @internal See {@link Impact.conditionalDisparity}. */
export function conditionalDisparity(wasm: Wasm, input: ConditionalDisparityInput): ConditionalDisparities {
  const optionNames = ['group', 'selected', 'favorable', 'within', 'confidence'];
  requireOptions('conditionalDisparity', input, [...optionNames, ...clusterOptions]);
  const confidence = requireConfidence(input.confidence);
  const z = normalQuantile(confidence);
  const groups = encode('group', input.group);
  const within = encode('within', input.within);
  const rows = groups.codes.length;
  requireRows('within', within.codes.length, rows);
  const { selected, favorable } = input;
  const { hits } = getOutcomes({ selected, favorable }, rows);
  const counts = within.names.map(() => new Counts(groups.names.length));
  const all = new Counts(groups.names.length);
  for (let row = 0; row < rows; row++) {
    const isSelected = hits[row] === 0;
    const group = groups.codes[row] as number;
    all.add(group, isSelected);
    (counts[within.codes[row] as number] as Counts).add(group, isSelected);
  }
  const compared = counts.filter((each) => each.isMixed).reduce((sum, { rows: n }) => sum + n, 0);
  const clusters = clusterings(input, rows);
  const bound =
    clusters.length > 0
      ? boundByClusters(wasm, { groups, within, hits }, clusters, confidence)
      : (_: number, independent: GroupDisparity) => independent;
  return {
    ...(clusters.length > 0 && { clusters: getMin(clusters.map(({ count }) => count)) }),
    groups: groups.names.map((name, group) => {
      const strata = counts.map((each) => each.disparity(group, z));
      const shares = counts.map((each) => (each.isMixed ? each.rows / compared : 0));
      return bound(group, {
        name,
        disparity: all.disparity(group, z),
        conditional: weightedMean(strata, shares),
        strata,
      });
    }),
    strata: within.names.map((name, s) => {
      const { rows: size, selected: chosen } = counts[s] as Counts;
      return { name, rows: size, selected: chosen };
    }),
    comparedShare: compared / rows,
  };
}

interface Rows {
  groups: Encoded;
  within: Encoded;
  /** 0 if the row is selected. */
  hits: Int32Array;
}

/** Returns a function that replaces the intervals of a group with those of the jackknife over clusters. */
function boundByClusters(
  wasm: Wasm,
  { groups, within, hits }: Rows,
  clusters: readonly Clustering[],
  confidence: number,
): (group: number, known: GroupDisparity) => GroupDisparity {
  const [size, strata] = [groups.names.length, within.names.length];
  // The numbers of rejected and of selected rows, by stratum and group.
  const count = (rows: Uint32Array) => {
    const numbers = new Float64Array(2 * size * strata);
    for (const row of rows) {
      const cell = (within.codes[row] as number) * size + (groups.codes[row] as number);
      const index = 2 * cell + (hits[row] === 0 ? 1 : 0);
      numbers[index] = (numbers[index] as number) + 1;
    }
    return numbers;
  };
  const sums = (numbers: ArrayLike<number>, group: number, stratum: number): Sums => {
    const all: Sums = [0, 0, 0, 0];
    for (let other = 0; other < size; other++) {
      for (const side of [0, 1]) {
        const number = numbers[2 * (stratum * size + other) + side] as number;
        all[2 + side] = (all[2 + side] as number) + number;
        if (other === group) all[side] = number;
      }
    }
    return all;
  };
  const jackknife = Jackknife.fromRows(wasm, clusters, count, confidence);
  const bound = (known: Estimate, getValue: (numbers: ArrayLike<number>) => number) => {
    if (known.ci === undefined) return known;
    const { pValue: _, ...beside } = jackknife.bound(getValue, 'signed', { max: 1 });
    return estimate(known.value, () => known.reason as string, beside);
  };
  return (group, known) => {
    const inStratum = (numbers: ArrayLike<number>) => known.strata.map((_, stratum) => sums(numbers, group, stratum));
    return {
      name: known.name,
      disparity: bound(known.disparity, (numbers) =>
        disparityFrom(inStratum(numbers).reduce((all, own) => all.map((each, i) => each + (own[i] as number)) as Sums)),
      ),
      conditional: bound(known.conditional, (numbers) => {
        const mixed = inStratum(numbers).filter(([, , rejected, selected]) => rejected * selected);
        const rows = mixed.reduce((sum, [, , rejected, selected]) => sum + rejected + selected, 0);
        return mixed.reduce((sum, own) => sum + ((own[2] + own[3]) / rows) * disparityFrom(own), 0);
      }),
      strata: known.strata.map((each, stratum) =>
        bound(each, (numbers) => disparityFrom(sums(numbers, group, stratum))),
      ),
    };
  };
}

/** Rejected and selected rows of a group, and of all groups. */
type Sums = [rejected: number, selected: number, allRejected: number, allSelected: number];

const disparityFrom = ([rejected, selected, allRejected, allSelected]: Sums): number =>
  rejected / allRejected - selected / allSelected;

interface Encoded {
  names: readonly string[];
  codes: Uint32Array;
}

function encode(name: string, column: CategoryColumn): Encoded {
  const encoder = groupEncoder(name);
  const codes = encoder.encode(column);
  const names = sortedNames(encoder.categories);
  const indices = encoder.categories.map((category) => names.indexOf(category));
  return { names, codes: Uint32Array.from(codes, (code) => indices[code] as number) };
}

class Counts {
  rows = 0;
  selected = 0;
  readonly #people: [rejected: number, selected: number][];

  constructor(groups: number) {
    this.#people = Array.from({ length: groups }, () => [0, 0]);
  }

  get isMixed(): boolean {
    return this.selected > 0 && this.selected < this.rows;
  }

  add(group: number, isSelected: boolean): void {
    this.rows++;
    if (isSelected) this.selected++;
    (this.#people[group] as [number, number])[isSelected ? 1 : 0]++;
  }

  /** Newcombe's interval (1998, method 10) of the difference of two proportions. */
  disparity(group: number, z: number): Estimate {
    const [rejected, selected] = this.#people[group] as [number, number];
    const totals = [this.rows - this.selected, this.selected] as const;
    const [p, q] = [rejected / totals[0], selected / totals[1]];
    const value = p - q;
    const why = () => `no one was ${totals[0] === 0 ? 'rejected' : 'selected'}`;
    if (!this.isMixed) return estimate(Number.NaN, why);
    const [low, high] = wilsonInterval(p, totals[0], z);
    const [otherLow, otherHigh] = wilsonInterval(q, totals[1], z);
    return estimate(value, why, {
      ci: [value - Math.hypot(p - low, otherHigh - q), value + Math.hypot(high - p, q - otherLow)],
    });
  }
}

/** The interval recovers the variances of independent strata from their own intervals (Zou and Donner 2008). */
function weightedMean(parts: readonly Estimate[], shares: readonly number[]): Estimate {
  const defined = parts.flatMap(({ value, ci }, i) =>
    ci === undefined ? [] : [{ value, ci, share: shares[i] as number }],
  );
  const why = () => 'no stratum has both selected and rejected people';
  if (defined.length === 0) return estimate(Number.NaN, why);
  const value = defined.reduce((sum, each) => sum + each.share * each.value, 0);
  const reach = (end: 0 | 1) => getNorm(defined.map((each) => each.share * (each.ci[end] - each.value)));
  return estimate(value, why, { ci: [Math.max(-1, value - reach(0)), Math.min(1, value + reach(1))] });
}
