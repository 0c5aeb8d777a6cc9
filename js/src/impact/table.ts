// SPDX-License-Identifier: Apache-2.0
//
// A table of adverse impact: of each category how many were selected, and its rate beside the highest rate of the
// same table.

import { type Estimate, estimate } from '../core/estimate.js';
import { type Fraction, isBelow } from './decimal.js';
import type { Wasm } from './module.js';

/** How many of a category were selected. */
export interface SelectionCounts {
  /** Names it within its table. */
  name: string;
  applicants: number;
  selected: number;
}

/** A row of a table. Of one that is suppressed, all numbers are NaN. */
export interface ImpactCategory extends SelectionCounts {
  /** By attribute: `{ race: 'Asian', sex: 'Female' }`; of counts that were given, empty. */
  categories: Readonly<Record<string, string>>;
  /** selected / applicants; of scores, the share above the median. NaN without applicants. */
  rate: number;
  /** applicants / all rows, those that are in no category among them. */
  share: number;
  /** Whether it is not shown, so that no small count can be found out. */
  isSuppressed: boolean;
  /** Whether it is left out of the ratios, as its share is below the one that was chosen. */
  isExcluded: boolean;
  /**
   * rate / highest rate of the table's categories that are not excluded, of exact fractions; null where it is
   * excluded itself, or suppressed.
   */
  impactRatio: Estimate | null;
}

/** A table: the categories of one attribute, or of several crossed. */
export interface ImpactTable {
  by: readonly string[];
  /** Applicants whose category is not known: they are in no row. */
  unknown: number;
  categories: readonly ImpactCategory[];
  /** The names of all categories with the highest rate, excluded and suppressed ones aside. */
  highest: readonly string[];
}

/** What a table is made of. */
export interface TableInput {
  by: readonly string[];
  unknown: number;
  /** All applicants, those that are in no category among them. */
  total: number;
  categories: readonly (SelectionCounts & Pick<ImpactCategory, 'categories' | 'isSuppressed'>)[];
  excludeBelow: Fraction | undefined;
  /** Of the intervals, or why there are none. */
  confidence: number | string;
}

/** @throws FairwasmError `invalidArgument` for counts that are not whole, or more selected than applicants. */
export function makeTable(wasm: Wasm, input: TableInput): ImpactTable {
  const { by, unknown, total, categories, excludeBelow } = input;
  wasm.highest(flatCounts(categories)); // refuses what are no counts
  const shown = categories.filter(({ isSuppressed }) => !isSuppressed);
  const isExcluded = ({ applicants }: SelectionCounts) =>
    excludeBelow !== undefined && isBelow(applicants, total, excludeBelow);
  const kept = shown.filter((category) => !isExcluded(category));
  const highest = Array.from(
    wasm.highest(flatCounts(kept)),
    (place) => kept[place as number] as SelectionCounts,
  );
  const ratios = impactRatios(wasm, kept, highest[0], input.confidence);
  return {
    by,
    unknown,
    categories: categories.map((category) =>
      category.isSuppressed
        ? { ...category, ...suppressed }
        : {
            ...category,
            rate: category.selected / category.applicants,
            share: category.applicants / total,
            isExcluded: isExcluded(category),
            impactRatio: ratios.get(category) ?? null,
          },
    ),
    highest: highest.map(({ name }) => name),
  };
}

const suppressed = {
  applicants: Number.NaN,
  selected: Number.NaN,
  rate: Number.NaN,
  share: Number.NaN,
  isExcluded: false,
  impactRatio: null,
};

/** @internal As the core takes them: applicants, selected, applicants, … */
export const countsOf = (group: SelectionCounts): Float64Array => flatCounts([group]);
export const flatCounts = (groups: readonly SelectionCounts[]): Float64Array =>
  Float64Array.from(groups.flatMap(({ applicants, selected }) => [applicants, selected]));

/** Each category is compared with all others: of more, intervals would take minutes. */
const maxWithIntervals = 4096;

/** @internal The confidence of intervals that hold for so many categories together, or why there are none. */
export const confidenceAmong = (count: number, confidence: number | string): number | string =>
  count > maxWithIntervals
    ? `no interval: there are ${count} categories, and ${maxWithIntervals} at most have some`
    : confidence;

function impactRatios(
  wasm: Wasm,
  kept: readonly SelectionCounts[],
  highest: SelectionCounts | undefined,
  asked: number | string,
): Map<SelectionCounts, Estimate> {
  const confidence = confidenceAmong(kept.length, asked);
  const hasIntervals = typeof confidence === 'number';
  const ends = hasIntervals ? wasm.ratiosToHighest(flatCounts(kept), confidence) : undefined;
  const warning = hasIntervals ? undefined : confidence;
  return new Map(
    kept.map((category, i) => {
      const value = highest
        ? wasm.compare(countsOf(category), countsOf(highest)).ratio
        : Number.NaN;
      const ci = ends && ([ends[2 * i], ends[2 * i + 1]] as [number, number]);
      return [category, estimate(value, () => whyUndefined(category), { ci, warning })];
    }),
  );
}

const whyUndefined = ({ applicants, name }: SelectionCounts) =>
  applicants === 0 ? `no applicants in ${name}` : 'nobody was selected in any category';
