// SPDX-License-Identifier: Apache-2.0
//
// The rows of a payroll: sex, pay, and hours, with the checks that precede every report of pay.

import { invalid } from '../core/error.js';
import { requireTexts, shown } from '../core/options.js';
import { CategoryEncoder, missingCategory } from '../data/category.js';
import { getLetters } from '../data/category-names.js';
import { type CategoryColumn, type NumberColumn, toIndexable, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { isMissing } from '../data/value.js';

/** The sex of each worker, and which of its values mean women and men. */
export interface SexColumns {
  /** The sex of each worker. Workers of another or unknown sex are in no gap, but keep their places in bands. */
  sex: CategoryColumn;
  /** The value that means women. Default: recognized names, such as f, female, or Frau. */
  female?: string | undefined;
  /** The value that means men. Default: recognized names, such as m, male, or Mann. */
  male?: string | undefined;
}

export type Sex = 'female' | 'male' | 'other';

const women =
  /^(?:f|w|female|females|woman|women|weiblich|frau|frauen|femme|femmes|feminin|mujer|mujeres|femenino|donna|donne|femmina|feminino|mulher|vrouw|vrouwen|vrouwelijk)$/;
const men =
  /^(?:m|h|male|males|man|men|mannlich|mann|manner|homme|hommes|masculin|hombre|hombres|masculino|uomo|uomini|maschio|homem|mannen|mannelijk)$/;

/** Returns the sex of each worker. Throws `invalidArgument` if no value means women, or none means men. */
export function readSexes({ sex, female, male }: SexColumns): Sex[] {
  for (const each of [female, male]) if (each !== undefined) requireTexts('sex', [each]);
  const encoder = new CategoryEncoder('sex', [], 'category');
  const codes = encoder.encode(sex);
  const names = encoder.categories;
  const meanings = names.map((name): Sex => {
    const means = (given: string | undefined, usual: RegExp) =>
      name !== missingCategory && (given === undefined ? usual.test(getLetters(name)) : given === name);
    return means(female, women) ? 'female' : means(male, men) ? 'male' : 'other';
  });
  for (const meaning of ['female', 'male'] as const) {
    if (meanings.includes(meaning)) continue;
    throw invalid(meaning, 'the value of sex with this meaning', `values ${names.slice(0, 5).map(shown).join(', ')}`);
  }
  return Array.from(codes, (code) => meanings[code] as Sex);
}

/** Returns numbers, NaN for missing values. */
export function readAmounts(column: NumberColumn | undefined, name: string, rows: number): Float64Array | undefined {
  if (column === undefined) return undefined;
  const values = toIndexable(column, name);
  requireRows(name, values.length, rows);
  const absent = Array.from(values, (value) => isMissing(value));
  const numbers = toNumbers(
    Array.from(values, (value, row) => (absent[row] ? 0 : value)),
    name,
  );
  return numbers.map((number, row) => (absent[row] ? Number.NaN : number));
}

/** Returns the mean; NaN without values. */
export const getMean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

/** Returns the median, the mean of the two middle values; NaN without values. */
export function getMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (row: number) => sorted[row] ?? Number.NaN;
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
}

/** Returns 100 (men - women) / men; NaN unless the men's value is positive. */
export const percentGap = (women: number, men: number): number => (men > 0 ? (100 * (men - women)) / men : Number.NaN);

/** Workers of a report, as functions of their rows. */
export interface Workers {
  sexes: readonly Sex[];
  /** Rows of the workers. */
  rows: readonly number[];
}

/** Returns the gap in a statistic of values, of workers with defined values. */
export function gapOf(
  { sexes, rows }: Workers,
  values: ArrayLike<number>,
  statistic: (values: readonly number[]) => number,
): number {
  const of = (sex: Sex) =>
    statistic(
      rows
        .filter((row) => sexes[row] === sex && !Number.isNaN(values[row] as number))
        .map((row) => values[row] as number),
    );
  return percentGap(of('female'), of('male'));
}

/** Returns the numbers of women, men, and others. */
export const countSexes = ({ sexes, rows }: Workers): Readonly<Record<Sex, number>> => ({
  female: rows.filter((row) => sexes[row] === 'female').length,
  male: rows.filter((row) => sexes[row] === 'male').length,
  other: rows.filter((row) => sexes[row] === 'other').length,
});

/** Returns the percentage of women and of men with values above 0. */
export function percentPaid(workers: Workers, values: ArrayLike<number>): Readonly<Record<'female' | 'male', number>> {
  const { sexes, rows } = workers;
  const of = (sex: Sex) => {
    const all = rows.filter((row) => sexes[row] === sex && !Number.isNaN(values[row] as number));
    return (100 * all.filter((row) => (values[row] as number) > 0).length) / all.length;
  };
  return { female: of('female'), male: of('male') };
}
