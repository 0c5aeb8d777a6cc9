// SPDX-License-Identifier: Apache-2.0
//
// Limits for continuous integration: parses --fail-under and --fail-over, and finds the values of a report,
// or ends of their intervals, that cross them.

import type { Breakdown } from '../../audit/report.js';
import { chosen } from '../../claims/verdict.js';
import type { Estimate } from '../../core/estimate.js';
import { oneLine, showCount } from '../../document/format.js';
import type { Report } from '../../report/report.js';
import { type ExitCode, exitCodes } from '../command.js';
import { choice, number, ranges, requireNumber } from '../options/options.js';
import { rows } from '../options/rows.js';
import { requirePair, UsageError } from '../options/usage.js';
import type { Candidate, Guarded } from './numbers.js';

/** The number compared with a limit: the value, or an end of its interval. */
export const ends = ['value', 'lower', 'upper'] as const;
export type End = (typeof ends)[number];

/** "NUMBER must not be under (or over) LIMIT." */
export interface Gate<Whole = Report, Part = Breakdown> {
  at: End;
  number: Guarded<Whole, Part>;
  side: 'under' | 'over';
  limit: number;
  /** Groups with fewer rows are exempt. */
  minRows?: number | undefined;
}

/** The comparison of one value with one limit. */
export interface Check {
  /** The number and its limit: "disparateImpact, at least 0.8". */
  limit: string;
  /** The group of the value. */
  who: string;
  /**
   * `unjudged`: the value is undefined or missing, or has no interval to compare, so the check fails.
   * `skipped`: the group is exempt.
   */
  verdict: 'kept' | 'crossed' | 'unjudged' | 'skipped';
  /** A sentence about the result; empty if the limit holds. */
  message: string;
  /** The value with its interval, unless it is compared with a baseline. */
  estimate?: Estimate | undefined;
}

export const gateOptions = {
  'fail-under': rows['fail-under'],
  'fail-over': rows['fail-over'],
  at: {
    ...choice(ends, [
      'compare the limits with the value or an end of its confidence interval',
      'Default: value. --fail-under disparateImpact=0.8 --at lower passes only if the interval is entirely at or ' +
        'above 0.8',
    ]),
    requires: ['fail-under', 'fail-over', 'fail-if-worse'],
  },
} as const;

/** An option for group reports: exempts small groups from the limits. */
export const rowsOptions = {
  'min-rows': {
    ...number(ranges.whole(1), 'exempt groups with fewer rows from the limits, and list them'),
    requires: ['fail-under', 'fail-over'],
  },
} as const;

type Values = { at?: End | undefined; 'min-rows'?: number | undefined } & {
  [Side in Gate['side'] as `fail-${Side}`]?: string[] | undefined;
};

/** Throws {@link UsageError} for a format that reports limits if there are none. */
export function requireLimits(format: string, isGuarded: boolean): void {
  if (isGuarded || !['junit', 'github'].includes(format)) return;
  throw new UsageError(`--format ${format} reports limits. Add one, such as --fail-under.`);
}

/** Parses `--fail-under disparateImpact=0.8`; `find` looks up the number. */
export function getGates<Whole, Part>(
  values: Values,
  find: (option: string, name: string) => Guarded<Whole, Part>,
): Gate<Whole, Part>[] {
  const { at = 'value', 'min-rows': minRows } = values;
  return (['under', 'over'] as const).flatMap((side) => {
    const option = `--fail-${side}`;
    return (values[`fail-${side}`] ?? []).map((text) => {
      const [name, value] = requirePair(option, text);
      const gate = { at, number: find(option, name), side, limit: requireNumber(option, value), minRows };
      requireSense(option, gate);
      return gate;
    });
  });
}

const getMessages = (checks: readonly Check[], asked: Check['verdict']): string[] =>
  checks.filter(({ verdict }) => verdict === asked).map(({ message }) => message);

/** Returns whether a check fails: the limit was crossed, or could not be checked. */
export const isFailure = ({ verdict }: Check): boolean => verdict === 'crossed' || verdict === 'unjudged';

/**
 * Verdict for a value that cannot be compared. A limit on the value itself skips it. A limit on an end of the
 * interval requires evidence, so a value without an interval fails.
 */
export const unjudgedAt = (at: End): 'skipped' | 'unjudged' => (at === 'value' ? 'skipped' : 'unjudged');

/** Prints the results of the limits to standard error and returns the exit code. */
export function tellVerdict(checks: readonly Check[]): ExitCode {
  const told = { skipped: 'note', unjudged: 'limit could not be checked', crossed: 'limit crossed' } as const;
  for (const [verdict, settings] of Object.entries(told)) {
    for (const line of getMessages(checks, verdict as Check['verdict']))
      process.stderr.write(`fairwasm: ${settings}: ${line}\n`);
  }
  return checks.some(isFailure) ? exitCodes.limitCrossed : exitCodes.ok;
}

// A limit on the wrong side of equality would fail even for equal groups.
function requireSense(option: string, { number, side, limit }: AnyGate): void {
  const { equal, name } = number;
  if (equal === undefined || (side === 'under' ? limit <= equal : limit >= equal)) return;
  const most = side === 'under' ? `at most ${equal}` : `at least ${equal}`;
  throw new UsageError(`${option} for ${name} must be ${most}, its value for equal groups`);
}

/** Checks a report against the limits, in every breakdown including that of all attributes. */
export function judge<Part, Whole extends { breakdowns: readonly Part[] }>(
  report: Whole,
  gates: readonly Gate<Whole, Part>[],
): Check[] {
  return gates.flatMap((gate) => judgeOne(report, gate));
}

// The properties of a limit that the check needs, for every kind of report.
type AnyGate = Pick<Gate, 'at' | 'side' | 'limit' | 'minRows'> & { number: Pick<Guarded, 'name' | 'equal'> };

function judgeOne<Part, Whole extends { breakdowns: readonly Part[] }>(
  report: Whole,
  gate: Gate<Whole, Part>,
): Check[] {
  const { name, inputs, isIn, of } = gate.number;
  if (!isIn(report)) {
    const needs = inputs.map((input) => `--${input}`).join(' and ');
    throw new UsageError(`--fail-${gate.side} ${name} needs ${needs}`);
  }
  const limit = getLimit(gate);
  const checks = report.breakdowns
    .flatMap((part) => of(part, report))
    .map((candidate): Check => {
      const { who, estimate } = candidate;
      const few = fewRows(candidate, gate);
      if (few !== undefined) return { limit, who, verdict: 'skipped', message: `${name} ${who} ${few}`, estimate };
      const value = judgedValue(estimate, gate);
      if (Number.isNaN(value)) {
        const verdict = unjudgedAt(gate.at);
        return { limit, who, verdict, message: `${name} ${who} ${whyNot(estimate)}`, estimate };
      }
      if (!crosses(value, gate)) return { limit, who, verdict: 'kept', message: '', estimate };
      return { limit, who, verdict: 'crossed', message: describe(candidate, gate), estimate };
    });
  return requireJudged(checks, { limit, name });
}

/** Adds a failure if no value could be checked: a check that compared nothing must not pass. */
export function requireJudged(checks: readonly Check[], { limit, name }: { limit: string; name: string }): Check[] {
  if (checks.some(({ verdict }) => verdict !== 'skipped')) return [...checks];
  const message = `${name} could not be checked for any group`;
  return [...checks, { limit, who: '', verdict: 'unjudged', message }];
}

/** Returns why a group is exempt, or undefined. */
function fewRows({ rows }: Candidate, { minRows, number }: AnyGate): string | undefined {
  if (minRows === undefined) return undefined;
  if (rows === undefined) {
    throw new UsageError(
      `--min-rows exempts small groups, but ${number.name} is computed for all groups together; set a limit for a rate or a disparity instead`,
    );
  }
  const are = rows === 1 ? 'only 1 row' : `only ${showCount(rows)} rows`;
  return rows < minRows ? `is exempt: ${are}, and --min-rows requires ${showCount(minRows)}` : undefined;
}

/** Returns why a value cannot be compared with a limit. */
function whyNot({ value, reason }: Estimate): string {
  return Number.isNaN(value) ? oneLine(`is undefined: ${reason ?? 'no rows'}`) : 'has no interval';
}

const endWords = { value: '', lower: 'lower end ', upper: 'upper end ' };

/** Returns the limit as text: "disparateImpact, at least 0.8". */
const getLimit = ({ number, side, limit, at }: AnyGate): string =>
  `${number.name}, ${endWords[at]}at ${side === 'under' ? 'least' : 'most'} ${limit}`;

// --fail-over limits differences in both directions, because equal groups have a difference of 0.
const isTwoSided = ({ number, side }: AnyGate) => side === 'over' && number.equal === 0;

/**
 * Returns the interval to compare. A limit applies to every group, so the simultaneous interval is used if
 * there is one.
 */
export const judgedInterval = (estimate: Estimate) => chosen(estimate).ci;

// NaN without an interval. For a magnitude, the interval is folded at 0.
function judgedValue(estimate: Estimate, gate: AnyGate): number {
  const { value } = estimate;
  if (gate.at === 'value') return value;
  const interval = judgedInterval(estimate);
  if (interval === undefined || Number.isNaN(value)) return Number.NaN;
  const [low, high] = interval;
  if (!isTwoSided(gate)) return gate.at === 'lower' ? low : high;
  return gate.at === 'lower' ? Math.max(0, low, -high) : Math.max(Math.abs(low), Math.abs(high));
}

function crosses(value: number, gate: AnyGate): boolean {
  if (gate.side === 'under') return value < gate.limit;
  return (isTwoSided(gate) ? Math.abs(value) : value) > gate.limit;
}

const endNames = { value: '', lower: 'at the lower end of its interval ', upper: 'at the upper end of its interval ' };

function describe({ who, estimate }: Candidate, gate: AnyGate): string {
  const { number, side, limit, at } = gate;
  const value = judgedValue(estimate, gate);
  // A limit above 0 for a difference also limits it below 0.
  const isNegative = isTwoSided(gate) && value < 0;
  const beyond = side === 'under' || isNegative ? 'below' : 'above';
  const size = isTwoSided(gate) && at !== 'value' ? ' away from 0' : '';
  return `${number.name} ${who} is ${endNames[at]}${showUnlikeLimit(value, limit)}${size}, ${beyond} the limit of ${isNegative ? -limit : limit}`;
}

// Rounds to three decimals, without trailing zeros, unless the rounded value would equal the limit.
function showUnlikeLimit(value: number, limit: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  const rounded = Number(value.toFixed(3));
  if (Math.abs(rounded) === Math.abs(limit)) return String(value);
  return Math.abs(rounded) >= 1000 ? showCount(rounded) : String(rounded);
}
