// SPDX-License-Identifier: Apache-2.0
//
// A measure of several groups as dots with their intervals, one per row, on one scale.

import type { Estimate } from 'fairwasm';
import type { Format } from 'fairwasm/report';
import { s } from './dom.js';

export interface Bar {
  name: string;
  estimate: Estimate;
}

/** The value that the others are compared with. */
export interface Mark {
  value: number;
  text: string;
}

const [width, rowHeight, left, right] = [460, 26, 150, 60] as const;
const maxLetters = 22;

// JSON has neither NaN nor infinity.
const finite = (values: readonly (number | null | undefined)[]): number[] =>
  values.filter((value): value is number => Number.isFinite(value));

/** The value as tables show it: proportions in percent, differences in percentage points. */
export function text(value: number | null | undefined, format: Format): string {
  if (!Number.isFinite(value)) return '–';
  const shown = value as number;
  if (format === 'percent') return `${(100 * shown).toFixed(1)}%`;
  if (format !== 'points') return shown.toFixed(3);
  const points = (100 * shown).toFixed(1);
  return Number(points) > 0 ? `+${points}` : points;
}

const short = (name: string) =>
  [...name].length > maxLetters ? `${[...name].slice(0, maxLetters - 1).join('')}…` : name;

/** The value and its interval as a sentence: "Female: 42.4% (39.8% to 45.0%)". */
export function saying({ name, estimate }: Bar, format: Format): string {
  const { value, ci, reason } = estimate;
  const interval = ci ? ` (${text(ci[0], format)} to ${text(ci[1], format)})` : '';
  return `${name}: ${text(value, format)}${interval}${reason ? `, ${reason}` : ''}`;
}

export function bars(label: string, items: readonly Bar[], mark: Mark | undefined, format: Format): SVGSVGElement {
  const numbers = finite([...items.flatMap(({ estimate: { value, ci = [] } }) => [value, ...ci]), mark?.value]);
  const low = numbers.reduce((a, b) => Math.min(a, b));
  const high = numbers.reduce((a, b) => Math.max(a, b));
  const span = high > low ? high - low : 1;
  const x = (value: number) => left + ((value - low) / span) * (width - left - right);
  const height = items.length * rowHeight + 24;
  const root = s('svg', {
    viewBox: `0 0 ${width} ${height}`,
    width,
    role: 'img',
    'aria-label': `${label}. ${items.map((item) => saying(item, format)).join('; ')}`,
  });
  if (mark && Number.isFinite(mark.value)) {
    const at = x(mark.value);
    root.append(
      s('path', { class: 'm', d: `M${at} 0V${height - 20}` }),
      s('text', { x: at, y: height - 6, 'text-anchor': 'middle' }, mark.text),
    );
  }
  for (const [i, item] of items.entries()) root.append(row(item, i * rowHeight, { x, format }));
  return root;
}

interface Axis {
  x: (value: number) => number;
  format: Format;
}

function row(item: Bar, top: number, { x, format }: Axis): SVGGElement {
  const { name, estimate } = item;
  const { value, ci } = estimate;
  const middle = top + rowHeight / 2;
  const group = s(
    'g',
    { class: 'row', 'data-n': name, 'data-tip': saying(item, format) },
    s('rect', { class: 'hit', x: 0, y: top, width, height: rowHeight }),
    s('text', { x: 0, y: middle + 4 }, short(name)),
  );
  const ends = finite(ci ?? []);
  if (ends.length === 2) {
    const [low, high] = ends.map(x) as [number, number];
    group.append(s('path', { class: 'b', d: `M${low} ${middle}H${high}` }));
  }
  if (Number.isFinite(value)) group.append(s('path', { class: 'd', d: `M${x(value)} ${middle}h0` }));
  group.append(s('text', { x: width, y: middle + 4, 'text-anchor': 'end' }, text(value, format)));
  return group;
}
