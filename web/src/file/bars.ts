// SPDX-License-Identifier: Apache-2.0
//
// A measure of several groups as dots with their intervals, one per row, on one scale.

import type { Estimate } from 'fairwasm';
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

/** The value as tables show it. */
export const text = (value: number | null | undefined): string =>
  Number.isFinite(value) ? (value as number).toFixed(3) : '–';

const short = (name: string) =>
  [...name].length > maxLetters ? `${[...name].slice(0, maxLetters - 1).join('')}…` : name;

/** The value and its interval as a sentence: "Female: 0.424 (0.398 to 0.450)". */
export function saying({ name, estimate }: Bar): string {
  const { value, ci, reason } = estimate;
  const interval = ci ? ` (${text(ci[0])} to ${text(ci[1])})` : '';
  return `${name}: ${text(value)}${interval}${reason ? `, ${reason}` : ''}`;
}

export function bars(label: string, items: readonly Bar[], mark: Mark | undefined): SVGSVGElement {
  const numbers = finite([
    ...items.flatMap(({ estimate: { value, ci = [] } }) => [value, ...ci]),
    mark?.value,
  ]);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const span = high > low ? high - low : 1;
  const x = (value: number) => left + ((value - low) / span) * (width - left - right);
  const height = items.length * rowHeight + 24;
  const root = s('svg', {
    viewBox: `0 0 ${width} ${height}`,
    width,
    role: 'img',
    'aria-label': `${label}. ${items.map(saying).join('; ')}`,
  });
  if (mark && Number.isFinite(mark.value)) {
    const at = x(mark.value);
    root.append(
      s('path', { class: 'm', d: `M${at} 0V${height - 20}` }),
      s('text', { x: at, y: height - 6, 'text-anchor': 'middle' }, mark.text),
    );
  }
  root.append(...items.map((item, i) => row(item, i * rowHeight, x)));
  return root;
}

function row(item: Bar, top: number, x: (value: number) => number): SVGGElement {
  const { name, estimate } = item;
  const { value, ci } = estimate;
  const middle = top + rowHeight / 2;
  const group = s(
    'g',
    { class: 'row', 'data-n': name, 'data-tip': saying(item) },
    s('rect', { class: 'hit', x: 0, y: top, width, height: rowHeight }),
    s('text', { x: 0, y: middle + 4 }, short(name)),
  );
  const ends = finite(ci ?? []);
  if (ends.length === 2) {
    const [low, high] = ends.map(x) as [number, number];
    group.append(s('path', { class: 'b', d: `M${low} ${middle}H${high}` }));
  }
  if (Number.isFinite(value))
    group.append(s('path', { class: 'd', d: `M${x(value)} ${middle}h0` }));
  group.append(s('text', { x: width, y: middle + 4, 'text-anchor': 'end' }, text(value)));
  return group;
}
