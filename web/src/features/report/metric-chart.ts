// SPDX-License-Identifier: Apache-2.0
//
// A dot with its interval for each group, and a line for the value that they are compared with: the ideal value of a
// disparity, or the rate of all rows. The table next to it has the same figures, so the chart is one image to a screen
// reader.

import type { Metric } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import type { RankedValue } from '#fairwasm/report/ranking.js';
import { countText, getUnit, rangeText, valueText } from '../../widgets/number.js';
import type { Draw, Plot } from '../../widgets/plot-chart.js';
import { style } from '../../widgets/style.js';
import { backgroundMarks, getDomain, groupFrame, type Line, maxGroups, tipMark } from './group-chart.js';
import '../../widgets/plot-chart.js';

export class MetricChart extends LitElement {
  static override properties = {
    metric: { attribute: false },
    items: { attribute: false },
    line: { attribute: false },
    confidence: {},
    group: {},
  };
  declare metric: Metric;
  declare items: readonly RankedValue[];
  declare line: Line | undefined;
  /** Confidence level of the intervals: "95%". */
  declare confidence: string | undefined;
  /** The highlighted group; undefined: none. */
  declare group: string | undefined;
  // The chart redraws when it receives another function, so each drawing has its own.
  #draw: Draw | undefined;

  override willUpdate(): void {
    const { metric, items, line, group, confidence } = this;
    this.#draw = (plot, width) => draw(plot, metric, items, { line, group, confidence }, width);
  }

  override render() {
    const hasSmall = this.items.some(({ warning }) => warning !== undefined);
    const hasIntervals = this.items.some(({ estimate }) => estimate.ci !== undefined);
    const legend = [
      ...(hasIntervals ? [`Bars: ${this.confidence ?? ''} intervals.`] : []),
      ...(hasSmall ? ['Hollow: groups with few cases.'] : []),
    ];
    return html`
      ${legend.length > 0 ? html`<p class="small soft">${legend.join(' ')}</p>` : nothing}
      <fairwasm-plot-chart
        name="${this.metric.title} by group"
        .legend=${legend.map((text) => ({ text }))}
        .draw=${this.#draw}
      ></fairwasm-plot-chart>
    `;
  }

  static override styles = [
    style,
    css`
      :host {
        min-width: 0;
      }
    `,
  ];
}

function draw(
  plot: Plot,
  metric: Metric,
  items: readonly RankedValue[],
  { line, group, confidence }: { line: Line | undefined } & Pick<MetricChart, 'group' | 'confidence'>,
  width: number,
): SVGElement | HTMLElement {
  const dots = items.filter(({ estimate }) => Number.isFinite(estimate.value)).slice(0, maxGroups);
  const value = ({ estimate }: RankedValue) => estimate.value;
  const intervals = dots.filter(({ estimate }) => estimate.ci?.every(Number.isFinite));
  const low = ({ estimate }: RankedValue) => estimate.ci?.[0] as number;
  const high = ({ estimate }: RankedValue) => estimate.ci?.[1] as number;
  const spanned = [...dots.map(value), ...intervals.flatMap((item) => [low(item), high(item)])];
  const domain = getDomain(metric, spanned, line);
  const groups = dots.map((item) => item.group);
  const isPale = (item: RankedValue) => group !== undefined && item.group !== group;
  return plot.plot({
    ...groupFrame(metric, groups, domain, width),
    marks: [
      ...backgroundMarks(plot, line, domain, width),
      line &&
        plot.ruleY(dots, {
          x1: line.value,
          x2: value,
          y: 'group',
          stroke: 'var(--accent)',
          strokeWidth: 1.5,
          strokeDasharray: '2 4',
        }),
      plot.ruleY(intervals, {
        x1: low,
        x2: high,
        y: 'group',
        stroke: 'var(--accent)',
        strokeWidth: 7,
        strokeOpacity: (item: RankedValue) => (isPale(item) ? 0.12 : 0.35),
        strokeLinecap: 'round',
      }),
      plot.dot(dots, {
        x: value,
        y: 'group',
        r: 5,
        stroke: 'var(--accent)',
        strokeWidth: 2,
        opacity: (item: RankedValue) => (isPale(item) ? 0.35 : 1),
        fill: ({ warning }: RankedValue) => (warning !== undefined ? 'var(--paper)' : 'var(--accent)'),
      }),
      plot.text(dots, {
        frameAnchor: 'right',
        textAnchor: 'start',
        dx: 10,
        y: 'group',
        text: (item: RankedValue) => valueText(value(item), getUnit(metric)),
        fill: 'var(--ink)',
      }),
      tipMark(plot, dots, { value, text: (item) => tipText(metric, item, confidence) }),
    ],
  });
}

function tipText(metric: Metric, { group, rows, estimate }: RankedValue, confidence?: string): string {
  const unit = getUnit(metric);
  const { value, ci } = estimate;
  return [
    group,
    `${metric.title}: ${valueText(value, unit)}`,
    ...(ci ? [`${confidence ?? ''} interval: ${rangeText(ci, unit)}`.trim()] : []),
    `${countText(rows)} rows`,
  ].join('\n');
}

customElements.define('fairwasm-metric-chart', MetricChart);
