// SPDX-License-Identifier: Apache-2.0
//
// Comparisons of groups within strata, for an existing report: among people with the same value of another column, such
// as the department. Computed on request; dispatches `report-change`, so that the saved report contains them.

import type { Report } from 'fairwasm';
import { css, html, nothing } from 'lit';
import { fieldStyle, same, selectField } from '../../widgets/fields.js';
import { style } from '../../widgets/style.js';
import { WorkingElement } from '../../widgets/working-element.js';
import { type Origin, withExtras } from '../power/origin.js';
import { possibleConditions } from './conditions.js';

export class WithinView extends WorkingElement {
  static override properties = {
    ...WorkingElement.properties,
    report: { attribute: false },
    origin: { attribute: false },
    columns: { attribute: false },
    condition: { state: true },
  };
  declare report: Report;
  /** Undefined if the data are not available; no comparison can then be computed. */
  declare origin: Origin | undefined;
  /** The columns that can be a condition. */
  declare columns: readonly string[];
  declare condition: string | undefined;

  override render() {
    const { conditional = [] } = this.report;
    const possible = possibleConditions(this.report, this.columns);
    if (conditional.length === 0 && (!this.origin || possible.length === 0)) return nothing;
    return html`
      <section aria-labelledby="title">
        <h2 id="title" tabindex="-1">Within strata</h2>
        <p class="soft">
          A gap may be due to another column: for example, women may apply to departments that admit few people. This
          section compares groups within each value of a column that you choose. Do not choose a column that is itself a
          result of the group or of past unfairness, because it would hide the disparity.
        </p>
        ${this.origin && possible.length > 0 ? this.#form(possible) : nothing}
        <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
        <fairwasm-extras only="within" role="status" .report=${this.report}></fairwasm-extras>
      </section>
    `;
  }

  protected override updated(): void {
    this.toggleAttribute('drawn', this.report.conditional !== undefined);
  }

  #form(possible: readonly string[]) {
    const chosen = this.condition ?? possible[0] ?? '';
    const field = { id: 'condition', title: 'Compare people with the same' };
    return html`
      <form
        class="row ask"
        @submit=${(event: Event) => {
          event.preventDefault();
          void this.#ask(chosen);
        }}
      >
        ${selectField(field, possible.map(same), chosen, (value) => {
          this.condition = value;
        })}
        <button class="primary" ?disabled=${this.abort !== undefined}>Compare within</button>
      </form>
    `;
  }

  async #ask(condition: string): Promise<void> {
    const origin = this.origin as Origin; // without it, there is no form
    const extras = { within: [condition] };
    const found = await this.work((options) => withExtras(origin, extras, options));
    if (!found) return;
    const detail = { ...this.report, conditional: found.conditional };
    this.dispatchEvent(new CustomEvent('report-change', { detail }));
  }

  static override styles = [
    style,
    fieldStyle,
    css`
      section {
        margin-top: 3.25rem;
      }
      .ask {
        align-items: end;
        margin-top: 1rem;
      }
      @media print {
        :host(:not([drawn])),
        .ask {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('within-view', WithinView);
