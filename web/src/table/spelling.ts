// SPDX-License-Identifier: Apache-2.0
//
// Labels and groups that are the same but for how somebody wrote them: Yes and yes in one column, Approved in one and
// approved in the other, 1 and 0 beside yes and no. They are taken together, and it is said. What might as well be two
// things is left alone: audits ask about it.

import { guessFavorable, sameCategory } from 'fairwasm';
import type { ColumnProfile } from './profile.js';

/** By value: what it is called instead. */
export type Spellings = Readonly<Record<string, string>>;

/** What spellings of one word have in common. Numbers are spelled in one way. */
export function looseKey(value: string): string {
  if (Number.isFinite(Number(value))) return value;
  const plain = value.normalize('NFKC').toLowerCase();
  // Entered at its beginning alone: from each of its places, a long run of blanks would take minutes.
  return plain.replace(/(?<=\p{L})[\s_.'’-]+(?=\p{L})|(?<![\s.])[\s.]+$/gu, '');
}

/** Whether two values are one label, however they are written. */
export const sameLabel = (one: string, other: string): boolean =>
  sameCategory(one, other) || looseKey(one) === looseKey(other);

const yes = /^(1|yes|y|t|true|ja|j|oui|o|si|sí|sì|s|sim)$/;
const no = /^(0|no|n|f|false|nein|non|nao|não)$/;

// A column that mixes Yes, Y, true, and 1 has two answers, in several words.
function keysOf(values: readonly string[]): string[] {
  const keys = values.map(looseKey);
  const answers = keys.map((key) => (yes.test(key) ? 'yes' : no.test(key) ? 'no' : undefined));
  const areAnswers = new Set(keys).size > 2 && answers.every((answer) => answer !== undefined);
  return areAnswers ? (answers as string[]) : keys;
}

/** The values of a column, of several spellings the most frequent. */
export function distinctValues({ values }: Pick<ColumnProfile, 'values'>): string[] {
  const keys = keysOf(values);
  return values.filter((_, i) => keys.indexOf(keys[i] as string) === i);
}

/** What the values of a column are called, where some are other spellings of others; more frequent ones first. */
export function ownSpellings(values: readonly string[]): Spellings {
  const first = new Map<string, string>();
  const found: [string, string][] = [];
  const keys = keysOf(values);
  for (const [i, value] of values.entries()) {
    const key = keys[i] as string;
    const known = first.get(key);
    if (known === undefined) first.set(key, value);
    else if (!sameCategory(known, value)) found.push([value, known]);
  }
  return Object.fromEntries(found);
}

/** What decisions are called where true outcomes have other words for the same. */
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

// Both are pairs of which one is yes beyond doubt.
function pairSpellings(decisions: readonly string[], outcomes: readonly string[]): Spellings {
  const [yes, truly] = [guessFavorable(decisions), guessFavorable(outcomes)];
  const no = decisions.find((value) => value !== yes);
  const not = outcomes.find((value) => value !== truly);
  const arePairs = decisions.length === 2 && outcomes.length === 2;
  if (!arePairs || !yes || !truly || !no || !not) return {};
  return { [yes]: truly, [no]: not };
}
