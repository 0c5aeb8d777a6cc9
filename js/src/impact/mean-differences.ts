// SPDX-License-Identifier: Apache-2.0
//
// Standardized mean differences: the difference between the mean scores of a group and of a reference group, in percent
// of the standard deviation of all rows.

import { type Estimate, estimate } from '../core/estimate.js';
import { requireOptions } from '../core/options.js';
import type { NumberColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { finiteNumbers } from './outcomes.js';
import { readScores, type ScoredGroups, scoredOptions } from './scores.js';

/** The means of one quantity by group. */
export interface MeanTable {
  /** Sample standard deviation (n - 1 degrees of freedom) of all rows, including rows without a group. */
  standardDeviation: number;
  groups: readonly {
    name: string;
    mean: number;
    /** 100 (mean - mean of the reference) / standard deviation; null for the reference itself. */
    difference: Estimate | null;
  }[];
}

/** The result of {@link Impact.meanDifferences}: the mean scores. */
export interface MeanDifferences extends MeanTable {
  /** Groups whose difference is a disadvantage: above 0 if lower scores are better, otherwise below 0. */
  disadvantaged: readonly string[];
  /** The differences for label - score; null without a label. */
  residual: MeanTable | null;
}

/** @internal See {@link Impact.meanDifferences}. */
export function meanDifferences(input: ScoredGroups, label: NumberColumn | undefined): MeanDifferences {
  requireOptions('meanDifferences', input, [...scoredOptions, 'label']);
  const { scores, names, codes, reference, lowerIsBetter } = readScores(input);
  const of = (values: Float64Array) => standardized(values, names, codes, reference);
  const result = of(scores);
  const isWorse = (value: number) => (lowerIsBetter ? value > 0 : value < 0);
  return {
    ...result,
    disadvantaged: result.groups.flatMap(({ name, difference }) =>
      difference && isWorse(difference.value) ? name : [],
    ),
    residual: label === undefined ? null : of(residuals(label, scores)),
  };
}

function residuals(label: NumberColumn, scores: Float64Array): Float64Array {
  const labels = finiteNumbers(label, 'label');
  requireRows('label', labels.length, scores.length);
  return labels.map((value, row) => value - (scores[row] as number));
}

const noInterval = 'no interval: no known method is valid for every distribution of scores';

function standardized(
  values: Float64Array,
  names: readonly string[],
  codes: Uint32Array,
  reference: number,
): MeanTable {
  const standardDeviation = getDeviation(values);
  const means = names.map((_, group) => getMean(values.filter((__, row) => codes[row] === group)));
  const whole = means[reference] as number;
  const why = () => (values.length < 2 ? 'fewer than two rows' : 'all values are equal');
  return {
    standardDeviation,
    groups: names.map((name, group) => {
      const mean = means[group] as number;
      const value = (100 * (mean - whole)) / standardDeviation;
      const difference = estimate(value, why, { warning: noInterval });
      return { name, mean, difference: group === reference ? null : difference };
    }),
  };
}

// The mean of equal values is this value, and the deviation is 0.
function getMean(values: Float64Array): number {
  const first = values[0] ?? Number.NaN;
  return first + getSum(values, (value) => value - first) / values.length;
}

function getDeviation(values: Float64Array): number {
  const mean = getMean(values);
  return Math.sqrt(getSum(values, (value) => (value - mean) ** 2) / (values.length - 1));
}

/** Compensates rounding errors (Neumaier 1974), so that the mean of many rows keeps its last digits. */
function getSum(values: Float64Array, of: (value: number) => number): number {
  let sum = 0;
  let lost = 0;
  for (const each of values) {
    const value = of(each);
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}
