// SPDX-License-Identifier: Apache-2.0
//
// Computes the results of groups for two predictions: how each decides the rows, the differences between
// their rates, and the change of the gaps to the reference group.

import { type Estimate, estimate } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import type { RateName } from '../metrics/group.js';
import { adjustedFor } from './family.js';
import type { Frame } from './frame.js';
import type { Group } from './group.js';
import type { GapVerdict, PairedDecisions, PairedGap, PairedGroup, PairedRate } from './paired.js';

type Frames = readonly [a: Frame, b: Frame, both: Frame];
type Compare = (place: number | undefined, reference: number | undefined) => PairedGroup;

/** Confidence levels, for single figures and simultaneously. */
interface Sureness {
  confidence: number;
  /** Returns the number of comparisons to adjust a rate of one group for. */
  countOf(rate: string): number;
}

/**
 * Returns a function that compares the predictions for one group or all rows, and its gaps with those of a
 * reference group.
 */
export function comparer(wasm: Wasm, frames: Frames, { confidence, countOf }: Sureness): Compare {
  const [frameA, frameB, both] = frames;
  const names = frameA.metrics
    .filter(({ inputs }) => inputs.includes('prediction'))
    .map(({ name }) => name);
  return (place, reference) => {
    const [a, b] = [groupAt(frameA, place), groupAt(frameB, place)];
    const isCompared = reference !== undefined && reference !== place;
    const counts = getCounts(wasm, frames, place);
    const extras = isCompared ? getCounts(wasm, frames, reference) : undefined;
    const values = names.map((name) => {
      const rate = wasm.rateNames().indexOf(name);
      const count = countOf(name);
      const together = wasm.confidenceOfEach(count, confidence);
      const flat = wasm.pairedComparison(rate, counts, extras, confidence, together);
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
      rates: Object.fromEntries(
        values.map(([rate, all]) => [rate, pairedRate(rate as RateName, a, b, all)]),
      ),
      gaps: isCompared
        ? Object.fromEntries(
            values.map(([rate, all]) => [rate, pairedGap(rate as RateName, a, b, all)]),
          )
        : {},
    };
  };
}

function getDecisions(a: Group, b: Group, both: Group): PairedDecisions {
  const [byA, byB, byBoth] = [a, b, both].map(({ counts }) => counts.predictedPositives) as [
    number,
    number,
    number,
  ];
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

/** Returns the core's counts of a group, or of all rows, for a, b, and both. */
function getCounts(wasm: Wasm, frames: readonly Frame[], place: number | undefined): Float64Array {
  const all = new Float64Array(frames.length * wasm.countWidth);
  frames.forEach((frame, i) => {
    all.set(frame.countsOf(groupAt(frame, place)), i * wasm.countWidth);
  });
  return all;
}

const groupAt = (frame: Frame, place: number | undefined): Group =>
  place === undefined ? frame.overall : (frame.groups[place] as Group);

// The core's figures: value, interval, p-value, and adjusted interval of the difference, of either gap, and
// of its change and widening.
interface Numbers {
  flat: Float64Array;
  /** Number of comparisons to adjust for. */
  count: number;
}
const width = 6;
const member = { difference: 0, gapA: 1, gapB: 2, change: 3, widening: 4 } as const;

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
