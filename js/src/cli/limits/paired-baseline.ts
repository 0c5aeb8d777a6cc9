// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for the worsening of a number since a stored report. If the file also contains the
// decisions of that report, rows are paired, and the interval is much narrower, because most decisions are
// equal. Otherwise the two reports are treated as independent samples.

import type { ComparisonReport } from '../../audit/comparison/comparison.js';
import type { Estimate } from '../../core/estimate.js';
import { oneLine, showCount } from '../../document/format.js';
import type { Report } from '../../report/report.js';
import { InputError } from '../command.js';
import { judgedInterval } from './limits.js';
import type { Candidate, Guarded } from './numbers.js';

/** The decisions of the baseline and the current decisions for the same rows. */
export interface PairedBaseline {
  column: string;
  comparison: ComparisonReport;
}

/** The worsening of a number; positive if it became worse. */
export interface Worsening {
  value: number;
  /** Confidence interval, if it can be computed. */
  ci?: readonly [number, number];
  /** The basis of the interval, for use in a sentence. */
  of: string;
}

/** One number of a group before and after. */
export interface Passage {
  by: readonly string[];
  number: Guarded;
  now: Candidate;
  before: Candidate;
}

/**
 * Returns the worsening from paired decisions; undefined for numbers that are neither a rate nor a difference
 * of rates.
 */
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
  return { ...turned(worse, falls), of: `${showCount(rows)} rows with both decisions` };
}

/** Inverts an estimate for which lower values are worse. */
function turned(estimate: Estimate, falls: boolean): Pick<Worsening, 'value' | 'ci'> {
  const { value } = estimate;
  const ci = judgedInterval(estimate);
  if (!falls) return { value, ...(ci && { ci }) };
  return { value: -value, ...(ci && { ci: [-ci[1], -ci[0]] }) };
}

// Different counts mean that the decisions are not those of the baseline.
function requireSame({ who, estimate }: Candidate, { value }: Estimate, column: string): void {
  if (Math.abs(estimate.value - value) <= 1e-9) return;
  const [there, here] = [estimate.value, value].map((each) => Number(each.toFixed(4)));
  throw new InputError(
    oneLine(
      `--baseline-prediction ${column}: ${who} the baseline has ${there}, but this column gives ${here}: ` +
        'it does not contain the decisions of the baseline',
    ),
  );
}

/**
 * Returns the worsening from the intervals of two independent reports (Zou and Donner 2008). A difference is
 * worse if its size increased: the interval follows from those of the change and the sum, as for
 * {@link PairedGap.widening}. Ratios have no interval.
 */
export function unpairedWorsening({ number, now, before }: Passage, value: number): Worsening {
  const of = 'both reports as independent samples';
  const [a, b] = [toBounded(before.estimate), toBounded(now.estimate)];
  if (number.equal === 1 || !a || !b) return { value, of };
  const change = lessThan(b, a);
  if (number.equal === undefined) {
    return { ...turned({ value: b.value - a.value, ci: change }, number.direction === 'higher'), of };
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

function toBounded(estimate: Estimate): Bounded | undefined {
  const ci = judgedInterval(estimate);
  return ci && { value: estimate.value, ci };
}

const negative = ({ value, ci: [low, high] }: Bounded): Bounded => ({ value: -value, ci: [-high, -low] });

/** Returns the interval of `one` minus `other`. */
function lessThan(one: Bounded, other: Bounded): Interval {
  const lower = Math.hypot(one.value - one.ci[0], other.ci[1] - other.value);
  const upper = Math.hypot(one.ci[1] - one.value, other.value - other.ci[0]);
  const value = one.value - other.value;
  return [value - lower, value + upper];
}

/** Returns the largest sign(d s) min(|d|, |s|) of a change d and a sum s in these intervals. */
const largestWidening = ([dLow, dHigh]: Interval, [sLow, sHigh]: Interval): number =>
  Math.max(Math.min(dHigh, sHigh), Math.min(-dLow, -sLow));

/**
 * Checks that the report can describe these decisions. Throws {@link InputError} if the number of rows
 * differs.
 */
export function requirePairable(before: Report, { column, comparison }: PairedBaseline): void {
  if (before.rows === comparison.rows) return;
  throw new InputError(
    oneLine(
      `--baseline-prediction ${column}: the baseline has ${showCount(before.rows)} rows, but this file has ${showCount(comparison.rows)}: ` +
        'it does not contain the rows of the baseline',
    ),
  );
}
