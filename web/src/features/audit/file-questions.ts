// SPDX-License-Identifier: Apache-2.0
//
// The questions about a file below the summary of its report, with a button for each answer. Dispatches `answer-change`
// with the table to audit again, `answer-keep` with the table without the question, and `answer-columns`.

import { css, html, LitElement, nothing } from 'lit';
import { style } from '../../widgets/style.js';
import { getQuestions, type Question } from './questions.js';
import type { Table } from './stages.js';

export class FileQuestions extends LitElement {
  static override properties = { table: { attribute: false } };
  declare table: Table;

  override render() {
    const { fileNotes, settled = [] } = this.table;
    const all = getQuestions(this.table);
    const open = all.filter(({ id }) => !settled.includes(id));
    if (fileNotes.length + all.length === 0) return nothing;
    return html`
      <section aria-labelledby="questions">
        <h2 id="questions" tabindex="-1">How the file was read</h2>
        ${fileNotes.length > 0 ? html`<ul>${fileNotes.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
        ${open.map((question) => this.#question(question))}
        ${open.length === 0 && all.length > 0 ? html`<p class="soft">All questions are answered.</p>` : nothing}
      </section>
    `;
  }

  #question({ id, text, confirms, changes }: Question) {
    const settled = [...(this.table.settled ?? []), id];
    const buttons = changes.map(({ text, choice }) => {
      const answer = () =>
        choice ? this.#tell('answer-change', { ...this.table, choice, settled }) : this.#tell('answer-columns');
      return html`<button @click=${answer}>${text}</button>`;
    });
    const keep = () => {
      this.renderRoot.querySelector('h2')?.focus();
      this.#tell('answer-keep', { ...this.table, settled });
    };
    return html`
      <div class="question">
        <p>${text}</p>
        <div class="row" role="group" aria-label=${text}>
          ${buttons}<button @click=${keep}>${confirms}</button>
        </div>
      </div>
    `;
  }

  #tell(type: string, detail?: Table): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  static override styles = [
    style,
    css`
      section {
        margin-top: 2.25rem;
      }
      .question {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 0.25rem 1.5rem;
        padding-block: 0.5rem;
        border-bottom: 1px solid var(--rule);
      }
      .question p {
        flex: 1 18rem;
        margin: 0;
      }
      .row {
        gap: 0.5rem;
      }
      .question button {
        min-height: 2.25rem;
        padding: 0.2rem 0.7rem;
      }
      @media print {
        :host {
          font-size: 0.6875rem;
        }
        section {
          margin-top: 0.75rem;
        }
        h2 {
          font-size: 1rem;
        }
        .question {
          padding: 0;
          border: 0;
        }
        .row {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('file-questions', FileQuestions);
