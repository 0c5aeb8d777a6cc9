// SPDX-License-Identifier: Apache-2.0
//
// A table as the choice of columns requires it: one spelling for each label and group, only the largest groups of a
// column with very many, and no decision if a group is unknown and such rows are dropped. All later steps read the
// copy; if nothing changes, they read the file itself.

import { type NamedColumns, rewriteTable } from 'fairwasm';
import { meansUnknown } from '#fairwasm/data/category-names.js';
import { type Choice, countUnknown, findColumn, getSpellings } from '../../table/choice.js';
import type { TableProfile } from '../../table/profile.js';
import type { OnRead } from '../../table/read.js';

type Changes = Pick<NonNullable<Parameters<typeof rewriteTable>[1]>, 'recode' | 'blanks' | 'largest' | 'change'>;

/** The choice fits the prepared table as it is. */
export async function prepared(file: Blob, profile: TableProfile, choice: Choice, onProgress?: OnRead): Promise<Blob> {
  const changes = getChanges(profile, choice);
  return changes ? rewriteTable(file, { ...changes, onProgress }) : file;
}

/** Returns a copy in which points are decimal points, as the note about the file states. */
export const withDecimalPoints = (file: Blob): Promise<Blob> => rewriteTable(file, { decimal: '.' });

/** Undefined if the file can be read unchanged. */
export function getChanges(profile: TableProfile, choice: Choice): Changes | undefined {
  const spellings = getSpellings(profile, choice);
  const recode = Object.keys(spellings).length > 0 ? spellings : undefined;
  const answers = [choice.prediction, choice.rival, choice.label];
  const meant = Object.entries(choice.blanks ?? {}).filter(
    ([name, meaning]) => meaning !== '' && answers.includes(name),
  );
  const blanks = meant.length > 0 ? Object.fromEntries(meant) : undefined;
  const largest = choice.kept;
  const change = unknownGroups(profile, choice);
  return (recode ?? blanks ?? largest ?? change) && { recode, blanks, largest, change };
}

// A row without a decision is dropped and counted.
function unknownGroups(profile: TableProfile, choice: Choice): Changes['change'] {
  const { groups, label, prediction, score, missingGroups } = choice;
  const isIncomplete = (name: string) => {
    const column = findColumn(profile, name);
    return column !== undefined && countUnknown(column) > 0;
  };
  const incomplete = groups.filter(isIncomplete);
  const blank = prediction ?? label ?? score;
  if (missingGroups !== 'drop' || incomplete.length === 0 || blank === undefined) return undefined;
  return (columns) => {
    const { codes, categories } = columns[blank] as NamedColumns[string];
    const gaps = incomplete.map((name) => {
      const { codes, categories } = columns[name] as NamedColumns[string];
      return { codes, unknown: categories.map((category) => category === '' || meansUnknown(category)) };
    });
    const isUnknown = (row: number) => gaps.some(({ codes, unknown }) => unknown[codes[row] as number]);
    const changed = codes.map((code, row) => (isUnknown(row) ? categories.length : code));
    return { ...columns, [blank]: { codes: changed, categories: [...categories, ''] } };
  };
}
