// SPDX-License-Identifier: Apache-2.0
//
// Describes the columns of a file before an audit starts: the type of values, the role, and the reason for the guess.
// Also lists the corrections of values, so that nothing is matched silently.

import { spellingNotes } from '#fairwasm/data/intake/merge-spellings.js';
import {
  type Choice,
  canBeGroup,
  canBeLabel,
  countUnknown,
  findColumn,
  getSpellings,
  isMeasure,
  maxGroups,
  unknownNames,
} from '../../table/choice.js';
import { isNamedOutcome } from '../../table/guess.js';
import { guessMeaning, isIdentifier } from '../../table/kinds.js';
import { areOpposite } from '../../table/outcome.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import { countText } from '../../widgets/number.js';

const roleTitles = {
  prediction: 'Decision or prediction',
  rival: 'Second model',
  label: 'True outcome',
  score: 'Score',
  weight: 'Weight',
} as const;

type Role = keyof typeof roleTitles;

/** The role of a column; undefined if it is not used. */
export function getUse({ name }: ColumnProfile, choice: Choice): string | undefined {
  const roles = (Object.keys(roleTitles) as Role[]).filter((role) => choice[role] === name);
  const uses: string[] = roles.map((role) => roleTitles[role]);
  if (choice.groups.includes(name)) uses.push('Groups');
  return uses.length > 0 ? uses.join(', ') : undefined;
}

/** A short description of the column's values. */
export function getSort(column: ColumnProfile): string {
  const { values, counts, range, hasMore } = column;
  if (values.length === 0) return 'No values';
  if (isIdentifier(column)) return 'Identifies rows: not usable as a group';
  if (values.length === 1 && !hasMore) return `Always ${values[0]}`;
  if (isMeasure(column) && range) return `Numbers from ${shown(range[0])} to ${shown(range[1])}`;
  if (hasMore) return 'More than 1,000 distinct values';
  const sum = counts.reduce((all, count) => all + count, 0);
  const share = (i: number) => `${Math.round(((counts[i] as number) / sum) * 100)}%`;
  const named = values.slice(0, 3).map((value, i) => `${cut(value)} ${share(i)}`);
  const more = values.length > 3 ? ` and ${countText(values.length - 3)} more` : '';
  return `${named.join(', ')}${more}`;
}

/** The reason for the proposed role, or for the absence of a role; empty if the user chose another role. */
export function getReason(column: ColumnProfile, choice: Choice, guessed: Choice): string {
  const use = getUse(column, choice);
  if (use !== getUse(column, guessed)) return use ? 'chosen by you' : 'removed by you';
  if (use === undefined) return unusedReason(column, choice);
  const { name } = column;
  if (choice.groups.includes(name)) {
    const says = guessMeaning(column);
    if (says === 'sex' || says === 'race') return `its values look like those of a person’s ${says}`;
    return 'guessed from its name, or because it has few values';
  }
  if (choice.prediction === name && choice.label === undefined)
    return 'guessed from its name, values, or place: the only column of answers';
  if (choice.label === name) return 'guessed from its name, and the values it shares with the decision';
  return 'guessed from its name and its values';
}

function unusedReason(column: ColumnProfile, { label, prediction }: Choice): string {
  if (isIdentifier(column) || column.values.length < 2) return '';
  if (!canBeGroup(column) && !isMeasure(column)) return `more than ${maxGroups} groups: tick it to compare the largest`;
  if (label !== undefined || prediction === undefined || !isNamedOutcome(column) || !canBeLabel(column)) return '';
  return areOpposite(prediction, column.name)
    ? `it means the opposite of ${prediction}, so they are not compared`
    : `it has no value in common with ${prediction}, so it cannot be the true outcome`;
}

/** Returns the notes about values that were merged or omitted in the chosen columns, as in a report. */
export function getMergeNotes(profile: TableProfile, choice: Choice): string[] {
  const spellings = getSpellings(profile, choice);
  const labels = [choice.label, choice.prediction, choice.rival].filter((name) => name !== undefined);
  const shared = Object.assign({}, ...labels.map((name) => spellings[name]));
  return [
    ...choice.groups.flatMap((name) => spellingNotes(name, spellings[name] ?? {})),
    ...spellingNotes([...new Set(labels)].join(', '), shared),
    ...(choice.missingGroups === 'drop' ? omittedNotes(profile, choice.groups) : []),
  ];
}

function omittedNotes(profile: TableProfile, groups: readonly string[]): string[] {
  return groups.flatMap((name) => {
    const column = findColumn(profile, name);
    const names = column ? unknownNames(column) : [];
    if (column === undefined || names.length === 0) return [];
    const rows = countUnknown(column) - column.missing;
    return [`${name}: rows of unknown groups are omitted as missing (${names.join(', ')}: ${countText(rows)})`];
  });
}

const cut = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);
const shown = (number: number): string => String(Number(number.toPrecision(6)));
