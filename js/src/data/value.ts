// SPDX-License-Identifier: Apache-2.0
//
// The one rule of what a value is called and which values are the same, for arrays, Arrow, CSV and Parquet
// alike; docs/values.md says it for people. It is applied once for each distinct value, never per row.

import { FairwasmError, invalid } from '../core/error.js';
import { shown } from '../core/options.js';

/** One value of a column. `null`, `undefined`, NaN, blank text and texts such as `NA` are missing values. */
export type Value = string | number | boolean | bigint | Date | null | undefined;

/**
 * Texts that stand for a missing value, whatever their case: what R, pandas, SAS, Excel, SQL, C, and the
 * UCI repository write. `None` is not among them: it is an answer in many questionnaires.
 */
export const defaultMissingValues: readonly string[] = [
  'NA',
  'N/A',
  '#N/A',
  '<NA>',
  'NaN',
  'NaT',
  'null',
  '?',
  '.',
  '#NA',
  '-NaN',
  '1.#IND',
  '-1.#IND',
  '1.#QNAN',
  '-1.#QNAN',
  '#DIV/0!',
  '#VALUE!',
];

// Format characters that nobody sees: soft hyphens, direction marks, zero width spaces and joiners. Joiners within a
// word shape Persian, Indic scripts and emoji, so that they are dropped at the ends only.
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

const blank = /[\s\u200c\u200d]/;

// One regular expression for both ends would take time that is quadratic in a long run of blanks.
function withoutEnds(text: string): string {
  let first = 0;
  let end = text.length;
  while (first < end && blank.test(text.charAt(first))) first++;
  while (end > first && blank.test(text.charAt(end - 1))) end--;
  return text.slice(first, end);
}

const tidy = (text: string): string => withoutEnds(text.replaceAll(invisible, '')).normalize();

/** Texts that stand for a missing value, as they are compared. */
export type MissingTexts = ReadonlySet<string>;

/** @internal The option `missingValues`, checked. Default: {@link defaultMissingValues}. */
export function toMissingTexts(texts: readonly string[] = defaultMissingValues): MissingTexts {
  const isList = Array.isArray(texts) && texts.findIndex((text) => typeof text !== 'string') < 0;
  if (isList) return new Set(texts.map((text) => tidy(text).toLowerCase()));
  throw invalid('missingValues', "a list of texts such as ['NA', '?']", shown(texts));
}

/** @internal What stands for missing where nobody said otherwise. */
export const usualMissingTexts: MissingTexts = toMissingTexts();

/** @internal Whether nothing is known here: null, undefined, NaN, a date that is none, blank or listed text. */
export function isMissing(value: unknown, texts: MissingTexts = usualMissingTexts): boolean {
  if (typeof value === 'string') {
    if (value === '') return true;
    const text = tidy(value);
    return text === '' || texts.has(text.toLowerCase());
  }
  if (value === null || value === undefined) return true;
  return value instanceof Date ? Number.isNaN(timeOf(value)) : Number.isNaN(value);
}

// Not date.getTime(): objects may have anything under that name.
const timeOf = (date: Date): number => Date.prototype.getTime.call(date);

const wholeNumber = /^\+?(-?(?:0|[1-9]\d*))(?:\.0*)?$/;

/**
 * @internal What a value that is not missing is called: text without invisible characters, without blanks around it, and in normal form C;
 * whole numbers without `+` and `.0`; `true` and `false` in lower case; dates as ISO 8601.
 *
 * @returns undefined for what has no name: objects other than dates, dates that are none, functions, symbols.
 */
export function nameOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return nameOfText(tidy(value));
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value instanceof Date && !Number.isNaN(timeOf(value))
        ? new Date(timeOf(value)).toISOString().replace('T00:00:00.000Z', '')
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

/**
 * @internal What two names have in common if they mean the same: `true` is 1 and `false` is 0, and a period
 * at the end says nothing (`>50K.` in one file of a pair is `>50K` in the other).
 */
export function keyOf(name: string): string {
  if (name === 'true') return '1';
  if (name === 'false') return '0';
  return name.length > 1 && name.endsWith('.') && !name.endsWith('..') ? name.slice(0, -1) : name;
}

// What people leave out or put in between: blanks, dots, dashes and quotes next to a letter, blanks next to a sign,
// joiners and variation selectors.
const filler =
  /\p{Cf}|[\ufe0e\ufe0f]|(?<=\p{L})[\s_.'"’–-]+(?=[\p{L}\p{N}])|(?<=\p{N})[\s_.'"’–-]+(?=\p{L})|(?<![\p{L}\p{N}])\s+|\s+(?![\p{L}\p{N}])/gu;

/** @internal The same for names that probably mean the same: whatever their case and {@link filler}. */
export function looseKeyOf(name: string): string {
  return keyOf(name).normalize('NFKC').toLowerCase().replaceAll(filler, '');
}

/**
 * What a value is called wherever groups and labels are made of it: `1`, `"1"`, `" 1"` and `1.0` are `1`,
 * `true` and `"True"` are `true`, dates are ISO 8601. Undefined for a missing value.
 *
 * @example
 * ['1', 1.0, true, ' Female ', 'NA'].map((value) => categoryOf(value) ?? null); // ["1", "1", "true", "Female", null]
 *
 * @throws FairwasmError `invalidArgument` for an object that is no date, a function or a symbol.
 */
export function categoryOf(value: Value): string | undefined {
  return isMissing(value) ? undefined : requireName(value, 'value');
}

/**
 * Whether two values are one category: those of one name, `true` and 1, `false` and 0, `>50K.` and `>50K`.
 *
 * @example
 * sameCategory(true, 1); // true
 * sameCategory('>50K.', '>50K'); // true
 */
export function sameCategory(a: Value, b: Value): boolean {
  const [one, other] = [categoryOf(a), categoryOf(b)];
  return one === undefined || other === undefined ? one === other : keyOf(one) === keyOf(other);
}

/** @internal The name, or an error that says what came instead of a value. */
export function requireName(value: unknown, argument: string, row?: number): string {
  const name = nameOf(value);
  if (name !== undefined) return name;
  throw invalid(argument, 'text, numbers, booleans or dates', shown(value), row);
}

/** @internal Runs `read`; what a column's own methods throw becomes a FairwasmError that names the column. */
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
