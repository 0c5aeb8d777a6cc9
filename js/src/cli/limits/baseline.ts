// SPDX-License-Identifier: Apache-2.0
//
// Limits on regressions: --baseline names a stored report, and --fail-if-worse limits how much worse a number
// may be than in that report. The reports may describe different rows. If the file also contains the
// decisions of the baseline, they are compared as pairs.

import type { Breakdown } from '../../audit/report.js';
import { oneLine } from '../../document/format.js';
import type { Report } from '../../report/report.js';
import { InputError } from '../command.js';
import { readStored } from '../input/stored.js';
import { list, ranges, requireNumber, text } from '../options/options.js';
import { requirePair, UsageError } from '../options/usage.js';
import { type Check, type End, requireJudged, unjudgedAt } from './limits.js';
import type { Candidate, Guarded } from './numbers.js';
import { requireGuarded } from './numbers.js';
import { type PairedBaseline, pairedWorsening, requirePairable, unpairedWorsening } from './paired-baseline.js';

export const baselineOptions = {
  baseline: {
    ...text('REPORT.json', 'a stored report (--format json), for --fail-if-worse'),
    requires: ['fail-if-worse'],
  },
  'baseline-prediction': {
    ...text('COLUMN', [
      'the column of this file with the decisions that the baseline describes',
      'Pairing the rows makes --at lower and --at upper more precise. Default: the baseline is treated as an ' +
        'independent sample',
    ]),
    requires: ['baseline'],
  },
  'fail-if-worse': {
    ...list('NUMBER=AMOUNT', [
      "exit with 3 if a group's value is worse than in the baseline by more than this amount",
      'A difference is worse if its absolute value is larger, a ratio if it is further from 1, and a rate if there ' +
        'are fewer correct or more incorrect decisions',
    ]),
    requires: ['baseline'],
  },
} as const;

interface Values {
  baseline?: string | undefined;
  'baseline-prediction'?: string | undefined;
  'fail-if-worse'?: string[] | undefined;
  at?: End | undefined;
}

/** "NUMBER may be worse than in the baseline by at most AMOUNT." */
interface ChangeGate {
  number: Guarded;
  amount: number;
}

/** The limits and the path of the stored report. */
export interface Changes {
  baseline: string | undefined;
  /** The column with the decisions of the baseline. */
  column: string | undefined;
  /** The value compared with the amount: the change, or one end of its confidence interval. */
  at: End;
  gates: readonly ChangeGate[];
}

const option = '--fail-if-worse';

/**
 * Parses `--fail-if-worse disparateImpact=0.05`. Throws {@link UsageError} for a number that is neither good
 * nor bad.
 */
export function getChanges(values: Values): Changes {
  const { baseline, 'baseline-prediction': column, 'fail-if-worse': texts = [] } = values;
  const gates = texts.map((text) => {
    const [name, value] = requirePair(option, text);
    const number = requireGuarded(option, name);
    const amount = requireNumber(option, value, ranges.notNegative);
    if (number.equal === undefined && number.direction === undefined) {
      throw new UsageError(
        `${option}: a higher ${number.name} is neither better nor worse. Use a disparity, a rate of correct or incorrect decisions, ` +
          'or a spread such as selectionRate.difference.',
      );
    }
    return { number, amount };
  });
  return { baseline, column, at: values.at ?? 'value', gates };
}

/** Reads the stored report, if one was named. Throws {@link InputError} if the file is not a report. */
export const readBaseline = async ({ baseline }: Changes): Promise<Report | undefined> =>
  baseline === undefined ? undefined : readStored(baseline);

/**
 * Compares each value with that of the same group and the same reference group in the baseline.
 *
 * @throws InputError if the baseline has a different favorable label.
 */
export function judgeChanges(
  report: Report,
  before: Report | undefined,
  { gates, baseline, at }: Changes,
  paired?: PairedBaseline,
): Check[] {
  if (before === undefined) return [];
  const labels = (one: Report) => [...one.favorable].sort().join(', ');
  if (labels(report) !== labels(before)) {
    throw new InputError(
      oneLine(
        `${baseline}: cannot compare reports with different favorable labels: ${labels(before)} in the baseline, ${labels(report)} in this report`,
      ),
    );
  }
  if (paired) requirePairable(before, paired);
  return gates.flatMap((gate) => judgeOne(report, before, gate, { at, paired }));
}

function judgeOne(
  report: Report,
  before: Report,
  { number, amount }: ChangeGate,
  { at, paired }: { at: End; paired: PairedBaseline | undefined },
): Check[] {
  const { name, inputs, isIn } = number;
  if (!isIn(report)) {
    const needs = inputs.map((input) => `--${input}`).join(' and ');
    throw new UsageError(`${option} ${name} needs ${needs}`);
  }
  const end = at === 'value' ? '' : `, at the ${at} end of its interval,`;
  const limit = `${name}, worse than before${end} by at most ${amount}`;
  const byKey = isIn(before) ? getValues(before, number) : new Map<string, Candidate>();
  const checks = [...getValues(report, number)].map(([key, candidate]): Check => {
    const { who, estimate } = candidate;
    const old = byKey.get(key);
    const unjudged = (why: string): Check => ({
      limit,
      who,
      verdict: unjudgedAt(at),
      message: `${name} ${who} ${oneLine(why)}`,
    });
    if (old === undefined) return unjudged('is not in the baseline');
    const [now, then] = [estimate.value, old.estimate.value];
    if (Number.isNaN(then)) return unjudged('is undefined in the baseline');
    if (Number.isNaN(now)) return unjudged(`is undefined: ${estimate.reason ?? 'no rows'}`);
    const [by] = JSON.parse(key) as [string[]];
    const passage = { by, number, now: candidate, before: old };
    const simple = badness(now, number) - badness(then, number);
    const result = (paired && pairedWorsening(passage, paired)) ?? unpairedWorsening(passage, simple);
    const { ci } = result;
    if (at !== 'value' && ci === undefined) return unjudged('has no interval for its change');
    const worse = at === 'value' || !ci ? simple : ci[at === 'lower' ? 0 : 1];
    // Values computed from equal counts agree to the last digit; otherwise a value may equal its limit up to
    // rounding.
    if (!(worse > amount + 1e-12)) return { limit, who, verdict: 'kept', message: '' };
    const interval = ci ? `interval ${show(ci[0])} to ${show(ci[1])}, ` : '';
    const sure = ` (${interval}${result.of})`;
    const judged = at === 'value' ? '' : `at the ${at} end `;
    const message = `${name} ${who} is ${show(now)} and was ${show(then)}: worse by ${show(simple)}${sure}, ${judged}more than ${amount}`;
    return { limit, who, verdict: 'crossed', message };
  });
  const gone = [...byKey.keys()].filter((key) => !getValues(report, number).has(key));
  const lost = gone.map((key): Check => {
    const { who } = byKey.get(key) as Candidate;
    const message = `${name} ${who} is in the baseline but missing from this report`;
    return { limit, who, verdict: unjudgedAt(at), message };
  });
  return requireJudged([...checks, ...lost], { limit, name });
}

/** Returns the values by breakdown, group, and reference group. */
function getValues(report: Report, { of }: Guarded): Map<string, Candidate> {
  const keyed = (breakdown: Breakdown) =>
    of(breakdown, report).map((candidate): [string, Candidate] => [
      JSON.stringify([breakdown.by, candidate.id]),
      candidate,
    ]);
  return new Map(report.breakdowns.flatMap(keyed));
}

// The badness of a difference is its size; that of a ratio is the distance of it or its inverse below 1. Both
// range from 0 to 1.
function badness(value: number, { equal, direction }: Guarded): number {
  if (equal === 0) return Math.abs(value);
  if (equal === 1) return value === 0 ? 1 : 1 - Math.min(value, 1 / value);
  return direction === 'higher' ? -value : value;
}

const show = (value: number): string => (Number.isFinite(value) ? String(Number(value.toFixed(4))) : '∞');
