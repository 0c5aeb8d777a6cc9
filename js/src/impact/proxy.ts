// SPDX-License-Identifier: Apache-2.0
//
// Selection rates if categories are known only as probabilities, for example from names and places (BISG). No row is
// assigned to its most likely category. Rates are weighted by the probabilities, with bounds of the true rates for any
// association of selection and category among people with equal probabilities.

import { invalid } from '../core/error.js';
import { type Estimate, requireConfidence } from '../core/estimate.js';
import { getMax } from '../core/extremes.js';
import { quantile, wilsonInterval } from '../core/intervals.js';
import { isPlain, requireOptions, shown } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type Favorable, getFavorable } from '../data/favorable.js';
import { finiteNumbers } from './outcomes.js';

/** Input of {@link Impact.byProbability}. */
export interface ProbabilityInput {
  /** For each category, the probability that a row belongs to it. The probabilities of a row sum to 1. */
  probabilities: Readonly<Record<string, NumberColumn>>;
  /** The decision. */
  selected: CategoryColumn;
  /** The decision that means "selected". Not needed for common pairs such as 1 and 0, or yes and no. */
  favorable?: Favorable | undefined;
  /**
   * The cell of each row: rows for which the probabilities were estimated together, for example a surname in a census
   * tract. Default: rows whose probabilities agree when rounded to tenths.
   */
  cell?: CategoryColumn | undefined;
  /** The category with which others are compared. Default: the category with the most people. */
  reference?: string | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. False: no intervals. */
  confidence?: number | false | undefined;
}

/** Results for a category. Its members are unknown, so counts are sums of probabilities. */
export type ProbableCategory = ProbableImpact['categories'][number];

/** The result of {@link Impact.byProbability}. */
export interface ProbableImpact {
  format: 'fairwasm-impact-by-probability';
  version: 1;
  /** Notes that must accompany the numbers. */
  notes: readonly string[];
  applicants: number;
  selected: number;
  cells: number;
  reference: string;
  /** Level of the intervals; null without intervals. */
  confidence: number | null;
  categories: readonly {
    name: string;
    /** Σ p: the expected number of people. */
    applicants: number;
    /** Σ p over selected rows: the expected number selected if category and selection are independent within cells. */
    selected: number;
    /** `selected` / `applicants`. Chen et al. 2019. */
    weightedRate: Estimate;
    /** The minimum and maximum of the rate, given the cells. Kallus, Mao, and Zhou 2022. */
    rateBounds: readonly [low: number, high: number];
    /** The interval of `rateBounds`; null without intervals. */
    rateInterval: readonly [low: number, high: number] | null;
    /** Rate / rate of the reference: the weighted ratio, and its minimum and maximum. Null for the reference. */
    ratio: { weighted: number; bounds: readonly [low: number, high: number] } | null;
  }[];
}

const notes = [
  'Categories are known only as probabilities, estimated from other data, and no person is assigned to a category.',
  'Weighted rates are correct only if category and selection are independent among people with equal probabilities. ' +
    'Bounds do not require this assumption, but the probabilities must be correct on average in each cell.',
  'Rules that do not permit imputed or inferred categories, such as New York City’s Local Law 144, do not accept these results.',
];

/** @internal See {@link Impact.byProbability}. */
export function byProbability(input: ProbabilityInput): ProbableImpact {
  const optionNames = ['probabilities', 'selected', 'favorable', 'cell', 'reference', 'confidence'];
  requireOptions('byProbability', input, optionNames);
  const confidence = input.confidence === false ? null : requireConfidence(input.confidence);
  const selected = getDecisions(input);
  const { names, columns } = getProbabilities(input.probabilities, selected.length);
  const cells = getCells(input.cell, columns, selected.length);
  const counts = columns.map((column) => measure(column, selected, cells, confidence));
  const reference = getReference(input.reference, names, counts);
  const against = counts[reference] as Measured;
  return {
    format: 'fairwasm-impact-by-probability',
    version: 1,
    notes,
    applicants: selected.length,
    selected: selected.reduce((sum, each) => sum + each, 0),
    cells: cells.sizes.length,
    reference: names[reference] as string,
    confidence,
    categories: counts.map(({ bounds, ...estimated }, i) => ({
      name: names[i] as string,
      ...estimated,
      rateBounds: bounds,
      ratio: i === reference ? null : getRatio({ bounds, ...estimated }, against),
    })),
  };
}

function getDecisions({ selected, favorable }: ProbabilityInput): Uint8Array {
  const encoder = new CategoryEncoder('selected', [], 'error');
  const codes = encoder.encode(selected);
  const wanted = getFavorable(favorable, encoder.categories);
  const isHit = encoder.categories.map((category) => (wanted.includes(category) ? 1 : 0));
  return Uint8Array.from(codes, (code) => isHit[code] as number);
}

const sumTolerance = 1e-6; // of probabilities that were written with some digits

function getProbabilities(input: ProbabilityInput['probabilities'], rows: number) {
  if (!isPlain(input) || Object.keys(input).length < 2) {
    throw invalid(
      'probabilities',
      'a column of probabilities for each of at least two categories',
      isPlain(input) ? `${Object.keys(input).length}` : shown(input),
    );
  }
  const names = Object.keys(input);
  const columns = names.map((name) => finiteNumbers(input[name] as NumberColumn, name));
  columns.forEach((column, i) => {
    requireRows(names[i] as string, column.length, rows);
  });
  for (let row = 0; row < rows; row++) {
    const each = columns.map((column) => column[row] as number);
    const sum = each.reduce((total, p) => total + p, 0);
    if (each.every((p) => p >= 0) && Math.abs(sum - 1) <= sumTolerance) continue;
    throw invalid(
      'probabilities',
      'probabilities of 0 or more, which sum to 1',
      `${each.join(', ')}, which sum to ${sum}`,
      row,
    );
  }
  return { names, columns };
}

interface Cells {
  /** Index of each row's cell. */
  codes: Uint32Array;
  sizes: readonly number[];
}

function getCells(input: CategoryColumn | undefined, columns: readonly Float64Array[], rows: number): Cells {
  const codes = new Uint32Array(rows);
  if (input !== undefined) {
    const encoder = new CategoryEncoder('cell', [], 'error');
    const encoded = encoder.encode(input);
    requireRows('cell', encoded.length, rows);
    codes.set(encoded);
  } else {
    const known = new Map<string, number>();
    for (let row = 0; row < rows; row++) {
      const key = columns.map((column) => Math.round(10 * (column[row] as number))).join();
      const code = known.get(key) ?? known.size;
      known.set(key, code);
      codes[row] = code;
    }
  }
  const sizes: number[] = [];
  for (const code of codes) sizes[code] = (sizes[code] ?? 0) + 1;
  return { codes, sizes };
}

interface Measured extends Pick<ProbableCategory, 'applicants' | 'selected' | 'weightedRate' | 'rateInterval'> {
  bounds: readonly [low: number, high: number];
}

/**
 * Adds up Fréchet's sharp bounds over cells. If a cell of n rows contains m people of the category and k selected
 * people, the number of people who are both is between m + k - n (at least 0) and the smaller of m and k.
 */
function measure(
  column: Float64Array,
  selected: Uint8Array,
  { codes, sizes }: Cells,
  confidence: number | null,
): Measured {
  const weighted = column.map((p, row) => p * (selected[row] as number));
  const partsAt = (margin: number) => {
    const [isBelow, isFew] = boundFormulas(column, selected, { codes, sizes }, margin);
    return {
      min: column.map((p, row) => (isBelow[codes[row] as number] ? 0 : p + (selected[row] as number) - 1)),
      greatest: column.map((p, row) => (isFew[codes[row] as number] ? p : (selected[row] as number))),
    };
  };
  const applicants = total(column);
  const share = (part: Float64Array) => clamped(total(part) / applicants);
  const rate = share(weighted);
  const ends = partsAt(0);
  const interval = (part: Float64Array) => quotientInterval(part, column, share(part), confidence ?? 0);
  const sure = partsAt(doubtful);
  return {
    applicants,
    selected: total(weighted),
    weightedRate:
      applicants === 0
        ? { value: Number.NaN, reason: 'no row has a probability above 0 for this category' }
        : { value: rate, ...(confidence !== null && { ci: interval(weighted) }) },
    bounds: [share(ends.min), share(ends.greatest)],
    rateInterval:
      confidence === null
        ? null
        : [
            Math.min(interval(sure.min)[0], share(ends.min)),
            Math.max(interval(sure.greatest)[1], share(ends.greatest)),
          ],
  };
}

/**
 * Standard errors within which both formulas of a bound may be the true one. If the rows choose the formula and estimate
 * the bound, the interval is too short.
 */
const doubtful = 3;

/**
 * Returns for each cell whether the minimum is 0, and whether the maximum is the number of the category, unless the
 * rows show the opposite by more than `margin` standard errors.
 */
function boundFormulas(
  column: Float64Array,
  selected: Uint8Array,
  { codes, sizes }: Cells,
  margin: number,
): [isBelow: boolean[], isFew: boolean[]] {
  const excess = (part: (p: number, hit: number) => number) => {
    const sums = new Float64Array(sizes.length);
    const squares = new Float64Array(sizes.length);
    codes.forEach((cell, row) => {
      const each = part(column[row] as number, selected[row] as number);
      sums[cell] = (sums[cell] as number) + each;
      squares[cell] = (squares[cell] as number) + each * each;
    });
    return sizes.map((size, c) => {
      const sum = sums[c] as number;
      const variance = Math.max(0, (squares[c] as number) - (sum * sum) / size);
      return sum <= margin * Math.sqrt(variance);
    });
  };
  return [excess((p, hit) => p + hit - 1), excess((p, hit) => p - hit)];
}

const total = (values: Float64Array) => values.reduce((sum, each) => sum + each, 0);
const clamped = (share: number) => Math.min(1, Math.max(0, share));

/**
 * Returns Wilson's interval for Σ part / Σ p over independent rows, at the number of rows with the same variance
 * (linearization) and Student's quantile for the effective number of rows.
 */
function quotientInterval(
  part: Float64Array,
  column: Float64Array,
  rate: number,
  confidence: number,
): [low: number, high: number] {
  let squares = 0;
  let squaredWeights = 0;
  part.forEach((each, row) => {
    const p = column[row] as number;
    squares += (each - rate * p) ** 2;
    squaredWeights += p * p;
  });
  const applicants = total(column);
  const effective = applicants ** 2 / squaredWeights;
  if (!(effective > 1 + 1e-9)) return [0, 1]; // the variance of one row is unknown
  // The rate and, for bounds, the formulas are estimated from the same rows: in simulations with 60 rows, the variance is
  // 5% too small without this correction.
  const variance = (squares / applicants ** 2) * ((effective + 2) / (effective - 1));
  const trials = variance > 0 ? (rate * (1 - rate)) / variance : effective;
  return wilsonInterval(rate, trials || effective, quantile(confidence, effective - 1));
}

function getReference(input: string | undefined, names: readonly string[], counts: readonly Measured[]): number {
  if (input === undefined) {
    const max = getMax(counts.map(({ applicants }) => applicants));
    return counts.findIndex(({ applicants }) => applicants === max);
  }
  const index = names.indexOf(input);
  if (index >= 0) return index;
  throw invalid('reference', `one of ${names.join(', ')}`, shown(input));
}

// Within a cell, the minimum of one category and the maximum of another are reached together, so the bounds of the
// ratio follow from those of its two rates.
function getRatio(one: Measured, reference: Measured): NonNullable<ProbableCategory['ratio']> {
  return {
    weighted: one.weightedRate.value / reference.weightedRate.value,
    bounds: [one.bounds[0] / reference.bounds[1], one.bounds[1] / reference.bounds[0]],
  };
}
