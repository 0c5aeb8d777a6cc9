// SPDX-License-Identifier: Apache-2.0
//
// Where an audit begins: a file by button, drop or paste, or a built-in example. Tells its parent by
// `pick-file` and `pick-example`; drops and pastes reach the room from the whole page.

import { type Example, examples } from 'fairwasm';
import { css, html, LitElement } from 'lit';
import { style } from '../parts/style.js';

export class SourcePicker extends LitElement {
  static override properties = { isOver: { type: Boolean } };
  /** Whether a file is being dragged over the page. */
  declare isOver: boolean;

  override render() {
    return html`
      <div class="zone ${this.isOver ? 'over' : ''}">
        <input
          id="file"
          type="file"
          accept=".csv,.tsv,.txt,.parquet,text/csv"
          class="spoken"
          aria-describedby="hint"
          @change=${this.#choose}
        />
        <label for="file">Choose a CSV or Parquet file</label>
        <p id="hint" class="soft">or drop it here, or paste rows from a spreadsheet</p>
        <p class="small soft">
          One row per person or case, a header row with column names. Of any size: it is read in parts.
        </p>
      </div>
      <details>
        <summary>Paste a table</summary>
        <form @submit=${this.#paste}>
          <label for="rows" class="small soft">
            Rows as they come from a spreadsheet, or as CSV, the column names first
          </label>
          <textarea id="rows" rows="6" spellcheck="false"></textarea>
          <button>Use these rows</button>
        </form>
      </details>
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

  #tell(type: 'pick-file' | 'pick-example', detail: File | string): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #paste(event: Event): void {
    event.preventDefault();
    const field = this.renderRoot.querySelector('textarea');
    if (!field || field.value.trim() === '') field?.focus();
    else this.#tell('pick-file', new File([field.value], 'Pasted rows'));
  }

  #choose(event: Event): void {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = ''; // so that the same file can be chosen again after it was mended
    if (file) this.#tell('pick-file', file);
  }

  static override styles = [
    style,
    css`
      .zone {
        margin-top: 2rem;
        padding: clamp(2rem, 6vw, 3.75rem) 1.25rem;
        border: 1.5px dashed var(--edge);
        border-radius: 14px;
        background: var(--card);
        text-align: center;
      }
      .zone.over {
        border-color: var(--accent);
        background: var(--accent-soft);
      }
      .zone p {
        margin-inline: auto;
        text-wrap: balance;
      }
      .zone label {
        display: inline-block;
        padding: 0.65rem 1.5rem;
        border-radius: 8px;
        background: var(--accent);
        color: var(--on-accent);
        font-weight: 550;
        cursor: pointer;
      }
      .zone label:hover {
        filter: brightness(1.12);
      }
      input:focus-visible + label {
        outline: 2px solid var(--accent);
        outline-offset: 3px;
      }
      details {
        margin-top: 1rem;
      }
      form {
        display: grid;
        gap: 0.5rem;
        justify-items: start;
      }
      textarea {
        width: 100%;
        font: 0.9375rem / 1.5 var(--mono);
        padding: 0.6rem 0.8rem;
        border: 1px solid var(--edge);
        border-radius: 8px;
        background: var(--card);
        color: var(--ink);
      }
      h2 {
        margin-top: 3rem;
      }
      ul {
        list-style: none;
        margin: 1rem 0 0;
        padding: 0;
        display: grid;
        gap: 1.25rem;
        grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
      }
      li {
        display: flex;
        flex-direction: column;
        padding: 1.25rem 1.4rem;
        border: 1px solid var(--rule);
        border-radius: 14px;
        background: var(--card);
      }
      li button {
        align-self: start;
        margin-top: auto;
      }
      li p:last-of-type {
        margin-bottom: 1.1rem;
      }
    `,
  ];
}

customElements.define('source-picker', SourcePicker);
