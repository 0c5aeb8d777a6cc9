// SPDX-License-Identifier: Apache-2.0
//
// Proportions on one scale from 0 to 100%, with one row per group: dots, rings, ticks, and intervals. A table next to
// it has the same figures, so it is one image to a screen reader.

import { css, html, LitElement, nothing, svg } from 'lit';
import { valueText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';

export interface Mark {
  value: number;
  ci?: readonly [number, number] | undefined;
  /** A ring is the previous value, a dot the current one. */
  shape: 'dot' | 'ring';
  tone?: 'second' | undefined;
  /** Radius. Default: 6. */
  size?: number | undefined;
}

export interface RateRow {
  label: string;
  marks: readonly Mark[];
  /** The text at the end of the row. */
  text?: string;
  isPale?: boolean;
}

const height = 34;
const middle = height / 2;
type Ticks = readonly (readonly [place: number, text: string])[];

const shares: Ticks = [0, 0.25, 0.5, 0.75, 1].map((tick) => [tick, valueText(tick, 'share').replace('.0', '')]);

export class RateRows extends LitElement {
  static override properties = {
    label: {},
    rows: { attribute: false },
    line: { attribute: false },
    ticks: { attribute: false },
  };
  declare label: string;
  declare rows: readonly RateRow[];
  /** A proportion that all rows are compared with. */
  declare line: number | undefined;
  /** The label below the scale. Default: proportions. */
  declare ticks: Ticks;

  constructor() {
    super();
    this.ticks = shares;
  }

  override render() {
    return html`
      <div role="img" aria-label=${this.label} class="chart">
        ${this.rows.map((row) => this.#row(row))}
        <span></span>
        <svg width="100%" height="20" class="axis">
          ${this.ticks.map(
            ([tick, text]) =>
              svg`<text class=${tick % 0.5 === 0 ? '' : 'minor'} x=${percent(tick)} y="14" text-anchor=${getAnchor(tick)}>${text}</text>`,
          )}
        </svg>
        <span></span>
      </div>
    `;
  }

  #row({ label, marks, text, isPale }: RateRow) {
    const defined = marks.filter(({ value }) => Number.isFinite(value));
    const [first, last] = [defined[0], defined.at(-1)];
    return html`
      <span class="name ${isPale ? 'pale' : ''}">${label}</span>
      <svg width="100%" height=${height} class=${isPale ? 'pale' : ''}>
        ${this.ticks.map(([tick]) => svg`<line class="grid" x1=${percent(tick)} x2=${percent(tick)} y1="0" y2=${height} />`)}
        ${
          this.line === undefined
            ? nothing
            : svg`<line class="line" x1=${percent(this.line)} x2=${percent(this.line)} y1="0" y2=${height} />`
        }
        ${
          first && last && first !== last
            ? svg`<line class="way" x1=${percent(first.value)} x2=${percent(last.value)} y1=${middle} y2=${middle} />`
            : nothing
        }
        ${defined.map((mark) => this.#mark(mark))}
      </svg>
      <span class="text ${isPale ? 'pale' : ''}">${text ?? ''}</span>
    `;
  }

  #mark({ value, ci, shape, tone, size = 6 }: Mark) {
    return svg`
      <g class=${tone ?? ''}>
        ${ci ? svg`<line class="interval" x1=${percent(ci[0])} x2=${percent(ci[1])} y1=${middle} y2=${middle} />` : nothing}
        <circle class=${shape} cx=${percent(value)} cy=${middle} r=${size} />
      </g>
    `;
  }

  static override styles = [
    style,
    css`
      .chart {
        display: grid;
        grid-template-columns: fit-content(40%) minmax(0, 1fr) max-content;
        gap: 0 1.1rem;
        align-items: center;
        color: var(--accent);
        padding-inline-end: 0.25rem;
      }
      svg {
        display: block;
        overflow: visible;
      }
      .name,
      .text {
        color: var(--ink);
        font-size: 0.9375rem;
        font-variant-numeric: tabular-nums;
      }
      .text {
        text-align: end;
      }
      .pale {
        opacity: 0.55;
      }
      span.pale {
        opacity: 1;
        color: var(--soft);
      }
      .axis text {
        fill: var(--soft);
        font-size: 0.8125rem;
      }
      @media (max-width: 40rem) {
        .minor {
          display: none;
        }
      }
      .grid {
        stroke: var(--rule);
      }
      .line {
        stroke: var(--ink);
        stroke-width: 1.5;
      }
      .way {
        stroke: var(--edge);
        stroke-width: 1.5;
        stroke-dasharray: 2 4;
      }
      .interval {
        stroke: currentColor;
        stroke-opacity: 0.35;
        stroke-width: 8;
        stroke-linecap: round;
      }
      .second {
        color: var(--second);
      }
      circle {
        stroke: currentColor;
        stroke-width: 2.5;
      }
      .dot {
        fill: currentColor;
      }
      .ring {
        fill: var(--paper);
      }
    `,
  ];
}

const percent = (share: number) => `${share * 100}%`;

function getAnchor(share: number): 'start' | 'middle' | 'end' {
  if (share === 0) return 'start';
  return share === 1 ? 'end' : 'middle';
}

customElements.define('fairwasm-rate-rows', RateRows);
