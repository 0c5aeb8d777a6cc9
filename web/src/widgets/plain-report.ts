// SPDX-License-Identifier: Apache-2.0
//
// The parts that reports without a separate element share: the information at the beginning, and the end.

import type { Document, Result } from 'fairwasm/report';
import { css, html, type TemplateResult } from 'lit';
import { type Form, forms, type SaveOptions, saveResult } from './save-result.js';

export const factList = (facts: readonly (readonly [string, string])[]): TemplateResult => html`
  <dl class="facts">
    ${facts.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}
  </dl>
`;

/** Renders the buttons that save a result in a form that can be reopened. */
export const saveButtons = (
  result: Result | (() => Promise<Result>),
  options: SaveOptions,
  saved: readonly Form[] = ['html', 'md', 'csv', 'json'],
): TemplateResult => html`
  <section class="keep" aria-labelledby="save">
    <h2 id="save">Keep this report</h2>
    <div class="row actions">
      ${saved.map(
        (form) => html`
          <button
            @click=${async () => {
              const made = typeof result === 'function' ? await result() : result;
              await saveResult(made, form, options);
            }}
          >
            Save as ${forms[form].title}
          </button>
        `,
      )}
    </div>
    <p class="soft small">Open the HTML or JSON file here again, without the data, in the Audit tab.</p>
  </section>
`;

/** Renders a report: its title and facts, `content`, the buttons that save it, and what figures do not show. */
export const plainReport = (
  report: Result & { source: string | null },
  { title, source, facts = [] }: Document,
  content: TemplateResult,
): TemplateResult => html`
  <div class="top">
    <h1 tabindex="-1">${source ?? title}</h1>
    <slot name="actions"></slot>
  </div>
  ${factList(facts)} ${content}
  <slot></slot>
  ${saveButtons(report, { name: report.source }, ['html', 'md', 'json'])}
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
