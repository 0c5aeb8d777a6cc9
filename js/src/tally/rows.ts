// SPDX-License-Identifier: Apache-2.0
//
// The columns that a tally counts, and the check that rows have them: all that were announced, no others,
// and all of one length.

import { type FairwasmError, invalid, shapeMismatch } from '../core/error.js';
import { shown } from '../core/options.js';
import { type CategoryColumn, lengthOf, type NumberColumn } from '../data/column.js';
import { reading } from '../data/value.js';

/** Which columns a tally counts. At least one of `label` and `prediction`. */
export interface TallyColumns {
  /** Names of the group attributes; none: only all rows together. */
  groups?: readonly string[];
  /** Whether there are true labels. */
  label?: boolean;
  /** Whether there are predicted labels (or decisions). */
  prediction?: boolean;
  /** Whether there are scores: estimated probabilities of the favorable label. */
  score?: boolean;
  /** Whether it is known whose row it is: rows of one person are no independent evidence. */
  cluster?: boolean;
}

/** How a tally reads its rows. */
export interface TallyOptions extends TallyColumns {
  /** Texts that stand for a missing value, whatever their case; default: {@link defaultMissingValues}. */
  missingValues?: readonly string[] | undefined;
}

/** Rows for a tally: the columns that its {@link TallyColumns} announced, all of one length. */
export interface TallyRows {
  groups?: Readonly<Record<string, CategoryColumn>> | undefined;
  label?: CategoryColumn | undefined;
  prediction?: CategoryColumn | undefined;
  score?: NumberColumn | undefined;
  /** Instance weights; left out: every row weighs 1. */
  weight?: NumberColumn | undefined;
  /** Whose row it is: rows of one value belong together. Of its values a tally keeps nothing but a hash. */
  cluster?: CategoryColumn | undefined;
}

/** Throws `invalidArgument` for names of groups that are no texts, or no list of them. */
export function requireNames(groups: unknown): readonly string[] {
  const isList = Array.isArray(groups); // perhaps with gaps, which every() passes over
  if (isList && groups.findIndex((name) => typeof name !== 'string') < 0) return groups;
  throw invalid('groups', "names of columns such as ['sex', 'race']", shown(groups));
}

function requireGroups(groups: unknown): Readonly<Record<string, CategoryColumn>> {
  const isPlain = typeof groups === 'object' && groups !== null && !(Symbol.iterator in groups);
  if (isPlain && !('toArray' in groups)) return groups as Record<string, CategoryColumn>;
  throw invalid(
    'groups',
    'columns by name, such as { sex: […] }',
    groups instanceof Map ? 'a Map' : shown(groups),
  );
}

/**
 * How many rows there are.
 *
 * @throws FairwasmError `invalidArgument` for a column that was announced and is not there, or the other way
 *   round; `shapeMismatch` where they differ in length.
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
    ...unknown.map((name): [string, false, CategoryColumn] => [
      name,
      false,
      column(name) as CategoryColumn,
    ]),
    ['weight', weight !== undefined, weight],
  ];
  let length: number | undefined;
  for (const [name, isAnnounced, values] of columns) {
    if (isAnnounced !== (values !== undefined)) throw notAnnounced(name, isAnnounced);
    if (values === undefined) continue;
    const own = lengthOf(values, name);
    length ??= own;
    if (own === length) continue;
    throw shapeMismatch(
      name,
      `${length} rows, like ${columns.find((each) => each[2] !== undefined)?.[0]}`,
      String(own),
    );
  }
  return length ?? 0;
}

function noColumns(rows: unknown): FairwasmError {
  return invalid('rows', 'an object of columns', shown(rows));
}

function notAnnounced(argument: string, isAnnounced: boolean): FairwasmError {
  return invalid(
    argument,
    isAnnounced ? 'a column' : 'no such column: the tally was made without it',
    isAnnounced ? 'none' : 'one',
  );
}
