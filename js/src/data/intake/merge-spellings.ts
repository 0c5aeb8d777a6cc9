import { findAnswers, toAnswer } from '../favorable.js';
import { getKey, getLooseKey, sameCategory, toCategory } from '../value.js';
import { mergedNotes } from './record.js';

/**
 * Returns the key that all spellings of a value share, which differ in case, blanks, punctuation, or invisible
 * characters. A number has one spelling.
 */
export function spellingKey(value: string): string {
  const name = toCategory(value) ?? '';
  return Number.isFinite(Number(name)) ? getKey(name) : getLooseKey(name);
}

/**
 * Returns the spelling to use for values that are other spellings of an earlier value; see {@link spellingKey}. Words
 * for yes and no are spellings of one answer if there are more than two values and no other words. List the values in
 * the order of the file to use the spellings that audits use.
 */
export function mergeSpellings(values: readonly string[]): Record<string, string> {
  const keys = keysOf(values);
  const first = new Map<string, string>();
  const merged: [string, string][] = [];
  values.forEach((value, i) => {
    const cached = first.get(keys[i] as string);
    if (cached === undefined) first.set(keys[i] as string, value);
    else if (!sameCategory(cached, value)) merged.push([value, cached]);
  });
  return Object.fromEntries(merged);
}

/**
 * Returns the note of a report about merged values of a column; none without other spellings.
 *
 * @param spellings The spelling to use by value, as {@link mergeSpellings} returns it.
 */
export function spellingNotes(column: string, spellings: Readonly<Record<string, string>>): string[] {
  return mergedNotes(column, Object.entries(spellings)).map(({ note }) => note);
}

function keysOf(values: readonly string[]): string[] {
  const keys = values.map(spellingKey);
  const areWords = new Set(keys).size > 2 && findAnswers([values]) !== undefined;
  return areWords ? values.map((value) => toAnswer(value) as string) : keys;
}
