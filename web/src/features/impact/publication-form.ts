// SPDX-License-Identifier: Apache-2.0
//
// Form for the statements that Local Law 144 requires to be published with its tables. Dispatches `publish` with the
// tables and the statements. Loaded with the first tables of that rule.

import type { ImpactReport, Publication } from 'fairwasm/impact';
import { css, html, LitElement, nothing } from 'lit';
import { fieldStyle, focusFirstProblem, notes } from '../../widgets/fields.js';
import { style } from '../../widgets/style.js';
import { textAreaStyle } from '../../widgets/text-area.js';

/** The result to publish, and the name of its data. */
export interface Published {
  report: ImpactReport & { publication: Publication };
  source: string;
}

type Name = keyof Publication;
type Asked = Readonly<Record<Name, string>>;

const fields: Readonly<Record<Name, { title: string; hint: string; type?: 'date' | 'text' }>> = {
  auditDate: { title: 'Date of the bias audit', hint: 'The most recent audit.', type: 'date' },
  distributionDate: { title: 'Distribution date', hint: 'The date from which the tool is used.', type: 'date' },
  dataSource: {
    title: 'Source and explanation of the data',
    hint: 'For example, all applications of 2025; historical data or test data.',
  },
  exclusionReason: { title: 'Reason for excluding small categories', hint: 'The independent auditor’s justification.' },
  tool: { title: 'Name of the tool', hint: 'Optional.', type: 'text' },
  auditor: { title: 'Independent auditor', hint: 'Optional.', type: 'text' },
};

// The form keeps its content when a user returns to it from the summary.
let entered: Asked = {
  auditDate: '',
  distributionDate: '',
  dataSource: '',
  exclusionReason: '',
  tool: '',
  auditor: '',
};

const missing: Partial<Record<Name, string>> = {
  auditDate: 'Enter the date of the audit.',
  distributionDate: 'Enter the date from which the tool is used.',
  dataSource: 'Describe where the data come from.',
  exclusionReason: 'Give the reason, because categories are excluded.',
};

export class PublicationForm extends LitElement {
  static override properties = {
    report: { attribute: false },
    source: {},
    asked: { state: true },
    showsProblems: { state: true },
  };
  declare report: ImpactReport;
  declare source: string;
  declare asked: Asked;
  declare showsProblems: boolean;

  constructor() {
    super();
    this.asked = entered;
    this.showsProblems = false;
  }

  override render() {
    return html`
      <section aria-labelledby="publish">
        <h3 id="publish">Publish the results</h3>
        <p class="soft">
          The rule requires these statements next to the tables. The summary contains all three tables and the number of
          people of unknown category; save it as HTML or CSV, print it, or save it as PDF.
        </p>
        <form novalidate @submit=${this.#submit}>
          <div class="fields">${this.#names().map((name) => this.#field(name))}</div>
          <p><button class="primary">Show the summary to publish</button></p>
        </form>
      </section>
    `;
  }

  #names(): Name[] {
    const hasReason = hasExcluded(this.report);
    return (Object.keys(fields) as Name[]).filter((name) => name !== 'exclusionReason' || hasReason);
  }

  #problem(name: Name): string | undefined {
    return this.showsProblems && this.asked[name].trim() === '' ? missing[name] : undefined;
  }

  #field(name: Name) {
    const { title, hint, type } = fields[name];
    const wrong = this.#problem(name);
    const change = (event: Event) => {
      entered = { ...this.asked, [name]: (event.target as HTMLInputElement).value };
      this.asked = entered;
    };
    const described = wrong ? `${name}-hint ${name}-problem` : `${name}-hint`;
    const field = type
      ? html`<input
          id=${name}
          type=${type}
          autocomplete="off"
          .value=${this.asked[name]}
          aria-describedby=${described}
          aria-invalid=${wrong ? 'true' : 'false'}
          @input=${change}
        />`
      : html`<textarea
          id=${name}
          rows="3"
          .value=${this.asked[name]}
          aria-describedby=${described}
          aria-invalid=${wrong ? 'true' : 'false'}
          @input=${change}
        ></textarea>`;
    return html`<div class=${type ? nothing : 'wide'}>
      <label class="label" for=${name}>${title}</label>
      ${field} ${notes(name, hint, wrong)}
    </div>`;
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    this.showsProblems = true;
    await this.updateComplete;
    if (this.#names().some((name) => this.#problem(name) !== undefined)) {
      focusFirstProblem(this.renderRoot);
      return;
    }
    const given = this.#names().filter((name) => this.asked[name].trim() !== '');
    const publication = Object.fromEntries(
      given.map((name) => [name, this.asked[name].trim()]),
    ) as unknown as Publication;
    const detail: Published = { report: { ...this.report, publication }, source: this.source };
    this.dispatchEvent(new CustomEvent('publish', { detail, bubbles: true, composed: true }));
  }

  static override styles = [
    style,
    fieldStyle,
    textAreaStyle,
    css`
      section {
        margin-top: 2.25rem;
      }
      .wide {
        grid-column: 1 / -1;
      }
      textarea {
        font: inherit;
      }
      form > p {
        margin-top: 1.25rem;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];
}

const hasExcluded = ({ outcomes }: ImpactReport): boolean =>
  outcomes.some(({ tables }) => tables.some(({ categories }) => categories.some(({ isExcluded }) => isExcluded)));

customElements.define('publication-form', PublicationForm);
