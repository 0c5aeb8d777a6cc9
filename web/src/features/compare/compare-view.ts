// SPDX-License-Identifier: Apache-2.0
//
// Compares two audits with the same columns on two versions of a file, one measure at a time, with one row per group.
// Two models on the same rows have their own view, which uses paired statistics.

import type { Estimate, Metric, Report } from 'fairwasm';
import { html, LitElement, nothing } from 'lit';
import { getMax } from '#fairwasm/core/extremes.js';
import { knownMetrics } from '#fairwasm/report/ranking.js';
import { breakdownChoice, metricChoice } from '../../widgets/chooser.js';
import { getUnit, type Unit, valueText } from '../../widgets/number.js';
import { scrollTable } from '../../widgets/scroll-table.js';
import { style } from '../../widgets/style.js';
import { estimateCell, estimateStyle } from '../report/estimate-text.js';
import { confidenceText } from '../report/words.js';
import { getPairs, type Pair } from './pairs.js';
import { cutNote, maxRows } from './row-limit.js';
import { compareStyle } from './style.js';
import './compare-chart.js';

export class CompareView extends LitElement {
  static override properties = {
    first: { attribute: false },
    second: { attribute: false },
    names: { attribute: false },
    chosen: { state: true },
    metric: { state: true },
  };
  declare first: Report;
  declare second: Report;
  /** The names of the two audits. */
  declare names: readonly [string, string];
  declare chosen: number;
  declare metric: Metric | undefined;

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('first') && !changed.has('second')) return;
    this.chosen = 0;
    this.metric = this.#metrics[0];
  }

  override render() {
    const { metric } = this;
    const breakdown = this.first.breakdowns[this.chosen];
    const other = this.second.breakdowns[this.chosen];
    if (!metric || !breakdown || !other) return nothing;
    const pairs = getPairs(breakdown, other, metric);
    const { uncertainty } = this.first;
    return html`
      <section aria-labelledby="title">
        <h2 id="title" tabindex="-1">Side by side</h2>
        <p><strong>${this.names[0]}</strong> and <strong>${this.names[1]}</strong>, measure by measure.</p>
        <div class="row choice">
          ${metricChoice('Measure to compare', this.#metrics, metric.name, this.#chooseMetric)}
          ${breakdownChoice('Groups to compare by', this.first.breakdowns, this.chosen, this.#chooseBreakdown)}
        </div>
        <p class="soft">${metric.meaning}</p>
        <p role="status">${verdict(pairs, metric, this.names)}</p>
        <div class="body">
          <compare-chart
            .metric=${metric}
            .pairs=${pairs}
            .names=${this.names}
            .confidence=${uncertainty ? confidenceText(uncertainty) : undefined}
          ></compare-chart>
          ${this.#table(pairs, getUnit(metric))}
        </div>
      </section>
    `;
  }

  focusHeading(): void {
    const heading = this.renderRoot.querySelector<HTMLElement>('h2');
    heading?.focus();
    heading?.scrollIntoView({ block: 'start' });
  }

  /** The measures that both audits have: disparities first, because they are the usual reason for a comparison. */
  get #metrics(): Metric[] {
    const both = (kind: 'disparities' | 'rates') => this.first[kind].filter((name) => this.second[kind].includes(name));
    const { outcome } = this.first;
    return knownMetrics([...both('disparities'), ...both('rates')], outcome);
  }

  #table(pairs: readonly Pair[], unit: Unit) {
    const cell = (estimate: Estimate | undefined) =>
      estimate ? estimateCell(estimate, unit) : html`<td class="soft">no such group</td>`;
    return html`
      <div>
      ${scrollTable(
        'Both side by side',
        ['Group', this.names[0], this.names[1], 'Change'],
        pairs.slice(0, maxRows).map(
          ({ group, first, second }) => html`
                <tr>
                  <th scope="row">${group}</th>
                  ${cell(first)} ${cell(second)}
                  <td>${changeText(first, second, unit)}</td>
                </tr>
              `,
        ),
      )}
      ${cutNote(pairs.length)}
      </div>
    `;
  }

  readonly #chooseMetric = (name: string): void => {
    this.metric = this.#metrics.find((metric) => metric.name === name);
  };

  readonly #chooseBreakdown = (place: number): void => {
    this.chosen = place;
  };

  static override styles = [style, estimateStyle, compareStyle];
}

function changeText(first: Estimate | undefined, second: Estimate | undefined, unit: Unit): string {
  const change = (second?.value ?? Number.NaN) - (first?.value ?? Number.NaN);
  if (!Number.isFinite(change)) return '';
  if (unit === 'share' || unit === 'points') return valueText(change, 'points');
  const text = valueText(Math.abs(change), unit);
  return change === 0 ? text : `${change > 0 ? '+' : '−'}${text}`;
}

// Describes which audit has the smaller largest disparity.
function verdict(pairs: readonly Pair[], { ideal }: Metric, [first, second]: readonly [string, string]): string {
  if (ideal === undefined) return '';
  const furthest = (which: 'first' | 'second') =>
    getMax(
      pairs.flatMap((pair) => {
        const value = pair[which]?.value;
        return value !== undefined && Number.isFinite(value) ? Math.abs(value - ideal) : [];
      }),
    );
  const [a, b] = [furthest('first'), furthest('second')];
  if (!Number.isFinite(a) || !Number.isFinite(b)) return '';
  if (Math.abs(a - b) < 1e-12) return 'The largest disparity is the same for both.';
  return `By this measure, the largest disparity is smaller with ${a < b ? first : second}. The confidence intervals show whether the data are compatible with no change.`;
}

customElements.define('compare-view', CompareView);
