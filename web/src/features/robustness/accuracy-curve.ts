// SPDX-License-Identifier: Apache-2.0
//
// Certified accuracy by epsilon, with one line per group. The pointer on the chart, or the slider with the keyboard,
// changes epsilon: dispatches `move-epsilon`.

import type { GroupRobustness } from 'fairwasm/robustness';
import { css, html, LitElement, type PropertyValues } from 'lit';
import { chartStyle, type Draw, type Plot } from '../../widgets/plot-chart.js';
import { style } from '../../widgets/style.js';
import { accuracyAt } from './curve.js';
import '../../widgets/plot-chart.js';

export interface CurveGroup {
  name: string;
  curve: GroupRobustness<number[]>['curve'];
  /** A CSS color. */
  color: string;
  dash: string;
}

const maxPoints = 300;

type Chart = ReturnType<Plot['plot']>;

export class AccuracyCurve extends LitElement {
  static override properties = {
    groups: { attribute: false },
    most: { attribute: false },
    epsilon: { attribute: false },
    draw: { state: true },
  };
  declare groups: readonly CurveGroup[];
  /** The maximum of epsilon. */
  declare most: number;
  declare epsilon: number;
  declare draw: Draw;
  #chart: Chart | undefined;

  override willUpdate(changed: PropertyValues): void {
    // Moving epsilon moves a line over the chart, which is drawn once.
    if (!changed.has('groups') && !changed.has('most')) return;
    const { groups, most } = this;
    this.draw = (plot, width) => {
      this.#chart = drawCurves(plot, width, groups, most);
      this.#chart.addEventListener('pointermove', this.#follow);
      this.#chart.addEventListener('pointerdown', this.#follow);
      this.#mark();
      return this.#chart;
    };
  }

  override render() {
    const { epsilon, most } = this;
    return html`
      <fairwasm-plot-chart
        name="certified accuracy by epsilon and group"
        .legend=${this.groups.map(({ name, color, dash }) => ({ text: name, shape: 'line', color, dash }))}
        .draw=${this.draw}
      ></fairwasm-plot-chart>
      <label for="epsilon" class="label">Epsilon: largest change of an input</label>
      <input
        id="epsilon"
        type="range"
        min="0"
        .max=${String(most)}
        step="any"
        .value=${String(epsilon)}
        aria-valuetext=${epsilon.toPrecision(3)}
        @input=${(event: Event) => this.#tell((event.target as HTMLInputElement).valueAsNumber)}
        @keydown=${this.#step}
      />
    `;
  }

  override updated(): void {
    this.#mark();
  }

  #follow = (event: Event): void => {
    const chart = this.#chart;
    const scale = chart?.scale('x');
    if (!chart || !scale?.invert) return;
    const box = chart.getBoundingClientRect();
    const ratio = box.width / Number(chart.getAttribute('width'));
    const place = ((event as PointerEvent).clientX - box.left) / ratio;
    this.#tell(Math.min(this.most, Math.max(0, scale.invert(place) as number)));
  };

  // Without its own step, the slider would use the browser's default.
  #step(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -10,
      PageUp: 10,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#tell(Math.min(this.most, Math.max(0, this.epsilon + (step * this.most) / 100)));
  }

  #tell(epsilon: number): void {
    this.dispatchEvent(new CustomEvent('move-epsilon', { detail: epsilon }));
  }

  /** The line at epsilon, and a dot where it meets each curve. */
  #mark(): void {
    const chart = this.#chart;
    const [x, y] = [chart?.scale('x'), chart?.scale('y')];
    if (!chart || !x || !y) return;
    chart.querySelector('.mark')?.remove();
    const mark = svgElement('g', { class: 'mark', 'pointer-events': 'none' });
    const at = String(x.apply(this.epsilon));
    const [bottom, top] = [String(y.apply(0)), String(y.apply(1))];
    mark.append(
      svgElement('line', { x1: at, x2: at, y1: bottom, y2: top, stroke: 'var(--ink)', 'stroke-width': '1.5' }),
    );
    for (const { curve, color } of this.groups) {
      const cy = String(y.apply(accuracyAt(curve, this.epsilon)));
      const look = { fill: color, stroke: 'var(--paper)', 'stroke-width': '1.5' };
      mark.append(svgElement('circle', { cx: at, cy, r: '4.5', ...look }));
    }
    chart.append(mark);
  }

  static override styles = [
    style,
    css`
      .label {
        margin-top: 0.5rem;
        margin-inline-start: 44px;
        font-size: 0.9375rem;
      }
      input {
        /* As the axis above it. */
        width: calc(100% - 52px);
        margin: 0 0 0 44px;
        accent-color: var(--accent);
        height: 2rem;
      }
    `,
  ];
}

function svgElement(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function drawCurves(plot: Plot, width: number, groups: readonly CurveGroup[], most: number): Chart {
  const points = groups.flatMap(({ name, curve, color, dash }) =>
    downsampled(curve, most).map((point) => ({ ...point, name, color, dash })),
  );
  return plot.plot({
    width,
    height: Math.min(420, Math.max(260, width * 0.5)),
    marginLeft: 52,
    marginRight: 16,
    marginTop: 28,
    marginBottom: 44,
    style: chartStyle,
    x: {
      domain: [0, most],
      label: 'epsilon',
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: Math.max(3, Math.round(width / 110)),
    },
    y: {
      domain: [0, 1],
      label: 'certified accuracy',
      labelArrow: 'none',
      ticks: 5,
      tickFormat: (share: number) => `${Math.round(share * 100)}%`,
    },
    marks: [
      plot.gridY({ ticks: 5, stroke: 'var(--rule)', strokeOpacity: 1 }),
      ...groups.map(({ name, color, dash }) =>
        plot.line(
          points.filter((point) => point.name === name),
          {
            x: 'epsilon',
            y: 'accuracy',
            stroke: color,
            strokeWidth: 2.25,
            strokeDasharray: dash,
            curve: 'step-before',
          },
        ),
      ),
    ],
  }) as Chart;
}

/** The curve up to `most`, without points that are too close to be visible. */
function downsampled({ epsilon, accuracy }: CurveGroup['curve'], most: number) {
  const last = epsilon.findIndex((value) => value > most);
  const count = last < 0 ? epsilon.length : last + 1;
  const every = Math.max(1, Math.ceil(count / maxPoints));
  const points = [];
  for (let i = 0; i < count; i++) {
    if (i % every !== 0 && i !== count - 1) continue;
    points.push({ epsilon: Math.min(epsilon[i] as number, most), accuracy: accuracy[i] as number });
  }
  const end = points.at(-1);
  if (end && end.epsilon < most) points.push({ epsilon: most, accuracy: end.accuracy });
  return points;
}

customElements.define('accuracy-curve', AccuracyCurve);
