// SPDX-License-Identifier: Apache-2.0
//
// All rates or counts of all groups in one table, which scrolls if it is wide.

import { type Breakdown, knownMetrics, type Report } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import { countText, unitOf, valueText } from '../parts/number.js';
import { Print } from '../parts/print.js';
import { style } from '../parts/style.js';
import { estimateStyle, estimateText, intervalText } from './estimate-text.js';
import { groupButton, groupStyle } from './group-button.js';

const groupsAtFirst = 12;
const groupsOnPaper = 5;

const counts = [
  ['rows', 'Rows'],
  ['instances', 'Weight'],
  ['positives', 'Positive outcomes'],
  ['predictedPositives', 'Positive decisions'],
  ['truePositives', 'True positives'],
  ['falsePositives', 'False positives'],
  ['trueNegatives', 'True negatives'],
  ['falseNegatives', 'False negatives'],
] as const;

export class GroupTable extends LitElement {
  static override properties = {
    kind: {},
    report: { attribute: false },
    breakdown: { attribute: false },
    exact: { type: Boolean },
    group: {},
    showsAll: { state: true },
  };
  declare kind: 'rates' | 'counts';
  declare report: Report;
  declare breakdown: Breakdown;
  declare exact: boolean;
  /** The highlighted group; undefined: none. */
  declare group: string | undefined;
  declare showsAll: boolean;
  readonly #print = new Print(this);

  override render() {
    const { groups, by } = this.breakdown;
    const shown = this.showsAll || this.#print.isOn ? groups : groups.slice(0, groupsAtFirst);
    const isRates = this.kind === 'rates';
    const titles = isRates
      ? knownMetrics(this.report.rates).map(({ title }) => title)
      : this.#counts().map(([, t]) => t);
    const name = `${isRates ? 'All rates' : 'Counts'} by ${by.join(' and ')}`;
    return html`
      ${isRates && this.#print.isOn ? this.#paper(name) : nothing}
      <div class="scroll ${isRates ? 'screen' : ''}" tabindex="0" role="region" aria-label=${name}>
        <table>
          <caption>${name}</caption>
          <thead>
            <tr>
              <th scope="col">Group</th>
              ${titles.map((title) => html`<th scope="col">${title}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${[...shown, this.report.overall].map((group) => this.#row(group))}
          </tbody>
        </table>
      </div>
      ${
        shown.length < groups.length
          ? html`<button class="plain" @click=${this.#showAll}>
              Show all ${countText(groups.length)} groups
            </button>`
          : nothing
      }
    `;
  }

  // Paper cannot scroll: measures become rows, groups become columns, and a table has only a few.
  #paper(name: string) {
    const groups = [...this.breakdown.groups, this.report.overall];
    const tables = Array.from({ length: Math.ceil(groups.length / groupsOnPaper) }, (_, i) =>
      groups.slice(i * groupsOnPaper, (i + 1) * groupsOnPaper),
    );
    return tables.map(
      (some) => html`
        <table class="paper">
          <caption>${name}</caption>
          <thead>
            <tr>
              <th scope="col">Rate</th>
              ${some.map((group) => html`<th scope="col">${group.name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${knownMetrics(this.report.rates).map(
              (metric) => html`
                <tr>
                  <th scope="row">${metric.title}</th>
                  ${some.map((group) => {
                    const estimate = group.rates[metric.name] ?? { value: Number.NaN };
                    const unit = unitOf(metric);
                    return html`
                      <td>
                        ${estimateText(estimate, unit, false)} ${intervalText(estimate, unit, false)}
                      </td>
                    `;
                  })}
                </tr>
              `,
            )}
          </tbody>
        </table>
      `,
    );
  }

  #counts() {
    const all = this.report.overall.counts;
    const isWeighted = all.instances !== all.rows;
    return counts.filter(
      ([name]) => !Number.isNaN(all[name]) && (name !== 'instances' || isWeighted),
    );
  }

  #row(group: Breakdown['groups'][number]) {
    const cells =
      this.kind === 'rates'
        ? knownMetrics(this.report.rates).map((metric) => {
            const estimate = group.rates[metric.name] ?? { value: Number.NaN };
            const unit = unitOf(metric);
            return html`
              <td>
                ${estimateText(estimate, unit, this.exact)}
                ${intervalText(estimate, unit, this.exact)}
              </td>
            `;
          })
        : this.#counts().map(([name]) => html`<td>${amount(group.counts[name], this.exact)}</td>`);
    return html`
      <tr class=${group === this.report.overall ? 'overall' : group.name === this.group ? 'chosen' : ''}>
        <th scope="row">
          ${group === this.report.overall ? group.name : groupButton(group.name, this.group)}${group.warning ? html`<span class="reason">${group.warning}</span>` : nothing}
        </th>
        ${cells}
      </tr>
    `;
  }

  #showAll(): void {
    this.showsAll = true;
  }

  static override styles = [
    style,
    estimateStyle,
    groupStyle,
    css`
      thead th {
        min-width: 6.5rem;
      }
      .paper {
        display: none;
      }
      @media print {
        .paper {
          display: table;
          table-layout: fixed;
          margin-top: 1rem;
        }
        .paper .interval {
          white-space: normal;
        }
        tbody th,
        .paper .reason {
          min-width: 0;
        }
        .screen,
        button {
          display: none;
        }
        thead th {
          min-width: 0;
        }
      }
      th:first-child {
        position: sticky;
        left: 0;
        background: var(--card);
      }
      .overall > * {
        border-top: 2px solid var(--rule);
        font-weight: 600;
      }
      td .reason {
        min-width: 9rem;
      }
    `,
  ];
}

const amount = (count: number, exact: boolean) =>
  Number.isInteger(count) ? countText(count) : valueText(count, 'number', exact);

customElements.define('fairwasm-group-table', GroupTable);
