// SPDX-License-Identifier: Apache-2.0
//
// A matrix as a heat map, the arithmetic of the chosen cell, and the table of all cells.

import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { fieldStyle, selectField } from '../../widgets/fields.js';
import { countText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { type Cell, type Matrix, signedText } from './arithmetic.js';
import { maxRows } from './heat-map.js';
import { getOrders } from './row-order.js';
import './heat-map.js';
import '../../widgets/data-table.js';

export class MatrixView extends LitElement {
  static override properties = { matrix: { attribute: false }, chosen: { state: true }, order: { state: true } };
  declare matrix: Matrix;
  /** The order of the heat map's rows. */
  declare order: string | undefined;
  declare chosen: string | undefined;

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('matrix')) this.chosen = this.matrix.cells[0]?.key;
  }

  override render() {
    const { matrix, chosen } = this;
    const cell = matrix.cells.find(({ key }) => key === chosen);
    const orders = getOrders(matrix);
    const order = (orders.find(({ value }) => value === this.order) ?? orders[0])?.value ?? '';
    const rows = new Set(matrix.cells.map(({ row }) => row)).size;
    const pick = (event: CustomEvent<string>) => {
      this.chosen = event.detail;
    };
    return html`
      <p class="small soft legend">
        <span class="more"></span> amplified <span class="less"></span> reduced
        <span class="none"></span> no change or undefined. Select a cell to see its arithmetic.
        ${rows > maxRows ? html`First ${maxRows} of ${countText(rows)} rows; the table lists all.` : nothing}
      </p>
      <div class="fields">
        ${selectField({ id: 'order', title: 'Rows by' }, orders, order, (chosen) => {
          this.order = chosen;
        })}
      </div>
      <div class="columns">
        <heat-map .matrix=${matrix} .order=${order} .chosen=${chosen} @pick-cell=${pick}></heat-map>
        ${cell ? this.#arithmetic(cell) : nothing}
      </div>
      <data-table
        .name=${`${matrix.title}, all cells`}
        .columns=${[
          { title: matrix.rowName, isText: true },
          { title: matrix.columnName, isText: true },
          { title: 'contribution' },
          ...(this.#hasMore() ? [{ title: 'corrected for chance (95% CI)', isText: true }] : []),
        ]}
        .rows=${matrix.cells.map((each) => this.#row(each))}
        @pick-row=${pick}
      ></data-table>
    `;
  }

  // True if there is more than the values: corrected contributions, or reasons for undefined values.
  #hasMore(): boolean {
    return this.matrix.cells.some(({ estimate, corrected }) => corrected ?? estimate.reason);
  }

  #row({ key, row, column, value, estimate, corrected }: Cell) {
    const interval = corrected?.ci
      ? `${signedText(corrected.value)} (${corrected.ci.map(signedText).join(' to ')})`
      : '';
    return {
      key,
      isChosen: key === this.chosen,
      cells: [
        { text: row },
        { text: column },
        { text: Number.isNaN(value) ? 'undefined' : signedText(value), order: value },
        ...(this.#hasMore() ? [{ text: Number.isNaN(value) ? (estimate.reason ?? '') : interval }] : []),
      ],
    };
  }

  #arithmetic({ row, column, steps }: Cell) {
    return html`
      <section class="steps" aria-label="Arithmetic" aria-live="polite">
        <h3>${row}, ${column}</h3>
        <ol>
          ${steps.map(
            ({ what, symbols, numbers, result }) => html`
              <li>
                <span class="small soft">${what}</span>
                <span class="code symbols">${symbols}</span>
                <span class="code">${numbers} <strong>= ${result}</strong></span>
              </li>
            `,
          )}
        </ol>
      </section>
    `;
  }

  static override styles = [
    style,
    fieldStyle,
    css`
      :host {
        --more: #b4540a;
        --less: #1f6f8b;
        --on-middle: #1d1f20;
        --on-strong: #ffffff;
      }
      @media (prefers-color-scheme: dark) {
        :host {
          --more: #f2a65a;
          --less: #7cc4dd;
          --on-middle: #14171a;
          --on-strong: #14171a;
        }
      }
      .legend span {
        display: inline-block;
        width: 0.9rem;
        height: 0.9rem;
        border-radius: 3px;
        vertical-align: -0.1em;
        margin-inline: 0.6rem 0.2rem;
        forced-color-adjust: none; /* As the chart, whose colors stay. */
      }
      .legend span:first-child {
        margin-inline-start: 0;
      }
      .legend .more {
        background: var(--more);
      }
      .legend .less {
        background: var(--less);
      }
      .legend .none {
        background: var(--sunken);
        border: 1px solid var(--rule);
      }
      .columns {
        display: grid;
        gap: 1.5rem 2rem;
        margin-top: 0.75rem;
        align-items: start;
      }
      @media (min-width: 58rem) {
        .columns {
          grid-template-columns: 3fr 2fr;
        }
      }
      .columns > * {
        min-width: 0;
      }
      .steps {
        border: 1px solid var(--rule);
        border-radius: 12px;
        background: var(--card);
        padding: 1rem 1.25rem;
        overflow-wrap: anywhere;
      }
      ol {
        margin: 0.5rem 0 0;
        padding: 0;
        list-style: none;
        display: grid;
        gap: 0.75rem;
      }
      li span {
        display: block;
      }
      li .small {
        line-height: 1.35;
      }
      .symbols {
        color: var(--soft);
      }
    `,
  ];
}

customElements.define('matrix-view', MatrixView);
