// SPDX-License-Identifier: Apache-2.0
//
// The rows of a dot plot, with places on its axis.

import { getMax, getMin } from '../core/extremes.js';
import { type DotPlot, showCell } from './model.js';

/** Returns the range of the axis, which contains 0, and whether a number is on it. */
export function getAxis({ dots, mark }: DotPlot): { at: (value: number) => number } {
  const all = dots.flatMap(({ value: { value, ci = [] } }) => [value, ...ci]);
  const numbers = [...all, mark?.value, 0].filter((each) => Number.isFinite(each)) as number[];
  const [low, high] = [getMin(numbers), getMax(numbers)];
  return { at: (value) => (high > low ? (value - low) / (high - low) : 0) };
}

export const getEnds = (ci: readonly (number | null)[] = []): [number, number] | undefined => {
  const [low, high] = ci;
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : undefined;
};

export const getText = ({ format }: DotPlot, value: DotPlot['dots'][number]['value']) =>
  showCell({ value: value.value }, { heading: '', ...(format && { format }) }).value;

/** The parts of a row: texts, and places on the axis in percent. */
export interface DotRow {
  name: string;
  text: string;
  note: string;
  dot?: string;
  ends?: readonly [from: string, to: string];
  mark?: string;
}

/** Returns the rows of a plot, that of its mark last. */
export function dotRows(plot: DotPlot): DotRow[] {
  const { dots, mark } = plot;
  const { at } = getAxis(plot);
  const place = (value: number) => `${(1 + 98 * at(value)).toFixed(1)}%`; // dots stay inside
  const marked = mark && { mark: place(mark.value) };
  const rows = dots.map(({ name, value, note = '' }): DotRow => {
    const ends = getEnds(value.ci);
    return {
      name,
      text: getText(plot, value),
      note,
      ...(typeof value.value === 'number' && Number.isFinite(value.value) && { dot: place(value.value) }),
      ...(ends && { ends: [place(ends[0]), place(ends[1])] }),
      ...marked,
    };
  });
  return mark ? [...rows, { name: mark.text, text: getText(plot, mark), note: '', ...marked }] : rows;
}
