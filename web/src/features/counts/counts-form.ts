// SPDX-License-Identifier: Apache-2.0
//
// Form for rows in a database: generates a query from the column names. The user runs it there and opens the result as
// a file of counts. Dispatches `asked-change` on each change, and `pick-file` for the file.

import { FairwasmError } from 'fairwasm';
import { type Dialect, statement } from 'fairwasm/sql';
import { css, html, LitElement, nothing } from 'lit';
import { tableFiles } from '../../table/files.js';
import { chooseFileStyle, toFileListener, zoneStyle } from '../../widgets/choose-file.js';
import { fieldStyle, notes, selectField } from '../../widgets/fields.js';
import { style } from '../../widgets/style.js';
import { type Asked, dialectTitles, findProblems, getCounts, getTable, nothingAsked, type Problems } from './query.js';

type TextField = Exclude<keyof Asked, 'dialect'>;

const fields: Record<TextField, { title: string; hint: string }> = {
  table: { title: 'Table', hint: 'The table name, with its schema if required: hr.decisions' },
  prediction: { title: 'Decision or prediction', hint: 'The column with the decisions.' },
  label: { title: 'True outcome', hint: 'The column with the actual outcomes, if there is one.' },
  groups: { title: 'Groups to compare', hint: 'Column names separated by commas: race, sex' },
  favorable: { title: 'Positive label', hint: 'Leave empty to guess it from the labels; for yes and no, it is “yes”.' },
  minCellSize: {
    title: 'Minimum cell size',
    hint: 'The database does not return smaller counts. Leave empty to return all counts.',
  },
};

export class CountsForm extends LitElement {
  static override properties = {
    asked: { attribute: false },
    isOver: { type: Boolean },
    isCopied: { state: true },
    showsProblems: { state: true },
  };
  declare asked: Asked;
  /** True while a file is dragged over the page. */
  declare isOver: boolean;
  declare isCopied: boolean;
  declare showsProblems: boolean;

  constructor() {
    super();
    this.asked = nothingAsked;
  }

  override render() {
    const problems = findProblems(this.asked);
    const text = Object.keys(problems).length > 0 ? undefined : this.#text();
    return html`
      <form novalidate @submit=${(event: Event) => event.preventDefault()}>
        <section aria-labelledby="columns">
          <h2 id="columns">1. Enter the names</h2>
          <div class="fields">
            ${this.#dialect()} ${this.#field('table', problems)} ${this.#field('prediction', problems)}
            ${this.#field('label', problems)} ${this.#field('groups', problems)}
          </div>
          <details>
            <summary>Positive label, small cells</summary>
            <div class="fields">
              ${this.#field('favorable', problems)} ${this.#field('minCellSize', problems)}
            </div>
          </details>
        </section>
        <section aria-labelledby="statement">
          <h2 id="statement">2. Run the statement</h2>
          <p class="soft">
            Run the statement, or send it to someone who has access. It groups the rows and returns a few dozen counts,
            but no rows. Save the result as CSV or Parquet, with column names.
          </p>
          ${this.#statement(text)}
        </section>
        <section aria-labelledby="answer">
          <h2 id="answer">3. Open the result</h2>
          <p class="soft">
            ${
              this.asked.minCellSize === ''
                ? 'The report is identical to one computed from the rows.'
                : 'The report states how much the suppressed counts could change each figure.'
            }
            The file is read on your device.
          </p>
          ${this.#answer(text !== undefined && 'sql' in text)}
        </section>
      </form>
    `;
  }

  #dialect() {
    const options = Object.entries(dialectTitles).map(([value, title]) => ({ value, text: title }));
    return selectField(
      { id: 'dialect', title: 'Database', hint: 'Databases quote names differently.' },
      options,
      this.asked.dialect,
      (value) => this.#change({ dialect: value as Dialect }),
    );
  }

  #field(id: TextField, problems: Problems) {
    const { title, hint } = fields[id];
    const wrong = this.showsProblems || this.asked[id] !== '' ? problems[id] : undefined;
    return html`
      <div>
        <label class="label" for=${id}>${title}</label>
        <input
          id=${id}
          type="text"
          autocapitalize="off"
          autocomplete="off"
          spellcheck="false"
          inputmode=${id === 'minCellSize' ? 'numeric' : nothing}
          .value=${this.asked[id]}
          aria-describedby=${wrong ? `${id}-hint ${id}-problem` : `${id}-hint`}
          aria-invalid=${wrong ? 'true' : 'false'}
          @input=${(event: Event) => this.#change({ [id]: (event.target as HTMLInputElement).value })}
        />
        ${notes(id, hint, wrong)}
      </div>
    `;
  }

  #statement(text: { sql: string } | { wrong: string } | undefined) {
    if (text === undefined) {
      return html`<p class="waiting">The statement appears here when you have entered a table, a decision or outcome
        column, and a group.</p>`;
    }
    if ('wrong' in text) return html`<p class="problem" role="alert">${text.wrong}</p>`;
    return html`
      <div class="scroll" role="region" aria-label="Statement" tabindex="0">
        <pre><code>${text.sql}</code></pre>
      </div>
      <div class="row copy">
        <button type="button" class="primary" @click=${() => this.#copy(text.sql)}>Copy the statement</button>
        <span role="status" class="soft">${this.isCopied ? 'Copied' : ''}</span>
      </div>
    `;
  }

  #answer(isReady: boolean) {
    return html`
      <div class="zone ${this.isOver && isReady ? 'over' : ''}">
        <input
          id="counts"
          type="file"
          accept=${tableFiles}
          class="spoken"
          aria-describedby="counts-hint"
          @click=${(event: Event) => this.#require(event, isReady)}
          @change=${this.#choose}
        />
        <label for="counts" class="choose">Choose the file of counts</label>
        <p id="counts-hint" class="small soft">or drop it here. Its columns are the columns of the statement and n.</p>
      </div>
    `;
  }

  /** The query, or the reason why it cannot be generated. */
  #text(): { sql: string } | { wrong: string } {
    const { outcome: _, favorable: __, ...what } = getCounts(this.asked);
    try {
      const { text } = statement({ ...what, table: getTable(this.asked) }, this.asked.dialect);
      return { sql: `${text};` };
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      return { wrong: `“${error.argument}”: expected ${error.expected}; found ${error.actual}.` };
    }
  }

  // The file cannot be read without column names, so missing names are reported first.
  #require(event: Event, isReady: boolean): void {
    if (isReady) return;
    event.preventDefault();
    this.showProblems();
  }

  /** Shows the problem at its field. */
  async showProblems(): Promise<void> {
    this.showsProblems = true;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  readonly #choose = toFileListener((detail) => {
    this.dispatchEvent(new CustomEvent('pick-file', { detail }));
  });

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.isCopied = true;
    } catch {
      // Clipboard access can be denied; the selected text can still be copied manually.
      const code = this.renderRoot.querySelector('code');
      if (code) getSelection()?.selectAllChildren(code);
    }
  }

  #change(change: Partial<Asked>): void {
    this.isCopied = false;
    this.dispatchEvent(new CustomEvent('asked-change', { detail: { ...this.asked, ...change } }));
  }

  static override styles = [
    style,
    fieldStyle,
    chooseFileStyle,
    zoneStyle,
    css`
      pre {
        margin: 0;
        padding: 1rem;
        font: 0.875rem / 1.5 var(--mono);
      }
      .copy {
        margin-top: 0.75rem;
      }
      .waiting {
        margin-top: 1rem;
        padding: 1rem;
        border: 1px dashed var(--edge);
        border-radius: 10px;
        color: var(--soft);
      }
    `,
  ];
}

customElements.define('counts-form', CountsForm);
