// SPDX-License-Identifier: Apache-2.0
//
// Area to choose or drop a table. Dispatches `pick-file`; the tab receives drops and pastes on the whole page.

import { css, html, LitElement } from 'lit';
import { tableFiles } from '../table/files.js';
import { toFileListener, zoneStyle } from './choose-file.js';
import { style } from './style.js';

export class FileZone extends LitElement {
  static override properties = { about: {}, accept: {}, isOver: { type: Boolean } };
  /** Description of the expected rows. */
  declare about: string;
  /** Accepted files. Default: tables. */
  declare accept: string;
  /** True while a file is dragged over the page. */
  declare isOver: boolean;

  constructor() {
    super();
    this.accept = tableFiles;
  }

  override render() {
    return html`
      <div class="zone ${this.isOver ? 'over' : ''}">
        <input
          id="file"
          type="file"
          accept=${this.accept}
          class="spoken"
          aria-describedby="hint"
          @change=${this.#choose}
        />
        <label for="file">Choose a CSV or Parquet file</label>
        <p id="hint" class="soft">or drop it here. Also accepted: .xlsx, Arrow, JSON Lines, gzip, and pasted rows</p>
        <p class="small soft">${this.about}</p>
      </div>
    `;
  }

  readonly #choose = toFileListener((detail) => {
    this.dispatchEvent(new CustomEvent('pick-file', { detail }));
  });

  static override styles = [
    style,
    zoneStyle,
    css`
      .zone {
        margin-top: 2rem;
        padding: clamp(1.75rem, 5vw, 3rem) 1.25rem;
      }
      .zone p {
        text-wrap: balance;
      }
      label {
        display: inline-block;
        padding: 0.65rem 1.5rem;
        border-radius: 8px;
        background: var(--accent);
        color: var(--on-accent);
        font-weight: 550;
        cursor: pointer;
      }
      label:hover {
        filter: brightness(1.12);
      }
      input:focus-visible + label {
        outline: 2px solid var(--accent);
        outline-offset: 3px;
      }
    `,
  ];
}

customElements.define('file-zone', FileZone);
