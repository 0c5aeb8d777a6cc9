// SPDX-License-Identifier: Apache-2.0
//
// Groups by two predictions, computed: how each decides their rows, what lies between their rates, and what became of the
// gaps to a reference group.

import { type Estimate, estimate } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import type { RateName } from '../metrics/group.js';
import type { Frame } from './frame.js';
import type { Group } from './group.js';
import type { GapVerdict, PairedDecisions, PairedGap, PairedGroup, PairedRate } from './paired.js';

type Frames = readonly [a: Frame, b: Frame, both: Frame];
type Compare = (place: number | undefined, reference: number | undefined) => PairedGroup;

/** What compares one group, or all rows, by either prediction, and its gaps with those of a reference. */
export function comparer(
  wasm: Wasm,
  frames: Frames,
  { confidence }: { confidence: number },
): Compare {
  const [frameA, frameB, both] = frames;
  const names = frameA.metrics
    .filter(({ inputs }) => inputs.includes('prediction'))
    .map(({ name }) => name);
  return (place, reference) => {
    const [a, b] = [groupAt(frameA, place), groupAt(frameB, place)];
    const isCompared = reference !== undefined && reference !== place;
    const counts = countsOf(wasm, frames, place);
    const beside = isCompared ? countsOf(wasm, frames, reference) : undefined;
    const values = names.map((name) => {
      const rate = wasm.rateNames().indexOf(name);
      return [name, wasm.pairedComparison(rate, counts, beside, confidence)] as const;
    });
    const { id, categories, name } = a;
    const warning = a.warning ?? b.warning;
    return {
      id,
      categories,
      name,
      decisions: decisionsOf(a, b, groupAt(both, place)),
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

/** Sets each p-value beside those of the other groups in the same rate. */
export function adjustPValues(wasm: Wasm, groups: readonly PairedGroup[]): void {
  const testsOf = ({ rates, gaps }: PairedGroup, rate: string) => {
    const { a, b, change, widening } = gaps[rate] ?? {};
    return [rates[rate]?.difference, a, b, change, widening];
  };
  for (const rate of Object.keys(groups[0]?.rates ?? {})) {
    const tests = groups.map((group) => testsOf(group, rate));
    for (const test of tests[0]?.keys() ?? []) {
      const together = tests.flatMap((ofGroup) => ofGroup[test] ?? []);
      const tested = together.filter(({ pValue }) => pValue !== undefined);
      const adjusted = wasm.adjustPValues(
        Float64Array.from(tested, ({ pValue }) => pValue as number),
      );
      tested.forEach((each, i) => {
        each.adjustedPValue = adjusted[i] as number;
      });
    }
  }
}

function decisionsOf(a: Group, b: Group, both: Group): PairedDecisions {
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
    // Sums of weights in another order may differ in their last digits.
    onlyA: Math.max(0, byA - byBoth),
    onlyB: Math.max(0, byB - byBoth),
    neither: Math.max(0, instances - byA - byB + byBoth),
  };
}

/** The core's counts of a group, or of all rows, by a, by b and by both. */
function countsOf(wasm: Wasm, frames: readonly Frame[], place: number | undefined): Float64Array {
  const all = new Float64Array(frames.length * wasm.countWidth);
  frames.forEach((frame, i) => {
    all.set(frame.countsOf(groupAt(frame, place)), i * wasm.countWidth);
  });
  return all;
}

const groupAt = (frame: Frame, place: number | undefined): Group =>
  place === undefined ? frame.overall : (frame.groups[place] as Group);

// The core's numbers: value, ends and p-value of the difference, of either gap, and of its change.
const width = 4;
const member = { difference: 0, gapA: 1, gapB: 2, change: 3 } as const;

function tested(flat: Float64Array, at: number, beside: readonly Estimate[]): Estimate {
  const [value, low, high, pValue] = flat.subarray(width * at, width * (at + 1)) as unknown as [
    number,
    number,
    number,
    number,
  ];
  const warning = beside.find((each) => each.warning !== undefined)?.warning;
  const reason = () => beside.find((each) => each.reason !== undefined)?.reason ?? 'undefined';
  return estimate(value, reason, { ci: [low, high], pValue, warning });
}

function pairedRate(name: RateName, one: Group, other: Group, flat: Float64Array): PairedRate {
  const [a, b] = [one.rates[name], other.rates[name]];
  return { a, b, difference: tested(flat, member.difference, [a, b]) };
}

function pairedGap(name: RateName, one: Group, other: Group, flat: Float64Array): PairedGap {
  const [a, b] = [one.rates[name], other.rates[name]];
  const gaps = {
    a: tested(flat, member.gapA, [a]),
    b: tested(flat, member.gapB, [b]),
    change: tested(flat, member.change, [a, b]),
  };
  return { ...gaps, widening: wideningOf(gaps), verdict: verdictOf(gaps) };
}

type Gaps = Pick<PairedGap, 'a' | 'b' | 'change'>;

function verdictOf({ a, b, change }: Gaps): GapVerdict {
  if (Number.isNaN(change.value)) return 'undefined';
  const isSure = change.ci !== undefined && (change.ci[0] > 0 || change.ci[1] < 0);
  if (!isSure) return 'open';
  if (a.value * b.value < 0) return 'turned';
  return Math.abs(b.value) > Math.abs(a.value) ? 'wider' : 'narrower';
}

function wideningOf({ a, b, change }: Gaps): Estimate {
  const { pValue, warning, reason = 'undefined' } = change;
  const value = Math.abs(b.value) - Math.abs(a.value);
  const isSameSide = a.value * b.value >= 0;
  const side = a.value + b.value < 0 ? -1 : 1;
  const ends = isSameSide ? change.ci?.map((end) => side * end).sort((c, d) => c - d) : undefined;
  const ci = ends as [number, number] | undefined;
  return estimate(value, () => reason, { ci, pValue, warning });
}
