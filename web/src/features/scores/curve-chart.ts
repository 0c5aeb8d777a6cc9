// SPDX-License-Identifier: Apache-2.0
//
// Curves of groups over the unit square: ROC and calibration. Curves of groups that are not selected are pale and in
// the background. Tables contain the same figures, so the chart is one image to a screen reader; the text below it
// describes the point at the pointer.

import { css, html, LitElement, nothing, svg } from 'lit';
import { type DrawnPoint, NearestPoint } from '../../widgets/nearest-point.js';
import { valueText } from '../../widgets/number.js';
import type { Key } from '../../widgets/save-chart.js';
import { style } from '../../widgets/style.js';
import '../../widgets/chart-buttons.js';

export interface Curve {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
  tone: 'first' | 'second' | 'pale';
}

const size = 320;
const left = 46;
const bottom = 44;
const top = 10;
const ticks = [0, 0.25, 0.5, 0.75, 1];

export class CurveChart extends LitElement {
  static override properties = {
    label: {},
    name: {},
    across: {},
    up: {},
    curves: { attribute: false },
    hasDots: { type: Boolean },
    marks: { attribute: false },
  };
  declare label: string;
  /** The name of the saved file. */
  declare name: string;
  /** The labels of the axes. */
  declare across: string;
  declare up: string;
  declare curves: readonly Curve[];
  declare hasDots: boolean;
  /** Highlighted points, such as the point of a threshold. */
  declare marks: readonly { x: number; y: number; tone: 'first' | 'second' }[];
  readonly #nearest = new NearestPoint(this, () => this.curves.flatMap((each) => this.#points(each)));

  constructor() {
    super();
    this.hasDots = false;
    this.marks = [];
  }

  override render() {
    const shown = this.marks.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
    const { point } = this.#nearest;
    return html`
      <svg
        role="img"
        aria-label="Chart: ${this.label}. The table lists the same figures."
        viewBox="0 0 ${size + left + 12} ${size + bottom + top}"
        @pointermove=${this.#nearest.move}
        @pointerleave=${this.#nearest.leave}
      >
        ${ticks.map(
          (tick) => svg`
            <line class="grid" x1=${x(tick)} x2=${x(tick)} y1=${y(0)} y2=${y(1)} />
            <line class="grid" x1=${x(0)} x2=${x(1)} y1=${y(tick)} y2=${y(tick)} />
            <text x=${x(tick)} y=${y(0) + 17} text-anchor="middle">${tick * 100}</text>
            <text x=${x(0) - 7} y=${y(tick) + 4} text-anchor="end">${tick * 100}</text>
          `,
        )}
        <text x=${x(0.5)} y=${y(0) + 37} text-anchor="middle">${this.across}, %</text>
        <text transform="translate(12 ${y(0.5)}) rotate(-90)" text-anchor="middle">${this.up}, %</text>
        <line class="diagonal" x1=${x(0)} y1=${y(0)} x2=${x(1)} y2=${y(1)} />
        ${this.curves.map((curve) => this.#curve(curve))}
        ${shown.map((mark) => svg`<circle class="mark ${mark.tone}" cx=${x(mark.x)} cy=${y(mark.y)} r="6" />`)}
        ${point ? svg`<circle class="at" cx=${point.x} cy=${point.y} r="5" />` : nothing}
      </svg>
      <p class="readout small" aria-hidden="true">${point?.text}</p>
      <fairwasm-chart-buttons
        name=${this.name}
        label=${this.label}
        .legend=${this.#legend()}
        .chart=${() => this.renderRoot.querySelector('svg')}
      ></fairwasm-chart-buttons>
    `;
  }

  #legend(): Key[] {
    const named = (tone: Curve['tone'], color: string, dash = 'none') =>
      this.curves
        .filter((curve) => curve.tone === tone)
        .map(({ name }): Key => ({ text: name, shape: 'line', color, dash }));
    const hasOthers = this.curves.some(({ tone }) => tone === 'pale');
    return [
      ...named('first', 'var(--accent)'),
      ...named('second', 'var(--second)', '7 3'),
      ...(hasOthers ? [{ text: 'Other groups', shape: 'line', color: 'var(--edge)' } as const] : []),
    ];
  }

  #points({ name, points }: Curve): DrawnPoint[] {
    const { across, up } = this;
    return known(points).map(([a, b]) => ({
      x: x(a),
      y: y(b),
      text: `${name}: ${across.toLowerCase()} ${valueText(a, 'share')}, ${up.toLowerCase()} ${valueText(b, 'share')}`,
    }));
  }

  #curve({ points, tone }: Curve) {
    const drawn = known(points);
    const path = drawn.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(' ');
    const dots = this.hasDots && tone !== 'pale' ? drawn : [];
    return svg`
      <polyline class=${tone} points=${path} />
      ${dots.map(([a, b]) => svg`<circle class="dot ${tone}" cx=${x(a)} cy=${y(b)} r="3.5" />`)}
    `;
  }

  static override styles = [
    style,
    css`
      :host {
        --second: light-dark(#a2490f, #f2a96b);
        min-width: 0;
        max-width: 27rem;
      }
      svg {
        display: block;
        width: 100%;
      }
      .grid {
        stroke: var(--rule);
      }
      .diagonal {
        stroke: var(--edge);
        stroke-dasharray: 3 4;
      }
      text {
        fill: var(--soft);
        font-size: 12.5px;
      }
      polyline {
        fill: none;
        stroke-width: 2.5;
        stroke-linejoin: round;
      }
      .pale {
        stroke: var(--edge);
        stroke-width: 1;
        stroke-opacity: 0.45;
      }
      polyline.first {
        stroke: var(--accent);
      }
      polyline.second {
        stroke: var(--second);
        stroke-dasharray: 7 3;
      }
      .first {
        color: var(--accent);
      }
      .second {
        color: var(--second);
      }
      .dot {
        fill: currentColor;
      }
      .at {
        fill: none;
        stroke: var(--ink);
        stroke-width: 2;
      }
      /* Reserves the space before there is text. */
      .readout {
        min-height: 3lh;
        margin-top: 0.25rem;
      }
      @media print, (hover: none) {
        .readout {
          display: none;
        }
      }
      .mark {
        fill: var(--paper);
        stroke: currentColor;
        stroke-width: 2.5;
      }
    `,
  ];
}

const known = (points: Curve['points']) => points.filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));

const x = (share: number) => left + share * size;
const y = (share: number) => top + (1 - share) * size;

customElements.define('fairwasm-curve-chart', CurveChart);
