// SPDX-License-Identifier: Apache-2.0
//
// Formats numbers for people. The format of a metric follows from its row in the table of metrics: proportions as
// percentages, their differences as percentage points, ratios as multiples.

import type { Metric } from 'fairwasm';

const narrowSpace = '\u202f';
const whole = new Intl.NumberFormat('en');

export const countText = (count: number): string => whole.format(count);

export function bytesText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${power === 0 ? amount : amount.toFixed(1)} ${units[power]}`;
}

/** The kind of quantity of a metric. A gap is the larger proportion minus the smaller proportion, so it has no sign. */
export type Unit = 'share' | 'points' | 'gap' | 'multiple' | 'number';

export function getUnit({ kind, range, ideal }: Pick<Metric, 'kind' | 'range' | 'ideal'>): Unit {
  const [min, max] = range;
  if (ideal === 1 && min === 0) return 'multiple';
  if (kind === 'disparity' && min === -1 && max === 1) return 'points';
  return min === 0 && max === 1 ? 'share' : 'number';
}

const unitTexts: Readonly<Record<Unit, string>> = {
  share: '%',
  points: `${narrowSpace}pp`,
  gap: `${narrowSpace}pp`,
  multiple: `${narrowSpace}×`,
  number: '',
};

/** Returns "95%" for 0.95, without trailing zeros. */
export const percentText = (share: number, digits = 6): string => `${Number((share * 100).toPrecision(digits))}%`;

/** Returns the value with a suitable number of digits, or with all digits if `exact`. */
export function valueText(value: number, unit: Unit, exact = false): string {
  if (Number.isNaN(value)) return 'undefined';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (exact) return String(value).replace('-', '−');
  switch (unit) {
    case 'share':
    case 'gap':
      return `${(value * 100).toFixed(1)}${unitTexts[unit]}`;
    case 'points':
      return `${signed(value * 100, 1)}${unitTexts[unit]}`;
    case 'multiple':
      return `${value.toFixed(2)}${unitTexts[unit]}`;
    case 'number':
      return Number(value.toPrecision(4)).toString().replace('-', '−');
  }
}

/** Returns both ends of an interval with one unit: "42.6 to 47.2%". */
export function rangeText(ends: readonly [number, number], unit: Unit, exact = false): string {
  const [low, high] = ends.map((end) => valueText(end, unit, exact)) as [string, string];
  const ending = unitTexts[unit];
  const bare = ending !== '' && low.endsWith(ending) ? low.slice(0, -ending.length) : low;
  return `${bare} to ${high}`;
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
}
