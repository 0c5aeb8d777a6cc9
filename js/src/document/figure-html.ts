// SPDX-License-Identifier: Apache-2.0
//
// A figure as HTML: curves as SVG with only numbers and escaped names.

import { escapeHtml, marked } from './html-parts.js';
import { type Figure, type FigureLine, getSpan } from './model.js';

const [size, left, bottom, top] = [300, 40, 36, 10] as const;
const width = left + size + 12;
const height = top + size + bottom;

interface Axes {
  x: (value: number) => number;
  y: (value: number) => number;
}

const isDrawn = ([x, y]: readonly [number, number]) => Number.isFinite(x) && Number.isFinite(y);

/** Returns the figure with a legend; the script of saved files lets readers select curves. */
export const figureHtml = (figure: Figure): string =>
  `<figure data-curves><figcaption>${escapeHtml(figure.caption)}</figcaption>
${getSvg(figure)}
<ul class="legend">${figure.lines.map(({ name }, i) => `<li${marked(name)}><span class="swatch ${tone(i)}"></span>${escapeHtml(name)}</li>`).join('')}</ul></figure>`;

/** Returns the figure as an SVG file, with its caption and its legend. */
export function figureSvg(figure: Figure): string {
  const texts = [...figure.caption.split(/(?<=\.) /), ...figure.lines.map(({ name }) => name)];
  const captions = figure.caption.split('. ').length;
  const labels = texts.map((text, i) => {
    const style = i < captions ? '' : ` class="${tone(i - captions)} name"`;
    return `<text${style} x="${left}" y="${height + 20 * (i + 1)}">${escapeHtml(text)}</text>`;
  });
  const [, ...rest] = getSvg(figure).split('>');
  const size = `viewBox="0 0 ${2 * width} ${height + 20 * texts.length + 10}" width="${2 * width}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><style>${fileStyle}</style>${rest.join('>').replace('</svg>', '')}${labels.join('\n')}
</svg>
`;
}

const fileStyle = `text { fill: #5a5f68; font: 12px system-ui, sans-serif; } .axis { fill: none; stroke: #9aa0ab; }
.line { fill: none; stroke: var(--tone); stroke-width: 2; } .dots { stroke: var(--tone); stroke-width: 8; stroke-linecap: round; }
.name { fill: var(--tone); } .c0 { --tone: #3a4fc4; } .c1 { --tone: #b3541e; } .c2 { --tone: #00796b; }
@media (prefers-color-scheme: dark) { text { fill: #a3a8b2; } .c0 { --tone: #9db0ff; } .c1 { --tone: #f0a070; } .c2 { --tone: #5fd0be; } }`;

function getSvg(figure: Figure): string {
  const { caption, across, up, lines, hasDiagonal, hasDots, rise: [low, high] = [0, 1] } = figure;
  const [from, to] = getSpan(figure);
  const round = (value: number) => Number(value.toFixed(1));
  const axes: Axes = {
    x: (value) => round(left + ((value - from) / (to - from)) * size),
    y: (value) => round(top + ((high - value) / (high - low)) * size),
  };
  const [start, end, min, max] = [from, to, low, high].map((each) => `${Number(each.toPrecision(3))}`);
  // The axis if there are no errors.
  const zero = from < 0 && to > 0 ? `M${axes.x(0)} ${top}V${top + size}` : '';
  const named = escapeHtml(`${caption}: ${lines.map(({ name }) => name).join(', ')}`);
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" data-s="${[left, top, size, from, to, low, high].join(' ')}" role="img" aria-label="${named}">
<path class="axis" d="M${left} ${top}V${top + size}H${left + size}${hasDiagonal ? `M${left} ${top + size}L${left + size} ${top}` : ''}${zero}"/>
<text x="${left}" y="${top + size + 15}">${start}</text><text x="${left + size}" y="${top + size + 15}" text-anchor="end">${end}</text>
<text x="${left - 6}" y="${top + 10}" text-anchor="end">${max}</text><text x="${left - 6}" y="${top + size}" text-anchor="end">${min}</text>
<text data-axis x="${left + size / 2}" y="${height - 6}" text-anchor="middle">${escapeHtml(across)}</text>
<text data-axis transform="translate(14 ${top + size / 2}) rotate(-90)" text-anchor="middle">${escapeHtml(up)}</text>
${lines.map((line, i) => lineHtml(line, i, axes, hasDots ?? false)).join('\n')}
</svg>`;
}

const tones = 8;
const tone = (i: number) => `c${i % tones}`;

function lineHtml({ name, points }: FigureLine, i: number, { x, y }: Axes, hasDots: boolean): string {
  const drawn = points.filter(isDrawn);
  const places = drawn.map((point) => `${x(point[0])},${y(point[1])}`).join(' ');
  const again = i >= tones ? ' again' : '';
  const dots =
    hasDots || drawn.length === 1
      ? `<path class="dots" d="${drawn.map(([a, b]) => `M${x(a)} ${y(b)}h0`).join('')}"/>`
      : '';
  return `<g class="${tone(i)}"${marked(name)}><polyline class="line${again}" points="${places}"/>${dots}</g>`;
}
