// SPDX-License-Identifier: Apache-2.0
//
// How often prediction intervals or prediction sets contain the true value, and how large they are, by group.

import { invalid, shapeMismatch } from '../core/error.js';
import { type Estimate, requireConfidence } from '../core/estimate.js';
import { getMean, proportion } from '../core/intervals.js';
import { requireEither, requireOptions } from '../core/options.js';
import { CategoryEncoder, groupEncoder } from '../data/category.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { requireName } from '../data/value.js';

/** Input of {@link Scores.predictionCoverage}: either intervals (`low` and `high`) or `sets`. */
export interface PredictionCoverageInput {
  /** Targets, or classes for sets. */
  label: NumberColumn | CategoryColumn;
  /** The ends of the prediction interval of each row; a value equal to an end is inside. */
  low?: NumberColumn | undefined;
  high?: NumberColumn | undefined;
  /** The predicted classes of each row; may be empty. */
  sets?: readonly (readonly (string | number | boolean)[])[] | undefined;
  group: CategoryColumn;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

/** Coverage and size in one group, or in all rows. */
export interface PredictionCoverage extends NamedGroup {
  rows: number;
  /** Proportion of rows whose interval or set contains the true value, in [0, 1]. Wilson's interval. */
  coverage: Estimate;
  /** Mean width of the intervals, in the unit of the label, or mean number of classes in a set, at least 0. */
  size: Estimate;
}

interface Predicted {
  isCovered: boolean[];
  sizes: number[];
}

/** See {@link Scores.predictionCoverage}. */
export function predictionCoverage(input: PredictionCoverageInput): PredictionCoverage[] {
  const known = ['label', 'low', 'high', 'sets', 'group', 'confidence'];
  requireOptions('predictionCoverage', input, known);
  requireEither({ sets: input.sets, low: input.low });
  const confidence = requireConfidence(input.confidence);
  const predicted = input.sets === undefined ? inIntervals(input) : inSets(input, input.sets);
  const encoder = groupEncoder('group');
  const codes = encoder.encode(input.group);
  requireRows('group', codes.length, predicted.sizes.length);
  const places = Array.from(codes, (code, row) => [code, row] as const);
  const all = places.map(([, row]) => row);
  return [
    measure(toGroup({}), all, predicted, confidence),
    ...[...encoder.categories].sort().map((name) => {
      const own = encoder.categories.indexOf(name);
      const rows = places.filter(([code]) => code === own).map(([, row]) => row);
      return measure(toGroup({ group: name }), rows, predicted, confidence);
    }),
  ];
}

function measure(
  group: NamedGroup,
  rows: readonly number[],
  { isCovered, sizes }: Predicted,
  confidence: number,
): PredictionCoverage {
  const covered = rows.filter((row) => isCovered[row]).length;
  return {
    ...group,
    rows: rows.length,
    coverage: proportion(covered, rows.length, confidence, 'no rows'),
    size: getMean(
      rows.map((row) => sizes[row] as number),
      confidence,
      'no rows',
    ),
  };
}

function inIntervals({ label, low, high }: PredictionCoverageInput): Predicted {
  const truth = toNumbers(label as NumberColumn, 'label');
  const lows = toNumbers(low as NumberColumn, 'low');
  const highs = toNumbers((high ?? []) as NumberColumn, 'high');
  for (const [name, { length }] of Object.entries({ low: lows, high: highs })) {
    requireRows(name, length, truth.length);
  }
  const crossed = lows.findIndex((each, row) => !(each <= (highs[row] as number)));
  if (crossed >= 0) {
    throw invalid('high', `a number of at least ${lows[crossed]}, the low end`, `${highs[crossed]}`, crossed);
  }
  return {
    isCovered: Array.from(truth, (y, row) => (lows[row] as number) <= y && y <= (highs[row] as number)),
    sizes: Array.from(lows, (each, row) => (highs[row] as number) - each),
  };
}

function inSets({ label }: PredictionCoverageInput, sets: readonly (readonly unknown[])[]): Predicted {
  const encoder = new CategoryEncoder('label', [], 'category');
  const truth = encoder.encode(label as CategoryColumn);
  if (!Array.isArray(sets) || sets.length !== truth.length) {
    throw shapeMismatch('sets', `${truth.length} sets, one per row`, `${sets.length}`);
  }
  const names = sets.map((set, row) => {
    if (!Array.isArray(set)) throw invalid('sets', 'an array of classes', typeof set, row);
    return new Set(set.map((each) => requireName(each, 'sets', row)));
  });
  return {
    isCovered: names.map((own, row) => own.has(encoder.categories[truth[row] as number] as string)),
    sizes: names.map(({ size }) => size),
  };
}
