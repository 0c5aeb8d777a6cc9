// SPDX-License-Identifier: Apache-2.0
//
// Scores by group: the selection rate for cutoffs at several quantiles, and the differences between mean scores. Rows
// are sorted once, and then counted by group.

import { invalid } from '../core/error.js';
import { type Estimate, estimate, infiniteRatio } from '../core/estimate.js';
import { requireBoolean, requireOptions, shown } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { getName } from '../data/value.js';
import { type Fraction, toFraction } from './decimal.js';
import { crossGroups } from './groups.js';
import { finiteNumbers } from './outcomes.js';

/** Rows with a score and a group. */
export interface ScoredGroups {
  /** A single column: `{ race: […] }`. Rows with an unknown group are included in the total, but not in a group. */
  groups: Readonly<Record<string, CategoryColumn>>;
  score: NumberColumn;
  /** The group with which others are compared. */
  reference: string;
  /** Whether low scores are better. Default: false. */
  lowerIsBetter?: boolean | undefined;
  /** As in {@link Impact.tables}. */
  unknownValues?: readonly string[] | undefined;
}

/** @internal The names of {@link ScoredGroups}. */
export const scoredOptions = ['groups', 'score', 'reference', 'lowerIsBetter', 'unknownValues'];

/** Selection rates for one cutoff. */
export interface QuantileRatios {
  quantile: number;
  /** The cutoff among all scores; scores at least as good are approved. */
  cutoff: number;
  approved: number;
  groups: readonly {
    name: string;
    rows: number;
    approved: number;
    rate: number;
    /** Selection rate / selection rate of the reference; null for the reference. */
    ratio: Estimate | null;
  }[];
}

/**
 * @internal Returns scores with their groups. Throws as {@link crossGroups}, and `invalidArgument` for an unknown
 * reference.
 */
export function readScores(input: ScoredGroups) {
  const { attributes, cells, rows } = crossGroups(input.groups, input.unknownValues);
  const [attribute, another] = attributes;
  if (!attribute || another) throw invalid('groups', 'one column', attributes.map(({ name }) => name).join(', '));
  const scores = finiteNumbers(input.score, 'score');
  requireRows('score', scores.length, rows);
  const names = attribute.categories;
  const reference = names.indexOf(getName(input.reference) ?? input.reference);
  if (reference < 0) throw invalid('reference', `one of ${names.join(', ')}`, shown(input.reference));
  const lowerIsBetter = requireBoolean('lowerIsBetter', input.lowerIsBetter ?? false);
  return { scores, names, codes: cells, reference, lowerIsBetter };
}

/** @internal See {@link Impact.ratiosByQuantile}. */
export function ratiosByQuantile(
  input: ScoredGroups,
  quantiles: readonly (number | string)[] = [0.1, 0.25, 0.5, 0.75],
): QuantileRatios[] {
  requireOptions('ratiosByQuantile', input, [...scoredOptions, 'quantiles']);
  const { scores, names, codes, reference, lowerIsBetter } = readScores(input);
  if (!Array.isArray(quantiles)) throw invalid('quantiles', 'an array of proportions', shown(quantiles));
  const inOrder = scores.slice().sort();
  const rows = counts(codes, names.length, () => true);
  return quantiles.map((quantile) => {
    const share = toFraction('quantiles', quantile);
    const { cutoff, last } = cutoffAt(inOrder, share, lowerIsBetter);
    const isApproved = (row: number) =>
      lowerIsBetter ? (scores[row] as number) <= last : (scores[row] as number) >= last;
    const approved = counts(codes, names.length, isApproved);
    const rates = names.map((_, group) => (approved[group] as number) / (rows[group] as number));
    const whole = rates[reference] as number;
    return {
      quantile: Number(quantile),
      cutoff,
      approved: approved.reduce((sum, each) => sum + each, 0),
      groups: names.map((name, group) => ({
        name,
        rows: rows[group] as number,
        approved: approved[group] as number,
        rate: rates[group] as number,
        ratio: group === reference ? null : getRatio(rates[group] as number, whole, names[reference]),
      })),
    };
  });
}

// No intervals, because the cutoff is a quantile of the same scores; intervals of independent proportions would be
// wrong.
const noInterval = 'no interval: the cutoff comes from the scores of the same rows';

const getRatio = (rate: number, whole: number, reference: string | undefined) =>
  estimate(rate / whole, () => (rate > 0 ? infiniteRatio : `no one in ${reference} is approved`), {
    warning: noInterval,
  });

/** Returns the number of approved rows of each group and, last, of rows in no group. */
function counts(codes: Uint32Array, groups: number, passes: (row: number) => boolean): number[] {
  const sums = new Array<number>(groups + 1).fill(0);
  for (let row = 0; row < codes.length; row++) {
    const group = codes[row] as number;
    if (passes(row)) sums[group] = (sums[group] as number) + 1;
  }
  return sums;
}

/**
 * Returns the quantile of the sorted scores at the fraction (or at 1 minus the fraction, if higher is better),
 * interpolated linearly, and the last approved score. The last approved score is found by its position, because a
 * cutoff between two scores may be rounded to the worse score, which would then be approved.
 */
function cutoffAt(inOrder: Float64Array, share: Fraction, lowerIsBetter: boolean) {
  const { numerator, denominator } = share;
  const from = lowerIsBetter ? numerator : denominator - numerator;
  const place = BigInt(inOrder.length - 1) * from;
  const below = Number(place / denominator);
  const beyond = Number(place % denominator) / Number(denominator);
  const low = inOrder[below] as number;
  const high = inOrder[Math.min(below + 1, inOrder.length - 1)] as number;
  const cutoff = beyond === 0 ? low : low + (high - low) * beyond;
  return { cutoff, last: lowerIsBetter || beyond === 0 ? low : high };
}
