// SPDX-License-Identifier: Apache-2.0
//
// A dot plot as a list with a drawing for each group, and as lines of a terminal.

import { ofGiven } from '../core/plain-data.js';
import { oneLine } from './format.js';
import { escapeHtml, marked } from './html-parts.js';
import { padRight, wrap } from './layout.js';
import { type DotPlot, showCell } from './model.js';
import { widthInColumns } from './width-in-columns.js';

/** Returns the range of the axis, which contains 0, and whether a number is on it. */
function axisOf({ dots, mark }: DotPlot): { at: (value: number) => number } {
  const all = dots.flatMap(({ value: { value, ci = [] } }) => [value, ...ci]);
  const numbers = [...all, mark?.value, 0].filter((each) => Number.isFinite(each)) as number[];
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return { at: (value) => (high > low ? (value - low) / (high - low) : 0) };
}

const endsOf = (ci: readonly (number | null)[] = []): [number, number] | undefined => {
  const [low, high] = ci;
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : undefined;
};

const textOf = ({ format }: DotPlot, value: DotPlot['dots'][number]['value']) =>
  showCell({ value: value.value }, { heading: '', ...(format && { format }) }).value;

/** Cuts the middle of a long name, because names of intersectional groups differ at both ends. */
function shortened(name: string, columns: number): string {
  if (widthInColumns(name) <= columns) return name;
  const letters = [...name];
  const half = Math.floor((columns * letters.length) / widthInColumns(name) / 2 - 1);
  return `${letters.slice(0, half).join('').trimEnd()}…${letters.slice(-half).join('').trimStart()}`;
}

/** The parts of a row: texts, and places on the axis in percent. */
export interface DotRow {
  name: string;
  text: string;
  note: string;
  dot?: string;
  ends?: readonly [from: string, to: string];
  mark?: string;
}

/**
 * Returns the rows of a plot, that of its mark last.
 *
 * @example
 * const dots = [{ name: 'women', value: { value: 0.25 } }, { name: 'men', value: { value: 0.5 } }];
 * dotRows({ caption: 'Selection rate', dots }).map(({ text }) => text); // ["0.250", "0.500"]
 */
export function dotRows(plot: DotPlot): DotRow[] {
  return ofGiven('plot', () => rowsOf(plot));
}

function rowsOf(plot: DotPlot): DotRow[] {
  const { dots, mark } = plot;
  const { at } = axisOf(plot);
  const place = (value: number) => `${(1 + 98 * at(value)).toFixed(1)}%`; // dots stay inside
  const marked = mark && { mark: place(mark.value) };
  const rows = dots.map(({ name, value, note = '' }): DotRow => {
    const ends = endsOf(value.ci);
    return {
      name,
      text: textOf(plot, value),
      note,
      ...(typeof value.value === 'number' &&
        Number.isFinite(value.value) && { dot: place(value.value) }),
      ...(ends && { ends: [place(ends[0]), place(ends[1])] }),
      ...marked,
    };
  });
  return mark
    ? [...rows, { name: mark.text, text: textOf(plot, mark), note: '', ...marked }]
    : rows;
}

/** Returns the plot as a figure; the script of saved files links the groups with those of tables. */
export function dotPlotHtml(plot: DotPlot): string {
  const line = (
    kind: string,
    from: string | undefined,
    to = from,
    [top, bottom] = ['50%', '50%'],
  ) =>
    from === undefined
      ? ''
      : `<line class="${kind}" x1="${from}" x2="${to}" y1="${top}" y2="${bottom}"/>`;
  const rows = dotRows(plot).map(({ name, text, note, dot, ends, mark }) => {
    const drawn =
      line('m', mark, mark, ['0', '100%']) + line('b', ends?.[0], ends?.[1]) + line('d', dot);
    return `<li${marked(name)}><span>${escapeHtml(name)}</span><svg aria-hidden="true">${drawn}</svg><span>${escapeHtml(text)} <small>${escapeHtml(note)}</small></span></li>`;
  });
  return `<figure class="plot"><figcaption>${escapeHtml(plot.caption)}</figcaption><ul>
${rows.join('\n')}</ul></figure>`;
}

/** Returns a line for each dot, with its interval if the terminal is wide enough. */
export function dotPlotLines(plot: DotPlot, width: number): string[] {
  const { dots, mark } = plot;
  const { at } = axisOf(plot);
  const rows = [
    ...dots.map(({ name, value, note = '' }) => ({
      name: oneLine(name),
      text: `${textOf(plot, value)}  ${oneLine(note)}`.trimEnd(),
      ...value,
    })),
    ...(mark ? [{ name: mark.text, text: textOf(plot, mark), value: null, ci: [] }] : []),
  ];
  const widest = (all: readonly string[]) => Math.max(0, ...all.map(widthInColumns));
  const names = rows.map(({ name }) => shortened(name, longestName));
  const columns = Math.min(
    widestBar,
    width - widest(names) - widest(rows.map(({ text }) => text)) - 4,
  );
  if (columns < narrowestBar)
    return rows.flatMap(({ name, text }) => wrap(`${name}: ${text}`, width));
  const place = (value: number) => Math.round(at(value) * (columns - 1));
  return rows.map(({ text, value, ci }, i) => {
    const cells = Array<string>(columns).fill(' ');
    if (mark) cells[place(mark.value)] = '┊';
    const ends = endsOf(ci);
    if (ends) cells.fill('─', place(ends[0]), place(ends[1]) + 1);
    if (typeof value === 'number' && Number.isFinite(value)) cells[place(value)] = '●';
    return `${padRight(names[i] as string, widest(names))}  ${cells.join('')}  ${text}`.trimEnd();
  });
}

const [widestBar, narrowestBar, longestName] = [40, 10, 28] as const;
