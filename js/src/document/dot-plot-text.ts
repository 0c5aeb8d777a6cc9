// SPDX-License-Identifier: Apache-2.0
//
// A dot plot as lines of a terminal.

import { getMax } from '../core/extremes.js';
import { getAxis, getEnds, getText } from './dot-plot.js';
import { oneLine } from './format.js';
import { padRight, wrap } from './layout.js';
import type { DotPlot } from './model.js';
import { widthInColumns } from './width-in-columns.js';

/** Cuts the middle of a long name, because names of intersectional groups differ at both ends. */
function shortened(name: string, columns: number): string {
  if (widthInColumns(name) <= columns) return name;
  const letters = [...name];
  const half = Math.floor((columns * letters.length) / widthInColumns(name) / 2 - 1);
  return `${letters.slice(0, half).join('').trimEnd()}…${letters.slice(-half).join('').trimStart()}`;
}

/** Returns a line for each dot, with its interval if the terminal is wide enough. */
export function dotPlotLines(plot: DotPlot, width: number): string[] {
  const { dots, mark } = plot;
  const { at } = getAxis(plot);
  const rows = [
    ...dots.map(({ name, value, note = '' }) => ({
      name: oneLine(name),
      text: `${getText(plot, value)}  ${oneLine(note)}`.trimEnd(),
      ...value,
    })),
    ...(mark ? [{ name: mark.text, text: getText(plot, mark), value: null, ci: [] }] : []),
  ];
  const widest = (all: readonly string[]) => getMax(all.map(widthInColumns), 0);
  const names = rows.map(({ name }) => shortened(name, longestName));
  const columns = Math.min(widestBar, width - widest(names) - widest(rows.map(({ text }) => text)) - 4);
  if (columns < narrowestBar) return rows.flatMap(({ name, text }) => wrap(`${name}: ${text}`, width));
  const place = (value: number) => Math.round(at(value) * (columns - 1));
  return rows.map(({ text, value, ci }, i) => {
    const cells = Array<string>(columns).fill(' ');
    if (mark) cells[place(mark.value)] = '┊';
    const ends = getEnds(ci);
    if (ends) cells.fill('─', place(ends[0]), place(ends[1]) + 1);
    if (typeof value === 'number' && Number.isFinite(value)) cells[place(value)] = '●';
    return `${padRight(names[i] as string, widest(names))}  ${cells.join('')}  ${text}`.trimEnd();
  });
}

const [widestBar, narrowestBar, longestName] = [40, 10, 28] as const;
