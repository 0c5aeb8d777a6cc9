// SPDX-License-Identifier: Apache-2.0
//
// Amounts by group, compared with a reference group: the report, and the reasons for undefined values.

import { among, confidenceOfEach } from '../claims/adjust.js';
import { type Estimate, estimate } from '../core/estimate.js';
import { inOrder } from '../data/largest-group.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { isSmall } from '../data/suppression.js';
import type { Amounts as WasmAmounts } from '../wasm/amounts.js';

/** A group compared with the reference by one statistic T, such as the mean. */
export interface AmountGap {
  /** (T_r - T_g) / T_r as a fraction: 0.199 is a gap of 19.9%, and positive if the group has less than the reference. */
  gap: Estimate;
  /** T_g - T_r, in the unit of the amounts. */
  difference: Estimate;
  /** T_g / T_r. */
  ratio: Estimate;
}

/** The amounts of a group. */
export interface AmountGroup extends NamedGroup<'group'> {
  rows: number;
  /** Sum of weights. */
  weight: number;
  /** Number of clusters with rows of the group; only with clusters. */
  clusters?: number;
  /** Number of rows with amounts of 0 or less, which have no logarithm. */
  notPositive: number;
  mean: Estimate;
  median: Estimate;
  /** exp of the mean logarithm; undefined if an amount is 0 or less. */
  geometricMean: Estimate;
  /** One estimate for each requested probability. */
  quantiles: readonly Estimate[];
  /** Absent for the reference. */
  compared?: {
    mean: AmountGap;
    median: AmountGap;
    geometricMean: AmountGap;
    quantiles: readonly AmountGap[];
    /** P(x_g > x_r) + P(x_g = x_r) / 2, in [0, 1]: 0.5 if neither group tends to have more. */
    probabilityAbove: Estimate;
    /** Mann and Whitney's test of equal distributions, not of equal medians; only without weights and clusters. */
    mannWhitney?: { u: number; pValue: number };
  };
}

/** The result of {@link Amounts.amounts} and {@link AmountRows.report}. */
export interface AmountReport {
  format: 'fairwasm-amounts';
  version: 1;
  /** Names of the amounts and of the groups. */
  names: { amount: string; group: string };
  /** Rows of the groups shown. */
  rows: number;
  /** Rows that were dropped because of missing values. */
  droppedRows: number;
  /** Name of the group that others are compared with. */
  reference: string;
  /** Probabilities of the quantiles. */
  probabilities: readonly number[];
  /** Definition of quantiles other than the median: type 2 with weights, type 7 without (Hyndman and Fan 1996). */
  quantileType: 2 | 7;
  hasWeights: boolean;
  hasClusters: boolean;
  /** Level of the intervals; absent without intervals, as for a census. */
  confidence?: number;
  /** Number of comparisons that adjusted intervals account for: mean and median of every group. */
  comparisons: number;
  /** Names of groups that are not shown, because they have fewer rows than `suppressBelow`. */
  suppressed: readonly string[];
  suppressBelow?: number;
  /** The largest first. */
  groups: readonly AmountGroup[];
}

type Summary = ReturnType<WasmAmounts['summary']>;
type Group = Summary['groups'][0];
type Comparison = Summary['comparisons'][0];
type CoreEstimate = Group['mean'];
type CoreGap = Comparison['mean'];

/** Settings of a report, after validation. */
export interface ReportSettings {
  names: AmountReport['names'];
  probabilities: readonly number[];
  confidence: number;
  hasIntervals: boolean;
  suppressBelow: number | undefined;
  droppedRows: number;
}

/** Returns the report of amounts, with one of the groups as the reference. */
export function toAmountReport(amounts: WasmAmounts, reference: string, settings: ReportSettings): AmountReport {
  const { names, probabilities, confidence, hasIntervals, suppressBelow, droppedRows } = settings;
  const { hasWeights, hasClusters } = amounts.options();
  const counts = amounts.rows();
  const sizes = amounts.groups().map((name, i) => ({ ...toGroup({ group: name }), rows: counts[i] as number }));
  const hidden = suppressedNames(sizes, suppressBelow);
  const shown = inOrder(sizes.filter(({ name, rows }) => rows > 0 && !hidden.includes(name)));
  const comparisons = 2 * shown.filter(({ name }) => name !== reference).length;
  const level = confidenceOfEach(Math.max(1, comparisons), confidence);
  const summary = amounts.summary(reference, Float64Array.from(probabilities), confidence, level);
  const context: Context = { summary, reference, count: comparisons, hasIntervals };
  return {
    format: 'fairwasm-amounts',
    version: 1,
    names,
    rows: shown.reduce((sum, { rows }) => sum + rows, 0),
    droppedRows,
    reference,
    probabilities,
    quantileType: hasWeights ? 2 : 7,
    ...{ hasWeights, hasClusters },
    ...(hasIntervals && { confidence }),
    comparisons,
    suppressed: hidden,
    ...(suppressBelow !== undefined && { suppressBelow }),
    groups: shown.map(({ name }) => toAmountGroup(name, context)),
  };
}

interface Context {
  summary: Summary;
  reference: string;
  count: number;
  hasIntervals: boolean;
}

// A single suppressed group would follow from totals elsewhere, so a second one is suppressed with it.
function suppressedNames(groups: readonly (NamedGroup & { rows: number })[], below: number | undefined): string[] {
  if (below === undefined) return [];
  const small = groups.filter(({ rows }) => isSmall(rows, below));
  const others = groups.filter(({ rows }) => rows >= below).sort((a, b) => a.rows - b.rows);
  const [next] = others;
  const all = small.length === 1 && others.length > 2 && next ? [...small, next] : small;
  return all.map(({ name }) => name).sort();
}

function toAmountGroup(name: string, context: Context): AmountGroup {
  const { summary, reference } = context;
  const group = summary.groups.find((each) => each.name === name) as Group;
  const base = summary.groups.find((each) => each.name === reference) as Group;
  const comparison = summary.comparisons.find((each) => each.name === name);
  const { rows, weight, clusters, notPositive } = group;
  const of = (one: CoreEstimate, isQuantile: boolean) => toEstimate(one, context, whyNone([group], isQuantile));
  return {
    ...toGroup({ group: name }),
    ...{ rows, weight, notPositive },
    ...(Number.isNaN(clusters) ? {} : { clusters }),
    mean: of(group.mean, false),
    median: of(group.median, true),
    geometricMean: of(group.geometricMean, false),
    quantiles: group.quantiles.map((each) => of(each, true)),
    ...(comparison && { compared: toCompared(comparison, group, base, context) }),
  };
}

function toCompared(
  comparison: Comparison,
  group: Group,
  base: Group,
  context: Context,
): NonNullable<AmountGroup['compared']> {
  const warning = comparison.isUnbalanced
    ? 'a group of fewer than 20 rows is compared with at least five times as many: the interval may be too narrow'
    : comparison.isSkewed
      ? 'the amounts are skewed: the interval may be too narrow'
      : undefined;
  const gap = (core: CoreGap, isQuantile: boolean, remark?: string): AmountGap => {
    const why = whyNone([group, base], isQuantile);
    return {
      gap: toEstimate(core.gap, context, why, remark),
      difference: toEstimate(core.difference, context, why, remark),
      ratio: toEstimate(core.ratio, context, why, remark),
    };
  };
  const { mannWhitneyU: u, mannWhitneyPValue: pValue } = comparison;
  return {
    mean: gap(comparison.mean, false, warning),
    median: gap(comparison.median, true),
    geometricMean: gap(comparison.geometricMean, false),
    quantiles: comparison.quantiles.map((each) => gap(each, true)),
    probabilityAbove: toEstimate(comparison.probabilityAbove, context, whyNone([group, base], false)),
    ...(Number.isNaN(u) || !context.hasIntervals ? {} : { mannWhitney: { u, pValue } }),
  };
}

interface Why {
  undefined: string;
  noInterval: string;
}

/** Returns why a value, or its interval, is undefined. */
function whyNone(groups: readonly Group[], isQuantile: boolean): Why {
  const few = groups.find(({ rows }) => rows < 2);
  const notPositive = groups.find((each) => each.notPositive > 0);
  return {
    undefined: notPositive
      ? `${notPositive.name} has amounts of 0 or less`
      : 'the reference has no amounts above 0, or a group has no rows',
    noInterval: isQuantile
      ? 'no interval, because it requires more rows, equal weights, no clusters, and, for gaps, amounts above 0'
      : few
        ? `no interval, because ${few.name} has fewer than two rows`
        : 'no interval, because amounts are equal, a group is in one cluster, or the reference is close to 0',
  };
}

function toEstimate(core: CoreEstimate, context: Context, why: Why, remark?: string): Estimate {
  const { value, low, high, jointLow, jointHigh, pValue } = core;
  if (!context.hasIntervals) return estimate(value, () => why.undefined);
  const warning = Number.isNaN(low) ? why.noInterval : remark;
  const alone = estimate(value, () => why.undefined, { ci: [low, high], pValue, warning });
  return among(alone, context.count, [jointLow, jointHigh]);
}
