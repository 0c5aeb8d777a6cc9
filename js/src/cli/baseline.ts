// SPDX-License-Identifier: Apache-2.0
//
// Limits on what became worse: --baseline names a stored report, and --fail-if-worse how much worse than there a number
// may be. Both reports may be of different rows; where the file has the decisions of the baseline, too, they are compared
// as pairs.

import type { Breakdown, Report } from '../audit/report.js';
import { oneLine } from '../report/shown.js';
import { InputError, requireChoice, requireNumber, requirePair, UsageError } from './command.js';
import { type Check, type End, ends, requireJudged, unjudgedAt } from './gate.js';
import type { Candidate, Guarded } from './gate-target.js';
import { requireGuarded } from './gate-target.js';
import { list, text } from './options.js';
import {
  type PairedBaseline,
  pairedWorsening,
  requirePairable,
  unpairedWorsening,
} from './paired-baseline.js';
import { readStored } from './stored-report.js';

export const baselineOptions = {
  baseline: text('REPORT.json', 'a stored report (--format json), for --fail-if-worse'),
  'baseline-prediction': text(
    'COLUMN',
    'the column of this file with the decisions that the baseline describes. Pairing the rows ' +
      'makes --at lower and --at upper more precise. Default: the baseline is treated as an ' +
      'independent sample',
  ),
  'fail-if-worse': list(
    'NUMBER=AMOUNT',
    "exit with 3 if a group's value is worse than in the baseline by more than the amount: a " +
      'difference by its size, a ratio by how far it or its inverse is below 1, a rate by what is ' +
      'right or wrong',
  ),
} as const;

interface Values {
  baseline?: string | undefined;
  'baseline-prediction'?: string | undefined;
  'fail-if-worse'?: string[] | undefined;
  at?: string | undefined;
}

/** "NUMBER may be worse than in the baseline by AMOUNT at most." */
interface ChangeGate {
  number: Guarded;
  amount: number;
}

/** The limits, and where the stored report is. */
export interface Changes {
  baseline: string | undefined;
  /** The column with the decisions of the baseline. */
  column: string | undefined;
  /** What is held against the amount: how much worse the value is, or an end of that interval. */
  at: End;
  gates: readonly ChangeGate[];
}

const option = '--fail-if-worse';

/** Reads `--fail-if-worse disparateImpact=0.05`. Throws {@link UsageError} for a number that is neither good nor bad. */
export function changesOf(values: Values): Changes {
  const { baseline, 'baseline-prediction': column, 'fail-if-worse': texts = [] } = values;
  const gates = texts.map((text) => {
    const [name, value] = requirePair(option, text);
    const number = requireGuarded(option, name);
    const amount = requireNumber(option, value);
    if (amount < 0) throw new UsageError(`${option} takes 0 or more, not '${value}'`);
    if (number.equal === undefined && number.direction === undefined) {
      throw new UsageError(
        `${option}: more of ${number.name} is neither better nor worse; disparities, rates of right and wrong, and ` +
          'spreads such as selectionRate.difference are',
      );
    }
    return { number, amount };
  });
  if (gates.length > 0 && baseline === undefined) {
    throw new UsageError(`${option} needs --baseline: the report to compare with`);
  }
  if (gates.length === 0 && baseline !== undefined) {
    throw new UsageError(`--baseline needs a limit: ${option}`);
  }
  if (column !== undefined && baseline === undefined) {
    throw new UsageError('--baseline-prediction needs --baseline: the report of these decisions');
  }
  return { baseline, column, at: requireChoice('--at', values.at ?? 'value', ends), gates };
}

/** The stored report, if one was named. Throws {@link InputError} for a file that is none. */
export const readBaseline = async ({ baseline }: Changes): Promise<Report | undefined> =>
  baseline === undefined ? undefined : readStored(baseline);

/**
 * Holds each value against that of the same group in the baseline, which is compared with the same reference group.
 *
 * @throws InputError where another label counts as positive there: its numbers mean something else.
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
        `${baseline}: there ${labels(before)} counts as positive, and here ${labels(report)}: nothing can be compared`,
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
  const known = isIn(before) ? valuesOf(before, number) : new Map<string, Candidate>();
  const checks = [...valuesOf(report, number)].map(([key, candidate]): Check => {
    const { who, estimate } = candidate;
    const old = known.get(key);
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
    const found =
      (paired && pairedWorsening(passage, paired)) ?? unpairedWorsening(passage, simple);
    const { ci } = found;
    if (at !== 'value' && ci === undefined) return unjudged('has no interval of its change');
    const worse = at === 'value' || !ci ? simple : ci[at === 'lower' ? 0 : 1];
    // What both compute from the same counts is equal to the last digit; beyond it, a limit may be met exactly.
    if (!(worse > amount + 1e-12)) return { limit, who, verdict: 'kept', message: '' };
    const interval = ci ? `interval ${show(ci[0])} to ${show(ci[1])}, ` : '';
    const sure = ` (${interval}${found.of})`;
    const judged = at === 'value' ? '' : `at the ${at} end `;
    const message = `${name} ${who} is ${show(now)} and was ${show(then)}: worse by ${show(simple)}${sure}, ${judged}more than ${amount}`;
    return { limit, who, verdict: 'crossed', message };
  });
  const gone = [...known.keys()].filter((key) => !valuesOf(report, number).has(key));
  const lost = gone.map((key): Check => {
    const { who } = known.get(key) as Candidate;
    const message = `${name} ${who} was in the baseline, and is no more`;
    return { limit, who, verdict: unjudgedAt(at), message };
  });
  return requireJudged([...checks, ...lost], { limit, name });
}

/** By breakdown, group and reference. */
function valuesOf(report: Report, { of }: Guarded): Map<string, Candidate> {
  const keyed = (breakdown: Breakdown) =>
    of(breakdown, report).map((candidate): [string, Candidate] => [
      JSON.stringify([breakdown.by, candidate.id]),
      candidate,
    ]);
  return new Map(report.breakdowns.flatMap(keyed));
}

// A difference counts by its size, a ratio by how far it, or its inverse, is below 1: both from 0 to 1.
function badness(value: number, { equal, direction }: Guarded): number {
  if (equal === 0) return Math.abs(value);
  if (equal === 1) return value === 0 ? 1 : 1 - Math.min(value, 1 / value);
  return direction === 'higher' ? -value : value;
}

const show = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toFixed(4))) : '∞';
