// SPDX-License-Identifier: Apache-2.0
//
// The start of an audit: a file by button, drop, or paste, or a built-in example. Dispatches `pick-file`,
// `pick-database`, `pick-impact`, and `pick-example`; the tab receives drops and pastes on the whole page.

import { type Example, examples } from 'fairwasm';
import { css, html, LitElement } from 'lit';
import { auditFiles } from '../../table/files.js';
import { cardStyle } from '../../widgets/cards.js';
import { style } from '../../widgets/style.js';
import { textAreaStyle } from '../../widgets/text-area.js';
import { getReadyForFile } from '../../worker/run.js';
import '../../widgets/file-zone.js';

export class SourcePicker extends LitElement {
  static override properties = { isOver: { type: Boolean } };
  /** True while a file is dragged over the page. */
  declare isOver: boolean;

  // A pointer near the zone means that a file will be chosen soon, so the reader is loaded in advance.
  override willUpdate(): void {
    if (this.isOver) getReadyForFile();
  }

  override render() {
    return html`
      <file-zone
        about="A table with a header row and one row per person or case. Files of any size work, because they are read in parts. You can also open a report saved as HTML or JSON."
        accept=${auditFiles}
        ?isOver=${this.isOver}
        @pointerover=${getReadyForFile}
        @focusin=${getReadyForFile}
        @pick-file=${(event: CustomEvent<File>) => this.#tell('pick-file', event.detail)}
      ></file-zone>
      <details>
        <summary>Paste a table</summary>
        <form @submit=${this.#paste}>
          <label for="rows" class="small soft">
            Rows copied from a spreadsheet, or CSV; the first line has the column names
          </label>
          <textarea id="rows" rows="6" spellcheck="false"></textarea>
          <button>Use these rows</button>
        </form>
      </details>
      <p class="elsewhere">
        <button class="plain" @click=${() => this.#tell('pick-database')}>My rows are in a database</button>
        <button class="plain" @click=${() => this.#tell('pick-impact')}>
          I have counts of groups, or probabilities of them
        </button>
      </p>
      <h2>Or look at an example</h2>
      <ul>
        ${examples.map((example) => this.#example(example))}
      </ul>
    `;
  }

  #example({ name, title, source, about }: Example) {
    return html`
      <li>
        <h3>${title}</h3>
        <p class="small">${about}</p>
        <p class="small soft">${source}</p>
        <button @click=${() => this.#tell('pick-example', name)} aria-label="Open example: ${title}">
          Open example
        </button>
      </li>
    `;
  }

  #tell(type: 'pick-file' | 'pick-example' | 'pick-database' | 'pick-impact', detail?: File | string): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #paste(event: Event): void {
    event.preventDefault();
    const field = this.renderRoot.querySelector('textarea');
    if (!field || field.value.trim() === '') field?.focus();
    else this.#tell('pick-file', new File([field.value], 'Pasted rows'));
  }

  static override styles = [
    style,
    cardStyle,
    textAreaStyle,
    css`
      details {
        margin-top: 1rem;
      }
      .elsewhere {
        margin-top: 0.25rem;
      }
      .elsewhere button {
        padding-inline: 0;
      }
      form {
        display: grid;
        gap: 0.5rem;
        justify-items: start;
      }
    `,
  ];
}

customElements.define('source-picker', SourcePicker);
