// SPDX-License-Identifier: Apache-2.0
//
// Tables whose columns are searched: some columns have a role, and the search uses the columns of --search, or all others.

import { didYouMean, nearest } from '../../core/nearest.js';
import type { IntakeOptions } from '../../data/intake/options.js';
import { tidy } from '../../data/value.js';
import { oneLine } from '../../document/format.js';
import { InputError } from '../command.js';
import { readColumns } from './file-columns.js';
import { getName } from './input.js';

/** The columns of a table by name. */
export type TextTable = Record<string, string[]>;

interface SearchedColumns<Role extends string> {
  /** Name of the column of each role that has one, without invisible characters. */
  roles: Partial<Record<Role, string>>;
  /** The columns to search. Default: all columns without a role. */
  search?: readonly string[] | undefined;
  /** Whether to read columns that have no role and are not searched. */
  isWhole?: boolean;
}

/** Reads the columns, and returns those with a role by role, and the names of the searched ones. */
export async function readTable<Role extends string>(
  path: string,
  { roles, search, isWhole = false }: SearchedColumns<Role>,
  intake: IntakeOptions,
) {
  const named = Object.entries(roles) as [Role, string][];
  const names = Object.values<string>(roles as Record<string, string>);
  const asked = search && !isWhole ? [...new Set([...search, ...names])] : undefined;
  const table: TextTable = await readColumns(path, asked, intake);
  for (const name of [...names, ...(search ?? [])]) getColumn(path, table, name);
  const known = Object.keys(table);
  return {
    table,
    searched: search ?? known.filter((name) => !names.includes(name)),
    byRole: Object.fromEntries(named.map(([role, name]) => [role, table[name]])) as {
      [Each in Role]?: string[];
    },
    columns: { ...Object.fromEntries(known.map((name) => [name, name])), ...roles } as Record<string, string>,
  };
}

/** Returns the given names by role, without invisible characters. */
export const tidyRoles = <Role extends string>(
  values: { readonly [Each in Role]?: string | undefined },
  roles: readonly Role[],
): { [Each in Role]?: string } =>
  Object.fromEntries(roles.flatMap((role) => (values[role] === undefined ? [] : [[role, tidy(values[role])]]))) as {
    [Each in Role]?: string;
  };

export const pickColumns = (table: TextTable, names: readonly string[]): TextTable =>
  Object.fromEntries(names.map((name) => [name, table[name] as string[]]));

/** Returns a column; throws {@link InputError} if the file at `path` does not have it. */
export function getColumn(path: string, table: TextTable, name: string): string[] {
  if (Object.hasOwn(table, name)) return table[name] as string[];
  const hint = didYouMean(nearest(name, Object.keys(table)));
  throw new InputError(oneLine(`${getName(path)}: there is no column '${name}'${hint}`));
}
