// SPDX-License-Identifier: Apache-2.0
//
// A table of adverse impact: the number of selected people in each category, and its rate compared with the highest
// rate of the table.

import { type Estimate, estimate } from '../core/estimate.js';
import { isUnknownGroup } from '../data/largest-group.js';
import { type Fraction, isBelow } from './decimal.js';
import type { Wasm } from './module.js';

/** The number of selected people in a category. */
export interface SelectionCounts {
  /** Identifies the category within its table. */
  name: string;
  applicants: number;
  selected: number;
}

/** A row of a table. If the category is suppressed, all numbers are NaN. */
export type ImpactCategory = ImpactTable['categories'][number];

/** A table: the categories of one attribute, or of the intersection of several. */
export interface ImpactTable {
  by: readonly string[];
  /** Number of applicants of unknown category, who are in no row. */
  unknown: number;
  categories: readonly (SelectionCounts & {
    /** By attribute: `{ race: 'Asian', sex: 'Female' }`; empty for given counts. */
    categories: Readonly<Record<string, string>>;
    /** Selection rate, selected / applicants; for scores, the proportion above the median. NaN without applicants. */
    rate: number;
    /** applicants / all rows, including those in no category. */
    share: number;
    /** Whether it is suppressed, so that no small cell can be derived. */
    isSuppressed: boolean;
    /**
     * Whether it is excluded from the ratios: its proportion is below `excludeBelow`, or its name means that the category
     * is not known.
     */
    isExcluded: boolean;
    /**
     * Selection rate / highest selection rate of the categories that are not excluded, exact; null if it is excluded or
     * suppressed.
     */
    impactRatio: Estimate | null;
  })[];
  /** The names of all categories with the highest rate, except excluded and suppressed categories. */
  highest: readonly string[];
}

/** The parts of a table. */
export interface TableInput {
  by: readonly string[];
  unknown: number;
  /** Number of all applicants, including those in no category. */
  total: number;
  categories: readonly (SelectionCounts & Pick<ImpactCategory, 'categories' | 'isSuppressed'>)[];
  excludeBelow: Fraction | undefined;
  /** Level of the intervals, or the reason why there are none. */
  confidence: number | string;
}

/** @throws FairwasmError `invalidArgument` for counts that are not integers, and for more selected than applicants. */
export function makeTable(wasm: Wasm, input: TableInput): ImpactTable {
  const { by, unknown, total, categories, excludeBelow } = input;
  wasm.highest(flatCounts(categories)); // rejects anything but counts
  const shown = categories.filter(({ isSuppressed }) => !isSuppressed);
  const isExcluded = (category: SelectionCounts & Pick<ImpactCategory, 'categories'>) =>
    isUnknownGroup(category) || (excludeBelow !== undefined && isBelow(category.applicants, total, excludeBelow));
  const kept = shown.filter((category) => !isExcluded(category));
  const highest = Array.from(wasm.highest(flatCounts(kept)), (index) => kept[index as number] as SelectionCounts);
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

/** @internal Returns the counts in the core's form: applicants, selected, applicants, … */
export const getCounts = (group: SelectionCounts): Float64Array => flatCounts([group]);
export const flatCounts = (groups: readonly SelectionCounts[]): Float64Array =>
  Float64Array.from(groups.flatMap(({ applicants, selected }) => [applicants, selected]));

/** Each category is compared with all others; intervals of more categories would take minutes. */
const maxWithIntervals = 4096;

/**
 * @internal Returns the level of intervals that hold jointly for this number of categories, or the reason why there are
 * none.
 */
export const confidenceAmong = (count: number, confidence: number | string): number | string =>
  count > maxWithIntervals
    ? `no intervals: there are ${count} categories, and intervals are computed for at most ${maxWithIntervals}`
    : confidence;

function impactRatios(
  wasm: Wasm,
  kept: readonly SelectionCounts[],
  highest: SelectionCounts | undefined,
  requested: number | string,
): Map<SelectionCounts, Estimate> {
  const confidence = confidenceAmong(kept.length, requested);
  const hasIntervals = typeof confidence === 'number';
  const ends = hasIntervals ? wasm.ratiosToHighest(flatCounts(kept), confidence) : undefined;
  const warning = hasIntervals ? undefined : confidence;
  return new Map(
    kept.map((category, i) => {
      const value = highest ? wasm.compare(getCounts(category), getCounts(highest)).ratio : Number.NaN;
      const ci = ends && ([ends[2 * i], ends[2 * i + 1]] as [number, number]);
      return [category, estimate(value, () => whyUndefined(category), { ci, warning })];
    }),
  );
}

const whyUndefined = ({ applicants, name }: SelectionCounts) =>
  applicants === 0 ? `no applicants in ${name}` : 'no one was selected in any category';
