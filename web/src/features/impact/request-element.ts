// SPDX-License-Identifier: Apache-2.0
//
// Base class of the parts of adverse impact: submits a form to the worker, and shows its result or its error.
// Dispatches `impact-made`.

import { css, html, nothing, type PropertyDeclarations } from 'lit';
import { boxStyle, choice } from '../../widgets/chooser.js';
import { saveResult } from '../../widgets/save-result.js';
import { style } from '../../widgets/style.js';
import { WorkingElement } from '../../widgets/working-element.js';
import { ask } from '../../worker/ask.js';
import type { ImpactMade, ImpactWork, TablesMade } from './protocol.js';
import workerUrl from './worker.ts?worker&url';
import '../../widgets/document-view.js';

export abstract class AskingElement extends WorkingElement {
  static override properties: PropertyDeclarations = {
    file: { attribute: false },
    made: { state: true },
    shownClass: { state: true },
  };
  declare file: File;
  declare made: ImpactMade | undefined;
  /** With multiclass labels, the index of the class whose tables are shown. */
  declare shownClass: number;

  constructor() {
    super();
    this.shownClass = 0;
  }

  protected override updated(): void {
    this.toggleAttribute('drawn', this.made !== undefined);
    if (this.made?.kind !== 'tables' || !this.made.report.rule) return;
    import('./publication-form.js').catch((error: unknown) => console.error(error));
  }

  protected async ask(asked: ImpactWork['asked']): Promise<void> {
    const { file } = this;
    const work: ImpactWork = { file, source: file.name, asked };
    this.made = undefined;
    this.made = await this.work(({ signal }) => ask<ImpactMade, never>(workerUrl, work, { signal }));
    if (!this.made) return;
    this.shownClass = 0;
    this.dispatchEvent(new CustomEvent('impact-made', { detail: this.made }));
  }

  /** The submit button and the result. */
  protected result(button: string) {
    return html`
      ${this.progressOf('Making the tables')}
      <div role="status" aria-label=${button}>${this.made ? this.#shown(this.made) : nothing}</div>
    `;
  }

  #shown(made: ImpactMade) {
    return html`
      ${made.kind === 'tables' ? this.#classChoice(made) : nothing}
      <fairwasm-document
        .sections=${made.kind === 'tables' ? [made.sections[this.shownClass]] : made.sections}
      ></fairwasm-document>
      <div class="row downloads">${this.#downloads(made)}</div>
      ${
        made.kind === 'tables' && made.report.rule
          ? html`<publication-form .report=${made.report} source=${this.file.name}></publication-form>`
          : nothing
      }
    `;
  }

  #classChoice({ report: { outcomes } }: TablesMade) {
    if (outcomes.length < 2) return nothing;
    return html`<p class="class">
      ${choice(
        'Class that counts as selected',
        outcomes.map(({ name }, i) => ({ value: String(i), text: name })),
        String(this.shownClass),
        (value) => {
          this.shownClass = Number(value);
        },
      )}
    </p>`;
  }

  #downloads(made: ImpactMade) {
    const { name: source } = this.file;
    const parts = { tables: 'impact', scores: 'impact-scores', probable: 'impact-probable' };
    const forms = ['html', ...(made.kind === 'tables' ? ['csv' as const] : []), 'md', 'json'] as const;
    const what = made.kind === 'scores' ? 'scores' : 'tables';
    const result = { ...made.report, source };
    return forms.map(
      (form) => html`<button @click=${() => saveResult(result, form, { name: source, kind: parts[made.kind], source })}>
        Save ${what} as ${form.toUpperCase()}
      </button>`,
    );
  }

  static override styles = [
    style,
    boxStyle,
    css`
      section {
        margin-top: 3.25rem;
      }
      form,
      .class,
      .downloads {
        margin-top: 1rem;
      }
      .class {
        max-width: 20rem;
      }
      form > .row {
        align-items: end;
      }
      form label {
        min-width: 0;
        max-width: 100%;
      }
      form fieldset {
        margin-top: 1rem;
      }
      @media print {
        :host(:not([drawn])),
        form,
        .downloads {
          display: none;
        }
      }
    `,
  ];
}
