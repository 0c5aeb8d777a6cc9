// SPDX-License-Identifier: Apache-2.0
//
// Rows as points: filled if the decision is favorable. The user picks one with the pointer or the arrow keys:
// dispatches `pick-row`. The picked row has a line to the nearest row with the other decision, and its certified
// radius.

import { css, html, LitElement, nothing, svg } from 'lit';
import { getMax, getMin } from '#fairwasm/core/extremes.js';
import { roundStep } from '../../table/bins.js';
import { valueText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { type Explained, type Points, score } from './protocol.js';

const [width, height] = [560, 340];
const [left, right, top, bottom] = [52, 12, 34, 44];
const reach = 28; // pixels
const ticks = 5;

/** The positions along an axis, in the drawing's coordinates. */
interface Axis {
  name: string;
  from: number;
  to: number;
  /** The value of each point. */
  values: readonly number[];
}

export class RowChart extends LitElement {
  static override properties = {
    points: { attribute: false },
    axes: { attribute: false },
    threshold: { attribute: false },
    place: { attribute: false },
    person: { attribute: false },
  };
  declare points: Points;
  declare axes: readonly [across: string, up: string];
  declare threshold: number;
  /** The index of the picked row. */
  declare place: number;
  /** The picked row, once its explanation is there. */
  declare person: Explained | undefined;

  override render() {
    const [across, up] = this.#axes();
    const { rows, scores } = this.points;
    const drawn = rows.flatMap((row, i) => (isDrawn(across, up, i) ? [{ row, i }] : []));
    const chosen = drawn.find(({ row }) => row === this.place);
    return html`
      <svg
        viewBox="0 0 ${width} ${height}"
        tabindex="0"
        role="listbox"
        aria-label="Rows by ${across.name} and ${up.name}"
        aria-activedescendant=${chosen ? `row-${chosen.row}` : nothing}
        @click=${this.#click}
        @keydown=${this.#step}
      >
        <g role="presentation">${this.#scales(across, up)}</g>
        ${this.#marks(across, up)}
        ${drawn.map(({ row, i }) => {
          const isFavorable = (scores[i] as number) >= this.threshold;
          return svg`<circle
            id="row-${row}"
            role="option"
            aria-selected=${row === this.place ? 'true' : 'false'}
            aria-label="Row ${row + 1}, ${isFavorable ? 'favorable' : 'unfavorable'}"
            class="${isFavorable ? 'full' : 'hollow'} ${row === this.place ? 'chosen' : ''}"
            cx=${x(across, across.values[i] as number)}
            cy=${y(up, up.values[i] as number)}
            r=${row === this.place ? 7 : 4.5}
          />`;
        })}
      </svg>
      <p class="small soft legend">
        <span><svg width="14" height="14" aria-hidden="true"><circle class="full" cx="7" cy="7" r="4.5" /></svg> favorable</span>
        <span><svg width="14" height="14" aria-hidden="true"><circle class="hollow" cx="7" cy="7" r="4.5" /></svg> unfavorable</span>
        <span><svg width="26" height="14" aria-hidden="true"><path class="to" d="M1 7H25" /></svg> to the nearest row with the other decision</span>
        ${
          this.points.radii
            ? html`<span><svg width="14" height="14" aria-hidden="true"><circle class="ball" cx="7" cy="7" r="6" /></svg> certified radius</span>`
            : nothing
        }
      </p>
    `;
  }

  #axes(): [Axis, Axis] {
    const axis = (name: string): Axis => {
      const values = this.points.columns[name] ?? this.points.scores;
      const known = values.filter(Number.isFinite);
      const [least, most] = [getMin(known), getMax(known)];
      const space = (most - least) * 0.04 || 1;
      return { name, values, from: least - space, to: most + space };
    };
    return [axis(this.axes[0]), axis(this.axes[1])];
  }

  #scales(across: Axis, up: Axis) {
    const [foot, end] = [height - bottom, width - right];
    return svg`
      ${getTicks(up).map(
        (value) => svg`<path class="grid" d="M${left} ${y(up, value)}H${end}" />
          <text x=${left - 6} y=${y(up, value)} dy="0.32em" text-anchor="end">${valueText(value, 'number')}</text>`,
      )}
      ${getTicks(across).map(
        (value) => svg`<path class="grid" d="M${x(across, value)} ${top}V${foot}" />
          <text x=${x(across, value)} y=${foot + 16} text-anchor="middle">${valueText(value, 'number')}</text>`,
      )}
      <text x=${(left + end) / 2} y=${height - 6} text-anchor="middle">${across.name}</text>
      <text x=${left} y="20">${up.name}</text>
    `;
  }

  /** The certified radius, and the line to the nearest row with the other decision. */
  #marks(across: Axis, up: Axis) {
    const { person } = this;
    if (!person) return nothing;
    const getPoint = ({ row, score: own }: Pick<Explained, 'row' | 'score'>) => {
      const get = ({ name }: Axis) => (name === score ? own : Number(row[name] ?? Number.NaN));
      return [get(across), get(up)] as const;
    };
    const [a, b] = getPoint(person);
    if (!Number.isFinite(a) || !Number.isFinite(b)) return nothing;
    const { radius, nearest, other } = person;
    const [c, d] = nearest && other ? getPoint({ row: other, score: nearest.score }) : [];
    const hasLine = Number.isFinite(c) && Number.isFinite(d);
    const isColumns = across.name !== score && up.name !== score && across.name !== up.name;
    // The nested drawing clips what exceeds the axes.
    return svg`
      <svg x=${left} y=${top} width=${width - left - right} height=${height - top - bottom}
        viewBox="${left} ${top} ${width - left - right} ${height - top - bottom}" role="presentation">
        ${
          radius !== undefined && isColumns
            ? svg`<ellipse class="ball" cx=${x(across, a)} cy=${y(up, b)}
                rx=${x(across, radius) - x(across, 0)} ry=${y(up, 0) - y(up, radius)} />`
            : nothing
        }
        ${
          hasLine
            ? svg`<path class="to" d="M${x(across, a)} ${y(up, b)}L${x(across, c as number)} ${y(up, d as number)}" />
              <circle class="other" cx=${x(across, c as number)} cy=${y(up, d as number)} r="9" />`
            : nothing
        }
      </svg>
    `;
  }

  #click(event: MouseEvent): void {
    const matrix = (event.currentTarget as SVGSVGElement).getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [across, up] = this.#axes();
    let best: { row: number; distance: number } | undefined;
    this.points.rows.forEach((row, i) => {
      const [a, b] = [x(across, across.values[i] as number), y(up, up.values[i] as number)];
      const distance = Math.hypot(a - at.x, b - at.y) * matrix.a;
      if (distance <= (best?.distance ?? reach)) best = { row, distance };
    });
    if (best) this.#pick(best.row);
  }

  /** Left and right go along the horizontal axis, up and down along the vertical one. */
  #step(event: KeyboardEvent): void {
    const [across, up] = this.#axes();
    const steps: Record<string, readonly [Axis, number]> = {
      ArrowLeft: [across, -1],
      ArrowRight: [across, 1],
      ArrowDown: [up, -1],
      ArrowUp: [up, 1],
      Home: [across, Number.NEGATIVE_INFINITY],
      End: [across, Number.POSITIVE_INFINITY],
    };
    const found = steps[event.key];
    if (!found) return;
    event.preventDefault();
    const [{ values }, step] = found;
    const order = this.points.rows
      .map((row, i) => ({ row, i }))
      .filter(({ i }) => isDrawn(across, up, i))
      .sort((a, b) => (values[a.i] as number) - (values[b.i] as number));
    const at = order.findIndex(({ row }) => row === this.place);
    const next = order[Math.max(0, Math.min(order.length - 1, at + step))];
    if (next && next.row !== this.place) this.#pick(next.row);
  }

  #pick(row: number): void {
    this.dispatchEvent(new CustomEvent('pick-row', { detail: row }));
  }

  static override styles = [
    style,
    css`
      :host {
        margin-top: 1rem;
      }
      svg[role='listbox'] {
        display: block;
        width: 100%;
        max-width: 44rem;
        height: auto;
        cursor: pointer;
      }
      text {
        fill: var(--soft);
        font-size: 13px;
      }
      .grid {
        stroke: var(--rule);
      }
      circle {
        stroke: var(--accent);
        stroke-width: 1.75;
      }
      .full {
        fill: var(--accent);
      }
      .hollow {
        fill: var(--paper);
      }
      .chosen {
        stroke: var(--ink);
        stroke-width: 3;
      }
      .ball {
        fill: var(--accent);
        fill-opacity: 0.14;
        stroke: var(--accent);
        stroke-width: 1.25;
      }
      .other {
        fill: none;
        stroke: var(--ink);
      }
      .to {
        stroke: var(--ink);
        stroke-width: 1.5;
        stroke-dasharray: 5 4;
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.25rem;
        max-width: none;
      }
      .legend svg {
        vertical-align: middle;
      }
      @media (width < 36rem) {
        text {
          font-size: 19px;
        }
      }
    `,
  ];
}

const isDrawn = (across: Axis, up: Axis, i: number) =>
  Number.isFinite(across.values[i]) && Number.isFinite(up.values[i]);

const x = ({ from, to }: Axis, value: number): number => left + ((value - from) / (to - from)) * (width - left - right);
const y = ({ from, to }: Axis, value: number): number =>
  height - bottom - ((value - from) / (to - from)) * (height - top - bottom);

/** Round values within the axis. */
function getTicks({ from, to }: Axis): number[] {
  const step = roundStep((to - from) / ticks);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

customElements.define('row-chart', RowChart);
