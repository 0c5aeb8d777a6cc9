// SPDX-License-Identifier: Apache-2.0
//
// Confusion matrices: decisions by outcome for each group, as a table of four cells that are darker with larger counts.

import type { Breakdown, Group } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import { countText, valueText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { groupButton, groupStyle } from './group-button.js';

const groupsAtFirst = 3;

export class ConfusionGrid extends LitElement {
  static override properties = { breakdown: { attribute: false }, group: {}, showsAll: { state: true } };
  declare breakdown: Breakdown;
  /** The highlighted group, which comes first; undefined: none. */
  declare group: string | undefined;
  declare showsAll: boolean;

  override render() {
    const chosen = this.breakdown.groups.filter(({ name }) => name === this.group);
    const groups = [...chosen, ...this.breakdown.groups.filter((each) => !chosen.includes(each))];
    const shown = this.showsAll ? groups : groups.slice(0, groupsAtFirst);
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Confusion matrices: decisions by outcome</h2>
        <p class="soft">Percentages are of the row: the share of rows with that true outcome that received each decision.</p>
        <div class="grid">${shown.map((group) => this.#group(group))}</div>
        ${
          shown.length < groups.length
            ? html`<button class="plain" @click=${this.#showAll}>
                Show all ${countText(groups.length)} groups
              </button>`
            : nothing
        }
      </section>
    `;
  }

  #group({ name, counts }: Group) {
    const { truePositives, falseNegatives, falsePositives, trueNegatives } = counts;
    return html`
      <table class=${name === this.group ? 'chosen' : ''}>
        <caption>${groupButton(name, this.group)}</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">Positive decision</th>
            <th scope="col">Negative decision</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Truly positive</th>
            ${this.#cells([truePositives, falseNegatives], 0)}
          </tr>
          <tr>
            <th scope="row">Truly negative</th>
            ${this.#cells([falsePositives, trueNegatives], 1)}
          </tr>
        </tbody>
      </table>
    `;
  }

  #cells(counts: readonly [number, number], right: 0 | 1) {
    const all = counts[0] + counts[1];
    return counts.map((count, i) => {
      const share = count / all;
      const level = Number.isFinite(share) ? Math.round(share * 4) : 0;
      return html`
        <td class="cell level-${level} ${i === right ? 'right' : 'wrong'}">
          <strong>${valueText(share, 'share')}</strong>
          <span>${Number.isInteger(count) ? countText(count) : valueText(count, 'number')}</span>
        </td>
      `;
    });
  }

  #showAll(): void {
    this.showsAll = true;
  }

  static override styles = [
    style,
    groupStyle,
    css`
      .grid {
        display: grid;
        gap: 1.5rem 2rem;
        margin-top: 1.25rem;
        grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr));
      }
      table {
        border-spacing: 3px;
        table-layout: fixed;
      }
      caption {
        padding: 0 0 0.35rem;
        font-weight: 600;
        font-size: 1rem;
        color: var(--ink);
        overflow-wrap: anywhere;
      }
      th,
      td {
        border: 0;
        padding: 0.35rem 0.4rem;
        text-align: center;
        vertical-align: middle;
      }
      tbody th {
        min-width: 0;
        font-size: 0.8125rem;
        color: var(--soft);
        font-weight: 400;
        text-align: start;
      }
      tbody tr .cell {
        border-radius: 8px;
        padding-block: 0.55rem;
        border: 1px solid var(--rule);
        background: var(--card);
      }
      .cell strong {
        display: block;
        font-weight: 620;
      }
      .cell span {
        font-size: 0.8125rem;
      }
      .right.level-1 {
        background: color-mix(in srgb, var(--accent) 8%, var(--card));
      }
      .right.level-2 {
        background: color-mix(in srgb, var(--accent) 13%, var(--card));
      }
      .right.level-3 {
        background: color-mix(in srgb, var(--accent) 18%, var(--card));
      }
      .right.level-4 {
        background: color-mix(in srgb, var(--accent) 23%, var(--card));
      }
      .wrong.level-1 {
        background: color-mix(in srgb, var(--alert) 7%, var(--card));
      }
      .wrong.level-2 {
        background: color-mix(in srgb, var(--alert) 12%, var(--card));
      }
      .wrong.level-3 {
        background: color-mix(in srgb, var(--alert) 17%, var(--card));
      }
      .wrong.level-4 {
        background: color-mix(in srgb, var(--alert) 22%, var(--card));
      }
    `,
  ];
}

customElements.define('fairwasm-confusion-grid', ConfusionGrid);
