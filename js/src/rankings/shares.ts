// SPDX-License-Identifier: Apache-2.0
//
// Shares of groups compared with reference shares.

import { invalid } from '../core/error.js';
import { boundedEstimate, type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { isPlain, requireBoolean, requireEither, requireOptions, shown } from '../core/options.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { codeGroups, type ReferenceShares, requireReference } from './groups.js';
import type { Wasm } from './module.js';

/** Input of {@link Rankings.shares}. */
export interface ShareInput {
  /** The group of each row. Rows with a missing value are counted as `unknown` and excluded. */
  group?: CategoryColumn | undefined;
  /** Number of rows that each entry of `group` represents; integers. Default: 1. */
  rows?: NumberColumn | undefined;
  /** Instead of `group`: the number of rows of each group. */
  counts?: Readonly<Record<string, number>> | undefined;
  /** The reference shares. */
  reference: ReferenceShares;
  /** Whether `reference` contains counts of a sample, which are themselves uncertain. Default: false. */
  isSample?: boolean | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

/** The share of one group, n_g of n rows, compared with its reference share q_g. */
export type GroupShare = ShareReport['groups'][number];

/** The result of {@link Rankings.shares}. */
export interface ShareReport {
  format: 'fairwasm-shares';
  version: 1;
  /** Rows with a known group. */
  rows: number;
  /** Rows without a group; absent if there are none. */
  unknown?: number;
  confidence: number;
  /** Number of rows of the reference, if it is a sample. */
  referenceRows?: number;
  groups: readonly (NamedGroup<'group'> & {
    /** n_g. */
    rows: number;
    /** p_g = n_g / n, with Goodman's simultaneous interval. */
    share: Estimate;
    /** q_g. */
    expected: number;
    /** p_g / q_g. */
    ratio: Estimate;
    /** ln(p_g / q_g), the log skew. */
    logRatio: Estimate;
    /** p_g - q_g, with the p-value of p_g = q_g, and Bonferroni's adjusted p-value for all groups. */
    difference: Estimate;
    /** max(0, ⌈q_g n⌉ - n_g): additional members that the group needs for its reference share of n rows. */
    missing: number;
  })[];
  /** Σ |p_g - q_g| / 2. Its interval is conservative. */
  totalVariation: Estimate;
  /** Pearson's chi-squared test of equal shares. */
  pearson: { statistic: number; degrees: number; pValue: number; smallestExpected: number };
  /**
   * The exact test: the multinomial test or, with a sample, the test of tables with the same margins; absent for large
   * tables.
   */
  exact?: { pValue: number };
}

type Result = ReturnType<Wasm['compareShares']>;

/** See {@link Rankings.shares}. */
export function compareShares(wasm: Wasm, input: ShareInput): ShareReport {
  requireOptions('shares', input, [...['group', 'rows', 'counts', 'reference', 'isSample', 'confidence']]);
  const isSample = requireBoolean('isSample', input.isSample ?? false);
  const confidence = requireConfidence(input.confidence);
  const { names, counts, unknown } = countGroups(input);
  const reference = Float64Array.from(names, (name) => input.reference[name] as number);
  const found = wasm.compareShares(counts, reference, isSample, confidence);
  const rows = getSum(counts);
  return {
    format: 'fairwasm-shares',
    version: 1,
    rows,
    ...(unknown > 0 && { unknown }),
    confidence,
    ...(isSample && { referenceRows: getSum(reference) }),
    groups: found.groups.map((group, i) => groupShare(names[i] as string, counts[i] as number, group)),
    totalVariation: boundedEstimate(found.totalVariation, noRows),
    pearson: {
      statistic: found.statistic,
      degrees: found.degrees,
      pValue: found.pearsonPValue,
      smallestExpected: found.smallestExpected,
    },
    ...(!Number.isNaN(found.exactPValue) && { exact: { pValue: found.exactPValue } }),
  };
}

const noRows = () => 'there are no rows';

function groupShare(name: string, rows: number, group: Result['groups'][0]): GroupShare {
  const { share, expected, ratio, logRatio, difference, missing } = group;
  const why = () => {
    if (Number.isNaN(share[0])) return noRows();
    if (expected === 0) return 'the reference share is 0';
    return 'the group has no rows';
  };
  const { pValue, adjustedPValue } = group;
  return {
    ...toGroup({ group: name }),
    rows,
    share: boundedEstimate(share, noRows),
    expected,
    ratio: boundedEstimate(ratio, why),
    logRatio: boundedEstimate(logRatio, why),
    difference: estimate(difference[0] as number, why, {
      ci: [difference[1] as number, difference[2] as number],
      pValue,
      adjustedPValue,
    }),
    missing,
  };
}

const getSum = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

function countGroups({ group, rows, counts, reference }: ShareInput) {
  requireEither({ group, counts });
  if (counts !== undefined) return readCounts(counts, rows, reference);
  const { names, codes } = codeGroups(group as CategoryColumn, reference);
  const amounts = rows === undefined ? undefined : toNumbers(rows, 'rows');
  if (amounts) requireRows('rows', amounts.length, codes.length);
  const totals = new Float64Array(names.length);
  let unknown = 0;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    const amount = amounts ? requireAmount(amounts[row] as number, row) : 1;
    if (code < names.length) totals[code] = (totals[code] as number) + amount;
    else unknown += amount;
  }
  return { names, counts: totals, unknown };
}

function requireAmount(amount: number, row: number): number {
  if (Number.isSafeInteger(amount) && amount >= 0) return amount;
  throw invalid('rows', 'a nonnegative whole number', shown(amount), row);
}

function readCounts(
  counts: Readonly<Record<string, number>>,
  rows: NumberColumn | undefined,
  reference: ReferenceShares,
) {
  if (rows !== undefined) throw invalid('rows', 'no rows without group', 'both rows and counts');
  if (!isPlain(counts)) throw invalid('counts', 'an object such as { f: 20, m: 30 }', shown(counts));
  const names = requireReference(reference);
  const stray = Object.keys(counts).find((name) => !names.includes(name));
  if (stray !== undefined) {
    throw invalid('counts', `groups of the reference: ${names.join(', ')}`, `'${stray}'`);
  }
  const totals = names.map((name) => counts[name] ?? 0);
  const place = totals.findIndex((count) => !Number.isSafeInteger(count) || count < 0);
  if (place >= 0) throw invalid('counts', 'nonnegative whole numbers', shown(totals[place]));
  return { names, counts: Float64Array.from(totals), unknown: 0 };
}
