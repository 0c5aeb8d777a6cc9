// SPDX-License-Identifier: Apache-2.0
//
// Saves a chart as the picture that is on the screen: as SVG with the page's colours written into it, or as
// PNG drawn from that.

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

interface Picture {
  text: string;
  width: number;
  height: number;
}

/** A document of its own: no style sheet, no variables, a background. */
export function toPicture(chart: SVGSVGElement): Picture {
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
  copy.setAttribute('y', String(margin));
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('overflow', 'visible');
  const paper = getComputedStyle(chart).getPropertyValue('--paper').trim();
  const [outerWidth, outerHeight] = [width + 2 * margin, height + 2 * margin];
  const frame = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  frame.setAttribute('width', String(outerWidth));
  frame.setAttribute('height', String(outerHeight));
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', paper);
  frame.append(ground, copy);
  const text = new XMLSerializer().serializeToString(frame);
  return { text, width: outerWidth, height: outerHeight };
}

export function saveSvg(chart: SVGSVGElement, name: string): void {
  download(`${name}.svg`, 'image/svg+xml', toPicture(chart).text);
}

export async function savePng(chart: SVGSVGElement, name: string): Promise<void> {
  const { text, width, height } = toPicture(chart);
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
