// SPDX-License-Identifier: Apache-2.0
//
// A report of predicted numbers as a page: what stands out, errors by group as pictures, and tables.

import {
  type ErrorReport,
  errorFacts,
  errorNotes,
  errorPanels,
  errorsHtml,
  errorsJson,
  errorsMarkdown,
  errorTitle,
} from 'fairwasm/scores';
import { css, html, LitElement, nothing } from 'lit';
import { download, reportName } from '../parts/download.js';
import { style } from '../parts/style.js';
import '../report/panels-view.js';

const forms = {
  html: { title: 'HTML', type: 'text/html', render: errorsHtml },
  md: { title: 'Markdown', type: 'text/markdown', render: errorsMarkdown },
  json: { title: 'JSON', type: 'application/json', render: errorsJson },
} as const;

export class NumbersView extends LitElement {
  static override properties = { report: { attribute: false } };
  declare report: ErrorReport;

  override render() {
    const { report } = this;
    const notes = errorNotes(report);
    return html`
      <div class="top">
        <h1 tabindex="-1">${errorTitle(report)}</h1>
        <slot name="actions"></slot>
      </div>
      <dl class="facts">
        ${errorFacts(report).map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}
      </dl>
      <fairwasm-panels .panels=${errorPanels(report)}></fairwasm-panels>
      ${
        notes.length === 0
          ? nothing
          : html`
              <p>Undefined or unsure:</p>
              <ul>
                ${notes.map((text) => html`<li>${text}</li>`)}
              </ul>
            `
      }
      <section aria-labelledby="save">
        <h2 id="save">Keep this report</h2>
        <div class="row">
          ${Object.entries(forms).map(
            ([ending, { title, type, render }]) => html`
              <button @click=${() => download(reportName(report.source, ending), type, render(report))}>
                Save as ${title}
              </button>
            `,
          )}
        </div>
      </section>
      <p class="soft small">
        Each measure captures one notion of fairness, and some cannot hold at once. No figure here says that
        decisions are fair; it says where to look.
      </p>
    `;
  }

  static override styles = [
    style,
    css`
      section {
        margin-top: 2.75rem;
      }
      .facts {
        display: grid;
        gap: 0.35rem;
        margin: 1.25rem 0;
      }
      .facts div {
        display: grid;
        grid-template-columns: 8rem minmax(0, 1fr);
      }
      dt {
        color: var(--soft);
      }
      dd {
        margin: 0;
      }
    `,
  ];
}

customElements.define('numbers-view', NumbersView);
