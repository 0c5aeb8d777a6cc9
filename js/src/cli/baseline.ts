// SPDX-License-Identifier: Apache-2.0
//
// Limits on what became worse: --baseline names a stored report, and --fail-if-worse how much worse than there a number
// may be. Both reports may be of different rows; predictions of the same rows are what `fairwasm compare` is for.

import type { Breakdown, Report } from '../audit/report.js';
import { oneLine } from '../report/shown.js';
import { InputError, requireNumber, requirePair, UsageError } from './command.js';
import { type Check, requireJudged } from './gate.js';
import type { Candidate, Guarded } from './guarded.js';
import { requireGuarded } from './guarded.js';
import { readStored } from './stored.js';

export const baselineOptions = {
  baseline: { type: 'string' },
  'fail-if-worse': { type: 'string', multiple: true },
} as const;

interface Values {
  baseline?: string | undefined;
  'fail-if-worse'?: string[] | undefined;
}

/** "NUMBER may be worse than in the baseline by AMOUNT at most." */
interface ChangeGate {
  number: Guarded;
  amount: number;
}

/** The limits, and where the stored report is. */
export interface Changes {
  baseline: string | undefined;
  gates: readonly ChangeGate[];
}

const option = '--fail-if-worse';

/** Reads `--fail-if-worse disparateImpact=0.05`. Throws {@link UsageError} for a number that is neither good nor bad. */
export function changesOf({ baseline, 'fail-if-worse': texts = [] }: Values): Changes {
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
  return { baseline, gates };
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
  { gates, baseline }: Changes,
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
  return gates.flatMap((gate) => judgeOne(report, before, gate));
}

function judgeOne(report: Report, before: Report, { number, amount }: ChangeGate): Check[] {
  const { name, inputs, isIn } = number;
  if (!isIn(report)) {
    const needs = inputs.map((input) => `--${input}`).join(' and ');
    throw new UsageError(`${option} ${name} needs ${needs}`);
  }
  const limit = `${name}, worse than before by at most ${amount}`;
  const known = isIn(before) ? valuesOf(before, number) : new Map<string, Candidate>();
  const checks = [...valuesOf(report, number)].map(([key, candidate]): Check => {
    const { who, estimate } = candidate;
    const old = known.get(key);
    const unjudged = (why: string): Check => ({
      limit,
      who,
      verdict: 'unjudged',
      message: `${name} ${who} ${oneLine(why)}`,
    });
    if (old === undefined) return unjudged('is not in the baseline');
    const [now, then] = [estimate.value, old.estimate.value];
    if (Number.isNaN(then)) return unjudged('is undefined in the baseline');
    if (Number.isNaN(now)) return unjudged(`is undefined: ${estimate.reason ?? 'no rows'}`);
    const worse = badness(now, number) - badness(then, number);
    // What both compute from the same counts is equal to the last digit; beyond it, a limit may be met exactly.
    if (!(worse > amount + 1e-12)) return { limit, who, verdict: 'kept', message: '' };
    const message = `${name} ${who} is ${show(now)} and was ${show(then)}: worse by ${show(worse)}, more than ${amount}`;
    return { limit, who, verdict: 'crossed', message };
  });
  const gone = [...known.keys()].filter((key) => !valuesOf(report, number).has(key));
  const lost = gone.map((key): Check => {
    const { who } = known.get(key) as Candidate;
    const message = `${name} ${who} was in the baseline, and is no more`;
    return { limit, who, verdict: 'unjudged', message };
  });
  return requireJudged([...checks, ...lost], { limit, name });
}

/** By breakdown, group and reference. */
function valuesOf(report: Report, { of }: Guarded): Map<string, Candidate> {
  const keyed = (breakdown: Breakdown) =>
    of(breakdown).map((candidate): [string, Candidate] => [
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
