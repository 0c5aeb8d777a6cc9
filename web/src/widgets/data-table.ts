// SPDX-License-Identifier: Apache-2.0
//
// A table of figures that scrolls within itself and can be sorted by any of its columns, by a click or
// from the keyboard.

import { css, html, LitElement, nothing } from 'lit';
import { countText } from './number.js';
import { Print } from './print.js';
import { style } from './style.js';

export interface Column {
  title: string;
  /** Text columns are aligned to the start. */
  isText?: boolean;
}

export interface Cell {
  text: string;
  /** Note below the figure: an interval, or the reason why the figure is undefined. */
  note?: string;
  /** Sort key; default: the text. */
  order?: number;
}

export interface Row {
  /** The first cell is the row's heading. */
  cells: readonly Cell[];
  /** If set, the heading is a button that dispatches `pick-row` with this key. */
  key?: string;
  isChosen?: boolean;
}

const rowsAtFirst = 25;

export class DataTable extends LitElement {
  static override properties = {
    name: {},
    columns: { attribute: false },
    rows: { attribute: false },
    sorting: { state: true },
    showsAll: { state: true },
  };
  declare name: string;
  declare columns: readonly Column[];
  declare rows: readonly Row[];
  declare sorting: { column: number; direction: 1 | -1 } | undefined;
  declare showsAll: boolean;
  readonly #print = new Print(this);

  override render() {
    const sorted = this.#sorted();
    const shown = this.showsAll || this.#print.isOn ? sorted : sorted.slice(0, rowsAtFirst);
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label=${this.name}>
        <table>
          <caption>${this.name}</caption>
          <thead>
            <tr>${this.columns.map((column, i) => this.#heading(column, i))}</tr>
          </thead>
          <tbody>${shown.map((row) => this.#row(row))}</tbody>
        </table>
      </div>
      ${
        shown.length < sorted.length
          ? html`<button class="plain" @click=${this.#showAll}>
              Show all ${countText(sorted.length)} rows
            </button>`
          : nothing
      }
    `;
  }

  #heading({ title, isText }: Column, i: number) {
    const { column, direction } = this.sorting ?? {};
    const state = column !== i ? 'none' : direction === 1 ? 'ascending' : 'descending';
    const arrow = { none: '↕', ascending: '↑', descending: '↓' }[state];
    return html`
      <th scope="col" class=${isText ? 'text' : ''} aria-sort=${state}>
        <button @click=${() => this.#sort(i)}>${title}<span aria-hidden="true">${arrow}</span></button>
      </th>
    `;
  }

  #row({ cells, key, isChosen }: Row) {
    const [heading, ...others] = cells;
    const pick = () => this.dispatchEvent(new CustomEvent('pick-row', { detail: key ?? '' }));
    return html`
      <tr class=${isChosen ? 'chosen' : ''}>
        <th scope="row">
          ${
            key === undefined
              ? heading?.text
              : html`<button class="pick" aria-pressed=${isChosen ? 'true' : 'false'} @click=${pick}>${heading?.text}</button>`
          }
        </th>
        ${others.map(
          ({ text, note }, i) => html`
            <td class=${this.columns[i + 1]?.isText ? 'text' : ''}>
              ${text}${note ? html`<span class="note">${note}</span>` : nothing}
            </td>
          `,
        )}
      </tr>
    `;
  }

  #sorted(): readonly Row[] {
    if (!this.sorting) return this.rows;
    const { column, direction } = this.sorting;
    return [...this.rows].sort((a, b) => {
      const [x, y] = [a.cells[column], b.cells[column]];
      if (x?.order === undefined || y?.order === undefined) {
        return direction * (x?.text ?? '').localeCompare(y?.text ?? '', 'en', { numeric: true });
      }
      // Undefined values come last in both directions.
      if (Number.isNaN(x.order) || Number.isNaN(y.order)) {
        return Number(Number.isNaN(x.order)) - Number(Number.isNaN(y.order));
      }
      return direction * (x.order - y.order);
    });
  }

  #sort(column: number): void {
    const { column: before, direction } = this.sorting ?? {};
    const first = this.columns[column]?.isText ? 1 : -1; // users usually look for large numbers first
    this.sorting = { column, direction: before === column ? (direction === 1 ? -1 : 1) : first };
  }

  #showAll(): void {
    this.showsAll = true;
  }

  static override styles = [
    style,
    css`
      th.text {
        text-align: start;
      }
      thead th {
        padding: 0.3rem 0.5rem;
      }
      thead button {
        border: 0;
        background: none;
        padding: 0.2rem 0.5rem;
        min-height: 2rem;
        font-size: 0.8125rem;
        font-weight: 550;
        color: var(--soft);
        text-align: inherit;
      }
      thead button span {
        margin-inline-start: 0.35rem;
        color: var(--edge);
      }
      th:first-child {
        text-align: start;
      }
      .pick {
        border: 0;
        background: none;
        padding: 0;
        min-height: 1.75rem;
        text-align: start;
        color: var(--accent);
        text-decoration: underline;
        text-underline-offset: 0.2em;
      }
      .note {
        display: block;
        font-size: 0.8125rem;
        color: var(--soft);
        white-space: nowrap;
      }
      .chosen > * {
        background: var(--accent-soft);
      }
    `,
  ];
}

customElements.define('data-table', DataTable);
