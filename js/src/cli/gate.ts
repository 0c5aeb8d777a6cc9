// SPDX-License-Identifier: Apache-2.0
//
// Limits that guard a build: --fail-under and --fail-over, and which numbers of a report, or ends of their
// intervals, cross them.

import type { Breakdown, Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import { oneLine, showCount } from '../report/shown.js';
import {
  type ExitCode,
  exitCodes,
  requireChoice,
  requireNumber,
  requirePair,
  UsageError,
} from './command.js';
import type { Candidate, Guarded } from './gate-target.js';
import { text } from './options.js';
import { rows } from './rows.js';

/** What is held against a limit: the value, or an end of its interval. */
export const ends = ['value', 'lower', 'upper'] as const;
export type End = (typeof ends)[number];

/** "No NUMBER may be under (or over) LIMIT." */
export interface Gate<Whole = Report, Part = Breakdown> {
  at: End;
  number: Guarded<Whole, Part>;
  side: 'under' | 'over';
  limit: number;
  /** Groups with fewer rows are passed over. */
  minRows?: number | undefined;
}

/** One value held against one limit. */
export interface Check {
  /** The number, and the limit: "disparateImpact, at least 0.8". */
  limit: string;
  /** Whose value it is. */
  who: string;
  /**
   * `unjudged`: the value is undefined or missing, or has no interval whose end could be compared, so that the limit is not
   * shown to be kept: it fails. `skipped`: passed over, as it may be.
   */
  verdict: 'kept' | 'crossed' | 'unjudged' | 'skipped';
  /** What is to be said of it, as a sentence; nothing where the limit is kept. */
  message: string;
}

export const gateOptions = {
  'fail-under': rows['fail-under'],
  'fail-over': rows['fail-over'],
  at: text(
    'value|lower|upper',
    'compare the limits with the value (the default) or with that end of its confidence ' +
      'interval: --fail-under disparateImpact=0.8 --at lower passes only if the interval is ' +
      'entirely at or above 0.8',
  ),
} as const;

/** Of reports of groups: which groups limits pass over. */
export const rowsOptions = {
  'min-rows': text('NUMBER', 'exclude smaller groups from the limits, and list them'),
} as const;

type Values = {
  at?: string | undefined;
  'min-rows'?: string | undefined;
  'fail-if-worse'?: string[] | undefined;
} & {
  [Side in Gate['side'] as `fail-${Side}`]?: string[] | undefined;
};

/** Throws {@link UsageError} for a format that says what limits find, where there is no limit. */
export function requireLimits(format: string, isGuarded: boolean): void {
  if (isGuarded || (format !== 'junit' && format !== 'github')) return;
  throw new UsageError(`--format ${format} reports limits: give one, such as --fail-under`);
}

/** Reads `--fail-under disparateImpact=0.8` and the like, of a report whose numbers `find` knows. */
export function gatesOf<Whole, Part>(
  values: Values,
  find: (option: string, name: string) => Guarded<Whole, Part>,
): Gate<Whole, Part>[] {
  const at = requireChoice('--at', values.at ?? 'value', ends);
  const minRows = minRowsOf(values);
  const gates = (['under', 'over'] as const).flatMap((side) => {
    const option = `--fail-${side}`;
    return (values[`fail-${side}`] ?? []).map((text) => {
      const [name, value] = requirePair(option, text);
      const gate = {
        at,
        number: find(option, name),
        side,
        limit: requireNumber(option, value),
        minRows,
      };
      requireSense(option, gate);
      return gate;
    });
  });
  if (gates.length > 0) return gates;
  const changes = values['fail-if-worse'] ?? [];
  if (values['min-rows'] !== undefined) {
    throw new UsageError('--min-rows needs a limit: --fail-under or --fail-over');
  }
  if (values.at !== undefined && changes.length === 0) {
    throw new UsageError('--at needs a limit: --fail-under, --fail-over or --fail-if-worse');
  }
  return gates;
}

function minRowsOf({ 'min-rows': text }: Values): number | undefined {
  if (text === undefined) return undefined;
  const rows = requireNumber('--min-rows', text);
  if (Number.isInteger(rows) && rows >= 1) return rows;
  throw new UsageError(`--min-rows takes a whole number, 1 or more, not '${text}'`);
}

const messagesOf = (checks: readonly Check[], asked: Check['verdict']): string[] =>
  checks.filter(({ verdict }) => verdict === asked).map(({ message }) => message);

/** Whether a check fails the build: a limit was crossed, or was not shown to be kept. */
export const isFailure = ({ verdict }: Check): boolean =>
  verdict === 'crossed' || verdict === 'unjudged';

/**
 * What becomes of a value that cannot be judged: held against a limit itself, it is passed over. An end of an interval is
 * held against a limit to be sure, and nothing is sure of a value without one.
 */
export const unjudgedAt = (at: End): 'skipped' | 'unjudged' =>
  at === 'value' ? 'skipped' : 'unjudged';

/** Says on standard error what the limits found, and gives what the process ends with. */
export function tellVerdict(checks: readonly Check[]): ExitCode {
  const told = { skipped: 'note', unjudged: 'limit not judged', crossed: 'limit crossed' } as const;
  for (const [verdict, what] of Object.entries(told)) {
    for (const line of messagesOf(checks, verdict as Check['verdict']))
      process.stderr.write(`fairwasm: ${what}: ${line}\n`);
  }
  return checks.some(isFailure) ? exitCodes.limitCrossed : exitCodes.ok;
}

// A limit on the wrong side of equality would be crossed by groups that are alike.
function requireSense(option: string, { number, side, limit }: AnyGate): void {
  const { equal, name } = number;
  if (equal === undefined || (side === 'under' ? limit <= equal : limit >= equal)) return;
  const most = side === 'under' ? `at most ${equal}` : `at least ${equal}`;
  throw new UsageError(`${option} for ${name} takes ${most}, its value for equal groups`);
}

/** Judges a report. Every breakdown counts, the one of all attributes crossed too. */
export function judge<Part, Whole extends { breakdowns: readonly Part[] }>(
  report: Whole,
  gates: readonly Gate<Whole, Part>[],
): Check[] {
  return gates.flatMap((gate) => judgeOne(report, gate));
}

// What a judgement needs of a gate, whatever it is a gate of.
type AnyGate = Pick<Gate, 'at' | 'side' | 'limit' | 'minRows'> & {
  number: Pick<Guarded, 'name' | 'equal'>;
};

function judgeOne<Part, Whole extends { breakdowns: readonly Part[] }>(
  report: Whole,
  gate: Gate<Whole, Part>,
): Check[] {
  const { name, inputs, isIn, of } = gate.number;
  if (!isIn(report)) {
    const needs = inputs.map((input) => `--${input}`).join(' and ');
    throw new UsageError(`--fail-${gate.side} ${name} needs ${needs}`);
  }
  const limit = limitOf(gate);
  const checks = report.breakdowns
    .flatMap((part) => of(part, report))
    .map((candidate): Check => {
      const { who, estimate } = candidate;
      const few = fewRows(candidate, gate);
      if (few !== undefined)
        return { limit, who, verdict: 'skipped', message: `${name} ${who} ${few}` };
      const value = judgedValue(estimate, gate);
      if (Number.isNaN(value)) {
        const verdict = unjudgedAt(gate.at);
        return { limit, who, verdict, message: `${name} ${who} ${whyNot(estimate)}` };
      }
      if (!crosses(value, gate)) return { limit, who, verdict: 'kept', message: '' };
      return { limit, who, verdict: 'crossed', message: describe(candidate, gate) };
    });
  return requireJudged(checks, { limit, name });
}

/** A guard that has nothing to look at must not say that all is well. */
export function requireJudged(
  checks: readonly Check[],
  { limit, name }: { limit: string; name: string },
): Check[] {
  if (checks.some(({ verdict }) => verdict !== 'skipped')) return [...checks];
  const message = `${name} could not be judged at all`;
  return [...checks, { limit, who: '', verdict: 'unjudged', message }];
}

/** Why a group is passed over, if it is. */
function fewRows({ rows }: Candidate, { minRows, number }: AnyGate): string | undefined {
  if (minRows === undefined) return undefined;
  if (rows === undefined) {
    throw new UsageError(
      `--min-rows passes over small groups, and ${number.name} is of all groups together: set a limit to a rate or a disparity`,
    );
  }
  const are = rows === 1 ? 'only 1 row' : `only ${showCount(rows)} rows`;
  return rows < minRows ? `is passed over: ${are}, of ${showCount(minRows)} at least` : undefined;
}

/** Why a value cannot be held against a limit. */
function whyNot({ value, reason }: Estimate): string {
  return Number.isNaN(value) ? oneLine(`is undefined: ${reason ?? 'no rows'}`) : 'has no interval';
}

const endWords = { value: '', lower: 'lower end ', upper: 'upper end ' };

/** "disparateImpact, at least 0.8". */
const limitOf = ({ number, side, limit, at }: AnyGate): string =>
  `${number.name}, ${endWords[at]}at ${side === 'under' ? 'least' : 'most'} ${limit}`;

// Over: differences count in both directions, as 0 is where groups are alike.
const isTwoSided = ({ number, side }: AnyGate) => side === 'over' && number.equal === 0;

/**
 * The interval whose ends are held against limits. A limit is about every group, so where there is an interval that holds
 * together with those of the others, it is that one.
 */
export const judgedInterval = ({ ci, adjustedCi = ci }: Estimate) => adjustedCi;

// NaN where there is none. Of a magnitude the ends are those of the interval folded at 0.
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

const endNames = {
  value: '',
  lower: 'at the lower end of its interval ',
  upper: 'at the upper end of its interval ',
};

function describe({ who, estimate }: Candidate, gate: AnyGate): string {
  const { number, side, limit, at } = gate;
  const value = judgedValue(estimate, gate);
  // Of differences, which may go either way, the limit over 0 stands for one below 0 too.
  const isNegative = isTwoSided(gate) && value < 0;
  const beyond = side === 'under' || isNegative ? 'below' : 'above';
  const size = isTwoSided(gate) && at !== 'value' ? ' away from 0' : '';
  return `${number.name} ${who} is ${endNames[at]}${showBeside(value, limit)}${size}, ${beyond} the limit of ${isNegative ? -limit : limit}`;
}

// Three decimals without zeros at the end; all of them where three would look like the limit itself.
function showBeside(value: number, limit: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  const rounded = Number(value.toFixed(3));
  if (Math.abs(rounded) === Math.abs(limit)) return String(value);
  return Math.abs(rounded) >= 1000 ? showCount(rounded) : String(rounded);
}
