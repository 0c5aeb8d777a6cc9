// SPDX-License-Identifier: Apache-2.0
//
// Curves that the file already contains: lines can be hidden, and the point nearest to the pointer shows its values.

import { tick } from './dom.js';
import { findGroup, light, say } from './link.js';

interface Point {
  name: string;
  at: DOMPoint;
  x: string;
  y: string;
}

const reach = 24; // pixels

type Axes = [...[left: number, top: number, size: number], ...[from: number, to: number, low: number, high: number]];

// Three digits resolve about a tenth of a unit of length.
const shown = (value: number) => String(Number(value.toPrecision(3)));

export function curves(figure: Element): void {
  const svg = figure.querySelector('svg');
  if (!svg) return;
  for (const item of figure.querySelectorAll('.legend li')) offerChoice(figure, item);
  const [across = '', up = ''] = [...figure.querySelectorAll('text[data-axis]')].map((each) => each.textContent ?? '');
  svg.addEventListener('pointermove', (event) => {
    const point = nearest(svg, event);
    if (!point) return say(null);
    light(point.name);
    say(`${point.name}: ${across} ${point.x}, ${up} ${point.y}`, event);
  });
  svg.addEventListener('pointerleave', () => {
    say(null);
    light(null);
  });
}

function offerChoice(figure: Element, item: Element): void {
  const name = item.getAttribute('data-n') ?? '';
  const swatch = item.querySelector('.swatch');
  const label = tick('checkbox', name, true, (isOn) => {
    for (const each of findGroup(figure, name)) {
      if (each !== item) each.classList.toggle('off', !isOn);
    }
  });
  item.replaceChildren(...(swatch ? [swatch] : []), label);
}

/** Returns the point of a visible line that is nearest to the pointer, if one is near. */
function nearest(svg: SVGSVGElement, { clientX, clientY }: PointerEvent): Point | undefined {
  const matrix = svg.getScreenCTM();
  if (!matrix) return undefined;
  const all = [...svg.querySelectorAll('[data-n]:not(.off)')].flatMap((line) => getPoints(line, matrix));
  const distance = ({ at }: Point) => Math.hypot(at.x - clientX, at.y - clientY);
  const [best] = all.filter((point) => distance(point) <= reach).sort((a, b) => distance(a) - distance(b));
  return best;
}

function getPoints(line: Element, matrix: DOMMatrix): Point[] {
  const name = line.getAttribute('data-n') ?? '';
  const drawn = line.querySelector('polyline')?.getAttribute('points') ?? '';
  // The drawing states the range of the axes, in its own units and in values.
  const [left, top, size, from, to, low, high] = (line.closest('svg')?.dataset.s ?? '').split(' ').map(Number) as Axes;
  return drawn.split(' ').flatMap((pair) => {
    const [x, y] = pair.split(',').map(Number);
    if (x === undefined || y === undefined || Number.isNaN(x + y)) return [];
    const shownX = shown(from + ((x - left) / size) * (to - from));
    const at = new DOMPoint(x, y).matrixTransform(matrix);
    return [{ name, at, x: shownX, y: shown(high - ((y - top) / size) * (high - low)) }];
  });
}
