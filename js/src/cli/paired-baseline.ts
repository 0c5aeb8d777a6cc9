// SPDX-License-Identifier: Apache-2.0
//
// How sure it is that a number became worse than in a stored report. Where the file has the decisions of that report too,
// both are about the same rows, and their difference is far surer than that of two reports: most rows are decided alike.
// Otherwise the intervals of both reports are taken together, as those of other rows are.

import type { ComparisonReport } from '../audit/comparison.js';
import type { Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import { oneLine, showCount } from '../report/shown.js';
import { InputError } from './command.js';
import { judgedInterval } from './gate.js';
import type { Candidate, Guarded } from './gate-target.js';

/** The decisions of the baseline beside those of now, about the same rows. */
export interface PairedBaseline {
  column: string;
  comparison: ComparisonReport;
}

/** By how much a number became worse: above 0 where it did. */
export interface Worsening {
  value: number;
  /** Where it is known. */
  ci?: readonly [number, number];
  /** On what that rests, for a sentence. */
  of: string;
}

/** One number, now and then, of a group of a breakdown. */
export interface Passage {
  by: readonly string[];
  number: Guarded;
  now: Candidate;
  before: Candidate;
}

/** From decisions about the same rows; undefined for numbers that are no rate, and no difference of one. */
export function pairedWorsening(
  { by, number, now, before }: Passage,
  { column, comparison }: PairedBaseline,
): Worsening | undefined {
  const { rate } = number;
  const breakdown = comparison.breakdowns.find((each) => each.by.join('\n') === by.join('\n'));
  if (rate === undefined || breakdown === undefined) return undefined;
  const id = number.equal === undefined ? now.id : (JSON.parse(now.id)[0] as string);
  const group = breakdown.groups.find((each) => each.id === id);
  const pair = number.equal === undefined ? group?.rates[rate] : group?.gaps[rate];
  if (group === undefined || pair === undefined) return undefined;
  requireSame(before, pair.a, column);
  const worse = 'widening' in pair ? pair.widening : pair.difference;
  const falls = number.equal === undefined && number.direction === 'higher';
  const rows = 'widening' in pair ? comparison.rows : group.decisions.rows;
  return { ...turned(worse, falls), of: `${showCount(rows)} rows decided by both` };
}

/** What is worse where it is less. */
function turned(estimate: Estimate, falls: boolean): Pick<Worsening, 'value' | 'ci'> {
  const { value } = estimate;
  const ci = judgedInterval(estimate);
  if (!falls) return { value, ...(ci && { ci }) };
  return { value: -value, ...(ci && { ci: [-ci[1], -ci[0]] }) };
}

// Both made the same counts, or are not of the same rows.
function requireSame({ who, estimate }: Candidate, { value }: Estimate, column: string): void {
  if (Math.abs(estimate.value - value) <= 1e-9) return;
  const [there, here] = [estimate.value, value].map((each) => Number(each.toFixed(4)));
  throw new InputError(
    oneLine(
      `--baseline-prediction ${column}: ${who} the baseline has ${there}, and this column gives ${here}: ` +
        'they are not of the same rows',
    ),
  );
}

/**
 * From the intervals of two reports of other rows (Zou and Donner 2008). A difference is worse where it is larger on either
 * side of 0: its interval follows from those of the change and of the sum, as that of {@link PairedGap.widening} does. There
 * is none for ratios.
 */
export function unpairedWorsening({ number, now, before }: Passage, value: number): Worsening {
  const of = 'both reports as of other rows';
  const [a, b] = [boundedOf(before.estimate), boundedOf(now.estimate)];
  if (number.equal === 1 || !a || !b) return { value, of };
  const change = lessThan(b, a);
  if (number.equal === undefined) {
    return {
      ...turned({ value: b.value - a.value, ci: change }, number.direction === 'higher'),
      of,
    };
  }
  const sum = lessThan(b, negative(a));
  const opposite: Interval = [-sum[1], -sum[0]];
  return { value, ci: [-largestWidening(change, opposite), largestWidening(change, sum)], of };
}

type Interval = [low: number, high: number];
interface Bounded {
  value: number;
  ci: Interval;
}

function boundedOf(estimate: Estimate): Bounded | undefined {
  const ci = judgedInterval(estimate);
  return ci && { value: estimate.value, ci };
}

const negative = ({ value, ci: [low, high] }: Bounded): Bounded => ({
  value: -value,
  ci: [-high, -low],
});

/** The interval of one less the other. */
function lessThan(one: Bounded, other: Bounded): Interval {
  const lower = Math.hypot(one.value - one.ci[0], other.ci[1] - other.value);
  const upper = Math.hypot(one.ci[1] - one.value, other.value - other.ci[0]);
  const value = one.value - other.value;
  return [value - lower, value + upper];
}

/** The largest sign(d s) min(|d|, |s|) of a change d and a sum s in these intervals. */
const largestWidening = ([dLow, dHigh]: Interval, [sLow, sHigh]: Interval): number =>
  Math.max(Math.min(dHigh, sHigh), Math.min(-dLow, -sLow));

/** Whether the report can be of these decisions. Throws {@link InputError} where it is of another number of rows. */
export function requirePairable(before: Report, { column, comparison }: PairedBaseline): void {
  if (before.rows === comparison.rows) return;
  throw new InputError(
    oneLine(
      `--baseline-prediction ${column}: the baseline has ${showCount(before.rows)} rows, and this file ${showCount(comparison.rows)}: ` +
        'they are not the same',
    ),
  );
}
