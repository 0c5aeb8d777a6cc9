// SPDX-License-Identifier: Apache-2.0
//
// Conditions on the counted rows: by column, one value, a list of values, or a range. Columns are compared
// unconverted, so that indexes and partitions are used; the engine reports values of another type.

import { type FairwasmError, invalid } from '../core/error.js';
import { isPlain, requireOptions, shown } from '../core/options.js';
import type { Parameter } from './dialects.js';

/**
 * One value, a list of values, or a range; null matches NULL. Omit an end of a range for no limit. Dates are strings:
 * `2026-01-31`.
 */
export type Condition =
  | Parameter
  | null
  | readonly (Parameter | null)[]
  | {
      atLeast?: Parameter | undefined;
      above?: Parameter | undefined;
      atMost?: Parameter | undefined;
      below?: Parameter | undefined;
    };

type ValueRange = Extract<Condition, { atLeast?: Parameter | undefined }>;

const signs = { atLeast: '>=', above: '>', atMost: '<=', below: '<' } as const;
type Side = keyof typeof signs;
const sides = Object.keys(signs) as Side[];

const isParameter = (value: unknown): value is Parameter =>
  typeof value === 'number' ? Number.isFinite(value) : ['string', 'boolean', 'bigint'].includes(typeof value);

/** Throws `invalidArgument` for an invalid condition. */
export function requireConditions(where: Readonly<Record<string, unknown>>): void {
  for (const [column, condition] of Object.entries(where)) {
    const argument = `where ${column}`;
    if (isPlain(condition)) {
      requireOptions(argument, condition, sides);
      const limits = sides.map((side) => (condition as ValueRange)[side]);
      const given = limits.filter((value) => value !== undefined);
      if (given.length === 0) throw noCondition(argument, 'a range without an end');
      for (const value of given) requireValue(argument, value);
    } else if (Array.isArray(condition)) {
      if (condition.length === 0) throw noCondition(argument, 'an empty list');
      for (const value of condition) if (value !== null) requireValue(argument, value);
    } else if (condition !== null) requireValue(argument, condition);
  }
}

function requireValue(argument: string, value: unknown): void {
  if (!isParameter(value)) throw noCondition(argument, shown(value));
}

function noCondition(argument: string, actual: string): FairwasmError {
  return invalid(argument, 'a string, a finite number, true, false, null, a list of these, or a range', actual);
}

/** Returns the condition as SQL; `parameter` writes a value. */
export function conditionText(column: string, condition: Condition, parameter: (value: Parameter) => string): string {
  if (condition === null) return `${column} IS NULL`;
  if (Array.isArray(condition)) return amongText(column, condition, parameter);
  if (!isPlain(condition)) return `${column} = ${parameter(condition as Parameter)}`;
  const range = condition as ValueRange;
  return sides
    .filter((side) => range[side] !== undefined)
    .map((side) => `${column} ${signs[side]} ${parameter(range[side] as Parameter)}`)
    .join(' AND ');
}

function amongText(
  column: string,
  values: readonly (Parameter | null)[],
  parameter: (value: Parameter) => string,
): string {
  const known = values.filter((value) => value !== null);
  const among = known.length > 0 ? [`${column} IN (${known.map(parameter).join(', ')})`] : [];
  if (known.length < values.length) among.push(`${column} IS NULL`);
  return among.length > 1 ? `(${among.join(' OR ')})` : (among[0] as string);
}
