// SPDX-License-Identifier: Apache-2.0
//
// Shares of groups compared with reference shares.

import { invalid } from '../core/error.js';
import { boundedEstimate, type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { isPlain, requireBoolean, requireEither, requireOptions, shown } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { requireFewGroups } from '../data/group-limit.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { codeGroups, type ReferenceShares, requireReference } from './groups.js';
import type { Wasm } from './module.js';

/** Input of {@link Rankings.shares}. */
export interface ShareInput {
  /** The group of each row. Rows with a missing value are counted as `unknown` and excluded. */
  group?: CategoryColumn | undefined;
  /** Number of rows that each entry of `group` represents; integers. Default: 1. */
  rows?: NumberColumn | undefined;
  /**
   * The cluster of each row, such as the person; rows of a cluster are not independent. Default: rows are independent.
   */
  cluster?: CategoryColumn | undefined;
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
  /** Number of clusters of rows; absent if rows are independent. */
  clusters?: number;
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
  /** The test of equal shares to report: the exact test if there is one, otherwise Pearson's; absent with clusters. */
  test?: { method: 'exact' | 'pearson'; pValue: number };
  /**
   * Pearson's chi-squared test of equal shares; approximate if `smallestExpected` is below 5, and absent with clusters,
   * for which it is not valid.
   */
  pearson?: { statistic: number; degrees: number; pValue: number; smallestExpected: number };
  /**
   * The exact test: the multinomial test or, with a sample, the test of tables with the same margins; absent for large
   * tables.
   */
  exact?: { pValue: number };
}

type Result = ReturnType<Wasm['compareShares']>;

/** See {@link Rankings.shares}. */
export function compareShares(wasm: Wasm, input: ShareInput): ShareReport {
  requireOptions('shares', input, [...['group', 'rows', 'cluster', 'counts', 'reference', 'isSample', 'confidence']]);
  const isSample = requireBoolean('isSample', input.isSample ?? false);
  const confidence = requireConfidence(input.confidence);
  const { names, counts, unknown, clustered } = countGroups(input);
  requireFewGroups('reference', names.length);
  const reference = Float64Array.from(names, (name) => input.reference[name] as number);
  const result = clustered
    ? wasm.compareClusteredShares(clustered.groups, clustered.clusters, clustered.rows, reference, isSample, confidence)
    : wasm.compareShares(counts, reference, isSample, confidence);
  return {
    format: 'fairwasm-shares',
    version: 1,
    rows: getSum(counts),
    ...(unknown > 0 && { unknown }),
    confidence,
    ...(clustered && { clusters: result.clusters }),
    ...(isSample && { referenceRows: getSum(reference) }),
    groups: result.groups.map((group, i) =>
      groupShare(names[i] as string, counts[i] as number, group, result.clusters),
    ),
    totalVariation: boundedEstimate(result.totalVariation, noRows),
    ...(!clustered && {
      test: Number.isNaN(result.exactPValue)
        ? { method: 'pearson', pValue: result.pearsonPValue }
        : { method: 'exact', pValue: result.exactPValue },
      pearson: {
        statistic: result.statistic,
        degrees: result.degrees,
        pValue: result.pearsonPValue,
        smallestExpected: result.smallestExpected,
      },
    }),
    ...(!Number.isNaN(result.exactPValue) && { exact: { pValue: result.exactPValue } }),
  };
}

// With fewer degrees of freedom, intervals are approximate: see docs/uncertainty.md.
const fewDegrees = 9;

function getWarning({ share, degrees }: Result['groups'][0], clusters: number): string | undefined {
  if (Number.isNaN(share[1])) return clusters === 1 ? 'no interval, because all rows are in one cluster' : undefined;
  return degrees < fewDegrees
    ? `few clusters: the interval has ${Number(degrees.toFixed(1))} degrees of freedom and is approximate`
    : undefined;
}

const noRows = () => 'there are no rows';

function groupShare(name: string, rows: number, group: Result['groups'][0], clusters: number): GroupShare {
  const warning = getWarning(group, clusters);
  const { share, expected, ratio, logRatio, difference, missing } = group;
  const why = () => {
    if (Number.isNaN(share[0])) return noRows();
    if (expected === 0) return 'the reference share is 0';
    return 'the group has no rows';
  };
  const { pValue, adjustedPValue } = group;
  const ci = [difference[1] as number, difference[2] as number] as const;
  const bounded = (values: Float64Array, reason: () => string): Estimate => {
    const estimated = boundedEstimate(values, reason);
    return warning === undefined || Number.isNaN(estimated.value) ? estimated : { ...estimated, warning };
  };
  return {
    ...toGroup({ group: name }),
    rows,
    share: bounded(share, noRows),
    expected,
    ratio: bounded(ratio, why),
    logRatio: bounded(logRatio, why),
    difference: estimate(difference[0] as number, why, { ci, pValue, adjustedCi: ci, adjustedPValue, warning }),
    missing,
  };
}

const getSum = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

function countGroups({ group, rows, cluster, counts, reference }: ShareInput) {
  requireEither({ group, counts });
  if (counts !== undefined) {
    if (cluster !== undefined) throw invalid('cluster', 'no clusters without group', 'both clusters and counts');
    return { ...readCounts(counts, rows, reference), clustered: undefined };
  }
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
  return { names, counts: totals, unknown, clustered: cluster && readClusters(cluster, codes, amounts, names.length) };
}

/** Returns the entries with a known group, by cluster. */
function readClusters(
  cluster: CategoryColumn,
  codes: ArrayLike<number>,
  amounts: Float64Array | readonly number[] | undefined,
  groups: number,
) {
  const clusters = new CategoryEncoder('cluster', [], 'error').encode(cluster);
  requireRows('cluster', clusters.length, codes.length);
  const kept = Array.from(codes, (_, row) => row).filter((row) => (codes[row] as number) < groups);
  return {
    groups: Uint32Array.from(kept, (row) => codes[row] as number),
    clusters: Uint32Array.from(kept, (row) => clusters[row] as number),
    rows: Float64Array.from(kept, (row) => (amounts ? (amounts[row] as number) : 1)),
  };
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
  const unexpected = Object.keys(counts).find((name) => !names.includes(name));
  if (unexpected !== undefined)
    throw invalid('counts', `groups of the reference: ${names.join(', ')}`, `'${unexpected}'`);
  const totals = names.map((name) => counts[name] ?? 0);
  const index = totals.findIndex((count) => !Number.isSafeInteger(count) || count < 0);
  if (index >= 0) throw invalid('counts', 'nonnegative whole numbers', shown(totals[index]));
  return { names, counts: Float64Array.from(totals), unknown: 0 };
}
