// SPDX-License-Identifier: Apache-2.0
//
// A dot with its interval for each group, and a line for what they are held against: the ideal value of a disparity or
// the rate of all rows. The table beside it says the same, so the picture is one image to a screen
// reader. Observable Plot is loaded when the first chart is.

import type { Item, Metric } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import { unitOf, valueText } from '../parts/number.js';
import { style } from '../parts/style.js';
import { fileName } from './download.js';
import './chart-buttons.js';

/** What the groups are held against. */
export interface Line {
  value: number;
  text: string;
}

const mostDots = 30;
const letterWidth = 6.9; // of the labels, about

export class MetricChart extends LitElement {
  static override properties = {
    metric: { attribute: false },
    items: { attribute: false },
    line: { attribute: false },
    width: { state: true },
  };
  declare metric: Metric;
  declare items: readonly Item[];
  declare line: Line | undefined;
  declare width: number;

  readonly #observer = new ResizeObserver(([entry]) => {
    const width = Math.round(entry?.contentRect.width ?? 0);
    if (width > 0) this.width = width;
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    this.#observer.disconnect();
    super.disconnectedCallback();
  }

  override render() {
    const hasSmall = this.items.some(({ warning }) => warning !== undefined);
    const hasIntervals = this.items.some(({ estimate }) => estimate.ci !== undefined);
    const legend = [
      ...(hasIntervals ? ['Bars: intervals.'] : []),
      ...(hasSmall ? ['Hollow: groups too small to say much.'] : []),
    ];
    return html`
      <div class="chart"></div>
      ${legend.length > 0 ? html`<p class="small soft">${legend.join(' ')}</p>` : nothing}
      <chart-buttons
        name=${fileName(this.metric.title)}
        label=${this.metric.title}
        .chart=${() => this.renderRoot.querySelector<SVGSVGElement>('.chart svg')}
      ></chart-buttons>
    `;
  }

  override updated(): void {
    if (this.width) void this.#draw();
  }

  async #draw(): Promise<void> {
    const { metric, items, line, width } = this;
    const sorry = 'The chart could not be loaded; the table has all its figures.';
    const chart = await draw(metric, items, line, width).catch(() => sorry);
    const isCurrent = metric === this.metric && items === this.items && width === this.width;
    if (isCurrent) this.renderRoot.querySelector('.chart')?.replaceChildren(chart);
  }

  static override styles = [
    style,
    css`
      :host {
        min-width: 0;
      }
      /* What Plot says in a <style> of its own, which the page's policy would refuse. */
      svg {
        display: block;
        max-width: 100%;
        height: auto;
        overflow: visible;
        font-variant-numeric: tabular-nums;
      }
      svg text,
      svg tspan {
        white-space: pre;
      }
    `,
  ];
}

async function draw(
  metric: Metric,
  items: readonly Item[],
  line: Line | undefined,
  width: number,
): Promise<SVGElement | HTMLElement> {
  const Plot = await import('@observablehq/plot');
  const unit = unitOf(metric);
  const dots = items.filter(({ estimate }) => Number.isFinite(estimate.value)).slice(0, mostDots);
  const value = ({ estimate }: Item) => estimate.value;
  const intervals = dots.filter(({ estimate }) => estimate.ci?.every(Number.isFinite));
  const low = ({ estimate }: Item) => estimate.ci?.[0] as number;
  const high = ({ estimate }: Item) => estimate.ci?.[1] as number;
  const spanned = [...dots.map(value), ...intervals.flatMap((item) => [low(item), high(item)])];
  const domain = domainOf(metric, spanned, line);
  const tick = (number: number) => valueText(number, unit).replace(/\.0+(?=\D|$)/, '');
  const longest = Math.floor((width * 0.4 - 16) / letterWidth);
  const name = (group: string) => shorten(group, longest);
  const marginLeft = 16 + letterWidth * Math.max(0, ...dots.map(({ group }) => name(group).length));
  const svg = Plot.plot({
    width,
    height: 62 + dots.length * 34,
    marginLeft,
    marginRight: 72,
    marginTop: 26,
    marginBottom: 36,
    style: { fontSize: '13px', background: 'none', fontFamily: 'inherit' },
    x: { domain, label: null, ticks: Math.max(2, Math.round(width / 150)), tickFormat: tick },
    y: { domain: dots.map(({ group }) => group), label: null, tickSize: 0, tickFormat: name },
    marks: [
      Plot.gridX({
        ticks: Math.max(2, Math.round(width / 150)),
        stroke: 'var(--rule)',
        strokeOpacity: 1,
      }),
      ...(line
        ? [
            Plot.ruleX([line.value], { stroke: 'var(--ink)', strokeWidth: 1.5 }),
            Plot.text([line], {
              x: 'value',
              frameAnchor: 'top',
              dy: -16,
              text: 'text',
              fill: 'var(--soft)',
              textAnchor: anchorOf(line.value, domain),
            }),
            Plot.ruleY(dots, {
              x1: line.value,
              x2: value,
              y: 'group',
              stroke: 'var(--accent)',
              strokeWidth: 1.5,
              strokeDasharray: '2 4',
            }),
          ]
        : []),
      Plot.ruleY(intervals, {
        x1: low,
        x2: high,
        y: 'group',
        stroke: 'var(--accent)',
        strokeWidth: 7,
        strokeOpacity: 0.35,
        strokeLinecap: 'round',
      }),
      Plot.dot(dots, {
        x: value,
        y: 'group',
        r: 5,
        stroke: 'var(--accent)',
        strokeWidth: 2,
        fill: ({ warning }: Item) => (warning !== undefined ? 'var(--paper)' : 'var(--accent)'),
      }),
      Plot.text(dots, {
        frameAnchor: 'right',
        textAnchor: 'start',
        dx: 10,
        y: 'group',
        text: (item: Item) => valueText(value(item), unit),
        fill: 'var(--ink)',
      }),
    ],
  });
  svg.querySelector('style')?.remove();
  // The parts of an image have no names.
  for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  svg.setAttribute('role', 'img');
  svg.setAttribute(
    'aria-label',
    `Chart: ${metric.title} by group. The table has the same figures.`,
  );
  return svg;
}

function domainOf(metric: Metric, values: readonly number[], line: Line | undefined) {
  if (unitOf(metric) === 'share') return [0, 1];
  const all = [...values, line?.value ?? 0, unitOf(metric) === 'multiple' ? 0 : (line?.value ?? 0)];
  const [min, max] = [Math.min(...all), Math.max(...all)];
  const room = (max - min || 0.1) * 0.16;
  return [min === 0 && unitOf(metric) === 'multiple' ? 0 : min - room, max + room];
}

function anchorOf(
  value: number,
  [min = 0, max = 1]: readonly number[],
): 'start' | 'middle' | 'end' {
  const place = (value - min) / (max - min);
  if (place < 0.3) return 'start';
  return place > 0.7 ? 'end' : 'middle';
}

// Names of crossed groups differ at either end, so the middle goes.
function shorten(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const half = Math.max(1, Math.floor((longest - 1) / 2));
  return `${name.slice(0, half).trimEnd()}…${name.slice(-half).trimStart()}`;
}

customElements.define('metric-chart', MetricChart);
