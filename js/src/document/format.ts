// SPDX-License-Identifier: Apache-2.0
//
// Formats numbers with their uncertainty, and names from files. All descriptions and renderers use it, so that they
// agree.

import { chosen } from '../claims/verdict.js';
import type { Estimate } from '../core/estimate.js';
import type { Metric } from '../metrics/metric.js';

// Control characters can move a terminal's cursor or change its state; directional characters and invisible
// tags can disguise a text.
const unsafe = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu;

/** Returns a string from the data as one line without control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').replace(unsafe, '\ufffd');
}

// Created once, on demand: creation takes far longer than formatting a number.
const formats = new Map<string, Intl.NumberFormat>();

function format(value: number, min: number, max: number): string {
  const key = `${min} ${max}`;
  const digits = { minimumFractionDigits: min, maximumFractionDigits: max };
  const cached = formats.get(key) ?? new Intl.NumberFormat('en-US', digits);
  formats.set(key, cached);
  return cached.format(value);
}

/** A minus sign, which is as wide as a plus sign, instead of a hyphen; exponents keep theirs. */
export const withMinus = (text: string): string => (text.startsWith('-') ? `−${text.slice(1)}` : text);

/** Formats 7214 as "7,214"; weights have up to three decimals. */
export function showCount(count: number): string {
  // Most counts are whole numbers, for which commands need not load Intl, which takes 15 ms.
  if (!Number.isSafeInteger(count)) return withMinus(format(count, 0, 3));
  const digits = String(Math.abs(count));
  const thousands = Array.from({ length: Math.ceil(digits.length / 3) }, (_, i) =>
    digits.slice(Math.max(0, digits.length - 3 * (i + 1)), digits.length - 3 * i),
  );
  return `${count < 0 ? '−' : ''}${thousands.reverse().join(',')}`;
}

/** Formats a number of rows: "1 row", "2,310 rows". */
export const showRows = (count: number): string => `${showCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** Formats a number with three decimals, and with its sign if `isSigned`; "–" if it is undefined. */
export function showNumber(value: number | null, isSigned = false): string {
  if (value === null || Number.isNaN(value)) return '–'; // JSON has null for NaN
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const text = Math.abs(value) < 1e6 ? value.toFixed(3) : value.toExponential(2);
  if (Number(text) === 0) return '0.000'; // avoids -0.000
  return isSigned && value > 0 ? `+${text}` : withMinus(text);
}

/**
 * Formats a number of any unit with at least three significant digits: "0.431", "0.0431", "12.34", "48,310";
 * with its sign if `isSigned`; "–" if it is undefined.
 */
export function showQuantity(value: number, isSigned = false): string {
  const size = Math.abs(value);
  if (!Number.isFinite(size) || size === 0) return showNumber(value, isSigned);
  if (size < 1e-6 || size >= 1e12)
    return isSigned && value > 0 ? `+${value.toExponential(2)}` : withMinus(value.toExponential(2));
  const exponent = Number(size.toExponential().split('e')[1]);
  const decimals = exponent >= 0 ? Math.max(0, 3 - exponent) : 2 - exponent;
  const text = format(value, decimals, decimals);
  return isSigned && value > 0 ? `+${text}` : withMinus(text);
}

/** Formats 0.448 as "44.8%"; "–" if it is undefined. */
export const showPercent = (value: number | null): string =>
  Number.isFinite(value) ? withMinus(`${(100 * (value as number)).toFixed(1)}%`) : showNumber(value);

/** Formats a difference of proportions in percentage points, with its sign: "+21.4"; "–" if it is undefined. */
export function showPoints(value: number | null): string {
  if (!Number.isFinite(value)) return showNumber(value);
  const text = (100 * (value as number)).toFixed(1);
  if (Number(text) === 0) return '0.0';
  return Number(text) > 0 ? `+${text}` : withMinus(text);
}

/** Formats the value of a metric with three decimals, differences with their sign; "–" if it is undefined. */
export function showValue({ value }: Estimate, metric?: Metric): string {
  return showNumber(value, metric?.ideal === 0);
}

/**
 * Joins both ends of an interval: "0.431–0.466", or "−0.021 to +0.034" if an end has a sign, next to which a dash would
 * be ambiguous.
 */
export const showRange = (ends: readonly string[]): string =>
  ends.join(ends.some((end) => /^[−+]/.test(end)) ? ' to ' : '–');

/** Formats the interval of an estimate, adjusted if possible, and signed for a difference; empty if there is none. */
export function showInterval(estimate: Estimate, metric?: Metric): string {
  const { ci } = chosen(estimate);
  return ci ? showRange(ci.map((end) => showNumber(end, metric?.ideal === 0))) : '';
}

/** Formats the p-value that belongs to the interval of an estimate: "< 0.001" or "0.034"; empty if there is none. */
export function showProbability(estimate: Pick<Estimate, 'ci' | 'pValue' | 'adjustedCi' | 'adjustedPValue'>): string {
  const { pValue: p } = chosen(estimate);
  if (p === undefined || !Number.isFinite(p)) return ''; // null in JSON means undefined
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** Formats the p-value as "p < 0.001" or "p = 0.034". */
export function showTest(estimate: Parameters<typeof showProbability>[0]): string {
  const p = showProbability(estimate);
  return p && (p.startsWith('<') ? `p ${p}` : `p = ${p}`);
}

/** Returns a group's name, marked if the group has a warning; the mark is never on its own line. */
export const showGroup = (name: string, warning: string | undefined): string =>
  warning === undefined ? name : `${name}\u00a0*`;

/** Formats a confidence level as "95%". */
export const showConfidence = (confidence: number): string => `${Number((confidence * 100).toPrecision(6))}%`;
