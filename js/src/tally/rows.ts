// SPDX-License-Identifier: Apache-2.0
//
// The columns of a tally, and a check that rows have exactly these columns, all of equal length.

import { type FairwasmError, invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import { type CategoryColumn, getLength, type NumberColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { reading } from '../data/value.js';

/** The columns that a tally counts. At least one of `label` and `prediction` is required. */
export type TallyColumns = Omit<TallyOptions, 'missingValues'>;

/** Columns of a tally, and options for reading rows. */
export interface TallyOptions {
  /** Names of the group attributes. Default: none, which counts only all rows together. */
  groups?: readonly string[];
  /** Whether the rows have true labels. Default: false. */
  label?: boolean;
  /** Whether the rows have predicted labels (or decisions). Default: false. */
  prediction?: boolean;
  /** Whether the rows have scores, which are estimated probabilities of the favorable label. Default: false. */
  score?: boolean;
  /**
   * Whether rows belong to clusters, such as people with several rows, which are not independent evidence.
   * Default: false.
   */
  cluster?: boolean;
  /** Strings to read as missing values, regardless of case. Default: {@link defaultMissingValues}. */
  missingValues?: readonly string[] | undefined;
}

/** Rows for a tally: the columns of its {@link TallyColumns}, all of equal length. */
export interface TallyRows {
  groups?: Readonly<Record<string, CategoryColumn>> | undefined;
  label?: CategoryColumn | undefined;
  prediction?: CategoryColumn | undefined;
  score?: NumberColumn | undefined;
  /** Row weights, at least 0. Default: 1. */
  weight?: NumberColumn | undefined;
  /**
   * The person (or other unit) that each row belongs to; rows with the same value are dependent. A tally
   * keeps only a hash of the values.
   */
  cluster?: CategoryColumn | undefined;
}

/** Throws `invalidArgument` for group names that are not a list of strings. */
export function requireNames(groups: unknown): readonly string[] {
  const isList = Array.isArray(groups); // The list may be sparse; every() skips gaps.
  if (isList && groups.findIndex((name) => typeof name !== 'string') < 0) return groups;
  throw invalid('groups', "names of columns such as ['sex', 'race']", shown(groups));
}

function requireGroups(groups: unknown): Readonly<Record<string, CategoryColumn>> {
  const isPlain = typeof groups === 'object' && groups !== null && !(Symbol.iterator in groups);
  if (isPlain && !('toArray' in groups)) return groups as Record<string, CategoryColumn>;
  throw invalid('groups', 'columns by name, such as { sex: […] }', groups instanceof Map ? 'a Map' : shown(groups));
}

/**
 * Returns the number of rows.
 *
 * @throws FairwasmError `invalidArgument` for a missing or an unexpected column; `shapeMismatch` if columns differ in
 *   length.
 */
export function requireColumns(announced: Required<TallyColumns>, rows: TallyRows): number {
  if (typeof rows !== 'object' || rows === null) throw noColumns(rows);
  const groups = reading('groups', () => requireGroups(rows.groups ?? {}));
  const weight = reading('weight', () => rows.weight);
  const column = (name: string) => reading(name, () => groups[name]);
  const unknown = Object.keys(groups).filter((name) => !announced.groups.includes(name));
  const columns: [string, boolean, CategoryColumn | NumberColumn | undefined][] = [
    ...announced.groups.map((name): [string, true, CategoryColumn | undefined] => [
      name,
      true,
      Object.hasOwn(groups, name) ? column(name) : undefined,
    ]),
    ...(['label', 'prediction', 'score', 'cluster'] as const).map(
      (name): [string, boolean, CategoryColumn | NumberColumn | undefined] => [
        name,
        announced[name],
        reading(name, () => rows[name]),
      ],
    ),
    ...unknown.map((name): [string, false, CategoryColumn] => [name, false, column(name) as CategoryColumn]),
    ['weight', weight !== undefined, weight],
  ];
  let length: number | undefined;
  for (const [name, isAnnounced, values] of columns) {
    if (isAnnounced !== (values !== undefined)) throw notAnnounced(name, isAnnounced);
    if (values === undefined) continue;
    const own = getLength(values, name);
    length ??= own;
    const [first] = columns.find((each) => each[2] !== undefined) ?? [];
    requireRows(name, own, length, `rows, as in ${first}`);
  }
  return length ?? 0;
}

function noColumns(rows: unknown): FairwasmError {
  return invalid('rows', 'an object of columns', shown(rows));
}

function notAnnounced(argument: string, isAnnounced: boolean): FairwasmError {
  return invalid(
    argument,
    isAnnounced ? 'a column' : 'no such column: the tally was created without it',
    isAnnounced ? 'none' : 'one',
  );
}
