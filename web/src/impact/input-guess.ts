// SPDX-License-Identifier: Apache-2.0
//
// Guesses whether a table has counts of groups or people with probabilities of groups, and the roles of its columns.
// Checks the choice.

import { canBeLabel, findColumn } from '../table/choice.js';
import type { ColumnProfile, TableProfile } from '../table/profile.js';
import { distinctValues } from '../table/spelling.js';
import { getWords } from '../table/words.js';
import type { ProbableAsked, TablesAsked } from './protocol.js';
import { type Attribute, settingsAtFirst } from './table-fields.js';

export type InputAsked = TablesAsked | ProbableAsked;

const isWhole = ({ values, hasMore, range }: ColumnProfile) =>
  range !== undefined &&
  range[0] >= 0 &&
  !hasMore &&
  values.every((value) => Number.isInteger(Number(value)));

/** The columns that can be counts. */
export const countColumns = ({ columns }: TableProfile): ColumnProfile[] => columns.filter(isWhole);

/** The columns that can be probabilities. */
export const shareColumns = ({ columns }: TableProfile): ColumnProfile[] =>
  columns.filter(({ range }) => range !== undefined && range[0] >= 0 && range[1] <= 1);

export function guessInput(profile: TableProfile): InputAsked {
  const probable = shareColumns(profile).filter((column) => !isWhole(column));
  return probable.length > 1 ? probableAtFirst(profile) : countsAtFirst(profile);
}

export function countsAtFirst(profile: TableProfile): TablesAsked {
  const counts = countColumns(profile);
  const most = ({ range }: ColumnProfile) => range?.[1] ?? 0;
  const [applicants] = counts.toSorted((one, other) => most(other) - most(one));
  const others = counts.filter((column) => column !== applicants);
  const hits = /^(select\w*|hired?|approv\w*|accept\w*|admit\w*|pass\w*|yes)$/;
  const named = others.find(({ name }) => getWords(name).some((word) => hits.test(word)));
  return {
    ...settingsAtFirst,
    kind: 'tables',
    counted: 'counts',
    applicants: applicants?.name,
    column: (named ?? others[0])?.name ?? '',
    favorable: undefined,
    groups: profile.columns.filter((column) => column.range === undefined).map(({ name }) => name),
    bins: {},
    missing: 'error',
  };
}

export function probableAtFirst(profile: TableProfile): ProbableAsked {
  const probabilities = shareColumns(profile).filter((column) => !isWhole(column));
  const decision = profile.columns.find(
    (column) => !probabilities.includes(column) && canBeLabel(column),
  );
  return {
    kind: 'probable',
    probabilities: probabilities.map(({ name }) => name),
    decision: decision?.name ?? '',
    favorable: undefined,
    cell: undefined,
    reference: undefined,
  };
}

/** The columns of groups with their categories. */
export const attributesIn = (profile: TableProfile, { groups }: TablesAsked): Attribute[] =>
  groups.flatMap((name) => {
    const column = findColumn(profile, name);
    return column ? { name, categories: distinctValues(column) } : [];
  });

/** The problem of the choice; undefined if there is none. */
export function inputProblem(asked: InputAsked): string | undefined {
  if (asked.kind === 'probable') {
    if (asked.probabilities.length < 2)
      return 'Select at least two probability columns, one per category.';
    return asked.decision === '' ? 'Choose the decision column.' : undefined;
  }
  if (asked.applicants === undefined || asked.column === '')
    return 'Choose two columns of whole numbers: applicants, and selected applicants.';
  if (asked.applicants === asked.column)
    return 'Choose two different columns: applicants, and selected applicants.';
  return asked.groups.length === 0 ? 'Select at least one group column.' : undefined;
}
