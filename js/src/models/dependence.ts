// SPDX-License-Identifier: Apache-2.0
//
// How scores change with one column while all other columns stay the same: mean scores per group (partial dependence)
// and curves of individual rows (individual conditional expectation).

import type { Estimate } from '../core/estimate.js';
import { getMean } from '../core/intervals.js';
import { getStep, type RunOptions } from '../core/long-run.js';
import { requireWhole } from '../core/options.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { getName, isMissing, type Value } from '../data/value.js';
import { placesByGroup, scoresWith, valuesAt } from './changed-column.js';
import { getConfidence, requirePredictionInput, requireRun, rowsByCategory } from './decisions.js';
import { isNumeric, toNumber } from './distance.js';
import type { FlipOptions } from './flip.js';
import { type Row, requireColumn } from './rows.js';

export interface Dependence {
  column: string;
  /** The values that the column was set to, in order. */
  values: Value[];
  isNumeric: boolean;
  confidence: number;
  groups: (NamedGroup & {
    rows: number;
    /** Mean score at each value, with Student's t confidence interval. */
    means: Estimate[];
  })[];
  /** Scores of individual rows at each value, with the name of their group. */
  curves: { row: number; group: string; scores: number[] }[];
  /** A caveat about interpreting the result. */
  note: string;
}

const dependenceNote =
  'Every row is given every value, also together with others that never occur with it: where columns go together, parts of ' +
  'a curve are about people who do not exist.';

/**
 * Sets a column to one value after another in all rows, and returns the mean score at each value (Friedman 2001), by
 * group, and the scores of individual rows (Goldstein et al. 2015). The values are those in the column; if a numeric
 * column has more than `points` values, they are taken at equal steps of rank.
 *
 * @example
 * const { values, groups } = await dependence({
 *   predict: (asked) => asked.map(({ sex, income }) => (Number(income) + (sex === 'm' ? 2 : 0)) / 16), // any model
 *   rows: toRows({ sex: ['f', 'f', 'm', 'm'], income: [2, 6, 2, 6] }),
 *   column: 'income',
 *   group: 'sex',
 * });
 * groups.map(({ means }) => means.map(({ value }) => value)); // [[0.125, 0.375], [0.25, 0.5]]
 *
 * @throws FairwasmError `invalidArgument` if a column does not exist; `tooLarge` for more than 20 groups or more than
 *   100 nonnumeric values; the signal's reason if it is aborted.
 */
export async function dependence(
  options: Pick<FlipOptions, 'predict' | 'rows' | 'confidence'> & {
    /** The column to vary. */
    column: string;
    /** The column that defines groups. Default: all rows form one group. */
    group?: string | undefined;
    /** Maximum number of values for a numeric column. Default: 20. Other columns can have up to 100 values. */
    points?: number | undefined;
    /** Number of rows to draw curves for, spread evenly over all rows. Default: 50. */
    curves?: number | undefined;
  },
  run: RunOptions = {},
): Promise<Dependence> {
  requireRun(run);
  requirePredictionInput('dependence', options, ['column', 'group', 'points', 'curves', 'confidence']);
  const { predict, rows, column, group } = options;
  const points = requireWhole('points', options.points ?? 20, 2, 1000);
  const wanted = requireWhole('curves', options.curves ?? 50, 0, 1000);
  const confidence = getConfidence(options);
  requireColumn('column', rows, column);
  const numeric = isNumeric(rows, column);
  const values = numeric ? toNumbers(rows, column, points) : getCategories(rows, column);
  const indices = findPlaces(rows, group);
  const shown = evenly(rows.length, wanted);
  const scores: Float64Array[] = [];
  for (const [i, value] of values.entries()) {
    const step = getStep(run, i, values.length);
    scores.push(await scoresWith(predict, rows, column, () => value, step));
  }
  const groups = indices.map(([named, own]) => ({
    ...named,
    rows: own.length,
    means: scores.map((at) => getMean(valuesAt(at, own), confidence, 'no rows')),
  }));
  const getGroup = new Map(indices.flatMap(([{ name }, own]) => own.map((index) => [index, name])));
  const curves = shown.map((row) => ({
    row,
    group: getGroup.get(row) as string,
    scores: scores.map((at) => at[row] as number),
  }));
  const note = dependenceNote;
  return { column, values, isNumeric: numeric, confidence, groups, curves, note };
}

const findPlaces = (rows: readonly Row[], group: string | undefined): [group: NamedGroup, places: number[]][] =>
  group === undefined
    ? [[toGroup({}), rows.map((_, i) => i)]]
    : [...placesByGroup(rows, group)].map(([name, own]) => [toGroup({ [group]: name }), own]);

const evenly = (count: number, wanted: number): number[] => {
  const many = Math.min(count, wanted);
  return Array.from({ length: many }, (_, i) => Math.floor((i * count) / many));
};

function toNumbers(rows: readonly Row[], column: string, points: number): number[] {
  const sorted = Float64Array.from(
    rows.filter((row) => !isMissing(row[column])),
    (row) => toNumber(row[column]),
  ).sort();
  const different = [...new Set(sorted)];
  if (different.length <= points) return different;
  const step = (sorted.length - 1) / (points - 1);
  return [...new Set(Array.from({ length: points }, (_, i) => sorted[Math.round(i * step)] as number))];
}

function getCategories(rows: readonly Row[], column: string): Value[] {
  const places = rowsByCategory('column', rows, column, 100);
  const names = new Map(rows.map((row) => [getName(row[column]), row[column]]));
  return [...places.keys()].map((name) => names.get(name));
}
