// SPDX-License-Identifier: Apache-2.0
//
// Options for counting in a database, shared by the printed query, counts read from a file, and queries that
// fairwasm runs.

import type { BinLimits, RowCondition, RowSelection } from '../audit/row-selection.js';
import type { Condition, Counted, Parameter } from '../sql/index.js';
import {
  listOf,
  pairWith,
  requireNumber,
  requireOnce,
  requirePair,
  UsageError,
} from './command.js';
import { requireWhole } from './computing.js';
import { rows } from './rows.js';

/** Options that select the rows to count. */
export const sourceOptions = {
  table: rows.table,
  query: rows.query,
  where: rows.where,
  bins: rows.bins,
} as const;

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
export function sourceOf(values: Values, groups: readonly string[]): Partial<Counted> {
  const { table, query } = values;
  if ((table === undefined) === (query === undefined)) {
    throw new UsageError('pass --table or --query');
  }
  const bins = (values.bins ?? []).map((text) => binsOf(text, groups));
  requireOnce(
    '--bins',
    bins.map(([name]) => name),
  );
  return {
    ...(table === undefined ? { query } : { table: partsOf(table) }),
    bins: Object.fromEntries(bins),
    where: conditionsOf(values.where ?? []),
  };
}

/** Returns the minimum cell size, if it was passed. */
export function limitOf<Name extends 'min-cell-size' | 'suppress-below'>(
  values: { [Each in Name]?: string | undefined },
  name: Name,
): number | undefined {
  const text = values[name];
  return text === undefined ? undefined : requireWhole(`--${name}`, text, 2);
}

/** Splits `schema.table` into its parts; a dot after a backslash belongs to a name. */
const partsOf = (table: string): string[] =>
  table.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));

/** The rows of a file to audit, and the columns to cut into ranges. Throws {@link UsageError} for other text. */
export function selectionOf(values: Values, groups: readonly string[]): RowSelection {
  const bins = (values.bins ?? []).map((text): [string, BinLimits] => {
    const upTo = /^(.+?)>([-+\d.,\seE]+)$/s.exec(text);
    if (upTo === null || groups.some((name) => text.startsWith(`${name}=`)))
      return binsOf(text, groups);
    const [name, limits] = binsOf(`${upTo[1]}=${upTo[2]}`, groups);
    return [name, { upTo: limits }];
  });
  requireOnce(
    '--bins',
    bins.map(([name]) => name),
  );
  const where = (values.where ?? []).map(conditionOf);
  const equal = where.filter(({ operator }) => operator === '=');
  const merged = [...new Set(equal.map(({ column }) => column))].map((column) => ({
    column,
    operator: '=' as const,
    value: equal
      .filter((each) => each.column === column)
      .flatMap(({ value }) => value as Parameter[]),
  }));
  const others = where.filter(({ operator }) => operator !== '=');
  return {
    ...(bins.length > 0 && { bins: Object.fromEntries(bins) }),
    ...(where.length > 0 && { where: [...merged, ...others] }),
  };
}

// A backslash before an operator makes it part of the column's name.
function conditionOf(text: string): RowCondition {
  const [, name, operator, value] =
    /^((?:[^\\<>=!]|\\.|!(?!=))+)(<=|>=|!=|=|<|>)(.*)$/s.exec(text) ?? [];
  if (name === undefined)
    throw new UsageError(`--where takes COLUMN=VALUE, with = != < <= > or >=, not '${text}'`);
  const column = name.replace(/\\(.)/g, '$1').trim();
  const isQuoted = /^"(.*)"$/s.test(value as string);
  const parts = isQuoted ? [value as string] : listOf([value as string]);
  const values = parts.map((each) => parameterOf(isQuoted ? each : each.trim()));
  if (values.length === 0) values.push('');
  const isEquality = operator === '=' || operator === '!=';
  return {
    column,
    operator: operator as '=',
    value: isEquality ? values : (values[0] as Parameter),
  };
}

function binsOf(text: string, groups: readonly string[]): [string, number[]] {
  const [name, limits] = pairWith(groups, '--bins', text);
  if (!groups.includes(name))
    throw new UsageError(`--bins names '${name}', which is not in --group`);
  return [name, listOf([limits]).map((limit) => requireNumber('--bins', limit))];
}

// Several conditions on one column are alternatives.
function conditionsOf(texts: readonly string[]): Record<string, Condition> {
  const values = new Map<string, Parameter[]>();
  for (const text of texts) {
    const [name, value] = requirePair('--where', text);
    values.set(name, [...(values.get(name) ?? []), parameterOf(value)]);
  }
  const conditions = [...values].map(([name, among]): [string, Condition] => [
    name,
    among.length === 1 ? (among[0] as Parameter) : among,
  ]);
  return Object.fromEntries(conditions);
}

// A value in number notation is a number; double quotes make it a string.
function parameterOf(text: string): Parameter {
  const quoted = /^"(.*)"$/s.exec(text);
  if (quoted) return quoted[1] as string;
  return String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
}
