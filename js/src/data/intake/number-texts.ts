// SPDX-License-Identifier: Apache-2.0
//
// Converts numbers in human-readable notation, such as 0,5 and 1.234,50 and $1,200 and 45%, to standard notation. A
// column is converted only if all its values have such a notation and none is a name that only looks like a number.

import { invalid } from '../../core/error.js';
import { isPlain, requireTexts, shown } from '../../core/options.js';

/** A character that may separate thousands. */
export type ThousandsMark = ',' | '.' | "'" | ' ' | '’' | '\u00a0' | '\u2009' | '\u202f';
export const thousandsMarks: readonly ThousandsMark[] = [
  ...([',', '.', "'", ' ', '’', '\u00a0', '\u2009', '\u202f'] as const),
];

/** How to read percentages: 45% as 0.45, as 45, or as a string, which is not a number. */
export type PercentNotation = 'fraction' | 'number' | 'text';
export const percentNotations: readonly PercentNotation[] = ['fraction', 'number', 'text'];

/** The conversion of a column's values to numbers. */
export type NumberTexts = NonNullable<ReturnType<typeof numberTexts>>;

/** The known decimal mark and thousands separator; an undefined mark is detected. */
export type NumberMarks = NonNullable<Parameters<typeof numberTexts>[1]>;

const currency = '(?:R?[€$£¥₹]|EUR|USD|GBP|CHF|JPY|CNY|INR|CAD|AUD|BRL|MXN|SEK|NOK|DKK|PLN|CZK)';
const currencies = new RegExp(currency);
const currencySigns = new RegExp(currency, 'g');
const shape = new RegExp(
  `^[-+]?${currency}?\\s?[-+]?(?:\\d{1,3}(?:[.,'’\\u00a0\\u2009\\u202f ]\\d{3})+|\\d+)?` +
    `(?:[.,]\\d+)?(?:[eE][-+]?\\d+)?\\s?(?:%|${currency})?$`,
);

const foreign = /[\u2212\ufe63\uff05\uff0b-\uff0e\uff10-\uff19]/g;

/** Returns a text with the usual minus sign and digits instead of those of other scripts and widths. */
const usualSigns = (text: string): string =>
  text.trim().replace(foreign, (sign) => (sign === '\u2212' ? '-' : sign.normalize('NFKC')));

/**
 * Detects how the values of a column are written as numbers: percentages, decimal commas, thousands separators, and
 * currency signs. Returns undefined if they are numbers already, or something else.
 */
export function numberTexts(
  texts: readonly string[],
  marks: {
    decimal?: '.' | ',' | undefined;
    thousands?: string | undefined;
    /** Default: `fraction`. */
    percent?: 'fraction' | 'number' | 'text' | undefined;
    /** True if 1,390 is ambiguous, as in files with semicolons. */
    isAmbiguous?: boolean | undefined;
  } = {},
):
  | {
      /** Returns the number in the notation of JavaScript, `NaN` for other text, and an empty string for empty text. */
      plain: (text: string) => string;
      decimal: '.' | ',';
      isPercent: boolean;
      /** The option of {@link readCsv} that overrides the notation. */
      option: 'percent' | 'decimal' | 'thousands';
      /** Describes the notation in a few words. */
      notation: string;
    }
  | undefined {
  requireTexts('values', texts);
  const values = texts.map(usualSigns);
  if (!isPlain(marks)) throw invalid('marks', 'an object', shown(marks));
  if (values.length === 0 || !values.every((text) => /\d/.test(text) && shape.test(text))) return undefined;
  const arePlain = texts.every((text) => Number.isFinite(Number(text)));
  const hasOtherMark = marks.decimal === ',' && areGrouped(values);
  if (arePlain && !hasOtherMark) return undefined;
  if (new Set(values.map(getCurrency).filter((each) => each !== '')).size > 1) return undefined;
  const isPercent = values.every((text) => text.endsWith('%'));
  if (!isPercent && values.some((text) => text.endsWith('%'))) return undefined;
  if (isPercent && marks.percent === 'text') return undefined;
  const decimal = marks.decimal ?? (marks.thousands ? otherMark(marks.thousands) : getDecimal(values, marks));
  if (decimal === undefined) return undefined;
  const isFraction = isPercent && marks.percent !== 'number';
  const plain = (text: string) => (text.trim() === '' ? '' : String(plainNumber(text, decimal, isFraction)));
  const what = decimal === ',' ? 'with decimal commas' : 'with separators or signs';
  return {
    plain,
    decimal,
    isPercent,
    option: isPercent ? 'percent' : decimal === ',' ? 'decimal' : 'thousands',
    notation: isPercent
      ? `percentages, read as ${isFraction ? 'fractions of 1' : 'numbers up to 100'}`
      : `numbers ${what}`,
  };
}

/** @internal Returns the decision to read a column in this notation. */
export const notationNote = (
  name: string,
  { notation, option }: NumberTexts,
): { note: string; option: NumberTexts['option'] } => ({ note: `${name} has ${notation}.`, option });

function plainNumber(text: string, decimal: '.' | ',', isFraction: boolean): number {
  const digits = usualSigns(text)
    .replace(currencySigns, '')
    .replace(/[%\s'’]/g, '')
    .replaceAll(decimal === ',' ? '.' : ',', '');
  const number = Number(digits.replace(',', '.'));
  return isFraction ? Number((number / 100).toPrecision(15)) : number;
}

/** Numbers of one column in nonstandard notation, as they arrive; their notation must not change within the column. */
export class WrittenNumbers {
  #isPercent: boolean | undefined;
  #currency = '';
  readonly #marks: NumberMarks;

  constructor(marks: NumberMarks) {
    this.#marks = { ...marks, decimal: marks.decimal ?? '.' };
  }

  /** @param isPlain True if the column has numbers in standard notation. */
  toNumber(input: string, isPlain: boolean): number | undefined {
    const text = usualSigns(input);
    const { decimal = '.', thousands, percent, isAmbiguous } = this.#marks;
    const isPercent = text.endsWith('%');
    if (isPercent && percent === 'text') return undefined;
    const other = decimal === ',' ? '.' : ',';
    if (!/\d/.test(text) || !shape.test(text)) return undefined;
    const unit = getCurrency(text);
    this.#currency ||= unit;
    if (unit !== '' && unit !== this.#currency) return undefined;
    const digits = text.replace(/^\D*|\D*$/g, '');
    const groups = digits.split(decimal)[0]?.split(other) ?? [];
    const isGrouped = groups.length > 1;
    if (isGrouped && (groups[0] === '0' || groups.slice(1).some((group) => group.length !== 3))) return undefined;
    if (digits.split(decimal).length > 2 || digits.split(decimal)[1]?.includes(other)) return undefined;
    if (isGrouped && groups.length === 2 && isAmbiguous && thousands === undefined) return undefined;
    if (isGrouped && thousands !== undefined && thousands !== other) return undefined;
    this.#isPercent ??= isPercent;
    if (this.#isPercent !== isPercent || (isPercent && isPlain)) return undefined;
    const number = plainNumber(text, decimal, isPercent && percent !== 'number');
    return Number.isNaN(number) ? undefined : number;
  }
}

/** Returns the currency of an amount; empty without one. */
const getCurrency = (text: string): string => currencies.exec(text)?.[0] ?? '';

/**
 * @internal Throws `invalidArgument` for numbers such as 1.390 in a file with semicolons: they may be a thousand and
 *   more, or less than two.
 */
export function requireOneMark(
  name: string,
  values: readonly string[],
  { isAmbiguous, decimal, thousands }: NumberMarks,
): void {
  if (!isAmbiguous || decimal !== undefined || thousands !== undefined || !areGrouped(values)) return;
  const expected = "numbers in one format: pass the decimal mark ('.' or ','), as the point may separate thousands";
  throw invalid(name, expected, shown(values.find((text) => text.includes('.'))));
}

/** @internal Returns whether each point in the numbers may separate thousands, and there is one. */
export function areGrouped(values: readonly string[]): boolean {
  const withPoint = values.filter((text) => text.includes('.'));
  const isGrouped = (text: string) => /^\s*[-+]?[1-9]\d{0,2}(?:\.\d{3})+\s*$/.test(text);
  return withPoint.length > 0 && withPoint.every(isGrouped);
}

const otherMark = (thousands: string): '.' | ',' => (thousands === '.' ? ',' : '.');

/** Returns the decimal mark: in a number with both marks, the last mark; a comma before three digits separates thousands. */
function getDecimal(values: readonly string[], { isAmbiguous = false }: NumberMarks): ',' | '.' | undefined {
  const marks = values.map((text) => text.replace(/[^.,]/g, ''));
  const both = values.find((text) => text.includes(',') && text.includes('.'));
  if (both) {
    const decimal = both.lastIndexOf(',') > both.lastIndexOf('.') ? ',' : '.';
    const isMixed = values.some(
      (_, i) =>
        (marks[i] as string).length > 1 && (marks[i] as string).at(-1) !== decimal && new Set(marks[i]).size > 1,
    );
    return isMixed ? undefined : decimal;
  }
  if (!marks.some((mark) => mark.includes(','))) return '.';
  const isThousands = values.every((text) => !text.includes(',') || /^\D*[1-9]\d{0,2}(,\d{3})+\D*$/.test(text));
  if (isThousands && isAmbiguous && !marks.some((mark) => mark.length > 1)) return undefined;
  return isThousands ? '.' : ',';
}
