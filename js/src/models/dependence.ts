// SPDX-License-Identifier: Apache-2.0
//
// How scores move with one column, all else left as it is: their mean over rows (partial dependence), by group, and the curves of
// single rows (individual conditional expectation).

import type { Estimate } from '../core/estimate.js';
import type { RunOptions } from '../core/long-run.js';
import { requireWhole } from '../core/options.js';
import { isMissing, nameOf, type Value } from '../data/value.js';
import { placesByGroup, scoresWith, valuesAt } from './changed-column.js';
import {
  type Asked,
  type Confident,
  confidenceOf,
  requireAsked,
  requireRun,
  rowsByCategory,
} from './decisions.js';
import { isNumeric, numberOf } from './distance.js';
import { meanOf } from './intervals.js';
import { stepOf } from './predict.js';
import { type Row, requireColumn } from './rows.js';

export interface DependenceOptions extends Asked, Confident {
  /** The column that is varied. */
  column: string;
  /** The column that makes groups. Default: all rows together. */
  group?: string | undefined;
  /** At how many values at most, of a column of numbers; left out: 20. Of others at all, up to 100. */
  points?: number | undefined;
  /** Of how many rows the curves are wanted, spread evenly over all. Default: 50. */
  curves?: number | undefined;
}

export interface DependenceGroup {
  /** The group's name; undefined where all rows are meant. */
  group: string | undefined;
  rows: number;
  /** Mean score at each value, with Student's interval. */
  means: Estimate[];
}

export interface Dependence {
  column: string;
  /** The values that all rows were given, one after the other. */
  values: Value[];
  isNumeric: boolean;
  confidence: number;
  groups: DependenceGroup[];
  /** Scores of single rows at each value. */
  curves: { row: number; group: string | undefined; scores: number[] }[];
  /** What this is not. */
  note: string;
}

const dependenceNote =
  'Every row is given every value, also together with others that never occur with it: where columns go together, parts of ' +
  'a curve are about people who do not exist.';

/**
 * Gives all rows one value of a column after the other: f(v) = mean over rows of the score with the column at v (Friedman
 * 2001), by group, and single rows' scores beside it (Goldstein et al. 2015). Values are those of the column, or, of more
 * numbers than `points`, those at equal steps of rank.
 *
 * @example
 * const { values, groups } = await dependence({
 *   predict: (asked) => asked.map(({ sex, income }) => (Number(income) + (sex === 'm' ? 2 : 0)) / 16), // any model
 *   rows: rowsOf({ sex: ['f', 'f', 'm', 'm'], income: [2, 6, 2, 6] }),
 *   column: 'income',
 *   group: 'sex',
 * });
 * groups.map(({ means }) => means.map(({ value }) => value)); // [[0.125, 0.375], [0.25, 0.5]]
 *
 * @throws FairwasmError `invalidArgument` for columns that are not there; `tooLarge` for more than 20 groups, or 100 values that are
 *   no numbers; the signal's reason if it is aborted.
 */
export async function dependence(
  options: DependenceOptions,
  run: RunOptions = {},
): Promise<Dependence> {
  requireRun(run);
  requireAsked('dependence', options, ['column', 'group', 'points', 'curves', 'confidence']);
  const { predict, rows, column, group } = options;
  const points = requireWhole('points', options.points ?? 20, 2, 1000);
  const wanted = requireWhole('curves', options.curves ?? 50, 0, 1000);
  const confidence = confidenceOf(options);
  requireColumn('column', rows, column);
  const numeric = isNumeric(rows, column);
  const values = numeric ? numbersOf(rows, column, points) : categoriesOf(rows, column);
  const places = placesOf(rows, group);
  const shown = evenly(rows.length, wanted);
  const scores: Float64Array[] = [];
  for (const [i, value] of values.entries()) {
    const step = stepOf(run, i, values.length);
    scores.push(await scoresWith(predict, rows, column, () => value, step));
  }
  const groups = [...places].map(([name, own]) => ({
    group: name,
    rows: own.length,
    means: scores.map((at) => meanOf(valuesAt(at, own), confidence, 'no rows')),
  }));
  const groupOf = new Map([...places].flatMap(([name, own]) => own.map((place) => [place, name])));
  const curves = shown.map((row) => ({
    row,
    group: groupOf.get(row),
    scores: scores.map((at) => at[row] as number),
  }));
  const note = dependenceNote;
  return { column, values, isNumeric: numeric, confidence, groups, curves, note };
}

const placesOf = (
  rows: readonly Row[],
  group: string | undefined,
): ReadonlyMap<string | undefined, number[]> =>
  group === undefined ? new Map([[undefined, rows.map((_, i) => i)]]) : placesByGroup(rows, group);

const evenly = (count: number, wanted: number): number[] => {
  const many = Math.min(count, wanted);
  return Array.from({ length: many }, (_, i) => Math.floor((i * count) / many));
};

function numbersOf(rows: readonly Row[], column: string, points: number): number[] {
  const sorted = Float64Array.from(
    rows.filter((row) => !isMissing(row[column])),
    (row) => numberOf(row[column]),
  ).sort();
  const different = [...new Set(sorted)];
  if (different.length <= points) return different;
  const step = (sorted.length - 1) / (points - 1);
  return [
    ...new Set(Array.from({ length: points }, (_, i) => sorted[Math.round(i * step)] as number)),
  ];
}

function categoriesOf(rows: readonly Row[], column: string): Value[] {
  const places = rowsByCategory('column', rows, column, 100);
  const names = new Map(rows.map((row) => [nameOf(row[column]), row[column]]));
  return [...places.keys()].map((name) => names.get(name));
}
