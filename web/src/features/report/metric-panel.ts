// SPDX-License-Identifier: Apache-2.0
//
// One metric: its meaning, chart, and table, and on demand its formula and source. Dispatches `choose-metric` when the
// user chooses another metric.

import type { Metric } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import { showProbability } from '#fairwasm/document/format.js';
import type { RankedValue } from '#fairwasm/report/ranking.js';
import { countText, getUnit, valueText } from '../../widgets/number.js';
import { scrollTable } from '../../widgets/scroll-table.js';
import { style } from '../../widgets/style.js';
import { estimateStyle, intervalText, notedText } from './estimate-text.js';
import type { Line } from './group-chart.js';
import './metric-chart.js';
import { groupButton, groupStyle } from './group-button.js';

const rowsAtFirst = 12;

export class MetricPanel extends LitElement {
  static override properties = {
    heading: {},
    metrics: { attribute: false },
    metric: { attribute: false },
    items: { attribute: false },
    line: { attribute: false },
    confidence: {},
    exact: { type: Boolean },
    group: {},
    showsAll: { state: true },
  };
  declare heading: string;
  declare metrics: readonly Metric[];
  declare metric: Metric;
  declare items: readonly RankedValue[];
  declare line: Line | undefined;
  /** Confidence level of the intervals: "95%". */
  declare confidence: string | undefined;
  declare exact: boolean;
  /** The highlighted group; undefined: none. */
  declare group: string | undefined;
  declare showsAll: boolean;

  override render() {
    const { metric, metrics } = this;
    return html`
      <section aria-labelledby="heading">
        <h2 id="heading" tabindex="-1">${this.heading}</h2>
        <div class="head">
          <div>
            <label for="metric" class="spoken">Measure</label>
            <select id="metric" @change=${this.#choose}>
              ${metrics.map(
                ({ name, title }) => html`<option value=${name} .selected=${name === metric.name}>${title}</option>`,
              )}
            </select>
          </div>
          <p>${metric.meaning}</p>
        </div>
        <div class="body">
          <fairwasm-metric-chart
            .metric=${metric}
            .items=${this.items}
            .line=${this.line}
            .confidence=${this.confidence}
            .group=${this.group}
          ></fairwasm-metric-chart>
          ${this.#table()}
        </div>
        ${this.#explanation()}
      </section>
    `;
  }

  focusHeading(): void {
    const heading = this.renderRoot.querySelector<HTMLElement>('h2');
    heading?.focus();
    heading?.scrollIntoView({ block: 'start' });
  }

  #table() {
    const { items, metric } = this;
    const shown = this.showsAll ? items : items.slice(0, rowsAtFirst);
    return html`
      <div>
        ${scrollTable(
          `${metric.title} by group`,
          ['Group', 'Rows', metric.title, ...(this.#isTested ? ['p'] : [])],
          shown.map((item) => this.#row(item)),
        )}
        ${
          shown.length < items.length
            ? html`<button class="plain" @click=${this.#showAll}>
                Show all ${countText(items.length)} groups
              </button>`
            : nothing
        }
      </div>
    `;
  }

  get #isTested(): boolean {
    return this.items.some(({ estimate }) => estimate.pValue !== undefined);
  }

  #row({ group, rows, warning, estimate }: RankedValue) {
    const unit = getUnit(this.metric);
    return html`
      <tr class=${group === this.group ? 'chosen' : ''}>
        <th scope="row">${groupButton(group, this.group)}${warning ? ' *' : nothing}</th>
        <td>${countText(rows)}</td>
        <td>
          ${notedText(estimate, unit, this.exact)} ${intervalText(estimate, unit, this.exact)}
        </td>
        ${this.#isTested ? html`<td class="test">${showProbability(estimate)}</td>` : nothing}
      </tr>
    `;
  }

  #explanation() {
    const { formula, range, ideal, adverse, reference, undefinedWhen } = this.metric;
    const unit = getUnit(this.metric);
    const [min, max] = range.map((value) => valueText(value, unit));
    return html`
      <details>
        <summary>Formula and source</summary>
        <dl class="small">
          <dt>Formula</dt>
          <dd class="code">${formula}</dd>
          <dt>Range</dt>
          <dd>
            ${min} to ${max}${ideal === undefined ? '' : `; ${valueText(ideal, unit)} means no difference`}${
              adverse === undefined ? '' : `; ${adverse} that, the group fares worse`
            }
          </dd>
          <dt>Undefined if</dt>
          <dd>${undefinedWhen}</dd>
          <dt>Source</dt>
          <dd>${reference}</dd>
        </dl>
        <p class="small soft">
          TP, FP, TN, FN: true and false positives and negatives. U: the group; P: the reference group. pp:
          percentage points. p: if the groups were really equal, a difference at least this large would
          occur in this proportion of data sets; adjusted, like the intervals, for all comparisons in the report. *: few cases.
        </p>
      </details>
    `;
  }

  #showAll(): void {
    this.showsAll = true;
  }

  #choose(event: Event): void {
    const detail = (event.target as HTMLSelectElement).value;
    this.dispatchEvent(new CustomEvent('choose-metric', { detail }));
  }

  static override styles = [
    style,
    estimateStyle,
    groupStyle,
    css`
      h2 {
        scroll-margin-top: 7.5rem; /* below the bar that stays in view */
      }
      .head {
        display: grid;
        gap: 0.75rem 2rem;
        align-items: center;
        margin-top: 0.6rem;
      }
      .head p {
        margin: 0;
      }
      .body {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 1rem 3rem;
        margin-top: 0.5rem;
      }
      :host {
        container-type: inline-size;
      }
      @container (min-width: 48rem) {
        .head {
          grid-template-columns: 18rem 1fr;
        }
        .body {
          grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
          align-items: start;
        }
      }
      fairwasm-metric-chart {
        margin-top: 0.25rem;
      }
      th,
      td {
        padding-inline: 0.65rem;
      }
      .test {
        white-space: nowrap;
      }
      dl {
        display: grid;
        grid-template-columns: max-content 1fr;
        gap: 0.3rem 1.5rem;
        margin: 0.5rem 0 0;
      }
      dt {
        color: var(--soft);
      }
      dd {
        margin: 0;
      }
    `,
  ];
}

customElements.define('fairwasm-metric-panel', MetricPanel);
