// SPDX-License-Identifier: Apache-2.0
//
// Replaces the intervals of tables, which assume independent applicants, with the jackknife over clusters, such as people
// who applied several times.

import { type Estimate, type EstimateExtras, estimate } from '../core/estimate.js';
import { getMin } from '../core/extremes.js';
import { type Clustering, Jackknife } from '../tally/jackknife.js';
import type { CategoryBreakdown } from './breakdown.js';
import type { ComparedWith, FourFifths, RateComparison } from './four-fifths.js';
import type { CrossedGroups } from './groups.js';
import type { Wasm } from './module.js';
import type { Outcomes } from './outcomes.js';
import type { ImpactTable } from './table.js';

/** The rates of a table's categories without each cluster. */
export interface ClusteredRates {
  jackknife: Jackknife;
  confidence: number;
  /** The index of the first rate of the table. */
  first: number;
}

/** The counted rows. */
export interface Rows {
  groups: CrossedGroups;
  outcomes: Outcomes;
  clusters: readonly Clustering[];
}

/** Returns the rates of the categories of breakdowns, by outcome, without each cluster. */
export function clusteredRates(
  wasm: Wasm,
  { groups, outcomes, clusters }: Rows,
  breakdowns: readonly CategoryBreakdown[],
  confidence: number,
): (breakdown: number, outcome: number) => ClusteredRates {
  const count = outcomes.names.length;
  const compute = (kept: Uint32Array) =>
    breakdowns.flatMap(({ places, categories }) => {
      const size = categories.length;
      const applicants = new Float64Array(size);
      const selected = new Float64Array(size * count);
      for (const row of kept) {
        const index = places[groups.cells[row] as number] as number;
        const hit = outcomes.hits[row] as number;
        if (index < 0) continue;
        const chosen = hit * size + index;
        applicants[index] = (applicants[index] as number) + (outcomes.applicants?.[row] ?? 1);
        if (hit >= 0) selected[chosen] = (selected[chosen] as number) + (outcomes.selected?.[row] ?? 1);
      }
      return Array.from(selected, (each, i) => each / (applicants[i % size] as number));
    });
  const jackknife = Jackknife.fromRows(wasm, clusters, compute, confidence);
  const sizes = breakdowns.map(({ categories }) => categories.length);
  return (breakdown, outcome) => ({
    jackknife,
    confidence,
    first:
      count * sizes.slice(0, breakdown).reduce((sum, size) => sum + size, 0) + outcome * (sizes[breakdown] as number),
  });
}

/** Returns a table with intervals that hold jointly for all of its categories. */
export function boundTable<Table extends ImpactTable & { fourFifths: FourFifths | null }>(
  table: Table,
  rates: ClusteredRates,
): Table {
  const kept = table.categories.flatMap(({ impactRatio, rate }, i) => (impactRatio && rate > 0 ? [i] : []));
  const pairs = (kept.length * (kept.length - 1)) / 2;
  const confidence = rates.confidence ** (1 / Math.max(1, pairs));
  const toHighest = (index: number): EstimateExtras => {
    if (!kept.includes(index)) return noSelection;
    const all = kept.flatMap((other) => (other === index ? [] : [compareRates(rates, index, other, confidence)]));
    const ends = all.map(({ ci }) => ci ?? [Number.NaN, Number.NaN]);
    const ci = [0, 1].map((end) =>
      getMin(
        ends.map((each) => each[end] as number),
        1,
      ),
    );
    const { warning } = all.find((each) => each.warning !== undefined) ?? {};
    return { ci: ci as [number, number], warning };
  };
  const getPlace = (name: string) => table.categories.findIndex((each) => each.name === name);
  const { fourFifths } = table;
  return {
    ...table,
    categories: table.categories.map((category, i) => ({
      ...category,
      impactRatio: category.impactRatio && replaced(category.impactRatio, toHighest(i)),
    })),
    fourFifths: fourFifths && {
      ...fourFifths,
      againstHighest: boundComparisons(fourFifths.againstHighest, (group, other) => ({
        ratio: toHighest(getPlace(group)),
        oddsRatio: compareOdds(rates, getPlace(group), getPlace(other)),
      })),
      againstReference: boundComparisons(fourFifths.againstReference, (group, other) => ({
        ratio: compareRates(rates, getPlace(group), getPlace(other), rates.confidence),
        oddsRatio: compareOdds(rates, getPlace(group), getPlace(other)),
      })),
    },
  };
}

const noSelection: EstimateExtras = { warning: 'no interval: with clusters, it requires a selection in the category' };

const replaced = ({ value, reason }: Estimate, beside: EstimateExtras): Estimate =>
  estimate(value, () => reason as string, beside);

function compareRates(
  { jackknife, first }: ClusteredRates,
  group: number,
  other: number,
  confidence: number,
): EstimateExtras {
  const getRatio = (rates: ArrayLike<number>) => (rates[first + group] as number) / (rates[first + other] as number);
  return jackknife.bound(getRatio, 'positive', { confidence });
}

function compareOdds({ jackknife, first }: ClusteredRates, group: number, other: number): EstimateExtras {
  const odds = (rate: number) => rate / (1 - rate);
  const { pValue: _, ...bounds } = jackknife.bound(
    (rates) => odds(rates[first + group] as number) / odds(rates[first + other] as number),
    'positive',
  );
  return bounds;
}

const tests = ['z', 'zPValue', 'yatesPValue'] as const;
const noTest = 'the test assumes independent applicants; use the interval of the ratio';

function boundComparisons(
  compared: ComparedWith | null,
  bound: (group: string, other: string) => { ratio: EstimateExtras; oddsRatio: EstimateExtras },
): ComparedWith | null {
  if (compared === null) return null;
  const { group: other, comparisons } = compared;
  return {
    group: other,
    comparisons: comparisons.map((known): RateComparison => {
      const { ratio, oddsRatio } = bound(known.group, other);
      const without = Object.fromEntries(tests.map((name) => [name, Number.NaN]));
      return {
        ...known,
        ...without,
        ratio: replaced(known.ratio, ratio),
        oddsRatio: replaced(known.oddsRatio, oddsRatio),
        zIsSignificant: false,
        fisher: { twoSided: Number.NaN, less: Number.NaN, greater: Number.NaN },
        reasons: { ...known.reasons, ...Object.fromEntries([...tests, 'fisher'].map((name) => [name, noTest])) },
      };
    }),
  };
}
