// SPDX-License-Identifier: Apache-2.0
//
// Guesses whether a table has counts of groups or people with probabilities of groups, and the roles of its columns.
// Checks the choice.

import { canBeLabel, findColumn } from '../../table/choice.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import { distinctValues } from '../../table/spelling.js';
import { getWords } from '../../table/words.js';
import type { NameSource, NamesAsked, ProbableAsked, TablesAsked } from './protocol.js';
import { type Attribute, settingsAtFirst } from './table-fields.js';

export type InputAsked = TablesAsked | ProbableAsked | NamesAsked;

const isWhole = ({ values, hasMore, range }: ColumnProfile) =>
  range !== undefined && range[0] >= 0 && !hasMore && values.every((value) => Number.isInteger(Number(value)));

/** The columns that can be counts. */
export const countColumns = ({ columns }: TableProfile): ColumnProfile[] => columns.filter(isWhole);

/** The columns that can be probabilities. */
export const shareColumns = ({ columns }: TableProfile): ColumnProfile[] =>
  columns.filter(({ range }) => range !== undefined && range[0] >= 0 && range[1] <= 1);

export function guessInput(profile: TableProfile): InputAsked {
  const probable = shareColumns(profile).filter((column) => !isWhole(column));
  if (probable.length > 1) return probableAtFirst(profile);
  return findNamed(profile, 'surname') ? namesAtFirst(profile) : countsAtFirst(profile);
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
  const decision = profile.columns.find((column) => !probabilities.includes(column) && canBeLabel(column));
  return {
    kind: 'probable',
    probabilities: probabilities.map(({ name }) => name),
    decision: decision?.name ?? '',
    favorable: undefined,
    cell: undefined,
    reference: undefined,
  };
}

const nameWords: Readonly<Record<NameSource, RegExp>> = {
  surname: /surname|(last|family).?name/i,
  firstName: /(first|given).?name/i,
  place: /tract|zcta|zip|postal|county|district|place/i,
};

const findNamed = ({ columns }: TableProfile, source: NameSource) =>
  columns.find(({ name }) => nameWords[source].test(name))?.name;

export function namesAtFirst(profile: TableProfile): NamesAsked {
  const surname = findNamed(profile, 'surname');
  const decision = profile.columns.find(
    (column) => !Object.values(nameWords).some((words) => words.test(column.name)) && canBeLabel(column),
  )?.name;
  return {
    kind: 'names',
    columns: surname === undefined ? {} : { surname },
    tables: {},
    tableColumns: [],
    categories: [],
    people: undefined,
    decision: decision ?? '',
    favorable: undefined,
    cell: undefined,
    reference: undefined,
  };
}

const peopleWords = /^(count|obs|people|population|total|n)$/i;
const isNoCategory = (name: string) => peopleWords.test(name) || /rank|^prop\d|^cum/i.test(name);

/** The roles of the columns of a table of surnames. */
export function guessTable(tableColumns: readonly string[]) {
  return {
    tableColumns,
    categories: tableColumns.filter((name) => !isNoCategory(name)),
    people: tableColumns.find((name) => peopleWords.test(name)),
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
    if (asked.probabilities.length < 2) return 'Select at least two probability columns, one per category.';
    return asked.decision === '' ? 'Choose the decision column.' : undefined;
  }
  if (asked.kind === 'names') {
    const { surname } = asked.columns;
    if (surname === undefined) return 'Choose the column of surnames.';
    const sources = Object.keys(asked.columns) as NameSource[];
    if (sources.some((source) => !asked.tables[source])) return 'Choose a table for each column.';
    if (asked.categories.length < 2) return 'Select at least two categories of the tables.';
    return asked.decision === '' ? 'Choose the decision column.' : undefined;
  }
  if (asked.applicants === undefined || asked.column === '')
    return 'Choose two columns of whole numbers: applicants, and selected applicants.';
  if (asked.applicants === asked.column) return 'Choose two different columns: applicants, and selected applicants.';
  return asked.groups.length === 0 ? 'Select at least one group column.' : undefined;
}
