// SPDX-License-Identifier: Apache-2.0
//
// How often prediction intervals or prediction sets contain the true value, and how large they are, by group.

import { fewCasesWarning } from '../audit/frame/uncertainty.js';
import { invalid, shapeMismatch } from '../core/error.js';
import { type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { getMean, proportion } from '../core/intervals.js';
import { requireEither, requireOptions } from '../core/options.js';
import { CategoryEncoder, groupEncoder } from '../data/category.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { sortedNames } from '../data/largest-group.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { requireName } from '../data/value.js';
import {
  type ClusteredInterval,
  type ClusterOptions,
  clusterings,
  clusterOptions,
  Jackknife,
} from '../tally/jackknife.js';

/** Input of {@link Scores.predictionCoverage}: either intervals (`low` and `high`) or `sets`. */
export interface PredictionCoverageInput extends ClusterOptions {
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
  /**
   * Proportion of rows whose interval or set contains the true value, in [0, 1]. Wilson's interval, with a warning if
   * fewer than five rows of the group are expected inside or outside; with clusters, the jackknife's.
   */
  coverage: Estimate;
  /** Mean width of the intervals, in the unit of the label, or mean number of classes in a set, at least 0. */
  size: Estimate;
}

interface Predicted {
  isCovered: boolean[];
  sizes: number[];
}

/** @internal See {@link Scores.predictionCoverage}. */
export function predictionCoverage(wasm: ClusteredInterval, input: PredictionCoverageInput): PredictionCoverage[] {
  const names = ['label', 'low', 'high', 'sets', 'group', 'confidence'];
  requireOptions('predictionCoverage', input, [...names, ...clusterOptions]);
  requireEither({ sets: input.sets, low: input.low });
  const confidence = requireConfidence(input.confidence);
  const predicted = input.sets === undefined ? inIntervals(input) : inSets(input, input.sets);
  const encoder = groupEncoder('group');
  const codes = encoder.encode(input.group);
  requireRows('group', codes.length, predicted.sizes.length);
  const places = Array.from(codes, (code, row) => [code, row] as const);
  const all = places.map(([, row]) => row);
  const measured = [
    { group: toGroup({}), rows: all },
    ...sortedNames(encoder.categories).map((name) => {
      const own = encoder.categories.indexOf(name);
      return { group: toGroup({ group: name }), rows: places.filter(([code]) => code === own).map(([, row]) => row) };
    }),
  ];
  const inside = countCovered(all, predicted) / all.length;
  const expected = (rows: readonly number[]) => rows.length * Math.min(inside, 1 - inside);
  const results = measured.map(({ group, rows }) => measure(group, rows, predicted, confidence, expected(rows)));
  const ways = clusterings(input, all.length);
  if (ways.length === 0) return results;
  const getValues = (kept: Uint32Array) => {
    const isKept = new Uint8Array(all.length);
    for (const row of kept) isKept[row] = 1;
    return measured.flatMap(({ rows }) => {
      const own = rows.filter((row) => isKept[row]);
      const sizes = own.reduce((sum, row) => sum + (predicted.sizes[row] as number), 0);
      return [countCovered(own, predicted) / own.length, sizes / own.length];
    });
  };
  const jackknife = Jackknife.fromRows(wasm, ways, getValues, confidence);
  return results.map((result, i) => {
    const { coverage, size } = result;
    const bounded = jackknife.estimate(coverage, (values) => values[2 * i] as number, 'share');
    return {
      ...result,
      coverage: bounded.warning === undefined && coverage.warning ? { ...bounded, warning: coverage.warning } : bounded,
      size: jackknife.estimate(size, (values) => values[2 * i + 1] as number, 'skewed'),
    };
  });
}

const countCovered = (rows: readonly number[], { isCovered }: Predicted): number =>
  rows.filter((row) => isCovered[row]).length;

function measure(
  group: NamedGroup,
  rows: readonly number[],
  predicted: Predicted,
  confidence: number,
  expectedCases: number,
): PredictionCoverage {
  const { value, ci } = proportion(countCovered(rows, predicted), rows.length, confidence, 'no rows');
  return {
    ...group,
    rows: rows.length,
    coverage: estimate(value, () => 'no rows', { ci, warning: fewCasesWarning(expectedCases) }),
    size: getMean(
      rows.map((row) => predicted.sizes[row] as number),
      confidence,
      'no rows',
    ),
  };
}

function inIntervals({ label, low, high }: PredictionCoverageInput): Predicted {
  const truth = toNumbers(label as NumberColumn, 'label');
  const lows = toNumbers(low as NumberColumn, 'low');
  const highs = toNumbers((high ?? []) as NumberColumn, 'high');
  for (const [name, { length }] of Object.entries({ low: lows, high: highs })) requireRows(name, length, truth.length);
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
