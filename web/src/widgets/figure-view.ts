// SPDX-License-Identifier: Apache-2.0
//
// A chart of a document: curves with a legend. Tables have the same numbers, so the chart is one image to a screen reader;
// the values at the pointer are below it.

import type { Figure } from 'fairwasm/report';
import { css, html, LitElement, svg } from 'lit';
import { getSpan } from '#fairwasm/document/model.js';
import { type DrawnPoint, NearestPoint } from './nearest-point.js';
import { style } from './style.js';

const [size, left, bottom, top] = [300, 40, 36, 10] as const;
const dashes = ['', '6 3', '2 3', '10 3 2 3'] as const;

type Point = readonly [x: number, y: number];

export class FigureView extends LitElement {
  static override properties = { figure: { attribute: false } };
  declare figure: Figure;
  readonly #nearest = new NearestPoint(this, () => drawnPoints(this.figure));

  override render() {
    const { caption, across, up, lines, hasDiagonal, rise = [0, 1] } = this.figure;
    const { point } = this.#nearest;
    const [from, to] = getSpan(this.figure);
    const place = placing(this.figure);
    const zero = place([0, 0])[0];
    const label = `${caption}: ${lines.map(({ name }) => name).join(', ')}`;
    const [foot, end] = [top + size, left + size];
    return html`
      <figure>
        <figcaption>${caption}</figcaption>
        <svg
          viewBox="0 0 ${end + 12} ${foot + bottom}"
          width=${end + 12}
          role="img"
          aria-label=${label}
          @pointermove=${this.#nearest.move}
          @pointerleave=${this.#nearest.leave}
        >
          <path class="axis" d="M${left} ${top}V${foot}H${end}" />
          ${hasDiagonal ? svg`<path class="axis" d="M${left} ${foot}L${end} ${top}" />` : ''}
          ${from < 0 && to > 0 ? svg`<path class="axis" d="M${zero} ${top}V${foot}" />` : ''}
          <text x=${left} y=${foot + 15}>${digits(from)}</text>
          <text x=${end} y=${foot + 15} text-anchor="end">${digits(to)}</text>
          <text x=${left - 6} y=${top + 10} text-anchor="end">${digits(rise[1])}</text>
          <text x=${left + size / 2} y=${foot + bottom - 6} text-anchor="middle">${across}</text>
          <text transform="translate(14 ${top + size / 2}) rotate(-90)" text-anchor="middle">${up}</text>
          ${lines.map(({ points }, i) => {
            const { class: tone, dash } = getTone(i);
            const drawn = points.filter(isDrawn).map((each) => place(each).join());
            const [x, y] = (drawn[0] ?? '').split(',');
            if (drawn.length === 1) return svg`<circle class=${tone} cx=${x} cy=${y} r="4" />`;
            return svg`<polyline class=${tone} stroke-dasharray=${dash} points=${drawn.join(' ')}></polyline>`;
          })}
          ${point ? svg`<circle class="at" cx=${point.x} cy=${point.y} r="5" />` : ''}
        </svg>
        <p class="point small" aria-hidden="true">${point?.text}</p>
        <ul>
          ${lines.map(({ name }, i) => {
            const { class: tone, dash } = getTone(i);
            return html`<li>
              <svg width="24" height="4" aria-hidden="true">
                <path class=${tone} stroke-dasharray=${dash} d="M0 2H24" /></svg
              >${name}
            </li>`;
          })}
        </ul>
      </figure>
    `;
  }

  static override styles = [
    style,
    css`
      :host {
        min-width: 0;
      }
      figure {
        margin: 0;
        max-width: 100%;
        break-inside: avoid;
      }
      figcaption {
        font-size: 0.875rem;
        color: var(--soft);
      }
      svg {
        display: block;
        max-width: 100%;
        height: auto;
      }
      text {
        fill: var(--soft);
        font-size: 12px;
      }
      .axis {
        stroke: var(--rule);
        fill: none;
      }
      .line {
        fill: none;
        stroke: var(--accent);
        stroke-width: 2;
      }
      .line.even {
        stroke: var(--ink);
      }
      ul {
        list-style: none;
        padding: 0;
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.25rem;
        font-size: 0.875rem;
        max-width: 22rem;
      }
      li {
        display: inline-flex;
        align-items: center;
        gap: 0.4rem;
      }
      .at {
        fill: none;
        stroke: var(--ink);
        stroke-width: 2;
      }
      /* Reserves the space before there is text. */
      .point {
        min-height: 2lh;
        max-width: 22rem;
        margin-top: 0;
      }
      @media print, (hover: none) {
        .point {
          display: none;
        }
      }
    `,
  ];
}

const isDrawn = ([x, y]: Point) => Number.isFinite(x) && Number.isFinite(y);
const getTone = (i: number) => ({
  class: i % 2 === 0 ? 'line' : 'line even',
  dash: dashes[(i >> 1) % dashes.length] as string,
});
const digits = (value: number) => String(Number(value.toPrecision(3)));

/** The position of a point. */
function placing(figure: Figure): (point: Point) => Point {
  const [from, to] = getSpan(figure);
  const [low, high] = figure.rise ?? [0, 1];
  const tenth = (length: number) => Number(length.toFixed(1));
  return ([x, y]) => [tenth(left + ((x - from) / (to - from)) * size), tenth(top + ((high - y) / (high - low)) * size)];
}

function drawnPoints(figure: Figure): DrawnPoint[] {
  const place = placing(figure);
  const { across, up } = figure;
  return figure.lines.flatMap(({ name, points }) =>
    points.filter(isDrawn).map((point) => {
      const [x, y] = place(point);
      const text = `${name}: ${across} ${digits(point[0])}, ${up} ${digits(point[1])}`;
      return { x, y, text };
    }),
  );
}

customElements.define('fairwasm-figure', FigureView);
