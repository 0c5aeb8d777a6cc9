// SPDX-License-Identifier: Apache-2.0
//
// The definition of "selected": a decision, a score above the median of all rows, each class of a multiclass outcome,
// or precomputed counts.

import { invalid, tooLarge } from '../core/error.js';
import { CategoryEncoder } from '../data/category.js';
import { placesIn } from '../data/codes.js';
import { type CategoryColumn, type NumberColumn, requireEach, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type Favorable, getFavorable } from '../data/favorable.js';

/** The outcome of each row, exactly one of `selected`, `score`, and `assigned`; and options of the tables. */
export interface OutcomeInput {
  /** The decision; with `applicants`, the number of selected applicants. */
  selected?: CategoryColumn | NumberColumn | undefined;
  /** The decision that means "selected". Not needed for common pairs such as 1 and 0, or yes and no. */
  favorable?: Favorable | undefined;
  /** A score; rows strictly above the median of all rows are selected. */
  score?: NumberColumn | undefined;
  /** The class of the row; there is a set of tables for each class. */
  assigned?: CategoryColumn | undefined;
  /** For rows that are counts: the number of applicants. */
  applicants?: NumberColumn | undefined;
  /**
   * Names that stand for an unknown category, in addition to missing values (blanks, null, NaN, `NA`, `?`, …). Default:
   * none.
   */
  unknownValues?: readonly string[] | undefined;
  /** Attributes whose categories were not reported by people but estimated, for example from names. */
  imputed?: readonly string[] | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. False: no intervals. */
  confidence?: number | false | undefined;
}

/** @internal The names of {@link OutcomeInput}, without the options of the tables. */
export const outcomeOptions = ['selected', 'favorable', 'score', 'assigned', 'applicants'];

/** The outcome of each row. */
export interface Outcomes {
  kind: 'selected' | 'score' | 'assigned';
  /** Names of the outcomes. */
  names: readonly string[];
  /** Index of each row's outcome, -1 for none. */
  hits: Int32Array;
  /** For scores: the median of all rows. */
  median?: number;
  /** For counts: the numbers of applicants and of selected applicants in each row. */
  applicants?: Float64Array;
  selected?: Float64Array;
}

/** @throws FairwasmError `invalidArgument`, `missingValue`, or `shapeMismatch`, with the row if there is one. */
export function getOutcomes(input: OutcomeInput, rows: number): Outcomes {
  requireOne(input);
  if (input.applicants !== undefined) return counted(input, input.applicants, rows);
  if (input.score !== undefined) return scored(input.score, rows);
  const name = input.selected === undefined ? 'assigned' : 'selected';
  const encoder = new CategoryEncoder(name, [], 'error');
  const codes = encoder.encode(input[name] as CategoryColumn);
  requireRows(name, codes.length, rows);
  if (name === 'assigned') {
    const names = [...encoder.categories].sort();
    const indices = placesIn(names, encoder.categories);
    return { kind: name, names, hits: Int32Array.from(codes, (code) => indices[code] as number) };
  }
  const favorable = getFavorable(input.favorable, encoder.categories);
  const isHit = encoder.categories.map((category) => (favorable.includes(category) ? 0 : -1));
  const hits = Int32Array.from(codes, (code) => isHit[code] as number);
  return { kind: name, names: [favorable.join(', ')], hits };
}

const kinds = ['selected', 'score', 'assigned'] as const;

function requireOne(input: OutcomeInput): void {
  const given = kinds.filter((kind) => input[kind] !== undefined);
  const unexpected = (['favorable', 'applicants'] as const).find((name) => input[name] !== undefined);
  if (given.length === 1 && (unexpected === undefined || given[0] === 'selected')) {
    if (input.favorable === undefined || input.applicants === undefined) return;
    throw invalid('favorable', 'a decision in each row, or counts of applicants and selected', 'both');
  }
  if (given.length === 1) throw invalid(unexpected as string, 'no value without selected', `${given[0]}`);
  throw invalid('selected', 'one of selected, score, and assigned', given.join(' and ') || 'none');
}

function counted({ selected }: OutcomeInput, column: NumberColumn, rows: number): Outcomes {
  const applicants = toNumbers(column, 'applicants');
  const hits = toNumbers(selected as NumberColumn, 'selected');
  requireRows('applicants', applicants.length, rows);
  requireRows('selected', hits.length, rows);
  for (let row = 0; row < rows; row++) requireCounts(applicants[row], hits[row], row);
  const total = applicants.reduce((sum, each) => sum + each, 0);
  if (total > Number.MAX_SAFE_INTEGER) throw tooLarge('applicants', 'fewer than 2^53 in all', `${total}`);
  return { kind: 'selected', names: ['selected'], hits: new Int32Array(rows), applicants, selected: hits };
}

function requireCounts(applicants = 0, selected = 0, row: number): void {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  const actual = `${selected} of ${applicants}`;
  if (!isCount(applicants)) throw invalid('applicants', 'a nonnegative whole number', actual, row);
  if (isCount(selected) && selected <= applicants) return;
  throw invalid('selected', 'a whole number up to the number of applicants', actual, row);
}

function scored(column: NumberColumn, rows: number): Outcomes {
  const scores = finiteNumbers(column, 'score');
  requireRows('score', scores.length, rows);
  const { median, isAbove } = getMedian(scores);
  const hits = Int32Array.from(scores, (score) => (isAbove(score) ? 0 : -1));
  return { kind: 'score', names: ['above the median'], hits, median };
}

/** @internal Returns the column as finite numbers. Throws `invalidArgument` with the row. */
export function finiteNumbers(column: NumberColumn, name: string): Float64Array {
  return requireEach(toNumbers(column, name), name, 'a finite number', Number.isFinite);
}

/**
 * Returns the median: the mean of the two middle scores if their number is even. Scores are compared with these two,
 * because their mean may be rounded to the greater one.
 */
function getMedian(scores: Float64Array) {
  const inOrder = Float64Array.from(scores).sort();
  const high = inOrder[inOrder.length >> 1] as number;
  const low = inOrder[(inOrder.length - 1) >> 1] as number;
  return {
    median: inOrder.length === 0 ? Number.NaN : low / 2 + high / 2,
    isAbove: (score: number) => (low < high ? score >= high : score > high),
  };
}
