// SPDX-License-Identifier: Apache-2.0
//
// A table as the choice of columns requires it: one spelling for each label and group, only the largest groups of a
// column with very many, and no decision if a group is unknown and such rows are dropped. All later steps read the
// copy; if nothing changes, they read the file itself.

import { type Choice, findColumn, getBlanks, getSpellings, otherName } from '../table/choice.js';
import type { TableProfile } from '../table/profile.js';
import type { OnRead } from '../table/read.js';
import { distinctValues, looseKey } from '../table/spelling.js';
import { type Rewriting, rewritten } from './rewrite.js';

/** The choice fits the prepared table as it is. */
export async function prepared(
  file: Blob,
  profile: TableProfile,
  choice: Choice,
  onProgress?: OnRead,
): Promise<Blob> {
  const changes = getChanges(profile, choice);
  return changes ? rewritten(file, { ...changes, onProgress }) : file;
}

/** Undefined if the file can be read unchanged. */
export function getChanges(profile: TableProfile, choice: Choice): Rewriting | undefined {
  const values: Record<string, (text: string) => string> = {};
  for (const [name, spellings] of Object.entries(getSpellings(profile, choice))) {
    const names = new Map(Object.entries(spellings));
    values[name] = (text) => names.get(text) ?? text;
  }
  for (const [name, most] of Object.entries(choice.kept ?? {})) {
    const column = findColumn(profile, name);
    if (column) values[name] = largest(column.values, distinctValues(column).slice(0, most));
  }
  for (const name of Object.keys(getBlanks(profile, choice))) {
    const meaning = choice.blanks?.[name];
    if (!meaning) continue;
    const named = values[name] ?? ((text: string) => text);
    values[name] = (text) => (text === '' ? meaning : named(text));
  }
  const blankWhere = unknownGroups(profile, choice);
  return Object.keys(values).length > 0 || blankWhere ? { values, blankWhere } : undefined;
}

function largest(values: readonly string[], kept: readonly string[]): (text: string) => string {
  const names = new Map(kept.map((name) => [looseKey(name), name]));
  const other = otherName(values);
  return (text) => (text === '' ? '' : (names.get(looseKey(text)) ?? other));
}

// A row without a decision is dropped and counted.
function unknownGroups(profile: TableProfile, choice: Choice): Rewriting['blankWhere'] {
  const { groups, label, prediction, score, missingGroups } = choice;
  const missing = groups.filter((name) => (findColumn(profile, name)?.missing ?? 0) > 0);
  const blank = [prediction ?? label ?? score].filter((name) => name !== undefined);
  return missingGroups === 'drop' && missing.length > 0 ? { missing, blank } : undefined;
}
