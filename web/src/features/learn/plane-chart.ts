// SPDX-License-Identifier: Apache-2.0
//
// Lines and dots on a plane; both axes have a minimum and a maximum. One image to a screen reader, because a table next
// to it has the figures.

import { css, html, LitElement, nothing, svg } from 'lit';
import { style } from '../../widgets/style.js';

export interface Series {
  points: readonly (readonly [x: number, y: number])[];
  kind: 'line' | 'dots' | 'rings';
  tone?: 'second' | 'pale' | undefined;
  isDashed?: boolean;
}

export interface Axis {
  label: string;
  from: number;
  to: number;
  ticks: readonly (readonly [value: number, text: string])[];
}

const height = 260;

export class PlaneChart extends LitElement {
  static override properties = {
    label: {},
    series: { attribute: false },
    x: { attribute: false },
    y: { attribute: false },
    line: { attribute: false },
  };
  declare label: string;
  declare series: readonly Series[];
  declare x: Axis;
  declare y: Axis;
  /** A vertical line at this x. */
  declare line: number | undefined;

  override render() {
    const { x, y } = this;
    return html`
      <div role="img" aria-label=${this.label} class="chart">
        <p class="small soft">${y.label}</p>
        <div class="plot">
          <svg class="scale" width="100%" height=${height}>
            ${y.ticks.map(([value, text]) => svg`<text x="100%" y=${this.#y(value)} dy="0.32em" text-anchor="end">${text}</text>`)}
          </svg>
          <svg width="100%" height=${height}>
            ${y.ticks.map(([value]) => svg`<line class="grid" x1="0" x2="100%" y1=${this.#y(value)} y2=${this.#y(value)} />`)}
            ${x.ticks.map(([value]) => svg`<line class="grid" x1=${this.#x(value)} x2=${this.#x(value)} y1="0" y2=${height} />`)}
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" width="100%" height=${height}>
              ${this.series.filter(({ kind }) => kind === 'line').map((each) => this.#line(each))}
            </svg>
            ${
              this.line === undefined
                ? nothing
                : svg`<line class="upright" x1=${this.#x(this.line)} x2=${this.#x(this.line)} y1="0" y2=${height} />`
            }
            ${this.series.filter(({ kind }) => kind !== 'line').map((each) => this.#dots(each))}
          </svg>
          <span></span>
          <svg class="below" width="100%" height="22">
            ${x.ticks.map(([value, text]) => svg`<text x=${this.#x(value)} y="15" text-anchor=${getAnchor(share(x, value))}>${text}</text>`)}
          </svg>
        </div>
        <p class="small soft end">${x.label}</p>
      </div>
    `;
  }

  #x = (value: number) => `${share(this.x, value) * 100}%`;
  #y = (value: number) => `${(1 - share(this.y, value)) * 100}%`;

  #line({ points, tone, isDashed }: Series) {
    const path = points.map(([x, y]) => `${share(this.x, x)},${1 - share(this.y, y)}`).join(' ');
    return svg`<polyline class="line ${tone ?? ''} ${isDashed ? 'dashed' : ''}" points=${path} />`;
  }

  #dots({ points, tone, kind }: Series) {
    return points.map(
      ([x, y]) => svg`<circle class="${kind} ${tone ?? ''}" cx=${this.#x(x)} cy=${this.#y(y)} r="5" />`,
    );
  }

  static override styles = [
    style,
    css`
      .chart {
        color: var(--accent);
      }
      .plot {
        display: grid;
        grid-template-columns: 3rem minmax(0, 1fr);
        gap: 0 0.5rem;
        margin-top: 0.6rem;
      }
      .end {
        text-align: end;
        max-width: none;
        margin-top: 0;
      }
      svg {
        display: block;
        overflow: visible;
      }
      text {
        fill: var(--soft);
        font-size: 0.8125rem;
      }
      .grid {
        stroke: var(--rule);
      }
      .upright {
        stroke: var(--ink);
        stroke-width: 1.5;
      }
      .line {
        fill: none;
        stroke: currentColor;
        stroke-width: 2.5;
        vector-effect: non-scaling-stroke;
      }
      .dashed {
        stroke-dasharray: 7 5;
      }
      .second {
        color: var(--second);
      }
      .line.pale {
        stroke: var(--edge);
        stroke-width: 1.5;
      }
      .dots {
        fill: currentColor;
        stroke: var(--paper);
        stroke-width: 1;
      }
      .rings {
        fill: var(--paper);
        stroke: currentColor;
        stroke-width: 2.25;
      }
      @media print {
        .plot {
          break-inside: avoid;
        }
      }
    `,
  ];
}

const share = ({ from, to }: Axis, value: number) => (value - from) / (to - from);

function getAnchor(place: number): 'start' | 'middle' | 'end' {
  if (place < 0.01) return 'start';
  return place > 0.99 ? 'end' : 'middle';
}

customElements.define('fairwasm-plane-chart', PlaneChart);
