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
import type { Candidate, Guarded } from './guarded.js';

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
function turned({ value, ci }: Estimate, falls: boolean): Pick<Worsening, 'value' | 'ci'> {
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
 * From the intervals of two reports of other rows (Zou and Donner 2008); without an interval for disparities and spreads,
 * of which what is worse is a size.
 */
export function unpairedWorsening({ number, now, before }: Passage, value: number): Worsening {
  const of = 'both reports as of other rows';
  const [a, b] = [before.estimate, now.estimate];
  if (number.equal !== undefined || !a.ci || !b.ci) return { value, of };
  const lower = Math.hypot(b.value - b.ci[0], a.ci[1] - a.value);
  const upper = Math.hypot(b.ci[1] - b.value, a.value - a.ci[0]);
  const change = b.value - a.value;
  const ci: [number, number] = [change - lower, change + upper];
  return { ...turned({ value: change, ci }, number.direction === 'higher'), of };
}

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
