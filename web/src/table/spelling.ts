// SPDX-License-Identifier: Apache-2.0
//
// Spellings of one label or group in the columns of a file, by the rules of the package: Yes and yes in one column,
// Approved and approved in two columns, or 1 and 0 next to yes and no. The audit asks the user about ambiguous pairs.

import { sameCategory } from 'fairwasm';
import { guessFavorable } from '#fairwasm/data/favorable.js';
import { mergeSpellings, spellingKey } from '#fairwasm/data/intake/merge-spellings.js';
import type { ColumnProfile } from './profile.js';

/** The spelling to use, by value. */
export type Spellings = Readonly<Record<string, string>>;

/** True if two values are spellings of one label. */
export const sameLabel = (one: string, other: string): boolean => spellingKey(one) === spellingKey(other);

/** True for a word that means no. */
export const isNo = (value: string): boolean =>
  sameLabel(value, 'no') || mergeSpellings(['no', 'yes', '1', value])[value] === 'no';

/** The values of a column, and their places in the file; without places, the values are in the order of the file. */
type Valued = Pick<ColumnProfile, 'values'> & Partial<Pick<ColumnProfile, 'places'>>;

/** Returns the spelling to use for the other spellings of a value: the first in the file, as in every audit. */
export function spellingsIn({ values, places }: Valued): Spellings {
  const inFile: string[] = [];
  values.forEach((value, i) => {
    inFile[places?.[i] ?? i] = value;
  });
  return mergeSpellings(inFile);
}

/** Returns the values of a column, each in one spelling. */
export function distinctValues(column: Valued): string[] {
  const merged = spellingsIn(column);
  return column.values.filter((value) => !Object.hasOwn(merged, value));
}
/** Returns pairs of an abbreviation and the only value that it can abbreviate: M and Male. */
export function getAbbreviations(column: Valued): [string, string][] {
  const names = distinctValues(column);
  return names.flatMap((short): [string, string][] => {
    const key = spellingKey(short);
    if (!/^\p{L}{1,2}$/u.test(key)) return [];
    const words = names.filter((name) => name !== short && spellingKey(name).startsWith(key));
    return words.length === 1 ? [[short, words[0] as string]] : [];
  });
}

/** Returns the words of true outcomes for decisions with other words for the same labels. */
export function otherSpellings(decisions: readonly string[], outcomes: readonly string[]): Spellings {
  const known = distinctValues({ values: outcomes });
  const strange = decisions.filter((value) => !known.some((name) => sameCategory(name, value)));
  const akin = strange.flatMap((value): [string, string][] => {
    const name = known.find((other) => sameLabel(other, value));
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
