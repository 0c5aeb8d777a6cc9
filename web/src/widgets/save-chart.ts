// SPDX-License-Identifier: Apache-2.0
//
// Saves a chart as it appears on the screen: as SVG with the page's colors written into it, or as PNG drawn from that.
// A caption above it contains the title and the legend.

import { download } from './download.js';

const written = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'visibility',
] as const;
const margin = 16;
const pngScale = 3;

/** The caption of a saved chart. */
export interface Caption {
  title: string;
  legend: readonly Key[];
}

/** The meaning of one kind of mark. */
export interface Key {
  text: string;
  /** Default: text only. */
  shape?: 'line' | 'dot' | 'ring';
  /** A CSS color such as `var(--accent)`. */
  color?: string;
  /** Dash pattern of a line. */
  dash?: string;
}

interface Picture {
  text: string;
  width: number;
  height: number;
}

/** Returns a self-contained document with a background, without style sheets or variables. */
export function toPicture(chart: SVGSVGElement, caption: Caption): Picture {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [chart, ...chart.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  copies.forEach((element, i) => {
    const computed = getComputedStyle(originals[i] as Element);
    for (const name of written) element.setAttribute(name, computed.getPropertyValue(name));
    element.removeAttribute('class');
    element.removeAttribute('style');
  });
  const { width, height } = chart.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('x', String(margin));
  const head = drawCaption(chart, caption, width);
  copy.setAttribute('y', String(margin + head.height));
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('overflow', 'visible');
  const paper = getComputedStyle(chart).getPropertyValue('--paper').trim();
  const [outerWidth, outerHeight] = [width + 2 * margin, height + head.height + 2 * margin];
  const frame = svgElement('svg', { width: outerWidth, height: outerHeight });
  const ground = svgElement('rect', { width: '100%', height: '100%', fill: paper });
  frame.append(ground, head.group, copy);
  const text = new XMLSerializer().serializeToString(frame);
  return { text, width: outerWidth, height: outerHeight };
}

function svgElement(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

const titleLine = { size: 15, height: 20 };
const keyLine = { size: 13, height: 18 };
const letterShare = 0.56; // of the size of letters, about

/** Draws title and legend line by line, and returns their height. */
function drawCaption(chart: SVGSVGElement, { title, legend }: Caption, width: number) {
  const family = getComputedStyle(chart).fontFamily;
  const [ink, soft] = [getColor(chart, 'var(--ink)'), getColor(chart, 'var(--soft)')];
  const group = svgElement('g', { transform: `translate(${margin} ${margin})`, 'font-family': family });
  let y = 0;
  const write = (text: string, x: number, { size, height }: typeof titleLine, fill: string) => {
    for (const line of wrap(text, (width - x) / (size * letterShare))) {
      const weight = fill === ink ? 600 : 400;
      const element = svgElement('text', { x, y: y + size, 'font-size': size, 'font-weight': weight, fill });
      element.textContent = line;
      group.append(element);
      y += height;
    }
  };
  write(title, 0, titleLine, ink);
  for (const { text, shape, color = 'var(--soft)', dash = 'none' } of legend) {
    const [middle, paint] = [y + keyLine.size * 0.66, getColor(chart, color)];
    if (shape === 'line') {
      const line = { x1: 0, x2: 24, y1: middle, y2: middle, 'stroke-width': 2.5 };
      group.append(svgElement('line', { ...line, stroke: paint, 'stroke-dasharray': dash }));
    } else if (shape) {
      const dot = { cx: 12, cy: middle, r: 4.5, 'stroke-width': 2 };
      group.append(svgElement('circle', { ...dot, stroke: paint, fill: shape === 'dot' ? paint : 'none' }));
    }
    write(text, shape ? 32 : 0, keyLine, soft);
  }
  return { group, height: y + 12 };
}

/** Breaks text into lines of at most this many letters; longer words get their own line. */
function wrap(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Returns a color as the chart would show it. */
function getColor(chart: SVGSVGElement, color: string): string {
  const probe = svgElement('g', { fill: color });
  chart.append(probe);
  const { fill } = getComputedStyle(probe);
  probe.remove();
  return fill;
}

export function saveSvg(chart: SVGSVGElement, name: string, caption: Caption): void {
  download(`${name}.svg`, 'image/svg+xml', toPicture(chart, caption).text);
}

export async function savePng(chart: SVGSVGElement, name: string, caption: Caption): Promise<void> {
  const { text, width, height } = toPicture(chart, caption);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width * pngScale, height * pngScale);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * pngScale);
    canvas.height = Math.round(height * pngScale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (blob) download(`${name}.png`, 'image/png', blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}
