// SPDX-License-Identifier: Apache-2.0
//
// All rates of all groups in one table, which scrolls if it is wide.

import type { Breakdown, Report } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import { knownMetrics } from '#fairwasm/report/ranking.js';
import { countText, getUnit } from '../../widgets/number.js';
import { scrollTable } from '../../widgets/scroll-table.js';
import { style } from '../../widgets/style.js';
import { estimateStyle, intervalText, notedText } from './estimate-text.js';
import { groupButton, groupStyle } from './group-button.js';

const groupsAtFirst = 12;

export class GroupTable extends LitElement {
  static override properties = {
    report: { attribute: false },
    breakdown: { attribute: false },
    exact: { type: Boolean },
    group: {},
    showsAll: { state: true },
  };
  declare report: Report;
  declare breakdown: Breakdown;
  declare exact: boolean;
  /** The highlighted group; undefined: none. */
  declare group: string | undefined;
  declare showsAll: boolean;

  override render() {
    const { groups, by } = this.breakdown;
    const shown = this.showsAll ? groups : groups.slice(0, groupsAtFirst);
    const titles = knownMetrics(this.report.rates).map(({ title }) => title);
    const name = `All rates by ${by.join(' and ')}`;
    return html`
      ${scrollTable(
        name,
        ['Group', ...titles],
        [...shown, this.report.overall].map((group) => this.#row(group)),
        name,
      )}
      ${
        shown.length < groups.length
          ? html`<button class="plain" @click=${this.#showAll}>
              Show all ${countText(groups.length)} groups
            </button>`
          : nothing
      }
    `;
  }

  #row(group: Breakdown['groups'][number]) {
    const cells = knownMetrics(this.report.rates).map((metric) => {
      const estimate = group.rates[metric.name] ?? { value: Number.NaN };
      const unit = getUnit(metric);
      return html`
        <td>
          ${notedText(estimate, unit, this.exact)} ${intervalText(estimate, unit, this.exact)}
        </td>
      `;
    });
    return html`
      <tr class=${group === this.report.overall ? 'overall' : group.name === this.group ? 'chosen' : ''}>
        <th scope="row">
          ${group === this.report.overall ? group.name : groupButton(group.name, this.group)}${group.warning ? ' *' : nothing}
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
      th:first-child {
        position: sticky;
        left: 0;
        background: var(--card);
      }
      .overall > * {
        border-top: 2px solid var(--rule);
        font-weight: 600;
      }
    `,
  ];
}

customElements.define('fairwasm-group-table', GroupTable);
