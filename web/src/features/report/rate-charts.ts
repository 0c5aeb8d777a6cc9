// SPDX-License-Identifier: Apache-2.0
//
// All rates at once: a small chart for each, on one scale, with a mark for each group's value in the band of its
// interval, in the same order everywhere. The table of all rates has the figures, so each chart is one image to a
// screen reader.

import type { Breakdown, Metric, Report } from 'fairwasm';
import { css, html, LitElement, nothing, svg } from 'lit';
import { knownMetrics } from '#fairwasm/report/ranking.js';
import { countText, getUnit, rangeText, valueText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { shorten } from './group-chart.js';
import { confidenceText, spreadText } from './words.js';

const maxGroups = 12;
const maxNameLength = 16;
const [width, from, to, line] = [300, 116, 246, 21] as const;

type Group = Breakdown['groups'][number];

const tenth = (length: number): number => Number(length.toFixed(1));
/** The x position of a proportion. */
const place = (share: number): number => tenth(from + share * (to - from));
/** The y position of a row. */
const top = (row: number): number => 2 + row * line;

export class RateCharts extends LitElement {
  static override properties = { report: { attribute: false }, breakdown: { attribute: false }, group: {} };
  declare report: Report;
  declare breakdown: Breakdown;
  /** The highlighted group; undefined: none. */
  declare group: string | undefined;

  override render() {
    const all = knownMetrics(this.report.rates, this.report.outcome);
    const shares = all.filter((metric) => getUnit(metric) === 'share');
    return html`
      <p class="small soft">${this.#legend(all.length - shares.length)}</p>
      <div class="charts">${shares.map((metric) => this.#chart(metric))}</div>
    `;
  }

  #legend(others: number): string {
    const { uncertainty } = this.report;
    const groups = this.#groups;
    const left = this.breakdown.groups.length - groups.length;
    return [
      ...(uncertainty ? [`Bands: ${confidenceText(uncertainty)} intervals.`] : []),
      'Dashed line: all rows.',
      ...(groups.some(({ warning }) => warning !== undefined) ? ['Hollow: groups with few cases.'] : []),
      ...(left > 0 ? [`${countText(left)} more groups are only in the table.`] : []),
      ...(others > 0 ? ['Rates that are not a share of rows are only in the table.'] : []),
    ].join(' ');
  }

  /** The first group, and the highlighted group. */
  get #groups(): Group[] {
    return this.breakdown.groups.filter((each, i) => i < maxGroups || each.name === this.group);
  }

  #chart(metric: Metric) {
    const groups = this.#groups;
    const foot = groups.length * line + 4;
    const chosen = groups.findIndex(({ name }) => name === this.group);
    const { value } = this.report.overall.rates[metric.name] ?? { value: Number.NaN };
    const label = `${metric.title} by group. ${spreadText(this.breakdown, metric)}`;
    return html`
      <figure>
        <figcaption>${metric.title}</figcaption>
        <svg viewBox="0 0 ${width} ${foot + 18}" role="img" aria-label=${label.trim()}>
          ${chosen < 0 ? nothing : svg`<rect class="ground" y=${top(chosen)} width=${width} height=${line} />`}
          ${[0, 0.5, 1].map(
            (share) => svg`
              <path class="grid" d="M${place(share)} 0V${foot}" />
              <text class="soft" x=${place(share)} y=${foot + 14} text-anchor="middle">${share * 100}${share === 1 ? '%' : ''}</text>
            `,
          )}
          ${Number.isFinite(value) ? svg`<path class="all" d="M${place(value)} 0V${foot}" />` : nothing}
          ${groups.map((group, i) => this.#row(group, metric, top(i)))}
        </svg>
      </figure>
    `;
  }

  // The band of the interval with a mark for the value; the whole row can be pressed.
  #row({ name, rates, warning }: Group, metric: Metric, y: number) {
    const { value, ci } = rates[metric.name] ?? { value: Number.NaN };
    const [low, high] = (ci ?? [Number.NaN, Number.NaN]).map(place) as [number, number];
    const text = valueText(value, 'share');
    const tone = this.group === undefined ? '' : name === this.group ? 'chosen' : 'pale';
    const kind = warning === undefined ? '' : 'hollow';
    return svg`
      <g class="${tone} ${kind}" @click=${() => this.#pick(name)}>
        <title>${name}: ${text}${ci ? `, ${rangeText(ci, 'share')}` : ''}</title>
        <rect class="press" y=${y} width=${width} height=${line} />
        <text y=${y + 15}>${shorten(name, maxNameLength)}</text>
        ${high >= low ? svg`<rect class="band" x=${low} y=${y + 5} rx="2" width=${tenth(high - low)} height=${line - 10} />` : nothing}
        ${Number.isFinite(value) ? svg`<path class="value" d="M${place(value)} ${y + 3}v${line - 6}" />` : nothing}
        <text x=${width} y=${y + 15} text-anchor="end">${text}</text>
      </g>
    `;
  }

  // Like the names in tables, which are reachable by keyboard.
  #pick(name: string): void {
    const options = { detail: name, bubbles: true, composed: true };
    this.dispatchEvent(new CustomEvent('pick-group', options));
  }

  static override styles = [
    style,
    css`
      .charts {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr));
        gap: 1.5rem 2rem;
        margin-top: 1rem;
      }
      figure {
        margin: 0;
        min-width: 0;
        break-inside: avoid;
      }
      figcaption {
        font-weight: 600;
        font-size: 0.9375rem;
        margin-bottom: 0.35rem;
      }
      svg {
        display: block;
        width: 100%;
        max-width: 26rem;
        height: auto;
      }
      text {
        fill: var(--ink);
        font-size: 12px;
        font-variant-numeric: tabular-nums;
      }
      text.soft {
        fill: var(--soft);
      }
      g {
        cursor: pointer;
      }
      .press {
        fill: transparent;
      }
      .ground {
        fill: var(--accent-soft);
      }
      .grid {
        stroke: var(--rule);
      }
      .all {
        stroke: var(--soft);
        stroke-dasharray: 3 2;
      }
      .band {
        fill: var(--accent);
        fill-opacity: 0.4;
      }
      .hollow .band {
        fill: none;
        stroke: var(--accent);
      }
      .value {
        stroke: var(--accent);
        stroke-width: 2.5;
      }
      .chosen text {
        font-weight: 650;
      }
      .pale .band,
      .pale .value {
        opacity: 0.45;
      }
      @media (forced-colors: active) {
        text,
        text.soft {
          fill: CanvasText;
        }
        .grid {
          stroke: CanvasText;
          opacity: 0.3;
        }
        .all,
        .value,
        .hollow .band {
          stroke: CanvasText;
        }
        .band {
          fill: CanvasText;
        }
        .ground {
          fill: none;
          stroke: Highlight;
        }
      }
    `,
  ];
}

customElements.define('fairwasm-rate-charts', RateCharts);
