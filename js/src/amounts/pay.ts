// SPDX-License-Identifier: Apache-2.0
//
// Reports of gender pay gaps as two laws prescribe them. The presets state their date and their limits, and return no
// verdict: whether a rule applies, and what follows, no tool can determine.

import { invalid } from '../core/error.js';
import { requireOptions, requireWhole } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { sortedNames } from '../data/largest-group.js';
import { divideIntoBands, type PayBands } from './bands.js';
import {
  countSexes,
  gapOf,
  getMean,
  getMedian,
  percentPaid,
  readAmounts,
  readSexes,
  type Sex,
  type SexColumns,
  type Workers,
} from './payroll.js';

/** Facts about a rule, as of its date. */
export interface PayRule {
  name: string;
  source: string;
  /** The date of the text, as in 2023-05-10. */
  date: string;
  /** Thresholds and dates for employers, each as a sentence with its source. */
  facts: readonly string[];
  /** Limits of the numbers. */
  limits: string;
}

/** Gaps in percent of men's values; NaN if undefined. */
export interface PayGaps {
  mean: number;
  median: number;
}

/** Gaps of Article 9(1)(a) to (d), in percent of men's pay; NaN if undefined. */
export interface EuPayGaps {
  /** (a) and (c): total pay. */
  total: PayGaps;
  /** (b) and (d): variable pay of all workers, 0 for those without. */
  variable: PayGaps;
  /** Variable pay of those who receive some. */
  variableOfRecipients: PayGaps;
}

/** A category of workers who do the same work or work of equal value: Article 9(1)(g). */
export interface EuPayCategory {
  name: string;
  /** True if the category has fewer women or men than the minimum: all numbers are then absent. */
  isWithheld: boolean;
  workers?: Readonly<Record<Sex, number>>;
  /** Gaps in mean hourly pay, in percent; NaN for a category of one sex. */
  total?: number;
  basic?: number;
  variable?: number;
  /**
   * True if the total gap is at least 5 percent in either direction: the first of three conditions for a joint pay
   * assessment (Article 10(1)). Absent if the gap is undefined.
   */
  isFirstConditionMet?: boolean;
}

/** The result of {@link euPay}. */
export interface EuPayReport {
  format: 'fairwasm-pay-eu';
  version: 1;
  rule: PayRule;
  workers: Readonly<Record<Sex, number>>;
  /** Workers without pay or hours, or with hours of 0 or less: they are in no hourly figure. */
  withoutHourlyPay: number;
  hourly: EuPayGaps;
  annual: EuPayGaps;
  /** (e): percentage of women and of men with variable pay. */
  recipients: Readonly<Record<'female' | 'male', number>>;
  /** (f): four bands of hourly pay. */
  bands: PayBands;
  /** (g); absent without categories. */
  categories?: readonly EuPayCategory[];
  minimumPerSex: number;
}

/** The result of {@link ukPay}. Gaps are in percent of men's pay. */
export interface UkPayReport {
  format: 'fairwasm-pay-uk';
  version: 1;
  rule: PayRule;
  /** All relevant employees. */
  workers: Readonly<Record<Sex, number>>;
  /** Full-pay relevant employees with hourly pay. */
  fullPay: Readonly<Record<Sex, number>>;
  /** Regulations 8 and 9. */
  hourly: PayGaps;
  /** Regulations 10 and 11: of employees who were paid a bonus. */
  bonus: PayGaps;
  /** Regulation 12: percentage of women and of men who were paid a bonus. */
  recipients: Readonly<Record<'female' | 'male', number>>;
  /** Regulation 13. */
  quarters: PayBands;
}

const limits =
  'These are the figures that the rule names, computed from the given data. No tool can determine whether the rule ' +
  'applies, whether pay, hours, and categories are the right ones, or whether a gap is justified. Rules change after ' +
  'their date; national law can require more.';

const euRule: PayRule = {
  name: 'Directive (EU) 2023/970, Article 9: reporting on the gender pay gap',
  source: 'OJ L 132, 17.5.2023, p. 21',
  date: '2023-05-10',
  facts: [
    'Member States transpose the Directive by June 7, 2026 (Article 34); check the national law.',
    'Employers with 250 workers or more report by June 7, 2027, and then every year (Article 9(2)).',
    'Employers with 150 to 249 workers report by June 7, 2027, and then every three years (Article 9(3)).',
    'Employers with 100 to 149 workers report by June 7, 2031, and then every three years (Article 9(4)).',
    'The figures relate to the previous calendar year (Article 9(2) to (4)).',
    'Employers may publish (a) to (f) (Article 9(7)). (g) goes to workers, their representatives, and, on request, authorities (Article 9(9)).',
    'A joint pay assessment requires all of: a gap of at least 5% in a category; no justification by objective, gender-neutral criteria; no remedy within six months (Article 10(1)).',
    'States may restrict access if the pay of an identifiable person would be disclosed (Article 12(3)).',
  ],
  limits,
};

const ukRule: PayRule = {
  name: 'United Kingdom: gender pay gap information, regulations 8 to 13',
  source: 'Equality Act 2010 (Gender Pay Gap Information) Regulations 2017, SI 2017/172',
  date: '2017-02-06',
  facts: [
    'The regulations apply to employers with 250 employees or more on April 5 (regulation 2); public authorities: March 31 (SI 2017/353).',
    'Hourly pay and quarters: full-pay relevant employees, who are not paid less because of leave. Bonuses: all relevant employees, in the 12 months before the snapshot date.',
    'Leftover employees of four equal quarters, and equal pay on a boundary, follow regulation 13(2) and the statutory guidance.',
  ],
  limits,
};

/** Input of {@link euPay}: one row per worker, with amounts of the same calendar year. */
export interface EuPayInput extends SexColumns {
  /** Basic pay of the year. */
  basic: NumberColumn;
  /** Complementary or variable pay of the year. Default: none. */
  variable?: NumberColumn | undefined;
  /** Paid hours of the year. */
  hours: NumberColumn;
  /** The category of workers who do the same work or work of equal value. Default: no figures by category. */
  category?: CategoryColumn | undefined;
  /**
   * Categories with fewer women or fewer men are withheld. Default: 6, as in German law (EntgTranspG, section 12(3)); the
   * Directive has no number.
   */
  minimumPerSex?: number | undefined;
}

/** Input of {@link ukPay}: one row per relevant employee. */
export interface UkPayInput extends SexColumns {
  /** Hourly pay at the snapshot date, with the bonus of the pay period and without overtime. */
  hourly: NumberColumn;
  /** Bonus of 12 months; 0 or missing without a bonus. Default: no bonuses. */
  bonus?: NumberColumn | undefined;
  /** Whether each is a full-pay relevant employee: true, yes, or 1. Default: all are. */
  fullPay?: CategoryColumn | undefined;
}

/** A gap of at least 5 percent in either direction, up to rounding of the division. */
const isFirstCondition = (gap: number): boolean => Math.abs(gap) >= 5 - 1e-9;

/**
 * Returns the figures of Article 9(1)(a) to (g) of Directive (EU) 2023/970 on pay transparency.
 *
 * A gap is 100 (T_men - T_women) / T_men with T the mean or the median, and NaN unless T_men > 0. Hourly pay is pay divided
 * by paid hours. Bands have the sizes and ties of the United Kingdom's rule, because the Directive has none. Small categories
 * are withheld with their flag. There are no intervals, because the law has no notion of chance and a payroll is a census.
 *
 * @example
 * const pay = { sex: [...'ffmm'], basic: [20e3, 30e3, 30e3, 40e3], hours: [1e3, 1e3, 1e3, 1e3] };
 * euPay(pay).hourly.total; // { "mean": 28.571428571428573, "median": 28.571428571428573 }
 *
 * @throws FairwasmError `invalidArgument` for unknown options, if no value means women or men, and for values that are not
 *   numbers; `shapeMismatch` for columns of different lengths.
 */
export function euPay(input: EuPayInput): EuPayReport {
  requireOptions('euPay', input, [...sexOptions, 'basic', 'variable', 'hours', 'category', 'minimumPerSex']);
  const sexes = readSexes(input);
  const count = sexes.length;
  const minimumPerSex = requireWhole('minimumPerSex', input.minimumPerSex ?? 6, 1);
  const basic = readAmounts(requireColumn('basic', input.basic), 'basic', count) as Float64Array;
  const hours = readAmounts(requireColumn('hours', input.hours), 'hours', count) as Float64Array;
  const variable = readAmounts(input.variable, 'variable', count) ?? new Float64Array(count);
  const total = basic.map((each, row) => each + (variable[row] as number));
  const perHour = (amounts: Float64Array) =>
    amounts.map((each, row) => ((hours[row] as number) > 0 ? each / (hours[row] as number) : Number.NaN));
  const hourly = { basic: perHour(basic), variable: perHour(variable), total: perHour(total) };
  const all: Workers = { sexes, rows: Array.from(sexes, (_, row) => row) };
  const paid = all.rows.filter((row) => !Number.isNaN(hourly.total[row] as number));
  return {
    format: 'fairwasm-pay-eu',
    version: 1,
    rule: euRule,
    workers: countSexes(all),
    withoutHourlyPay: count - paid.length,
    hourly: euGaps({ sexes, rows: paid }, hourly.total, hourly.variable),
    annual: euGaps(all, total, variable),
    recipients: percentPaid(all, variable),
    bands: bandsOf({ sexes, rows: paid }, hourly.total),
    ...(input.category !== undefined && {
      categories: euCategories({ sexes, rows: paid }, hourly, readCategories(input.category, count), minimumPerSex),
    }),
    minimumPerSex,
  };
}

function euGaps(workers: Workers, total: Float64Array, variable: Float64Array): EuPayGaps {
  const recipients = { ...workers, rows: workers.rows.filter((row) => (variable[row] as number) > 0) };
  return {
    total: payGaps(workers, total),
    variable: payGaps(workers, variable),
    variableOfRecipients: payGaps(recipients, variable),
  };
}

const payGaps = (workers: Workers, pay: Float64Array): PayGaps => ({
  mean: gapOf(workers, pay, getMean),
  median: gapOf(workers, pay, getMedian),
});

function bandsOf({ sexes, rows }: Workers, pay: Float64Array): PayBands {
  const labels = rows.map((row) => sexes[row] as Sex);
  const order = ['female', 'male', ...(labels.includes('other') ? ['other'] : [])];
  return divideIntoBands(
    Float64Array.from(rows, (row) => pay[row] as number),
    labels,
    order,
  );
}

function euCategories(
  { sexes, rows }: Workers,
  hourly: Readonly<Record<'basic' | 'variable' | 'total', Float64Array>>,
  { names, categories }: { names: readonly string[]; categories: readonly string[] },
  minimumPerSex: number,
): EuPayCategory[] {
  return names.map((name) => {
    const workers: Workers = { sexes, rows: rows.filter((row) => categories[row] === name) };
    const counts = countSexes(workers);
    if (counts.female < minimumPerSex || counts.male < minimumPerSex) return { name, isWithheld: true };
    const gap = (kind: keyof typeof hourly) => gapOf(workers, hourly[kind], getMean);
    const total = gap('total');
    return {
      name,
      isWithheld: false,
      workers: counts,
      total,
      basic: gap('basic'),
      variable: gap('variable'),
      ...(Number.isNaN(total) ? {} : { isFirstConditionMet: isFirstCondition(total) }),
    };
  });
}

function readCategories(column: CategoryColumn, count: number) {
  const encoder = new CategoryEncoder('category', [], 'category');
  const codes = encoder.encode(column);
  requireRows('category', codes.length, count);
  const categories = Array.from(codes, (code) => encoder.categories[code] as string);
  return { names: sortedNames(encoder.categories), categories };
}

/**
 * Returns the figures of the United Kingdom's regulations 8 to 13 on gender pay gaps (SI 2017/172).
 *
 * A gap is 100 (T_men - T_women) / T_men with T the mean or the median, and NaN unless T_men > 0. Quarters divide
 * employees by hourly pay; equal pay on a boundary is divided in equal proportions of women and men.
 *
 * @example
 * ukPay({ sex: [...'fm'], hourly: [15.13, 17.51] }).hourly.mean; // 13.592233009708741
 *
 * @throws FairwasmError `invalidArgument` for unknown options, if no value means women or men, and for values that are not
 *   numbers; `shapeMismatch` for columns of different lengths.
 */
export function ukPay(input: UkPayInput): UkPayReport {
  requireOptions('ukPay', input, [...sexOptions, 'hourly', 'bonus', 'fullPay']);
  const sexes = readSexes(input);
  const count = sexes.length;
  const hourly = readAmounts(requireColumn('hourly', input.hourly), 'hourly', count) as Float64Array;
  const bonus = (readAmounts(input.bonus, 'bonus', count) ?? new Float64Array(count)).map((each) => each || 0);
  const isFullPay = readFlags(input.fullPay, count);
  const all: Workers = { sexes, rows: Array.from(sexes, (_, row) => row) };
  const fullPay = { sexes, rows: all.rows.filter((row) => isFullPay[row] && !Number.isNaN(hourly[row] as number)) };
  const recipients = { sexes, rows: all.rows.filter((row) => (bonus[row] as number) > 0) };
  return {
    format: 'fairwasm-pay-uk',
    version: 1,
    rule: ukRule,
    workers: countSexes(all),
    fullPay: countSexes(fullPay),
    hourly: payGaps(fullPay, hourly),
    bonus: payGaps(recipients, bonus),
    recipients: percentPaid(all, bonus),
    quarters: bandsOf(fullPay, hourly),
  };
}

const sexOptions = ['sex', 'female', 'male'];

function requireColumn(argument: string, column: NumberColumn | undefined): NumberColumn {
  if (typeof column === 'object' && column !== null) return column;
  throw invalid(argument, 'a column, because the rule requires it', String(column));
}

function readFlags(column: CategoryColumn | undefined, count: number): boolean[] {
  if (column === undefined) return new Array<boolean>(count).fill(true);
  const encoder = new CategoryEncoder('fullPay', [], 'error');
  const codes = encoder.encode(column);
  requireRows('fullPay', codes.length, count);
  const meanings = encoder.categories.map((name) => {
    const text = name.toLowerCase();
    if (['true', 'yes', 'y', '1'].includes(text)) return true;
    if (['false', 'no', 'n', '0'].includes(text)) return false;
    throw invalid('fullPay', 'true or false, yes or no, or 1 or 0', name);
  });
  return Array.from(codes, (code) => meanings[code] as boolean);
}
