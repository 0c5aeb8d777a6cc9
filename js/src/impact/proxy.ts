// SPDX-License-Identifier: Apache-2.0
//
// Selection rates where nobody said which category a person belongs to, and there are only probabilities: of names and
// places (BISG), for instance. Nobody is put into the most likely category. Rates are weighted by the probabilities, and
// beside them stands what the true ones can be, whatever selection and category have to do with each other among people
// of equal probabilities.

import { invalid } from '../core/error.js';
import { type Estimate, requireConfidence } from '../core/estimate.js';
import { isPlain, requireOptions, shown } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type Favorable, resolveFavorable, toLabels } from '../data/favorable.js';
import type { Wasm } from './module.js';
import { finiteNumbers } from './outcomes.js';

/** What {@link Impact.byProbability} takes. */
export interface ProbabilityInput {
  /** Of each category, how probable it is that the row belongs to it. The probabilities of a row sum to 1. */
  probabilities: Readonly<Record<string, NumberColumn>>;
  /** The decision. */
  selected: CategoryColumn;
  /** The decision that means "selected"; not needed for common pairs: 1 and 0, yes and no, … */
  favorable?: Favorable | undefined;
  /**
   * Which rows the probabilities were made for together: a surname in a census tract, say. Left out: rows whose
   * probabilities are alike when they are rounded to tenths.
   */
  cell?: CategoryColumn | undefined;
  /** The category that others are compared with. Default: the one with the most people. */
  reference?: string | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. False: none. */
  confidence?: number | false | undefined;
}

/** What is known of a category. Nobody is counted in it for sure: counts are sums of probabilities. */
export interface ProbableCategory {
  name: string;
  /** Σ p: how many people of the category are expected. */
  applicants: number;
  /** Σ p over those selected: how many of them, if category and selection have nothing to do with each other in a cell. */
  selected: number;
  /** `selected` / `applicants`. Chen et al. 2019. */
  weightedRate: Estimate;
  /** The least and the greatest that the rate can be, given the cells. Kallus, Mao and Zhou 2022. */
  rateBounds: readonly [low: number, high: number];
  /** The same, and how far other people might have been drawn; null without intervals. */
  rateInterval: readonly [low: number, high: number] | null;
  /** Rate / rate of the reference, as weighted; and the least and the greatest that it can be. Null for the reference. */
  ratio: { weighted: number; bounds: readonly [low: number, high: number] } | null;
}

/** What {@link Impact.byProbability} gives. */
export interface ProbableImpact {
  format: 'fairwasm-impact-by-probability';
  version: 1;
  /** What has to be said wherever the numbers are shown. */
  notes: readonly string[];
  applicants: number;
  selected: number;
  cells: number;
  reference: string;
  /** Null without intervals. */
  confidence: number | null;
  categories: readonly ProbableCategory[];
}

const notes = [
  'Categories are probabilities, made from something else; nobody said theirs, and nobody is put into one.',
  'Weighted rates are right only if category and selection have nothing to do with each other among people of equal ' +
    'probabilities; bounds hold without that, if the probabilities are right on average in each cell.',
  'Rules that take no imputed or inferred categories, such as New York City’s Local Law 144, do not take these.',
];

/** @internal See {@link Impact.byProbability}. */
export function byProbability(wasm: Wasm, input: ProbabilityInput): ProbableImpact {
  const known = ['probabilities', 'selected', 'favorable', 'cell', 'reference', 'confidence'];
  requireOptions('byProbability', input, known);
  const confidence = input.confidence === false ? null : requireConfidence(input.confidence);
  const selected = decisionsOf(input);
  const { names, columns } = probabilitiesOf(input.probabilities, selected.length);
  const cells = cellsOf(input.cell, columns, selected.length);
  const z = confidence === null ? null : wasm.twoSidedQuantile(confidence);
  const counts = columns.map((column) => measure(column, selected, cells, z));
  const reference = referenceOf(input.reference, names, counts);
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
    categories: counts.map(({ bounds, ...found }, i) => ({
      name: names[i] as string,
      ...found,
      rateBounds: bounds,
      ratio: i === reference ? null : ratioOf({ bounds, ...found }, against),
    })),
  };
}

function decisionsOf({ selected, favorable }: ProbabilityInput): Uint8Array {
  const encoder = new CategoryEncoder('selected', [], 'error');
  const codes = encoder.encode(selected);
  const wanted = resolveFavorable(toLabels(favorable), encoder.categories);
  const isHit = encoder.categories.map((category) => (wanted.includes(category) ? 1 : 0));
  return Uint8Array.from(codes, (code) => isHit[code] as number);
}

const sumTolerance = 1e-6; // of probabilities that were written with some digits

function probabilitiesOf(given: ProbabilityInput['probabilities'], rows: number) {
  if (!isPlain(given) || Object.keys(given).length < 2) {
    throw invalid(
      'probabilities',
      'a column of probabilities for each of two categories or more',
      isPlain(given) ? `${Object.keys(given).length}` : shown(given),
    );
  }
  const names = Object.keys(given);
  const columns = names.map((name) => finiteNumbers(given[name] as NumberColumn, name));
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
  /** The cell of each row. */
  codes: Uint32Array;
  sizes: readonly number[];
}

function cellsOf(
  given: CategoryColumn | undefined,
  columns: readonly Float64Array[],
  rows: number,
): Cells {
  const codes = new Uint32Array(rows);
  if (given !== undefined) {
    const encoder = new CategoryEncoder('cell', [], 'error');
    const encoded = encoder.encode(given);
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

interface Measured
  extends Pick<ProbableCategory, 'applicants' | 'selected' | 'weightedRate' | 'rateInterval'> {
  bounds: readonly [low: number, high: number];
}

/**
 * Of m people of the category and k selected among the n of a cell, at least m + k - n are both, or none, and at most
 * the smaller of m and k: Fréchet's bounds, which are reached. They add up over cells.
 */
function measure(
  column: Float64Array,
  selected: Uint8Array,
  { codes, sizes }: Cells,
  z: number | null,
): Measured {
  const people = new Float64Array(sizes.length);
  const hits = new Float64Array(sizes.length);
  codes.forEach((cell, row) => {
    people[cell] = (people[cell] as number) + (column[row] as number);
    hits[cell] = (hits[cell] as number) + (selected[row] as number);
  });
  const isBelow = sizes.map((size, c) => (people[c] as number) + (hits[c] as number) <= size);
  const isFew = sizes.map((_, c) => (people[c] as number) <= (hits[c] as number));
  const weighted = column.map((p, row) => p * (selected[row] as number));
  const least = column.map((p, row) =>
    isBelow[codes[row] as number] ? 0 : p + (selected[row] as number) - 1,
  );
  const greatest = column.map((p, row) =>
    isFew[codes[row] as number] ? p : (selected[row] as number),
  );
  const applicants = column.reduce((sum, p) => sum + p, 0);
  const share = (part: Float64Array) =>
    clamped(part.reduce((sum, each) => sum + each, 0) / applicants);
  const [low, rate, high] = [share(least), share(weighted), share(greatest)];
  type Bound = readonly [part: Float64Array, value: number];
  const interval = (below: Bound, above: Bound): [number, number] | null => {
    if (z === null) return null;
    const spread = ([part, value]: Bound) => z * standardErrorOf(part, column, value, applicants);
    return [clamped(below[1] - spread(below)), clamped(above[1] + spread(above))];
  };
  const ci = interval([weighted, rate], [weighted, rate]);
  return {
    applicants,
    selected: weighted.reduce((sum, each) => sum + each, 0),
    weightedRate:
      applicants === 0
        ? { value: Number.NaN, reason: 'nobody is of this category with a probability above 0' }
        : { value: rate, ...(ci && { ci }) },
    bounds: [low, high],
    rateInterval: interval([least, low], [greatest, high]),
  };
}

const clamped = (share: number) => Math.min(1, Math.max(0, share));

/** Of Σ part / Σ p over rows that were drawn independently, by linearization. */
function standardErrorOf(
  part: Float64Array,
  column: Float64Array,
  rate: number,
  applicants: number,
): number {
  const squares = part.reduce(
    (sum, each, row) => sum + (each - rate * (column[row] as number)) ** 2,
    0,
  );
  const rows = column.length;
  if (rows < 2) return Number.POSITIVE_INFINITY; // of one row nothing is known
  return Math.sqrt((squares * rows) / (rows - 1)) / applicants;
}

function referenceOf(
  given: string | undefined,
  names: readonly string[],
  counts: readonly Measured[],
): number {
  if (given === undefined) {
    const most = Math.max(...counts.map(({ applicants }) => applicants));
    return counts.findIndex(({ applicants }) => applicants === most);
  }
  const place = names.indexOf(given);
  if (place >= 0) return place;
  throw invalid('reference', `one of ${names.join(', ')}`, shown(given));
}

// Within a cell, the least of one category and the greatest of another are reached together, so that the bounds of the
// ratio are those of its two rates.
function ratioOf(one: Measured, reference: Measured): NonNullable<ProbableCategory['ratio']> {
  return {
    weighted: one.weightedRate.value / reference.weightedRate.value,
    bounds: [one.bounds[0] / reference.bounds[1], one.bounds[1] / reference.bounds[0]],
  };
}
