// SPDX-License-Identifier: Apache-2.0
//
// A panel as HTML: its sentences, curves as SVG with only numbers and escaped names, and tables.

import { cell, escapeHtml, type Later, row, rowHeading, table } from '../document/html.js';
import {
  type Panel,
  type PanelFigure,
  type PanelLine,
  type PanelTable,
  spanOf,
} from './panels/panel.js';

export const panelHtml = (
  { name, title, said, figures, tables }: Panel,
  later: Later,
): string => `<section data-panel="${name}">
<h2>${escapeHtml(title)}</h2>
${said.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${later(
  (figures.length > 0 ? `<div class="figures">${figures.map(figureHtml).join('\n')}</div>` : '') +
    tables.map(tableHtml).join('\n'),
)}
</section>`;

const marked = (name: string) => ` data-n="${escapeHtml(name)}"`;

// Intervals must not break across lines.
const cellHtml = (text: string) => cell(escapeHtml(text).replace(/\([^()]*\)$/, '<span>$&</span>'));

const tableHtml = ({ caption, headings, rows }: PanelTable): string =>
  table(
    escapeHtml(caption),
    headings.map(escapeHtml),
    rows.map(({ name, group, cells }) =>
      row(
        [rowHeading(escapeHtml(name)), ...cells.map(cellHtml)],
        group === undefined ? '' : marked(group),
      ),
    ),
  );

const [size, left, bottom, top] = [300, 40, 36, 10] as const;
const width = left + size + 12;
const height = top + size + bottom;

interface Axes {
  x: (value: number) => number;
  y: (value: number) => number;
}

const isDrawn = ([x, y]: readonly [number, number]) => Number.isFinite(x) && Number.isFinite(y);

function figureHtml(figure: PanelFigure): string {
  const { caption, across, up, lines, hasDiagonal, hasDots } = figure;
  const [from, to] = spanOf(figure);
  const round = (value: number) => Number(value.toFixed(1));
  const axes: Axes = {
    x: (value) => round(left + ((value - from) / (to - from)) * size),
    y: (value) => round(top + (1 - value) * size),
  };
  const [start, end] = [from, to].map((each) => `${Number(each.toPrecision(3))}`);
  // The axis if there are no errors.
  const zero = from < 0 && to > 0 ? `M${axes.x(0)} ${top}V${top + size}` : '';
  const named = escapeHtml(`${caption}: ${lines.map(({ name }) => name).join(', ')}`);
  return `<figure data-curves><figcaption>${escapeHtml(caption)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" width="${width}" data-s="${[left, top, size, from, to].join(' ')}" role="img" aria-label="${named}">
<path class="axis" d="M${left} ${top}V${top + size}H${left + size}${hasDiagonal ? `M${left} ${top + size}L${left + size} ${top}` : ''}${zero}"/>
<text x="${left}" y="${top + size + 15}">${start}</text><text x="${left + size}" y="${top + size + 15}" text-anchor="end">${end}</text>
<text x="${left - 6}" y="${top + 10}" text-anchor="end">1</text><text x="${left - 6}" y="${top + size}" text-anchor="end">0</text>
<text data-axis x="${left + size / 2}" y="${height - 6}" text-anchor="middle">${escapeHtml(across)}</text>
<text data-axis transform="translate(14 ${top + size / 2}) rotate(-90)" text-anchor="middle">${escapeHtml(up)}</text>
${lines.map((line, i) => lineHtml(line, i, axes, hasDots ?? false)).join('\n')}
</svg>
<ul class="legend">${lines.map(({ name }, i) => `<li${marked(name)}><span class="swatch ${tone(i)}"></span>${escapeHtml(name)}</li>`).join('')}</ul></figure>`;
}

const tones = 8;
const tone = (i: number) => `c${i % tones}`;

function lineHtml(
  { name, points }: PanelLine,
  i: number,
  { x, y }: Axes,
  hasDots: boolean,
): string {
  const drawn = points.filter(isDrawn);
  const places = drawn.map((point) => `${x(point[0])},${y(point[1])}`).join(' ');
  const again = i >= tones ? ' again' : '';
  const dots = hasDots
    ? `<path class="dots" d="${drawn.map(([a, b]) => `M${x(a)} ${y(b)}h0`).join('')}"/>`
    : '';
  return `<g class="${tone(i)}"${marked(name)}><polyline class="line${again}" points="${places}"/>${dots}</g>`;
}
