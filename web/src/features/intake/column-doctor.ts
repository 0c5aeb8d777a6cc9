// SPDX-License-Identifier: Apache-2.0
//
// Describes a file before its audit starts: changes to the file, the content of each column, and its guessed role
// with the reason. Users can change everything in the form below.

import { css, html, LitElement, nothing } from 'lit';
import type { Choice } from '../../table/choice.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import { countText } from '../../widgets/number.js';
import { scrollTable } from '../../widgets/scroll-table.js';
import { style } from '../../widgets/style.js';
import { getMergeNotes, getReason, getSort, getUse } from './notes.js';
import { valuePicture } from './value-picture.js';

const columnsAtFirst = 20;

export class ColumnDoctor extends LitElement {
  static override properties = {
    profile: { attribute: false },
    choice: { attribute: false },
    guessed: { attribute: false },
    fileNotes: { attribute: false },
    showsAll: { state: true },
  };
  declare profile: TableProfile;
  declare choice: Choice;
  /** The initial proposal. */
  declare guessed: Choice;
  /** The changes to the file. */
  declare fileNotes: readonly string[];
  declare showsAll: boolean;

  override render() {
    const { profile, choice, fileNotes } = this;
    const notes = [...fileNotes, ...getMergeNotes(profile, choice)];
    const columns = this.showsAll ? profile.columns : this.#foremost();
    return html`
      ${notes.length > 0 ? html`<ul class="notes">${notes.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
      ${scrollTable(
        'Columns, their values, and their use',
        ['Column', 'Values', 'Used for'],
        columns.map((column) => this.#row(column)),
      )}
      ${
        columns.length < profile.columns.length
          ? html`<button
              class="plain"
              @click=${() => {
                this.showsAll = true;
              }}
            >
              Show all ${countText(profile.columns.length)} columns
            </button>`
          : nothing
      }
    `;
  }

  // If a table has very many columns, the columns in use come first.
  #foremost(): readonly ColumnProfile[] {
    const { columns } = this.profile;
    if (columns.length <= columnsAtFirst) return columns;
    const used = columns.filter((column) => getUse(column, this.guessed) !== undefined);
    const others = columns.filter((column) => !used.includes(column));
    return [...used, ...others.slice(0, Math.max(0, columnsAtFirst - used.length))];
  }

  #row(column: ColumnProfile) {
    const { name, missing } = column;
    const use = getUse(column, this.choice);
    const why = getReason(column, this.choice, this.guessed);
    const gaps = missing > 0 ? `${countText(missing)} ${missing === 1 ? 'row' : 'rows'} without a value` : '';
    return html`
      <tr class=${use ? 'used' : ''}>
        <th scope="row">${name}</th>
        <td class="text">
          <div class="values">
            <span class="picture">${valuePicture(column)}</span>
            <span>
              ${getSort(column)}${gaps ? html`<span class="soft small">${gaps}</span>` : nothing}
            </span>
          </div>
        </td>
        <td class="text">${use ?? ''}${why ? html`<span class="soft small">${why}</span>` : nothing}</td>
      </tr>
    `;
  }

  static override styles = [
    style,
    css`
      .notes {
        margin: 1rem 0 0;
        padding-inline-start: 1.25rem;
      }
      table {
        font-size: 0.875rem;
      }
      thead th {
        text-align: start;
      }
      th,
      td {
        padding: 0.4rem 0.75rem;
      }
      .values {
        display: flex;
        align-items: center;
        gap: 0.75rem;
      }
      .picture {
        flex: none;
        color: var(--edge);
      }
      .used .picture {
        color: var(--accent);
      }
      .picture svg {
        display: block;
      }
      td .small {
        display: block;
        font-size: 0.8125rem;
      }
      td.text {
        min-width: 9rem;
      }
      @media (max-width: 40rem) {
        .picture {
          display: none;
        }
        th,
        td {
          padding-inline: 0.5rem;
        }
        tbody th,
        td.text {
          min-width: 6.5rem;
        }
      }
    `,
  ];
}

customElements.define('column-doctor', ColumnDoctor);
