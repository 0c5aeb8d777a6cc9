// SPDX-License-Identifier: Apache-2.0
//
// Figures of a custom metric by group: confidence intervals for each group, for each difference to the
// reference group, and for the largest gap, from the values and from draws of them.

import { invalid } from '../../core/error.js';
import { type Estimate, estimate, whyNoGap } from '../../core/estimate.js';
import { getMax, getMin } from '../../core/extremes.js';
import type { Wasm } from '../../core/module.js';
import { isPlain, shown } from '../../core/options.js';

/** Input of a custom metric. */
export type CustomSource = 'counts' | 'rows';

/** A custom metric of all rows and by group. */
export type CustomMetric = CustomMetrics['metrics'][number];

/** The values by one attribute or by an intersection of several. */
export type CustomBreakdown = CustomMetric['breakdowns'][number];

/** Custom metrics, and how their confidence intervals were computed. */
export interface CustomMetrics {
  /** Level of the confidence intervals; null if there are none. */
  confidence: number | null;
  draws: number;
  seed: number;
  metrics: readonly {
    name: string;
    from: 'counts' | 'rows';
    overall: Estimate;
    breakdowns: readonly {
      by: readonly string[];
      /** Name of the reference group. */
      reference: string;
      /** Largest first. */
      groups: readonly {
        /** Id and name of the group in the report. */
        id: string;
        name: string;
        rows: number;
        value: Estimate;
        /** Value of the group minus that of the reference group; absent for the reference group. */
        difference?: Estimate;
      }[];
      /** Largest minus smallest group value; its interval covers all pairs of groups. */
      gap: Estimate;
    }[];
  }[];
}

/** A group with its value and draws of it; the draws are empty without intervals. */
export interface DrawnGroup {
  id: string;
  name: string;
  rows: number;
  value: number;
  draws?: Float64Array | undefined;
  /** Why the value is undefined, if the metric states it. */
  reason?: string | undefined;
}

/** Options for intervals from draws. */
export interface DrawnHow {
  from: CustomSource;
  confidence: number;
  /** Why there are no intervals, if there are none; empty if they were not requested. */
  without?: string | undefined;
}

/** @internal Returns metrics by name. Throws `invalidArgument` for anything else. */
export function requireOwn<F>(
  metrics: unknown,
  isMetric: (metric: unknown) => metric is F,
  kind: string,
): readonly (readonly [string, F])[] {
  const entries = isPlain(metrics) ? Object.entries(metrics) : [];
  if (entries.length === 0) {
    const example = `${kind} by name, such as { f1: ({ truePositives }) => … }`;
    throw invalid('metrics', example, isPlain(metrics) ? 'none' : shown(metrics));
  }
  const stray = entries.find(([, metric]) => !isMetric(metric));
  if (stray) throw invalid(`metrics.${stray[0]}`, `one of ${kind}`, shown(stray[1]));
  return entries as [string, F][];
}

/**
 * @internal Returns the value of the function; NaN means undefined. Throws `invalidArgument` for anything but
 * a number.
 */
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
  invalid(`metrics.${name}`, 'a function that returns a number for every group, or NaN if it is undefined', actual);

// A bootstrap of fewer rows is unreliable.
const minRows = 30;

/** @internal Returns the value of a group with its interval. */
export function ownEstimate(wasm: Wasm, group: DrawnGroup, how: DrawnHow): Estimate {
  const { value, draws } = group;
  return estimate(Number.isFinite(value) ? value : Number.NaN, () => group.reason ?? whyUndefined(value), {
    ...between(wasm, value, draws, getTail(wasm, how, group.rows)),
    ...(getWarning([group], how) && { warning: getWarning([group], how) }),
  });
}

/** @internal Returns all groups, each compared with the reference group. */
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
      ...(group !== base && { difference: getDifference(wasm, group, base, how) }),
    })),
    gap: getGap(wasm, groups, how),
  };
}

function getDifference(wasm: Wasm, group: DrawnGroup, base: DrawnGroup, how: DrawnHow): Estimate {
  const difference = group.value - base.value;
  const value = Number.isFinite(difference) ? difference : Number.NaN;
  const draws = base.draws && group.draws?.map((each, i) => each - (base.draws?.[i] as number));
  const rows = Math.min(group.rows, base.rows);
  const warning = getWarning([group, base], how);
  return estimate(value, () => 'one of the two values is undefined or infinite', {
    ...between(wasm, value, draws, getTail(wasm, how, rows)),
    ...(warning && { warning }),
  });
}

/**
 * Returns the tail probability of each end: a bootstrap of few rows varies too little and needs a smaller
 * one, draws of counts do not.
 */
const getTail = (wasm: Wasm, { from, confidence }: DrawnHow, rows: number): number =>
  from === 'rows' ? wasm.expandedTail(confidence, rows) : (1 - confidence) / 2;

/** Returns the interval of the draws; it always contains the value. */
function between(
  wasm: Wasm,
  value: number,
  draws: Float64Array | undefined,
  tail: number,
): { ci?: readonly [number, number] } {
  if (!draws || !Number.isFinite(value) || Number.isNaN(tail) || !varies(draws)) return {};
  const [low = Number.NaN, high = Number.NaN] = drawnQuantiles(wasm, draws, [tail, 1 - tail]);
  return { ci: [Math.min(low, value), Math.max(high, value)] };
}

/**
 * Returns quantiles of the distribution that was drawn from. A further draw is below the k-th of n draws with
 * probability k / (n + 1), so quantiles of the draws themselves would be too close to the middle.
 */
function drawnQuantiles(wasm: Wasm, draws: Float64Array, probabilities: readonly number[]): Float64Array {
  const n = draws.length;
  const places = probabilities.map((p) => Math.min(1, Math.max(0, (p * (n + 1) - 1) / (n - 1))));
  return wasm.quantiles(draws, Float64Array.from(places));
}

// If all draws are equal, the data contain no other kind of row, and there is no information about variation.
const varies = (draws: Float64Array): boolean => draws.some((each) => each !== draws[0]);

function getWarning(groups: readonly DrawnGroup[], how: DrawnHow): string | undefined {
  if (how.without !== undefined) return how.without && `no interval: ${how.without}`;
  if (groups.some(({ draws }) => draws === undefined || !varies(draws))) {
    return 'no interval: the observed values do not vary';
  }
  const min = getMin(groups.map(({ rows }) => rows));
  return how.from === 'rows' && min < minRows ? `only ${min} rows: too few for a reliable bootstrap` : undefined;
}

const whyUndefined = (value: number): string =>
  Number.isNaN(value) ? 'the function returned NaN' : 'the function returned an infinite value';

// ---- Largest gap between groups -----------------------------------------------------------------

// Every draw compares all pairs of groups.
const maxGroups = 64;

function getGap(wasm: Wasm, groups: readonly DrawnGroup[], how: DrawnHow): Estimate {
  const known = groups.filter(({ value }) => Number.isFinite(value));
  const values = known.map(({ value }) => value);
  const [only] = known;
  const reason = () => (only === undefined ? 'no group has a value' : whyNoGap(only.name));
  if (known.length < 2) return estimate(Number.NaN, reason);
  const gap = getMax(values) - getMin(values);
  const warning =
    known.length > maxGroups ? `no interval: there are more than ${maxGroups} groups` : getWarning(known, how);
  if (how.without === '') return estimate(gap, reason);
  if (warning?.startsWith('no interval')) return estimate(gap, reason, { warning });
  const ci = simultaneous(
    wasm,
    known.map((group) => deviations(group, how)),
    gap,
    1 - 2 * getTail(wasm, how, getMin(known.map(({ rows }) => rows))),
  );
  return estimate(gap, reason, { ci, ...(warning && { warning }) });
}

interface Deviations {
  /** Center of the group's draws: for counts, their mean, which is shrunk if counts are small. */
  center: number;
  /** Draws minus their mean. */
  away: Float64Array;
  /** Variances of a symmetric distribution with the lower or the upper half of the draws. */
  below: number;
  above: number;
}

function deviations({ value, draws = new Float64Array() }: DrawnGroup, { from }: DrawnHow): Deviations {
  const defined = draws.filter((each) => Number.isFinite(each));
  const mean = defined.reduce((sum, each) => sum + each, 0) / defined.length;
  const half = (sign: number) =>
    (2 * defined.reduce((sum, each) => sum + Math.max(0, sign * (each - mean)) ** 2, 0)) / defined.length;
  return {
    center: from === 'counts' ? mean : value,
    away: draws.map((each) => each - mean),
    below: half(-1),
    above: half(1),
  };
}

/**
 * Returns the interval of the largest gap. Simultaneously for all pairs of groups, the differences are within `reach`
 * standard errors of the observed ones (the studentized range of the draws, as in Tukey's method for means). Therefore,
 * the largest gap is at least the highest lower end of any pair, and at most the highest upper end. Standard errors
 * differ by direction, because a rate near 0 can be much larger but not much smaller.
 */
function simultaneous(wasm: Wasm, groups: readonly Deviations[], gap: number, confidence: number): [number, number] {
  const pairs = groups.flatMap((one, i) =>
    groups
      .slice(i + 1)
      .map((other) => ({
        one,
        other,
        difference: one.center - other.center,
        down: Math.sqrt(one.below + other.above),
        up: Math.sqrt(one.above + other.below),
      })),
  );
  const draws = groups[0]?.away.length ?? 0;
  const ranges = Float64Array.from({ length: draws }, (_, draw) =>
    pairs.reduce((max, { one, other, down, up }) => {
      const away = (one.away[draw] as number) - (other.away[draw] as number);
      // Undefined draws carry no information.
      return Math.max(max, (away < 0 ? -away / down : away / up) || 0);
    }, 0),
  );
  const [reach = Number.NaN] = drawnQuantiles(wasm, ranges, [confidence]);
  const ends = pairs.map(({ difference, down, up }) => [difference - reach * down, difference + reach * up]);
  const low = getMax(
    ends.map(([from = 0, to = 0]) => Math.max(from, -to)),
    0,
  );
  const high = getMax(ends.map(([from = 0, to = 0]) => Math.max(-from, to)));
  return [Math.min(low, gap), Math.max(high, gap)];
}
