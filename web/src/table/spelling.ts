// SPDX-License-Identifier: Apache-2.0
//
// Merges spellings of one label or group, and reports it: Yes and yes in one column, Approved and approved in two
// columns, or 1 and 0 next to yes and no. Ambiguous pairs stay separate, and the audit asks the user about them.

import { guessFavorable, sameCategory } from 'fairwasm';
import type { ColumnProfile } from './profile.js';

/** The spelling to use, by value. */
export type Spellings = Readonly<Record<string, string>>;

/** Returns a key that spellings of one word have in common. Numbers have only one spelling. */
export function looseKey(value: string): string {
  if (Number.isFinite(Number(value))) return value;
  const plain = value.normalize('NFKC').toLowerCase();
  // Matching starts only at the first blank of a run: otherwise, a long run would take minutes.
  return plain.replace(/(?<=\p{L})[\s_.'’-]+(?=\p{L})|(?<![\s.])[\s.]+$/gu, '');
}

/** True if two values are spellings of one label. */
export const sameLabel = (one: string, other: string): boolean =>
  sameCategory(one, other) || looseKey(one) === looseKey(other);

const yes = /^(1|yes|y|t|true|ja|j|oui|o|si|sí|sì|s|sim)$/;
const no = /^(0|no|n|f|false|nein|non|nao|não)$/;

export const isNo = (value: string): boolean => no.test(looseKey(value));

// A column that mixes Yes, Y, true, and 1 has only two answers.
function getKeys(values: readonly string[]): string[] {
  const keys = values.map(looseKey);
  const answers = keys.map((key) => (yes.test(key) ? 'yes' : no.test(key) ? 'no' : undefined));
  const areAnswers = new Set(keys).size > 2 && answers.every((answer) => answer !== undefined);
  return areAnswers ? (answers as string[]) : keys;
}

/** Returns the values of a column, each in its most frequent spelling. */
export function distinctValues({ values }: Pick<ColumnProfile, 'values'>): string[] {
  const keys = getKeys(values);
  return values.filter((_, i) => keys.indexOf(keys[i] as string) === i);
}

/** Returns the more frequent spelling for values that have one; `values` are in order of frequency. */
export function ownSpellings(values: readonly string[]): Spellings {
  const first = new Map<string, string>();
  const found: [string, string][] = [];
  const keys = getKeys(values);
  for (const [i, value] of values.entries()) {
    const key = keys[i] as string;
    const known = first.get(key);
    if (known === undefined) first.set(key, value);
    else if (!sameCategory(known, value)) found.push([value, known]);
  }
  return Object.fromEntries(found);
}

/** Returns the words of true outcomes for decisions with other words for the same labels. */
export function spellingsBeside(
  decisions: readonly string[],
  outcomes: readonly string[],
): Spellings {
  const known = distinctValues({ values: outcomes });
  const strange = decisions.filter((value) => !known.some((name) => sameCategory(name, value)));
  const akin = strange.flatMap((value): [string, string][] => {
    const name = known.find((other) => looseKey(other) === looseKey(value));
    return name === undefined ? [] : [[value, name]];
  });
  if (akin.length > 0 || strange.length < decisions.length) return Object.fromEntries(akin);
  return pairSpellings(decisions, known);
}

// Only pairs in which one value certainly means yes correspond.
function pairSpellings(decisions: readonly string[], outcomes: readonly string[]): Spellings {
  const [yes, truly] = [guessFavorable(decisions), guessFavorable(outcomes)];
  const no = decisions.find((value) => value !== yes);
  const not = outcomes.find((value) => value !== truly);
  const arePairs = decisions.length === 2 && outcomes.length === 2;
  if (!arePairs || !yes || !truly || !no || !not) return {};
  return { [yes]: truly, [no]: not };
}
