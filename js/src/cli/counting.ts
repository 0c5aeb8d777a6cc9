// SPDX-License-Identifier: Apache-2.0
//
// The options that say what an engine is to count: the same words for the statement that is printed, for the counts
// that are read from a file, and for the engine that is asked.

import type { Condition, Counted, Parameter } from '../sql/index.js';
import { listOf, requireNumber, requireOnce, requirePair, UsageError } from './command.js';
import { requireWhole } from './computing.js';
import { rows } from './rows.js';

/** Where the rows are, and which of them are counted. */
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

/** Throws {@link UsageError} for no table and no query, and for conditions and ranges that are none. */
export function sourceOf(values: Values, groups: readonly string[]): Partial<Counted> {
  const { table, query } = values;
  if ((table === undefined) === (query === undefined)) {
    throw new UsageError('give --table, or --query in its place');
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

/** The least number of rows that may be told of, where one is given. */
export function limitOf<Name extends 'min-cell-size' | 'suppress-below'>(
  values: { [Each in Name]?: string | undefined },
  name: Name,
): number | undefined {
  const text = values[name];
  return text === undefined ? undefined : requireWhole(`--${name}`, text, 2);
}

/** `schema.table` in its parts; a dot after a backslash is part of a name. */
const partsOf = (table: string): string[] =>
  table.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));

function binsOf(text: string, groups: readonly string[]): [string, number[]] {
  const [name, limits] = requirePair('--bins', text);
  if (!groups.includes(name))
    throw new UsageError(`--bins names '${name}', which is not a --group`);
  return [name, listOf([limits]).map((limit) => requireNumber('--bins', limit))];
}

// Conditions on one column are a choice.
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

// A number where it is written as one; between double quotes it is text all the same.
function parameterOf(text: string): Parameter {
  const quoted = /^"(.*)"$/s.exec(text);
  if (quoted) return quoted[1] as string;
  return String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
}
