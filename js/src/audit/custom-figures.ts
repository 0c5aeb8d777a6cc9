// SPDX-License-Identifier: Apache-2.0
//
// A metric of the user's own, by group: from its values, and from draws of what they might have been, to intervals of
// each group, of each difference to the reference group, and of how far all groups lie apart.

import { invalid } from '../core/error.js';
import { type Estimate, estimate, whyNoGap } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import { isPlain, requireFunction, shown } from '../core/options.js';

/** What a metric of one's own is computed from. */
export type CustomSource = 'counts' | 'rows';

/** A metric of one's own, of all rows and by group. */
export interface CustomMetric {
  name: string;
  from: CustomSource;
  overall: Estimate;
  breakdowns: readonly CustomBreakdown[];
}

/** Its values by one attribute, or by several crossed. */
export interface CustomBreakdown {
  by: readonly string[];
  /** The name of the group that the others are compared with. */
  reference: string;
  /** Largest first. */
  groups: readonly CustomGroup[];
  /** The largest less the smallest value of the groups; its interval holds over all pairs of groups. */
  gap: Estimate;
}

export interface CustomGroup {
  /** The group's id in the report, and what it is called. */
  id: string;
  name: string;
  rows: number;
  value: Estimate;
  /** The group's value less that of the reference group; left out of the reference group itself. */
  difference?: Estimate;
}

/** Metrics of one's own, and how their intervals were made. */
export interface CustomMetrics {
  /** Of the intervals; null: there are none. */
  confidence: number | null;
  draws: number;
  seed: number;
  metrics: readonly CustomMetric[];
}

/** A group, its value, and draws of it; none where there are to be no intervals. */
export interface DrawnGroup {
  id: string;
  name: string;
  rows: number;
  value: number;
  draws?: Float64Array | undefined;
}

/** How draws become intervals. */
export interface DrawnHow {
  from: CustomSource;
  confidence: number;
  /** Why there are no intervals, where there are to be none; empty: nobody asked for them. */
  without?: string | undefined;
}

/** @internal Functions by name. Throws `invalidArgument` for anything else. */
export function requireOwn<F>(metrics: unknown): readonly (readonly [string, F])[] {
  const entries = isPlain(metrics) ? Object.entries(metrics) : [];
  if (entries.length === 0) {
    throw invalid(
      'metrics',
      'functions by name, such as { f1: ({ truePositives }) => … }',
      isPlain(metrics) ? 'none' : shown(metrics),
    );
  }
  for (const [name, f] of entries) requireFunction(`metrics.${name}`, f);
  return entries as [string, F][];
}

/** @internal What the function gives; NaN is "undefined". Throws `invalidArgument` for what is no number. */
export function ownValue(name: string, compute: () => unknown): number {
  let value: unknown;
  try {
    value = compute();
  } catch (error) {
    throw notANumber(name, `an exception: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof value === 'number') return value;
  throw notANumber(name, shown(value));
}

const notANumber = (name: string, actual: string) =>
  invalid(
    `metrics.${name}`,
    'a function that gives a number for every group; NaN where there is none',
    actual,
  );

// A bootstrap of fewer rows says little, whatever is done about it.
const minRows = 30;

/** @internal One group's value with its interval. */
export function ownEstimate(wasm: Wasm, group: DrawnGroup, how: DrawnHow): Estimate {
  const { value, draws } = group;
  return estimate(Number.isFinite(value) ? value : Number.NaN, () => whyUndefined(value), {
    ...between(wasm, value, draws, tailOf(wasm, how, group.rows)),
    ...(warningOf([group], how) && { warning: warningOf([group], how) }),
  });
}

/** @internal All groups, each but the reference compared with it. */
export function ownBreakdown(
  wasm: Wasm,
  groups: readonly DrawnGroup[],
  { by, reference, ...how }: DrawnHow & { by: readonly string[]; reference: number },
): CustomBreakdown {
  const base = groups[reference] as DrawnGroup;
  return {
    by,
    reference: base.name,
    groups: groups.map((group) => ({
      id: group.id,
      name: group.name,
      rows: group.rows,
      value: ownEstimate(wasm, group, how),
      ...(group !== base && { difference: differenceOf(wasm, group, base, how) }),
    })),
    gap: gapOf(wasm, groups, how),
  };
}

function differenceOf(wasm: Wasm, group: DrawnGroup, base: DrawnGroup, how: DrawnHow): Estimate {
  const apart = group.value - base.value;
  const value = Number.isFinite(apart) ? apart : Number.NaN;
  const draws = base.draws && group.draws?.map((each, i) => each - (base.draws?.[i] as number));
  const rows = Math.min(group.rows, base.rows);
  const warning = warningOf([group, base], how);
  return estimate(value, () => 'one of both values is undefined or infinite', {
    ...between(wasm, value, draws, tailOf(wasm, how, rows)),
    ...(warning && { warning }),
  });
}

/** The share of draws beyond each end: a bootstrap of few rows varies too little, draws of counts do not. */
const tailOf = (wasm: Wasm, { from, confidence }: DrawnHow, rows: number): number =>
  from === 'rows' ? wasm.expandedTail(confidence, rows) : (1 - confidence) / 2;

/** The interval that draws give; it always holds the value. */
function between(
  wasm: Wasm,
  value: number,
  draws: Float64Array | undefined,
  tail: number,
): { ci?: readonly [number, number] } {
  if (!draws || !Number.isFinite(value) || Number.isNaN(tail) || !varies(draws)) return {};
  const [low = Number.NaN, high = Number.NaN] = wasm.quantiles(
    draws,
    Float64Array.of(tail, 1 - tail),
  );
  return { ci: [Math.min(low, value), Math.max(high, value)] };
}

// Where all draws are alike, rows of another kind were not seen: nothing is known of them.
const varies = (draws: Float64Array): boolean => draws.some((each) => each !== draws[0]);

function warningOf(groups: readonly DrawnGroup[], how: DrawnHow): string | undefined {
  if (how.without !== undefined) return how.without && `no interval: ${how.without}`;
  if (groups.some(({ draws }) => draws === undefined || !varies(draws))) {
    return 'no interval: what was seen does not vary';
  }
  const least = Math.min(...groups.map(({ rows }) => rows));
  return how.from === 'rows' && least < minRows
    ? `only ${least} rows: a bootstrap says little`
    : undefined;
}

const whyUndefined = (value: number): string =>
  Number.isNaN(value)
    ? 'the function gives no number here'
    : 'the function gives an infinite value';

// ---- How far all groups lie apart --------------------------------------------------------------

// Every pair of groups is looked at in every draw.
const maxGroups = 64;

function gapOf(wasm: Wasm, groups: readonly DrawnGroup[], how: DrawnHow): Estimate {
  const known = groups.filter(({ value }) => Number.isFinite(value));
  const values = known.map(({ value }) => value);
  const [only] = known;
  const reason = () => (only === undefined ? 'no group has a value' : whyNoGap(only.name));
  if (known.length < 2) return estimate(Number.NaN, reason);
  const gap = Math.max(...values) - Math.min(...values);
  const warning =
    known.length > maxGroups
      ? `no interval: there are more than ${maxGroups} groups`
      : warningOf(known, how);
  if (how.without === '') return estimate(gap, reason);
  if (warning?.startsWith('no interval')) return estimate(gap, reason, { warning });
  const ci = simultaneous(
    wasm,
    known.map((group) => deviations(group, how)),
    gap,
    how,
  );
  return estimate(gap, reason, { ci, ...(warning && { warning }) });
}

interface Deviations {
  /** Where the group's values lie: of counts the mean of the draws, which small counts are drawn toward. */
  center: number;
  /** Draws less their mean, and the variance of draws. */
  away: Float64Array;
  variance: number;
}

function deviations({ value, draws = new Float64Array(), rows }: DrawnGroup, how: DrawnHow) {
  const defined = draws.filter((each) => Number.isFinite(each));
  const mean = defined.reduce((sum, each) => sum + each, 0) / defined.length;
  const variance = defined.reduce((sum, each) => sum + (each - mean) ** 2, 0) / defined.length;
  // A bootstrap's variance is that of n, and not of n - 1.
  const short = how.from === 'rows' ? rows / (rows - 1) : 1;
  return {
    center: how.from === 'counts' ? mean : value,
    away: draws.map((each) => each - mean),
    variance: variance * short,
  };
}

/**
 * The interval of the largest gap: of all pairs of groups the differences lie together within `reach` standard errors of
 * those seen (the studentized range of the draws, as Tukey's of means), so that the largest is at least what the surest
 * pair says, and at most what any pair allows.
 */
function simultaneous(
  wasm: Wasm,
  groups: readonly Deviations[],
  gap: number,
  { confidence }: DrawnHow,
): [number, number] {
  const pairs = groups.flatMap((one, i) =>
    groups.slice(i + 1).map((other) => ({
      one,
      other,
      error: Math.sqrt(one.variance + other.variance),
    })),
  );
  const draws = groups[0]?.away.length ?? 0;
  const ranges = Float64Array.from({ length: draws }, (_, draw) =>
    pairs.reduce((most, { one, other, error }) => {
      const away = Math.abs((one.away[draw] as number) - (other.away[draw] as number)) / error;
      return Math.max(most, away || 0); // undefined draws say nothing
    }, 0),
  );
  const [reach = Number.NaN] = wasm.quantiles(ranges, Float64Array.of(confidence));
  const apart = pairs.map(({ one, other, error }) => ({
    size: Math.abs(one.center - other.center),
    half: reach * error,
  }));
  const low = Math.max(0, ...apart.map(({ size, half }) => size - half));
  const high = Math.max(...apart.map(({ size, half }) => size + half));
  return [Math.min(low, gap), Math.max(high, gap)];
}
