// SPDX-License-Identifier: Apache-2.0
//
// The parts that reports without a separate element share: the facts at the beginning, and the end.

import type { Result } from 'fairwasm/report';
import { css, html, type TemplateResult } from 'lit';
import { forms, saveResult } from './save-result.js';

export const factList = (facts: readonly (readonly [string, string])[]): TemplateResult => html`
  <dl class="facts">
    ${facts.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}
  </dl>
`;

/** Renders the buttons that save the report, and the limits that no figure shows. */
export const reportEnd = (report: Result & { source: string | null }): TemplateResult => html`
  <section aria-labelledby="save">
    <h2 id="save">Keep this report</h2>
    <div class="row">
      ${(['html', 'md', 'json'] as const).map(
        (form) => html`
          <button @click=${() => saveResult(report, form, { name: report.source })}>
            Save as ${forms[form].title}
          </button>
        `,
      )}
    </div>
  </section>
  <p class="soft small">
    Each measure captures one notion of fairness, and some cannot hold at once. No figure here proves that
    decisions are fair; each shows where to look.
  </p>
`;

export const plainReportStyle = css`
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
`;
