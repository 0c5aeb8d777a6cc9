// SPDX-License-Identifier: Apache-2.0
//
// Computes the results of groups for two predictions: how each decides the rows, the differences between
// their rates, and the change of the gaps to the reference group.

import { adjustedFor } from '../../claims/adjust.js';
import { type Estimate, type EstimateExtras, estimate } from '../../core/estimate.js';
import { getMax, getMin } from '../../core/extremes.js';
import type { Wasm } from '../../core/module.js';
import type { RateName } from '../../metrics/group.js';
import { Jackknife } from '../../tally/jackknife.js';
import type { Tally } from '../../tally/tally.js';
import type { Frame } from '../frame/frame.js';
import type { Group } from '../frame/group.js';
import type { GapVerdict, PairedDecisions, PairedGap, PairedGroup, PairedRate } from './paired-results.js';

type Frames = readonly [a: Frame, b: Frame, both: Frame];
type Compare = (place: number | undefined) => PairedGroup;

/** Confidence levels, for single figures and simultaneously, and the reference group. */
interface Sureness {
  confidence: number;
  /** Returns the number of comparisons to adjust a rate of one group for. */
  getCount(rate: string): number;
  reference: number;
}

/**
 * Returns a function that compares the predictions for one group or all rows, and its gaps with those of the
 * reference group.
 */
export function comparer(
  wasm: Wasm,
  frames: Frames,
  tally: Tally,
  { confidence, getCount, reference }: Sureness,
): Compare {
  const [frameA, frameB, both] = frames;
  const metrics = frameA.metrics.filter(({ inputs }) => inputs.includes('prediction'));
  const compareCounts = (counts: Counts, place: number, metric: string): Float64Array => {
    // The counts of all rows are last.
    const isCompared = place !== reference && place < frameA.groups.length;
    const rate = wasm.rateNames().indexOf(metric);
    const together = wasm.confidenceOfEach(getCount(metric), confidence);
    const extras = isCompared ? joined(counts, reference) : undefined;
    return wasm.pairedComparison(rate, joined(counts, place), extras, confidence, together);
  };
  const countsIn = (handle: Tally['handle']): Counts => frames.map((frame) => frame.countsIn(handle));
  const known = countsIn(tally.handle);
  const jackknife = tally.columns.cluster
    ? Jackknife.fromTally(
        wasm,
        tally,
        (handle) => {
          const counts = countsIn(handle);
          const places = [...frameA.groups.keys(), frameA.groups.length];
          return places.flatMap((place) =>
            metrics.flatMap(({ name }) => {
              const flat = compareCounts(counts, place, name);
              return Object.values(member).map((at) => flat[width * at] ?? Number.NaN);
            }),
          );
        },
        confidence,
      )
    : undefined;
  return (place = frameA.groups.length) => {
    const [a, b] = [groupAt(frameA, place), groupAt(frameB, place)];
    const isCompared = place !== reference && place < frameA.groups.length;
    const values = metrics.map(({ name, range }, i) => {
      const flat = compareCounts(known, place, name);
      const count = getCount(name);
      if (jackknife) {
        const first = (place * metrics.length + i) * Object.keys(member).length;
        const together = wasm.confidenceOfEach(count, confidence);
        const max = range[1] - range[0];
        replaceIntervals(flat, jackknife, { first, max, levels: [confidence, together] });
      }
      return [name, { flat, count }] as const;
    });
    const { id, categories, name } = a;
    const warning = a.warning ?? b.warning;
    return {
      id,
      categories,
      name,
      decisions: getDecisions(a, b, groupAt(both, place)),
      ...(warning !== undefined && { warning }),
      rates: Object.fromEntries(values.map(([rate, all]) => [rate, pairedRate(rate as RateName, a, b, all)])),
      gaps: isCompared
        ? Object.fromEntries(values.map(([rate, all]) => [rate, pairedGap(rate as RateName, a, b, all)]))
        : {},
    };
  };
}

function getDecisions(a: Group, b: Group, both: Group): PairedDecisions {
  const [byA, byB, byBoth] = [a, b, both].map(({ counts }) => counts.predictedPositives) as [number, number, number];
  const { rows, instances } = a.counts;
  return {
    rows,
    instances,
    both: byBoth,
    // Sums of weights in a different order may differ in their last digits.
    onlyA: Math.max(0, byA - byBoth),
    onlyB: Math.max(0, byB - byBoth),
    neither: Math.max(0, instances - byA - byB + byBoth),
  };
}

/** The core's counts of each group, and of all rows, for a, b, and both. */
type Counts = readonly (readonly Float64Array[])[];

function joined(counts: Counts, place: number): Float64Array {
  const parts = counts.map((each) => each[place] as Float64Array);
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    all.set(part, start);
    start += part.length;
  }
  return all;
}

const groupAt = (frame: Frame, place: number): Group => frame.groups[place] ?? frame.overall;

// The core's figures: value, interval, p-value, and adjusted interval for the difference, for either gap, and
// for its change and widening.
interface Numbers {
  flat: Float64Array;
  /** Number of comparisons to adjust for. */
  count: number;
}
const width = 6;
const member = { difference: 0, gapA: 1, gapB: 2, change: 3, widening: 4 } as const;

interface Clustered {
  /** The place of the first member among the values of the jackknife. */
  first: number;
  /** The largest possible difference. */
  max: number;
  /** Confidence levels of the interval and of the adjusted interval. */
  levels: readonly [number, number];
}

/** Replaces intervals and p-values of independent rows with those of clustered rows. */
function replaceIntervals(flat: Float64Array, jackknife: Jackknife, given: Clustered): void {
  const { first, max, levels } = given;
  const [one, two] = levels.map((confidence) => {
    const of = (getValue: (values: ArrayLike<number>) => number, max: number) =>
      jackknife.bound(getValue, 'signed', { confidence, max: max });
    const at = (place: number, max: number) => of((values) => values[first + place] as number, max);
    const change = at(member.change, 2 * max);
    const sum = of(
      (values) => (values[first + member.gapA] as number) + (values[first + member.gapB] as number),
      2 * max,
    );
    const gaps = [member.difference, member.gapA, member.gapB].map((place) => at(place, max));
    return [...gaps, change, widened(change, sum)];
  }) as [EstimateExtras[], EstimateExtras[]];
  for (let at = 0; width * at < flat.length; at++) {
    const { ci, pValue } = one[at] as EstimateExtras;
    const { ci: adjusted } = two[at] as EstimateExtras;
    flat.set([...(ci ?? none), pValue ?? Number.NaN, ...(adjusted ?? none)], width * at + 1);
  }
}

const none = [Number.NaN, Number.NaN] as const;

/** Returns the interval of sign(D S) min(|D|, |S|) over those of D and S, and the larger p-value. */
function widened(change: EstimateExtras, sum: EstimateExtras): EstimateExtras {
  const corners = (change.ci ?? none).flatMap((d) =>
    (sum.ci ?? none).map((s) => Math.sign(d * s) * Math.min(Math.abs(d), Math.abs(s))),
  );
  return {
    ci: [getMin(corners), getMax(corners)],
    pValue: Math.max(change.pValue ?? Number.NaN, sum.pValue ?? Number.NaN),
  };
}

function tested({ flat, count }: Numbers, at: number, extras: readonly Estimate[]): Estimate {
  const numbers = flat.subarray(width * at, width * (at + 1));
  const [value, low, high, pValue, lower, higher] = numbers as unknown as FixedNumbers;
  const warning = extras.find((each) => each.warning !== undefined)?.warning;
  const reason = () => extras.find((each) => each.reason !== undefined)?.reason ?? 'undefined';
  return estimate(value, reason, {
    ci: [low, high],
    pValue,
    adjustedCi: [lower, higher],
    adjustedPValue: adjustedFor(count, pValue),
    warning,
  });
}

type FixedNumbers = [number, number, number, number, number, number];

function pairedRate(name: RateName, one: Group, other: Group, numbers: Numbers): PairedRate {
  const [a, b] = [one.rates[name], other.rates[name]];
  return { a, b, difference: tested(numbers, member.difference, [a, b]) };
}

function pairedGap(name: RateName, one: Group, other: Group, numbers: Numbers): PairedGap {
  const [a, b] = [one.rates[name], other.rates[name]];
  const gaps = {
    a: tested(numbers, member.gapA, [a]),
    b: tested(numbers, member.gapB, [b]),
    change: tested(numbers, member.change, [a, b]),
    widening: tested(numbers, member.widening, [a, b]),
  };
  return { ...gaps, verdict: getVerdict(gaps) };
}

function getVerdict({ a, b, widening }: Omit<PairedGap, 'verdict'>): GapVerdict {
  if (Number.isNaN(widening.value)) return 'undefined';
  if (getSide(widening) > 0) return 'wider';
  if (getSide(a) * getSide(b) < 0) return 'reversed';
  return getSide(widening) < 0 ? 'narrower' : 'inconclusive';
}

// Sign of a value after adjustment for multiple comparisons; 0 if it is uncertain.
function getSide({ adjustedCi: [low, high] = [0, 0] }: Estimate): number {
  return low > 0 ? 1 : high < 0 ? -1 : 0;
}
