// SPDX-License-Identifier: Apache-2.0
//
// The single rule for the names of values and for which values are equal, for arrays, Arrow, CSV, and Parquet;
// docs/values.md documents it. It is applied once per distinct value, never per row.

import { FairwasmError, invalid } from '../core/error.js';
import { getMax } from '../core/extremes.js';
import { shown } from '../core/options.js';

/** A value of a column. `null`, `undefined`, NaN, blank strings, and strings such as `NA` are missing values. */
export type Value = string | number | boolean | bigint | Date | null | undefined;

/**
 * Strings that mean a missing value, in upper or lower case, as written by R, pandas, SAS (also `.A` to `.Z`),
 * Excel, SQL, C, and the UCI repository. `None` is not included, because it is an answer in many questionnaires.
 */
export const defaultMissingValues: readonly string[] = [
  ...['NA', 'N/A', '#N/A', '<NA>', 'NaN', 'NaT', 'null', '?', '.'],
  ...['#NA', '-NaN', '1.#IND', '-1.#IND', '1.#QNAN', '-1.#QNAN', '#N/A N/A'],
  ...['#DIV/0!', '#VALUE!', '#NULL!', '#NAME?', '#NUM!', '#REF!', '\\N'],
  ...[...'_abcdefghijklmnopqrstuvwxyz'].map((letter) => `.${letter}`),
];

// Invisible format characters: soft hyphens, direction marks, zero-width spaces and joiners. Joiners within a word
// shape Persian, Indic scripts, and emoji, so they are removed only at the ends.
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

const blank = /[\s\u200c\u200d]/;

// A single regular expression for both ends would take quadratic time for a long run of blanks.
function withoutEnds(text: string): string {
  let first = 0;
  let end = text.length;
  while (first < end && blank.test(text.charAt(first))) first++;
  while (end > first && blank.test(text.charAt(end - 1))) end--;
  return text.slice(first, end);
}

const printable = /^[!-~][ -~]*$/;

/** @internal Returns text without invisible characters and blanks at its ends, in normal form C. */
export const tidy = (text: string): string =>
  // Most texts are ASCII, and a column may have as many texts as rows.
  printable.test(text) && !text.endsWith(' ') ? text : withoutEnds(text.replaceAll(invisible, '')).normalize();

/** @internal True if a text contains invisible characters, which its name omits. */
export const hasInvisible = (text: string): boolean => text.search(invisible) >= 0;

/** @internal Returns a text with other text in place of each invisible character. */
export const replaceInvisible = (text: string, change: (letter: string) => string): string =>
  text.replaceAll(invisible, change);

/** Strings that mean a missing value, normalized for comparison. */
export type MissingTexts = ReadonlySet<string>;

const toSet = (texts: readonly string[]): MissingTexts => new Set(texts.map((text) => tidy(text).toLowerCase()));

/** @internal The default strings that mean a missing value. */
export const usualMissingTexts: MissingTexts = toSet(defaultMissingValues);

/** @internal Returns the validated option `missingValues`. Default: {@link defaultMissingValues}. */
export function toMissingTexts(texts: readonly string[] = defaultMissingValues): MissingTexts {
  if (texts === defaultMissingValues) return usualMissingTexts;
  const isList = Array.isArray(texts) && texts.findIndex((text) => typeof text !== 'string') < 0;
  if (isList) return toSet(texts);
  throw invalid('missingValues', "a list of strings such as ['NA', '?']", shown(texts));
}

/** @internal True if a value is missing: null, undefined, NaN, an invalid date, or a blank or listed string. */
export function isMissing(value: unknown, texts: MissingTexts = usualMissingTexts): boolean {
  if (typeof value === 'string') {
    if (value === '') return true;
    const text = tidy(value);
    return text === '' || texts.has(text.toLowerCase());
  }
  if (value === null || value === undefined) return true;
  return value instanceof Date ? Number.isNaN(toTime(value)) : Number.isNaN(value);
}

// date.getTime() could call anything, because objects may redefine it.
const toTime = (date: Date): number => Date.prototype.getTime.call(date);

const wholeNumber = /^\+?(-?(?:0|[1-9]\d*))(?:\.0*)?$/;

/**
 * @internal Returns the name of a nonmissing value: strings without invisible characters, trimmed, and in normal form
 *   C; integers without `+` and `.0`; `true` and `false` in lower case; dates as ISO 8601.
 *
 * @returns undefined for values without a name: objects other than dates, invalid dates, functions, and symbols.
 */
export function getName(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return nameOfText(tidy(value));
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value instanceof Date && !Number.isNaN(toTime(value))
        ? new Date(toTime(value)).toISOString().replace('T00:00:00.000Z', '')
        : undefined;
    default:
      return undefined;
  }
}

function nameOfText(text: string): string {
  const whole = wholeNumber.exec(text)?.[1];
  if (whole !== undefined) return whole === '-0' ? '0' : whole;
  const lower = text.length <= 5 ? text.toLowerCase() : '';
  return lower === 'true' || lower === 'false' ? lower : text;
}

// Excludes strings that could be numbers with another name, and strings in parentheses, such as (missing).
const plain = /^(?![+(-]|[\d.]*$)[!-~][ -~]*[!-\-/-~]$|^[1-9]\d+$/;

// Longer strings are neither missing nor true or false, unless the missing texts are not the usual ones.
const longestMissing = getMax([...usualMissingTexts, 'false'].map(({ length }) => length));

/** @internal True if a string is certainly not missing, and is its own name and key, as most strings are. */
export function isPlainText(text: string, missing: MissingTexts): boolean {
  if (!plain.test(text)) return false;
  if (text.length > longestMissing && missing === usualMissingTexts) return true;
  const lower = text.toLowerCase();
  return lower !== 'true' && lower !== 'false' && !missing.has(lower);
}

/**
 * @internal Returns the key that equal names share: `true` equals 1, `false` equals 0, and a final period is ignored
 *   (`>50K.` in one file of a pair is `>50K` in the other).
 */
export function getKey(name: string): string {
  if (name === 'true') return '1';
  if (name === 'false') return '0';
  return name.length > 1 && name.endsWith('.') && !name.endsWith('..') ? name.slice(0, -1) : name;
}

// Characters that people often omit or add: blanks, dots, dashes, and quotes next to a letter, blanks next to a sign,
// joiners, and variation selectors.
const filler =
  /\p{Cf}|[\ufe0e\ufe0f]|(?<=\p{L})[\s_.'"’–-]+(?=[\p{L}\p{N}])|(?<=\p{N})[\s_.'"’–-]+(?=\p{L})|(?<![\p{L}\p{N}])\s+|\s+(?![\p{L}\p{N}])/gu;

/** @internal Returns a key for names that are probably equal: it ignores case and {@link filler}. */
export function getLooseKey(name: string): string {
  return getKey(name).normalize('NFKC').toLowerCase().replaceAll(filler, '');
}

/**
 * Returns the name of a value in groups and labels: `1`, `"1"`, `" 1"`, and `1.0` are `1`, `true` and `"True"` are
 * `true`, and dates are ISO 8601. Undefined for a missing value.
 *
 * @example
 * ['1', 1.0, true, ' Female ', 'NA'].map((value) => toCategory(value) ?? null); // ["1", "1", "true", "Female", null]
 *
 * @throws FairwasmError `invalidArgument` for an object that is not a date, a function, or a symbol.
 */
export function toCategory(value: Value): string | undefined {
  return isMissing(value) ? undefined : requireName(value, 'value');
}

/**
 * True if two values are the same category: values with the same name, `true` and 1, `false` and 0, `>50K.` and
 * `>50K`.
 *
 * @example
 * sameCategory(true, 1); // true
 * sameCategory('>50K.', '>50K'); // true
 */
export function sameCategory(a: Value, b: Value): boolean {
  const [one, other] = [toCategory(a), toCategory(b)];
  return one === undefined || other === undefined ? one === other : getKey(one) === getKey(other);
}

/** @internal Returns the name, or throws an error that describes the invalid value. */
export function requireName(value: unknown, argument: string, row?: number): string {
  const name = getName(value);
  if (name !== undefined) return name;
  throw invalid(argument, 'strings, numbers, booleans, or dates', shown(value), row);
}

/** @internal Runs `read`, and converts errors of a column's own methods to a FairwasmError that names the column. */
export function reading<T>(argument: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FairwasmError) throw error;
    throw invalid(
      argument,
      'a column that can be read',
      error instanceof Error ? `an error: ${error.message}` : 'an error',
    );
  }
}
