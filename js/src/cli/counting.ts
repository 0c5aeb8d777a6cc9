// SPDX-License-Identifier: Apache-2.0
//
// Options for counting in a database, shared by the printed query, counts read from a file, and queries that
// fairwasm runs.

import type { BinLimits } from '../data/intake/ranges.js';
import type { RowCondition } from '../data/intake/selection.js';
import { periodReaders } from '../data/intake/times.js';
import type { Condition } from '../sql/conditions.js';
import type { Counted, Parameter } from '../sql/index.js';
import { requireNumber } from './options.js';
import { getList, pairWith, requireOnce, requirePair, UsageError, unescaped } from './usage.js';

interface Values {
  table?: string | undefined;
  query?: string | undefined;
  where?: string[] | undefined;
  bins?: string[] | undefined;
  counts?: string | undefined;
}

/**
 * Returns the source of the rows. Throws {@link UsageError} for a missing table and query, or an invalid
 * condition or range.
 */
export function getSource(values: Values, groups: readonly string[]): Partial<Counted> {
  const { table, query } = values;
  if ((table === undefined) === (query === undefined)) {
    throw new UsageError('pass --table or --query');
  }
  const bins = (values.bins ?? []).map((text) => getBins(text, groups));
  requireOnce(
    '--bins',
    bins.map(([name]) => name),
  );
  return {
    ...(table === undefined ? { query } : { table: getParts(table) }),
    bins: Object.fromEntries(bins),
    where: getConditions(values.where ?? []),
  };
}

/** Splits `schema.table` into its parts; a dot after a backslash belongs to a name. */
const getParts = (table: string): string[] => table.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));

/** Parses `age=18,65`, `age>25`, and `hired=2024-01-01`, limits of ranges of a column; a name may contain `=`. */
export function rowRanges(texts: readonly string[]): Record<string, BinLimits> {
  const bins = texts.map((text): [string, BinLimits] => {
    const [, name, operator, limits] = /^(.+)([=>])([^=>]*)$/s.exec(text) ?? [];
    if (name === undefined || limits === undefined)
      throw new UsageError(`--bins takes COLUMN=NUMBER,... or COLUMN>NUMBER,..., not '${text}'`);
    const all = getList([limits]);
    const areDates = operator === '=' && all.every((limit) => Number.isNaN(Number(limit)) && periodReaders([limit])[0]);
    if (areDates) return [unescaped(name), all];
    const numbers = all.map((limit) => requireNumber('--bins', limit));
    return [unescaped(name), operator === '>' ? { upTo: numbers } : numbers];
  });
  requireOnce(
    '--bins',
    bins.map(([name]) => name),
  );
  return Object.fromEntries(bins);
}

/** Parses conditions; several values for one column are alternatives. Throws {@link UsageError} for other text. */
export function rowConditions(texts: readonly string[]): RowCondition[] {
  const where = texts.map(getCondition);
  const equal = where.filter(({ operator }) => operator === '=');
  const merged = [...new Set(equal.map(({ column }) => column))].map((column) => ({
    column,
    operator: '=' as const,
    value: equal.filter((each) => each.column === column).flatMap(({ value }) => value as Parameter[]),
  }));
  return [...merged, ...where.filter(({ operator }) => operator !== '=')];
}

// A backslash before an operator makes it part of the column's name.
function getCondition(text: string): RowCondition {
  const found = [...text.matchAll(/\\.|<=|>=|!=|=|<|>/gs)].find(([part]) => part[0] !== '\\');
  if (!found || found.index === 0)
    throw new UsageError(`--where takes COLUMN=VALUE, with = != < <= > or >=, not '${text}'`);
  const [operator] = found;
  const [name, value] = [text.slice(0, found.index), text.slice(found.index + operator.length)];
  const column = unescaped(name).trim();
  const isQuoted = /^"(.*)"$/s.test(value);
  const parts = isQuoted ? [value] : getList([value]);
  const values = parts.map((each) => getParameter(isQuoted ? each : each.trim()));
  if (values.length === 0) values.push('');
  const isEquality = operator === '=' || operator === '!=';
  return { column, operator: operator as '=', value: isEquality ? values : (values[0] as Parameter) };
}

function getBins(text: string, groups: readonly string[]): [string, number[]] {
  const [name, limits] = pairWith(groups, '--bins', text);
  if (!groups.includes(name)) throw new UsageError(`--bins names '${name}', which is not in --group`);
  return [name, getList([limits]).map((limit) => requireNumber('--bins', limit))];
}

// Several conditions on one column are alternatives.
function getConditions(texts: readonly string[]): Record<string, Condition> {
  const values = new Map<string, Parameter[]>();
  for (const text of texts) {
    const [name, value] = requirePair('--where', text);
    values.set(name, [...(values.get(name) ?? []), getParameter(value)]);
  }
  const conditions = [...values].map(([name, among]): [string, Condition] => [
    name,
    among.length === 1 ? (among[0] as Parameter) : among,
  ]);
  return Object.fromEntries(conditions);
}

// A value in number notation is a number; double quotes make it a string.
function getParameter(text: string): Parameter {
  const quoted = /^"(.*)"$/s.exec(text);
  if (quoted) return quoted[1] as string;
  return String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
}
