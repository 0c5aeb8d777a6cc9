// SPDX-License-Identifier: Apache-2.0
//
// A regression report: largest findings, charts of errors by group, and tables.

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
import { html, LitElement, nothing } from 'lit';
import { factList, plainReportStyle, reportEnd } from '../parts/plain-report.js';
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
      ${factList(errorFacts(report))}
      <fairwasm-panels .panels=${errorPanels(report)}></fairwasm-panels>
      ${
        notes.length === 0
          ? nothing
          : html`
              <p>Undefined or unreliable:</p>
              <ul>
                ${notes.map((text) => html`<li>${text}</li>`)}
              </ul>
            `
      }
      <slot></slot>
      ${reportEnd(report, forms)}
    `;
  }

  static override styles = [style, plainReportStyle];
}

customElements.define('numbers-view', NumbersView);
