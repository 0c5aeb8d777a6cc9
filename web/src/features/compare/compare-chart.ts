// SPDX-License-Identifier: Apache-2.0
//
// Two dots with confidence intervals per group, one for each audit, to show how a group changed and whether the change
// exceeds chance.

import type { Estimate, Metric } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import { legend, legendStyle } from '../../widgets/legend.js';
import { getUnit, rangeText, valueText } from '../../widgets/number.js';
import type { Draw, Plot } from '../../widgets/plot-chart.js';
import type { Key } from '../../widgets/save-chart.js';
import { style } from '../../widgets/style.js';
import { backgroundMarks, getDomain, groupFrame, idealLine, maxGroups, tipMark } from '../report/group-chart.js';
import type { Pair } from './pairs.js';
import '../../widgets/plot-chart.js';

export class CompareChart extends LitElement {
  static override properties = {
    metric: { attribute: false },
    pairs: { attribute: false },
    names: { attribute: false },
    confidence: {},
  };
  declare metric: Metric;
  declare pairs: readonly Pair[];
  /** The names of the two audits. */
  declare names: readonly [string, string];
  /** Confidence level of the intervals: "95%"; undefined without intervals. */
  declare confidence: string | undefined;
  // The chart redraws when it receives another function, so each drawing has its own.
  #draw: Draw | undefined;

  override willUpdate(): void {
    const { metric, pairs, names } = this;
    this.#draw = (plot, width) => draw(plot, metric, pairs, names, width);
  }

  override render() {
    const { metric, names } = this;
    return html`
      ${legend(names[0], names[1], false)}
      ${this.confidence ? html`<p class="small soft">Bars: ${this.confidence} intervals.</p>` : nothing}
      <fairwasm-plot-chart
        name="${metric.title} of both, by group"
        .legend=${this.#legend()}
        .draw=${this.#draw}
      ></fairwasm-plot-chart>
    `;
  }

  #legend(): Key[] {
    const [first, second] = this.names;
    return [
      { text: first, shape: 'ring', color: 'var(--soft)' },
      { text: second, shape: 'dot', color: 'var(--accent)' },
      ...(this.confidence ? [{ text: `Bars: ${this.confidence} intervals.` }] : []),
    ];
  }

  static override styles = [
    style,
    legendStyle,
    css`
      :host {
        display: block;
        min-width: 0;
      }
    `,
  ];
}

interface Dot {
  group: string;
  value: number;
  low: number;
  high: number;
}

function getDot(group: string, estimate: Estimate | undefined): Dot[] {
  if (!estimate || !Number.isFinite(estimate.value)) return [];
  const [low = Number.NaN, high = Number.NaN] = estimate.ci ?? [];
  return [{ group, value: estimate.value, low, high }];
}

function draw(
  plot: Plot,
  metric: Metric,
  pairs: readonly Pair[],
  names: CompareChart['names'],
  width: number,
): SVGElement | HTMLElement {
  const shown = pairs.slice(0, maxGroups);
  const first = shown.flatMap((pair) => getDot(pair.group, pair.first));
  const second = shown.flatMap((pair) => getDot(pair.group, pair.second));
  const spanned = [...first, ...second].flatMap(({ value, low, high }) => [value, low, high]);
  const line = idealLine(metric);
  const domain = getDomain(metric, spanned.filter(Number.isFinite), line);
  const groups = shown.map(({ group }) => group);
  return plot.plot({
    ...groupFrame(metric, groups, domain, width),
    marks: [
      ...backgroundMarks(plot, line, domain, width),
      ...dotMarks(plot, first, { color: 'var(--soft)', fill: 'var(--paper)', dy: -6 }),
      ...dotMarks(plot, second, { color: 'var(--accent)', fill: 'var(--accent)', dy: 6 }),
      tipMark(
        plot,
        shown.filter((pair) => Number.isFinite(getPlace(pair))),
        { value: getPlace, text: (pair) => tipText(metric, pair, names) },
      ),
    ],
  });
}

/** The dots of one audit, above or below the middle of their rows. */
function dotMarks(plot: Plot, dots: readonly Dot[], { color, fill, dy }: { color: string; fill: string; dy: number }) {
  return [
    plot.ruleY(
      dots.filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high)),
      {
        x1: 'low',
        x2: 'high',
        y: 'group',
        dy,
        stroke: color,
        strokeWidth: 6,
        strokeOpacity: 0.35,
        strokeLinecap: 'round',
      },
    ),
    plot.dot(dots, { x: 'value', y: 'group', dy, r: 4.5, stroke: color, strokeWidth: 2, fill }),
  ];
}

// Halfway between the two, one of which may be undefined.
function getPlace({ first, second }: Pair): number {
  const values = [first, second].map((estimate) => estimate?.value ?? Number.NaN);
  const known = values.filter(Number.isFinite);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

function tipText(metric: Metric, { group, first, second }: Pair, names: CompareChart['names']) {
  const unit = getUnit(metric);
  const describeValue = (name: string, estimate: Estimate | undefined) =>
    estimate
      ? [`${name}: ${valueText(estimate.value, unit)}${estimate.ci ? ` (${rangeText(estimate.ci, unit)})` : ''}`]
      : [];
  return [group, metric.title, ...describeValue(names[0], first), ...describeValue(names[1], second)].join('\n');
}

customElements.define('compare-chart', CompareChart);
