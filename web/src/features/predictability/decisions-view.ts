// SPDX-License-Identifier: Apache-2.0
//
// The attackers' decisions drawn over the counts: a bar for each count, and a mark at the answer of a trained attacker.

import { css, html, LitElement } from 'lit';
import { getMax } from '#fairwasm/core/extremes.js';
import { countText } from '../../widgets/number.js';
import { scrollTable } from '../../widgets/scroll-table.js';
import { style } from '../../widgets/style.js';
import { type Decisions, decided } from './decisions.js';

export class DecisionsView extends LitElement {
  static override properties = { decisions: { attribute: false }, from: {}, to: {} };
  declare decisions: Decisions;
  /** The names of the visible column and of the column that attackers guess. */
  declare from: string;
  declare to: string;

  override render() {
    const { truth, predictions } = this.decisions;
    return html`
      <h3>Attackers’ decisions</h3>
      <p class="small soft">
        Counts over all rows. ◆: the guess of an attacker that has learned everything in these counts, for each value of
        “${this.from}”. The larger its lead, the more certain the guess.
      </p>
      <div class="both">
        ${this.#table(`True “${this.to}”`, truth)}
        ${this.#table(`Predicted “${this.to}”`, predictions)}
      </div>
    `;
  }

  #table(title: string, counts: Decisions['truth']) {
    const { seen, answers } = this.decisions;
    const largest = getMax(counts.flat(), 1);
    return html`
      ${scrollTable(
        `Decisions by ${this.from}: ${title}`,
        [this.from, ...answers],
        seen.map((value, i) => {
          const own = counts[i] ?? [];
          const chosen = decided(own);
          return html`
                <tr>
                  <th scope="row">${value}</th>
                  ${own.map((count, place) => {
                    const isChosen = chosen.includes(place);
                    return html`
                      <td class=${isChosen ? 'chosen' : ''}>
                        ${isChosen ? html`<span aria-hidden="true">◆ </span><span class="spoken">decided: </span>` : ''}${countText(count)}
                        <svg width="100%" height="6" aria-hidden="true">
                          <rect width="${(count / largest) * 100}%" height="6" rx="3" />
                        </svg>
                      </td>
                    `;
                  })}
                </tr>
              `;
        }),
        title,
      )}
    `;
  }

  static override styles = [
    style,
    css`
      :host {
        margin-top: 2rem;
      }
      .both {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
        gap: 0 2rem;
      }
      .both > * {
        min-width: 0;
      }
      td {
        position: relative; /* so that what is only spoken scrolls along */
      }
      td svg {
        display: block;
        min-width: 4rem;
        margin-top: 0.3rem;
        fill: var(--edge);
      }
      .chosen {
        color: var(--accent);
        font-weight: 650;
      }
      .chosen svg {
        fill: var(--accent);
      }
      @media (forced-colors: active) {
        td svg {
          fill: CanvasText;
        }
      }
    `,
  ];
}

customElements.define('decisions-view', DecisionsView);
